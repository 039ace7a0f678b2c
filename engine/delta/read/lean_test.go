package read

import "testing"

func TestALeanIsAccepted(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "A: There are two options:\n\n1. nom\n2. pest\n\nI'd recommend nom.", "U: " + says}
	}, []string{"ok", "sounds good", "go with your recommendation", "ok do that", "nom", "neither, chumsky", "pest please"}, []string{"hm", "why?", "ok but why not pest?", "ok, let me think", "nice overview", "thanks", "neither", "pest is funny", "yes but my team hates it"})
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: Should I use nom or pest? I'd recommend nom.", "U: " + says}
	}, []string{"ok", "agreed"}, []string{"why?", "ok but is it slow?", "no idea"})
}

func TestANameIsWhateverAnswers(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: Sure! What should it be called?", "U: " + says}
	}, []string{"jot", "green room", "roomy"}, []string{"surprise me", "hm", "dunno", "ask later", "good question", "jot?", "you pick"})
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, `A: How about "Nimbus"?`, "U: " + says}
	}, []string{"too common", "no", "love it"}, []string{"too late for me today", "hm", "why nimbus?"})
}
