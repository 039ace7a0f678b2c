package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// fact proposes knowledge, unless it is known.
func (r *reader) fact(summary string, c delta.Confidence) (id string, ok bool) {
	stems := english.Content(summary)
	if len(stems) < 2 {
		return "", false
	}
	if r.memory.known(stems, anyKind, 0.8) {
		return "", true
	}
	f := &delta.FactLearned{Creation: r.creation(sentenceCase(summary), c)}
	r.propose(f)
	r.contradict(summary, f.ID)
	return f.ID, true
}

// contradict lets a suspicion fall that a new fact turns down: "the files are
// on a shared drive, not in entrada".
func (r *reader) contradict(text, id string) {
	for _, s := range english.Sentences(text) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			kept := affirmed(c)
			if len(kept) == 0 || len(kept) == len(c.Tokens) {
				continue
			}
			denied := english.ContentOf(c.Tokens[len(kept):])
			if h, score := r.memory.alike(denied, suspicions, 0.5); h != nil && score > 0 && english.Shared(english.ContentOf(kept), h.stems) > 0 {
				r.supersede(h, id, text, delta.High)
			}
		}
	}
}

// learned reads a plain statement about the project as a fact.
func (r *reader) learned(u unit) bool {
	if u.at > 0 && r.saidAlready(u) && u.Lead != english.But {
		return true // a reason or an addition in the sentence of another delta
	}
	if !statement(u, r.first) || r.felt(u) || u.Lead == english.Which && u.Verb == 0 {
		return false
	}
	if weight(r, u) < r.bar(u) {
		return false
	}
	text := core(u.Clause)
	for i := u.at + 1; i < len(u.s.Clauses); i++ {
		c := &u.s.Clauses[i]
		if c.Lead == english.So || c.Lead == english.But || c.Asked || r.used[c] || c.Command || c.Lead == english.And && c.Verb >= 0 && len(c.Content()) >= 3 && !subjectless(c) {
			break
		}
		text += ", " + from(c, 0)
		r.mark(c)
	}
	r.facts[u.Clause] = true
	for _, d := range r.out {
		if f, ok := d.(*delta.FactLearned); ok && u.at > 0 && r.stated[u.s] == f {
			f.Summary += ", " + text // one sentence, one statement
			return true
		}
	}
	_, ok := r.fact(text, delta.High)
	if n := len(r.out); ok && n > 0 {
		if f, made := r.out[n-1].(*delta.FactLearned); made {
			r.stated[u.s] = f
		}
	}
	return ok
}

// bar is the weight that a statement needs: in the course of a talk, what
// answers no question and speaks of nothing that was just spoken of is more
// often an anecdote, a symptom or a remark than knowledge.
func (r *reader) bar(u unit) int {
	switch {
	case r.first, r.last.info, u.Has(english.InPassing, english.Cause, english.Habit), u.Verb > 0 && firm(u.Clause) && u.Word(start(u.Clause)) != "they", english.Shared(u.Content(), r.last.stems) > 0:
		return 2
	case u.Verb > 0 && english.IsBe(u.Word(u.Verb)) && (u.Word(start(u.Clause)) == "the" || u.Word(start(u.Clause)) == "our") && u.HasWord("in", "on", "by", "at", "behind", "from", "under", "inside"):
		return 2 // where a thing is, or who did it
	}
	return 3
}

// saidAlready tells whether the sentence has yielded a delta that is no fact.
func (r *reader) saidAlready(u unit) bool {
	for i := 0; i < u.at; i++ {
		if c := &u.s.Clauses[i]; r.used[c] && c.Lead != english.Which && !r.facts[c] {
			return true
		}
	}
	return false
}

func subjectless(c *english.Clause) bool { return c.Verb == 0 }

// statement tells a plain assertion about things from the rest.
func statement(u unit, first bool) bool {
	c := u.Clause
	switch {
	case u.Asked, c.Command, c.Has(english.Sarcasm, english.Someday), c.Has(english.Estimate) && c.HasWord("estimate", "estimated", "guess", "expect", "ballpark", "should", "would"), c.Has(english.Thanks) && len(c.Content()) < 3:
		return false
	case inverted(c):
		return false
	case c.Verb < 0:
		return inventory(u, first)
	case c.Has(english.Hedge):
		return false
	}
	return true
}

// inventory tells a fragment that lists what there is: "monorepo w/ 12
// services", items under "where we are".
func inventory(u unit, first bool) bool {
	c := u.Clause
	if u.p.Kind == prose.Item && underHeading(u, factHeadings) && u.at == 0 {
		return true
	}
	if c.Has(english.Ack, english.Done) || u.at > 0 && u.before().Verb >= 0 {
		return false
	}
	if r := len(withoutNumbers(c.Content())); c.Number() && (c.HasWord("with", "of", "per", "on", "in", "at") && r >= 2 || first && r >= 1) {
		return true
	}
	return first && u.at == 0 && c.HasWord(":") && len(c.Content()) >= 3
}

