package english

import "strings"

// finiteVerb is the index of the first finite verb of a clause that is no
// imperative, or -1.
func finiteVerb(tokens []Token) int {
	for k := range tokens {
		t := &tokens[k]
		if t.Class != Word || t.Quoted {
			continue
		}
		switch {
		case t.is(finite):
			if k == 0 || tokens[k-1].Word != "to" && !(t.Word == "can" && tokens[k-1].is(determining)) {
				return k
			}
		case t.lex.isVerb() && inflected(tokens, k):
			return k
		}
	}
	return -1
}

// inflected reports whether the form of a verb at k is the verb of its clause: of the
// third person or the past where no noun is more likely, of the base form behind a
// subject.
func inflected(tokens []Token, k int) bool {
	form := tokens[k].lex.verb.Form
	if k == 0 { // a chat leaves its subject out: "ran it last night"
		return form&Base == 0 && len(tokens) > 1 && tokens[1].Class != Punct && (form&Past != 0 || tokens[k].is(bareVerb))
	}
	prev := &tokens[k-1]
	if k > 1 && prev.is(adverb) {
		prev = &tokens[k-2]
	}
	if prev.Word == "to" || prev.is(determining|preposition|modal|adjective) || prev.Class == Punct {
		return false
	}
	switch {
	case form&Third != 0:
		return !tokens[k].is(plural) && !pluralNoun(tokens, k) || prev.is(subject)
	case form&Past != 0:
		return form&Part == 0 || !prev.is(be)
	case form&Base != 0 && !tokens[k].is(nounlike):
		return prev.is(subject) || prev.Word == "all" || len(prev.Word) > 3 && strings.HasSuffix(prev.Word, "s") && !strings.HasSuffix(prev.Word, "ss") && !prev.is(functional)
	}
	return form&Base != 0 && prev.is(subject)
}

// pluralNoun reports whether a form in -s at k is rather the head of a noun phrase:
// what follows it is a verb, or nothing.
func pluralNoun(tokens []Token, k int) bool {
	if k+1 >= len(tokens) || tokens[k+1].Class == Punct {
		return true
	}
	next := tokens[k+1].lexeme()
	return next.is(finite) || next.verb.Form&(Base|Third) != 0 && next.verb.Form&Gerund == 0 && !next.is(nounlike)
}

// command reports whether a clause is an imperative, and where its verb stands.
func command(tokens []Token) (order int, ok bool) {
	i := ordered(tokens)
	if i >= len(tokens) || tokens[i].Quoted || tokens[i].Class != Word {
		return 0, false
	}
	l := tokens[i].lexeme()
	if l.verb.Form&Base == 0 || l.is(stative) {
		return 0, false
	}
	if i+1 == len(tokens) {
		return i, !l.is(nounlike) || i > 0
	}
	next := &tokens[i+1]
	switch {
	case next.Class == Punct:
		return i, !l.is(nounlike) && next.Word != ":"
	case next.is(finite) && next.Word != "have", next.Word == "that" && tokens[i].is(remark):
		return 0, false // "note that …" states
	case next.lexeme().verb.Form&Third != 0 && !next.is(plural):
		return 0, false
	case !next.is(object) && next.Class != Code && heads(tokens[i:]):
		return 0, false
	}
	return i, !l.is(nounlike) || takesObject(tokens, i+1)
}

// ordered is where the verb of an order stands, if the clause is one: behind the words
// that open it.
func ordered(tokens []Token) int {
	skip := func(i int, does func(*Token) bool) int {
		for i < len(tokens) && does(&tokens[i]) {
			i++
		}
		return i
	}
	i := skip(0, func(t *Token) bool { return t.is(marker|noisy) || t.Word == "," })
	if i < len(tokens) && tokens[i].is(framing) {
		i += informs(tokens[i:])
	}
	if i+1 < len(tokens) && tokens[i].Word == "do" && tokens[i+1].Word == "not" {
		i += 2
	} else if i < len(tokens) && tokens[i].Word == "never" {
		i++
	}
	i = behindPlace(tokens, i)
	return skip(i, func(t *Token) bool { return t.Word == "please" || t.Word == "just" || t.Word == "also" })
}

// behindPlace is behind the file or name in which an order is to be carried out, which
// is said before it: "in check.py skip the zero".
func behindPlace(tokens []Token, i int) int {
	if i >= len(tokens) || !tokens[i].is(topical) {
		return i
	}
	at := i + 1
	if at < len(tokens) && tokens[at].is(determining) {
		at++
	}
	if at+1 >= len(tokens) || tokens[at].Class != Code {
		return i
	}
	if at++; tokens[at].Class == Word && (tokens[at].Word == "file" || tokens[at].Word == "page") {
		at++
	}
	if at < len(tokens) && tokens[at].Word == "," {
		at++
	}
	return at
}

// heads reports whether a word that looks like an imperative is part of the subject
// of a later verb: "delete mode works", "shard 3 is slow".
func heads(tokens []Token) bool {
	v := finiteVerb(tokens)
	for i := 1; i < v; i++ {
		if tokens[i].is(linker) || tokens[i].Class == Punct {
			return false
		}
	}
	return v > 0
}

// takesObject reports whether what follows an ambiguous word makes it a verb.
func takesObject(tokens []Token, i int) bool {
	t := &tokens[i]
	if t.Class == Code || t.Class == Number || t.is(preposition) {
		return finiteVerb(tokens[i-1:]) < 0
	}
	return t.is(object)
}
