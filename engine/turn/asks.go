package turn

import (
	"context"

	"holdfast/engine/bridge"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/toolbox"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// asksTools has the commands heard that a reply asks for. Only a reply that ended by
// itself, to a request without tools of its own, may ask.
func (t *turn) asksTools(blocks []block.Block, reply wire.Reply) {
	if t.req.HasTools || len(reply.ToolCalls) > 0 || !finished(reply.Finish) || reply.Truncated {
		return
	}
	t.session.Toolbox.Hear(toolbox.Asker{
		Episode: t.id, Conversation: t.req.Conversation, Session: t.session.Name(),
		Record: func(ctx context.Context, blobs [][]byte, events []event.Event) error {
			err := t.session.Commit(ctx, blobs, events)
			t.session.Recorder.Outcome(err)
			return err
		},
		Keep: func(r bridge.Result) {
			t.conv.mu.Lock()
			defer t.conv.mu.Unlock()
			t.conv.results = append(t.conv.results, r)
		},
	}, blocks)
}

// finished reports whether a model ended its reply by itself.
func finished(reason string) bool { return reason == "stop" || reason == "end_turn" }
