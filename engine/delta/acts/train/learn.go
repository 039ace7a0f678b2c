package main

import (
	"slices"
	"sort"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/internal/gold"
)

// lesson is a labelled conversation taken apart.
type lesson struct {
	talk  gold.Conversation
	turns []lessonTurn
}

type lessonTurn struct {
	state  *delta.State // what the labels of the turns before it have made
	seen   []acts.Seen
	act    []acts.Act
	unsure []bool
	ends   map[string]bool // items that the labels of the turn end,
	may    map[string]bool // or may end
}

// lessonOf takes a conversation apart in the light of its labels.
func lessonOf(c gold.Conversation) *lesson {
	l := &lesson{talk: c}
	by := map[string][]gold.Label{}
	for _, label := range c.Expected {
		id := label.Delta.From().SourceTurns[0].TurnID
		by[id] = append(by[id], label)
	}
	state := &delta.State{}
	for i, turn := range c.Turns {
		t := lessonTurn{state: state.Clone(), seen: acts.See(state, c.Turns[max(0, i-acts.Window):i], turn), ends: map[string]bool{}, may: map[string]bool{}}
		t.act, t.unsure = labelled(t.seen, state, by[turn.ID])
		for _, label := range by[turn.ID] {
			switch label.Delta.(type) {
			case *delta.TaskClosed, *delta.ItemSuperseded:
				if label.Optional {
					t.may[*delta.Target(label.Delta)] = true
				} else {
					t.ends[*delta.Target(label.Delta)] = true
				}
			}
			state.Reconcile(label.Delta)
		}
		l.turns = append(l.turns, t)
	}
	return l
}

// common numbers the features that occur in several talks, in the order of their names.
func common(talks []map[string]bool) *vocabulary {
	in := map[string]int{}
	for _, t := range talks {
		for name := range t {
			in[name]++
		}
	}
	var names []string
	for name, n := range in {
		if n >= min(seldom, len(talks)) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	v := &vocabulary{number: map[string]int32{}}
	for _, name := range names {
		v.add(name)
	}
	return v
}

func (v *vocabulary) of(names []string) []int32 {
	var out []int32
	for _, name := range names {
		if n, known := v.number[name]; known {
			out = append(out, n)
		}
	}
	return out
}

// learnUnits learns what units do.
func learnUnits(lessons []*lesson) *acts.Table {
	var talks []map[string]bool
	for _, l := range lessons {
		in := map[string]bool{}
		for _, t := range l.turns {
			for _, s := range t.seen {
				for _, f := range s.Features {
					in[f] = true
				}
			}
		}
		talks = append(talks, in)
	}
	v := common(talks)
	for a := range acts.Acts {
		v.add(acts.StepName(a, false))
		v.add(acts.StepName(a, true))
	}
	var examples []example
	for _, l := range lessons {
		for _, t := range l.turns {
			before := acts.None
			for i, s := range t.seen {
				if !t.unsure[i] || t.act[i] != acts.None {
					examples = append(examples, example{v.of(s.Features), int(t.act[i]), v.number[acts.StepName(before, s.SameSentence)]})
				}
				before = t.act[i]
			}
		}
	}
	return table(int(acts.Acts), v, fit(int(acts.Acts), len(v.names), examples))
}

// parts is into how many parts the talks are put so that what units do is told by a
// model that has not learned from them.
const parts = 2

// learnItems learns when a turn ends an item.
func learnItems(lessons []*lesson) *acts.Table {
	type pair struct {
		names []string
		ends  bool
	}
	var pairs []pair
	var talks []map[string]bool
	none := acts.NewTable(1, nil, nil)
	for part := range parts {
		var others, own []*lesson
		for i, l := range lessons {
			if i%parts == part {
				own = append(own, l)
			} else {
				others = append(others, l)
			}
		}
		m := acts.NewModel(learnUnits(others), none)
		for _, l := range own {
			in := map[string]bool{}
			for i, t := range l.turns {
				for _, it := range m.SeeItems(t.state, l.talk.Turns[max(0, i-acts.Window):i], l.talk.Turns[i]) {
					if t.may[it.ID] {
						continue
					}
					pairs = append(pairs, pair{it.Features, t.ends[it.ID]})
					for _, f := range it.Features {
						in[f] = true
					}
				}
			}
			talks = append(talks, in)
		}
	}
	v := common(talks)
	var examples []example
	for _, p := range pairs {
		e := example{features: v.of(p.names), before: -1}
		if p.ends {
			e.class = 1
		}
		examples = append(examples, e)
	}
	return table(1, v, fit(1, len(v.names), examples))
}

// learn learns a model from talks.
func learn(lessons []*lesson) *acts.Model {
	return acts.NewModel(learnUnits(lessons), learnItems(lessons))
}

// folds parts lessons by conversation, in an order that is the same each time.
func folds(lessons []*lesson, n int) [][]*lesson {
	sorted := slices.Clone(lessons)
	sort.Slice(sorted, func(i, k int) bool { return mixed(sorted[i].talk.Name) < mixed(sorted[k].talk.Name) })
	out := make([][]*lesson, n)
	for i, l := range sorted {
		out[i%n] = append(out[i%n], l)
	}
	return out
}

// mixed is a number by which names are in no order of theirs (FNV-1a).
func mixed(name string) uint32 {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h
}
