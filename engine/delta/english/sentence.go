package english

import "strings"

// Sentence is a stretch of text up to a full stop, a question or exclamation
// mark, or a line end that ends one.
type Sentence struct {
	Text    string
	Asked   bool // ends with a question mark, or opens like a question
	Marked  bool // ends with a question mark
	Clauses []Clause

	content []string
}

// Content is the sentence's content stems.
func (s *Sentence) Content() []string { return s.content[:len(s.content):len(s.content)] }

// maxSentence bounds the tokens of one sentence; longer ones are cut there,
// so that work stays linear.
const maxSentence = 160

// abbreviations end with a full stop that ends no sentence.
var abbreviations = set("e.g i.e etc vs approx fig mr mrs ms dr st cf incl excl max min resp ca ie eg sec dept vol p pp")

// Sentences takes a text apart into sentences and their clauses.
func Sentences(text string) []Sentence {
	tokens := Tokens(text)
	var out []Sentence
	from := 0
	add := func(to int, asked bool) {
		if from < to {
			if s, ok := sentence(text, tokens[from:to], asked); ok {
				out = append(out, s)
			}
		}
	}
	for i := 0; i < len(tokens); i++ {
		end, asked := endsSentence(text, tokens, i)
		if !end && i-from < maxSentence {
			continue
		}
		for i+1 < len(tokens) && endMark(tokens[i+1]) {
			i++
			asked = asked || tokens[i].Word == "?"
		}
		add(i+1, asked)
		from = i + 1
	}
	add(len(tokens), false)
	return out
}

func endMark(t Token) bool {
	return t.Class == Punct && strings.ContainsAny(t.Word, ".!?…")
}

// endsSentence tells whether the i-th token closes a sentence.
func endsSentence(text string, tokens []Token, i int) (end, asked bool) {
	t := tokens[i]
	next := len(text)
	if i+1 < len(tokens) {
		next = tokens[i+1].Start
	}
	if t.Class == Punct {
		switch t.Word {
		case "?":
			return true, true
		case "!", "…":
			return true, false
		case ".":
			if i > 0 && tokens[i-1].End == t.Start && abbreviations[tokens[i-1].Word] && next < len(text) && !(i > 1 && tokens[i-2].Class == Number) {
				return false, false
			}
			return i == 0 || next > t.End || i+1 < len(tokens) && endMark(tokens[i+1]), false
		}
		if t.Word[0] >= 0x80 && isEmoji(t.Word) {
			return true, false
		}
	}
	if t.End > next {
		return false, false
	}
	return breaksLine(text[t.End:next], text[:t.End], text[next:]), false
}

// isEmoji tells pictures, with which chats end sentences.
func isEmoji(s string) bool {
	for _, r := range s {
		return r >= 0x1F300 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF
	}
	return false
}

// breaksLine tells whether a line end between two words ends a sentence: it
// does where no editor would have wrapped, after a short line, or where the
// next line begins anew.
func breaksLine(gap, before, after string) bool {
	if !strings.Contains(gap, "\n") {
		return false
	}
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if strings.HasSuffix(strings.TrimSpace(line), ",") {
		return false
	}
	return len(line) < 60 || strings.Contains(gap, "\n\n") || after != "" && after[0] >= 'A' && after[0] <= 'Z'
}

// sentence makes a sentence of tokens, or nothing of bare punctuation.
func sentence(text string, tokens []Token, asked bool) (Sentence, bool) {
	words := 0
	for _, t := range tokens {
		if t.Class != Punct {
			words++
		}
	}
	if words == 0 {
		return Sentence{}, false
	}
	s := Sentence{Text: text[tokens[0].Start:tokens[len(tokens)-1].End], Marked: asked}
	s.Asked = asked || opensQuestion(tokens)
	sp := splitter{text: text, tokens: tokens, asked: s.Asked, marked: asked}
	s.Clauses = sp.split()
	s.content = ContentOf(tokens)
	return s, len(s.Clauses) > 0
}

