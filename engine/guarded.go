package engine

import (
	"context"
	"strings"

	"holdfast/engine/events"
	"holdfast/engine/guard"
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
		sentence := guardWords(ev)
		a := events.Activity{
			Episode: ev.Guard, Session: h.About().Name, SessionID: h.ID, Kind: "guard", Path: strings.Join(ev.Paths, ", "), Model: ev.Client,
			Phase: events.Done, Started: row.Time, Ended: row.Time, Prompt: sentence,
		}
		if ev.Decision == string(guard.Deny) || ev.Decision == string(guard.Ask) {
			a.Phase, a.Error = events.Failed, sentence
			h.hub.AlertOf(ev.Guard, sentence+"; holdfast guard allow "+ev.Guard+" lets it run")
		}
		h.activity.Note(a)
	case event.GuardOverruled:
		h.hub.Alert("", "the write that the guard refused as "+ev.Guard+" may run when the client makes it again")
	}
}

// guardWords tells a decision of the guard on one line.
func guardWords(ev event.GuardDecided) string {
	did := map[string]string{"deny": "denied", "ask": "asked about", "warn": "warned of", "allow": "let pass, as you said,"}[ev.Decision]
	return "guard " + did + " a write: " + ev.Summary
}
