package read

import (
	"slices"
	"strings"
	"testing"
)

func TestKnowledgeIsHeardOutright(t *testing.T) {
	for _, says := range []string{
		"I want a site for our mending club. We meet every third Friday in the school kitchen.", "Build a rota for our choir. We rehearse every week in the old chapel.", "I need a till for our fair. We open every second Sunday at the mill.",
		"Help me rewrite the cook book. It was printed in Leipzig in 1987 and has 90 recipes.", "I need a plan for the boiler room. The boiler was installed in 2011.", "Sort the archive of our club. The index is complete except for the letters in 1994.",
	} {
		if !learnt("U: " + says) {
			t.Errorf("%q is not learnt: %q", says, lastDeltas("U: "+says))
		}
	}
	for _, says := range []string{
		"Look at the members. There are 4,200 of them.", "Visitors live in a small table file.", "For the record, the invoice currently rounds per item.", "Fyi, the caretaker owns the keys of the hall.",
		"The night backups are on, I just checked.", "I looked, the door sensor sits on port 7.", "Checked: the refund page uses the old rates.", "The lift was switched off in 2016.", "The members are stored in a sheet, I checked.",
	} {
		if !learnt(aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q is not learnt: %q", says, lastDeltas(aim, "A: Noted.", "U: "+says))
		}
	}
	for _, says := range []string{
		"We could open every second Sunday.", "We want to meet every third Friday.", "Should we open every second Sunday?", "We were promised a hall in 2011.", "In 2012 it was decided that nobody pays.", "He was switched off in 2016 lol",
		"Are the backups on? I just checked.", "I just checked.", "Looked: nothing.", "There are 3 of them who complain, I guess.", "They say that the lift was switched off in 2016.", "for the record, I never liked the bell",
	} {
		if learnt(aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q yields %q", says, lastDeltas(aim, "A: Noted.", "U: "+says))
		}
	}
}

func TestTheAssistantReadsOffWhatItIsShown(t *testing.T) {
	shown := []string{"U: the seat map is empty, find out why", "A: May I see the trace?", "U: ```\nerror: no such file Seats.json\n```\nit fails on start"}
	for _, says := range []string{"The loader asks for `Seats.json` and yours is `seats.json`.", "`Seats.load` reads `seats.json` only once, so the second hall gets nothing."} {
		if !learnt(append(shown, "A: "+says)...) {
			t.Errorf("%q is not learnt", says)
		}
	}
	for _, says := range []string{"The loader may ask for `Seats.json`.", "The loader now asks for `seats.json`.", "A loader asks for `Seats.json` when it starts.", "The loader could ask for `seats.json` instead."} {
		if learnt(append(shown, "A: "+says)...) {
			t.Errorf("%q is learnt", says)
		}
	}
}

// A figure that falls makes a fact of the new one, whether the old one was one or not.
func TestFiguresAreSetRight(t *testing.T) {
	has := func(got []string, kind string) bool {
		return slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, kind) })
	}
	for _, c := range []struct{ before, says string }{
		{"We run two mills.", "By the way, I told you two mills: it's three since last month."}, {"The hall has 90 seats.", "I said 90 seats but the hall has 104 of them."},
		{"There are 23 boats in the harbour.", "And it's 22 boats (not 23), one sank in May."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+c.before, "A: Ok, noted.", "U: "+c.says)
		if !has(got, "fact_learned") || !has(got, "item_superseded") {
			t.Errorf("%q after %q yields %q", c.says, c.before, got)
		}
	}
	for _, says := range []string{"And it's 31 boats, not 32.", "There are nine halls, not eight."} {
		if got := lastDeltas(aim, "A: Noted.", "U: "+says); !has(got, "fact_learned") {
			t.Errorf("%q yields %q", says, got)
		}
	}
	for _, says := range []string{"Is it 31 boats, not 32?", "Make it 31 boats, not 32.", "It could be 31 boats, not 32.", "I told you two times: it must be three."} {
		if got := lastDeltas(aim, "A: Noted.", "U: "+says); has(got, "fact_learned") {
			t.Errorf("%q yields %q", says, got)
		}
	}
	if got := lastDeltas(aim, "A: Noted.", "U: The list has 11,400 rows.", "A: Ok, noted.", "U: Fine, the next step then.", "A: The mill turns 3 times a minute. The list opens fine. It holds 11,396 rows, not 11,400."); !has(got, "item_superseded") {
		t.Errorf("%q", got)
	}
}