var (
	whWords    = set("what why how where who whose which")
	auxOpeners = set("is are was were do does did can could should would will shall have has am")
	pronouns   = set("i we you it they he she this that these those there everyone everybody somebody someone nobody anyone everything nothing")
	subjects   = set("i we you they he she it there")
	determiner = set("the a an this that these those our my your their his her its all both each every some any no another either")
	preps      = set("of in on at by for from with without into onto over under to as than per via about after before between during through against within like plus until")
	markers    = set("please then now next also and ok just so first finally maybe again always still only instead but yes well anyway plus last second third simply kindly sure btw actually otherwise therefore perfect great nice good cool thanks right oh")
)

// opensQuestion tells a question by its order, which chats leave unmarked.
func opensQuestion(tokens []Token) bool {
	i := 0
	for i < len(tokens)-1 && (noise[tokens[i].Word] || markers[tokens[i].Word] || tokens[i].Word == ",") {
		i++
	}
	if i+1 >= len(tokens) {
		return false
	}
	w, next := tokens[i].Word, tokens[i+1].Word
	switch {
	case whWords[w]:
		return auxOpeners[next] || w == "why" || w == "how" && (next == "come" || next == "many" || next == "much") || w == "which" && next != "is" && tokens[len(tokens)-1].Word == "?"
	case w == "do", w == "did":
		return subjects[next] && next != "it" || w == "did" && next == "the"
	case w == "have", w == "is", w == "are":
		return subjects[next]
	case auxOpeners[w]:
		return pronouns[next] || determiner[next]
	}
	return false
}

// splitter finds the clauses of one sentence.
type splitter struct {
	text   string
	tokens []Token
	asked  bool
	marked bool // by a question mark
	out    []Clause
	cond   bool // the sentence opened with a condition
	topics bool // the sentence opens with a topic and a colon
}

func (s *splitter) split() []Clause {
	lead, from, aside := Opens, 0, false
	for i := 0; i < len(s.tokens); i++ {
		next, skip, ok := s.boundary(i, from, aside)
		if !ok {
			continue
		}
		s.emit(from, i, lead, aside)
		aside = s.tokens[i].Word == "(" || aside && s.tokens[i].Word != ")"
		lead, from = next, i+skip
		i = from - 1
	}
	s.emit(from, len(s.tokens), lead, aside)
	s.ask()
	return s.out
}

// tags are put after a statement to have it confirmed.
var tags = set("no right ok yes correct huh eh though")

// ask marks the clauses that a question mark or the order of words makes
// questions: the last one, and the first if it opens like one.
func (s *splitter) ask() {
	for i := range s.out {
		s.out[i].Asked = false
	}
	if !s.asked || len(s.out) == 0 {
		return
	}
	last := len(s.out) - 1
	if s.marked {
		s.out[last].Asked = true
		for last > 0 && (s.out[last].Lead.Dependent() || s.out[last].Lead == Or || len(s.out[last].Tokens) == 1 && tags[s.out[last].Tokens[0].Word]) {
			last--
			s.out[last].Asked = true
		}
	}
	if opensQuestion(s.tokens) || s.marked && auxOpeners[s.out[0].Tokens[0].Word] {
		s.out[0].Asked = true
	}
}

