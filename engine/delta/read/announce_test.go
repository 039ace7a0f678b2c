package read

import (
	"slices"
	"testing"
)

func TestWorkIsAnnouncedAndNotEveryAnnouncementIsWork(t *testing.T) {
	tellsApart(t, "task_opened", func(says string) []string {
		return []string{aim, "A: The calendar is there.", "U: " + says}
	}, []string{
		"Now the guest list.", "ok now a page for the cleaners", "Next the reminder mail.", "I need a few things: a floor plan, a list of keys and a price table.", "Also I need the opening hours on the page.",
		"Please test the import against the old rooms and write a report about it.", "I'll draw the floor plan.",
	}, []string{
		"Now rounding! Guests keep asking about it.", "now failing", "now it's hardly there", "Number the rooms, otherwise I'll mix up the keys at night.", "The key that we need is called master.", "The only room we need is under the roof.",
		"try it without the cache once", "One could paint the doors, or add a bell, or leave it at that.",
	})
}

func TestALineAboveAListIsNoWorkBesideItsItems(t *testing.T) {
	want := []string{"task_opened: A floor plan of the attic", "task_opened: The price table for groups"}
	for _, head := range []string{"Next two things:", "Now the next jobs:", "next, a list of stuff:"} {
		got := lastDeltas(aim, "A: The calendar is there.", "U: "+head+"\n\n1. a floor plan of the attic\n2. the price table for groups")
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q", head, got)
		}
	}
}

func TestThePartsOfAThingAreNoWorkOfTheirOwn(t *testing.T) {
	got := lastDeltas(aim, "A: The calendar is there.", "U: Then I need the price tables: rows with a season, a room and a price.")
	if want := []string{"task_opened: The price tables"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
