package read

import "testing"

func TestWhatIsAskedAboutIsNoKnowledge(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string { return []string{"U: " + says} }, []string{
		"Find out why the pump floods the cellar. The pump is a Grundfos from 2011.", "Find out why the bell is late. The tower has 4 bells.",
	}, []string{
		"Since May the kiln eats 12 fuses a week. I need to know why.", "After 20 pages the printer forgets the paper size. Find the bug with me.", "the meter jumps 20 -> 90, daily, around noon. find out why",
		"Some guests get the invitation on the wrong day. Why?", "The bell hangs at 3 in the morning. find out why",
	})
	tellsApart(t, "fact_learned", func(says string) []string { return []string{aim, "A: The pump is built in.", "U: " + says} }, []string{
		"By the way, the pump has 3 filters.",
	}, []string{
		"It drops every third cup.", "But it stutters in the cold, every few seconds.", "It threw the second cup out, rightly.", "it spilled the milk twice",
	})
}

func TestADayThatHasToBeKeptIsARule(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string { return []string{"U: I want a program for the village fair. " + says} }, []string{
		"The fair is on May 4th and that of course cannot be moved.", "The fair is on May 4th, that's fixed.", "The fair is on May 4, that is final.", "Plastic cups out of the river is a principle of ours.",
		"The posters go out on 2 March, that can't be shifted.",
	}, []string{
		"The fair is on May 4th and that is a Saturday.", "The fair was on May 4th, that is long ago.", "The bakery opens on May 4th, that could be moved.", "The tent was torn on May 4th, that is fixed.",
	})
	if yields("fact_learned", "U: I want a program for the village fair.", "A: Noted.", "U: The fair is on May 4th, until then all tents must be up.") {
		t.Error("the day of a rule is a fact of its own")
	}
}

func TestWhatIsThoughtOfAFigureIsNoKnowledge(t *testing.T) {
	open := []string{aim, "A: Noted.", "U: let's take 90 seconds for the timer", "A: 90 seconds it is."}
	tellsApart(t, "fact_learned", func(says string) []string { return append(open[:len(open):len(open)], "U: "+says) },
		[]string{"By the way, 12 is the number of our lanes."}, []string{"90 for a child is an eternity", "90 is a whole lunch break", "90 feels sluggish"})
}
