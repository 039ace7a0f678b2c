package app

import (
	"cmp"
	"slices"

	"holdfast/engine/events"
	"holdfast/store/event"
	"holdfast/views"
)

// rejected is what became of a proposal that waited and did not become current.
const rejected event.State = "REJECTED"

// fates are what became of proposals that the screen has seen waiting, by their
// artifacts: "" while they wait. Requests tell the state that they ended with.
type fates map[string]event.State

// of is a request with its proposals as they are decided by now. One that was never
// current and is over was rejected.
func (f fates) of(a events.Activity) events.Activity {
	known := func(o events.Outcome) bool {
		return o.State == event.Proposed && f[o.Artifact] != "" || o.State == event.Tombstoned
	}
	if !slices.ContainsFunc(a.Outcomes, known) {
		return a
	}
	a.Outcomes = slices.Clone(a.Outcomes)
	for i, o := range a.Outcomes {
		if known(o) {
			a.Outcomes[i].State = cmp.Or(f[o.Artifact], rejected)
		}
	}
	return a
}

// accepted takes note of what the operator accepted, also where it is current as another
// artifact: code that was linked to another symbol.
func (f fates) accepted(x matter) {
	if p, ok := x.(*proposal); ok && !p.reject {
		f[p.row.Key] = event.Authoritative
	}
}

// follow takes note of what waits now, and of what became of what waited before.
func (f fates) follow(waiting, known views.Rows) {
	now := map[string]bool{}
	for i := range waiting.Len() {
		now[waiting.ID(i)] = true
		f[waiting.ID(i)] = ""
	}
	var gone []string
	for id, state := range f {
		if state == "" && !now[id] {
			gone = append(gone, id)
		}
	}
	if len(gone) == 0 {
		return
	}
	for _, id := range gone {
		f[id] = rejected // unless it is current, or was accepted as another symbol, see accepted
	}
	list, ok := known.(entities)
	if !ok {
		return
	}
	for i := range list.living {
		if id := list.Artifact(i); slices.Contains(gone, id) {
			f[id] = event.Authoritative
		}
	}
}

// followed has Activity show what became of proposals.
func (p *panes) followed() {
	waits, known := p.all[1].list().All(), p.all[0].list().All()
	if waits == nil || known == nil {
		return
	}
	p.activity.fates.follow(waits, known)
	p.activity.redraw()
}
