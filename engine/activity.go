package engine

import (
	"cmp"

	"holdfast/engine/events"
)

func (t *turn) activity() events.Activity {
	return events.Activity{
		Episode: t.id, Session: t.session.Name(), SessionID: t.session.ID, Kind: "turn", Path: t.req.Path, Model: t.req.Model, Prompt: events.FirstLine(t.asked()),
		Hydrated: t.insert.hydrated, HydratedSize: t.insert.size, Withheld: t.insert.withheld, Omitted: t.insert.omitted, NoRoom: t.insert.noRoom,
	}
}

// asked is what a list shows of the prompt: the user's words, else whatever
// stands there.
func (t *turn) asked() string { return cmp.Or(t.authorship.Written, t.authorship.Asked, t.req.Written) }

// Subscribe has emit called for every event until cancel is called. Emit must
// not block: it is called from the request path.
func (e *Engine) Subscribe(emit func(events.Event)) (cancel func()) {
	return e.hub.Subscribe(emit)
}

// Live returns how many requests are in flight.
func (e *Engine) Live() int { return e.activity.Live() }

// Activities lists the requests in flight and the latest finished, newest first.
func (e *Engine) Activities() []events.Activity { return e.activity.Activities() }

// recordOutcome keeps the NOT RECORDED banner: up while commits fail, down with
// the next that succeeds.
func (e *Engine) recordOutcome(err error) {
	if err == nil {
		if e.notRecorded.Swap(nil) != nil {
			e.hub.Alert("", "recording works again")
			e.hub.Changed()
		}
		return
	}
	text := "NOT RECORDED: " + err.Error()
	e.log.Error("a turn could not be recorded", "err", err)
	if old := e.notRecorded.Swap(&text); old == nil {
		e.hub.Alert("", text)
		e.hub.Changed()
	}
}
