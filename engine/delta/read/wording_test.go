package read

import (
	"slices"
	"strings"
	"testing"
)

// Each says in a wording of its own what others say with a verb of choosing.
func TestOptionsAreLaidOutInManyForms(t *testing.T) {
	for _, tt := range []struct{ name, says, want string }{
		{"a statement of what could be", "They could be kept for a year, or discarded right after use.", "branch_created"},
		{"after a count", "There are two remedies: shrink the text, or cut the comments before.", "branch_created"},
		{"headings after a count", "There are three common ways:\n\n### Bluetooth\nWorks everywhere.\n\n### Wi-Fi Direct\nFaster.\n\n### USB cable\nNever fails.", "branch_created"},
		{"letters", "# Remedies\n\n- **A** raise the threshold\n- **B** take the peelers off", "branch_created"},
		{"rows of a matrix", "The first thing to settle is the transport:\n\n| | hours | feel |\n|---|---|---|\n| coach | 9 | one party |\n| train | 11 | two changes |", "branch_created"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lastDeltas(aim, "A: "+tt.says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, tt.want) }) {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestAnOldChoiceIsSettledByAnOptionsName(t *testing.T) {
	open := []string{aim, "A: How should an item close? There are two ways:\n\n- **Fixed end**, closed at a set time\n- **Sliding end**, a late bid extends the time", "U: No idea yet.", "A: Noted.", "U: Hm.", "A: Fine.", "U: Hm.", "A: Fine."}
	for _, says := range []string{"Closing: sliding.", "Sliding then, it is fairer.", "Sliding end, please."} {
		got := lastDeltas(append(slices.Clone(open), "U: "+says)...)
		if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "item_superseded") }) {
			t.Errorf("%q: %q", says, got)
		}
	}
	for _, says := range []string{"From the sliding door:", "I'm clarifying whether sliding is allowed."} {
		if got := lastDeltas(append(slices.Clone(open), "U: "+says)...); slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made") }) {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestFurtherWishesAreTasks(t *testing.T) {
	for _, says := range []string{
		"Two more things:\n\n- a test mode with a watermark\n- a short manual",
		"Two further items, please: a test mode with a watermark, and a short manual.",
		"- todo you: a test mode with a watermark\n- todo you: a short manual",
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+says)
		if len(got) != 2 || !strings.HasPrefix(got[0], "task_opened") || !strings.HasPrefix(got[1], "task_opened") {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestWherePlacesAndChangesStandNothingIsDone(t *testing.T) {
	for _, says := range []string{"It is in the layout:", "I changed the layout to the full width:\n\n```\nx\n```", "The layout is still being written.", "The layout is pushed, first run in progress."} {
		if got := lastDeltas(aim, "A: Noted.", "U: Please write the layout of the label.", "A: "+says); slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "task_closed") }) {
			t.Errorf("%q: %q", says, got)
		}
	}
	for _, says := range []string{"The layout prints as it should.", "Layout is up too.", "Leave the layout."} {
		if got := lastDeltas(aim, "A: Noted.", "U: Please write the layout of the label.", "A: Here it is.", "U: "+says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "task_closed") }) {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestConclusionsAndSettingsDecide(t *testing.T) {
	for _, says := range []string{"FHIR, then, per patient.", "Three concerts then.", "Fine. Destroy time is 17:00.", "Rate goes from 0.05 to 8 Hz."} {
		if got := lastDeltas(aim, "A: Noted.", "U: "+says); len(got) == 0 || !strings.HasPrefix(got[0], "decision_made") {
			t.Errorf("%q: %q", says, got)
		}
	}
	if got := lastDeltas(aim, "A: Noted.", "U: That page is from 2023."); slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made") }) {
		t.Errorf("%q", got)
	}
}

// A span of code is one token, however many words it has.
func TestWhatFollowsCodeOfSeveralWordsIsFound(t *testing.T) {
	for says, want := range map[string][]string{
		"`a b c d` can you write a parser":         {"task_opened: Write a parser"},
		"`go run -v .` we take the file":           {"decision_made: `go run -v .` we take the file"},
		"`a b c d e f g` we go with":               {"decision_made: `a b c d e f g` we go with"},
		"`a b c d` could we raise the limit to 5?": {"task_opened: Raise the limit to 5"},
	} {
		if got := lastDeltas(aim, "A: Noted.", "U: "+says); !slices.Equal(got, want) {
			t.Errorf("%q yields %q, want %q", says, got, want)
		}
	}
}

func TestWorkThatIsPutOffDecidesNothing(t *testing.T) {
	got := lastDeltas(aim, "A: Then I'd start with the three rooms at the harbour. Shall I draft a letter to them?", "U: Not yet.")
	if got != nil {
		t.Errorf("%q", got)
	}
}
