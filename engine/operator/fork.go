package operator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"holdfast/engine/canon"
	"holdfast/engine/decide"
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/sessions"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// forkAtOnce is how many entities the first commit copies, and each further one twice as
// many up to forkMost, so that a fork neither holds much in memory nor keeps the replies
// of requests waiting.
const (
	forkAtOnce = 200
	forkMost   = 3200
)

// Fork begins a session with a copy of another's State Map and items and switches to it.
// What is known of the disk comes along, and so do pastes that wait for a review:
// what they are about is withheld until then (product 13). Other proposals and
// conversations do not.
// Each copy names the artifact it was made of. Until the copy is whole nobody
// can use the session; a fork that fails leaves none.
func (o *Desk) Fork(ctx context.Context, from, name string) error {
	parent, err := o.means.Sessions.For(ctx, from)
	if err != nil {
		return err
	}
	if err := o.means.Sessions.MayBeNamed(ctx, name); err != nil {
		return err
	}
	f := fork{desk: o, parent: parent, id: o.means.NewID(), episode: o.means.NewID(), from: map[string]decide.Source{}, most: forkAtOnce, left: forkAtOnce}
	parent.Emit(ctx) // so that the copy can say of which state it is one
	at := parent.Chain.Link()
	f.events = []event.Event{
		event.SessionCreated{ID: f.id, Name: f.id, Parent: parent.ID, Copying: true},
		event.EpisodeOpened{Episode: f.episode, Kind: "operator", Format: "fork"},
	}
	if err := o.means.DB.StateMap(ctx, parent.ID, func(a event.Artifact) error { return f.copy(ctx, a) }); err != nil {
		return fmt.Errorf("forking session %q: %w", parent.Name(), err)
	}
	if err := f.reviews(ctx); err != nil {
		return fmt.Errorf("forking session %q: %w", parent.Name(), err)
	}
	items, blobs, err := o.means.Items.Copy(ctx, parent.ID)
	if err != nil {
		return fmt.Errorf("forking session %q: %w", parent.Name(), err)
	}
	f.blobs = blobs
	f.events = append(append(f.events, items...), event.EpisodeClosed{Episode: f.episode, Status: event.EpisodeIsClosed},
		f.end(name, at), event.SessionActivated{})
	if err := o.means.Sessions.Changed(name, f.flush(ctx)); err != nil {
		return err
	}
	made := o.means.Sessions.ByID(f.id)
	made.Emit(ctx)
	o.means.Disk.Verify(made, made.Map.Sorted())
	return nil
}

// fork is a copy under way.
type fork struct {
	desk        *Desk
	parent      *sessions.Session
	id, episode string
	events      []event.Event
	blobs       [][]byte // of the last commit
	from        map[string]decide.Source
	copied      int
	most, left  int // of entities in a commit, and until the next one
}

// copy copies one authoritative artifact, with what is known of its place on
// disk.
func (f *fork) copy(ctx context.Context, a event.Artifact) error {
	id := decide.ArtifactID(f.episode, f.copied, a.Entity, a.Hash)
	bases := a.Bases
	if !a.Persisted {
		stood, err := statemap.StoodOnAll(ctx, f.desk.means.DB, a)
		if err != nil {
			return err
		}
		if stood != nil {
			bases = wordsOf(stood.Bases)
		}
	}
	f.events = append(f.events, decide.Copied(a, id, f.episode, f.report(a), bases)...)
	f.from[id] = decide.Source{Artifact: a.ID, Places: a.Places}
	f.copied++
	if f.left--; f.left > 0 {
		return nil
	}
	f.most = min(forkMost, 2*f.most)
	f.left = f.most
	return f.flush(ctx)
}

// reviews copies the pastes that wait for one, the oldest first. Their reports say
// where they come from: only of what was the truth does the Ledger name copies.
func (f *fork) reviews(ctx context.Context) error {
	list, err := f.desk.means.DB.Artifacts(ctx, f.parent.ID, store.Filter{States: []event.State{event.Proposed}})
	if err != nil {
		return err
	}
	for n, a := range slices.Backward(list) {
		if !gates.Unproven(a.Gates) {
			continue
		}
		rec := decide.RecordedAs(decide.ArtifactID(f.episode, f.copied+n, a.Entity, a.Hash), a)
		rec.Episode = f.episode
		rec.Gates.Checks = append(slices.Clone(rec.Gates.Checks), event.Check{
			Name: "fork", Gate: gates.GateA, Pass: true, Detail: fmt.Sprintf("copied from session %s, where artifact %s waits", f.parent.Name(), a.ID),
		})
		f.events = append(f.events, rec)
	}
	return nil
}

// end is the event that makes the copy a session: its chain is its own, and its
// first delta says of which state of the parent's chain it is a copy.
func (f *fork) end(name string, at canon.Link) event.SessionForked {
	ev := event.SessionForked{Name: name, Entities: f.copied, From: f.parent.Name()}
	if at == f.parent.Chain.Link() {
		ev.Number, ev.State = at.Seq, at.Hash
	}
	return ev
}

func (f *fork) flush(ctx context.Context) error {
	events := decide.Together(f.events, f.from)
	f.events = nil
	clear(f.from)
	if err := ctx.Err(); err != nil {
		return err
	}
	return f.desk.means.Sessions.Commit(ctx, f.id, f.blobs, events)
}

// report is the gate report of a copy: it stands by the grant of what it is a
// copy of, whose own report is kept where that is.
func (f *fork) report(a event.Artifact) event.GateReport {
	grant := strings.ReplaceAll(a.Grant, "_", " ")
	return event.GateReport{Decision: gates.Promote, Grant: a.Grant, Checks: []event.Check{{
		Name: "fork", Gate: gates.GateB, Pass: true,
		Detail: fmt.Sprintf("copied from session %s, where artifact %s stands as v%d by %s", f.parent.Name(), a.ID, a.Version, grant),
	}}}
}

// wordsOf are versions of the disk as the Ledger says them.
func wordsOf(versions []etv.Digest) []string {
	words := make([]string, len(versions))
	for i, v := range versions {
		if words[i] = v.String(); v == etv.Absent {
			words[i] = event.DiskAbsent
		}
	}
	return words
}
