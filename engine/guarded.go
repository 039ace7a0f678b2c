package engine

import (
	"context"

	"holdfast/engine/events"
	"holdfast/engine/sessions"
	"holdfast/store"
	"holdfast/store/event"
)

// refusals shows what a client's hook has decided, in another process.
type refusals struct {
	*sessions.Session
	hub      *events.Hub
	activity *events.Log
}

// Fill implements sessions.Mirror: what was decided before is in the Ledger.
func (refusals) Fill(context.Context, *store.DB) error { return nil }

// Fold implements sessions.Mirror.
func (h refusals) Fold(row event.Row, ev event.Event) {
	switch ev := ev.(type) {
	case event.GuardDecided:
		if ev.Refused() {
			h.hub.AlertOf(ev.Guard, events.GuardWords(ev)+"; o on its row in Activity lets it run, as holdfast guard allow "+ev.Guard+" does")
		}
		h.activity.Note(events.GuardActivity(ev, row.Time, h.About().Name, h.ID))
	case event.GuardOverruled:
		h.hub.Alert("", "the write that the guard refused as "+ev.Guard+" may run when the client makes it again")
	}
}
