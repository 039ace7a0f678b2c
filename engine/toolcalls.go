package engine

import (
	"slices"

	"holdfast/engine/gateway/wire"
	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/source"
	"holdfast/store"
)

// asked is a call of a tool as package call reads it.
func asked(c wire.ToolCall) call.Call {
	return call.Call{Name: c.Name, Arguments: c.Arguments, Input: c.Input}
}

// refusals closes the proposals whose calls failed or were denied, as the
// client reports in the request: what was not applied never becomes truth.
// Proposals that are settled by now are left alone.
func (t *turn) refusals() []store.Event {
	var events []store.Event
	for _, m := range t.req.Since {
		for _, r := range m.ToolResults {
			for _, id := range t.conv.callsOf(r.CallID) {
				w, waits := t.session.pending.get(id)
				if !waits {
					continue
				}
				if failed, why := call.Failed(r.Text, r.IsError); failed {
					events = append(events, store.ArtifactClosed{
						Artifact: id, Entity: w.entity, Episode: t.id, By: "client", Reason: "the client did not apply it: " + why,
					})
				}
			}
		}
	}
	return events
}

// callsOf are the artifacts that a call has brought.
func (c *conversation) callsOf(id string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.calls[id])
}

// maxCalls bounds the calls that a conversation remembers; a result comes with
// the next request, if ever.
const maxCalls = 512

// called notes which artifacts a call has brought, so that its result finds
// them. c.mu is held.
func (c *conversation) called(id, artifact string) {
	if c.calls == nil {
		c.calls = map[string][]string{}
	}
	if len(c.calls) >= maxCalls {
		clear(c.calls)
	}
	if !slices.Contains(c.calls[id], artifact) {
		c.calls[id] = append(c.calls[id], artifact)
	}
}

// shown are the files that crossed the proxy in tool results (product choice
// 11): what the model has read it knows, as it knows what was hydrated.
type shownFiles struct {
	// whole are the files that were shown whole, the newest reading of each.
	whole map[string][]byte
	// seen are the content hashes of the symbols that were shown, by entity.
	seen map[string][]string
}

// shownIn reads the file reads of messages. Only results that were not read
// before are parsed: done remembers their calls.
func (s *session) shownIn(messages []wire.Message) shownFiles {
	f := shownFiles{whole: map[string][]byte{}, seen: map[string][]string{}}
	calls := map[string]wire.ToolCall{}
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			calls[c.ID] = c
		}
		for _, r := range m.ToolResults {
			c, known := calls[r.CallID]
			if failed, _ := call.Failed(r.Text, r.IsError); !known || failed {
				continue
			}
			s.shownBy(&f, c, r)
		}
	}
	return f
}

// shownBy adds what one result shows.
func (s *session) shownBy(f *shownFiles, c wire.ToolCall, r wire.ToolResult) {
	actions := call.Read(asked(c))
	reports := call.Results(r.Text)
	for i, a := range actions {
		if a.Kind != call.Show || len(actions) != len(reports) {
			continue
		}
		path, err := block.CleanPath(a.Path, s.engine.cfg.Workspace.Root)
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
