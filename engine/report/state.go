package report

import (
	"context"

	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// Entities lists the State Map by path and order of appearance, and after it
// what was tombstoned within the last episodes and can be restored.
func (r *Reader) Entities(ctx context.Context) ([]Entity, error) {
	s, err := r.active(ctx)
	if err != nil {
		return nil, err
	}
	counts, reviews := s.Pending.Counts(), s.Pending.Reviews()
	found := r.watcher.Compare(s, s.Map.Sorted())
	out := make([]Entity, 0, len(found))
	for _, x := range found {
		row := rowOf(x.Entry)
		row.Pending, row.Stale, row.Kept = counts[x.Key()], stale.ReasonOf(x.Entry, x.Report), stale.Overruled(x.Entry, x.Report)
		row.InReview = reviews[x.Key()]
		out = append(out, row)
	}
	gone, err := r.restorable(ctx, s)
	return append(out, gone...), err
}

// Listed is Entities without a look at the disk: what that tells of an entity is left out.
func (r *Reader) Listed(ctx context.Context) ([]Entity, error) {
	s, err := r.active(ctx)
	if err != nil {
		return nil, err
	}
	var out []Entity
	for _, e := range s.Map.Sorted() {
		out = append(out, rowOf(e))
	}
	gone, err := r.restorable(ctx, s)
	return append(out, gone...), err
}

// entityOf is an artifact as a row of the State Map.
func entityOf(a event.Artifact) Entity {
	return Entity{
		Key: a.Entity, Path: a.Path, Symbol: a.Symbol, Kind: a.Kind, Language: a.Language, Artifact: a.ID, Hash: a.Hash,
		Version: a.Version, Grant: a.Grant, Origin: a.Origin, Turn: a.Turn, Updated: a.Changed,
	}
}

// Resolve finds the entities that a person means by a full key, a symbol or
// the end of a key.
func (r *Reader) Resolve(ctx context.Context, name string) ([]string, error) {
	entities, err := r.Entities(ctx)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, x := range entities {
		if x.Key == name {
			return []string{name}, nil
		}
		if matches(x, name) {
			found = append(found, x.Key)
		}
	}
	return found, nil
}

func matches(x Entity, name string) bool {
	path, symbol := resolve.Split(name)
	if symbol == "" {
		return x.Symbol == name || statemap.LastName(x.Symbol) == name || x.Path == name && x.Symbol == "*"
	}
	return (x.Symbol == symbol || statemap.LastName(x.Symbol) == symbol) && (x.Path == path || hasSuffixPath(x.Path, path))
}

// hasSuffixPath reports whether a path ends in another.
func hasSuffixPath(path, suffix string) bool {
	return len(path) > len(suffix) && path[len(path)-len(suffix)-1] == '/' && path[len(path)-len(suffix):] == suffix
}

// State is the named session's State Map, hashes and times only.
func (r *Reader) State(ctx context.Context, session string) (StateView, error) {
	s, err := r.sessions.For(ctx, session)
	if err != nil {
		return StateView{}, err
	}
	if err := r.sessions.CatchUp(ctx); err != nil {
		return StateView{}, err
	}
	return StateOf(s.Name(), r.watcher.EachCompared(s, s.Map.Sorted())), nil
}

// Losses lists the entities that the last recovery of the active session could
// not bring back, in the order of its document. Tombstone lets go of one.
func (r *Reader) Losses(ctx context.Context) ([]Loss, error) {
	s, err := r.active(ctx)
	if err != nil {
		return nil, err
	}
	lost := s.Chain.Lost()
	out := make([]Loss, len(lost))
	for i, l := range lost {
		out[i] = Loss{Key: l.Entity, Hash: l.Artifact, Reason: l.Reason}
	}
	return out, nil
}
