package english

// opened is the index of the first token that belongs to what is said.
func opened(tokens []Token) int {
	i := 0
	for i < len(tokens)-1 {
		if tokens[i].Word == "next" && tokens[i+1].is(timely) {
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
func frame(tokens []Token) int { return openingOf(tokens[0].lex.frames, tokens) }

// informs is how many tokens at the head are words behind which an order may stand,
// with the sign behind them.
func informs(tokens []Token) int {
	n := openingOf(tokens[0].lex.informs, tokens)
	for n > 0 && n < len(tokens) && tokens[n].Class == Punct {
		n++
	}
	return n
}

// openingOf is how many tokens at the head are one of some openings.
func openingOf(openings [][]string, tokens []Token) int {
	for _, words := range openings {
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
