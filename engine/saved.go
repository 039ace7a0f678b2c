package engine

import (
	"context"
	"errors"
	"slices"
	"strings"

	"holdfast/engine/applied"
	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// awaitSaving notes what a client may come to make of the files that a reply is
// about.
func (t *turn) awaitSaving(blocks []block.Block, p *decide.Plan, reply wire.Reply) {
	named := func(path string) bool {
		return slices.ContainsFunc(p.Judged, func(j decide.Judged) bool {
			return j.Artifact.Path == path && j.Artifact.Confidence == event.Confirmed
		})
	}
	if len(blocks) == 0 {
		return
	}
	s := t.session
	if a := applied.NewReply(t.id, reply.Text, blocks, t.mayBeSaved(p), named, s.engine.diskNow()); a != nil {
		s.replies.Add(a)
	}
}

// mayBeSaved lists the files that a reply is about: those that it names, and where it
// names none for a block, the tracked files that the request names on a line of
// their own.
func (t *turn) mayBeSaved(p *decide.Plan) []string {
	var list []string
	add := func(path string) {
		if path != "" && len(list) < applied.MaxFiles && !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	pathless := false
	for _, j := range p.Judged {
		add(j.Artifact.Path)
	}
	for _, l := range p.Loose {
		add(l.Path)
		pathless = pathless || l.Path == ""
	}
	for _, u := range p.Unchanged {
		path, _ := resolve.Split(u.Entity)
		add(path)
	}
	if !pathless {
		return list
	}
	for _, text := range t.requestText().Texts() {
		for line := range strings.Lines(text) {
			if path := strings.TrimSpace(line); len(path) <= maxPathLine && t.session.Map.Known(path) {
				add(path)
			}
		}
	}
	return list
}

// maxPathLine is the length of the longest line that is looked up as a path.
const maxPathLine = 250

// takeDisk has the disk settle what waits for it: what it holds exactly, and the files
// that clients have made of replies.
func (s *session) takeDisk(ctx context.Context, in func(path string) bool) error {
	return errors.Join(s.settleByDisk(ctx, in), s.settleSaved(ctx, in))
}

// settleSaved settles the files that a client saved as replies said.
func (s *session) settleSaved(ctx context.Context, in func(path string) bool) error {
	if s.engine.ReadOnly() != "" {
		return nil
	}
	for _, a := range slices.Backward(s.replies.Of(in)) {
		for path, was := range s.replies.Files(a) {
			if !in(path) {
				continue
			}
			if err := s.settleFile(ctx, a, was); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleFile settles one file where the reply explains what became of it.
func (s *session) settleFile(ctx context.Context, a *applied.Reply, was applied.File) error {
	var p *decide.Plan
	err := sessions.Retry(func() error {
		p = nil
		disk := s.engine.diskNow()
		file := disk.File(was.Path)
		if file == nil || was.Before.Sum() == disk.Version(was.Path).Sum() || !a.Explains(was, file.Src) {
			return nil
		}
		p = s.Ground.Plan(applied.Rewrote(was.Rewritten, s.Map, disk), decide.Writer{Origin: event.ByModel, Episode: a.Episode, Finish: "stop", First: laterArtifacts}, disk)
		if err := s.closeRest(ctx, a, was.Path, p); err != nil || len(p.Events) == 0 {
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
	s.replies.Done(a, was.Path)
	if len(p.Events) == 0 {
		return nil
	}
	s.lookAgain(keysOf(p.Promoted)...)
	s.engine.hub.Changed()
	return s.settleByDisk(ctx, func(path string) bool { return path == was.Path }) // what it removed
}

// closeRest closes what still waits of a reply for a file that its client has saved:
// the disk tells what became of it. Once that is so of every file that the reply
// certainly is about, what it only seemed to propose for others was not applied.
func (s *session) closeRest(ctx context.Context, a *applied.Reply, path string, p *decide.Plan) error {
	closed := map[string]bool{}
	for _, ev := range p.Events {
		switch ev := ev.(type) {
		case event.ArtifactClosed:
			closed[ev.Artifact] = true
		case event.ArtifactPromoted:
			closed[ev.Artifact] = true
		}
	}
	last := s.replies.Last(a, path)
	for _, w := range s.Pending.In(everywhere) {
		if closed[w.ID] || w.Path != path && (w.Confirmed || !last) {
			continue
		}
		stored, err := s.engine.db.Artifact(ctx, s.ID, w.ID)
		if err != nil {
			return err
		}
		switch {
		case stored.Episode != a.Episode || stored.State != event.Proposed:
		case w.Path == path:
			p.Events = append(p.Events, decide.Close(w.ID, w.Entity, "client", "the client saved "+path+" as it made it of the reply"))
		default:
			p.Events = append(p.Events, decide.NotApplied(w, "the client saved what the reply has for "+path+", and not this"))
		}
	}
	return nil
}
