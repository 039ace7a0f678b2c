package views

import (
	"strings"
	"time"
)

// Proof is how far the verification of the record has come (TSLP 3.3).
type Proof struct {
	Stage       string // file, vault, ledger, replay …
	Done, Total int64
	Elapsed     time.Duration
	Stopping    bool
}

// stages are the steps of a verification in words.
var stages = map[string]string{
	"file": "checking the database file", "schema": "comparing the guards", "vault": "hashing the Vault again",
	"ledger": "walking the Ledger's chain", "replay": "rebuilding every projection", "map": "comparing the State Map",
}

// Lines are what the box says while it runs.
func (p Proof) Lines(t *Theme, w int) []string {
	what := stages[p.Stage]
	if what == "" {
		what = strings.ReplaceAll(p.Stage, "_", " ")
	}
	if what == "" {
		what = "beginning"
	}
	if p.Stopping {
		what = "stopping"
	}
	var l Line
	l.Put(t.Strong, what+t.Glyphs.Ellipsis)
	lines := []string{cut(l.String(), w, t.Glyphs.Ellipsis), p.bar(t, w)}
	return append(lines, t.Dim.On(cut(Elapsed(p.Elapsed)+sep(t)+"requests go on meanwhile", w, t.Glyphs.Ellipsis)))
}

// bar is "████░░░░  1,204/2,000"; it is empty where the stage tells no numbers.
func (p Proof) bar(t *Theme, w int) string {
	if p.Total <= 0 {
		return ""
	}
	done := max(0, min(p.Done, p.Total))
	say := " " + itoa(int(done)) + "/" + itoa(int(p.Total))
	room := min(w-width(say), 40)
	if room < 4 {
		return cut(say, w, "")
	}
	full := int(int64(room) * done / p.Total)
	return t.Accent.On(strings.Repeat(t.Glyphs.FocusRule, full)) + t.Dim.On(strings.Repeat(t.Glyphs.Bullet, room-full)) + say
}

// Difference is something that is not as it was recorded.
type Difference struct{ Check, Where, Detail string }

// Proven is what a verification found.
type Proven []Difference

// Doc says that everything agrees, or names each difference.
func (p Proven) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	if len(p) == 0 {
		d.Prose(t.Good, t.Glyphs.Pass+" The Vault, the Ledger and everything built from them agree.", 0, w)
		return d
	}
	d.Prose(t.Bad, t.Glyphs.Fail+" "+Count(len(p), "difference", "differences")+" between what was recorded and what is there. Keep a copy of .holdfast before anything else.", 0, w)
	for _, x := range p {
		d.Add("")
		d.Prose(t.Strong, x.Check+": "+x.Where, 0, w)
		d.Prose(Paint{}, x.Detail, 2, w)
	}
	return d
}
