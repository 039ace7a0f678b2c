package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// acceptedQuestion reads a yes to a question whether something shall be: what it
// asks is decided with what the yes adds, unless it is work that was offered.
func (r *reader) acceptedQuestion(u unit) bool {
	if u.s.Marked || anyWord(u.s, []string{"or", "whatever", "whichever"}) || anyClause(u.s, func(c *english.Clause) bool {
		return c.Lead == english.If || c.Has(english.Defer, english.Undecided, english.Someday)
	}) {
		return false // "yes, if it is easy", "yes, but not now"
	}
	if c := offeredOrder(r.last.polar); c != nil && r.last.offer != "" {
		if !orders(c, 0) {
			return true // to look at something, or to run it
		}
		r.propose(&delta.TaskOpened{Creation: r.creation(r.summary(r.asPut()), delta.High)})
		return true
	}
	if work := ownWork(r.last.lead); r.last.bare && work != "" {
		at := strings.Index(r.last.lead, work)
		r.propose(&delta.TaskOpened{Creation: r.creation(r.summary(strings.TrimRight(r.last.lead[max(at, 0):], ".! ")), delta.High)})
		return true // "I could make a page where you paste a list. Want that?"
	}
	text := r.asPut()
	if r.begins(u) && !u.s.Marked && !objected(u) {
		r.by = filling
		if more := minus(u.s.Content(), accepting); len(more) > 0 && len(more) <= 6 {
			text = about(text, u.s.Text)
		}
	}
	return r.decide(text, nil)
}

// offeredOrder is the work that the assistant offers to do itself, as an order, or
// nil: not how something shall be.
func offeredOrder(polar string) *english.Clause {
	ss := english.Sentences(stated(polar))
	if len(ss) == 0 || !selfOffers.in(polar) {
		return nil
	}
	c := &ss[0].Clauses[0]
	if v, ok := c.VerbAt(0); !ok || v.Class&english.Choose != 0 || shapes(c) || v.Form&english.Base == 0 {
		return nil
	}
	return c
}

// asPut is what the last question asks to be done, with the sentence before it
// where the question only points.
func (r *reader) asPut() string {
	text := stated(r.last.polar)
	if r.last.bare && r.last.lead != "" && len(minus(english.Content(text), beginning)) == 0 {
		return strings.TrimRight(r.last.lead, ".! ") // "Shall I begin?"
	}
	if len(english.Content(text)) < 2 && r.last.lead != "" {
		text += " (" + strings.TrimRight(r.last.lead, ".! ") + ")"
	}
	return text
}

// beginning are stems of the words that ask whether to go ahead with what stands before them.
var beginning = english.Content("begin start proceed continue go ahead")

// selfOffers open an offer of the speaker to do something.
var selfOffers = prefixes{"shall i ", "should i ", "can i ", "may i ", "want me to ", "do you want me to ", "would you like me to "}

type prefixes []string

// in tells whether a text begins with one of them.
func (p prefixes) in(text string) bool {
	text = strings.ToLower(text[:min(len(text), 40)])
	return slices.ContainsFunc(p, func(f string) bool { return strings.HasPrefix(text, f) })
}
