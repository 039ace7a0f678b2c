package read

import (
	"slices"
	"testing"
)

// However an assistant asks whether what it proposes is right, a yes takes it.
func TestAYesTakesWhatApprovalIsAskedFor(t *testing.T) {
	for _, asks := range []string{
		"Does that work for you?", "How does that sound?", "Sound good?", "What do you think?", "Does this make sense?", "Would that be ok?", "Is that fine with you?", "Any objections?",
		"Do you agree?", "Does that look right to you?", "Are you happy with that?", "OK?", "Shall I go ahead?", "How about that?", "Thoughts?", "Happy with that?", "Acceptable?",
	} {
		for _, says := range []string{"yes", "works for me", "sounds good"} {
			if got := lastDeltas(aim, "A: I'd keep the photos in Postgres. "+asks, "U: "+says); !slices.Contains(got, "decision_made: Keep the photos in Postgres") && asks != "Any objections?" {
				t.Errorf("%q – %q yields %q", asks, says, got)
			}
		}
	}
	plan := "A: Here's my plan:\n\n1. Watch the folder with fsnotify\n2. Upload with the SDK\n\n"
	for _, asks := range []string{"Does that work for you?", "How does that sound?", "What do you think?", "Shall I go ahead?", "Comments?", "Is anything missing?"} {
		if got := lastDeltas(aim, plan+asks); len(got) != 1 || got[0] != "hypothesis_introduced: Watch the folder with fsnotify, Upload with the SDK" {
			t.Errorf("%q: %q", asks, got)
		}
	}
	if got := lastDeltas(aim, "A: I recommend the following:\n\n1. Add a cache\n2. Move the parser into a worker\n\nWhat do you think?", "U: yes, do it"); !slices.Contains(got, "decision_made: Add a cache, Move the parser into a worker") {
		t.Errorf("%q", got)
	}
	got := lastDeltas(aim, plan+"Does that work for you?", "U: yes but no SDK, that's huge. plain http with signing")
	for _, want := range []string{"decision_made: Watch the folder with fsnotify, Upload with the SDK", "constraint_added: No SDK", "decision_made: Plain http with signing"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}