// boundary tells whether a clause ends before the i-th token, how the next one
// hangs on it, and how many tokens joining them take.
func (s *splitter) boundary(i, from int, aside bool) (lead Lead, skip int, ok bool) {
	t := s.tokens[i]
	if t.Quoted {
		return 0, 0, false
	}
	if t.Class == Punct {
		switch t.Word {
		case ";":
			return And, 1, true
		case "—", "–", "-":
			return And, 1, i > from && i+1 < len(s.tokens)
		case ":":
			s.topics = s.topics || s.topic(from, i)
			return Colon, 1, !s.topic(from, i)
		case "(":
			return Which, 1, s.longAside(i)
		case ")":
			return And, 1, aside
		case ",":
			if i == from {
				return And, 1, true
			}
			lead, skip := s.conjunction(i + 1)
			if lead == Opens {
				lead = And
			}
			starts := s.startsClause(i+1+skip, true)
			if s.out == nil && from == 0 && conditional(s.tokens[0].Word) {
				starts = true
			}
			return lead, 1 + skip, starts || lead.Dependent() || lead == But
		}
		return 0, 0, false
	}
	if i == from {
		return 0, 0, false
	}
	lead, skip = s.conjunction(i)
	switch lead {
	case But:
		return lead, skip, i+skip < len(s.tokens) && s.tokens[i+skip].Class != Punct
	case Because, If:
		return lead, skip, true
	case And, Or:
		return lead, skip, s.says(from, i) && s.startsClause(i+skip, false)
	case So:
		prev := s.tokens[i-1].Word
		return lead, skip, s.startsClause(i+skip, true) || !beForms[prev] && s.verb(from, i) >= 0 && i+skip < len(s.tokens) && s.tokens[i+skip].Class != Punct && !adjectives[s.tokens[i+skip].Word]
	}
	return 0, 0, false
}

// openers stand before a colon without being what the rest is about.
var openers = set("task goal job aim request objective aloud loud thought guess next correction problem note todo question remark update plan summary result news reminder important background also proposal suggestion idea warning done fixed answer")

// topic tells that the words before a colon only name what comes after it:
// "retries: exponential" is one clause.
func (s *splitter) topic(from, i int) bool {
	return i > from && i-from <= 6 && i+1 < len(s.tokens) && !openers[s.tokens[i-1].Word] && s.verb(from, i) < 0 && !(i-from > 1 && s.orders(from, i))
}

func (s *splitter) orders(from, to int) bool {
	_, ok := command(s.tokens[from:to])
	return ok
}

func conditional(w string) bool { return w == "if" || w == "when" || w == "once" || w == "unless" }

// conjunction reads the word that joins clauses at i.
func (s *splitter) conjunction(i int) (Lead, int) {
	if i >= len(s.tokens) {
		return Opens, 0
	}
	next := ""
	if i+1 < len(s.tokens) {
		next = s.tokens[i+1].Word
	}
	switch s.tokens[i].Word {
	case "and":
		if next == "then" {
			return And, 1
		}
		return And, 1
	case "but", "however", "whereas", "although", "though", "yet":
		return But, 1
	case "or":
		return Or, 1
	case "so":
		if next == "that" && i+2 < len(s.tokens) && (subjects[s.tokens[i+2].Word] || determiner[s.tokens[i+2].Word]) {
			return Because, 2
		}
		if next == "far" || next == "much" || next == "many" || next == "long" {
			return Opens, 0
		}
		return So, 1
	case "because":
		return Because, 1
	case "otherwise":
		return Because, 1
	case "since":
		if subjects[next] || determiner[next] {
			return Because, 1
		}
	case "as":
		if i > 0 && s.tokens[i-1].Word == "," && (subjects[next] || determiner[next]) {
			return Because, 1
		}
	case "if":
		if i > 0 && s.tokens[i-1].Word != "as" && s.tokens[i-1].Word != "even" && s.tokens[i-1].Word != "what" && !askers[s.tokens[i-1].Word] {
			return If, 1
		}
	case "which", "who", "where":
		if i > 0 && s.tokens[i-1].Word == "," {
			return Which, 1
		}
	case "in":
		if i > 0 && s.tokens[i-1].Word == "," && next == "which" {
			return Which, 0
		}
	}
	return Opens, 0
}

// says tells that the words in a range are more than a noun phrase.
func (s *splitter) says(from, to int) bool {
	return s.verb(from, to) >= 0 || s.orders(from, to) || s.cond
}

// askers take an "if" that is "whether".
var askers = set("wonder wondering know see ask asks asked check sure tell decide unsure wonders say")

