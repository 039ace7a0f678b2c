package watch

import (
	"context"
	"errors"
	"slices"

	"holdfast/engine/applied"
	"holdfast/engine/decide"
	"holdfast/engine/sessions"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// settleSaved settles the files that a client saved as replies said.
func (w *Watcher) settleSaved(ctx context.Context, s *sessions.Session, in func(path string) bool) error {
	if w.sessions.ReadOnly() != "" {
		return nil
	}
	replies := w.repliesOf(s)
	for _, a := range slices.Backward(replies.Of(in)) {
		for path, was := range replies.Files(a) {
			if !in(path) {
				continue
			}
			if err := w.settleFile(ctx, s, a, was); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleFile settles one file where the reply explains what became of it. Another look
// that comes to the same file waits until all of it is settled.
func (w *Watcher) settleFile(ctx context.Context, s *sessions.Session, a *applied.Reply, was applied.File) error {
	w.settling.Lock()
	defer w.settling.Unlock()
	var p *decide.Plan
	err := sessions.Retry(func() error {
		p = nil
		disk := w.Reading()
		file := disk.File(was.Path)
		if file == nil || was.Before.Sum() == disk.Version(was.Path).Sum() || !a.Explains(was, file.Src) {
			return nil
		}
		p = s.Ground.Plan(applied.Rewrote(was.Rewritten, s.Map, disk), decide.Writer{Origin: event.ByModel, Episode: a.Episode, Finish: "stop", First: decide.LaterArtifacts}, disk)
		if err := w.closeRest(ctx, s, a, was.Path, p); err != nil || len(p.Events) == 0 {
			return err
		}
		return s.Commit(ctx, p.Blobs, p.Events)
	})
	if errors.Is(err, event.ErrExists) { // one evidence is one artifact: another look at the disk has settled the file
		p, err = &decide.Plan{}, nil
	}
	if err != nil || p == nil {
		return err
	}
	defer w.repliesOf(s).Done(a, was.Path) // who finds nothing awaited finds all of it settled
	if len(p.Events) == 0 {
		return nil
	}
	w.LookAgain(s, statemap.Keys(p.Promoted)...)
	w.means.Hub.Changed()
	return w.Settle(ctx, s, func(path string) bool { return path == was.Path }) // what it removed
}

// closeRest closes what still waits of a reply for a file that its client has saved:
// the disk tells what became of it. Once that is so of every file that the reply
// certainly is about, what it only seemed to propose for others was not applied.
func (w *Watcher) closeRest(ctx context.Context, s *sessions.Session, a *applied.Reply, path string, p *decide.Plan) error {
	closed := map[string]bool{}
	for _, ev := range p.Events {
		switch ev := ev.(type) {
		case event.ArtifactClosed:
			closed[ev.Artifact] = true
		case event.ArtifactPromoted:
			closed[ev.Artifact] = true
		}
	}
	last := w.repliesOf(s).Last(a, path)
	for _, wait := range s.Pending.In(Everywhere) {
		if closed[wait.ID] || wait.Path != path && (wait.Confirmed || !last) {
			continue
		}
		stored, err := w.means.DB.Artifact(ctx, s.ID, wait.ID)
		if err != nil {
			return err
		}
		switch {
		case stored.Episode != a.Episode || stored.State != event.Proposed:
		case wait.Path == path:
			p.Events = append(p.Events, decide.Close(wait.ID, wait.Entity, "client", "the client saved "+path+" as it made it of the reply"))
		default:
			p.Events = append(p.Events, decide.NotApplied(wait, "the client saved what the reply has for "+path+", and not this"))
		}
	}
	return nil
}
