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
		from = to
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
	}
	add(len(tokens), false)
	return out
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

// endsSentence reports whether the i-th token closes a sentence.
func endsSentence(text string, tokens []Token, i int) (end, asked bool) {
	t, next := &tokens[i], len(text)
	if i+1 < len(tokens) {
		next = tokens[i+1].Start
	}
	if t.Class == Punct {
		switch {
		case t.Word == "?":
			return true, true
		case t.Word == "!":
			// "a !roll for the dice" names a command
			return !(i > 0 && t.Start > tokens[i-1].End && next == t.End && i+1 < len(tokens) && tokens[i+1].Class == Word), false
		case t.Word == "…", isEmoji(t.Word):
			return true, false
		case t.Word == ".":
			return fullStop(text, tokens, i, next), false
		}
	}
	if t.End > next {
		return false, false
	}
	gap := text[t.End:next]
	return gap != " " && breaksLine(gap, text[:t.End], text[next:]), false
}

// fullStop reports whether the stop at i ends a sentence: not that of an abbreviation, nor
// one that something follows at once.
func fullStop(text string, tokens []Token, i, next int) bool {
	if i > 0 && tokens[i-1].End == tokens[i].Start && tokens[i-1].is(abbreviation) && next < len(text) && !(i > 1 && tokens[i-2].Class == Number) {
		return false
	}
	return i == 0 || next > tokens[i].End || i+1 < len(tokens) && endMark(&tokens[i+1])
}

// isEmoji tells pictures, with which chats end sentences.
func isEmoji(s string) bool {
	for _, r := range s {
		return r >= 0x1F300 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF
	}
	return false
}

// breaksLine reports whether a line end between two words ends a sentence: it
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
	first := 0
	for first < len(tokens) && tokens[first].Class == Punct {
		first++
	}
	if first == len(tokens) {
		return Sentence{}, false
	}
	s := Sentence{Text: text[tokens[0].Start:PastPercent(text, tokens[len(tokens)-1].End)], Marked: asked}
	s.Asked = asked || opensQuestion(tokens)
	sp := splitter{text: text, tokens: tokens, asked: s.Asked, marked: asked}
	if sp.split(); len(sp.out) == 0 {
		return Sentence{}, false
	}
	s.Clauses, s.content = sp.out, ContentOf(tokens)
	return s, true
}

// maxTopic is how many tokens may stand between the word that asks and the verb.
const maxTopic = 6

// asksLater reports whether a verb stands before its subject soon after the word that
// asks: "where in the file can i add it".
func asksLater(tokens []Token) bool {
	for i := 1; i+1 < len(tokens) && i <= maxTopic && tokens[i].Class == Word; i++ {
		if tokens[i].is(auxiliary) && tokens[i+1].is(subject) && !tokens[i-1].is(subject|linker|modal) {
			return true
		}
	}
	return false
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
		return after.is(auxiliary) || asksLater(tokens[i+1:]) || w == "why" || w == "how" && (next == "come" || next == "many" || next == "much") || w == "which" && next != "is" && tokens[len(tokens)-1].Word == "?"
	case w == "do", w == "did":
		return after.is(subject) && next != "it" || w == "did" && next == "the"
	case w == "have", w == "is", w == "are":
		return after.is(subject)
	case tokens[i].is(auxiliary):
		return after.is(pronoun | determining)
	}
	return false
}
