package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// counters reads what a refusal names in place of the proposal that it turns
// down, in its own clause or as the next sentence: "no, by table number", "No, too
// coarse. Cosine interpolation, a point every ten minutes."
func (r *reader) counters(u unit, p *entry) {
	if u.Word(0) == "no" && saysWhatOf(u.Tokens[1:], p) {
		return
	} else if next := u.after(); next != nil && len(u.Tokens) == 1 && saysWhatOf(next.Tokens, p) {
		return
	}
	if u.Verb < 0 && u.Word(0) == "no" && u.Word(1) == "," && otherWay(u.Clause, 2) {
		text := from(u.Clause, 2)
		if english.Shared(u.Content(), p.stems) == 0 {
			text = about(text, p.summary)
		}
		r.decide(text, nil)
		return
	}
	if text := r.namedInstead(u, p); text != "" {
		r.by = filling
		r.decide(text, nil)
		return
	}
	next := u.nextSentence()
	if next == nil || next.Asked || len(next.Clauses) > 1 && (len(next.Content()) > 6 || anyClause(next, func(c *english.Clause) bool { return c.Verb >= 0 || c.Command })) {
		return
	}
	c := &next.Clauses[0]
	if len(next.Clauses) > 1 {
		if otherWay(c, start(c)) {
			r.decide(strings.TrimRight(next.Text, ".! "), nil)
			for i := range next.Clauses {
				r.mark(&next.Clauses[i])
			}
		}
		return
	}
	if c.Verb < 0 && !c.Command && len(c.Content()) >= 2 && otherWay(c, start(c)) {
		r.decide(from(c, start(c)), nil)
		r.mark(c)
	}
}

// saysWhatOf tells words that say of what an entry is about what it does, and name
// nothing in its place: "rankings shame people".
func saysWhatOf(words []english.Token, e *entry) bool {
	k := slices.IndexFunc(words, func(t english.Token) bool { return len(english.ContentOf([]english.Token{t})) > 0 })
	if k < 0 || k+2 >= len(words) || hasClass(words, english.Number, english.Number) || english.Shared(english.ContentOf(words[k:k+1]), e.stems) == 0 {
		return false
	}
	object := words[k+2].Word
	return english.HasContent(words[k+1:k+2]) && (english.HasContent(words[k+2:k+3]) || object == "them" || object == "me" || object == "us")
}

// otherWay tells a fragment that names a way to do it, from its i-th token on: by
// a preposition, an article, a number or a name of several words.
func otherWay(c *english.Clause, i int) bool {
	if i >= len(c.Tokens) || len(c.Tokens)-i > 14 || !english.HasContent(c.Tokens[i:]) || c.HasWord("too", "not", "never", "yet", "thanks", "sorry", "question", "time", "idea") || c.Has(english.Hedge, english.Done, english.Passing, english.Feeling, english.Thanks, english.Undecided, english.Defer, english.NextUp, english.Opinion) {
		return false
	}
	t := c.Tokens[i]
	return t.Class == english.Number || english.IsNumeral(t.Word) || slices.Contains([]string{"by", "per", "with", "as", "in", "on", "at", "under", "over", "from", "a", "an", "each", "every", "just", "once", "twice"}, t.Word) || i == start(c) && i == 0
}

// namedInstead is what a refusal of a few words names in place of the proposal, or "":
// "no, dark red", "no, keep light".
func (r *reader) namedInstead(u unit, p *entry) string {
	if u.Word(0) != "no" || u.s.Marked || len(r.units()) > 2 {
		return ""
	}
	c, i := u.Clause, 2
	if next := u.after(); len(c.Tokens) == 1 && next != nil {
		c, i = next, start(next)
	} else if c.Word(1) != "," || next != nil {
		return ""
	}
	if len(c.Tokens)-i > 4 || i >= len(c.Tokens) || c.Asked || c.Number() && c.Verb >= 0 || !namesInstead(c, i) || c.Word(i) == "the" && !strings.Contains(p.summary, "the ") {
		return ""
	}
	named := english.ContentOf(c.Tokens[i:])
	if len(named) == 0 || english.Shared(named, p.stems) == len(named) {
		return ""
	}
	r.mark(c)
	return about(from(c, i), p.summary)
}

// namesInstead tells that the words from the i-th on name something, alone or as what
// is to be used.
func namesInstead(c *english.Clause, i int) bool {
	if c.Dated() || c.HasWord("more", "options", "other", "another", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "later", "first", "today") || c.Has(english.Hedge, english.Done, english.Passing, english.Thanks, english.Undecided, english.Defer, english.Opinion, english.Feeling, english.NextUp) || evasive.in(c) || c.HasWord("too", "never", "yet", "thanks", "sorry", "wrong", "question", "time", "reasons", "reason", "else", "way", "one", "ones", "i", "we", "you", "it", "that", "this", "not", "stop", "wait") {
		return false
	}
	if c.Command {
		v, _ := c.VerbAt(c.Order)
		return c.Order == i && slices.Contains([]string{"use", "keep", "take", "make"}, v.Lemma)
	}
	return c.Verb < 0 && c.Word(i) != "my" && c.Word(i) != "our"
}

// givenReason is the proposal of the last turn in whose place a word or two name something
// else and a reason follows: "alpine. all our other images are alpine", "green, that's our
// colour".
func (r *reader) givenReason(u unit) *entry {
	named := u.Content()
	if u.Verb >= 0 || u.Command || u.Asked || u.s.Marked || !r.begins(u) || len(u.Tokens) > 3 || len(named) == 0 || len(named) > 2 || u.Number() || u.Negated() || u.Has(english.Ack, english.Accept, english.Reject, english.Hedge, english.Done, english.Thanks, english.Passing, english.Feeling, english.Opinion, english.Defer, english.Undecided, english.Sarcasm) || evasive.in(u.Clause) {
		return nil
	}
	why := u.after()
	if why == nil {
		if next := u.nextSentence(); next != nil {
			why = &next.Clauses[0]
		}
	}
	if why == nil || why.Verb < 1 || why.Asked || why.Negated() || pastTense(why) || why.Lead == english.But || why.Has(english.Opinion, english.Feeling) {
		return nil
	}
	if owned := english.IsBe(why.Word(why.Verb)) && pointedAt(why, "that", "it") && (why.Word(why.Verb+1) == "our" || why.Word(why.Verb+1) == "my"); !owned && english.Shared(named, why.Content()) < len(named) {
		return nil
	}
	offered := r.memory.all(proposals, 1)
	if len(offered) != 1 || offered[0].fresh || english.Shared(named, offered[0].stems) > 0 || r.takenBack(u) {
		return nil
	}
	return offered[0]
}
