package statemap

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

// Entry is one AUTHORITATIVE entity as the request path needs it. Entries are
// immutable once they are in the map: a promotion puts a new one in place.
// There may be many thousands, so that each of its bytes counts.
type Entry struct {
	hydrate.Named            // shared with the index
	content       etv.Digest // of the canonical text
	standing      unique.Handle[standing]
	row           *row // that made it AUTHORITATIVE
	// disk is what is known of its place on disk; it changes as that is learnt.
	disk    atomic.Pointer[Place]
	Version int32
	nth     uint16 // which of the symbols of its row it is
}

// standing is what many entities have in common.
type standing struct {
	kind     string
	grant    string
	origin   event.Origin
	language string
	top      bool // see resolve.Tracked
}

// DigestOf returns a Vault hash as bytes: a map of 10,000 entities holds 30,000.
func DigestOf(hash string) etv.Digest {
	d, _ := etv.ParseDigest(hash) // the database holds nothing else
	return d
}

// Hash returns the content hash of the authoritative artifact, "sha256:…".
func (e *Entry) Hash() string { return e.content.String() }

// Content returns the content hash as bytes.
func (e *Entry) Content() etv.Digest { return e.content }

// Shown returns the entity as hydration takes it.
func (e *Entry) Shown() hydrate.Entity {
	return hydrate.Entity{Named: e.Named, Hash: e.Hash(), TextHash: e.TextHash()}
}

// Kind returns the kind of its symbol.
func (e *Entry) Kind() string { return e.standing.Value().kind }

// Whole reports whether it is its file as a whole.
func (e *Entry) Whole() bool { return e.Symbol == source.Whole && !e.Rest }

// Grant returns what made it AUTHORITATIVE.
func (e *Entry) Grant() string { return e.standing.Value().grant }

// Origin returns who wrote it.
func (e *Entry) Origin() event.Origin { return e.standing.Value().origin }

// Place returns what is known of its place on disk. It is shared, and not to be
// changed.
func (e *Entry) Place() *Place { return e.disk.Load() }

// Language returns that of the entity's file.
func (e *Entry) Language() string { return e.standing.Value().language }

// tracked is the entity as resolution takes it.
func (e *Entry) tracked() resolve.Tracked {
	standing := e.standing.Value()
	return resolve.Tracked{
		Key: e.Key(), Path: e.Path, Symbol: e.Symbol, Kind: standing.kind, Language: standing.language, Container: e.Container(), Top: standing.top, Position: int(e.Position),
	}
}

// Changed returns when it was promoted, to the millisecond, UTC.
func (e *Entry) Changed() time.Time { return time.UnixMilli(e.row.updated).UTC() }

// EntryOf returns the entry of an AUTHORITATIVE artifact.
func EntryOf(a event.Artifact) *Entry {
	e := entryOf(&a)
	e.row = rowOf(&a)
	return e
}

// entryOf is EntryOf without the row.
func entryOf(a *event.Artifact) *Entry {
	path, symbol := a.Path, a.Symbol // shared with what the row says of its file
	if n := len(path); len(a.Entity) != n+len("::")+len(symbol) || a.Entity[:n] != path || a.Entity[n+len("::"):] != symbol {
		path, symbol = resolve.Split(a.Entity)
	}
	e := &Entry{
		Named: hydrate.Named{
			Path: path, Symbol: symbol, Position: int32(a.Position), ByUser: Vouched(a), Rest: a.Kind == source.Rest,
		}.In(a.Container),
		content: DigestOf(a.Hash), Version: int32(a.Version),
		standing: unique.Make(standing{kind: a.Kind, grant: a.Grant, origin: a.Origin, language: a.Language, top: a.Top}),
	}
	e.disk.Store(stands(placeOf(a), nil))
	return e
}

// adoptedOf is the hash of the file of which an artifact was adopted, or that its content
// is a place of as it stands again; zero where it came otherwise. A disk that holds that
// file holds the artifact.
func adoptedOf(a *event.Artifact) etv.Digest {
	if a.Origin == event.ByDisk && a.Convention == "disk" || len(a.Places.Core) > 0 {
		return DigestOf(a.Block)
	}
	return etv.Digest{}
}

// Vouched reports whether the user vouches for an artifact, rather than the disk that
// came to hold what they pasted.
func Vouched(a *event.Artifact) bool { return vouched(a.Origin, a.Grant) }

func vouched(origin event.Origin, grant string) bool {
	return origin == event.ByUser && grant != gates.GrantDisk
}
