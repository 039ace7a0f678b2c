package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// choiceFrames open a question about what somebody wants; the options follow.
var choiceFrames = []string{
	"do you want to use", "do you want to", "do you want me to", "do you want it to", "do you want", "would you rather", "would you like to", "would you like", "would you prefer", "do you prefer",
	"is it going to be", "going to be", "what is better", "which is better", "what do you prefer", "which do you want", "which is it", "which of the two", "would you take", "would you use", "would you pick", "would you go with", "would you choose", "does that call for", "does it call for", "want it", "want them", "it comes down to", "it boils down to", "comes down to", "boils down to", "depending on",
	"not sure if", "not sure whether", "unsure whether to", "unsure whether", "unsure if", "still open", "open question", "do we want", "do we need", "do we go with", "do we use", "do we take", "do we",
	"should it be", "should we use", "should we go with", "should we", "should i use", "should i", "should it", "should they be", "should they", "should that be", "should this be", "should the", "shall we use", "shall we", "shall i", "shall it be", "which do you prefer", "which one do you want",
	"either", "is it", "prefer", "we could use", "we could", "we can take", "we can use", "use", "go with", "pick", "name it", "call it", "you could use", "you can use", "you could", "you can", "i could", "we can", "or", "torn between", "not sure whether to", "not sure if we should", "i do not know whether to", "whether to", "what about", "how about", "maybe", "could be", "can be", "can be done", "could be done", "you have", "i see", "there are", "could use", "can use", "might be", "could either", "can either",
}

// frameEnd is where the options begin after the words that ask for them.
func frameEnd(words []string) int {
	joined := strings.Join(words, " ") + " "
	best := 0
	for _, f := range choiceFrames {
		at := strings.Index(joined, f+" ")
		if at < 0 || at > 60 || at > 0 && joined[at-1] != ' ' {
			continue
		}
		if end := len(strings.Fields(joined[:at])) + len(strings.Fields(f)); f != "or" && end > best && end < len(words) {
			if o := indexOf(words, "or"); o < 0 || end <= o {
				best = end
			}
		}
	}
	if i := indexOf(words, ":"); i > best {
		best = i + 1
	}
	return best
}

func indexOf(words []string, w string) int {
	for i, x := range words {
		if x == w {
			return i
		}
	}
	return -1
}

// split cuts tokens of a text into options at commas and "or".
func split(whole string, tokens []english.Token, from int, breaks []int) []string {
	var out []string
	start := -1
	end := 0
	flush := func() {
		if start >= 0 && end > start && end <= len(whole) {
			end += descriptionAfter(whole[end:])
			out = append(out, strings.ReplaceAll(whole[start:end], "`", ""))
		}
		start = -1
	}
	seenOr := false
	for i := from; i < len(tokens); i++ {
		t := tokens[i]
		if slices.Contains(breaks, i) {
			flush()
			seenOr = true
		}
		switch {
		case t.Word == "or":
			flush()
			seenOr = true
			continue
		case t.Word == "," && t.Class == english.Punct:
			if seenOr && start >= 0 {
				flush()
				i = len(tokens)
				continue
			}
			flush()
			continue
		case t.Word == "either" && start < 0:
			continue
		}
		if i > from && start >= 0 && t.Start-tokens[i-1].End > 0 && strings.ContainsAny(outsideBrackets(whole[tokens[i-1].End:t.Start]), ",") {
			flush()
			if seenOr {
				break
			}
		}
		if start < 0 {
			start = t.Start
		}
		end = t.End
	}
	flush()
	for len(out) > 2 && len(english.Content(out[0])) == 0 {
		out = out[1:]
	}
	return out
}

// withoutModal is the first option of a question that opens with what shall be and what it
// shall be of: "Should backups run daily or weekly?"
func withoutModal(option string) string {
	first, rest, _ := strings.Cut(option, " ")
	if w := strings.ToLower(first); (w == "should" || w == "shall") && strings.Contains(rest, " ") {
		return rest
	}
	return option
}

// sharedFrame is what the first of some options says of what all are for, where the n-th
// only names what comes at its end: "backups run" of "backups run daily" and "weekly".
func sharedFrame(options []string, n int) string {
	first, other := strings.Fields(options[0]), strings.Fields(options[n])
	if n == 0 || len(first) <= len(other) {
		return ""
	}
	return strings.Join(first[:len(first)-len(other)], " ")
}

// descriptionAfter is how long the words are that describe what stands before them, in
// brackets or after a "which", 0 where there are none: "Redis (in memory)", but not
// "(b)".
func descriptionAfter(after string) int {
	const label = len(" (b)")
	if strings.HasPrefix(after, ", which ") {
		to := strings.IndexAny(after[1:], ",.;?!")
		if to < 0 {
			to = len(after) - 1
		}
		return 1 + to
	}
	if !strings.HasPrefix(after, " (") {
		return 0
	}
	if to := strings.IndexByte(after, ')'); to >= label && to <= maxContext*lettersAWord {
		return to + 1
	}
	return 0
}

// lettersAWord is about how long a word is, with the blank after it.
const lettersAWord = 6

// outsideBrackets is what stands before and behind the brackets between two words.
func outsideBrackets(gap string) string {
	from, to := strings.IndexByte(gap, '('), strings.LastIndexByte(gap, ')')
	if from < 0 || to < from {
		return gap
	}
	return gap[:from] + gap[to:]
}

// behindDash is the first token behind a dash that parts a topic of a few words
// from its options, or 0: "output – table or CSV?".
func behindDash(text string, tokens []english.Token) int {
	for i := 1; i < len(tokens) && i <= 5; i++ {
		if from, to := tokens[i-1].End, tokens[i].Start; from < to && to <= len(text) && strings.ContainsAny(text[from:to], "–—") {
			return i
		}
		if w := tokens[i].Word; w == "–" || w == "—" {
			return i + 1
		}
	}
	return 0
}
