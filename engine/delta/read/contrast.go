package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// contrasted reads alternatives that the assistant lays side by side, a
// statement each: "One DAG per operator is easy to read but occupies a slot. A
// single DAG needs no slots. Which suits you?", "Trampolines are portable and
// slow; musttail is fast."
func (r *reader) contrasted() {
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Paragraph || r.branchIn(p) {
			continue
		}
		asks := r.choiceAsked(i) || asksOpenly(p)
		var names []string
		var read []*english.Clause
		topic := ""
		flush := func() {
			if len(names) >= 2 && (asks && 2*judged(read) >= len(names) || len(names) == len(read) && r.weighing(read)) && !r.choosesAmong(names) && r.branch(topic, names) {
				r.mark(read...)
			}
			names, read = nil, nil
		}
		for k := range p.sentences {
			s := &p.sentences[k]
			found := false
			for j := range s.Clauses {
				c := &s.Clauses[j]
				if j > 0 && !opensStance(p.Text, c) && !(asks && len(names) > 0 && c.Lead == english.And && c.Verb > 0) {
					if found {
						read = append(read, c)
					}
					continue
				}
				name := stance(p.Text, s, c, asks)
				if asks && name == "" {
					name = underCase(p.Text, s, j)
				}
				if name != "" && !s.Asked {
					names, read, found = append(names, name), append(read, c), true
				} else if j == 0 && len(names) == 1 {
					names, read = nil, nil
				}
			}
			if !found && len(names) >= 2 {
				flush()
			}
			if len(names) == 0 && !found {
				topic = s.Text
			}
		}
		flush()
	}
}

// asksOpenly tells a block that asks what is wanted and leaves it to the other speaker to
// name it: "Where should it live?"
func asksOpenly(p *passage) bool {
	for k := range p.sentences {
		c := &p.sentences[k].Clauses[0]
		if p.sentences[k].Marked && c.Asked && (asksWanted(c) && c.HasWord("what", "which", "how", "where", "who") || c.Word(0) == "which" && c.Verb < 0) && !c.HasWord("or") {
			return true
		}
	}
	return false
}

// underCase is the option that the k-th clause of a sentence only names, with the case for
// which it is one behind it: "Postgres if you expect to grow".
func underCase(text string, s *english.Sentence, k int) string {
	c := &s.Clauses[k]
	if k+1 >= len(s.Clauses) || s.Clauses[k+1].Lead != english.If || c.Verb >= 0 || c.Command || c.Asked || len(c.Tokens) > 4 || len(c.Content()) == 0 {
		return ""
	}
	return cutText(text, c.Tokens)
}

// branchIn tells that a branch was read from a block already.
func (r *reader) branchIn(p *passage) bool {
	for _, d := range r.out {
		if b, ok := d.(*delta.BranchCreated); ok {
			for _, a := range b.Alternatives {
				if strings.Contains(p.Text, a) {
					return true
				}
			}
		}
	}
	return false
}

// opensStance tells that a clause within a sentence begins a statement of its
// own: after a semicolon, a colon or a contrast.
func opensStance(text string, c *english.Clause) bool {
	if c.Lead == english.Colon {
		return true
	}
	before := strings.TrimRight(text[:c.Tokens[0].Start], " `*")
	if strings.HasSuffix(before, ",") && c.Lead == english.And && english.IsBe(c.Word(c.Verb)) && comparative(c) {
		return true // "disk is cheaper, S3 is safer"
	}
	return strings.HasSuffix(before, ";") || strings.HasSuffix(before, "; and") || strings.HasSuffix(before, ", while") || strings.HasSuffix(before, ", whereas")
}

// comparative tells a clause that compares.
func comparative(c *english.Clause) bool {
	if slices.ContainsFunc(c.Tokens, func(t english.Token) bool {
		return len(t.Word) > 5 && strings.HasSuffix(t.Word, "ier") && t.Word != "earlier" && t.Word != "carrier" && t.Word != "barrier"
	}) {
		return true
	}
	return c.HasWord("easier", "harder", "simpler", "cheaper", "faster", "slower", "smaller", "bigger", "larger", "heavier", "lighter", "safer", "cleaner", "nicer", "prettier", "quicker", "more", "less", "better", "stronger", "quieter", "warmer", "richer")
}

