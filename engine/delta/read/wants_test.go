package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAnAimIsWishedInManyWords(t *testing.T) {
	for says, want := range map[string]string{
		"Good evening. Our choir needs a programme sheet that lists all the pieces. We sing at the town hall.":                  "programme sheet",
		"Dear assistant, I run a mill. What I'd love most is a table that tells me when to grind.":                              "table that tells me when to grind",
		"Hello all. I would very much like a little diary for our hens, as my wife says.":                                       "diary for our hens",
		"I prepare a guide for our lighthouse. We have 40 steps. We want it ready for the summer fair.":                         "guide for our lighthouse",
		"I'd be grateful for help with the tide tables of our harbour: two summers of readings.":                                "tide tables of our harbour",
		"Boat census, north quay. Help me get a plan together.":                                                                 "boat census",
		"Our mill loses 40 sacks a week. I want it under 10, help me get there.":                                                "under 10",
		"Good morning dear assistant, I hope you can hear me. I would like a map of our hives.":                                 "map of our hives",
		"I'm the deputy warden of a marsh, which mostly means boots. What we'd love is a list that shows who walks which path.": "list that shows who walks",
	} {
		got := lastDeltas("U: " + says)
		if !slices.ContainsFunc(got, func(d string) bool {
			return strings.HasPrefix(d, "goal_set") && strings.Contains(strings.ToLower(d), want)
		}) {
			t.Errorf("%q gives %q", says, got)
		}
	}
}

func TestWhatWasAimedAtMayBecomeAnother(t *testing.T) {
	tellsApart(t, "goal_set", func(says string) []string {
		return []string{"U: I want to build a chat for our rowing club.", "A: Fine.", "U: The boats are in the shed.", "A: Noted.", "U: " + says}
	}, []string{
		"Forget the chat, it becomes a notice board.", "So forget the chat: a notice board on one page.", "One more thing: the rowing club chat becomes a magazine.",
	}, []string{
		"Forget the boats, it becomes a mess.", "Forget the header: a footer is enough.", "Should we forget the chat and make a notice board?", "The shed becomes a kitchen in June.", "Maybe it becomes a notice board.", "Don't forget the chat, it becomes a habit.",
	})
}
