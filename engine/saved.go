package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// Clients that apply the edits of a reply are less strict about where an edit fits
// than holdfast, which never guesses: they shift its indentation, or lay a fence
// over a file as it is. What they then save is told by its lines: a file whose
// change is all in the reply was made by the client of the reply, with the user's
// consent, and is settled as the disk holds it (product.md, choice 10).

// applicable is a reply whose code a client may yet save, with the files that it may
// be about as they were before.
type applicable struct {
	episode  string
	evidence []byte
	code     resolve.Code
	files    map[string]asBefore
	named    map[string]bool // of the files, those that the reply certainly is about
}

type asBefore struct {
	rewritten
	lines resolve.Lines
}

// Bounds on what is awaited: clients save at once, or never.
const (
	maxApplicable      = 16      // replies
	maxApplicableFiles = 32      // of a reply
	maxApplicableReply = 1 << 20 // bytes
)

// applicables are the newest replies of a session, the oldest first. After a restart
// they are not known any more: what was saved meanwhile is then STALE.
type applicables struct {
	mu   sync.Mutex
	list []*applicable
}

func (l *applicables) add(a *applicable) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, a)
	if n := len(l.list); n > maxApplicable {
		l.list = slices.Delete(l.list, 0, n-maxApplicable)
	}
}

// of lists the replies that may be about one of the files that want names.
func (l *applicables) of(want func(path string) bool) (list []*applicable) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.list {
		for path := range a.files {
			if want(path) {
				list = append(list, a)
				break
			}
		}
	}
	return list
}

// done ends the wait for a file, of a reply and of those before it.
func (l *applicables) done(a *applicable, path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, earlier := range l.list {
		delete(earlier.files, path)
		delete(earlier.named, path)
		if earlier == a {
			return
		}
	}
}

// last reports whether no file but path is awaited of those that a reply certainly
// is about.
func (l *applicables) last(a *applicable, path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(a.named) == 0 || len(a.named) == 1 && a.named[path]
}

// awaitSaving notes what a client may come to make of the files that a reply is
// about.
func (t *turn) awaitSaving(blocks []block.Block, p *decide.Plan, reply wire.Reply) {
	if len(blocks) == 0 || len(reply.Text) > maxApplicableReply {
		return
	}
	s, disk := t.session, t.session.engine.diskNow()
	a := &applicable{episode: t.id, evidence: []byte(reply.Text), code: resolve.CodeOf(blocks), files: map[string]asBefore{}, named: map[string]bool{}}
	for _, path := range t.mayBeSaved(p) {
		was := asBefore{}
		if file := disk.File(path); file != nil {
			was.lines = resolve.LinesOf(file.Src)
		}
		was.rewritten = rewritten{resolve.Rewrite{Path: path, Evidence: a.evidence, Said: true}, disk.Version(path)}
		a.files[path] = was
	}
	for _, j := range p.Judged {
		if _, awaited := a.files[j.Artifact.Path]; awaited && j.Artifact.Confidence == event.Confirmed {
			a.named[j.Artifact.Path] = true
		}
	}
	if len(a.files) > 0 {
		s.applicables.add(a)
	}
}

// mayBeSaved lists the files that a reply is about: those that it names, and where it
// names none for a block, the tracked files that the request names on a line of
// their own.
func (t *turn) mayBeSaved(p *decide.Plan) []string {
	var list []string
	add := func(path string) {
		if path != "" && len(list) < maxApplicableFiles && !slices.Contains(list, path) {
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
			if path := strings.TrimSpace(line); len(path) <= maxPathLine && t.session.state.Known(path) {
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
	for _, a := range slices.Backward(s.applicables.of(in)) {
		for path, was := range s.applicables.files(a) {
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

// files is a copy of the files of a reply that are awaited yet.
func (l *applicables) files(a *applicable) map[string]asBefore {
	l.mu.Lock()
	defer l.mu.Unlock()
	files := make(map[string]asBefore, len(a.files))
	for path, was := range a.files {
		files[path] = was
	}
	return files
}

// settleFile settles one file where the reply explains what became of it.
func (s *session) settleFile(ctx context.Context, a *applicable, was asBefore) error {
	var p *decide.Plan
	err := sessions.Retry(func() error {
		p = nil
		disk := s.engine.diskNow()
		file := disk.File(was.Path)
		if file == nil || was.before.Sum() == disk.Version(was.Path).Sum() || !a.code.Explains(was.lines, file.Src) {
			return nil
		}
		p = s.ground.Plan(s.rewrote(was.rewritten, disk), decide.Writer{Origin: event.ByModel, Episode: a.episode, Finish: "stop", First: laterArtifacts}, disk)
		if err := s.closeRest(ctx, a, was.Path, p); err != nil || len(p.Events) == 0 {
			return err
		}
		return s.commit(ctx, p.Blobs, p.Events)
	})
	if errors.Is(err, event.ErrExists) { // one evidence is one artifact: another look at the disk has settled the file
		p, err = &decide.Plan{}, nil
	}
	if err != nil || p == nil {
		return err
	}
	s.applicables.done(a, was.Path)
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
func (s *session) closeRest(ctx context.Context, a *applicable, path string, p *decide.Plan) error {
	closed := map[string]bool{}
	for _, ev := range p.Events {
		switch ev := ev.(type) {
		case event.ArtifactClosed:
			closed[ev.Artifact] = true
		case event.ArtifactPromoted:
			closed[ev.Artifact] = true
		}
	}
	last := s.applicables.last(a, path)
	for _, w := range s.pending.In(everywhere) {
		if closed[w.ID] || w.Path != path && (w.Confirmed || !last) {
			continue
		}
		stored, err := s.engine.db.Artifact(ctx, s.id, w.ID)
		if err != nil {
			return err
		}
		switch {
		case stored.Episode != a.episode || stored.State != event.Proposed:
		case w.Path == path:
			p.Events = append(p.Events, decide.Close(w.ID, w.Entity, "client", "the client saved "+path+" as it made it of the reply"))
		default:
			p.Events = append(p.Events, decide.NotApplied(w, "the client saved what the reply has for "+path+", and not this"))
		}
	}
	return nil
}
