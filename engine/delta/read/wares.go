package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// ware is a piece of work that the assistant has on offer: "I could also add a
// print view", "shall I write one?", "what's next? a photo album?".
type ware struct {
	text  string
	named bool // it is only taken by its name
}

// offering stand before the verb of work that the speaker offers to do, and
// offeringThing before what the speaker offers to make.
var (
	offering      = phraseTableOf("i could|can also|now|next|meanwhile|quickly|gladly?", "shall|should|may|could|can i also|then|now|next|quickly?", "want|like me to also|then|now|next?")
	offeringThing = phraseTableOf("would you also? like", "fancy", "how|what about")
	offeringNext  = english.PhrasesOf("what is next", "what next", "what comes next", "what shall come next", "what should come next", "anything else", "what else")
)

// waresOf adds what the k-th sentence of a block has on offer; before is the one
// before it in the turn.
func waresOf(p *passage, k int, before string, out []ware) []ware {
	s := &p.sentences[k]
	if choosesBetween(s) {
		return out
	}
	for i := range s.Clauses {
		c := &s.Clauses[i]
		if i > 0 {
			before = core(&s.Clauses[i-1])
		}
		if at, named := offeredThing(p, k, c); at >= 0 {
			out = append(out, ware{from(c, at), named})
		} else if at := offeredVerb(c); at > 0 && english.HasContent(c.Tokens[at+1:]) {
			out = append(out, ware{text: from(c, at)})
		} else if at > 0 {
			out = append(out, ware{text: from(c, at) + " (" + strings.TrimRight(before, ".! ") + ")"})
		} else if i > 0 && asksBare(c) {
			out = append(out, ware{text: before}) // "a converter would take an hour, shall I?"
		}
	}
	return out
}

// choosesBetween tells a sentence that lays out a choice.
func choosesBetween(s *english.Sentence) bool {
	return anyClause(s, func(c *english.Clause) bool { return c.Lead == english.Or || c.HasWord("or") })
}

// asksBare tells a question that is no more than the words which offer: "shall I?".
func asksBare(c *english.Clause) bool {
	at := offering.after(c, start(c))
	return c.Asked && at > 0 && at == len(c.Tokens)
}

// offeredVerb is where the verb of the work stands that a clause offers to do, or 0.
func offeredVerb(c *english.Clause) int {
	if c.Negated() || c.Report != nil || c.Has(english.Undecided) {
		return 0
	}
	for i := 0; i < len(c.Tokens) && i < 8; i++ {
		at := offering.after(c, i)
		if at == 0 || at >= len(c.Tokens) {
			continue
		}
		v, ok := c.VerbAt(at)
		if idiom(c, at) > 0 {
			return at
		}
		if !ok || v.Form&english.Base == 0 || v.Lemma == "do" || slices.Contains(revising, v.Lemma) || slices.Contains(shapingVerbs, v.Lemma) || putsSomewhere(c, at) {
			return 0
		}
		if c.Word(at+1) == "one" && v.Class&english.Work != 0 || worthwhile(c, at) {
			return at
		}
		return 0
	}
	return 0
}

// putsSomewhere tells an order which says where something goes, "write the report to
// the share", from one that asks for something new.
func putsSomewhere(c *english.Clause, i int) bool {
	switch c.Word(i + 1) {
	case "a", "an", "another", "some":
		return false
	}
	return slices.Contains([]string{"write", "print", "log", "send", "copy"}, c.Word(i)) && c.HasWord("to", "into")
}

// offeredThing is where the thing stands that a question offers to make, and whether
// it is only one of several, or -1.
func offeredThing(p *passage, k int, c *english.Clause) (at int, named bool) {
	if !p.sentences[k].Marked || c.Lead == english.Or || c.Negated() || c.HasWord("or") {
		return -1, false
	}
	if i := start(c); c.Verb < 0 && !c.Command && len(c.Tokens) <= 6 && len(c.Content()) > 0 && !c.Number() && afterWhatNext(p, k) {
		return i, true
	}
	if s := &p.sentences[k]; len(s.Clauses) == 2 && c == &s.Clauses[1] && c.Lead == english.Colon && c.Verb < 0 && len(c.Content()) > 0 && len(s.Clauses[0].Tokens) <= 2 && s.Clauses[0].HasWord("next") {
		return 0, false // "next: retries?"
	}
	for i := 0; i < min(6, len(c.Tokens)); i++ {
		if at := offeringThing.after(c, i); at > 0 && at < len(c.Tokens) {
			if c.Number() && c.Word(i) != "would" || c.Has(english.Habit) || !makes(c, at) {
				break
			}
			return at, false
		}
	}
	return -1, false
}