// tradeoffs are words by which options are weighed.
var tradeoffs = []string{
	"easy", "easier", "hard", "harder", "simple", "simpler", "cheap", "cheaper", "fast", "faster", "slow", "slower", "expensive", "costs", "cost", "needs", "need", "saves", "save", "portable", "but", "while", "though", "loses", "lose",
	"enough", "gives", "give", "keeps", "keep", "ugly", "smaller", "bigger", "larger", "heavy", "heavier", "light", "lighter", "safe", "safer", "robust", "fragile", "clean", "cleaner", "flexible", "mature", "familiar", "precise", "accurate", "wastes", "avoids",
	"requires", "adds", "takes", "means", "makes", "leaves", "brings", "occupies", "limits", "lets", "allows", "works", "scales", "breaks", "free", "quick", "quicker", "nicer", "prettier", "less", "more", "without", "only", "would", "readable", "complex", "leak", "get", "hides", "shows", "survives", "depends", "tends", "can", "well", "best", "looks", "reads", "feels", "short", "long", "tidy", "noisy", "quiet", "stays", "rules", "handles", "wins", "suits", "fits", "forces", "locks", "risks",
	"cheapest", "fastest", "slowest", "cleanest", "simplest", "easiest", "safest", "smallest", "lightest", "quickest", "nicest", "usual", "classic", "popular", "proven", "solid",
}

// stance is the option that a statement is about, as written, or "": a noun
// phrase that is new to the talk, or what is done with or without. Where the turn
// asks for a choice, what an option is need not weigh it.
func stance(text string, s *english.Sentence, c *english.Clause, asks bool) string {
	if c.Verb < 1 || c.Command || c.Asked || c.Is(start(c), likely) || c.Negated() && !c.HasWord("without", "no") || pastTense(c) && !reduced(c) || c.Has(english.Done, english.Chosen, english.Checked) && !c.HasWord("would") || !(asks && c.Verb > 0 && english.IsBe(c.Word(c.Verb))) && !anyWord(s, tradeoffs) {
		return ""
	}
	i := 0
	for i < c.Verb && (c.Tokens[i].Opens() || c.Tokens[i].Class == english.Punct) {
		i++
	}
	w := c.Word(i)
	first := c.Tokens[i]
	switch {
	case w == "with" || w == "without" || w == "using":
		end := c.Verb
		for k := i + 1; k < c.Verb; k++ {
			if k > i+1 && (c.Word(k) == "you" || c.Word(k) == "we" || c.Word(k) == "it" || c.Tokens[k].Class == english.Punct) {
				end = k
				break
			}
		}
		if end-i < 2 || end-i > 8 {
			return ""
		}
		return cutText(text, c.Tokens[i:end])
	case slices.Contains(remarkNouns, c.Word(i+1)):
		return ""
	case w == "a", w == "an", w == "one", w == "another", w == "plain", first.Class == english.Code:
	case slices.Contains([]string{"the", "this", "that", "these", "those", "it", "there", "your", "our", "my", "i", "we", "you", "they", "he", "she", "both", "each", "every", "nothing", "all", "most", "some", "no", "which", "what", "here", "who", "everything", "for", "in", "on", "at", "as", "if", "to", "its", "their", "neither", "none", "any", "nobody", "two", "three", "four"}, w):
		return ""
	case first.Class == english.Number:
		return ""
	}
	end := c.Verb
	for k := i; k < c.Verb; k++ {
		if c.Tokens[k].Class == english.Punct && c.Word(k) == "," {
			end = k
			break
		}
	}
	if end-i > 12 || end <= i || !english.HasContent(c.Tokens[i:end]) {
		return ""
	}
	return cutText(text, c.Tokens[i:end])
}

