package read

import (
	"slices"
	"strings"
	"testing"
)

// decidedBy tells whether the last turn decides something, and on what.
func decidedBy(lines ...string) (out []string) {
	for _, d := range lastDeltas(lines...) {
		if s, ok := strings.CutPrefix(d, "decision_made: "); ok {
			out = append(out, s)
		}
	}
	return out
}

func TestAnOptionIsNotChosenByWhatIsToldOfIt(t *testing.T) {
	open := []string{aim, "A: The plan of the garden can be ordered in two ways:\n\n- **by bed**, so that nobody walks far\n- **by month**: sowing, hoes, water, hedges\n\nWhich would suit you?"}
	for _, says := range []string{"Two hedges were cut last winter by the neighbours.", "Somebody with a hoe doesn't care in which month it is.", "Nobody minds the hedges.", "Fine, sloth wins."} {
		if got := decidedBy(append(slices.Clone(open), "U: "+says)...); len(got) > 0 {
			t.Errorf("%q decides %q", says, got)
		}
	}
	for _, says := range []string{"By month.", "By month wins.", "We take by bed."} {
		if got := decidedBy(append(slices.Clone(open), "U: "+says)...); len(got) != 1 {
			t.Errorf("%q decides %q", says, got)
		}
	}
}

func TestATableMayCountItsRows(t *testing.T) {
	open := []string{aim, "A: I see three ways:\n\n| # | way | cost |\n|---|---|---|\n| 1 | bus | low |\n| 2 | barge | high |\n| 3 | tandem | none |\n\nWhich one should I plan with?"}
	for says, want := range map[string]string{"Number 2.": "barge", "3": "andem", "Barge, please.": "arge"} {
		if got := decidedBy(append(slices.Clone(open), "U: "+says)...); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%q decides %q", says, got)
		}
	}
}

func TestWhatIsPutOffBelowIsNotChosenAbove(t *testing.T) {
	open := []string{aim, "A: The floor could be one of three:\n\n1. oak\n2. cork\n3. stone\n\nFor the lamps: brass, glass or paper."}
	got := decidedBy(append(slices.Clone(open), "U: 2. For the lamps I want to see some first, so not now.")...)
	if slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "lass") || strings.Contains(s, "rass") }) {
		t.Errorf("%q", got)
	}
}

func TestARuleOrWorkFillsNothingIn(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: How should the doors look?", "U: " + says}
	}, []string{"Dark green."}, []string{"now: a bell, and a sign", "Only doors from the old barn."})
}
