package english

import (
	"iter"
	"strings"
)

// Sentence is a stretch of text up to a full stop, a question or exclamation
// mark, or a line end that ends one.
type Sentence struct {
	Text    string
	Place   int  // among the sentences of its room
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
var abbreviations = WordsOf("e.g i.e etc versus approx fig mr mrs ms dr st cf incl excl max min resp ca ie eg sec dept vol p pp")

// PastPercent is the end of a stretch of a text with the percent sign behind it,
// which is no token.
func PastPercent(text string, end int) int {
	if strings.HasPrefix(text[end:], "%") {
		return end + 1
	}
	if strings.HasPrefix(text[end:], " %") {
		return end + 2
	}
	return end
}

// Paired is a stretch of a text with the brackets beside it whose other halves stand
// in it: "[web] a page", "a queue (a ring [at both ends])".
func Paired(text string, from, to int) (lo, hi int) {
	lo, hi = from, to
	var open [len(brackets)]int // less than none where halves are closed that did not open
	for i, pair := range brackets {
		open[i] = strings.Count(text[lo:hi], pair[:1]) - strings.Count(text[lo:hi], pair[1:])
	}
	for i := 0; lo > 0 && i < len(brackets); i++ {
		if open[i] < 0 && text[lo-1] == brackets[i][0] {
			open[i]++
			lo, i = lo-1, -1
		}
	}
	for i := 0; hi < len(text) && i < len(brackets); i++ {
		if open[i] > 0 && text[hi] == brackets[i][1] {
			open[i]--
			hi, i = hi+1, -1
		}
	}
	return lo, hi
}

// brackets are those that stand in pairs.
var brackets = [...]string{"()", "[]", "{}"}

// Sentences takes a text apart into sentences and their clauses.
func Sentences(text string) []Sentence { return new(Room).Sentences(text) }

// Each lists the sentences of a text, none of which may be kept.
func Each(text string) iter.Seq[*Sentence] {
	return func(yield func(*Sentence) bool) {
		r := enter()
		defer r.leave()
		ss := r.Sentences(text)
		for i := range ss {
			if !yield(&ss[i]) {
				return
			}
		}
	}
}

// Sentences takes a text apart into sentences and their clauses, which stay in the
// room.
func (r *Room) Sentences(text string) []Sentence {
	tokens, joined := r.tokenize(text)
	first, from := len(r.sentences), 0
	sp := splitter{text: text, joined: joined, Room: r}
	breathe := func(to int, asked bool) {
		if to-from >= longBreath {
			begin := from
			for _, at := range breaths(tokens[begin:to]) {
				if s, ok := sp.sentence(tokens[from:begin+at], false); ok {
					r.sentences = append(r.sentences, s)
				}
				from = begin + at
			}
		}
		if from < to {
			if s, ok := sp.sentence(tokens[from:to], asked); ok {
				r.sentences = append(r.sentences, s)
			}
		}
	}
	add := func(to int, asked bool) {
		for k := from + 1; k < to; k++ {
			if tokens[k].Is(retracting) && retracts(tokens[from:to], k-from) {
				breathe(k, false)
				from = k
			}
		}
		breathe(to, asked)
	}
	for i := 0; i < len(tokens); i++ {
		end, asked := false, false
		if t := &tokens[i]; t.Class == Punct || i+1 == len(tokens) || tokens[i+1].Start != t.End+1 || text[t.End] != ' ' {
			end, asked = endsSentence(text, tokens, i)
		}
		if !end && i-from < maxSentence {
			continue
		}
		for i+1 < len(tokens) && endMark(&tokens[i+1]) {
			i++
			asked = asked || tokens[i].Word == "?"
		}
		add(i+1, asked)
		from = i + 1
	}
	add(len(tokens), false)
	return r.sentences[first:len(r.sentences):len(r.sentences)]
}

func endMark(t *Token) bool {
	if t.Class != Punct {
		return false
	}
	switch t.Word {
	case ".", "!", "?", "…":
		return true
	}
	return false
}

// endsSentence tells whether the i-th token closes a sentence.
func endsSentence(text string, tokens []Token, i int) (end, asked bool) {
	t, next := &tokens[i], len(text)
	if i+1 < len(tokens) {
		next = tokens[i+1].Start
	}
	if t.Class == Punct {
		switch t.Word {
		case "?":
			return true, true
		case "!":
			// "a !roll for the dice" names a command
			named := i > 0 && t.Start > tokens[i-1].End && next == t.End && i+1 < len(tokens) && tokens[i+1].Class == Word
			return !named, false
		case "…":
			return true, false
		case ".":
			if i > 0 && tokens[i-1].End == t.Start && abbreviations.Holds(tokens[i-1].Word) && next < len(text) && !(i > 1 && tokens[i-2].Class == Number) {
				return false, false
			}
			return i == 0 || next > t.End || i+1 < len(tokens) && endMark(&tokens[i+1]), false
		}
		if t.Word == ")" {
			// "(It need not be pretty.) There are 23 singers."
			return i > 0 && endMark(&tokens[i-1]) && tokens[i-1].End == t.Start && next > t.End && next < len(text) && text[next] >= 'A' && text[next] <= 'Z', false
		}
		if t.Word[0] >= 0x80 && isEmoji(t.Word) {
			return true, false
		}
	}
	if t.End > next {
		return false, false
	}
	gap := text[t.End:next]
	return gap != " " && breaksLine(gap, text[:t.End], text[next:]), false
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
func (sp splitter) sentence(tokens []Token, asked bool) (Sentence, bool) {
	if first := 0; tokens[first].Class == Punct {
		for first < len(tokens) && tokens[first].Class == Punct {
			first++
		}
		if first == len(tokens) {
			return Sentence{}, false
		}
	}
	s := Sentence{Text: sp.text[tokens[0].Start:PastPercent(sp.text, tokens[len(tokens)-1].End)], Place: len(sp.sentences), Marked: asked}
	s.Asked = asked || opensQuestion(tokens) || asksAfterTopic(tokens) || endsInTag(tokens)
	sp.tokens, sp.asked, sp.marked = tokens, s.Asked, asked
	if sp.split(); len(sp.out) == 0 {
		return Sentence{}, false
	}
	s.Clauses = sp.out
	if c := &sp.out[0]; sp.whole && c.Report == nil {
		s.content = c.content
	} else {
		s.content = sp.contentOf(tokens)
	}
	return s, true
}

var (
	whWords    = list("what why how where who whose which")
	auxOpeners = list("is are was were do does did can could should would will shall have has am")
	pronouns   = list("i we you it they he she this that these those there everyone everybody somebody someone nobody anyone everything nothing")
	subjects   = list("i we you they he she it there")
	determiner = list("the a an this that these those our my your their his her its all both each every some any no another either")
	preps      = list("of in on at by for from with without into onto over under to as than per via about after before between during through against within like plus until")
	markers    = list("please then now next also and ok just so first finally maybe again always still only instead but yes well anyway plus last second third simply kindly sure btw actually otherwise therefore perfect great nice good cool thanks right oh")
)

// asksAfterTopic tells a question that a topic and a colon precede: "genetics
// now: how do we do it".
func asksAfterTopic(tokens []Token) bool {
	for i := 1; i <= 6 && i+2 < len(tokens); i++ {
		if tokens[i].Word == ":" {
			return tokens[i+1].is(interrogate) && tokens[i+2].is(auxiliary) || tokens[i+1].Word == "do" && tokens[i+2].is(subject)
		}
	}
	return false
}

// endsInTag tells a statement that asks for its confirmation at its end, which
// chats leave unmarked: "that breaks the search, does it".
func endsInTag(tokens []Token) bool {
	n := len(tokens)
	if n < 6 || !tokens[n-1].is(subject) {
		return false
	}
	at := n - 2
	if tokens[at].Word == "not" {
		at--
	}
	before := tokens[at-1].Word
	switch {
	case !tokens[at].is(auxiliary) || tokens[at-1].is(interrogate):
		return false
	case before == ",":
		return true
	case tokens[n-1].Word == "it" || before == "as" || before == "than" || before == "so" || before == "neither" || before == "nor":
		return false // "do it", "as can we", "so do I"
	}
	return true
}

// opensQuestion tells a question by its order, which chats leave unmarked.
func opensQuestion(tokens []Token) bool {
	i := 0
	for i < len(tokens)-1 && (tokens[i].is(noisy|marker) || tokens[i].Word == ",") {
		i++
	}
	if i+1 >= len(tokens) {
		return false
	}
	w, next, after := tokens[i].Word, tokens[i+1].Word, &tokens[i+1]
	switch {
	case w == "why" && next == "not" && i+2 == len(tokens):
		return false // "sure, why not" says yes
	case tokens[i].is(interrogate):
		return after.is(auxiliary) || w == "why" || w == "how" && (next == "come" || next == "many" || next == "much") || w == "which" && next != "is" && tokens[len(tokens)-1].Word == "?"
	case w == "do", w == "did":
		return after.is(subject) && next != "it" || w == "did" && next == "the"
	case w == "have", w == "is", w == "are":
		return after.is(subject)
	case tokens[i].is(auxiliary):
		return after.is(pronoun | determining)
	}
	return false
}
