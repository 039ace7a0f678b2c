package report

import (
	"testing"
	"time"

	"holdfast/store/event"
)

// Every row of the Ledger is told as who did what to what, and why (TSLP 3.2: it is read
// by people, and never injected into prompts).
func TestARowOfTheLedgerInWords_3_2(t *testing.T) {
	const f = "a.go::F"
	tests := []struct {
		name           string
		ev             event.Event
		who, what, why string
		entity         string
	}{
		{"a request", event.EpisodeOpened{Episode: "e", Kind: "turn", Turn: 3, Model: "tiny", Hydrated: make([]event.EntityRef, 2)}, "you", "asked", "turn 3, tiny, 2 hydrated", ""},
		{"a request of an unknown model", event.EpisodeOpened{Episode: "e", Kind: "turn", Turn: 1}, "you", "asked", "turn 1", ""},
		{"a side request", event.EpisodeOpened{Episode: "e", Kind: "title", Turn: 1}, "client", "title", "turn 1", ""},
		{"the operator's episode", event.EpisodeOpened{Episode: "e", Kind: "operator"}, "you", "decided", "outside of a request", ""},
		{"an answer", event.EpisodeClosed{Episode: "e", Status: "closed", Reply: "sha256:r", TokensOut: 12, Finish: "stop"}, "model", "answered", "12 tokens, finish stop", ""},
		{"an answer with code that was not linked", event.EpisodeClosed{Episode: "e", Status: "closed", Reply: "sha256:r", Loose: make([]event.LooseBlock, 1), Unchanged: make([]event.EntityRef, 3)},
			"model", "answered", "1 unlinked, 3 unchanged", ""},
		{"an answer that was cut", event.EpisodeClosed{Episode: "e", Status: event.EpisodeIsAborted, Reply: "sha256:r", Reason: "the client left"}, "model", "was cut off", "the client left", ""},
		{"a decision, which nobody answers", event.EpisodeClosed{Episode: "e", Status: "closed"}, "holdfast", "recorded it", "", ""},
		{"code of the model's", event.ArtifactRecorded{Entity: f, Origin: event.ByModel, Confidence: event.Confirmed}, "model", "proposed", "CONFIRMED", f},
		{"code that waits", event.ArtifactRecorded{Entity: f, Origin: event.ByTool, Confidence: event.Inferred, Gates: event.GateReport{Reasons: []string{"INFERRED: resembles it"}}},
			"tool call", "proposed", "INFERRED: INFERRED: resembles it", f},
		{"a removal", event.ArtifactRecorded{Entity: f, Origin: event.ByTool, Confidence: event.Confirmed, Removes: true}, "tool call", "proposed", "to remove it, CONFIRMED", f},
		{"a copy", event.ArtifactRecorded{Entity: f, Origin: event.ByUser, Confidence: event.Confirmed, FromArtifact: "1"}, "holdfast", "copied", "CONFIRMED", f},
		{"code whose symbol is unknown", event.ArtifactRecorded{Path: "a.go", Origin: event.ByUser, Confidence: event.Unresolved}, "you", "proposed", "UNRESOLVED", "a.go"},
		{"parity", event.ArtifactPromoted{Entity: f, Grant: "parity"}, "gates", "AUTHORITATIVE", "parity grant", f},
		{"the disk", event.ArtifactPromoted{Entity: f, Grant: "disk", Supersedes: "1"}, "disk", "AUTHORITATIVE", "disk grant, in place of 1", f},
		{"a shadow audit", event.ArtifactPromoted{Entity: f, Grant: "audit"}, "audit", "AUTHORITATIVE", "audit grant", f},
		{"the user's own write", event.ArtifactPromoted{Entity: f, Grant: "write_head"}, "you", "AUTHORITATIVE", "write head grant", f},
		{"user verification", event.ArtifactPromoted{Entity: f, Grant: "user_verification"}, "you", "AUTHORITATIVE", "user verification grant", f},
		{"the operator's word", event.ArtifactPromoted{Entity: f, Grant: "operator", Supersedes: "1"}, "you", "AUTHORITATIVE", "the operator's word, in place of 1", f},
		{"rejected", event.ArtifactClosed{Entity: f, By: "operator", Reason: "not needed"}, "you", "rejected", "not needed", f},
		{"accepted otherwise", event.ArtifactClosed{Entity: f, By: "operator", Reason: "accepted for b.go::F"}, "you", "accepted", "accepted for b.go::F", f},
		{"overtaken", event.ArtifactClosed{Entity: f, By: "engine", Reason: "replaced by 2"}, "holdfast", "closed", "replaced by 2", f},
		{"refused in the client", event.ArtifactClosed{Entity: f, By: "client", Reason: "the call failed"}, "client", "closed", "the call failed", f},
		{"tombstoned by an update", event.EntityTombstoned{Entity: f, By: "update", Reason: "left out"}, "holdfast", "tombstoned", "left out", f},
		{"tombstoned by the operator", event.EntityTombstoned{Entity: f, By: "operator", Reason: "not needed"}, "you", "tombstoned", "not needed", f},
		{"dropped by a recovery", event.EntityTombstoned{Entity: f, By: "recovery", Reason: "the document lacks it"}, "you", "tombstoned", "the document lacks it", f},
		{"saved", event.EntityPersisted{Entity: f}, "disk", "holds it", "the file on disk was seen to hold the authoritative version", f},
		{"kept over an edit", event.EntityAcknowledged{Entity: f, By: "operator", Disk: "sha256:d", Reason: "edited"}, "you", "kept", "although the disk holds sha256:d", f},
		{"kept without its file", event.EntityAcknowledged{Entity: f, By: "operator", Disk: event.DiskMissing}, "you", "kept", "although its file is gone", f},
		{"kept without its place", event.EntityAcknowledged{Entity: f, By: "user", Disk: event.DiskAbsent}, "you", "kept", "although the file on disk does not define it", f},
		{"kept no more", event.EntityAcknowledged{Entity: f, By: "operator", Withdrawn: true}, "you", "kept no more", "the operator took the decision back", f},
		{"a decision", event.OperatorDecided{Decision: "d1", Verb: "reject"}, "you", "decided", "to reject (decision d1)", ""},
		{"a decision that undoes one", event.OperatorDecided{Decision: "d2", Verb: "undo", Undoes: "d1"}, "you", "decided", "to take decision d1 back (decision d2)", ""},
		{"a delta of the chain", event.CanonEmitted{Number: 4, Mode: "B", Summary: "Kept: a.go::F"}, "holdfast", "emitted", "CANON_STATE_DELTA 4, mode B: Kept: a.go::F", ""},
		{"a recovery", event.SessionRecovered{Kind: "CANON_STATE_DELTA", Number: 4, Missing: make([]event.LostEntity, 2)}, "you", "recovered", "from CANON_STATE_DELTA 4, 2 missing", ""},
		{"a recovery of everything", event.SessionRecovered{Kind: "SESSION_STATE", Number: 9}, "you", "recovered", "from SESSION_STATE 9", ""},
		{"a loss is let go", event.LossSettled{Entity: f, By: "operator", Reason: "not needed"}, "you", "let go", "not needed", f},
		{"a fresh start", event.FreshStarted{Overruled: event.Overruled{Doubt: "the chain is broken"}}, "you", "began anew", "the chain is broken", ""},
		{"a fork", event.SessionForked{Name: "try", Entities: 7}, "you", "forked", "session try, 7 copied", ""},
		{"a fork of nothing", event.SessionForked{Name: "try"}, "you", "forked", "session try", ""},
		{"a switch", event.SessionActivated{}, "you", "switched", "to this session", ""},
		{"a session", event.SessionCreated{ID: "s", Name: "main"}, "you", "began", "session main", ""},
		{"another name", event.SessionRenamed{Name: "später"}, "holdfast", "renamed", "session später", ""},
		{"the guard refused", event.GuardDecided{Decision: "deny", Client: "crush", Summary: "rm -rf", Guard: "destructive"}, "guard", "denied", "crush: rm -rf (destructive)", ""},
		{"the guard refused whom it does not know", event.GuardDecided{Decision: "ask", Summary: "rm -rf", Guard: "destructive"}, "guard", "asked", "rm -rf (destructive)", ""},
		{"what the guard refused was overruled", event.GuardOverruled{Guard: "destructive"}, "you", "overruled", "what the guard refused as destructive", ""},
		{"items were restored", event.DeltaRestored{Number: 2, Items: 1, From: event.DeltaFromFork}, "holdfast", "restored", "1 item, fork", ""},
	}
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			encoded, err := event.Encode(tt.ev)
			if err != nil {
				t.Fatal(err)
			}
			row := inWords(event.Row{Seq: 7, Time: at, Type: encoded.Type, Data: encoded.Data, Hash: "sha256:h", Prev: "sha256:p"})
			if row.Who != tt.who || row.What != tt.what || row.Why != tt.why || row.Entity != tt.entity {
				t.Errorf("%q %q %q of %q,\nwant %q %q %q of %q", row.Who, row.What, row.Why, row.Entity, tt.who, tt.what, tt.why, tt.entity)
			}
			if row.Seq != 7 || !row.Time.Equal(at) || row.Type != encoded.Type || row.Hash != "sha256:h" || row.Prev != "sha256:p" {
				t.Errorf("%+v", row)
			}
		})
	}
}

// What a newer release has written is told by its name, and nothing is lost of it.
func TestARowOfANewerReleaseIsTold_3_2(t *testing.T) {
	row := inWords(event.Row{Seq: 1, Type: "moon_landed", Data: []byte(`{"entity":"a.go::F","reason":"it was time"}`)})
	if row.Who != "?" || row.What != "moon landed" || row.Entity != "a.go::F" || row.Why != "it was time" {
		t.Errorf("%+v", row)
	}
	row = inWords(event.Row{Seq: 1, Type: "artifact_closed", Data: []byte(`{`)})
	if row.Who != "?" || row.What != "artifact closed" {
		t.Errorf("a damaged row: %+v", row)
	}
}
