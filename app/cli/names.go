package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"holdfast/engine/report"
)

// pickEntity finds the one key that an argument means: the key itself, or its
// end from a "/", "." or "::" on, or the path of a file with one entity.
// An argument that fits several is refused with their names.
func pickEntity(keys []string, arg string) (string, error) {
	if slices.Contains(keys, arg) {
		return arg, nil
	}
	var fits []string
	for _, key := range keys {
		if endsWith(key, arg) && !slices.Contains(fits, key) {
			fits = append(fits, key)
		}
	}
	return single(fits, arg, "symbol", "holdfast state lists what there is")
}

// endsWith reports whether name is a meaningful end of key, or of key's path.
func endsWith(key, name string) bool {
	path, symbol, _ := strings.Cut(key, "::")
	if name == path || strings.HasSuffix(path, "/"+name) {
		return name != ""
	}
	if wantPath, wantSymbol, qualified := strings.Cut(name, "::"); qualified {
		return wantSymbol == symbol && wantPath != "" && strings.HasSuffix(path, "/"+wantPath)
	}
	return name != "" && (name == symbol || strings.HasSuffix(symbol, "."+name))
}

// noneError says that an argument fits nothing.
type noneError struct{ sentence string }

func (e *noneError) Error() string { return e.sentence }

// single is the only element of fits; a *noneError where it has none.
func single(fits []string, arg, what, otherwise string) (string, error) {
	const most = 8
	switch n := len(fits); {
	case n == 1:
		return fits[0], nil
	case n == 0:
		return "", &noneError{fmt.Sprintf("there is no %s %q; %s", what, arg, otherwise)}
	case n > most:
		return "", fmt.Errorf("%q fits %d: %s and %d more; say which", arg, n, strings.Join(fits[:most], ", "), n-most)
	default:
		return "", fmt.Errorf("%q fits %d: %s; say which", arg, n, strings.Join(fits, ", "))
	}
}

// findEntity resolves an argument among the State Map's entities that keep
// accepts.
func findEntity(ctx context.Context, e Engine, arg string, keep func(report.Entity) bool) (report.Entity, error) {
	entities, err := e.Entities(ctx)
	if err != nil {
		return report.Entity{}, err
	}
	var keys []string
	for _, entity := range entities {
		if keep(entity) {
			keys = append(keys, entity.Key)
		}
	}
	key, err := pickEntity(keys, arg)
	if err != nil {
		return report.Entity{}, err
	}
	i := slices.IndexFunc(entities, func(n report.Entity) bool { return n.Key == key && keep(n) })
	return entities[i], nil
}

// findProposal resolves an id, or the beginning of one, among the proposals.
func findProposal(ctx context.Context, e Engine, arg string) (report.Proposal, error) {
	proposals, err := e.Pending(ctx)
	if err != nil {
		return report.Proposal{}, err
	}
	id, err := pickID(proposals, arg)
	if err != nil && strings.HasPrefix(arg, "sha256:") {
		return report.Proposal{}, fmt.Errorf("%q is code whose symbol is unknown: give it its file with holdfast accept %s --path FILE", arg, arg)
	}
	if err != nil {
		return report.Proposal{}, err
	}
	i := slices.IndexFunc(proposals, func(p report.Proposal) bool { return p.ID == id })
	return proposals[i], nil
}

func pickID(proposals []report.Proposal, arg string) (string, error) {
	var fits []string
	for _, p := range proposals {
		if p.ID == arg {
			return arg, nil
		}
		if arg != "" && strings.HasPrefix(p.ID, arg) {
			fits = append(fits, p.ID)
		}
	}
	return single(fits, arg, "proposal", "holdfast pending lists what waits")
}

// shortIDs gives each proposal the shortest beginning of its id, of at least
// eight letters, that no other shares.
func shortIDs(proposals []report.Proposal) map[string]string {
	ids := make([]string, len(proposals))
	for i, p := range proposals {
		ids[i] = p.ID
	}
	slices.Sort(ids)
	shortest := map[string]string{}
	for i, id := range ids {
		n := 8
		if i > 0 {
			n = max(n, shared(id, ids[i-1])+1)
		}
		if i+1 < len(ids) {
			n = max(n, shared(id, ids[i+1])+1)
		}
		shortest[id] = id[:min(n, len(id))]
	}
	return shortest
}

func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
