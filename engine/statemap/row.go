package statemap

import (
	"slices"
	"sync"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/store/event"
)

// row is what the entries that one row of the Ledger made AUTHORITATIVE have in common:
// many, where it adopted a file.
type row struct {
	// id is that of the artifact, or what the ids of all artifacts of the row begin with.
	id      string
	file    etv.Digest // see adoptedOf
	seq     int64
	updated int64 // Unix milliseconds
	turn    int32
	own     *detail // nil where adoptions has it
	// adoptions reads the details of the row, nil where it made one entry alone.
	adoptions *Adoptions
}

// detail is what of an entry is asked for rarely.
type detail struct {
	structure etv.Digest // of structure and leaves
	shows     etv.Digest // of what is hydrated
	size      [4]int32   // see Measure
}

// detail returns that of an entry; its zero value where the database cannot be read, of
// which everything holds that is not known: it cannot be shown, and another layout on
// disk is an edit.
func (e *Entry) detail() detail {
	switch {
	case e.row.own != nil:
		return *e.row.own
	case e.row.adoptions == nil:
		return detail{}
	}
	return e.row.adoptions.of(e.row.seq, int(e.nth))
}

// Artifact returns the id of the artifact.
func (e *Entry) Artifact() string {
	if e.row.adoptions == nil {
		return e.row.id
	}
	return event.AdoptedID(e.row.id, int(e.nth))
}

// Granted returns the row of the Ledger that made it AUTHORITATIVE.
func (e *Entry) Granted() int64 { return e.row.seq }

// Turn returns the number of the turn that brought it.
func (e *Entry) Turn() int { return int(e.row.turn) }

// Structure returns the hash of structure and leaves of the artifact.
func (e *Entry) Structure() etv.Digest { return e.detail().structure }

// TextHash returns the Vault hash of what is hydrated.
func (e *Entry) TextHash() string { return e.detail().shows.String() }

// Measure returns what gate A compares a new version with.
func (e *Entry) Measure() gates.Measure {
	size := e.detail().size
	return gates.Measure{Nodes: int(size[0]), Tokens: int(size[1]), Errors: int(size[2]), Count: int(size[3])}
}

// rowOf returns the row of an artifact that stands for itself.
func rowOf(a *event.Artifact) *row {
	return &row{
		id: a.ID, file: adoptedOf(a), seq: a.StateSeq, updated: a.Changed.UnixMilli(), turn: int32(a.Turn),
		own: &detail{DigestOf(a.Structure), DigestOf(a.Text), [4]int32{int32(a.Nodes), int32(a.Tokens), int32(a.Errors), int32(a.Count)}},
	}
}

// Adoptions read again what was adopted with its file, as far as it is not kept with each
// entry: most is never asked for, and what is asked for once is so with its neighbours.
type Adoptions struct {
	read func(row int64) (event.FileAdopted, error)

	mu     sync.Mutex
	recent []adopted // the one asked for last in front
	weight int       // of recent, in symbols
}

// adopted are the details of a row's symbols.
type adopted struct {
	row     int64
	details []detail
}

// mostAdopted bounds of how many symbols the details are kept, 80 bytes each, unless one
// row has more.
const mostAdopted = 1 << 14

// NewAdoptions returns those that read a row of the Ledger so.
func NewAdoptions(read func(row int64) (event.FileAdopted, error)) *Adoptions {
	return &Adoptions{read: read}
}

func (x *Adoptions) of(row int64, nth int) detail {
	list := x.get(row)
	if list == nil {
		ev, err := x.read(row)
		if err != nil {
			return detail{}
		}
		list = detailsOf(&ev)
		x.put(adopted{row, list})
	}
	if nth >= len(list) {
		return detail{}
	}
	return list[nth]
}

func detailsOf(ev *event.FileAdopted) []detail {
	list := make([]detail, len(ev.Symbols))
	for i := range ev.Symbols {
		list[i] = *detailOf(&ev.Symbols[i])
	}
	return list
}

func detailOf(s *event.AdoptedSymbol) *detail {
	sums, _ := s.Digests()
	return &detail{sums.Structure, sums.Text, [4]int32{int32(s.Nodes), int32(s.Tokens), int32(s.Errors), int32(max(s.Count, 1))}}
}

// get returns the details of a row that are kept, nil for none.
func (x *Adoptions) get(row int64) []detail {
	x.mu.Lock()
	defer x.mu.Unlock()
	at := slices.IndexFunc(x.recent, func(a adopted) bool { return a.row == row })
	if at < 0 {
		return nil
	}
	found := x.recent[at]
	copy(x.recent[1:at+1], x.recent[:at])
	x.recent[0] = found
	return found.details
}

// put keeps the details of a row, in place of those that were asked for longest ago.
func (x *Adoptions) put(a adopted) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.recent = slices.Insert(x.recent, 0, a)
	for x.weight += len(a.details); x.weight > mostAdopted && len(x.recent) > 1; {
		last := len(x.recent) - 1
		x.weight -= len(x.recent[last].details)
		x.recent = slices.Delete(x.recent, last, last+1)
	}
}
