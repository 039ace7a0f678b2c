package english

// retractions are the words between which and what follows somebody takes back what
// they have just said, each with what may not follow it.
var retractions = map[string]WordSet{
	"wait":     WordsOf("time times state states for between until till list queue room loop condition needed required allowed and or in on"),
	"scratch":  WordsOf("space file files pad dir directory folder"),
	"strike":   WordsOf("price prices out through"),
	"actually": WordsOf("needed used"),
	"sorry":    WordsOf("for about to that"),
}

// startled are sounds with which somebody notices that they were wrong.
var startled = WordsOf("ah ahh oh ooh hm hmm hmmm argh oops uh er erm ehm eh um no")

// retracting are the words with which a retraction begins.
var retracting = WordsOf("ah ahh oh ooh hm hmm hmmm argh oops uh er erm ehm eh um no wait scratch strike actually sorry")

// retracts tells that at k, with no sign before it, somebody takes back what they have
// just said: "two then | ah no wait that is google", "use tabs | no wait use spaces",
// "30 | scratch that 50".
func retracts(tokens []Token, k int) bool {
	from := k
	for k < len(tokens) && k-from < 3 && tokens[k].Is(startled) {
		k++
	}
	if from == 0 || k >= len(tokens) || tokens[from-1].Class == Punct || tokens[from-1].Quoted || tokens[from-1].is(be|modal|preposition|determining) || tokens[from-1].Is(leaning) || tokens[k].Quoted {
		return false
	}
	after, known := retractions[tokens[k].Word]
	next := ""
	if k+1 < len(tokens) {
		next = tokens[k+1].Word
	}
	if !known || k+1 < len(tokens) && tokens[k+1].Is(after) {
		return false
	}
	switch tokens[k].Word {
	case "wait":
		return k > from || next == "no"
	case "scratch", "strike":
		return next == "that"
	case "actually":
		return k > from && tokens[k-1].Word == "no" || next == "no"
	}
	return k > from || next == "no"
}
