package canon

import (
	"iter"
	"slices"
	"strings"
	"time"
)

// Facts are what a session is at one seq, as the State Map, the disk and the
// list of proposals tell it. They hold no order: documents made of the same
// facts are the same, and cost least where the entities of a path stand
// together.
type Facts struct {
	Seq     int64
	Updated time.Time
	// LastHash is the hash of the SESSION_STATE before, "" for none.
	LastHash string

	Entities []Entity
	// Files gives the entities in place of Entities: those of a file at a time, files by
	// path and entities by symbol, the same each time that it is asked. What it has given
	// is not looked at any more once it gives the next. So a large State Map costs no
	// copy of it.
	Files iter.Seq[[]*Entity]

	Revoked   []Revocation // of the last 10 episodes
	Contested []Contest
	Lost      []Loss
	Proposals []Proposal
}

// Entity is an AUTHORITATIVE entity of the State Map.
type Entity struct {
	Path, Symbol string
	Hash         string // of its content, "sha256:…"
	// Seq is the Ledger's row that made it AUTHORITATIVE, Granted its time and
	// Grant the kind of grant: parity, disk, audit, user_verification,
	// write_head, operator, restore, recovery.
	Seq     int64
	Granted time.Time
	Grant   string
	// Persisted reports whether the disk holds the artifact.
	Persisted bool
	// Stale is why it is STALE, "" where it is not.
	Stale Staleness
	// Unreadable is why its file cannot be read, "" where it can.
	Unreadable string
}

// Key names the entity, "path::symbol".
func (e *Entity) Key() string { return key(e.Path, e.Symbol) }

func key(path, symbol string) string { return path + separator + symbol }

// Split takes an entity's name apart.
func Split(key string) (path, symbol string) {
	path, symbol, _ = strings.Cut(key, separator)
	return path, symbol
}

// separator stands between path and symbol (TSLP 3.3). A path holds none.
const separator = "::"

// Staleness is the reason of a STALE entity.
type Staleness string

// The two reasons: the disk still holds the base of the artifact, or someone
// changed the file.
const (
	NotApplied Staleness = "not_applied"
	Edited     Staleness = "edited"
)

// Revocation is a grant that was taken back: the entity was tombstoned,
// dropped by a recovery, or replaced by the operator's word.
type Revocation struct {
	Path, Symbol string
	Seq          int64 // of the row that had granted
	Granted      time.Time
	Grant        string
	Reason       string // in words
}

// Contest is a promotion that a late audit doubts (TSLP 10).
type Contest struct {
	Path, Symbol string
	Artifact     string // its id
	Reason       string // in words
}

// Doubted says why a promotion is contested: called is what the audit found it
// to be.
func Doubted(called string) string {
	return "a late shadow audit calls it " + called + "; save it to the disk, or keep it, and it stands"
}

// Loss is an entity that a recovery could not bring back, or what a foreign
// document held that is no entity of code: its name is Path then, without a
// Symbol.
type Loss struct {
	Path, Symbol string
	Hash         string
	Reason       string // in words
}

// MissingID names the conflict that a loss is.
func MissingID(key string) string { return missingPrefix + key }

// Key names what was lost as the document did.
func (l Loss) Key() string {
	if l.Symbol == "" {
		return l.Path
	}
	return key(l.Path, l.Symbol)
}

// Proposal is a PROPOSED artifact that waits for the operator.
type Proposal struct {
	ID           string
	Path, Symbol string
	Reason       string // the first of its reasons, in words
	Removes      bool   // it proposes a tombstone
	Blocking     bool   // work cannot go on without the decision
}

// files gives the entities by file, in the order of the documents.
func (f *Facts) files() iter.Seq[[]*Entity] {
	if f.Files != nil {
		return f.Files
	}
	entities := inOrder(f.Entities)
	return func(yield func([]*Entity) bool) {
		for from, to := 0, 0; from < len(entities); from = to {
			for to < len(entities) && entities[to].Path == entities[from].Path {
				to++
			}
			if !yield(entities[from:to]) {
				return
			}
		}
	}
}

// run is a stretch of entities of one path.
type run struct{ from, to int }

// inOrder lists the entities by path and symbol, the order of the documents.
// Stretches of one path are sorted as a whole: State Maps keep their entities
// by path, and comparing 1,000 paths is cheaper than 10,000 keys.
func inOrder(entities []Entity) []*Entity {
	var runs []run
	for i := range entities {
		if last := len(runs) - 1; last >= 0 && entities[i].Path == entities[runs[last].from].Path {
			runs[last].to = i + 1
			continue
		}
		runs = append(runs, run{i, i + 1})
	}
	slices.SortFunc(runs, func(a, b run) int {
		return strings.Compare(entities[a.from].Path, entities[b.from].Path)
	})
	ordered := make([]*Entity, 0, len(entities))
	start := 0 // of the path at hand in ordered
	for _, r := range runs {
		if start < len(ordered) && ordered[start].Path != entities[r.from].Path {
			sortSymbols(ordered[start:])
			start = len(ordered)
		}
		for i := r.from; i < r.to; i++ {
			ordered = append(ordered, &entities[i])
		}
	}
	sortSymbols(ordered[start:])
	return ordered
}

func sortSymbols(ofOnePath []*Entity) {
	slices.SortFunc(ofOnePath, func(a, b *Entity) int { return strings.Compare(a.Symbol, b.Symbol) })
}
