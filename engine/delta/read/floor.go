package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// floor is what the other speaker's last turn leaves for an answer.
type floor struct {
	id      string
	offer   string // work that was offered: "Shall I write the playbook?"
	asks    bool   // it ends with a question or asks for a confirmation
	info    bool   // its last question is about how things are
	reads   string // its prose
	stems   []string
	shown   bool   // it shows code
	pasted  bool   // it holds output or code that its speaker pasted
	number  bool   // it has a numbered list
	wish    string // its last question about what is wanted, or ""
	open    bool   // which asks for more than a yes or a no
	polar   string // its last question that a yes or a no answers, about what to do, or ""
	lead    string // the sentence before that question
	prev    string
	tries   bool     // it asks the other speaker to try out what was made
	untried bool     // or says that nobody has tried it
	bare    bool     // its last sentence only offers what stands before: "Shall I?"
	floats  []string // its sentences about what could or should be
	query   string   // its last question about how something is as a rule, or ""
	bald    bool     // its last question about what is wanted only names that: "Which port?"
	hands   bool     // it leaves a choice to the other speaker
	asked   []question
	wares   []ware // the work that it has on offer
}

// Left is what a turn leaves for an answer. It is small beside all that is read of
// a turn, so that it can wait for the answer in its place.
type Left struct {
	turn  string // id
	floor *floor
}

// Left is what the turn leaves for an answer.
func (t Turn) Left() Left {
	f := t.floor()
	return Left{t.ID, &f}
}

// Leaving is the turn, kept, of which it is known what it leaves; that of another
// turn tells nothing.
func (t Turn) Leaving(l Left) Turn {
	t = t.Kept()
	if l.turn == t.ID {
		t.kept.left = l.floor
	}
	return t
}

// leftOpen reads the turns from the last one back to the other speaker's.
func leftOpen(before []Turn, role Role) floor {
	for i := len(before) - 1; i >= 0; i-- {
		t := before[i]
		if t.Role == role || t.Role != User && t.Role != Assistant {
			continue
		}
		if f := t.floor(); f.reads != "" {
			f.pasted = f.pasted || i+1 < len(before)
			return f
		}
	}
	return floor{}
}

// floor is what the turn leaves for an answer, the zero value where nobody spoke.
func (t Turn) floor() floor {
	if t.kept == nil {
		return floorOf(t)
	}
	if t.kept.left == nil {
		f := floorOf(t)
		t.kept.left = &f
	}
	return *t.kept.left
}

func floorOf(t Turn) floor {
	page := t.open()
	defer t.close(page)
	ps := page.passages
	if len(ps) == 0 {
		return floor{}
	}
	f := floor{id: t.ID, reads: text(ps), shown: strings.Contains(t.Content, "```")}
	f.pasted = f.shown || len(t.Content) > 2*len(f.reads)+80
	seen := map[string]bool{}
	for _, p := range ps {
		f.number = f.number || p.Ordered
		for i := range p.sentences {
			for _, w := range p.sentences[i].Content() {
				if !seen[w] {
					seen[w] = true
					f.stems = append(f.stems, w)
				}
			}
			offers := len(f.wares)
			if t.Role == Assistant {
				f.wares = waresOf(&p, i, f.prev, f.wares)
			}
			if p.Box == prose.NoBox {
				f.read(p.sentences[i], len(f.wares) > offers)
			}
		}
	}
	if f.bald && (f.info || versions.among(f.wish)) {
		f.query, f.wish, f.open, f.bald = f.wish, "", false, false // asked among how things are: "Which library? And how is it started?"
	}
	f.stems, f.floats = slices.Clip(f.stems), slices.Clip(f.floats)
	if t.Role == Assistant {
		f.asked = questionsOf(ps)
	}
	return f
}

// ofVersions are stems of what stands before the number of a version.
var ofVersions = english.Content("version release")

// versions are words for what a thing has, and nobody chooses.
var versions = classOf("version versions release firmware model os error message")

