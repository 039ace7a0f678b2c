package read

import "holdfast/engine/delta/english"

// unit is a clause where it stands.
type unit struct {
	*english.Clause
	p  *passage
	s  *english.Sentence
	at int // of the clause in its sentence
	k  int // of the sentence in its block
	n  int // of the unit in its turn
}

// before is the clause before u in its sentence, or nil.
func (u unit) before() *english.Clause {
	if u.at == 0 {
		return nil
	}
	return &u.s.Clauses[u.at-1]
}

// after is the clause after u in its sentence, or nil.
func (u unit) after() *english.Clause {
	if u.at+1 >= len(u.s.Clauses) {
		return nil
	}
	return &u.s.Clauses[u.at+1]
}

// gapBefore is what stands in the text before the i-th clause of u's sentence and
// belongs to none.
func (u unit) gapBefore(i int) string {
	if i == 0 {
		return ""
	}
	before := u.s.Clauses[i-1].Tokens
	return u.p.Text[before[len(before)-1].End:u.s.Clauses[i].Tokens[0].Start]
}

// lastly is the last clause of a turn that is somehow, once it was looked for.
type lastly struct {
	known bool
	n     int // its unit's number, -1 for none
}

// in is the number of the last clause that is so.
func (l *lastly) in(all []unit, so func(*english.Clause) bool) int {
	if !l.known {
		l.known, l.n = true, len(all)-1
		for l.n >= 0 && !so(all[l.n].Clause) {
			l.n--
		}
	}
	return l.n
}

// fromHereOn tells whether u or a clause after it is so. It notes the last one of
// the turn.
func (r *reader) fromHereOn(u unit, so func(*english.Clause) bool, noted *lastly) bool {
	return noted.in(r.units(), so) >= u.n
}

// later tells whether a clause of a later sentence is so. It notes the last one
// of the turn.
func (r *reader) later(u unit, so func(*english.Clause) bool, noted *lastly) bool {
	all := r.units()
	n := noted.in(all, so)
	return n > u.n && all[n].s != u.s
}

// nextSentence is the sentence after u's in its block, or nil.
func (u unit) nextSentence() *english.Sentence {
	if u.k+1 >= len(u.p.sentences) {
		return nil
	}
	return &u.p.sentences[u.k+1]
}

// block is the number of u's block among those of its turn.
func (u unit) block(passages []passage) int {
	for i := range passages {
		if &passages[i] == u.p {
			return i
		}
	}
	return -1
}

// previousSentence is the sentence before u's in its block, or nil.
func (u unit) previousSentence() *english.Sentence {
	if u.k == 0 {
		return nil
	}
	return &u.p.sentences[u.k-1]
}

// sentenceIn is the sentence before (-1) or after (1) u's in the turn, or nil.
func (r *reader) sentenceIn(u unit, n int) *english.Sentence {
	if n < 0 && u.k > 0 || n > 0 && u.k+1 < len(u.p.sentences) {
		return &u.p.sentences[u.k+n]
	}
	for at := u.block(r.passages) + n; at >= 0 && at < len(r.passages); at += n {
		if all := r.passages[at].sentences; len(all) > 0 && n < 0 {
			return &all[len(all)-1]
		} else if len(all) > 0 {
			return &all[0]
		}
	}
	return nil
}

// reading is what a clause is being read as.
type reading uint8

const (
	otherwise     reading = iota
	answering             // to what was left open
	filling               // with what a question asks for
	choosingAlone         // without being asked
	telling               // plainly
	goingOn               // with what the sentence tells
	correcting            // a figure that was stated, for another
	blaming               // for what was amiss
)

// rule reads one clause and tells whether it has dealt with it.
type rule func(*reader, unit) bool

// userRules are tried in this order on every clause of a user's turn: what
// changes or ends something open comes before what makes something new, and
// what is tentative before what settles.
var userRules = []rule{
	// whose word it is, and what stands in a list
	(*reader).disowned, (*reader).listed, (*reader).inventoried, (*reader).renamed,
	// what rules let through
	(*reader).permitted, (*reader).amended,
	// what was chosen meanwhile
	(*reader).decidedMeanwhile,
	// what was suspected and is not so
	(*reader).disproves,
	// requests, questions and ideas
	(*reader).asksFor, (*reader).announcedIdea, (*reader).tornAmong, (*reader).floated, (*reader).askedToChange, (*reader).requested, (*reader).asked,
	// what became of a suspicion
	(*reader).persisted, (*reader).tried, (*reader).proved, (*reader).confirmed, (*reader).denied,
	// answers
	(*reader).choosesOther, (*reader).answered,
	// what stands otherwise from now on
	(*reader).exchanged, (*reader).retired, (*reader).corrected, (*reader).redated, (*reader).revised, (*reader).revalued, (*reader).reversed, (*reader).reanswered, (*reader).restated, (*reader).retorted, (*reader).outgrown,
	// what settles nothing
	(*reader).wondered, (*reader).toldOfOthers,
	// what ends and what is new
	(*reader).closed, (*reader).wishedIf, (*reader).setTo, (*reader).constrained, (*reader).ordered, (*reader).decided, (*reader).learned,
}

// userTurn reads what a user wrote. The user's word settles.
func (r *reader) userTurn() {
	r.tickedOff()
	us := r.laidOut(r.units())
	if r.first || r.aimless() || r.aimsLate() {
		us = r.aim(us)
	} else {
		us = r.newAim(us)
	}
	for _, u := range us {
		if len(r.out) >= maxProposals {
			return
		}
		if r.replies != nil {
			r.turnTo(u)
		}
		if r.used[u.Place] || u.Lead == english.If && !r.answersWhen(u) && !r.askedIf(u) || u.Conditional {
			continue
		}
		r.now = u
		for _, try := range userRules {
			r.by = otherwise
			if try(r, u) {
				r.used[u.Place] = true
				break
			}
		}
	}
}

// answersWhen tells a condition that stands alone right after a choice was laid
// out: "when they open".
func (r *reader) answersWhen(u unit) bool {
	return len(u.s.Clauses) == 1 && !u.Asked && r.opening(u) && r.memory.recent(branches, 1) != nil
}

// mark takes clauses as dealt with.
func (r *reader) mark(us ...*english.Clause) {
	for _, c := range us {
		if c != nil {
			r.used[c.Place] = true
		}
	}
}
