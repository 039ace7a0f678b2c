package english

import (
	"slices"
	"strings"
	"testing"
)

func words(tokens []Token) string {
	var out []string
	for _, t := range tokens {
		out = append(out, t.Word)
	}
	return strings.Join(out, " ")
}

func TestChatSpellingIsReadAsTheNormalOne(t *testing.T) {
	tests := map[string]string{
		"dont u think its ok, pls?":           "do not you think it is ok , please ?",
		"we'll go w/ that bc it's faster":     "we will go with that because it is faster",
		"idk, prolly 5MB tho":                 "i do not know , probably 5mb though",
		"Can’t touch `main.go:3`":             "can not touch main.go:3",
		"yep lgtm, thx":                       "yes lgtm , thanks",
		"line 4,300 at 9:30, ~40 of net/http": "line 4,300 at 9:30 , ~40 of net/http",
		"the team's --json flag":              "the team --json flag",
		"the team's next 5 tickets":           "the team next 5 tickets",
		"yesss pleeease, sooo good.":          "yes please , so good .",
		"the user's working folder":           "the user working folder",
		"i shoud probaly udpate teh docs":     "i should probably update the docs",
	}
	for text, want := range tests {
		if got := words(Tokens(text)); got != want {
			t.Errorf("%q is read %q, want %q", text, got, want)
		}
	}
}

func clauses(text string) []Clause {
	var out []Clause
	for _, s := range Sentences(text) {
		out = append(out, s.Clauses...)
	}
	return out
}