// felt tells that the sentence speaks of feelings: what else is in it colours
// them.
func (r *reader) felt(u unit) bool {
	for i := range u.s.Clauses {
		if u.s.Clauses[i].Has(english.Feeling) {
			return true
		}
	}
	return false
}

// weight says how much a statement looks like a stable piece of knowledge; 2
// is enough.
func weight(r *reader, u unit) int {
	c := u.Clause
	if c.Verb < 0 {
		return 2
	}
	w := 0
	content := c.Content()
	subject := english.ContentOf(c.Subject())
	if len(content) >= 3 {
		w++
	}
	if len(subject) > 0 {
		w++
	}
	first := c.Word(0)
	if i := start(c); i < len(c.Tokens) {
		first = c.Word(i)
	}
	switch first {
	case "there":
		w++
	case "i":
		w -= 2
		if r.first && keeps(c) {
			w += 3 // what the speaker works with
		}
		if learns(c) {
			w += 4
		}
	case "you", "he", "she":
		w -= 2
	case "we", "they", "our":
		if v := c.Word(c.Verb); v == "have" || v == "are" || v == "use" || v == "run" || v == "do" || v == "own" {
			w++
		}
	case "it", "that", "this", "these", "those":
		w--
	}
	if c.Verb > 0 && c.Word(c.Verb-1) == "i" && first != "i" {
		w -= 2 // fronted: "every quarter I gather …"
	}
	if (first == "they" || first == "he" || first == "she") && !c.Number() && !r.last.asks {
		w--
	}
	digits := slices.ContainsFunc(c.Tokens, func(t english.Token) bool { return t.Class == english.Code || t.Class == english.Number })
	if digits {
		w++
	}
	if r.last.asks && !r.first && len(content) >= 2 {
		w++ // an answer
	}
	if c.HasWord("measured", "counted", "checked") || u.at > 0 && u.before().HasWord("measured", "counted", "checked") || u.Lead == english.Colon && digits {
		w += 2
	}
	if c.Has(english.Habit) || r.pasted && first == "so" || u.Lead == english.So && r.pasted {
		w++
	}
	if english.IsBe(c.Word(c.Verb)) && c.HasWord("on", "in", "from", "by", "at", "of", "behind", "under") {
		w++
	}
	if c.Has(english.InPassing, english.Cause) {
		w++
	}
	if c.Has(english.Passing) {
		w -= 2
	}
	if c.Has(english.Opinion, english.Feeling) {
		w -= 3
	}
	if c.Has(english.History) || pastTense(c) && !c.Has(english.Cause, english.InPassing) && !c.HasWord("measured", "counted") {
		w--
		if !digits || first == "i" || first == "we" || c.Has(english.History) {
			w--
		}
	}
	if v := c.Word(c.Verb); start(c) > c.Verb {
		w++ // "you need to know that …"
	} else if v == "can" && c.Word(c.Verb+1) == "not" && !digits || v == "needs" || v == "need" {
		w -= 2
	}
	v := c.Word(c.Verb)
	if english.IsModal(v) && v != "can" && !(v == "will" && first != "i" && first != "we" && first != "it") {
		w -= 2
	}
	if c.HasWord("feel", "feels", "think", "thinks", "believes", "says", "want", "wants", "hope", "wish", "guess", "sounds") {
		w -= 2
	}
	if u.Aside {
		w--
	}
	if r.turn.Role == User && !r.first && !r.last.asks && pastTense(c) && !c.Has(english.Cause, english.InPassing, english.Habit) && !c.HasWord("measured", "counted", "checked") {
		w-- // an incident
	}
	if r.turn.Role == User && !r.first && !r.last.asks && c.HasWord("shows", "finds", "prints", "returns", "says", "missing", "appears", "displays", "creates", "gives", "look", "looks") {
		w -= 2 // the outcome of a trial
	}
	if c.Verb == 0 && r.turn.Role == User {
		w -= 2 // what the speaker did
	}
	if r.weighsOptions(u) {
		w -= 3
	}
	if c.HasWord("too") && (english.IsBe(v) || c.HasWord("find", "feels", "seems")) || c.HasWord("whether") || c.HasWord("asked", "asks", "wonders") {
		w -= 2
	}
	if strings.HasSuffix(strings.TrimSpace(u.s.Text), ":") {
		w -= 3
	}
	if !r.first && !digits && !c.Has(english.Habit) && !c.Has(english.InPassing, english.Cause) && !c.Negated() && !firm(c) {
		w--
	}
	if r.first {
		w++
	}
	return w
}

// keeps tells what the speaker has, uses or does as a rule.
func keeps(c *english.Clause) bool {
	v, ok := english.VerbOf(c.Word(c.Verb))
	return ok && v.Form&english.Base != 0 && slices.Contains([]string{"have", "use", "write", "work", "run", "do", "own", "maintain", "live", "develop", "teach", "manage", "keep", "sell", "host", "look", "read", "speak", "publish"}, v.Lemma) && !pastTense(c) && !c.HasWord("want", "would", "like", "need")
}

