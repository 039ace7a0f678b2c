package read

import "testing"

// A question that leaves it to the user to name what it shall be, with what speaks for
// this or that behind it, lays out a choice.
func TestOptionsBehindAnOpenQuestion(t *testing.T) {
	comeOf(t, []replied{
		{"Where should the logs live? A file is enough for one machine; Loki if there will be more.", "a file please", "decision_made: A file (Where should the logs live)"},
		{"For money, I propose decimals; the alternative is integer cents.", "Cents.", "decision_made: Integer cents"},
		{"I'd use tabs for the sections; the alternative would be an accordion.", "accordion", "decision_made: An accordion"},
		{"I suggest a message queue. An alternative is a cron job.", "cron", "decision_made: A cron job"},
	})
	for _, says := range []string{"Where does it live? A file is enough.", "The alternative text is empty.", "I suggest a queue. There is no alternative to it."} {
		if yields("branch_created", aim, "A: "+says) {
			t.Errorf("%s: %q", says, lastDeltas(aim, "A: "+says))
		}
	}
}

// Something else with its reason stands in the place of what was proposed.
func TestSomethingElseWithItsReason(t *testing.T) {
	comeOf(t, []replied{
		{"I'd pin the image to `node:20-bookworm-slim`.", "alpine. all our other images are alpine", "decision_made: Alpine (I'd pin the image to `node:20-bookworm-slim`)"},
		{"I suggest a blue header.", "green, thats our club colour", "decision_made: Green (A blue header)"},
		{"I would host the wiki on Hetzner.", "our nas. our nas is on all day anyway", "decision_made: Our nas (I would host the wiki on Hetzner)"},
	})
	for _, says := range []string{"weird. that is new", "coffee. we have a break", "boxes! I like boxes", "thanks. that's my kind of plan", "alpine? all our other images are alpine"} {
		if lines := []string{aim, "A: I'd pin the image to `node:20-bookworm-slim`.", "U: " + says}; yields("decision_made", lines...) {
			t.Errorf("%s: %q", says, lastDeltas(lines...))
		}
	}
}

// "Do that" takes what the assistant says that it can do, whatever the verb.
func TestWhatCouldBeDoneIsOrdered(t *testing.T) {
	comeOf(t, []replied{
		{"It is the scanner. I can require a click before the token is used.", "yes do that", "decision_made: Require a click before the token is used"},
		{"The library reads no CSS. I can pass a theme object.", "go ahead", "decision_made: Pass a theme object"},
		{"Then it needs a column and an endpoint.", "yes add both", "task_opened: Add both (Then it needs a column and an endpoint)"},
		{"We can store the hash instead of the file.", "do that", "decision_made: Store the hash instead of the file"},
		{"I can restrict the workflow to the `core` team.", "yes", "decision_made: Restrict the workflow to the `core` team"},
		{"Shall I also raise an alert when memory goes over 400 MB?", "yes pls", "task_opened: Raise an alert when memory goes over 400 MB"},
	})
	for _, before := range []string{"I can only guess what went wrong.", "You can see the log in /var/log.", "I can't reproduce it."} {
		if lines := []string{aim, "A: " + before, "U: ok do that"}; yields("decision_made", lines...) {
			t.Errorf("%s: %q", before, lastDeltas(lines...))
		}
	}
}

// Whoever was to be asked answers for the speaker.
func TestTheAnswerOfWhoWasToBeAsked(t *testing.T) {
	for _, c := range []struct{ asks, says string }{
		{"Let me ask Anna first.", "Anna says its own table."},
		{"need to check with our ops guy", "he says own table"},
	} {
		lines := []string{aim, "A: There are two options: a column on visits, or its own table weights.", "U: " + c.asks, "A: Sure.", "U: " + c.says}
		if !yields("decision_made", lines...) {
			t.Errorf("%s – %s: %q", c.asks, c.says, lastDeltas(lines...))
		}
	}
	for _, c := range []struct{ asks, says string }{
		{"Both sound fine.", "Anna says its own table."},
		{"Let me ask Anna first.", "some guy on the forum says its own table"},
		{"Let me ask Anna first.", "Anna says maybe its own table?"},
	} {
		lines := []string{aim, "A: There are two options: a column on visits, or its own table weights.", "U: " + c.asks, "A: Sure.", "U: " + c.says}
		if yields("decision_made", lines...) {
			t.Errorf("%s – %s: %q", c.asks, c.says, lastDeltas(lines...))
		}
	}
}

