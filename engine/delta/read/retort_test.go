package read

import (
	"slices"
	"testing"
)

func TestAFewWordsSetAgainstAPlan(t *testing.T) {
	comeOf(t, []replied{
		{"I'll open it in Safari.", "not safari, firefox", "decision_made: Open it in firefox"},
		{"I'll write the plan in Word.", "markdown, not word", "decision_made: Write the plan in markdown"},
		{"I'll use flask.", "no, bottle", "decision_made: Use bottle"},
		{"I'll use flask.", "bottle please", "decision_made: Use bottle"},
		{"Done, 3px border.", "5px", "decision_made: 5px border"},
	})
	for _, tt := range []struct{ plan, says string }{
		{"I'll open it in Safari.", "not safari again"}, {"I'll open it in Safari.", "safari, not again lol"}, {"I'll use flask.", "no, sorry"}, {"I'll use flask.", "no"}, {"I'll use flask.", "no, bottle?"}, {"I'll use flask.", "instead of what?"},
		{"Done, 3px border.", "5px?"}, {"Done, 3px border.", "3px, nice"}, {"Done, 3 tests pass.", "5"}, {"There are 3 rooms.", "4"}, {"Done, 3px border.", "5px was nice too"},
	} {
		for _, d := range lastDeltas(aim, "A: "+tt.plan, "U: "+tt.says) {
			if d[:8] == "decision" {
				t.Errorf("%s %s: %q", tt.plan, tt.says, d)
			}
		}
	}
}

func TestABareValueRevisesTheOnlyOne(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: use font size 13", "A: Done.", "U: " + says}
	}, []string{"15", "15 please", "sorry, i meant 15", "no, 15"}, []string{"15?", "15 was nice too", "15 lol", "13", "13 is too small", "maybe 15"})
	tellsApart(t, "hypothesis_introduced", func(says string) []string {
		return []string{aim, "A: Fine.", "U: use font size 13", "A: Done.", "U: " + says}
	}, []string{"13 is too small"}, []string{"13 is fine", "15 is too large", "13 is too small lol"})
}

func TestWhatTheUserFloatedIsTaken(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: What limit do you have in mind?", "U: cap at 40?", "A: Yes, that would work well.", "U: " + says}
	}, []string{"do it", "ok do it"}, []string{"hm", "why?", "let me think"})
}

func TestTheSameSortInAPlan(t *testing.T) {
	for says, want := range map[string]string{"in rust please": "decision_made: Write it in rust", "no, java": "decision_made: Write it in java", "no, in go": "", "python please": "", "rust?": "", "rust is fun": ""} {
		got := lastDeltas(aim, "A: I'll write it in Python.", "U: "+says)
		if want != "" && !slices.Contains(got, want) || want == "" && slices.ContainsFunc(got, func(d string) bool { return d[:8] == "decision" }) {
			t.Errorf("%s: %q", says, got)
		}
	}
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: 50 rooms per page ok?", "U: " + says} }, []string{"ok", "make it 80", "80"}, []string{"ok for whom?", "why 50?"})
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Ok.", "U: use mysql", "A: Ok.", "U: actually postgres", "A: Switched.", "U: " + says}
	}, []string{"hm no, back to mysql", "no, mysql"}, []string{"i heard mysql is great", "mysql?"})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Which language do you want?", "U: " + says} }, []string{"rust", "c++"}, []string{"java or kotlin", "no idea"})
}

func TestAnotherOfTheSortIsTaken(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: use yarn", "A: Sure.", "U: or should we use npm?", "A: It ships with Node, so it is one tool less.", "U: " + says}
	}, []string{"ok npm"}, []string{"ok", "hm", "keep yarn", "npm is slow"})
}

func TestWhatOnlySoundsLikeAnAnswer(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: I'd cache the rooms.", "U: " + says} }, []string{"do that"}, []string{"we already do that", "i already do this", "sure, but how?"})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Which sound should it play?", "U: " + says} }, []string{"a bell"}, []string{"something soft", "anything"})
	tellsApart(t, "decision_revised", func(says string) []string { return []string{aim, "A: Ok.", "U: use 2 spaces", "A: Ok.", "U: " + says} }, []string{"4", "sorry 4", "tabs please", "changed my mind, tabs"}, []string{"no tabs", "4 spaces is what others use"})
	tellsApart(t, "constraint_added", func(says string) []string { return []string{"U: " + says} }, []string{"limit uploads to 5mb"}, []string{"limit uploads?"})
	tellsApart(t, "task_closed", func(says string) []string {
		return []string{aim, "A: Ok.", "U: can you make me a logo?", "A: Sure. Which colours?", "U: " + says}
	}, nil, []string{"green and white", "dark green and red"})
}

func TestAnotherPace(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Ok.", "U: run it every hour", "A: Done.", "U: " + says}
	}, []string{"every 2 hours"}, []string{"every hour", "every 2 hours?", "every time lol", "run it now"})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Disqus or Commento?", "U: " + says} }, []string{"disqus", "commento"}, []string{"disqus, haha no", "disqus? no", "my friend uses disqus"})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: I'd store them in SQLite.", "U: " + says} }, []string{"not sqlite, postgres", "makes sense"}, []string{"not sqlite, please", "makes no sense", "not sqlite"})
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: Ok.", "U: what about using redis for sessions?", "A: That works, but adds a dependency.", "U: " + says}
	}, []string{"fine, lets do it", "do it"}, []string{"true", "hm", "pick a random winner from a list"})
}
