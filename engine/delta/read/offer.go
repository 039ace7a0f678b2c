package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// acceptedWork reads "yes write it": an order whose object is what was offered
// or proposed.
func (r *reader) acceptedWork(u unit) bool {
	rest := minus(english.ContentOf(u.Tokens[u.Order+1:]), accepting)
	if len(rest) > 0 || !u.HasWord("it", "that", "them", "those", "these", "both", "this") {
		return false
	}
	work := r.last.offer
	offered := r.memory.all(proposals, 1)
	if work == "" && len(offered) > 0 {
		work = offered[len(offered)-1].summary
	} else if len(offered) > 0 && len(english.Content(work)) < 3 {
		work += ": " + offered[len(offered)-1].summary
	}
	if work == "" {
		return false
	}
	task := &delta.TaskOpened{Creation: r.creation(r.summary(work), delta.High)}
	r.propose(task)
	for _, p := range offered {
		r.supersede(p, task.ID, "Accepted: "+u.s.Text, delta.High)
	}
	return true
}

// acceptedOffer reads a yes to "shall I …?": work opens a task, and a change
// of what was decided revises it.
func (r *reader) acceptedOffer(u unit, offer string, offered []*entry) bool {
	verb := english.Sentences(offer)
	if len(verb) == 0 || len(verb[0].Clauses) == 0 {
		return false
	}
	v, ok := verb[0].Clauses[0].VerbAt(0)
	if !ok {
		return false
	}
	stems := english.Content(offer)
	if slices.Contains(revising, v.Lemma) {
		if e := r.revisable(union(stems, r.last.stems)); e != nil {
			text := offer
			if len(stems) < 3 && len(offered) > 0 {
				text = offered[0].summary
			} else if len(stems) < 3 {
				text = firstSentence(r.last.reads)
			}
			if swapped, ok := r.offeredValue(e, text); ok {
				text = swapped
			}
			r.revise(e, text, nil)
			for _, p := range offered {
				r.supersede(p, "", "Accepted: "+p.summary, delta.High)
			}
			return true
		}
	}
	if v.Class&english.Work == 0 && !filing(verb[0].Clauses[0].Words()) || shapes(&verb[0].Clauses[0]) || len(stems) == 0 && len(offered) == 0 {
		return false
	}
	if len(stems) < 2 && len(offered) > 0 {
		offer += ": " + offered[0].summary
	} else if len(stems) < 2 && r.last.lead != "" {
		offer += " (" + strings.TrimRight(r.last.lead, ".! ") + ")"
	}
	task := &delta.TaskOpened{Creation: r.creation(r.summary(offer), delta.High)}
	r.propose(task)
	for _, p := range offered {
		r.supersede(p, task.ID, "Accepted: "+p.summary, delta.High)
	}
	return true
}

// shapes tells an offer that is about how something shall be rather than about a
// piece of work: "store the results in SQLite", "round to full cents".
func shapes(c *english.Clause) bool {
	v, ok := c.VerbAt(0)
	return ok && slices.Contains(shapingVerbs, v.Lemma) && len(c.Content()) > 1 && !pointing(c, 1)
}

var shapingVerbs = []string{"store", "save", "keep", "use", "name", "call", "treat", "assume", "respect", "support", "allow", "ignore", "skip", "require", "round", "cap", "limit", "default", "prefer", "reject", "accept", "overwrite", "stick", "go", "put", "hide", "include", "exclude"}

// offeredValue puts the value of an offer into what it revises.
func (r *reader) offeredValue(e *entry, offer string) (string, bool) {
	for _, s := range english.Sentences(offer) {
		for i := range s.Clauses {
			c := &s.Clauses[i]
			if !c.Number() {
				continue
			}
			p := passage{}
			p.Text = offer
			return swapValue(e.summary, unit{Clause: c, p: &p, s: &s}, union(slices.Clone(r.own), r.saidBefore()))
		}
	}
	return "", false
}

// revising verbs change what stands.
var revising = []string{"change", "raise", "lower", "increase", "decrease", "reduce", "extend", "shorten", "switch", "adjust", "update", "bump", "set", "move", "tighten", "relax", "make"}

// filing tells an offer to file something, which is work though opening a door is
// none: "open the pull request".
func filing(words string) bool {
	verb, rest, _ := strings.Cut(words, " ")
	return verb == "open" && slices.ContainsFunc(strings.Fields(rest), func(w string) bool {
		return slices.Contains([]string{"request", "pr", "issue", "ticket", "bug", "account"}, w)
	})
}
