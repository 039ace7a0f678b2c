package read

import (
	"slices"
	"strings"
	"testing"
)

// What is taken back, told of others or of old times, or only counted so far settles nothing.
func TestWhatIsToldOrTakenBackSettlesNothing(t *testing.T) {
	for _, says := range []string{
		"Then let us print it in colour. No, rubbish, nobody can tell them apart.", "Let us go by train. Forget I said that.",
		"some blogger says a logo must be round. some blogger should get a job", "back in the eighties somebody decided the ledger must be kept forever, so they have a cellar full",
		"Ivo called. He says one must never start it in the dark. I asked why. He didn't know.", "Marta has two of her three signatures", "4 of 9 tables are set",
	} {
		for _, kind := range []string{"decision_made", "constraint_added", "fact_learned"} {
			if yields(kind, aim, "A: Noted.", "U: "+says) {
				t.Errorf("%q yields a %s", says, kind)
			}
		}
	}
}

// What people say in passing, unsure of the reason or glad of what they lack.
func TestOrdinaryWordsOfOrdinarySessions(t *testing.T) {
	comeOf(t, []replied{
		{"Done.", "one thing: the tablets are from 2015 I think, so please no animations", "constraint_added: No animations"},
		{"Done.", "prices are in cents, never round them in the view", "constraint_added: Never round them in the view"},
		{"Done.", "the old mill closes in june btw", "fact_learned: The old mill closes in june"},
		{"We could do it without an account: everybody gets a link.", "no account is fine", "decision_made: Do it without an account: everybody gets a link"},
		{"I could make a page where you paste the list and get a table. Want that?", "yes please, that would help", "task_opened: Make a page where you paste the list and get a table"},
		{"Done.", "no captions if there is only one picture", "constraint_added: No captions if there is only one picture"},
		{"When should the mail go out?", "one day before and 1 hour before", "decision_made: One day before and 1 hour before (When should the mail go out)"},
		{"The host: spot or savings plans?", "Savings plans, 1 year. Spot is not an option.", "decision_made: Savings plans, 1 year"},
		{"I could store the answers and remind whoever is missing 3 hours before. Should I?", "yes but 6 hours", "task_opened: Store the answers and remind whoever is missing 6 hours before"},
		{"Then the mail: warn the parents a day before.", "good point, put that on the list", "task_opened: Then the mail: warn the parents a day before"},
		{"Done.", "the migration is on may 3", "constraint_added: The migration is on may 3"},
		{"They could go to a folder of their own, or keep their name.", "own folder is ok", "item_superseded: They could go to a folder of their own, or keep their name"},
		{"The reason could be the stale lock: `save()` never frees it.", "exactly, confirmed by the log. fix it", "task_opened: Fix it: The reason could be the stale lock: `save()` never frees it"},
	})
	for _, tt := range []struct{ kind, before, says string }{
		{"constraint_added", "What do you know?", "I know a bit of html but no css"},
		{"constraint_added", "Does it hang everywhere?", "only host b hangs, never host a"},
		{"decision_made", "The reason could be the stale lock.", "exactly, confirmed by the log"},
		{"task_opened", "Done.", "it is slow: select * from guests where id=? order by day desc limit 20"},
		{"decision_made", "Send the code first.", "is that lasting or do i have to send it every time"},
		{"decision_made", "Done.", "it works. next time the dark mode"},
		{"constraint_revised", "The report must take less than 30 min.", "12 min. good enough"},
		{"fact_learned", "Done.", "btw I think the mill closes"},
	} {
		if yields(tt.kind, aim, "A: "+tt.before, "U: "+tt.says) {
			t.Errorf("%s – %s yields a %s", tt.before, tt.says, tt.kind)
		}
	}
	for _, says := range []string{"Try one of these:\n- write a pool\n- close it\n- lose half of it", "Perfect. Then:\n- plain JS, no framework\n- the words in a file\n- progress in the browser\n\nWhich languages?", "Would that be enough, or do several tablets have to share it?"} {
		if yields("branch_created", aim, "A: "+says) {
			t.Errorf("%q lays out a choice", says)
		}
	}
}

// Who joins in the middle of a talk names no aim by an answer.
func TestAnAnswerIsNoAim(t *testing.T) {
	got := lastDeltas("U: sqlite. and dont ever delete a booking")
	if slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "goal_set") }) || !slices.Contains(got, "constraint_added: Dont ever delete a booking") {
		t.Errorf("%q", got)
	}
}