// longAside tells parentheses that hold a clause of their own.
func (s *splitter) longAside(i int) bool {
	for k := i + 1; k < len(s.tokens); k++ {
		if s.tokens[k].Word == ")" {
			return k-i > 4 && s.verb(i+1, k) >= 0
		}
	}
	return false
}

// startsClause tells whether the words from i on are a clause of their own: a
// subject with its verb, or an imperative. After a comma more is taken for one
// than after a bare "and".
func (s *splitter) startsClause(i int, comma bool) bool {
	for i < len(s.tokens) && (markers[s.tokens[i].Word] || noise[s.tokens[i].Word]) {
		i++
	}
	if i >= len(s.tokens) || s.tokens[i].Class == Punct {
		return false
	}
	w := s.tokens[i].Word
	end := s.stop(i)
	if pronouns[w] && s.verb(i, min(end, i+4)) > i {
		return true
	}
	if s.topics {
		v := s.verb(i, end)
		return v > i && v-i <= 7
	}
	if comma && (bareVerbs[w] || w == "done" || w == "fixed" || w == "merged") {
		return true
	}
	if order, ok := command(s.tokens[i:end]); ok && order == 0 {
		return true
	}
	if w == "no" || w == "never" || w == "must" {
		return comma
	}
	if v := s.verb(i, end); v > i && v-i <= 7 {
		return comma || determiner[w] || v-i <= 3 && IsFinite(s.tokens[v].Word) && s.verb(0, i-1) >= 0
	}
	return false
}

// stop is the end of the stretch without punctuation from i on.
func (s *splitter) stop(i int) int {
	for i < len(s.tokens) && s.tokens[i].Class != Punct {
		i++
	}
	return i
}

func (s *splitter) verb(from, to int) int {
	if v := finiteVerb(s.tokens[from:to]); v >= 0 {
		return from + v
	}
	return -1
}

// finiteVerb is the index of the first finite verb of a clause that is no
// imperative, or -1.
func finiteVerb(tokens []Token) int {
	for k, t := range tokens {
		if t.Class != Word || t.Quoted {
			continue
		}
		prev := ""
		if k > 0 {
			prev = tokens[k-1].Word
		}
		if k > 1 && adverbs[prev] {
			prev = tokens[k-2].Word
		}
		if IsFinite(t.Word) {
			if prev != "to" && !(t.Word == "can" && determiner[prev]) {
				return k
			}
			continue
		}
		v, ok := verbs[t.Word]
		if ok && k == 0 && v.Form&Base == 0 && len(tokens) > 1 && tokens[1].Class != Punct && (v.Form&Past != 0 || bareVerbs[t.Word]) {
			return 0 // a chat leaves its subject out: "ran it last night"
		}
		if !ok || k == 0 || prev == "to" || determiner[prev] || preps[prev] || IsModal(prev) || tokens[k-1].Class == Punct {
			continue
		}
		if v.Form&(Third|Past) != 0 && !isAdjective(prev) && (v.Form&Part == 0 || !IsBe(prev)) {
			if v.Form&Third != 0 && (pluralNoun(tokens, k) || nounForm[t.Word] && (k+1 == len(tokens) || tokens[k+1].Class == Punct || nounish[prev])) {
				continue
			}
			return k
		}
		if v.Form&Base != 0 && (subjects[prev] || prev == "them" || prev == "all" || k > 1 && (tokens[k-2].Word == "each" || tokens[k-2].Word == "every") && !nounish[t.Word]) {
			return k
		}
		if v.Form&Base != 0 && !nounish[t.Word] && (strings.HasSuffix(prev, "s") && !strings.HasSuffix(prev, "ss") && !function[prev] && len(prev) > 3) {
			return k
		}
	}
	return -1
}

// adverbs stand between a subject and its verb.
var adverbs = set("just also then only simply always never now still already really actually usually often sometimes")

