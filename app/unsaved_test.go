package app

import (
	"testing"

	"holdfast/engine/events"
	"holdfast/engine/stale"
)

// An answer that was accepted and is not saved yet says so, and how to go on.
func TestWhatIsNotSavedYetNamesTheWaysOut(t *testing.T) {
	f := disputed()
	all := f.diverged
	f.diverged = nil
	d := drive(t, f).Size(120, 40)
	f.diverged = all
	d.Emit(events.Event{Kind: events.KindState}).Sees("Accepted, not saved yet: src/pool.go::Pool.Release. Until the file holds it,", "c copies it, enter tells more")
	d.Emit(events.Event{Kind: events.KindState}).Wait(messageTime).Press("3").SeesNo("Accepted, not saved yet")
	d.Press("j").Sees("c copies it: save it in the file").Press("c")
	if len(d.copied) != 1 || d.copied[0] != releaseBefore {
		t.Errorf("copied %q", d.copied)
	}
	d.Press("enter").Sees("s show unsaved").Press("s").Sees(`etv.not_applied = "hydrate"`).Settle().Press("y")
	d.Sees("Written to /home/you/api/.holdfast/config.toml. It holds from now on.")
	wantDecided(t, f, "show unsaved")
	f.status.ShowsUnsaved = true
	d.Emit(events.Event{Kind: events.KindState}).Press("s").Sees("they are shown already")
	d.Press("esc", "k").Press("enter").SeesNo("show unsaved")
}

func TestWhereUnsavedAnswersAreShownNothingIsSaidOfThem(t *testing.T) {
	f := story()
	f.diverged, f.status.ShowsUnsaved = nil, true
	d := drive(t, f).Size(120, 40)
	f.diverged = append(f.diverged, settlementFor("src/pool.go::Pool.Acquire", stale.NotApplied))
	d.Emit(events.Event{Kind: events.KindState}).SeesNo("Accepted, not saved yet")
}
