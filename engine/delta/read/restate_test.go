package read

import "testing"

// What the assistant says that something is set to is set to something else.
func TestAStatedValueIsGivenAnew(t *testing.T) {
	comeOf(t, []replied{
		{"Sessions end after 15 minutes.", "make it an hour, people go for lunch", "decision_made: Sessions end after an hour"},
		{"Uploads are capped at 10 MB.", "make it 20", "decision_made: Uploads are capped at 20 MB"},
		{"The feed shows 30 posts. Old ones are kept for 5 days.", "make that two weeks", "decision_made: Old ones are kept for two weeks"},
		{"The cache keeps entries for 5 minutes.", "half an hour please", "decision_made: The cache keeps entries for half an hour"},
		{"I've set the timeout to 30 seconds.", "make that a minute", "decision_revised: Set the timeout to a minute"},
	})
	for _, r := range []replied{
		{before: "The import took 15 minutes.", says: "make it 5 haha"},
		{before: "Uploads are capped at 10 MB.", says: "give me a minute please"},
		{before: "Uploads are capped at 10 MB.", says: "maybe make it 20"},
		{before: "Did you see the 10 MB limit?", says: "make it 20"},
	} {
		if lines := []string{aim, "A: " + r.before, "U: " + r.says}; yields("decision_made", lines...) {
			t.Errorf("%s – %s: %q", r.before, r.says, lastDeltas(lines...))
		}
	}
}