// In which unit something is given, and who alone may do something, is told in a few
// words.
func TestFormsAndWhoMay(t *testing.T) {
	comeOf(t, []replied{
		{"The export shows prices with three decimals.", "in cents please", "decision_made: In cents (The export shows prices with three decimals)"},
		{"Ok.", "all times in utc", "decision_made: All times in utc"},
		{"Ok. Next is the form.", "distances in km", "decision_made: Distances in km"},
		{"Who may see invoices?", "Only the vets and the front desk.", "constraint_added: Only the vets and the front desk (Who may see invoices)"},
		{"Who needs access?", "Everyone can read, only Maria and me can edit.", "constraint_added: Only Maria and me can edit"},
		{"How many donors do you have?", "3,400, of which maybe 900 are active.", "fact_learned: 3,400 (How many donors do you have)"},
		{"Who is allowed to delete posts?", "only moderators", "constraint_added: Only moderators (Who is allowed to delete posts)"},
	})
	for _, r := range []replied{
		{before: "Ok.", says: "3 errors in km"}, {before: "Ok.", says: "bugs in the csv format again"}, {before: "What do the values mean?", says: "weights in kg"}, {before: "Done.", says: "in a minute please"},
	} {
		if lines := []string{aim, "A: " + r.before, "U: " + r.says}; yields("decision_made", lines...) {
			t.Errorf("%s – %s: %q", r.before, r.says, lastDeltas(lines...))
		}
	}
}

// A figure for something else leaves the value of what was decided alone.
func TestAFigureForSomethingElse(t *testing.T) {
	talk := []string{aim, "A: Should the alert go off at 300 or 400 MB?", "U: 400", "A: Ok.", "U: one more thing, the node version. we're on 16. can we go to 20?"}
	if yields("decision_revised", talk...) {
		t.Errorf("%q", lastDeltas(talk...))
	}
	talk = append(talk, "A: Yes, 20 is supported.", "U: sass is gone anyway", "A: Then nothing speaks against it.", "U: then lets do 20")
	if got := lastDeltas(talk...); len(got) == 0 || got[0] != "decision_made: Go to 20" {
		t.Errorf("%q", got)
	}
}

// The brief says how the thing should be; what should be so by now is no rule.
func TestHowTheThingShouldBe(t *testing.T) {
	for _, says := range []string{"Help me write a game. It should be in Lua.", "I need a site for our choir. Should be usable on old phones.", "Write me a tool that sorts mails. The tool should be easy to install.", "I want a map for hikers. Should work offline on old tablets."} {
		if !yields("constraint_added", "U: "+says) {
			t.Errorf("%s: %q", says, lastDeltas("U: "+says))
		}
	}
	for _, says := range []string{"Help me write a game. Should it be in Lua?", "My game crashes. It should be fixed by now.", "Help me with my site. I think it should be fine.", "Help me with my site. It should be there already."} {
		if yields("constraint_added", "U: "+says) {
			t.Errorf("%s: %q", says, lastDeltas("U: "+says))
		}
	}
}

// What happens at regular times is knowledge, how often is enough a choice, and the message
// of a failure neither.
func TestHowOften(t *testing.T) {
	comeOf(t, []replied{
		{"Ok.", "the caretaker empties the box every Monday", "fact_learned: The caretaker empties the box every Monday"},
		{"Charts are drawn after every download.", "once a day is enough for the charts", "decision_made: Once a day is enough for the charts"},
	})
	for _, says := range []string{"the app crashes every Monday", "it stopped: IndexError: list index out of range", "it happens every time"} {
		if lines := []string{aim, "A: Ok.", "U: " + says}; yields("fact_learned", lines...) {
			t.Errorf("%s: %q", says, lastDeltas(lines...))
		}
	}
}

// A yes may add how often or how much, a remark whose word binds, and a quarter ends on a
// day.
func TestWhatAYesAndARemarkAdd(t *testing.T) {
	comeOf(t, []replied{
		{"I could add a weight per person.", "yes, 2 for tom and 1 for the others", "task_opened: Add a weight per person (2 for tom and 1 for the others)"},
		{"Ok.", "the archive stays read-only for a year, legal insists on that", "constraint_added: The archive stays read-only for a year, legal insists on that"},
	})
	if lines := []string{"U: Help me plan the move. Deadline is the end of Q1.", "A: Ok.", "U: we had a meeting, the deadline moved to mid April"}; !yields("constraint_revised", lines...) {
		t.Errorf("%q", lastDeltas(lines...))
	}
	if lines := []string{aim, "A: Ok.", "U: lena insists, who knows why"}; yields("constraint_added", lines...) {
		t.Errorf("%q", lastDeltas(lines...))
	}
}

// What an authority wants and what nobody may do are rules, a bare name is no order, and an
// option may have the words of a question.
func TestRulesAndNamesInAnswers(t *testing.T) {
	comeOf(t, []replied{
		{"Inspections: how often?", "the law wants a log with name and date", "constraint_added: The law wants a log with name and date"},
		{"What happens then?", "it gets a flag and nobody may take it until the chief clears it", "constraint_added: Nobody may take it until the chief clears it"},
	})
	if lines := []string{aim, "A: Which modules are slow?", "U: store and sync"}; yields("task_opened", lines...) {
		t.Errorf("%q", lastDeltas(lines...))
	}
	if got := lastDeltas(aim, "A: Options: share one database, use transactions that are rolled back, or switch to SQLite."); len(got) == 0 || got[0] != "branch_created: share one database | use transactions that are rolled back | switch to SQLite" {
		t.Errorf("%q", got)
	}
	for _, says := range []string{"nobody may come", "the law wants to know", "does the law want a log?"} {
		if lines := []string{aim, "A: Ok.", "U: " + says}; yields("constraint_added", lines...) {
			t.Errorf("%s: %q", says, lastDeltas(lines...))
		}
	}
}
