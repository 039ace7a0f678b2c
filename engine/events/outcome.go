package events

import (
	"holdfast/engine/gates"
	"holdfast/store/event"
)

// OutcomeOf is what its gates made of an artifact.
func OutcomeOf(rec event.ArtifactRecorded) Outcome {
	o := Outcome{
		Artifact: rec.Artifact, Entity: rec.Entity, State: event.Proposed, Confidence: rec.Confidence,
		Reason: rec.Gates.Reason(), Note: gates.Note(rec.Gates),
	}
	if rec.Gates.Decision == gates.Promote {
		o.State, o.Reason = event.Authoritative, rec.Gates.Grant
	}
	return o
}

// LooseOutcome is that of code which was linked to no entity.
func LooseOutcome(l event.LooseBlock) Outcome {
	o := Outcome{Artifact: l.Block, Entity: l.Path, Confidence: event.Unresolved}
	if len(l.Reasons) > 0 {
		o.Reason = l.Reasons[0]
	}
	return o
}