// makes tells that the thing from i on is a piece of work, also several of a kind.
func makes(c *english.Clause, i int) bool {
	return piece(c, i) || slices.ContainsFunc(c.Tokens[i:min(i+3, len(c.Tokens))], func(t english.Token) bool { return pieces.Holds(strings.TrimSuffix(t.Word, "s")) })
}

// afterWhatNext tells that a question of the same block asks what comes next.
func afterWhatNext(p *passage, k int) bool {
	for i := max(0, k-4); i < k; i++ {
		if s := &p.sentences[i]; s.Marked && anyClause(s, func(c *english.Clause) bool { return c.HasPhrase(offeringNext) }) {
			return true
		}
	}
	return false
}

// offers tells that a clause of the assistant's has work on offer, and so proposes
// nothing.
func offers(u unit) bool {
	at, _ := offeredThing(u.p, u.k, u.Clause)
	return at >= 0 || offeredVerb(u.Clause) > 0
}

// wishing are words by which work on offer is taken.
var wishing = english.WordsOf("yes please want gladly sure ok okay yeah yep ya deal go absolutely definitely love do")

// tookWork opens a task for the work on offer that a clause takes: "please do",
// "encryption yes, the rest no".
func (r *reader) tookWork(u unit) bool {
	if len(r.last.wares) == 0 || r.turn.Role != User || u.Asked || u.Negated() || u.Lead.Dependent() || !r.answering(u) || !u.HasOf(wishing) && !u.Starts(english.Accept) && !welcomesOffer(u.Clause) {
		return false
	}
	if u.HasWord("no", "nope", "if", "once", "when") || u.Has(english.Hedge, english.Undecided, english.Someday, english.Defer, english.Done) || u.Has(english.NotDone) && !welcomesOffer(u.Clause) || u.Verb > 0 && !u.Command && !within(u.Content(), accepting) && !welcomesOffer(u.Clause) || u.Command && !acceptVerb(u.Clause) && r.last.offer != "" || deniesBeside(u, english.Accept) || hedgesBeside(u, english.Accept) || r.takenBack(u) {
		return false
	}
	if anyClause(u.s, func(c *english.Clause) bool {
		return c.Lead == english.If || c.Has(english.Someday, english.Undecided) && !(c != u.Clause && pointedAt(c, "that", "it", "this"))
	}) {
		return false
	}
	taken := r.wareTaken(u)
	if taken == "" {
		return false
	}
	if len(u.s.Content()) <= 8 && !u.s.Marked && anyWord(u.s, []string{"only", "except", "without", "unless", "everywhere"}) {
		taken = about(taken, u.s.Text)
	}
	task := &delta.TaskOpened{Creation: r.creation(r.summary(taken), delta.High)}
	r.propose(task)
	for _, p := range r.memory.all(func(e *entry) bool { return e.kind == delta.Hypothesis && !e.branch }, 1) {
		if stems := english.Content(taken); 2*english.Shared(p.stems, stems) >= len(p.stems) {
			r.supersede(p, task.ID, "Accepted: "+p.summary, delta.High)
		}
	}
	return true
}

// kindOffers are words by which an offer is welcomed.
var kindOffers = phraseTableOf("that|it would be so? very? really? kind|great|lovely|nice|good|helpful|perfect|wonderful|fantastic|super|brilliant|marvellous|splendid")

// welcomesOffer tells a clause that is no more than such words: "that would be kind, thank
// you".
func welcomesOffer(c *english.Clause) bool {
	at := kindOffers.after(c, start(c))
	if at == 0 {
		return false
	}
	switch c.Word(at) {
	case "", ",", "thanks", "thank", "please", "yes", "indeed":
		return len(c.Tokens) <= at+4
	case "of":
		return c.Word(at+1) == "you"
	}
	return false
}

// wishingStems are stems of the words by which work is taken.
var wishingStems = english.Content("yes please want gladly sure ok love")