// reduced tells a participle that describes the subject, "triggered by a
// poller", where the clause seems to be about the past.
func reduced(c *english.Clause) bool {
	switch c.Word(c.Verb + 1) {
	case "by", "with", "in", "from", "on", "at", "as", "into", "per":
		v, ok := c.VerbAt(c.Verb)
		return ok && v.Form&english.Part != 0 && !english.IsFinite(c.Word(c.Verb))
	}
	return false
}

// remarkNouns open a remark about options, not one of them.
var remarkNouns = []string{"consequence", "reason", "thing", "point", "question", "problem", "drawback", "downside", "upside", "detail", "catch", "word", "note", "caveat", "advantage", "disadvantage", "side", "result", "difference", "lot", "bit", "quick", "good", "common", "side-effect", "warning", "few", "couple", "reminder", "last", "second"}

func anyWord(s *english.Sentence, words []string) bool {
	for i := range s.Clauses {
		if s.Clauses[i].HasWord(words...) {
			return true
		}
	}
	return false
}

// cutText is the text of some tokens, without marks of code.
func cutText(text string, tokens []english.Token) string {
	return strings.ReplaceAll(text[tokens[0].Start:tokens[len(tokens)-1].End], "`", "")
}

// choiceAsked tells that a block, or the one after it, asks which of several it
// shall be.
func (r *reader) choiceAsked(i int) bool {
	for k := i; k < len(r.passages) && k <= i+1; k++ {
		p := &r.passages[k]
		for j := range p.sentences {
			for n := range p.sentences[j].Clauses {
				c := &p.sentences[j].Clauses[n]
				if asksChoice(c) {
					return true
				}
			}
		}
	}
	return false
}

// asksChoice tells a question, or a request, to choose.
func asksChoice(c *english.Clause) bool {
	w := c.Words()
	for _, t := range c.Tokens {
		if t.Quoted {
			return false
		}
	}
	if c.Asked && looksFor(c) {
		return false
	}
	if c.Asked {
		return c.HasWord("which", "prefer", "rather", "preference", "preferences", "choose", "pick", "suits", "favour", "favor", "lean", "appeals", "either", "comfortable") && !c.HasWord("version", "file", "line") ||
			strings.Contains(w, "what would you") || strings.Contains(w, "what do you think") || strings.Contains(w, "how would you like") || strings.Contains(w, "what is it going to be") ||
			asksTaste(w)
	}
	if i := start(c); (c.Word(i) == "pick" || c.Word(i) == "choose") && c.Word(i+1) == "one" && len(c.Tokens) <= i+3 {
		return true
	}
	for _, f := range []string{"your call", "up to you", "your choice", "your decision", "you decide", "tell me which", "let me know which", "say which", "which of", "which one", "take your pick", "your pick"} {
		if strings.Contains(w, f) {
			return true
		}
	}
	return false
}

// asksTaste tells a question that asks how somebody feels about options: "what do you
// feel like?", "where do you stand?".
func asksTaste(words string) bool {
	for _, f := range []string{"what do you feel like", "what would suit", "what do you fancy", "where do you stand", "what is your favourite", "any favourite", "what is your pick", "what appeals", "what tempts you", "what shall it be", "what will it be", "what should it be", "what do you go for", "what sounds best", "what sounds right", "what feels right", "what feels best", "what feels better", "what looks best", "what looks right", "what is your gut", "what is your taste"} {
		if strings.Contains(words, f) {
			return true
		}
	}
	return false
}

// weighing tells that statements weigh things against each other in a general
// present: none of them reports, promises or asks.
func (r *reader) weighing(cs []*english.Clause) bool {
	for _, c := range cs {
		for _, t := range c.Subject() {
			if t.Word == "your" || t.Word == "our" || t.Word == "my" || t.Word == "now" {
				return false
			}
		}
		if c.HasWord("now", "already", "today") || c.Has(english.Done, english.Checked, english.Promise) || c.Number() {
			return false
		}
	}
	return judged(cs) == len(cs)
}

