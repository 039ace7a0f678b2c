package engine

import (
	"context"
	"net/http"
	"strings"

	"holdfast/engine/gateway/wire"
)

// sideTurn is a request that is no turn of the user's (a title, a memory
// helper, a compaction): it gets nothing and changes nothing. Only the screen
// hears of it.
type sideTurn struct{ live *liveActivity }

func (e *Engine) beginSide(s *session, req *wire.Request) *sideTurn {
	return &sideTurn{live: e.activity.begin(Activity{
		Episode: e.newID(), Session: s.name(), session: s.id, Kind: "side", Path: req.Path, Model: req.Model, Prompt: req.SideReason,
	})}
}

func (t *sideTurn) Insertion() [][]byte        { return nil }
func (t *sideTurn) Header() http.Header        { return http.Header{} }
func (t *sideTurn) Recorded(context.Context)   {}
func (t *sideTurn) Sent()                      {}
func (t *sideTurn) Progress(bytes, events int) { t.live.progress(bytes, events) }

func (t *sideTurn) Finish(_ context.Context, reply wire.Reply) { t.live.end(Done, "", reply) }

func (t *sideTurn) Abort(reply wire.Reply, cause error) {
	reason := "the reply was cut"
	if cause != nil {
		reason = cause.Error()
	}
	t.live.end(Failed, reason, reply)
}

// firstLine is the first line with words in it, cut for a list, in a copy that
// does not keep the whole text in memory.
func firstLine(text string) string {
	const most = 200
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			if cut := head(line, most); len(cut) < len(line) {
				return cut + "…"
			}
			return strings.Clone(line)
		}
	}
	return ""
}