// wareTaken is the work on offer that a clause names, or the only one where it
// names none, or "".
func (r *reader) wareTaken(u unit) string {
	own := minus(u.Content(), slices.Concat(accepting, wishingStems))
	if at := u.Index(":"); at > 0 && at <= 4 {
		own = minus(u.ContentTo(at), wishingStems)
	}
	if w := r.last.wares; len(w) == 1 && !w[0].named && u.Starts(english.Accept) && u.Number() && u.Verb < 0 && !u.Command && u.Word(1) == "," {
		return about(w[0].text, from(u.Clause, 2)) // "yes, 2 for Tom"
	}
	if next := u.after(); len(own) == 0 && next != nil && next.Verb > 0 && !u.Starts(english.Accept) {
		return "" // "ok, that one is allowed"
	}
	if len(own) == 0 || narrowsYes(u.Clause) {
		if w := r.last.wares; len(w) == 1 && !w[0].named {
			return w[0].text
		}
		return ""
	}
	for _, w := range slices.Backward(r.last.wares) {
		for _, part := range partsOfWork(w.text) {
			part = strings.TrimPrefix(part, "maybe ")
			if n := english.Shared(own, english.Content(part)); n > 0 && 2*n >= len(own) {
				return part
			}
		}
	}
	return ""
}

// narrowing are words with which a yes goes on to say how far it goes.
var narrowing = english.WordsOf("everywhere except only without just for in with on at all")

// narrowsYes tells a yes that only says how far it goes: "yes please, only for the
// new ones".
func narrowsYes(c *english.Clause) bool {
	at := c.Index(",")
	return at > 0 && at <= 3 && !english.HasContent(c.Tokens[:at]) && c.Is(at+1, narrowing)
}

// partsOfWork are the things that an offer counts up, each with its verb: "add
// captions, a map and a search".
func partsOfWork(text string) []string {
	parts := strings.Split(strings.ReplaceAll(text, " and ", ", "), ", ")
	verb, _, _ := strings.Cut(text, " ")
	if _, ok := english.VerbOf(verb); len(parts) > 1 && ok {
		for i := range parts[1:] {
			parts[i+1] = verb + " " + strings.TrimSpace(parts[i+1])
		}
	}
	return parts
}

// waresIn are the works on offer that a text names.
func (f *floor) waresIn(text string) []ware {
	var out []ware
	for _, w := range f.wares {
		if strings.Contains(text, w.text) {
			out = append(out, w)
		}
	}
	return out
}

// alsoNamed reads a thing that is named after work that the turn asks for, or after
// a yes to what is on offer: "yes please, and a map too".
func (r *reader) alsoNamed(u unit) bool {
	c, i := u.Clause, start(u.Clause)
	if c.Verb >= 0 || c.Command || c.Asked || len(c.Tokens) > 8 || !c.HasWord("too", "also", "well") || i == 0 || c.Word(i-1) != "and" || !english.HasContent(c.Tokens[i:]) || c.Has(english.Hedge, english.Someday) || c.Negated() {
		return false
	}
	if i > 1 && len(r.last.wares) == 1 && c.Is(0, wishing) {
		r.open(r.last.wares[0].text)
	}
	return r.proposed(delta.TaskOpenedKind) && r.open(strings.TrimSuffix(strings.TrimSuffix(from(c, i), " as well"), " too"))
}

// oneMore reads a thing that is only named, with an "and", right after work was done: "and
// a print button", "nice. and translations for german".
func (r *reader) oneMore(u unit) bool {
	c, i := u.Clause, start(u.Clause)
	and := i > 0 && c.Word(i-1) == "and" || c.Word(i) == "and" || c.Lead == english.And && u.at == 1 && english.IsOpening(u.before().Word(0)) && len(u.before().Tokens) == 1
	if c.Word(i) == "and" {
		i++
	}
	if c.Word(i) == "now" || c.Word(i) == "also" {
		i++
	}
	if !and || c.Verb >= 0 || c.Command || c.Asked || u.s.Marked || c.Negated() || len(c.Tokens) > 8 || c.Number() || c.Has(english.Done, english.Hedge, english.Someday, english.Thanks) || len(english.ContentOf(c.Tokens[min(i, len(c.Tokens)):])) == 0 || r.last.asks {
		return false
	}
	if w := c.Word(i); w != "a" && w != "an" || slices.Contains(light, c.Word(i+1)) {
		return false
	}
	return r.justClosed() && r.open(from(c, i))
}