// bareVerbs open a chat's clause without a subject: "works now".
var bareVerbs = set("works runs builds passes looks seems needs fails compiles belongs gives takes depends sounds makes goes comes keeps has is was happens feels crashes hangs breaks")

// pluralNoun tells that a form in -s at k is rather the head of a noun phrase:
// what follows it is a verb.
func pluralNoun(tokens []Token, k int) bool {
	if k+1 >= len(tokens) {
		return false
	}
	next := tokens[k+1].Word
	if IsFinite(next) {
		return true
	}
	v, ok := verbs[next]
	return ok && v.Form&(Base|Third) != 0 && v.Form&Gerund == 0 && !nounish[next]
}

// adjectives stand before nouns that look like verbs.
var adjectives = set("new old big small fast slow good bad hard soft own same other different main plain raw full empty first second third last next few more less many several")

func isAdjective(w string) bool { return adjectives[w] }

// nounish verbs are nouns as often: they are imperatives only before what can
// be an object.
var nounish = set(`test file log cache plan design label document order list number name cap limit map model filter mark style theme index
script template queue stream batch pin mock stub record report sign hash package balance scale rate rank pull load store mount plot chart graph
book print export import call check build release ship lock color colour group pack light table patch buffer format cover trace monitor alert link
join route proxy forward relay cut type tag range set output input fork benchmark profile backup update upgrade support guard count sum
measure sample state run watch show look read stop ship use draft sketch research review start end open close trash bin test dump junk cost
time work fix need change raise block cook plant drill mill glue play pass answer question interview survey access return display space supply
produce contract project process mount share push poll ping search crop search highlight pilot double back air water paint bump copy clone split
point double default target pick drop kill cancel hold wait key value page post comment`)

// command tells whether a clause is an imperative, and where its verb stands.
func command(tokens []Token) (order int, ok bool) {
	i := 0
	for i < len(tokens) && (markers[tokens[i].Word] || noise[tokens[i].Word] || tokens[i].Word == ",") {
		i++
	}
	if i+1 < len(tokens) && tokens[i].Word == "do" && tokens[i+1].Word == "not" {
		i += 2
	} else if i < len(tokens) && tokens[i].Word == "never" {
		i++
	}
	for i < len(tokens) && (tokens[i].Word == "please" || tokens[i].Word == "just" || tokens[i].Word == "also") {
		i++
	}
	if i >= len(tokens) || tokens[i].Quoted || tokens[i].Class != Word {
		return 0, false
	}
	v, known := verbs[tokens[i].Word]
	if !known || v.Form&Base == 0 || statives[tokens[i].Word] {
		return 0, false
	}
	if i > 0 && tokens[i-1].Word != "not" && function[tokens[i].Word] && len(tokens) == i+1 {
		return 0, false
	}
	if i+1 == len(tokens) {
		return i, !nounish[tokens[i].Word] || i > 0
	}
	next := tokens[i+1]
	if next.Class == Punct {
		return i, !nounish[tokens[i].Word] && next.Word != ":"
	}
	if IsFinite(next.Word) && next.Word != "have" {
		return 0, false
	}
	if next.Word == "that" && i+2 < len(tokens) && remarks[tokens[i].Word] {
		return 0, false // "note that …" states
	}
	if nv, isVerb := verbs[next.Word]; isVerb && nv.Form&Third != 0 && !nounForm[next.Word] {
		return 0, false
	}
	if i+1 < len(tokens) && !objects[next.Word] && next.Class != Code && heads(tokens[i:]) {
		return 0, false
	}
	if !nounish[tokens[i].Word] {
		return i, true
	}
	return i, takesObject(tokens, i+1)
}

// linkers open a clause inside another one.
var linkers = set("that which what who whom where how why when whether if until while once because so i we you they he she it there as")

