package turn

import (
	"context"

	"holdfast/engine/bridge"
	"holdfast/engine/decide"
	"holdfast/engine/diag"
	"holdfast/engine/events"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/sessions"
	"holdfast/engine/statemap"
	"holdfast/engine/toolbox"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// settle resolves, judges and commits a complete reply.
func (t *turn) settle(reply wire.Reply) {
	<-t.recorded
	ended := false // durably
	defer func() {
		if p := recover(); p != nil {
			t.panicked(p, ended, reply)
		}
	}()
	t.said = t.Said(reply)
	reply = counted(&t.sight, reply)
	t.lookForCut(reply)
	t.learn(reply)
	blocks := block.Extract(reply.Text, t.blockOptions())
	var p *decide.Plan
	var remarks []event.Remark
	err := sessions.Retry(func() error {
		p = t.judge(blocks, reply)
		closed := t.closing(reply, p)
		remarks = t.remarks(reply, p)
		closed.Remarks = remarks
		return t.commitEnd(reply, p, closed)
	})
	t.session.Recorder.Outcome(err)
	if err != nil {
		t.live.End(events.Failed, "NOT RECORDED: "+err.Error(), reply.TokensOut)
		return
	}
	ended = true
	t.awaitSaving(blocks, p, reply)
	keepPrefix(t, reply)
	t.conclude(p, reply, remarks)
	t.asksTools(blocks, reply)
	t.audit(p, blocks, reply)
}

func (t *turn) closing(reply wire.Reply, p *decide.Plan) event.EpisodeClosed {
	closed := event.EpisodeClosed{
		Episode: t.id, Status: "closed", Reply: textHash(reply.Text), Finish: reply.Finish, HTTPStatus: reply.Status,
		TokensIn: reply.TokensIn, TokensOut: reply.TokensOut, Millis: int(t.session.Now().Sub(t.started).Milliseconds()),
		PromptCached: reply.Prompt.Cached, PromptProcessed: reply.Prompt.Processed, PromptMillis: int(reply.Prompt.Took.Milliseconds()),
		Loose: t.looseWith(p.Loose), Unchanged: p.Unchanged, Said: hashOf(t.said),
	}.Ended(t.prefixEnd(reply))
	recordHeld(&closed, t, reply)
	return closed
}

// looseWith adds the user's own code that was linked to nothing, so that it is
// listed and can be given its file.
func (t *turn) looseWith(list []event.LooseBlock) []event.LooseBlock {
	if t.paste == nil {
		return list
	}
	for _, l := range t.paste.Loose {
		l.User = true
		list = append(list, l)
	}
	return list
}

func textHash(text string) string { return hashOf([]byte(text)) }

// hashOf is the Vault hash of some bytes, "" for none.
func hashOf(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return event.Hash(b)
}

// commitEnd commits the end of the episode, with its opening where that could
// not be recorded in time.
func (t *turn) commitEnd(reply wire.Reply, p *decide.Plan, closed event.EpisodeClosed) error {
	var blobs [][]byte
	var events []event.Event
	if t.recordErr != nil {
		blobs, events = t.beginning()
	}
	blobs = append(blobs[:len(blobs):len(blobs)], p.Blobs...)
	if closed.Reply != "" {
		blobs = append(blobs, []byte(reply.Text))
	}
	if closed.Said != "" {
		blobs = append(blobs, t.said)
	}
	events = append(append(events, p.Events...), closed)
	return t.session.Commit(context.Background(), blobs, events)
}

// conclude tells everyone what became of the turn.
func (t *turn) conclude(p *decide.Plan, reply wire.Reply, remarks []event.Remark) {
	c := t.conv
	t.session.noteFiles(p.Events)
	c.mu.Lock()
	for _, e := range p.Promoted {
		c.touch(e.Key(), e.Hash())
	}
	c.waitsFor(p.Events)
	keepHeld(t, c, reply)
	c.expects(t.expected)
	c.unlinked = p.Unlinked
	c.settled = true
	t.remarked(remarks, p)
	c.remember(t.session.pair(t.authorship.Written, reply.Text))
	c.mu.Unlock()
	t.session.conversations.finder.Told(t.req.Conversation, reply.Text, reply.ToolCalls)
	t.live.AddOutcomes(p.Outcomes)
	t.session.Disk.LookAgain(t.session.Session, statemap.Keys(p.Promoted)...)
	t.live.PromptRead(t.session.p.promptRead(reply), t.prefixEnd(reply))
	t.live.End(events.Done, "", reply.TokensOut)
	t.session.Hub.Changed()
	t.session.Listener.Ended(t.session.ID, t.id)
}

func (t *turn) closeAborted(reply wire.Reply, reason string, judged func() *decide.Plan) {
	var p *decide.Plan
	err := sessions.Retry(func() error {
		p = judged()
		closed := t.closing(reply, p)
		closed.Status, closed.Reason = "aborted", reason
		return t.commitEnd(reply, p, closed)
	})
	t.session.Recorder.Outcome(err)
	if err == nil {
		t.conv.mu.Lock()
		keepHeld(t, t.conv, reply)
		t.conv.mu.Unlock()
		t.live.AddOutcomes(p.Outcomes)
		t.session.Hub.Changed()
	}
	t.live.PromptRead(t.session.p.promptRead(reply), t.prefixEnd(reply))
	t.live.End(events.Failed, reason, reply.TokensOut)
}

// promptRead is what the server said of the prompt. What cannot be is told once a server
// and kind: there is one server.
func (p *Pipeline) promptRead(r wire.Reply) event.PromptRead {
	if odd := r.Prompt.Odd; odd != (wire.Odd{}) {
		if _, told := p.oddCounts.LoadOrStore(odd.Kind, true); !told {
			p.means.Log.Warn("what the server says of the prompt cannot be: it is taken for unknown", "kind", odd.Kind, "says", odd.Says, "model", r.Model)
		}
	}
	return event.PromptRead{Tokens: r.TokensIn, Cached: r.Prompt.Cached, Processed: r.Prompt.Processed, Millis: int(r.Prompt.Took.Milliseconds())}
}

// panicked contains a fault of holdfast's own while it judged a reply, which the
// client has whole: a turn that has not ended yet promotes nothing.
func (t *turn) panicked(p any, ended bool, reply wire.Reply) {
	diag.Contained(t.session.Log, "a reply", t.id, p)
	if !ended {
		t.closeAborted(reply, "holdfast failed while it read the reply; the cause is in its log", func() *decide.Plan { return &decide.Plan{} })
	}
}

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
