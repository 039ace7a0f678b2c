package read

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatComesInPlaceOfAPartRevises(t *testing.T) {
	rule, choice := "U: The manual must be in Dutch and German.", "U: We go with byte offsets for the spans."
	for _, tt := range []struct{ stands, says string }{
		{rule, "And instead of German take Italian please, the others are from Tarvisio."},
		{rule, "In place of German we need French."},
		{rule, "The manual is in Dutch and French, German goes."},
		{rule, "The manual is in Dutch and French, German is out."},
		{choice, "The checker wants columns, so keep those in the node in place of offsets."},
		{choice, "Replace the byte offsets by line and column."},
		{"U: The deadline is 1 June, not a day later.", "The 1 June has become 15 May, new minister, new calendar."},
	} {
		got := lastDeltas(aim, "A: Noted.", tt.stands, "A: Noted.", "U: "+tt.says)
		if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, revisionOf(tt.stands == choice)) }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
	for _, tt := range []struct{ stands, says string }{
		{rule, "Should we use French instead of German?"},
		{rule, "I write to the teacher, German goes well."},
		{rule, "Maybe we take French in place of German."},
		{"U: We go with the export button on the left side of the page.", "Rename the export button to Save."},
		{choice, "Replace the old icons by new ones."},
	} {
		got := lastDeltas(aim, "A: Noted.", tt.stands, "A: Noted.", "U: "+tt.says)
		if slices.ContainsFunc(got, func(d string) bool { return strings.Contains(d, "_revised") }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
}

// revisionOf is the kind of delta that revises what stands.
func revisionOf(choice bool) string {
	if choice {
		return "decision_revised"
	}
	return "constraint_revised"
}

func TestAnExplanationMayEndWithAProposal(t *testing.T) {
	got := lastDeltas(aim, "U: what does the badge do?", "A: It opens the doors. Speaking of doors: a lock for the attic?")
	if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "hypothesis_introduced") }) {
		t.Errorf("%q", got)
	}
}
