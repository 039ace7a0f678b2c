package english

import "strings"

// said are a clause's tokens without the noise among them and the punctuation
// around them. They are copied only where there is noise.
func said(tokens []Token) []Token {
	idle := func(t *Token) bool { return t.is(noisy) && t.Class == Word && !t.Quoted }
	means := func(before *Token) bool { return before.is(determining) || before.Word == "as" } // "my mate", "as well"
	for len(tokens) > 0 && (tokens[0].Class == Punct || idle(&tokens[0])) {
		tokens = tokens[1:]
	}
	kept := tokens[:len(tokens):len(tokens)]
	for i := range tokens {
		if !idle(&tokens[i]) || i > 0 && means(&tokens[i-1]) {
			continue
		}
		kept = make([]Token, i, len(tokens))
		copy(kept, tokens)
		for k := i + 1; k < len(tokens); k++ {
			if !idle(&tokens[k]) || means(&tokens[k-1]) {
				kept = append(kept, tokens[k])
			}
		}
		break
	}
	for len(kept) > 0 && kept[len(kept)-1].Class == Punct {
		kept = kept[:len(kept)-1]
	}
	return kept[:len(kept):len(kept)]
}

// closed is the text of a clause with the backticks of code spans and the halves of
// pairs of brackets at its ends, and how many of its bytes stand before the first token.
func closed(whole string, kept []Token) (text string, inset int) {
	first, last := kept[0], kept[len(kept)-1]
	from, to := first.Start, PastPercent(whole, last.End)
	if whole[max(0, last.End-1):last.End] != "`" {
		if first.Class == Code && from > 0 && whole[from-1] == '`' {
			from--
		}
		if last.Class == Code && to < len(whole) && whole[to] == '`' {
			to++
		}
	}
	from, to = Paired(whole, from, to)
	for _, quotes := range [...][2]string{{"“", "”"}, {`"`, `"`}} {
		said := whole[from:to]
		if open := strings.Count(said, quotes[0]); strings.HasPrefix(whole[to:], quotes[1]) && (open > strings.Count(said, quotes[1]) || quotes[0] == quotes[1] && open%2 == 1) {
			to += len(quotes[1])
		}
	}
	return strings.TrimSpace(whole[from:to]), first.Start - from
}
