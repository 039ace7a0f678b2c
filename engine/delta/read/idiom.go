package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// idioms are orders of work by several words, by the first of them. "…" stands
// for up to four words.
var idioms = func() map[string][][]string {
	out := map[string][][]string{}
	for _, text := range []string{
		"come up with", "look into", "dig into", "dig out", "see to", "see to it that", "see about", "deal with", "take care of", "get rid of", "make short work of",
		"sort out", "sort … out", "figure out", "work out", "find out", "iron out", "flesh out", "rip out", "rip … out", "throw … out", "take … out", "cut … out", "strip out", "swap out", "swap … out", "swap in", "round off", "tease out", "pull … out",
		"have a go|stab|crack|shot|bash at", "take a stab|crack|shot|go|pass at", "make a start on", "do something about", "do something against",
		"knock up", "knock out", "knock together", "whip up", "throw together", "throw in", "put together", "put … together", "cobble together", "rustle up", "draw up", "write up", "mock up", "spin up", "jot down",
		"hook up", "wire up", "tidy up", "follow up on", "chase up", "track down", "hunt down", "nail down", "beef up", "spruce up", "polish up", "freshen up", "round up",
		"bring back", "bring … back", "bring … up to date", "bring … up to speed", "bring … in line with", "bring … up to scratch", "get … into shape", "get … up to date",
		"get working|going|started|cracking on|with", "get to work on", "crack on with", "press on with", "work on", "make … work", "make it possible to|for|that", "make … possible", "make up a", "build in",
		"get … done|working|running|fixed|sorted|written|updated|finished|migrated|merged|moved|cleaned|tested|printed|translated|documented|signed|booked|ordered|ready|going",
		"have … done|fixed|sorted|written|updated|finished|migrated|cleaned|tested|printed|translated|documented|booked|ordered|ready|checked|repaired",
	} {
		words := strings.Fields(text)
		out[words[0]] = append(out[words[0]], words)
	}
	return out
}()

// idiom tells an order of work by several words at i: the index of what it is
// about, or 0. For one that frames its object that is the object itself.
func idiom(c *english.Clause, i int) int {
	for _, words := range idioms[lemmaAt(c, i)] {
		at, framed := i+1, 0
		ok := true
		for k := 1; k < len(words) && ok; k++ {
			if words[k] == "…" {
				framed = at
				for at++; at < len(c.Tokens) && at-framed <= 4 && c.Tokens[at].Class != english.Punct && !oneOf(c.Word(at), words[k+1]); {
					at++
				}
				continue
			}
			ok = oneOf(c.Word(at), words[k])
			at++
		}
		if !ok || at > len(c.Tokens) {
			continue
		}
		if framed > 0 {
			return framed
		}
		if at < len(c.Tokens) {
			return at
		}
	}
	return equips(c, i)
}

// lemmaAt is the base form of the i-th word, if it is a verb's, or the word.
func lemmaAt(c *english.Clause, i int) string {
	if v, ok := c.VerbAt(i); ok {
		return v.Lemma
	}
	return c.Word(i)
}

func oneOf(w, either string) bool {
	for w != "" {
		one, rest, more := strings.Cut(either, "|")
		if one == w {
			return true
		}
		if !more {
			break
		}
		either = rest
	}
	return false
}

// equips tells an order to provide something with what it has not: "give the list
// a sort button". "Give it a try" is none.
func equips(c *english.Clause, i int) int {
	if lemmaAt(c, i) != "give" || c.Word(i+1) == "or" {
		return 0
	}
	for at := i + 2; at < len(c.Tokens) && at <= i+6 && c.Tokens[at].Class != english.Punct; at++ {
		switch c.Word(at) {
		case "a", "an", "its", "their", "some", "another", "one":
			if c.Word(i+1) == "me" || c.Word(i+1) == "us" {
				if piece(c, at) {
					return at
				}
				return 0
			}
			if slices.Contains(light, c.Word(at+1)) || slices.Contains(light, c.Word(at+2)) || c.Tokens[i+1].Class == english.Number {
				return 0
			}
			return i + 1
		case "that", "which", "to":
			return 0
		}
	}
	return 0
}

// light are nouns that name no work: what is asked for with them is over at once.
var light = []string{"look", "go", "try", "shot", "rest", "think", "thought", "moment", "minute", "second", "sec", "day", "week", "hour", "while", "break", "hint", "example", "explanation", "idea", "opinion", "reason", "clue", "answer", "advice", "recommendation", "suggestion", "estimate", "status", "reminder", "comparison", "word", "chat", "coffee", "question", "hand", "ring", "shout", "call", "miss", "chance", "pass", "sense", "feel", "feeling", "quick", "bit", "reply", "yes", "no", "decision", "number", "guess", "tip", "ballpark", "tldr", "recap", "rundown", "walkthrough", "refresher", "second", "spin", "whirl", "rundown", "heads-up", "summary", "overview", "list", "figure", "confirmation", "choice", "preference", "beer", "raise", "holiday", "problem", "issue", "doubt", "bug", "error", "point", "lot", "few", "couple", "proper", "say", "vote", "favour", "favor"}

// pieces are nouns that name a piece of work or what comes of it.
var pieces = english.WordsOf(`export import button box checkbox field form page view screen tab panel dialog modal menu sidebar footer header banner badge tooltip icon favicon link label
column row table chart graph plot diagram legend report dashboard log logging metrics counter alert alerting notification notifications email mail newsletter reminder letter template script
tool command subcommand flag switch option setting settings toggle endpoint route handler hook webhook client wrapper helper function method class test tests testcase unittest spec specs benchmark fixture
mock check checker validator validation linter formatter parser reader writer converter importer exporter crawler scraper worker job cron cronjob timer scheduler migration migrations schema seed query runbook readme doc
docs documentation manual guide tutorial howto faq section chapter paragraph appendix glossary changelog comment comments docstring docstrings demo prototype sketch draft mockup wireframe drawing poster
flyer leaflet slide slides deck presentation handout brochure invitation sign sticker message messages logo cover caption translation translations preview thumbnail thumbnails download upload filter search sort
sorting pagination login logout signup registration captcha installer pipeline workflow makefile dockerfile sitemap spreadsheet sheet checklist agenda timetable roster rota survey questionnaire
poll cleanup clean-up refactor refactoring rewrite review audit fix hotfix patch rollback upgrade bump shortcut shortcuts placeholder autocomplete undo redo healthcheck smoke-test feed archive
backup stub scaffold skeleton widget map picker calendar searchbox printout index search-box rename walk-through storyboard trailer teaser bracket lid stand mount shelf jig`)

// piece tells a noun phrase from i on whose noun names a piece of work: "a search
// box above the list".
func piece(c *english.Clause, i int) bool {
	for n := 0; i < len(c.Tokens) && n < 6; i, n = i+1, n+1 {
		t := c.Tokens[i]
		if t.Class == english.Punct || n > 0 && phraseEnds.Holds(t.Word) {
			return false
		}
		if !t.Quoted && pieces.Holds(t.Word) && (i+1 == len(c.Tokens) || c.Tokens[i+1].Class != english.Word || phraseEnds.Holds(c.Word(i+1)) || english.IsFunction(c.Word(i+1))) {
			return true
		}
	}
	return false
}

// phraseEnds are words that end the core of a noun phrase.
var phraseEnds = english.WordsOf("for of in on to that which with about from at above below under when where so by is are please next too as per now first then and")
