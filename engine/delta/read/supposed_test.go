package read

import (
	"slices"
	"testing"
)

// What is only supposed beside what is known stays apart from it.
func TestWhatIsSupposedBesideAFactIsNoPartOfIt(t *testing.T) {
	for said, want := range map[string][]string{
		"The 9 broken specs are all in the picker folder, I bet it's the timezone.": {"hypothesis_introduced: I bet it's the timezone"},
		"we have max_conn=50 on that box, I think it's too low":                     {"fact_learned: We have max_conn=50 on that box"},
	} {
		got := lastDeltas(aim, "A: Where does it hang?", "U: "+said)
		for _, d := range want {
			if !slices.Contains(got, d) {
				t.Errorf("%q yields %q, not %q", said, got, d)
			}
		}
	}
}

// What a thing takes for granted is known of it; what the speaker takes for
// granted is supposed.
func TestAnAssumptionIsTheSpeakers(t *testing.T) {
	for said, want := range map[string][]string{
		"I looked: the broken specs assume a browser in UTC.":                      nil,
		"I found that the importer assumes sorted rows.":                           nil,
		"I assume the rows come in sorted.":                                        {"hypothesis_introduced: The rows come in sorted"},
		"```sh\nrsync -a . box:\n```\nThe script assumes that the box has rsync 3": {"hypothesis_introduced: The box has rsync 3"},
	} {
		if got := lastDeltas(aim, "U: look", "A: "+said); !slices.Equal(got, want) {
			t.Errorf("%q yields %q, want %q", said, got, want)
		}
	}
}

func TestAnAssignmentIsSomethingToSet(t *testing.T) {
	if got := lastDeltas(aim, "A: The browser runs in UTC.", "U: so set TZ=UTC in CI"); !slices.Equal(got, []string{"task_opened: Set TZ=UTC in CI"}) {
		t.Errorf("%q", got)
	}
}
