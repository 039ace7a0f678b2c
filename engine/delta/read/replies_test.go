package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAnswersFindTheirQuestions(t *testing.T) {
	asks := "A: Before I draw the map:\n\n1. Which paper size?\n2. Colour, or grey?\n3. How many copies?"
	for says, want := range map[string][]string{
		"1. A3 2. grey 3. 12":                    {"A3 (Which paper size)", "Grey", "12 (How many copies)"},
		"1: A3\n2: grey":                         {"A3 (Which paper size)", "Grey"},
		"3) 12\n1) A3":                           {"12 (How many copies)", "A3 (Which paper size)"},
		"A3, grey, 12":                           {"A3 (Which paper size)", "Grey", "12 (How many copies)"},
		"A3. Grey. 12 copies.":                   {"A3 (Which paper size)", "Grey", "12 copies"},
		"- A3\n- grey\n- 12\n\nThanks a lot!":    {"A3 (Which paper size)", "Grey", "12 (How many copies)"},
		"1. A3 2. no idea yet 3. 12":             {"A3 (Which paper size)", "12 (How many copies)"},
		"1. I don't know yet 2. you decide":      nil,
		"1. what is usual? 2. hm 3. ask my aunt": nil,
	} {
		var got []string
		for _, d := range lastDeltas("U: I want to make a map of our village.", asks, "U: "+says) {
			if text, ok := strings.CutPrefix(d, "decision_made: "); ok {
				got = append(got, text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", says, got, want)
		}
	}
}

func TestAnAnswerToABareQuestion(t *testing.T) {
	for _, tt := range []struct{ asks, says, want string }{
		{"Which port?", "7070", "decision_made: 7070 (Which port)"},
		{"And the license?", "MIT", "decision_made: MIT (And the license)"},
		{"How many attempts?", "five", "decision_made: Five (How many attempts)"},
		{"What should happen with late bookings?", "refuse them", "decision_made: Refuse them (What should happen with late bookings)"},
		{"How many rooms do you have?", "31", "fact_learned: 31 (How many rooms do you have)"},
		{"Should the list be sorted by name?", "by floor", "decision_made: By floor (Should the list be sorted by name)"},
		{"Which port?", "no idea", ""},
		{"Which error?", "timeout", ""},
		{"Which file?", "the second one", ""},
		{"Which room did you try last?", "31", ""},
		{"Which port?", "what is usual?", ""},
	} {
		got := strings.Join(lastDeltas(aim, "A: "+tt.asks, "U: "+tt.says), "; ")
		if got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.asks, tt.says, got, tt.want)
		}
	}
}

func TestNotEveryTurnAnswersABareQuestion(t *testing.T) {
	for _, tt := range []struct{ asks, says string }{
		{"Which paper?", "one moment"},
		{"Which paper?", "supper, back at eight"},
		{"Which paper?", "hm, whatever is cheaper"},
		{"How many copies?", "403 from the printer now"},
		{"Should I use the map?", "yes or none, whatever you like"},
		{"Should I use the map?", "yes, if it stays small"},
		{"Two questions:\n\n1. Which paper?\n2. Colour?", "haha, slowly please, tea first"},
	} {
		for _, d := range lastDeltas(aim, "A: "+tt.asks, "U: "+tt.says) {
			if strings.HasPrefix(d, "decision_made") {
				t.Errorf("%s %s: %q", tt.asks, tt.says, d)
			}
		}
	}
}
