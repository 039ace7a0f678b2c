package read

import "testing"

func TestSmallTalkTakesNoProposal(t *testing.T) {
	open := []string{"U: I want to renovate our boat.", "A: For the mast I would suggest spruce, and for the deck perhaps cork."}
	tellsApart(t, "decision_made", func(says string) []string { return append(open[:len(open):len(open)], "U: "+says) }, []string{
		"Yes.", "Spruce, yes.", "Cork.", "ok do that", "Right.", "Right, let's do that.", "Yes, cork too.", "I did that, with oak.",
	}, []string{
		"Hm, cork.", "Right, the mast.", "Yes, it's raining here too.", "Yeah, my dad said that too.", "I did that once, never again.", "Two weeks ago the boat sank.", "Spruce is a lovely tree.", "Sure, and pigs can fly.", "Cork floats, haha.",
		"Perfect timing, I was about to ask.", "ok what does cork cost?", "Sounds expensive.",
	})
	asked := []string{"U: I want to renovate our boat.", "A: For the hull there are two ways:\n\n1. **epoxy**, hard but dear\n2. **tar**, cheap and smelly\n\nWhich one do you prefer?"}
	tellsApart(t, "decision_made", func(says string) []string { return append(asked[:len(asked):len(asked)], "U: "+says) }, []string{
		"Tar.", "Tar, I'd say, it's cheap.", "2", "Epoxy it is.",
	}, []string{
		"Tar, says my wife. I'm not so sure.", "Two weeks ago the boat sank.", "Tar. No wait, epoxy. Hm, no, I'll call you.", "Tar smells like my childhood.", "Epoxy was used last time, it cracked.", "The club has to vote on it.",
		"Epoxy. May I put that to the club and let you know?",
	})
}
