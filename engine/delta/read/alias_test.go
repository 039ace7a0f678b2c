package read

import "testing"

// An option is chosen by what it is also called.
func TestOptionsGoByOtherNames(t *testing.T) {
	comeOf(t, []replied{
		{"Should the label give kilograms or the number of bags?", "kg", "decision_made: Label give kilograms"},
		{"JavaScript or Python?", "js", "decision_made: JavaScript"},
		{"A plain view or a materialized view?", "mat view", "decision_made: Mat view (a materialized view)"},
		{"Should the reports go out monthly or weekly?", "every week", "decision_made: Weekly (reports go out)"},
		{"Should the list show everybody or only the trainers?", "everyone, else they ask me", "decision_made: List show everybody"},
		{"Shall we notify nobody or the admins?", "nobody", "decision_made: Notify nobody"},
	})
	for _, says := range []string{"everyone is asleep already", "anyone there?", "all good", "km what?"} {
		before := "A: Should it count kilometres or show everybody?"
		if got := lastDeltas(aim, before, "U: "+says); yields("decision_made", aim, before, "U: "+says) {
			t.Errorf("%s: %q", says, got)
		}
	}
}

// What a question asks of comes with the option that only names the end of it.
func TestOptionsAtTheEndOfAQuestion(t *testing.T) {
	comeOf(t, []replied{
		{"Should backups run daily or weekly?", "weekly", "decision_made: Weekly (backups run)"},
		{"Should backups run daily or weekly?", "daily", "decision_made: Backups run daily"},
		{"Shall the page reload itself or show a button?", "a button", "decision_made: Show a button"},
	})
}
