package main

import (
	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/english"
	"holdfast/engine/internal/gold"
)

// rank is which act a unit is taught that the labels give two: the earlier one.
var rank = [...]acts.Act{
	acts.Aim, acts.Redecide, acts.Rerule, acts.Close, acts.Abandon, acts.Drop, acts.Decide, acts.Rule, acts.Open, acts.Branch, acts.Float, acts.State,
	acts.Accept, acts.Refuse,
}

// labelled gives the units of a turn the acts that the labels of the turn ask for;
// unsure are those of which only an optional label speaks.
func labelled(seen []acts.Seen, state *delta.State, labels []gold.Label) (of []acts.Act, unsure []bool) {
	of, unsure = make([]acts.Act, len(seen)), make([]bool, len(seen))
	teach := func(at int, a acts.Act, l gold.Label) {
		switch {
		case at < 0 || a == acts.None:
		case l.Optional:
			unsure[at] = true
		case of[at] == acts.None:
			of[at] = a
		default:
			for _, first := range rank {
				if first == a || first == of[at] {
					of[at] = first
					return
				}
			}
		}
	}
	for _, l := range labels {
		a := actOf(l.Delta, state)
		switch d := l.Delta.(type) {
		case *delta.TaskClosed:
			if a != acts.None {
				teach(closing(seen, state.Item(d.TargetID), a), a, l)
			}
			continue
		case *delta.BranchCreated:
			for _, at := range optionUnits(seen, d.Alternatives) {
				teach(at, a, l)
			}
			continue
		}
		content := english.Content(delta.Says(l.Delta))
		at, well := likeliest(seen, content)
		if well {
			alsoSay(seen, content, at, unsure)
		}
		switch {
		case well && (a != acts.Refuse || of[at] == acts.None):
			teach(at, a, l)
		case !well && (a == acts.Decide || a == acts.Open || a == acts.Rule || a == acts.State):
			teach(accepting(seen), acts.Accept, l)
		}
	}
	return of, unsure
}

// actOf is the act by which a turn makes a delta, None where that follows from others.
func actOf(d delta.Delta, state *delta.State) acts.Act {
	target := delta.Target(d)
	if target == nil {
		return acts.ActOf(d)
	}
	it := state.Item(*target)
	switch {
	case it == nil, acts.ActOf(d) == acts.Drop && it.IsBranch():
		return acts.None
	case acts.ActOf(d) == acts.Drop && it.Kind == delta.Hypothesis:
		return acts.Refuse
	}
	return acts.ActOf(d)
}

// likeliest is the unit with most of some content, and whether that is half of the
// shorter one.
func likeliest(seen []acts.Seen, content []string) (at int, well bool) {
	at, most := -1, 0.0
	for i := range seen {
		o := english.Overlap(content, seen[i].Content)
		if o >= 0.5 {
			o += 0.2 * float64(english.Shared(content, seen[i].Content))
		}
		if o > most {
			at, most = i, o
		}
	}
	return at, most >= 0.5
}

// closing is the unit that most likely reports a task as done or given up.
func closing(seen []acts.Seen, task *delta.Item, a acts.Act) int {
	at, most := -1, 0.0
	for i := range seen {
		u := &seen[i]
		o := 0.8 * english.Overlap(task.Content(), u.Content)
		if a == acts.Close && u.Done || a == acts.Abandon && u.Dropped {
			o++
		}
		if u.Asked {
			o--
		}
		if o > most {
			at, most = i, o
		}
	}
	return at
}

// accepting is the unit that most likely takes what was proposed.
func accepting(seen []acts.Seen) int {
	for i := range seen {
		if seen[i].Accepts {
			return i
		}
	}
	return min(0, len(seen)-1)
}

// optionUnits are the units that say most of an option.
func optionUnits(seen []acts.Seen, options []string) []int {
	var out []int
	for _, o := range options {
		if at, well := likeliest(seen, english.Content(o)); well {
			out = append(out, at)
		}
	}
	return out
}

// alsoSay marks the units beside the likeliest that say most of some content, too.
func alsoSay(seen []acts.Seen, content []string, likeliest int, unsure []bool) {
	for i := range seen {
		if n := english.Shared(content, seen[i].Content); i != likeliest && n > 1 && 5*n >= 3*len(seen[i].Content) {
			unsure[i] = true
		}
	}
}
