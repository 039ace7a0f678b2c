package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// joinedOtherwise are the options that a sentence lays out with another word than
// "or": between two ("torn between X and Y", "X versus Y"), under a word for
// options and a colon ("candidates: X, Y, Z"), or by letters ("(a) X (b) Y").
func (r *reader) joinedOtherwise(u unit) []string {
	if u.at > 0 || pastTense(u.Clause) && !u.Asked || u.Has(english.Done, english.Chosen) {
		return nil
	}
	if alts := lettersWithin(u); alts != nil {
		return alts
	}
	if alts := betweenTwo(u); alts != nil {
		return alts
	}
	if alts := versus(u); alts != nil && (u.s.Asked || r.undecidedAbout(u) || r.turn.Role == Assistant && u.HasWord(":") && u.Verb < 0) {
		return alts
	}
	if r.turn.Role == Assistant {
		if alts := allWouldDo(u.s, u.p.Text); alts != nil {
			return alts
		}
		if pair := offeredPair(u); pair != nil {
			return pair
		}
		return underOptions(u)
	}
	return nil
}

// allWouldDo are things of which a sentence says no more than that each would do: "a Pi,
// a VPS or a cloud function would all work".
func allWouldDo(s *english.Sentence, text string) []string {
	last := &s.Clauses[len(s.Clauses)-1]
	n := len(last.Tokens)
	if v := last.Word(last.Verb); last.Verb < 1 || v != "would" && v != "could" && v != "can" && v != "will" || n-last.Verb > 5 || !last.Is(n-1, suitable.WordSet) || s.Asked || last.Negated() || !last.HasWord("or") && last.Lead != english.Or {
		return nil
	}
	var tokens []english.Token
	var breaks []int
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if c.Lead == english.Or {
			breaks = append(breaks, len(tokens))
		}
		if c == last {
			tokens = append(tokens, c.Tokens[:c.Verb]...)
		} else if c.Verb >= 0 || c.Command {
			return nil
		} else {
			tokens = append(tokens, c.Tokens...)
		}
	}
	from := 0
	if tokens[0].Word == "for" {
		from = indexOfWord(tokens, ",") + 1
	}
	return split(text, tokens, from, breaks)
}

// undecidedAbout tells that the sentence, or the next one, leaves a choice open.
func (r *reader) undecidedAbout(u unit) bool {
	for i := range u.s.Clauses {
		if c := &u.s.Clauses[i]; c.Has(english.Undecided) || c.Asked && c.HasWord("opinion", "opinions", "thoughts", "preference", "preferences", "views") {
			return true
		}
	}
	return undecidedNext(u) || opinionAsked(u) || preferenceNext(u)
}

// betweenTwo reads "torn between X and Y", "the choice is between X and Y".
func betweenTwo(u unit) []string {
	at := slices.IndexFunc(u.Tokens, func(t english.Token) bool { return t.Word == "between" && !t.Quoted })
	if at < 0 || !u.Has(english.Undecided) && !u.HasWord("choice", "choose", "choosing", "decide", "deciding", "toss-up", "pick", "torn") && !(at == 2 && u.Word(0) == "it" && english.IsBe(u.Word(1))) {
		return nil
	}
	if u.HasWord("difference", "gap", "distance", "time", "link", "relation") {
		return nil
	}
	rest := u.Tokens[at+1:]
	and := indexOfWord(rest, "and", "or", "versus")
	if and < 1 || and > 8 || and+1 >= len(rest) {
		return nil
	}
	end := len(rest)
	for i := and + 1; i < len(rest); i++ {
		if rest[i].Class == english.Punct {
			end = i
			break
		}
	}
	return []string{cutText(u.p.Text, rest[:and]), cutText(u.p.Text, rest[and+1:end])}
}

