package read

import "testing"

func TestAnAnswerNamesSomethingElse(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: I'd use Tornado.", "U: " + says}
	}, []string{
		"i prefer flask", "i'd rather use flask", "no, flask", "no, use flask", "flask instead", "flask please", "let's use flask", "use flask", "fine", "sounds good",
	}, []string{
		"no", "no, too slow", "no, never heard of it", "no, thanks", "hmm, flask?", "flask maybe", "i prefer to sleep on it", "maybe i prefer flask, not sure", "no, why flask?", "yes, if it is fast", "i prefer flask in theory, no idea", "my boss prefers flask",
	})
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: So set a timeout. Is 40 seconds ok?", "U: " + says}
	}, []string{"yes 40 seconds", "yes", "ok", "50 seconds", "yeah but 20", "no, 20"}, []string{"no", "why 40?", "40 seconds is an age lol", "not sure", "is 40 seconds long?"})
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: Do you want me to use the map?", "U: " + says}
	}, []string{"yes please", "no, the list", "no, a list", "sure"}, []string{"no", "what map?", "yes, if it stays small", "not yet"})
}

func TestOneThingIsProposed(t *testing.T) {
	tellsApart(t, "hypothesis_introduced", func(says string) []string { return []string{aim, "U: what should i use?", says} }, []string{
		"A: I'd use pytest.", "A: Since you know Perl, I'd go with Perl.", "A: I'd go for 6.0.", "A: Do you want me to use pytest?", "A: Is 30 seconds ok?",
	}, []string{
		"A: I'd use it.", "A: I'd have to look.", "A: Is that ok?", "A: Do you want me to run the tests?", "A: Is 30 the line number?",
	})
}

func TestNotEveryWishNamesSomethingElse(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: I'd use Telegram.", "U: " + says} }, []string{"slack please", "i want slack"}, []string{
		"i want to see a demo first", "take a look at slack first", "keep talking", "i would like more detail", "no, more options", "no, monday", "use cases?", "call it a day", "i prefer not to decide yet",
	})
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: You could use Python or Go. Go is faster.", "U: " + says}
	}, nil, []string{"ok"})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Done, 12 rooms.", "U: " + says} }, nil, []string{"11", "13?"})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Which port?", "U: " + says} }, []string{"8080"}, []string{"any port"})
	tellsApart(t, "decision_made", func(says string) []string { return []string{aim, "A: Should I use a queue?", "U: " + says} }, []string{"yes"}, []string{"yes if its easy"})
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Ok.", "U: use port 80", "A: I found 3 errors.", "U: " + says}
	}, nil, []string{"3", "3?"})
}
