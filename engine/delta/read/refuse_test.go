package read

import (
	"slices"
	"strings"
	"testing"

	"holdfast/engine/delta"
)

func TestAReasonSaysSomething(t *testing.T) {
	for _, tt := range []struct{ asks, says, want string }{
		{"My guess is the lift: it might be too slow for the groups.", "No no. The groups take the stairs here.", "stairs"},
		{"Two ways:\n\n1. a paper form\n2. a form on the phone\n\nWhich one?", "1 then, from May on; the young ones will survive it.", "from May on"},
	} {
		found := false
		for _, d := range Conversation(talk(aim, "A: "+tt.asks, "U: "+tt.says), nil, noon).Accepted {
			found = found || d.Kind() == delta.ItemSupersededKind && strings.Contains(d.(*delta.ItemSuperseded).Reason, tt.want)
		}
		if !found {
			t.Errorf("%q: no reason with %q", tt.says, tt.want)
		}
	}
}

func TestWhatIsSupposedIsNotItsDescription(t *testing.T) {
	for _, says := range []string{
		"They might come from the night porter, who could be confused by the new codes.", "It may be the battery, which might be old.", "Perhaps the lock resets itself, which would explain the beeps.",
	} {
		got := lastDeltas(aim, "U: some codes fail", "A: "+says)
		if !slices.ContainsFunc(got, func(d string) bool {
			return strings.HasPrefix(d, "hypothesis_introduced") && (strings.Contains(d, "porter") || strings.Contains(d, "battery") || strings.Contains(d, "resets"))
		}) {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestANumberAnswersAListThatAsksNothing(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: ok.", "U: I see.", "A: 1. put the floor into the name\n2. a random suffix for each room\n3. a name per guest\n\n2 leaves garbage behind, 3 costs a day.", "U: " + says}
	}, []string{"1, plus the house", "1, plus the number of the house", "1", "3.", "2, but shorter"}, []string{"1?", "12 rooms have no name", "1 or 2"})
}

func TestASuspicionFallsInFewWords(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "U: why do the codes fail?", "A: Maybe the codes end up in the wrong table. Then a guest with two rooms would get none.", "U: " + says}
	}, []string{
		"Negative. The table holds them all.", "There goes that theory. The table holds them all.", "So much for that guess, the table holds them all.", "400 codes, all there. There goes that assumption, and my faith in tables.",
	}, []string{
		"There goes my weekend.", "So much for the weekend.", "A negative number, I see.", "Is that a theory or a guess?", "Your theory could be right.",
	})
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "U: Could it lock the doors by itself?", "A: It could, but you would have to tell it when everybody is out.", "U: " + says}
	}, []string{"Then no. My own key is better at this.", "So no."}, []string{"Then not before May?", "Then nobody knows.", "Then I'll think about it."})
}