// read notes offers and questions of one sentence, which may have work on offer; the
// last offer holds.
func (f *floor) read(s english.Sentence, offers bool) {
	f.asks = s.Marked
	if s.Marked {
		f.polar, f.lead = polarChoice(&s), f.prev
	}
	f.prev = s.Text
	f.bare = s.Marked && (bareOffer(&s) || asksApproval(&s.Clauses[0]) && anyWord(&s, []string{"begin", "start", "proceed", "go"}))
	if work := offered(&s.Clauses[0]); s.Marked && work != "" && (len(english.Content(work)) == 0 || strings.HasSuffix(work, "like that")) {
		f.bare = true // "want me to do that?"
	}
	if !s.Marked && !offers && suggests(&s) {
		f.floats = append(f.floats, s.Text)
	}
	f.info = f.info && !s.Marked && !(len(s.Clauses) > 0 && s.Clauses[0].HasWord("maybe", "perhaps")) // it answers itself: "how would it know? Maybe by a second tab"
	for i := range s.Clauses {
		c := &s.Clauses[i]
		f.tries = f.tries || asksTrial(c)
		f.untried = f.untried || untried(c)
		f.hands = f.hands || handsOver(c)
		if c.HasWord("confirm") && c.HasWord("please") {
			f.asks = true
		}
		f.info = f.info || s.Marked && c.Asked && asksHow(c)
		switch {
		case !s.Marked:
		case c.Asked && asksWanted(c):
			f.wish, f.open, f.bald = c.Text, c.HasWord("what", "which", "how", "where", "who", "when"), false
		case asksValue(c):
			f.wish, f.open, f.bald, f.info = c.Text, true, true, false
		case c.Asked && asksStanding(c):
			f.query = c.Text
		}
		if work := offered(c); work != "" && !f.bare && (s.Marked || strings.HasPrefix(c.Words(), "i can")) && !choosesBetween(&s) && !asksApproval(c) {
			f.offer = work
		}
	}
}

// asksHow tells a question about how things are: "how many are there", "in what
// form do they come", "which program writes them".
func asksHow(c *english.Clause) bool {
	if asksApproval(c) {
		return false
	}
	if (c.Word(0) == "can" || c.Word(0) == "could") && c.Word(1) == "you" {
		return true
	}
	i := 0
	if slices.Contains([]string{"and", "or", "but", "then", "so"}, c.Word(0)) {
		i++
	}
	if slices.Contains([]string{"in", "on", "at", "by", "with", "for", "from", "to", "since", "until", "under"}, c.Word(i)) && slices.Contains([]string{"what", "which", "whose", "how"}, c.Word(i+1)) {
		i++
	}
	switch c.Word(i) {
	case "do", "does", "did", "is", "are", "has", "have", "was", "were", "how", "what", "where", "when", "who", "since", "whose":
		if c.Word(i) == "how" && c.Word(i+1) == "about" {
			return false
		}
		return !c.HasWord("want", "prefer", "like", "ok", "okay", "agree", "think", "should", "right", "fine")
	case "which":
		return !c.HasWord("want", "need", "prefer", "like", "ok", "okay", "agree", "think", "should", "shall", "would", "of", "one", "better", "best", "first", "take", "rather", "suits", "we", "i")
	case "any":
		return true
	}
	return false
}

// asksTrial tells that somebody asks to have something tried out, or says that
// this was not done yet.
func asksTrial(c *english.Clause) bool {
	for _, f := range []string{"up to you", "not tested", "untested", "only tested", "only checked", "tested it only", "have not tried", "have not run", "not run it", "so far"} {
		if c.Where(f) >= 0 {
			return true
		}
	}
	if !c.Command && !c.Asked && !c.HasWord("please") {
		return false
	}
	return (c.HasWord("try", "test", "run", "press", "flash", "open", "check", "launch", "send", "print", "start") || c.Where("have a look") >= 0) && (c.HasWord("please", "once", "it", "them", "with", "you") || c.Command && c.Order == 0)
}

// offerFrames open an offer; what follows is the work.
var offerFrames = []string{
	"shall i", "should i", "do you want me to", "want me to", "would you like me to", "shall we", "can i", "may i", "i can", "i could",
	"do you want to have", "like me to", "you want me to",
}

// offered is the work that a clause offers, as written, or "".
func offered(c *english.Clause) string {
	words := c.Words()
	for _, f := range offerFrames {
		at := c.Where(f)
		if at < 0 {
			continue
		}
		skip := len(strings.Fields(words[:at])) + len(strings.Fields(f))
		for skip < len(c.Tokens)-1 && c.Is(skip, midway) {
			skip++ // "shall I also raise it?"
		}
		if skip < len(c.Tokens) {
			return from(c, skip)
		}
	}
	return ""
}

// polarChoice is a question whether something shall be done, or "".
func polarChoice(s *english.Sentence) string {
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if !c.Asked || c.Lead == english.Or {
			continue
		}
		at := start(c)
		if topic := c.FirstOf(colons); topic > 0 {
			at = topic + 1 // "one more thing: shall it be green?"
		}
		switch w, next := c.Word(at), c.Word(at+1); {
		case strings.Contains(s.Text, " or "):
			return ""
		case (w == "shall" || w == "should") && len(c.Content()) > 0, (w == "do" || w == "would") && next == "you" && c.HasWord("want", "like", "prefer", "mind", "accept", "be"), w == "want", w == "can" && (next == "we" || next == "i"), w == "could" && next == "we", w == "may" && next == "i", w == "ok" || w == "okay" || w == "agreed":
			return strings.TrimRight(s.Text, "? ")
		}
	}
	return ""
}