// versus reads "X vs Y".
func versus(u unit) []string {
	at := slices.IndexFunc(u.Tokens, func(t english.Token) bool { return t.Word == "versus" && !t.Quoted })
	if at < 1 || at > 8 || at+1 >= len(u.Tokens) || u.Verb >= 0 && !u.Has(english.Undecided) && u.Verb < at {
		return nil
	}
	from := 0
	for i := 0; i < at; i++ {
		if w := u.Word(i); u.Tokens[i].Class == english.Punct || slices.Contains([]string{"still", "debating", "about", "discussing", "weighing", "so", "question", "open"}, w) {
			from = i + 1
		}
	}
	to := at + 1
	if u.Word(to) == "." {
		to++
	}
	end := len(u.Tokens)
	for i := to; i < len(u.Tokens); i++ {
		if u.Tokens[i].Class == english.Punct {
			end = i
			break
		}
	}
	if from >= at || end <= to {
		return nil
	}
	return []string{cutText(u.p.Text, u.Tokens[from:at]), cutText(u.p.Text, u.Tokens[to:end])}
}

// lettersWithin reads options that a sentence labels: "rounding (a) per line or
// (b) on the total only".
func lettersWithin(u unit) []string {
	text := u.s.Text
	var at []int
	for n := 0; n < 5; n++ {
		for _, mark := range []string{"(" + string(rune('a'+n)) + ")", "(" + string(rune('A'+n)) + ")", "(" + string(rune('1'+n)) + ")"} {
			if i := strings.Index(text, mark); i >= 0 && (n == 0 || len(at) == n && i > at[n-1]) {
				at = append(at, i)
				break
			}
		}
		if len(at) != n+1 {
			break
		}
	}
	if len(at) < 2 {
		return nil
	}
	var out []string
	for n, i := range at {
		end := len(text)
		if n+1 < len(at) {
			end = at[n+1]
		}
		option := strings.Trim(text[i+3:end], " ,;:.?!–—-")
		option = strings.TrimSuffix(strings.TrimSuffix(option, " or"), " and")
		out = append(out, strings.Trim(option, " ,;"))
	}
	return out
}

// underOptions reads what stands under a word for options and a colon: "possible
// homes: a folder, a bucket", "you have two options: disk / S3".
func underOptions(u unit) []string {
	text := u.s.Text
	colon := strings.Index(text, ": ")
	if colon < 3 || colon > 90 || strings.Contains(text, "`") && strings.Count(text[:colon], "`")%2 == 1 {
		return nil
	}
	head := english.Sentences(text[:colon])
	if len(head) == 0 || !slices.ContainsFunc(head[0].Clauses, optionHead) {
		return nil
	}
	body := strings.TrimRight(text[colon+2:], " .!?")
	if !strings.ContainsAny(body, ",;/") {
		return nil
	}
	sep := ","
	switch {
	case strings.Contains(body, "; "):
		sep = ";"
	case strings.Contains(body, " / "):
		sep = " / "
	}
	var out []string
	for _, part := range strings.Split(body, sep) {
		part = strings.TrimSpace(part)
		for _, w := range []string{"and ", "or "} {
			part = strings.TrimPrefix(part, w)
		}
		if len(strings.Fields(part)) > 10 || part == "" {
			return nil
		}
		out = append(out, part)
	}
	return out
}

// optionHead tells words after which options are counted up.
func optionHead(c english.Clause) bool {
	if c.Has(english.Done, english.Chosen, english.Promise, english.PlanAhead) || pastTense(&c) || c.Negated() {
		return false
	}
	if c.HasWord("options", "alternatives", "candidates", "choices", "possibilities", "contenders", "routes", "variants", "ways", "approaches") {
		return c.Verb < 0 || countsOptions(&c) || c.HasWord("your", "the", "these", "possible", "see", "have")
	}
	return c.Word(0) == "possible" && c.Verb < 0 || countsOptions(&c) && c.HasWord("mind", "here", "fit", "work", "do", "suit", "available")
}
