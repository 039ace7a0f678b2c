package read

import "testing"

func TestWhatSettlesNothing(t *testing.T) {
	for _, tt := range []struct{ name, says string }{
		{"a verdict is no knowledge", "the 90 rooms are silly"},
		{"what was said and may not be true is no rule", "The guard says that the rooms must stay locked. I do not know if it is true."},
		{"what never was is no rule", "They have never let a room in Welsh."},
		{"what is not required is no rule", "No second form is required between companies."},
		{"an answer to one's own question is no rule", "Who would look after it? Only me, and a volunteer."},
		{"a choice between two that are both named is none", "Postgres or SQLite, whichever eats less."},
		{"an errand of the speaker is no choice", "I go to her office on Thursday."},
		{"taking time is no choice", "Take the time that is needed."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lastDeltas(aim, "A: Noted.", "U: "+tt.says); got != nil {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestAReasonBelongsToItsRule(t *testing.T) {
	got := lastDeltas(aim, "A: Noted.", "U: The bot must answer within 20 ms or they're banned, they voted on it.")
	if len(got) != 1 || got[0] != "constraint_added: The bot must answer within 20 ms" {
		t.Errorf("%q", got)
	}
}

func TestTheAssistantLearnsNothingFromWhatItAdvises(t *testing.T) {
	for _, says := range []string{
		"Measure the wheel: a tyre of 68 mm where the file says 66 would give you precisely that over 13 metres.",
		"The parts come to 3.10 of the 4 by my rough reckoning, so there is some air.",
	} {
		if got := lastDeltas(aim, "U: The log: ```\n66\n```", "A: "+says); got != nil {
			t.Errorf("%q", got)
		}
	}
}
