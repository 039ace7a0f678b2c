package engine

import (
	"sync/atomic"
	"time"
	"unique"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// entry is one AUTHORITATIVE entity as the request path needs it. Entries are
// immutable once they are in the map: a promotion puts a new one in place.
// There may be many thousands, so that each of its bytes counts.
type entry struct {
	hydrate.Named            // shared with the index
	artifact      string     // id
	content       etv.Digest // of the canonical text
	structure     etv.Digest // of structure and leaves
	shows         etv.Digest // of what is hydrated
	standing      unique.Handle[standing]
	updated       int64 // Unix milliseconds
	granted       int64 // the ledger row that made it AUTHORITATIVE
	version       int32
	turn          int32
	size          [4]int32 // see measure
	namesakes     *entry   // the next with the same last name; the map's lock guards it
	// disk is what is known of its place on disk; it changes as that is learnt.
	disk atomic.Pointer[onDisk]
}

// standing is what many entities have in common.
type standing struct {
	kind     string
	grant    string
	origin   event.Origin
	language string
	top      bool // see resolve.Tracked
}

// digestOf is a Vault hash as bytes: a map of 10,000 entities holds 30,000.
func digestOf(hash string) etv.Digest {
	d, _ := etv.ParseDigest(hash) // the database holds nothing else
	return d
}

// hash is the content hash of the authoritative artifact, "sha256:…".
func (e *entry) hash() string { return e.content.String() }

// text is the Vault hash of what is hydrated.
func (e *entry) text() string { return e.shows.String() }

// shown is the entity as hydration takes it.
func (e *entry) shown() hydrate.Entity {
	return hydrate.Entity{Named: e.Named, Hash: e.hash(), TextHash: e.text()}
}

// kind is that of its symbol.
func (e *entry) kind() string { return e.standing.Value().kind }

// whole reports whether it is its file as a whole.
func (e *entry) whole() bool { return e.Symbol == source.Whole && !e.Rest }

// language is that of the entity's file.
func (e *entry) language() string { return e.standing.Value().language }

// tracked is the entity as resolution takes it.
func (e *entry) tracked() resolve.Tracked {
	standing := e.standing.Value()
	return resolve.Tracked{
		Key: e.Key, Path: e.Path, Symbol: e.Symbol, Kind: standing.kind, Language: standing.language, Container: e.Container, Top: standing.top, Position: e.Position,
	}
}

// measure is what gate A compares a new version with.
func (e *entry) measure() gates.Measure {
	return gates.Measure{Nodes: int(e.size[0]), Tokens: int(e.size[1]), Errors: int(e.size[2]), Count: int(e.size[3])}
}

// changed is when it was promoted, to the millisecond, UTC.
func (e *entry) changed() time.Time { return time.UnixMilli(e.updated).UTC() }

func entryOf(a event.Artifact) *entry {
	path, symbol := resolve.Split(a.Entity) // parts of the key share its bytes
	e := &entry{
		Named: hydrate.Named{
			Key: a.Entity, Path: path, Symbol: symbol, Container: shared(a.Container), Position: a.Position,
			ByUser: vouched(a), Rest: a.Kind == source.Rest,
		},
		artifact: a.ID, content: digestOf(a.Hash), structure: digestOf(a.Structure), shows: digestOf(a.Text),
		standing: unique.Make(standing{kind: a.Kind, grant: a.Grant, origin: a.Origin, language: a.Language, top: a.Top}),
		updated:  a.Changed.UnixMilli(), granted: a.StateSeq, version: int32(a.Version), turn: int32(a.Turn),
		size: [4]int32{int32(a.Nodes), int32(a.Tokens), int32(a.Errors), int32(a.Count)},
	}
	e.disk.Store(stands(placeOf(a), nil))
	return e
}

// vouched reports whether the user vouches for an artifact, rather than the disk that
// came to hold what they pasted.
func vouched(a event.Artifact) bool { return a.Origin == event.ByUser && a.Grant != gates.GrantDisk }

// shared is the one copy of a string that many entities hold.
func shared(s string) string { return unique.Make(s).Value() }
