package read

import (
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// unit is a clause where it stands.
type unit struct {
	*english.Clause
	p  *passage
	s  *english.Sentence
	at int // of the clause in its sentence
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

// units lists the clauses of the turn in order, headings left out.
func (r *reader) units() []unit {
	if r.clauses != nil {
		return r.clauses
	}
	var out []unit
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind == prose.Heading || p.Kind == prose.Row {
			continue
		}
		for k := range p.sentences {
			s := &p.sentences[k]
			for j := range s.Clauses {
				out = append(out, unit{&s.Clauses[j], p, s, j, len(out)})
			}
		}
	}
	r.clauses = out
	return out
}

// unitsAfter lists the clauses of the turn after u.
func (r *reader) unitsAfter(u unit) []unit {
	if all := r.units(); u.n < len(all) && all[u.n].Clause == u.Clause {
		return all[u.n+1:]
	}
	return nil
}

// nextSentence is the sentence after u's in its block, or nil.
func (u unit) nextSentence() *english.Sentence {
	for k := range u.p.sentences {
		if &u.p.sentences[k] == u.s && k+1 < len(u.p.sentences) {
			return &u.p.sentences[k+1]
		}
	}
	return nil
}

// reading is what a clause is being read as.
type reading uint8

const (
	otherwise     reading = iota
	answering             // to what was left open
	choosingAlone         // without being asked
	telling               // plainly
)

// rule reads one clause and tells whether it has dealt with it.
type rule func(*reader, unit) bool

// userRules are tried in this order on every clause of a user's turn: what
// changes or ends something open comes before what makes something new, and
// what is tentative before what settles.
var userRules = []rule{
	(*reader).hearsay, (*reader).joked, (*reader).listed, (*reader).renamed, (*reader).permitted, (*reader).asksFor, (*reader).announcedIdea, (*reader).floated, (*reader).askedToChange, (*reader).requested, (*reader).asked, (*reader).confirmed, (*reader).denied, (*reader).answered,
	(*reader).exchanged, (*reader).retired, (*reader).corrected, (*reader).redated, (*reader).revised, (*reader).revalued, (*reader).reversed, (*reader).wondered, (*reader).toldOfOthers,
	(*reader).closed, (*reader).constrained, (*reader).ordered, (*reader).decided, (*reader).learned,
}

// userTurn reads what a user wrote. The user's word settles.
func (r *reader) userTurn() {
	us := r.units()
	if r.first || r.aimless() {
		us = r.aim(us)
	} else {
		us = r.newAim(us)
	}
	for _, u := range us {
		if len(r.out) >= maxProposals {
			return
		}
		if r.used[u.Clause] || u.Lead == english.If && !r.answersWhen(u) && !r.askedIf(u) || u.Conditional {
			continue
		}
		r.now = u
		for _, try := range userRules {
			r.by = otherwise
			if try(r, u) {
				r.used[u.Clause] = true
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
			r.used[c] = true
		}
	}
}
