package read

import (
	"slices"
	"testing"
)

// Who names one of two things that were proposed takes that one.
func TestOneOfTwoProposedThingsIsTaken(t *testing.T) {
	comeOf(t, []replied{
		{"I suggest pre-rendering the charts and caching the tables.", "pre-rendering sounds good", "decision_made: pre-rendering the charts"},
		{"I suggest a message queue and a worker pool for the scans.", "yes to the worker pool", "decision_made: A worker pool for the scans"},
		{"I suggest a message queue and a worker pool for the scans.", "yes, sounds good", "decision_made: A message queue and a worker pool for the scans"},
		{"I suggest an index on owner and created.", "yes to the index", "decision_made: An index on owner and created"},
	})
}

// How a thing is done or came about is nothing to be chosen.
func TestWhatIsAskedAboutTheWorldIsNoChoice(t *testing.T) {
	for _, asks := range []string{"How is it started - cron, systemd, or by hand?", "Which formats do you get: PDF or CSV?", "And how do they log in - with a card or a code?"} {
		if got := lastDeltas(aim, "A: "+asks); yields("branch_created", aim, "A: "+asks) {
			t.Errorf("%s: %q", asks, got)
		}
	}
	for _, asks := range []string{"Which format do you want: PDF or CSV?", "How should it be started - cron or systemd?", "If the scan fails, should we retry or skip the file?"} {
		if !yields("branch_created", aim, "A: "+asks) {
			t.Errorf("%s lays nothing out", asks)
		}
	}
	if got := lastDeltas(aim, "A: Two things could be the reason: the key has expired, or the host is down."); !slices.Equal(got, []string{"hypothesis_introduced: The key has expired", "hypothesis_introduced: The host is down"}) {
		t.Errorf("%q", got)
	}
	if got := lastDeltas(aim, "A: Which framework and version? And how is it deployed?", "U: django 4.2"); !slices.Equal(got, []string{"fact_learned: Django 4.2 (Which framework and version)"}) {
		t.Errorf("%q", got)
	}
	for _, says := range []string{"does it support dark mode?", "it stops: panic: assignment to nil map", "i get KeyError: 'name'", "the exports have no header so you have to count the columns"} {
		if got := lastDeltas(aim, "A: Done.", "U: "+says); yields("decision_made", aim, "A: Done.", "U: "+says) || yields("constraint_added", aim, "A: Done.", "U: "+says) || yields("hypothesis_introduced", aim, "A: Done.", "U: "+says) {
			t.Errorf("%s: %q", says, got)
		}
	}
}

// A value instead of another is a choice, and a stressed order not to do something a
// rule.
func TestOrdersWithAValueOrStress(t *testing.T) {
	comeOf(t, []replied{
		{"It runs at 7.", "and run at 6:15 instead of 7", "decision_made: Run at 6:15 instead of 7"},
		{"Done.", "show 25 entries instead of 10 please", "decision_made: Show 25 entries instead of 10"},
		{"I'll keep three backups of the database.", "make it 7", "decision_made: Keep 7 backups of the database"},
		{"Done.", "and dont ever overwrite a photo", "constraint_added: Dont ever overwrite a photo"},
		{"Done.", "never ever send a mail twice", "constraint_added: Never ever send a mail twice"},
	})
}

// What the assistant holds to be best is a proposal; what it expects of what it made is
// none.
func TestOpinionsHowAThingShouldBe(t *testing.T) {
	for _, says := range []string{"Done. I think the date should default to today.", "I believe the header should stay visible.", "I think it should be sorted by name.", "I think the search ought to ignore accents."} {
		if !yields("hypothesis_introduced", aim, "A: "+says) {
			t.Errorf("%s: %q", says, lastDeltas(aim, "A: "+says))
		}
	}
	for _, says := range []string{"I think it should work now.", "I think the test should pass.", "I think that should be enough.", "I think this should be fixed now."} {
		if yields("hypothesis_introduced", aim, "A: "+says) {
			t.Errorf("%s: %q", says, lastDeltas(aim, "A: "+says))
		}
	}
	comeOf(t, []replied{
		{"There is a `price` column now. I think the date should default to today.", "good idea", "decision_made: The date should default to today"},
		{"I'll start with:\n\n- the data model\n- the login\n\nShall I begin?", "yes", "decision_made: The data model, the login"},
		{"I would build:\n\n- the import\n- the export\n\nShall I start?", "go", "decision_made: Build: the import, the export"},
		{"I can split the file into two. Shall I begin?", "yes", "task_opened: Split the file into two"},
	})
}
