package events

import (
	"strings"
	"time"

	"holdfast/store/event"
)

// guarded is what the guard did by its decisions, as words go on from its name.
var guarded = map[string]string{"deny": "denied", "ask": "asked about", "warn": "warned of", "allow": "let pass, as you said,"}

// GuardWords tells a decision of the guard on one line.
func GuardWords(ev event.GuardDecided) string {
	return "guard " + guarded[ev.Decision] + " a write: " + ev.Summary
}

// GuardActivity is the row of a decision of the guard, made at a moment in a session.
func GuardActivity(ev event.GuardDecided, at time.Time, session, id string) Activity {
	a := Activity{
		Episode: ev.Guard, Session: session, SessionID: id, Kind: "guard", Path: strings.Join(ev.Paths, ", "), Model: ev.Client,
		Phase: Done, Started: at, Ended: at, Prompt: GuardWords(ev),
	}
	if ev.Refused() {
		a.Phase, a.Error = Failed, a.Prompt
	}
	return a
}
