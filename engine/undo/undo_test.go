package undo

import (
	"reflect"
	"testing"

	"holdfast/store"
)

func TestChangesAreWhatADecisionDid(t *testing.T) {
	const e, other = "a.go::F", "a.go::G"
	for name, c := range map[string]struct {
		events []store.Event
		want   []Change
	}{
		"a proposal is accepted, another ends by it": {[]store.Event{
			store.ArtifactPromoted{Artifact: "p", Entity: e, Supersedes: "v1"}, store.ArtifactClosed{Artifact: "q", Entity: e},
		}, []Change{{Entity: e, Before: "v1", After: "p", Reopen: []string{"p", "q"}, acknowledged: true}}},
		"a removal is accepted": {[]store.Event{
			store.ArtifactClosed{Artifact: "p", Entity: e}, store.EntityTombstoned{Entity: e, Artifact: "v1"},
		}, []Change{{Entity: e, Before: "v1", Reopen: []string{"p"}, acknowledged: true}}},
		"a proposal is rejected": {[]store.Event{
			store.ArtifactClosed{Artifact: "p", Entity: e},
		}, []Change{{Entity: e, Before: untold, After: untold, Reopen: []string{"p"}}}},
		"new code is the truth and what it displaces ends": {[]store.Event{
			store.EpisodeOpened{Episode: "x"}, store.ArtifactRecorded{Artifact: "n", Entity: e}, store.ArtifactPromoted{Artifact: "n", Entity: e},
			store.EntityTombstoned{Entity: other, Artifact: "w"}, store.EpisodeClosed{Episode: "x"},
		}, []Change{{Entity: e, After: "n", Close: []string{}, acknowledged: true}, {Entity: other, Before: "w", acknowledged: true}}},
		"a paste of which a part waits": {[]store.Event{
			store.ArtifactRecorded{Artifact: "n", Entity: e},
		}, []Change{{Entity: e, Before: untold, After: untold, Close: []string{"n"}}}},
		"the disk's version is known to differ, where another was before": {[]store.Event{
			store.EntityAcknowledged{Entity: e, Artifact: "v1", Disk: "d2", Was: "d1"},
		}, []Change{{Entity: e, Before: "v1", After: "v1", Known: "d1", Kept: "d2", acknowledged: true}}},
		"a word that is taken back": {[]store.Event{
			store.EntityAcknowledged{Entity: e, Artifact: "v1", Was: "d1", Withdrawn: true},
		}, []Change{{Entity: e, Before: "v1", After: "v1", Known: "d1", acknowledged: true}}},
		"the truth changes twice": {[]store.Event{
			store.ArtifactRecorded{Artifact: "n", Entity: e}, store.ArtifactPromoted{Artifact: "n", Entity: e, Supersedes: "v1"},
			store.ArtifactRecorded{Artifact: "m", Entity: e}, store.ArtifactPromoted{Artifact: "m", Entity: e, Supersedes: "n"},
		}, []Change{{Entity: e, Before: "v1", After: "m", Close: []string{}, acknowledged: true}}},
		"what comes and goes in one decision is nothing": {[]store.Event{
			store.ArtifactRecorded{Artifact: "n", Entity: e}, store.ArtifactPromoted{Artifact: "n", Entity: e}, store.EntityTombstoned{Entity: e, Artifact: "n"},
			store.EntityPersisted{Entity: other, Artifact: "v"},
		}, []Change{}},
		"what is lost is let go": {[]store.Event{store.LossSettled{Entity: e}}, []Change{{Entity: e, Before: untold, After: untold, LetGo: true}}},
	} {
		if got := Changes(c.events); !(len(got) == 0 && len(c.want) == 0) && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got, c.want)
		}
	}
}