// learns tells a report of what was found out: "I noticed that …".
func learns(c *english.Clause) bool {
	v, ok := english.VerbOf(c.Word(c.Verb))
	if c.HasWord("can") && c.HasWord("tell") && c.HasWord("you") {
		return true
	}
	if !ok || !slices.Contains([]string{"notice", "learn", "find", "discover", "see", "realise", "realize", "hear", "check", "measure", "count"}, v.Lemma) {
		return false
	}
	for i := c.Verb + 1; i < len(c.Tokens); i++ {
		if english.IsFinite(c.Word(i)) || c.Word(i) == "that" {
			return true
		}
	}
	return false
}

// inverted tells a question within a statement: "genetics now: how do we do
// it".
func inverted(c *english.Clause) bool {
	for i := 0; i+1 < len(c.Tokens); i++ {
		switch c.Word(i) {
		case "how", "what", "which", "where", "when":
			switch c.Word(i + 1) {
			case "do", "should", "does", "shall", "can", "did", "would":
				return true
			}
		}
	}
	return false
}

// weighsOptions tells a statement for or against an option by somebody who is
// still undecided.
func (r *reader) weighsOptions(u unit) bool {
	return r.wavers(u) && r.optionNamed(u.Clause)
}

// firm tells a statement with a definite subject of the project and a verb of
// how things are.
func firm(c *english.Clause) bool {
	v, ok := english.VerbOf(c.Word(c.Verb))
	stative := english.IsBe(c.Word(c.Verb)) || c.Word(c.Verb) == "has" || c.Word(c.Verb) == "have" || ok && v.Class&english.State != 0
	definite := false
	if len(c.Subject()) > 1 && c.Word(0) == "the" && !c.HasWord("looks", "feels", "sounds", "seems", "works", "runs", "passes", "fine") && !english.IsBe(c.Word(c.Verb)) {
		definite = true
	}
	for _, t := range c.Subject() {
		definite = definite || t.Class == english.Code || slices.Contains([]string{"our", "my", "their", "his", "her", "all", "each", "every", "there", "we", "they"}, t.Word)
	}
	return stative && definite
}

// correcting are the words by which a correction is known.
var correcting = english.Content("correction wrong sorry said told gave mistake actually fact wait meant")

// corrected reads a new value for what was stated as a fact before: "sorry, I
// said 14 shops but they are 15".
func (r *reader) corrected(u unit) bool {
	if u.Asked || u.Has(english.Hedge) || u.Command {
		return false
	}
	cued := u.Has(english.Wrong)
	for i := range u.s.Clauses {
		cued = cued || u.s.Clauses[i].Has(english.Wrong)
	}
	if !cued && (u.Verb < 0 || !u.Number()) {
		return false
	}
	text := sentenceOf(u)
	stems := u.s.Content()
	if len(text) < len(u.s.Text)-4 {
		stems = english.Content(text)
	}
	words := minus(withoutNumbers(stems), correcting)
	old, score := r.statedBefore(words, numbersOf(stems))
	if old == nil {
		return false
	}
	differ := len(numbersOf(stems)) > 0 && len(numbersOf(old.stems)) > 0 && len(minus(numbersOf(stems), old.stems)) > 0
	shared := english.Shared(words, old.stems)
	if !cued && !(score >= 0.6 && shared >= 2 && differ) || cued && !differ && shared < 2 {
		return false
	}
	f := &delta.FactLearned{Creation: r.creation(sentenceCase(text), delta.High)}
	r.propose(f)
	r.supersede(old, f.ID, "Correction: "+text, delta.High)
	for i := range u.s.Clauses {
		r.mark(&u.s.Clauses[i])
	}
	return true
}

// statedBefore is the fact that a correction means: it shares words, and best
// of all the old value.
func (r *reader) statedBefore(words, numbers []string) (*entry, float64) {
	var best *entry
	score := 0.0
	for _, e := range r.memory.entries {
		if !e.open || e.fresh || e.kind != delta.Fact {
			continue
		}
		own := withoutNumbers(e.stems)
		shared := english.Shared(words, own)
		if shared == 0 || len(own) == 0 {
			continue
		}
		s := float64(shared) / float64(min(len(words), len(own)))
		if english.Shared(numbers, e.stems) > 0 {
			s += 0.5
		}
		if s >= 0.5 && (s > score || s == score && e.age < best.age) {
			best, score = e, s
		}
	}
	return best, score
}

// sentenceOf is the sentence without the words that announce a correction.
func sentenceOf(u unit) string {
	text := strings.TrimRight(u.s.Text, ".! ")
	if i := strings.Index(text, ": "); i > 0 && i < 40 {
		text = text[i+2:]
	}
	return text
}
