package english

import "slices"

// longBreath is how many words without a sign of punctuation are more than anybody
// writes who uses them: such a stretch was dictated, and holds several sentences.
const longBreath = 22

// breaths are the tokens of a sentence at which another one begins that no sign
// parts from it: "there are fifty products | the tablet is from 2017 | it can not
// need internet".
func breaths(tokens []Token) (out []int) {
	for from := 0; from < len(tokens); {
		to := from
		for to < len(tokens) && tokens[to].Class != Punct {
			to++
		}
		if to-from >= longBreath {
			for k := from + 3; k+1 < to; k++ {
				if startsAnew(tokens[from:to], k-from) {
					out = append(out, k)
					from = k
					k += 2
				}
			}
		}
		from = to + 1
	}
	return out
}

// startsAnew tells that a sentence begins at k, and that the words before it are one.
func startsAnew(tokens []Token, k int) bool {
	return opensMain(tokens, k) && wholeClause(tokens[:k])
}

// opensMain tells that a subject and its verb, which nothing ties to what stands
// before, begin at k.
func opensMain(tokens []Token, k int) bool {
	t := &tokens[k]
	if t.Quoted || t.is(interrogate) {
		return false
	}
	v := k + 1
	for v < len(tokens) && (tokens[v].is(adverb) || tokens[v].is(negation)) {
		v++
	}
	if v >= len(tokens) {
		return false
	}
	switch t.Word {
	case "ok", "okay", "yeah", "yep", "yup", "nah", "anyway", "oh":
		return true
	case "there":
		return tokens[v].is(be | modal)
	case "let", "make", "forget", "please", "can", "could":
		return requests(tokens[k:])
	case "no":
		next := &tokens[k+1]
		return next.Class == Word && !next.is(functional) && tokens[k-1].Class == Word && !tokens[k-1].is(functional) && !tokens[k-1].lexeme().isVerb()
	case "it":
		return verbal(&tokens[v]) && !(tokens[v].is(be) && v+1 < len(tokens) && requests(tokens[v+1:])) // "stamps it is forget the rest"
	case "nothing", "nobody", "everything", "everybody", "everyone":
		return verbal(&tokens[v])
	case "i", "we", "you", "they", "he", "she":
		// "the page we use" has no object of its own
		if !verbal(&tokens[v]) || v+1 >= len(tokens) {
			return false
		}
		after := &tokens[v+1]
		switch next := v + 2; {
		case tokens[v].is(be):
			return !after.is(preposition) && !after.is(finite) || after.Word == "about" && next < len(tokens) && (tokens[next].is(numeral) || tokens[next].Class == Number)
		case after.Word == "to" && (tokens[k-1].is(noisy) || next+1 < len(tokens) && tokens[next+1].is(determining)):
			return true // "i want to build an app"
		}
		return after.is(determining|numeral|pronoun) || after.Class == Number || after.Word == "about" || after.Word == "to" && tokens[v].Word != "want" && tokens[v].Word != "need" || after.is(be|modal) ||
			tokens[v].is(modal) && v+2 < len(tokens) && (tokens[v+2].is(determining) || tokens[v+2].Word == "to" || tokens[v+2].Class == Number)
	}
	return opensWithNoun(tokens, k, v)
}

// opensWithNoun tells that a determiner, its noun and a verb that can be none else
// begin at k; v is the next token of weight.
func opensWithNoun(tokens []Token, k, v int) bool {
	t := &tokens[k]
	if !t.is(determining) && t.Word != "half" && t.Word != "most" || t.Word == "that" || t.Word == "this" && verbal(&tokens[v]) {
		return t.Word == "this" && tokens[v].is(be)
	}
	if tokens[v].Word == "of" && v+2 < len(tokens) && tokens[v+1].is(determining) {
		k = v + 1 // "half of our members"
	} else if tokens[v].Word == "one" {
		return v+1 < len(tokens) && (tokens[v+1].is(be|modal) || tokens[v+1].Word == "has")
	}
	for v = k + 1; v < len(tokens) && v <= k+4; v++ {
		w := &tokens[v]
		if v > k+1 && (w.is(be|modal) || w.Word == "has" || w.Word == "have" || w.Word == "had") {
			return v+1 < len(tokens)
		}
		if v > k+1 && w.lexeme().verb.Form == Third && !w.is(nounlike|plural) && v+1 < len(tokens) && (tokens[v+1].is(determining|preposition|numeral) || tokens[v+1].Class == Number) {
			return true
		}
		if w.is(functional) && !w.is(numeral) || w.Class != Word && w.Class != Number {
			return false
		}
	}
	return false
}

// requests tells words that ask the other speaker for something.
func requests(tokens []Token) bool {
	if len(tokens) < 3 {
		return false
	}
	next := &tokens[1]
	switch tokens[0].Word {
	case "let":
		return next.Word == "me" || next.Word == "us"
	case "make":
		return next.Word == "it" || next.Word == "that" || next.Word == "sure"
	case "forget":
		return next.Class == Word && !next.is(preposition)
	case "please":
		return next.lexeme().verb.Form&Base != 0 && !next.is(nounlike)
	case "can", "could":
		return next.Word == "you"
	}
	return false
}

// verbal tells a word that is a verb after a subject.
func verbal(t *Token) bool {
	return t.is(finite|be|modal) || t.lexeme().verb.Form&(Base|Third|Past) != 0
}

// leaning are words after which a sentence is not over.
var leaning = WordsOf(`and or but so because if when that which who where what how why while until before after since as than like once unless though
	although whenever whether whatever wherever then plus not to say says said think thinks thought know knows knew mean means guess hope hopes wish sure
	believe see sees saw tell told tells make makes let lets feel feels assume suppose imagine way time every each moment because also or sorry means bet
	claims swears telling saying thinking knowing thing reason heard hear want wants`)

// subordinating are conjunctions that open a clause to which the main one follows.
var subordinating = WordsOf("if when because since while until before after whenever once unless although though as")

// wholeClause tells that tokens make a sentence to which nothing is missing.
func wholeClause(tokens []Token) bool {
	for len(tokens) > 1 && tokens[len(tokens)-1].is(noisy) {
		tokens = tokens[:len(tokens)-1]
	}
	last := &tokens[len(tokens)-1]
	if n := len(tokens); n > 3 && last.Word == "is" && tokens[n-2].Word == "it" {
		return true // "stamps it is"
	}
	if leaning.Holds(last.Word) || last.is(preposition) && last.Word != "in" || last.is(determining|be|modal|subject) && last.Word != "it" && last.Word != "you" && last.Word != "this" && last.Word != "that" {
		return false
	}
	from := 0
	for from < len(tokens) && (tokens[from].is(noisy|marker) || tokens[from].Word == "so" || tokens[from].Word == "and" || tokens[from].Word == "but") {
		from++
	}
	if from < len(tokens) && subordinating.Holds(tokens[from].Word) {
		return false
	}
	// the last clause must have its verb
	start := 0
	for i := range slices.Backward(tokens) {
		if leaning.Holds(tokens[i].Word) && i+1 < len(tokens) && !verbal(&tokens[i]) && tokens[i].Word != "like" && tokens[i].Word != "to" && tokens[i].Word != "not" && tokens[i].Word != "sure" && tokens[i].Word != "way" && tokens[i].Word != "time" {
			start = i + 1
			break
		}
	}
	if finiteVerb(tokens[start:]) >= 0 {
		return true
	}
	if _, ok := command(tokens); ok {
		return true
	}
	return start > 0 && finiteVerb(tokens[:start]) >= 0 && !subordinating.Holds(tokens[start-1].Word)
}
