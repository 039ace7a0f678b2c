package statemap

import (
	"cmp"
	"slices"
	"strings"
)

// file are the entries of a path, by symbol: an entity is found by its file, so that no
// other list of all is kept.
type file []*Entry

func (f file) at(symbol string) (int, bool) {
	return slices.BinarySearchFunc(f, symbol, func(e *Entry, symbol string) int { return strings.Compare(e.Symbol, symbol) })
}

// find returns the entry of a symbol, nil for none.
func (f file) find(symbol string) *Entry {
	if at, found := f.at(symbol); found {
		return f[at]
	}
	return nil
}

// with returns the file with an entry whose symbol it lacks.
func (f file) with(e *Entry) file {
	at, _ := f.at(e.Symbol)
	return slices.Insert(roomy(f), at, e)
}

// roomy is a list with room for one more. It grows by an eighth only: there are many, and
// most are filled once.
func roomy(f file) file {
	if len(f) < cap(f) {
		return f
	}
	return append(make(file, 0, len(f)+len(f)/8+1), f...)
}

// room returns the file with room for those of some entries whose symbols it lacks.
func (f file) room(list []*Entry) file {
	n := 0
	for _, e := range list {
		if f.find(e.Symbol) == nil {
			n++
		}
	}
	if len(f)+n <= cap(f) {
		return f
	}
	return append(make(file, 0, len(f)+n), f...)
}

// without returns the file without an entry.
func (f file) without(e *Entry) file {
	if at, found := f.at(e.Symbol); found {
		return slices.Delete(f, at, at+1)
	}
	return f
}

// inOrder lists the entries by place, those of one place as they came.
func (f file) inOrder() []*Entry {
	list := slices.Clone(f)
	slices.SortFunc(list, func(a, b *Entry) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.Granted(), b.Granted()), strings.Compare(a.Symbol, b.Symbol))
	})
	return list
}
