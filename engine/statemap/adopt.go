package statemap

import (
	"cmp"
	"slices"
	"strings"
	"unique"

	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Adopted is a file of which symbols became AUTHORITATIVE by one row of the Ledger, which
// the event stands in, in a turn.
type Adopted struct {
	Event *event.FileAdopted
	Row   event.Row
	Turn  int
}

// Adopt makes the symbols of a file AUTHORITATIVE together. The map is as it would be had
// each been promoted by itself.
func (m *Map) Adopt(f Adopted) {
	m.adopt(f, len(f.Event.Symbols), func(yield func(i, version int)) {
		for i := range f.Event.Symbols {
			yield(i, 1)
		}
	})
}

// adopt is Adopt for those of at most some symbols that each gives, with their versions.
func (m *Map) adopt(f Adopted, most int, each func(yield func(i, version int))) {
	common := row{file: f.file(), seq: f.Row.Seq, updated: f.Row.Time.UnixMilli(), turn: int32(f.Turn)}
	shared := &common
	if m.adoptions != nil {
		shared.id, shared.adoptions = strings.Clone(f.Event.ID), m.adoptions
	}
	var last standing
	var handle unique.Handle[standing]
	entries := make([]*Entry, 0, most)
	each(func(i, version int) {
		if now := f.standing(i); handle == (unique.Handle[standing]{}) || now != last {
			last, handle = now, unique.Make(now)
		}
		sym := &f.Event.Symbols[i]
		sums, _ := sym.Digests()
		e := &Entry{
			Named: hydrate.Named{
				Path: f.Event.Path, Symbol: sym.Name, Position: int32(sym.Position), ByUser: vouched(last.origin, last.grant), Rest: sym.Kind == source.Rest,
			}.In(sym.Container),
			content: sums.Hash, Version: int32(version), standing: handle, row: shared, nth: uint16(i),
		}
		if m.adoptions == nil {
			own := common
			own.id, own.own = f.Event.Artifact(i), detailOf(sym)
			e.row, e.nth = &own, 0
		}
		e.disk.Store(heldByDisk)
		entries = append(entries, e)
	})
	m.putAll(f.Event.Path, entries)
}

// standing is that of symbol i.
func (f *Adopted) standing(i int) standing {
	sym := &f.Event.Symbols[i]
	return standing{kind: sym.Kind, grant: f.Event.Grant, origin: cmp.Or(f.Event.Origin, event.ByDisk), language: f.Event.Language, top: sym.Top}
}

// file is the hash of the file that all of the symbols are of, zero where that is not
// known: see adoptedOf.
func (f *Adopted) file() etv.Digest {
	placed := func(s event.AdoptedSymbol) bool { return len(s.Core) > 0 }
	if f.Event.Convention == "disk" && cmp.Or(f.Event.Origin, event.ByDisk) == event.ByDisk || slices.ContainsFunc(f.Event.Symbols, placed) {
		return DigestOf(f.Event.Block)
	}
	return etv.Digest{}
}

// putAll makes entries of a path, which have their rows, the entries of their entities.
func (m *Map) putAll(path string, list []*Entry) {
	if len(list) == 0 {
		return
	}
	slices.SortFunc(list, func(a, b *Entry) int { return strings.Compare(a.Symbol, b.Symbol) })
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.byPath[path]
	if f == nil {
		m.listed = nil
	} else {
		path = f[0].Path // one copy for all
	}
	f = f.room(list)
	named := make([]*hydrate.Named, len(list))
	for i, e := range list {
		e.Path, named[i] = path, &e.Named
		at, stood := f.at(e.Symbol)
		if stood {
			m.succeed(e, f[at])
			f[at] = e
		} else {
			m.count++
			m.comeBack(e)
			m.order.note(nil, e)
			f = slices.Insert(f, at, e)
		}
		m.likeness.changed(e)
	}
	m.byPath[path] = f
	m.index.ShareAll(named)
}

// succeed has an entry take the place of another. m.mu is held.
func (m *Map) succeed(e, old *Entry) {
	e.Version = max(e.Version, old.Version+1)
	m.likeness.changed(old)
	m.order.note(old, e)
}

// comeBack has the versions of an entity go on that was in the map before. m.mu is held.
func (m *Map) comeBack(e *Entry) {
	if len(m.left) == 0 {
		return
	}
	if key := e.Key(); m.left[key] > 0 {
		e.Version = max(e.Version, m.left[key]+1)
		delete(m.left, key)
	}
}
