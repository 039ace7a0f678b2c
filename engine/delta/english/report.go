package english

// Report is the source that a speaker reports: "ops says", "the backend guys
// told me".
type Report struct {
	// Distant tells a source for which the speaker does not stand: an
	// indefinite one, one of the past, or words in quotation marks.
	Distant bool
	// Source is the words before the verb of saying.
	Source []Token
}

// maxSource is how many words a source has at most.
const maxSource = 7

// reported splits "X says (that) …" off a clause and returns what was said.
func reported(tokens []Token) (*Report, []Token) {
	if source, rest := accordingTo(tokens); source != nil {
		return &Report{Distant: distant(source, nil) || quotes(rest), Source: source}, rest
	}
	for i := range min(len(tokens), maxSource+1) {
		t := &tokens[i]
		if t.Quoted || t.Class == Punct {
			return nil, tokens
		}
		demands := t.is(demand) && i > 0 && i+2 < len(tokens) && tokens[i+1].Word == "that"
		if !t.is(reporting) && !demands {
			continue
		}
		if !others(tokens[:i]) || t.lex.verb.Form&Base != 0 && (t.lex.is(nounlike) || tokens[i-1].Word == "to" || tokens[i-1].is(determining)) {
			return nil, tokens
		}
		source, rest := tokens[:i], addressed(tokens[i+1:])
		that := len(rest) > 0 && rest[0].Word == "that"
		if that {
			rest = rest[1:]
		}
		if !t.said(rest, that) {
			return nil, tokens
		}
		r := &Report{Distant: distant(source, t) || quotes(rest) || tokens[i-1].Word == "never" || tokens[i-1].Word == "not", Source: source}
		if again, deeper := reported(rest); again != nil {
			r.Distant, rest = true, deeper // hearsay of hearsay
		}
		return r, rest
	}
	return nil, tokens
}

// addressed is what follows the words that tell to whom something was said.
func addressed(tokens []Token) []Token {
	for len(tokens) > 0 && (tokens[0].Word == "me" || tokens[0].Word == "us" || tokens[0].Word == "just" || tokens[0].Word == "also") {
		tokens = tokens[1:]
	}
	return tokens
}

// others reports whether a subject is somebody else than the speakers.
func others(subject []Token) bool {
	if len(subject) == 0 {
		return false
	}
	for i := range subject {
		switch subject[i].Word {
		case "i", "we", "you", "us":
			return false
		}
	}
	return true
}

// said reports whether what stands behind a verb of saying can have been said.
func (t *Token) said(rest []Token, that bool) bool {
	if len(rest) < 2 || rest[0].Class == Number || rest[0].is(numeral) {
		return false
	}
	switch rest[0].Word {
	case "no", "never", "only", "not":
		return true
	}
	return rest[0].Quoted || that && t.is(opining) || finiteVerb(rest) >= 0
}

// accordingTo is the source of "according to X, …" with what it says, or nil.
func accordingTo(tokens []Token) (source, said []Token) {
	if len(tokens) < 5 || tokens[0].Word != "according" || tokens[1].Word != "to" {
		return nil, tokens
	}
	for i := 3; i < min(len(tokens)-1, 8); i++ {
		switch t := &tokens[i]; {
		case t.Word == ",":
			return tokens[2:i], tokens[i+1:]
		case t.Quoted, t.is(pronoun | determining):
			return tokens[2:i], tokens[i:]
		}
	}
	return nil, tokens
}

// distant reports whether the speaker keeps away from a source, or from what it says by
// the verb.
func distant(source []Token, verb *Token) bool {
	if verb != nil && verb.is(opining) {
		return true
	}
	for i := range source {
		if t := &source[i]; t.is(indefinite) || t.Word == "always" || t.Word == "once" || t.Word == "keeps" {
			return true
		}
	}
	return len(source) > 1 && source[0].Word == "one" && source[1].Word == "of"
}

func quotes(said []Token) bool {
	for i := range said {
		if said[i].Quoted {
			return true
		}
	}
	return false
}
