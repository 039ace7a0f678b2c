package read

import (
	"slices"
	"strings"
	"testing"
)

func TestTheGoodEndOfATrialClosesTheTask(t *testing.T) {
	for _, tt := range []struct{ asks, says string }{
		{"Here is the button. Please press it once with the figures of a client.", "I took the florist. The portal accepted it at the first go!"},
		{"Here is the button. Would you run it once on a real phone?", "I ran it on two phones, creates everything and the migration too"},
		{"Here is the button. I've only type-checked it so far.", "ackermann works. fib too"},
		{"The button simulates without errors. A wet run is up to you.", "Wet run on Friday, all four plates fine."},
		{"Here is the button.", "The button went live yesterday."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: Please write a button for the export.", "A: "+tt.asks, "U: "+tt.says)
		if !slices.Contains(got, "task_closed: completed Write a button for the export") {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
	for _, says := range []string{"It shows nothing.", "The portal accepted it, but the sum is wrong."} {
		if got := lastDeltas(aim, "A: Noted.", "U: Please write a button for the export.", "A: Here it is, please press it once.", "U: "+says); slices.Contains(got, "task_closed: completed Write a button for the export") {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestATrialOfAnotherThingThatFailsClosesNothing(t *testing.T) {
	shown := "A: Here is the display:\n\n```py\nshow()\n```\n\nThe clock redraws each second."
	menu := "task_closed: completed Write the menu of the lunch"
	got := lastDeltas(aim, "A: Noted.", "U: Please write the menu of the lunch.", shown, "U: The clock runs, but after 20 minutes there is a ghost of the old numbers.")
	if slices.Contains(got, menu) {
		t.Errorf("%q", got)
	}
	if got := lastDeltas(aim, "A: Noted.", "U: Please write the menu of the lunch.", shown, "U: The menu runs, the clock too."); !slices.Contains(got, menu) {
		t.Errorf("%q", got)
	}
}

func TestAnAnswerThatOnlyNodsClosesNothing(t *testing.T) {
	tellsApart(t, "task_closed", func(says string) []string {
		return []string{aim, "A: Noted.", "U: Please write a button for the export.", "A: Here is the button. Please press it once with the figures of a client.", "U: " + says}
	}, []string{
		"Good, it works. Next is the cellar.", "fine, the button is done. now the cellar", "Perfect. Next is the cellar.", "works. the cellar next", "I ran it, all good",
	}, []string{
		"fine. florist.csv is what they typed themselves", "Good. The colours can't be louder than the sign on the door.", "ok so I ran it and got\n\n```\nError: no client\n```\n\ndid I break it?", "pressed it, it says\n\n```\nno client\n```",
	})
}

func TestWaysToDoTheWorkDeliverNothing(t *testing.T) {
	for _, says := range []string{
		"There are two good ways to write the button:\n\n- a **form**\n- a **link**\n\nThe form you can style, the link never breaks.",
		"A button by link is the least work and it keeps the export off your page. I lean towards that one.",
	} {
		if got := lastDeltas(aim, "A: Noted.", "U: Please write a button for the export.", "A: "+says); slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "task_closed") }) {
			t.Errorf("%q: %q", says, got)
		}
	}
}
