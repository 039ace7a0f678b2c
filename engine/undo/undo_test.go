package undo

import (
	"reflect"
	"testing"

	"holdfast/store/event"
)

func TestChangesAreWhatADecisionDid(t *testing.T) {
	const e, other = "a.go::F", "a.go::G"
	for name, c := range map[string]struct {
		events []event.Event
		want   []Change
	}{
		"a proposal is accepted, another ends by it": {[]event.Event{
			event.ArtifactPromoted{Artifact: "p", Entity: e, Supersedes: "v1"}, event.ArtifactClosed{Artifact: "q", Entity: e},
		}, []Change{{Entity: e, Before: "v1", After: "p", Reopen: []string{"p", "q"}, acknowledged: true}}},
		"a removal is accepted": {[]event.Event{
			event.ArtifactClosed{Artifact: "p", Entity: e}, event.EntityTombstoned{Entity: e, Artifact: "v1"},
		}, []Change{{Entity: e, Before: "v1", Reopen: []string{"p"}, acknowledged: true}}},
		"a proposal is rejected": {[]event.Event{
			event.ArtifactClosed{Artifact: "p", Entity: e},
		}, []Change{{Entity: e, Before: untold, After: untold, Reopen: []string{"p"}}}},
		"new code is the truth and what it displaces ends": {[]event.Event{
			event.EpisodeOpened{Episode: "x"}, event.ArtifactRecorded{Artifact: "n", Entity: e}, event.ArtifactPromoted{Artifact: "n", Entity: e},
			event.EntityTombstoned{Entity: other, Artifact: "w"}, event.EpisodeClosed{Episode: "x"},
		}, []Change{{Entity: e, After: "n", Close: []string{}, acknowledged: true}, {Entity: other, Before: "w", acknowledged: true}}},
		"a paste of which a part waits": {[]event.Event{
			event.ArtifactRecorded{Artifact: "n", Entity: e},
		}, []Change{{Entity: e, Before: untold, After: untold, Close: []string{"n"}}}},
		"the disk's version is known to differ, where another was before": {[]event.Event{
			event.EntityAcknowledged{Entity: e, Artifact: "v1", Disk: "d2", Was: "d1"},
		}, []Change{{Entity: e, Before: "v1", After: "v1", Known: "d1", Kept: "d2", acknowledged: true}}},
		"a word that is taken back": {[]event.Event{
			event.EntityAcknowledged{Entity: e, Artifact: "v1", Was: "d1", Withdrawn: true},
		}, []Change{{Entity: e, Before: "v1", After: "v1", Known: "d1", acknowledged: true}}},
		"the truth changes twice": {[]event.Event{
			event.ArtifactRecorded{Artifact: "n", Entity: e}, event.ArtifactPromoted{Artifact: "n", Entity: e, Supersedes: "v1"},
			event.ArtifactRecorded{Artifact: "m", Entity: e}, event.ArtifactPromoted{Artifact: "m", Entity: e, Supersedes: "n"},
		}, []Change{{Entity: e, Before: "v1", After: "m", Close: []string{}, acknowledged: true}}},
		"what comes and goes in one decision is nothing": {[]event.Event{
			event.ArtifactRecorded{Artifact: "n", Entity: e}, event.ArtifactPromoted{Artifact: "n", Entity: e}, event.EntityTombstoned{Entity: e, Artifact: "n"},
			event.EntityPersisted{Entity: other, Artifact: "v"},
		}, []Change{}},
		"what is lost is let go": {[]event.Event{event.LossSettled{Entity: e}}, []Change{{Entity: e, Before: untold, After: untold, LetGo: true}}},
	} {
		if got := Changes(c.events); !(len(got) == 0 && len(c.want) == 0) && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got, c.want)
		}
	}
}
