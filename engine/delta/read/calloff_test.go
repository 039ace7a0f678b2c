package read

import (
	"slices"
	"strings"
	"testing"
)

// abandons tells whether the last turn abandons a task.
func abandons(lines ...string) bool {
	return slices.ContainsFunc(lastDeltas(lines...), func(d string) bool { return strings.HasPrefix(d, "task_closed: abandoned") })
}

var twoJobs = []string{aim, "A: Noted.", "U: Please write a reminder letter for late guests.", "A: I'll draft it tomorrow.", "U: Please add a dark mode too.", "A: Noted."}

func TestATaskIsCalledOffInManyWords(t *testing.T) {
	for _, says := range []string{
		"You can strike the letter.", "Cross the letter off.", "Kindly disregard the letter.", "Spare yourself the letter.", "You're off the hook for the letter.", "Pulled the plug on the letter.", "You needn't write the letter any more.",
		"You don't have to write the letter.", "We no longer need the letter.", "As for the letter, let it be.", "The letter: let it be.", "Dark mode: no longer wanted.", "Let's not do dark mode.", "We'll skip dark mode.",
		"The letter is off.", "The letter is no longer needed.", "The letter has become moot.", "The letter is dead in the water.", "The letter can go to the graveyard.", "The letter has taken care of itself.", "That makes the letter obsolete.",
		"Dark mode isn't happening.", "Dark mode got cut.", "Dark mode gets the axe.", "Dark mode fell through.", "Dark mode can be binned.", "We've moved on from dark mode.",
		"The letter we can skip.", "`dark mode`: cancel it.", "oh forget the letter then the hotel prints one anyway",
	} {
		if !abandons(append(slices.Clone(twoJobs), "U: "+says)...) {
			t.Errorf("%q calls nothing off", says)
		}
	}
}

func TestWhatOnlySoundsLikeTheEndCallsNothingOff(t *testing.T) {
	for _, says := range []string{
		"Don't skip the letter.", "Should we skip the letter?", "Maybe we should skip dark mode.", "The letter is off by two lines.", "The letter is what we will skip if it rains.", "The printer is dead.", "The letter is not off the table.", "Can dark mode go?", "If dark mode is moot, tell me.",
		"Never ignore the letters of the guests again.", "The letter can go out on Monday.", "Skip dark mode for now, we do it later.", "We used to skip dark mode at my old firm.", "The colours in dark mode fell flat on my phone, make them stronger.",
		"The obsolete letter makes me sad.", // where the word stands before the verb
	} {
		if abandons(append(slices.Clone(twoJobs), "U: "+says)...) {
			t.Errorf("%q calls something off: %q", says, lastDeltas(append(slices.Clone(twoJobs), "U: "+says)...))
		}
	}
}

func TestALabelOrANoBesideATaskCallsItOff(t *testing.T) {
	for said, want := range map[string]bool{
		"cover letter: scrapped, nobody reads it":         true,
		"cover letter: cancelled":                         true,
		"Then no cover letter, they only want the forms.": true,
		"No cover letter then.":                           true,
		"no cover letter after all":                       true,

		"Then no letters in the headings.": false,
		"No cover letter yet?":             false,
		"no hurry with the cover letter":   false,
		"cover letter: dropped where?":     false,
	} {
		got := abandons(aim, "A: Noted.", "U: Please write a cover letter. And a price list.", "A: Both are under way.", "U: "+said)
		if got != want {
			t.Errorf("%q calls it off: %v", said, got)
		}
	}
}
