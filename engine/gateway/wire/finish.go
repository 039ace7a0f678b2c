package wire

import (
	"strings"
	"unicode"
)

// The reasons of Reply.Finish.
const (
	finishStop      = "stop"
	finishToolCalls = "tool_calls"
	finishLength    = "length"
	finishFilter    = "content_filter"
)

// Servers word a finish reason as they like. What one says is read from the words
// that it is made of, and only where all of them are known: "eos_token", "STOP"
// and "stopStringFound" end a reply, "userStopped", "not_finished" and whatever
// else nobody can vouch for do not (product 9).
var (
	// endWords say that the model came to its end, callWords that it did to call a
	// tool.
	endWords  = wordSet("stop stopped eos eot eom end ended endoftext done complete completed finish finished normal natural success succeeded")
	callWords = wordSet("tool tools function functions call calls")
	// cutWords say that the room for the reply was used up.
	cutWords = wordSet("length limit max maximum exceeded")
	// Words that say nothing by themselves.
	endFillers = wordSet("finish reason token tokens sequence string word text turn message of id use found hit matched")
	cutFillers = wordSet("finish reason token tokens new output completion context window model predicted reached hit size")
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// maxReason is how long a reason may be, in bytes: what is longer is none that
// anybody knows.
const maxReason = 80

// finishOf puts the reason that an upstream gave into the words of Reply.Finish.
// done reports whether the reply has its format's own end mark, which says that it
// is over where no reason does; calls whether it calls tools.
func finishOf(said string, done, calls bool) string {
	said = strings.TrimSpace(said[:min(len(said), maxReason)])
	if said == "" && !done {
		return ""
	}
	switch words := reasonWords(said); {
	case said == "", strings.HasPrefix(said, "<") && strings.HasSuffix(said, ">"): // the token that ended it
		return ended(calls)
	case made(words, endWords, callWords, endFillers):
		return ended(calls || anyOf(words, callWords))
	case anyOf(words, cutWords) && made(words, cutWords, cutFillers):
		return finishLength
	case said == "refusal":
		return finishFilter
	}
	return strings.ToValidUTF8(said, "")
}

func ended(calls bool) string {
	if calls {
		return finishToolCalls
	}
	return finishStop
}

// noReason reports whether a server wrote a missing reason as a text.
func noReason(said string) bool {
	return strings.EqualFold(said, "null") || strings.EqualFold(said, "none")
}

// cutShort reports whether a reason says that something other than the model ended
// the reply.
func cutShort(said string) bool {
	word := finishOf(said, false, false)
	return word != "" && word != finishStop && word != finishToolCalls
}

// reasonWords are the words of a reason in lower case: they are set apart by what
// is no letter, or begin with a capital behind a small letter.
func reasonWords(said string) []string {
	var words []string
	word := make([]rune, 0, maxReason)
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	small := false
	for _, r := range said {
		if !unicode.IsLetter(r) || small && unicode.IsUpper(r) {
			end()
		}
		if small = unicode.IsLower(r); unicode.IsLetter(r) {
			word = append(word, r)
		}
	}
	end()
	return words
}

// made reports whether each of the words is in one of the sets, and one of them in
// a set before the last, which holds what says nothing.
func made(words []string, sets ...map[string]bool) bool {
	says := false
	for _, w := range words {
		known := false
		for i, set := range sets {
			if set[w] {
				known, says = true, says || i < len(sets)-1
			}
		}
		if !known {
			return false
		}
	}
	return says
}

func anyOf(words []string, set map[string]bool) bool {
	for _, w := range words {
		if set[w] {
			return true
		}
	}
	return false
}

// Within has a reply that used up all the tokens that its request allows count as
// cut, whatever its reason says: there are servers that call that completed.
func (r Reply) Within(most int) Reply {
	if most > 0 && r.TokensOut >= most && (r.Finish == finishStop || r.Finish == finishToolCalls) {
		r.Finish = finishLength
	}
	return r
}
