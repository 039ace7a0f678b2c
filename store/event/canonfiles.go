package event

import "strings"

// RevokedFile are grants of a file that were taken back alike, by one row: a RevokedGrant
// of each symbol.
type RevokedFile struct {
	Row     int64    `json:"row"`
	Grant   int64    `json:"grant"`
	Path    string   `json:"path"`
	Kind    string   `json:"kind"`
	Granted string   `json:"granted"`
	Reason  string   `json:"reason"`
	Symbols []string `json:"symbols"`
}

// SeenFile is what was seen of several symbols of a file alike: a DiskSight of each.
type SeenFile struct {
	Path       string   `json:"path"`
	Stale      string   `json:"stale,omitempty"`
	Unreadable string   `json:"unreadable,omitempty"`
	Symbols    []string `json:"symbols"`
}

// byFile puts together what is alike of a file. key is an entity's with "" for its symbol;
// alone and together are given each group, in the order of their first.
func byFile[E any, K comparable](list []E, key func(E) (like K, symbol string), alone func(E), together func(first E, symbols []string)) {
	groups := map[K][]string{}
	for _, x := range list {
		like, symbol := key(x)
		groups[like] = append(groups[like], symbol)
	}
	for _, x := range list {
		like, _ := key(x)
		switch symbols := groups[like]; len(symbols) {
		case 0: // it is told
		case 1:
			alone(x)
		default:
			together(x, symbols)
			groups[like] = nil
		}
	}
}

// SetRevoked has the event keep grants that were taken back.
func (e *CanonEmitted) SetRevoked(list []RevokedGrant) {
	e.Revoked, e.RevokedFiles = nil, nil
	byFile(list, func(r RevokedGrant) (RevokedGrant, string) {
		path, symbol, _ := strings.Cut(r.Entity, "::")
		r.Entity = path
		return r, symbol
	}, func(r RevokedGrant) { e.Revoked = append(e.Revoked, r) }, func(r RevokedGrant, symbols []string) {
		path, _, _ := strings.Cut(r.Entity, "::")
		e.RevokedFiles = append(e.RevokedFiles, RevokedFile{r.Row, r.Grant, path, r.Kind, r.Granted, r.Reason, symbols})
	})
}

// AllRevoked returns the grants that the event keeps as taken back, in no order.
func (e *CanonEmitted) AllRevoked() []RevokedGrant {
	list := append([]RevokedGrant(nil), e.Revoked...)
	for _, f := range e.RevokedFiles {
		for _, symbol := range f.Symbols {
			list = append(list, RevokedGrant{f.Row, f.Grant, f.Path + "::" + symbol, f.Kind, f.Granted, f.Reason})
		}
	}
	return list
}

// SetDisk has the event keep what was seen on the disk.
func (e *CanonEmitted) SetDisk(list []DiskSight) {
	e.Disk, e.DiskFiles = nil, nil
	byFile(list, func(s DiskSight) (DiskSight, string) {
		path, symbol, _ := strings.Cut(s.Entity, "::")
		s.Entity = path
		return s, symbol
	}, func(s DiskSight) { e.Disk = append(e.Disk, s) }, func(s DiskSight, symbols []string) {
		path, _, _ := strings.Cut(s.Entity, "::")
		e.DiskFiles = append(e.DiskFiles, SeenFile{path, s.Stale, s.Unreadable, symbols})
	})
}

// AllDisk returns what the event keeps as seen on the disk, in no order.
func (e *CanonEmitted) AllDisk() []DiskSight {
	list := append([]DiskSight(nil), e.Disk...)
	for _, f := range e.DiskFiles {
		for _, symbol := range f.Symbols {
			list = append(list, DiskSight{f.Path + "::" + symbol, f.Stale, f.Unreadable})
		}
	}
	return list
}