func TestSentencesAndClausesAreFound(t *testing.T) {
	tests := map[string][]string{
		"ok. no unsafe. don't follow symlinks":                 {"ok", "no unsafe", "don't follow symlinks"},
		"drop redis, sqlite it is":                             {"drop redis", "sqlite it is"},
		"We use v1.2.3 of go.mod, e.g. for x. It works.":       {"We use v1.2.3 of go.mod, e.g. for x", "It works"},
		"the vm has 2 cores and 2gb ram":                       {"the vm has 2 cores and 2gb ram"},
		"builds fine but the image is huge":                    {"builds fine", "the image is huge"},
		"retries: exponential, first after 5s":                 {"retries: exponential, first after 5s"},
		"we cross compile, so cgo is off the table":            {"we cross compile", "cgo is off the table"},
		"it hangs for 5 min. i restart it":                     {"it hangs for 5 min", "i restart it"},
		"Scope (each shop sends one file a week) is clear.":    {"Scope", "each shop sends one file a week", "is clear"},
		"first line\nSecond line":                              {"first line", "Second line"},
		"Bots know !help by now! Good":                         {"Bots know !help by now", "Good"},
		"I wonder if we should add one":                        {"I wonder if we should add one"},
		"add a flag and write the docs because nobody read it": {"add a flag", "write the docs", "nobody read it"},
	}
	for text, want := range tests {
		var got []string
		for _, c := range clauses(text) {
			got = append(got, c.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	}
}

func TestAnImperativeIsToldFromANounAndAReport(t *testing.T) {
	orders := []string{"add a --json flag", "please fix both", "don't follow symlinks", "set up the cache", "test the importer", "now write the docs", "also rename it"}
	for _, text := range orders {
		if c := clauses(text)[0]; !c.Command {
			t.Errorf("%q is an order", text)
		}
	}
	for _, text := range []string{"delete mode works here too", "cache works, 23min", "test coverage is low", "shard 3 is slow", "the build fails", "log: nothing new", "note that the file is Latin-1", "we fix it tomorrow"} {
		if c := clauses(text)[0]; c.Command {
			t.Errorf("%q is no order", text)
		}
	}
}

func TestAQuestionIsKnownWithoutItsMark(t *testing.T) {
	for _, text := range []string{"whats the difference between lists and streams", "how do I make it follow him", "why not walkdir?", "should we drop it", "is it slow", "can you add a test"} {
		if !clauses(text)[0].Asked {
			t.Errorf("%q asks", text)
		}
	}
	for _, text := range []string{"did that w/ 50", "have the script skip it", "what we want: speed", "do it", "when it rains we stop", "about the parser: don't do it", "they like it as much as we do"} {
		if clauses(text)[0].Asked {
			t.Errorf("%q does not ask", text)
		}
	}
}

func TestAReportGoesOnOverAnAnd(t *testing.T) {
	all := clauses("my brother works in IT and says that newsletters are dead and everybody must leave them")
	if last := all[len(all)-1]; last.Report == nil || !last.Report.Distant {
		t.Errorf("%q is the brother's word: %+v", last.Text, last.Report)
	}
	all = clauses("the boss says that it must be blue and I want a bigger logo")
	if last := all[len(all)-1]; last.Report != nil {
		t.Errorf("%q is the speaker's own word", last.Text)
	}
}

func TestReportedSpeechNamesItsSource(t *testing.T) {
	tests := []struct {
		text    string
		said    string
		distant bool
	}{
		{"the backend guys just told me /users doesn't support it", "/users doesn't support it", false},
		{"ops says no redis on that box", "no redis on that box", false},
		{"a consultant told me that we must buy it", "we must buy it", true},
		{"my predecessor always said selenium must die", "selenium must die", true},
		{`the vendor claims "it must be fast"`, `it must be fast`, true},
	}
	for _, test := range tests {
		c := clauses(test.text)[0]
		if c.Report == nil || c.Report.Distant != test.distant || strings.Trim(c.Text, `"`) != test.said {
			t.Errorf("%q: %+v %q", test.text, c.Report, c.Text)
		}
	}
	if c := clauses("I said 14 shops but they are 15")[0]; c.Report != nil {
		t.Error("what the speaker said themself is no report")
	}
}

func TestConditionsAndTheirConsequencesAreMarked(t *testing.T) {
	cs := clauses("If the rule applies, we would have to use their images.")
	if len(cs) != 2 || cs[0].Lead != If || !cs[1].Conditional {
		t.Errorf("%+v", cs)
	}
}

func TestQuotedWordsAreNoCue(t *testing.T) {
	if c := clauses(`he wrote "must never change" on it`)[0]; c.Has(Must, Never) {
		t.Error("the cue stands in a quotation")
	}
}

func TestMeaningIgnoresFormAndKeepsNegation(t *testing.T) {
	if a, b := Meaning("Use Redis for caching"), Meaning("caches: redis"); !slices.Equal(a, b) {
		t.Errorf("%v and %v", a, b)
	}
	if a, b := Meaning("do not use Redis"), Meaning("use Redis"); slices.Equal(a, b) {
		t.Errorf("%v", a)
	}
}

// A rule under a heading or a wall of marks may have no end: each of its signs is
// looked at once, and not once for each before it.
func TestAWallOfSignsIsReadOnce(t *testing.T) {
	for _, sign := range []string{"#", "=", "-", "€"} {
		wall := strings.Repeat(sign, 1<<18)
		if got := Sentences(wall + " add a test"); len(got) == 0 {
			t.Errorf("nothing is said behind a wall of %q", sign)
		}
	}
}

func FuzzSentences(f *testing.F) {
	f.Add("ok, `a b` – don't (if it's \"so\") 5MB... e.g. x/y?! 🎉\nand, so, or: no")
	f.Add("``` \xff ’’ “ , , ( ) : ; - — 1,000,0 w/ -- ~$€")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Sentences(text) {
			for _, c := range s.Clauses {
				if len(c.Tokens) == 0 || c.Verb >= len(c.Tokens) || c.Command && c.Order >= len(c.Tokens) {
					t.Fatalf("%q: %+v", text, c)
				}
				if !strings.Contains(text, c.Text) || c.Inset < 0 || c.Inset > len(c.Text) {
					t.Fatalf("%q holds no clause %q, whose first word is at %d", text, c.Text, c.Inset)
				}
				at := 0
				for _, token := range c.Tokens {
					if token.Start < at || token.End <= token.Start || token.End > len(text) {
						t.Fatalf("%q: a word from %d to %d behind %d in %q", text, token.Start, token.End, at, c.Text)
					}
					at = token.Start // both words of a "don't" stand in one place
				}
			}
		}
		if one, two := Meaning(text), Meaning(text); !slices.Equal(one, two) {
			t.Fatalf("%q means %q, and %q", text, one, two)
		}
	})
}

func TestAColonAfterNoiseJoinsNothing(t *testing.T) {
	for _, text := range []string{"hmm: the second one", "ok hey: use the second one", ": the second one"} {
		for _, s := range Sentences(text) {
			if s.Clauses[0].Lead == Colon {
				t.Errorf("%q hangs on nothing", text)
			}
		}
	}
}
