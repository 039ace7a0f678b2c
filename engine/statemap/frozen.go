package statemap

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"holdfast/engine/resolve"
)

// Frozen is an entry with what was known of its place on disk, which may change.
type Frozen struct {
	*Entry
	Stood *Place
}

// Frozen lists the entries as they stand, by path and symbol.
func (m *Map) Frozen() []Frozen {
	m.mu.RLock()
	defer m.mu.RUnlock()
	out := make([]Frozen, 0, m.count)
	for _, path := range slices.Sorted(maps.Keys(m.byPath)) {
		for _, e := range m.byPath[path] {
			out = append(out, Frozen{e, e.Place()})
		}
	}
	return out
}

// FindFrozen returns where an entity stands in a list that Frozen has made.
func FindFrozen(list []Frozen, key string) (at int, found bool) {
	path, symbol := resolve.Split(key)
	return slices.BinarySearchFunc(list, path, func(e Frozen, path string) int {
		return cmp.Or(strings.Compare(e.Path, path), strings.Compare(e.Symbol, symbol))
	})
}