// heads tells that a word that looks like an imperative is part of the subject
// of a later verb: "delete mode works", "shard 3 is slow".
func heads(tokens []Token) bool {
	v := finiteVerb(tokens)
	if v <= 0 {
		return false
	}
	for _, t := range tokens[1:v] {
		if linkers[t.Word] || t.Class == Punct {
			return false
		}
	}
	return true
}

var remarks = set("note remember mind know consider imagine say assume suppose")

// statives are no orders.
var statives = set("need want have seem belong contain cost mean hope prefer love hate like weigh")

// nounForm are forms in -s that are plural nouns before all.
var nounForm = set("tests files logs lists names labels documents orders numbers maps models filters marks styles themes scripts templates queues streams records reports packages rates plots charts graphs books prints exports imports calls checks builds releases locks colors colours groups tables patches formats links routes types tags ranges outputs inputs forks benchmarks profiles backups updates notes drafts sketches reviews hooks errors alerts limits states prices costs times points pages posts comments images lines rows columns")

// objects begin what a verb can act on.
var objects = set("it them that this these those the a an our my your their his her its all both each every everything only any more some no another up out down off in by with into from to for at on and against as us me about over")

// takesObject tells whether what follows an ambiguous word makes it a verb.
func takesObject(tokens []Token, i int) bool {
	t := tokens[i]
	if t.Class == Code || t.Class == Number {
		return finiteVerb(tokens[i:]) < 0
	}
	if !objects[t.Word] {
		return false
	}
	if preps[t.Word] || t.Word == "and" {
		return finiteVerb(tokens) < 0
	}
	return true
}

// emit makes a clause of the tokens in a range.
func (s *splitter) emit(from, to int, lead Lead, aside bool) {
	var kept []Token
	for _, t := range s.tokens[from:to] {
		if t.Class == Word && noise[t.Word] && !t.Quoted {
			continue
		}
		if len(kept) == 0 && t.Class == Punct {
			continue
		}
		kept = append(kept, t)
	}
	for len(kept) > 0 && kept[len(kept)-1].Class == Punct {
		kept = kept[:len(kept)-1]
	}
	if len(kept) == 0 {
		return
	}
	if lead == Opens && conditional(kept[0].Word) && len(kept) > 2 && !(kept[0].Word == "once" && len(s.out) > 0) {
		lead = If
		s.cond = kept[0].Word == "if" || kept[0].Word == "unless"
	}
	var report *Report
	if r, rest := reported(kept); r != nil {
		report, kept = r, rest
	} else if lead == Which || lead == And || lead == But || lead == Or {
		if n := len(s.out); n > 0 && s.out[n-1].Report != nil && lead == And && s.out[n-1].Report.Distant {
			report = s.out[n-1].Report // what else that source said
		}
	}
	c := Clause{
		Report: report,
		Tokens: kept, Text: strings.TrimSpace(s.text[kept[0].Start:kept[len(kept)-1].End]), Lead: lead,
		First: len(s.out) == 0, Asked: s.asked, Aside: aside, Cues: findCues(kept), Verb: finiteVerb(kept), content: ContentOf(kept), words: joined(kept),
	}
	if s.text[max(0, kept[len(kept)-1].End-1):kept[len(kept)-1].End] != "`" {
		c.Text = closeCode(c.Text, s.text, kept)
	}
	if s.cond && len(s.out) > 0 && s.out[0].Lead == If {
		c.Conditional = true
	}
	c.Order, c.Command = command(kept)
	if c.Command && c.Order > 0 && c.Verb >= 0 && c.Verb < c.Order && kept[c.Order-1].Word != "not" {
		c.Command = false
	}
	s.out = append(s.out, c)
}

// closeCode keeps the backticks of code spans at the ends of a clause's text.
func closeCode(text, whole string, kept []Token) string {
	first, last := kept[0], kept[len(kept)-1]
	if first.Class == Code && first.Start > 0 && whole[first.Start-1] == '`' {
		text = "`" + text
	}
	if last.Class == Code && last.End < len(whole) && whole[last.End] == '`' {
		text += "`"
	}
	return text
}
