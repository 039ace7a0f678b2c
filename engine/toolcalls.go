package engine

import (
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/parser"
	"holdfast/parser/call"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// called resolves the tool calls of a reply. What they bring waits for the disk:
// the client applies it, with the user's consent, or does not.
func (t *turn) called(reply wire.Reply, context resolve.Context, disk *stale.Reading) resolve.Result {
	t.expected = nil
	if len(reply.ToolCalls) == 0 {
		return resolve.Result{}
	}
	var made, elsewhere []resolve.Made
	before := callsIn(t.req.History) + callsIn(t.req.Since)
	where := t.whereabouts(slices.Concat(t.req.History, t.req.Since))
	for i, c := range reply.ToolCalls {
		if c.ID == "" { // Ollama's calls have none: the next request counts them
			c.ID = wire.CountedID(before + i + 1)
		}
		if actions := call.Read(asked(c)); len(actions) > 0 {
			folder, others := where.of(actions)
			made = append(made, resolve.Made{ID: c.ID, Actions: actions, Folder: folder})
			for _, other := range others {
				elsewhere = append(elsewhere, resolve.Made{ID: c.ID, Actions: actions, Folder: other})
			}
		}
		where.follow(c)
	}
	if len(made) == 0 {
		return resolve.Result{}
	}
	roots := t.session.engine.cfg.Workspace.Roots()
	res := resolve.Calls(made, roots, context)
	t.expect(made, res, resolve.Calls(elsewhere, roots, context), disk)
	return res
}

func callsIn(messages []wire.Message) int {
	n := 0
	for _, m := range messages {
		n += len(m.ToolCalls)
	}
	return n
}

// waitsFor notes what the turn's calls have brought: their results come with
// the next request, and what the disk comes to hold of them was written in this
// conversation. c.mu is held.
func (c *conversation) waitsFor(events []event.Event) {
	for _, ev := range events {
		if a, ok := ev.(event.ArtifactRecorded); ok && a.WaitsForDisk {
			c.await(a.Call, waited{a.Artifact, a.Entity, a.Hash})
		}
	}
}

// waited is an artifact that a call of this conversation brought.
type waited struct{ artifact, entity, hash string }

// maxWaited bounds what a conversation remembers of its calls: results come
// with the next request, if ever.
const maxWaited = 512

func (c *conversation) await(call string, w waited) {
	if len(c.waiting) >= maxWaited {
		c.waiting = slices.Delete(c.waiting, 0, maxWaited/2)
	}
	c.waiting = append(c.waiting, waitedCall{call, w})
}

type waitedCall struct {
	call string
	waited
}

// applied tells the conversation which of its artifacts the disk has settled:
// the model wrote them, and they were touched in this turn. What was closed for
// good is waited for no longer. c.mu is held.
func (c *conversation) applied(s *session) {
	c.waiting = slices.DeleteFunc(c.waiting, func(w waitedCall) bool {
		if e := s.state.Get(w.entity); e != nil && (e.Artifact == w.artifact || e.Artifact == decide.LateID(w.artifact)) {
			c.called(w.entity, w.hash, w.call)
			return true
		}
		_, waits := s.pending.Get(w.artifact)
		_, mayCome := s.unapplied.Get(w.artifact)
		return !waits && !mayCome
	})
}

// asked is a call of a tool as package call reads it.
func asked(c wire.ToolCall) call.Call {
	return call.Call{Name: c.Name, Arguments: c.Arguments, Input: c.Input}
}

// shownFiles are the files that crossed the proxy in tool results: what the
// model has read it knows, as it knows what was hydrated (TSLP 12).
type shownFiles struct {
	// whole are the files that were shown whole, the newest reading of each.
	whole map[string][]byte
	// seen are the content hashes of the symbols that were shown, by entity.
	seen map[string][]string
}

// shownIn reads the file reads of messages, of who was at where before them.
func (where *whereabouts) shownIn(messages []wire.Message) shownFiles {
	f := shownFiles{whole: map[string][]byte{}, seen: map[string][]string{}}
	calls := map[string]shownCall{}
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			shows := shownCall{actions: call.Read(asked(c))}
			shows.folder, _ = where.of(shows.actions)
			calls[c.ID] = shows
			where.follow(c)
		}
		for _, r := range m.ToolResults {
			c, known := calls[r.CallID]
			if !known {
				continue
			}
			if _, failed := call.Failed(c.actions, r.Text, r.IsError); !failed {
				where.shownBy(&f, c, r)
			}
		}
	}
	return f
}

// shownCall is a call and the folder in which its paths begin.
type shownCall struct {
	actions []call.Action
	folder  string
}

// shownBy adds what one result shows.
func (s *session) shownBy(f *shownFiles, c shownCall, r wire.ToolResult) {
	reports := call.Results(r.Text)
	for i, a := range c.actions {
		if a.Kind != call.Show || len(c.actions) != len(reports) {
			continue
		}
		path, err := s.clean(c.folder, a.Path)
		if err != nil || reports[i].NoContent {
			continue
		}
		content := reports[i].Content
		if a.ShowsAll(reports[i]) {
			f.whole[path] = content
		}
		for _, sym := range parser.ParseSnippet(path, source.ForPath(path), content).Symbols {
			key := path + "::" + sym.Name
			f.seen[key] = append(f.seen[key], sym.Hash)
		}
	}
}
