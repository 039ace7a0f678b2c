package english

import "strings"

// ofTime are words with which "next" says when.
var ofTime = WordsOf("week weeks month months year years quarter sprint time day days morning monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter release version january february march april may june july august september october november december")

// openings are words before what is said, without a part in it.
var openings = list(`ok and but so also please then now well yes just actually oh first finally anyway perfect great nice good cool
thanks sorry fair fine agreed right sure next hm plus btw awesome exactly otherwise though`)

// frames are longer openings, in normal spelling.
var frames = []string{
	"for your information", "by the way", "note that", "just so you know", "heads up", "for the record", "last thing", "one more thing", "one thing more",
	"can you", "could you", "would you", "will you", "i need you to", "i want you to", "i would like you to", "as far as i know", "it turns out that", "it turns out", "turns out that", "turns out",
	"i would suggest", "i suggest", "i would recommend", "i recommend", "i would propose", "i propose", "let us", "we should", "we need to", "we have to", "i need to",
	"in that case", "of course", "thank you", "i think", "i guess", "i believe", "i reckon", "i suppose", "i mean", "to be honest", "in fact", "on second thought", "after all", "do not forget to", "make sure to", "make sure",
	"you need to know that", "you should know that", "you have to know that", "you must know that", "you need to know", "one detail", "small thing", "important", "remember", "keep in mind that", "keep in mind", "oh and", "and also",
}

// informing are those of them behind which an order may stand.
var informing = []string{"for your information", "by the way", "just so you know", "heads up", "for the record", "last thing", "one more thing", "one thing more", "of course", "in that case", "oh and", "and also", "one detail", "small thing", "keep in mind"}

var framesBy, informingBy = byFirst(frames), byFirst(informing)

// byFirst are the words of longer openings by the first.
func byFirst(frames []string) map[wordID][][]string {
	out := map[wordID][][]string{}
	for _, f := range frames {
		words := strings.Fields(f)
		first := lexicon.idOf(words[0])
		out[first] = append(out[first], words)
	}
	return out
}

// IsOpening tells a word that stands before what is said, without a part in it.
func IsOpening(w string) bool { return lexemeOf(w).is(introducing) }

// Opens is IsOpening of the token's word.
func (t *Token) Opens() bool { return t.is(introducing) }

// opened is the index of the first token that belongs to what is said.
func opened(tokens []Token) int {
	i := 0
	for i < len(tokens)-1 {
		if tokens[i].Word == "next" && tokens[i+1].Is(ofTime) {
			break // "next week" says when
		}
		if tokens[i].is(introducing) || tokens[i].Class == Punct {
			i++
			continue
		}
		n := frame(tokens[i:])
		if n == 0 || i+n >= len(tokens) {
			break
		}
		i += n
	}
	return i
}

// frame is how many tokens at the head are a longer opening.
func frame(tokens []Token) int {
	if !tokens[0].is(framing) {
		return 0
	}
	return openingOf(framesBy, tokens)
}

// informs is how many tokens at the head are words behind which an order may stand,
// with the sign behind them.
func informs(tokens []Token) int {
	n := openingOf(informingBy, tokens)
	for n > 0 && n < len(tokens) && tokens[n].Class == Punct {
		n++
	}
	return n
}

// openingOf is how many tokens at the head are one of some openings.
func openingOf(by map[wordID][][]string, tokens []Token) int {
	for _, words := range by[tokens[0].id] {
		if begins(tokens, words) {
			return len(words)
		}
	}
	return 0
}

func begins(tokens []Token, words []string) bool {
	if len(words) > len(tokens) {
		return false
	}
	for k, w := range words {
		if tokens[k].Word != w {
			return false
		}
	}
	return true
}