// judged counts the statements that weigh what they are about.
func judged(cs []*english.Clause) int {
	n := 0
	for _, c := range cs {
		n += btoi(c.HasWord(tradeoffs...))
	}
	return n
}

// choosesAmong tells that the turn itself takes one of the options.
func (r *reader) choosesAmong(names []string) bool {
	for _, u := range r.units() {
		if !u.Asked && (u.Has(english.Chosen) || fixes(u.Clause) || u.Has(english.Keeping) && u.HasWord("keeping", "kept", "going", "sticking")) {
			for _, n := range names {
				if english.Shared(u.Content(), english.Content(n)) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// labelled reads options that a paragraph numbers: "Option 1. The robot washes.
// Option 2. A human carries the plates."
func (r *reader) labelled() {
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Paragraph {
			continue
		}
		var names []string
		var read []*english.Clause
		open := false
		for k := range p.sentences {
			s := &p.sentences[k]
			if n, rest := optionNumber(s); n == len(names)+1 {
				open = rest == ""
				names = append(names, rest)
			} else if open {
				names[len(names)-1], open = s.Text, false
			} else if n != 0 {
				names = nil
				break
			}
			if len(names) > 0 {
				for j := range s.Clauses {
					read = append(read, &s.Clauses[j])
				}
			}
		}
		if len(names) >= 2 && r.branch(lastSentence(p.intro), names) {
			r.mark(read...)
		}
	}
}

// optionNumber reads "Option 2: …" and returns its number from 1 and the rest.
func optionNumber(s *english.Sentence) (int, string) {
	c := &s.Clauses[0]
	if len(c.Tokens) < 2 || !slices.Contains([]string{"option", "variant", "plan", "approach", "alternative", "choice", "version", "way", "route", "path"}, c.Word(0)) || len(c.Word(1)) != 1 {
		return 0, ""
	}
	n := 0
	switch w := c.Word(1)[0]; {
	case w >= '1' && w <= '9':
		n = int(w - '0')
	case w >= 'a' && w <= 'e':
		n = int(w-'a') + 1
	default:
		return 0, ""
	}
	at := c.Tokens[1].End - c.Tokens[0].Start
	if at > len(s.Text) {
		return 0, ""
	}
	return n, strings.Trim(s.Text[at:], " .:)–—-*")
}

// enumeratedOptions reads options that are counted up after a word for them:
// "the realistic ones for you are Envoy, Cilium, and Istio".
func (r *reader) enumeratedOptions(u unit) bool {
	if u.Asked || u.Verb < 1 || !english.IsBe(u.Word(u.Verb)) || pastTense(u.Clause) || u.Has(english.Chosen, english.Done) {
		return false
	}
	named := false
	for _, t := range u.Subject() {
		named = named || slices.Contains([]string{"options", "ones", "candidates", "choices", "alternatives", "contenders", "routes", "possibilities", "ways", "approaches", "variants", "directions", "paths", "strategies", "choice"}, t.Word)
	}
	if !named {
		return false
	}
	from := u.Verb + 1
	for from < len(u.Tokens) && (u.Word(from) == "to" || u.Word(from) == "either" || u.Word(from) == "between" || u.Tokens[from].Class == english.Punct) {
		from++
	}
	var names []string
	begin := from
	flush := func(end int) {
		for begin < end && (u.Word(begin) == "and" || u.Word(begin) == "or") {
			begin++
		}
		if begin < end && english.HasContent(u.Tokens[begin:end]) {
			names = append(names, cutText(u.p.Text, u.Tokens[begin:end]))
		}
	}
	for i := from; i < len(u.Tokens); i++ {
		if u.Word(i) == "," || u.Word(i) == "or" || u.Word(i) == "and" && i > from && (u.Word(i-1) == "," || len(names) == 0 && !slices.Contains(wordsOf(u.Tokens[from:]), ",")) {
			flush(i)
			begin = i + 1
		}
	}
	flush(len(u.Tokens))
	return len(names) >= 2 && r.branch(u.s.Text, names)
}

func wordsOf(tokens []english.Token) []string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		out[i] = t.Word
	}
	return out
}
