package fate_test

import (
	"testing"
	"time"

	"holdfast/engine/fate"
	"holdfast/store/event"
)

func TestAFateFollowsEveryLaterDecision(t *testing.T) {
	artifact := func(id, hash string, state event.State, version int, by event.Origin) event.Artifact {
		return event.Artifact{ID: id, Hash: hash, State: state, Version: version, Origin: by}
	}
	const was, is, ended = event.Superseded, event.Authoritative, event.Tombstoned
	linked := artifact("a", "h", ended, 0, event.ByModel)
	linked.Reason = "accepted for b.go::F"
	for name, c := range map[string]struct {
		all  []event.Artifact // newest first, of which "a" is asked for
		want event.State
	}{
		"it waits":                          {[]event.Artifact{artifact("a", "h", event.Proposed, 0, event.ByModel)}, event.Proposed},
		"it is current":                     {[]event.Artifact{artifact("a", "h", is, 2, event.ByModel)}, is},
		"it was rejected":                   {[]event.Artifact{artifact("a", "h", ended, 0, event.ByModel)}, fate.Rejected},
		"the rejection was undone":          {[]event.Artifact{artifact("b", "h", event.Proposed, 0, event.ByModel), artifact("a", "h", ended, 0, event.ByModel)}, event.Proposed},
		"the acceptance was undone":         {[]event.Artifact{artifact("p", "h", event.Proposed, 0, event.ByModel), artifact("b", "old", is, 3, event.ByRestore), artifact("a", "h", was, 2, event.ByModel)}, event.Proposed},
		"and redone":                        {[]event.Artifact{artifact("r", "h", is, 4, event.ByRestore), artifact("b", "old", was, 3, event.ByRestore), artifact("a", "h", was, 2, event.ByModel)}, is},
		"an earlier version was put back":   {[]event.Artifact{artifact("b", "old", is, 3, event.ByRestore), artifact("a", "h", was, 2, event.ByModel)}, fate.Rejected},
		"the disk was taken in its place":   {[]event.Artifact{artifact("b", "disk", is, 3, event.ByDisk), artifact("a", "h", was, 2, event.ByModel)}, fate.Rejected},
		"the disk holds it, and was taken":  {[]event.Artifact{artifact("b", "h", is, 3, event.ByDisk), artifact("a", "h", was, 2, event.ByModel)}, is},
		"a later answer was built on it":    {[]event.Artifact{artifact("b", "new", is, 3, event.ByModel), artifact("a", "h", was, 2, event.ByModel)}, is},
		"its entity was forgotten":          {[]event.Artifact{artifact("a", "h", ended, 2, event.ByModel)}, fate.Rejected},
		"it was accepted as another entity": {[]event.Artifact{linked}, is},
		"that link was undone":              {[]event.Artifact{artifact("b", "h", event.Proposed, 0, event.ByModel), linked}, event.Proposed},
	} {
		if got, ok := fate.Of("a", c.all); !ok || got != c.want {
			t.Errorf("%s: %s %v, want %s", name, got, ok, c.want)
		}
	}
	if _, ok := fate.Of("x", []event.Artifact{artifact("a", "h", is, 1, event.ByModel)}); ok {
		t.Error("an artifact that is not known has a fate")
	}
}

func TestARemovalWasAcceptedWhereNothingIsLeft(t *testing.T) {
	gone := event.Artifact{ID: "a", Removes: true, State: event.Tombstoned, Changed: time.Unix(5, 0)}
	kept := event.Artifact{ID: "k", State: event.Authoritative, Version: 1, Hash: "h", Created: time.Unix(1, 0)}
	for want, all := range map[event.State][]event.Artifact{event.Authoritative: {gone}, fate.Rejected: {gone, kept}} {
		if got, _ := fate.Of("a", all); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestCodeThatDoesNotWaitIsWhatTheOperatorSaidOfIt(t *testing.T) {
	for want, said := range map[event.State]event.CodeSettled{
		fate.Nothing:        {},
		event.Authoritative: {Block: "b", Reason: fate.Linked + "a.go::F"},
		fate.Rejected:       {Block: "b", Reason: "rejected by the operator"},
	} {
		if got := fate.OfCode(said); got != want {
			t.Errorf("%+v: %s, want %s", said, got, want)
		}
	}
	if got := fate.OfCode(event.CodeSettled{Block: "b", Reason: "rejected by the operator", Waits: true}); got != fate.Nothing {
		t.Errorf("what was taken back and does not wait is %s", got)
	}
}
