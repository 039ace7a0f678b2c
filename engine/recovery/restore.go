package recovery

import (
	"context"
	"fmt"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/decide"
	"holdfast/engine/gates"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// report is the gate report of everything that is recovered.
func (r *recovering) report(from string) event.GateReport {
	return gates.Recovered(fmt.Sprintf("recovered by the operator from %s %d, its content %s", r.Kind, r.Seq, from))
}

// batch is everything that the plan does, as an episode of its own. Where the
// session was not trusted, all of it ends before the word that says so, and only
// what comes after that word is believed.
func (r *recovering) batch(ctx context.Context) ([][]byte, []event.Event, error) {
	s, id := r.session, r.desk.means.NewID()
	events := append(r.desk.creation(s), event.EpisodeOpened{Episode: id, Kind: "operator", Format: "recovery"})
	word := r.word()
	if r.Doubt != "" {
		events = append(append(events, s.Ground.EndAll(rebuild.ByRecovery, "the session was recovered, and what it held is not trusted")...), word)
	} else {
		events = append(append(events, word), r.leaving()...)
	}
	a := s.Ground.Batch(id)
	a.Origin, a.Closed = event.ByRecovery, r.Doubt != ""
	for _, step := range r.Plan.Restored {
		if err := r.restore(ctx, a, step); err != nil {
			return nil, nil, err
		}
	}
	a.Report = r.report("is on the disk")
	for _, step := range r.Plan.Healed {
		file := r.Disk.File(step.Path)
		a.Symbol(file, positionOf(file, step.Symbol), symbolOfStep(file, step), r.stands(step.Key))
	}
	events = append(append(events, a.Events...), event.EpisodeClosed{Episode: id, Status: "closed"})
	return append(a.Blobs, r.Document.Text), events, nil
}

// word is the event that says what the session was recovered from.
func (r *recovering) word() event.SessionRecovered {
	s := r.session
	last := s.Chain.Last()
	word := event.SessionRecovered{
		Document: event.Hash(r.Document.Text), Kind: string(r.Kind), Number: r.Seq, State: r.Hash,
		Continues: last.Row == 0 || r.Doubt != "" && r.Seq > last.Number, Overruled: r.desk.sessions.Overruled(),
	}
	for _, step := range r.Plan.Missing {
		word.Missing = append(word.Missing, event.LostEntity{Entity: step.Key, Artifact: step.Hash, Reason: step.Reason})
	}
	return word
}

// leaving takes out of the State Map what the document lacks, and what it holds
// in a version that is lost.
func (r *recovering) leaving() []event.Event {
	var events []event.Event
	for _, list := range [][]canon.Step{r.Plan.Dropped, r.Plan.Missing} {
		for _, step := range list {
			if e := r.session.Map.Get(step.Key); e != nil {
				events = append(events, r.session.Ground.Invalidate(e.Key(), "the session was recovered")...)
				events = append(events, decide.End(e, rebuild.ByRecovery, "the session was recovered: "+step.Reason))
			}
		}
	}
	return events
}

// stands is the entry that a recovered version replaces, nil for none.
func (r *recovering) stands(key string) *statemap.Entry {
	if r.Doubt != "" {
		return nil // all of it was ended
	}
	return r.session.Map.Get(key)
}

// restore records a content of the Vault anew, as the version that a document
// names.
func (r *recovering) restore(ctx context.Context, a *decide.Batch, step canon.Step) error {
	from, err := r.Source(ctx, step.Key, step.Hash)
	if err != nil {
		return err
	}
	if from.Block != "" && !r.inVault(ctx, from.Block) {
		from.Block = "" // it is gone, and the content is proven without it
	}
	if from.Entity != step.Key { // the same content in another place
		from.Entity, from.Path, from.Symbol, from.Container = step.Key, step.Path, step.Symbol, decide.ContainerOf(step.Symbol)
	}
	if !a.Closed {
		a.Events = append(a.Events, a.Invalidate(step.Key, "the session was recovered")...)
	}
	a.Again(from, r.report("is in the Vault as artifact "+from.ID), r.Disk.Check(stale.Expect(step.Path, step.Symbol, from.Kind, from.Hash, from.Structure)), r.stands(step.Key))
	return nil
}

// positionOf is where a symbol stands in the order of its file.
func positionOf(file *source.File, symbol string) int {
	for i := range file.Symbols {
		if file.Symbols[i].Name == symbol {
			return i
		}
	}
	return 0
}
