package gold

import (
	"math"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// matching pairs predictions with labels one to one, kind by kind: those that
// make items first, since the others' targets depend on them.
type matching struct {
	talk      Conversation
	predicted []delta.Delta
	label     []int  // of each prediction, or -1
	found     []bool // of each label
	labelled  map[string]int
	made      map[string]int
}

func newMatching(c Conversation, predicted []delta.Delta) *matching {
	m := &matching{
		talk: c, predicted: predicted, label: make([]int, len(predicted)), found: make([]bool, len(c.Expected)),
		labelled: map[string]int{}, made: map[string]int{},
	}
	for i := range m.label {
		m.label[i] = -1
	}
	for i, l := range c.Expected {
		if made := delta.Created(l.Delta); made != nil {
			m.labelled[made.ID] = i
		}
	}
	for i, d := range predicted {
		if made := delta.Created(d); made != nil {
			m.made[made.ID] = i
		}
	}
	for _, targeting := range []bool{false, true} {
		for _, k := range delta.Kinds {
			if m.targets(k) == targeting {
				m.pair(k)
			}
		}
	}
	return m
}

func (m *matching) targets(k delta.Kind) bool {
	switch k {
	case delta.DecisionRevisedKind, delta.ConstraintRevisedKind, delta.TaskClosedKind, delta.ItemSupersededKind:
		return true
	}
	return false
}

// pair finds the assignment of one kind with the greatest weight.
func (m *matching) pair(k delta.Kind) {
	var rows, columns []int
	for i, l := range m.talk.Expected {
		if l.Delta.Kind() == k {
			rows = append(rows, i)
		}
	}
	for i, d := range m.predicted {
		if d.Kind() == k {
			columns = append(columns, i)
		}
	}
	n := max(len(rows), len(columns))
	weights := make([][]float64, n)
	for r := range weights {
		weights[r] = make([]float64, n)
		for c := range weights[r] {
			if r < len(rows) && c < len(columns) {
				weights[r][c] = m.weight(rows[r], columns[c])
			}
		}
	}
	for r, c := range assign(weights) {
		if r < len(rows) && c < len(columns) && weights[r][c] > 0 {
			m.label[columns[c]], m.found[rows[r]] = rows[r], true
		}
	}
}

// weight is how well a prediction agrees with a label, 0 if it does not. A
// label that counts outweighs any number of optional ones.
func (m *matching) weight(label, prediction int) float64 {
	l, d := m.talk.Expected[label], m.predicted[prediction]
	if !sameTurn(l.Delta, d) {
		return 0
	}
	o := overlap(l.Delta, d)
	if o < threshold || delta.Target(d) != nil && !m.sameTarget(l.Delta, d) {
		return 0
	}
	if l.Optional {
		return 1 + o
	}
	return 1000 + o
}

// sameTarget reports whether two targets are the same item: the prediction's was
// paired with the label's, or was paired with none and says the same.
func (m *matching) sameTarget(l, d delta.Delta) bool {
	want, ok := m.labelled[*delta.Target(l)]
	got, known := m.made[*delta.Target(d)]
	if !ok || !known {
		return false
	}
	if m.label[got] >= 0 {
		return m.label[got] == want
	}
	for _, a := range m.texts(m.predicted[got], m.predicted) {
		for _, b := range m.texts(m.talk.Expected[want].Delta, m.expected()) {
			if english.Overlap(a, b) >= threshold {
				return true
			}
		}
	}
	return false
}

func (m *matching) expected() []delta.Delta {
	out := make([]delta.Delta, len(m.talk.Expected))
	for i, l := range m.talk.Expected {
		out[i] = l.Delta
	}
	return out
}

// texts is what an item said in the course of time.
func (m *matching) texts(d delta.Delta, all []delta.Delta) [][]string {
	out := [][]string{english.Content(text(d))}
	for _, o := range all {
		if k := o.Kind(); (k == delta.DecisionRevisedKind || k == delta.ConstraintRevisedKind) && *delta.Target(o) == delta.Created(d).ID {
			out = append(out, english.Content(text(o)))
		}
	}
	return out
}

// assign gives every row of a square matrix a column of its own so that the
// weights sum up to the most (Kuhn and Munkres, with potentials).
func assign(w [][]float64) []int {
	n := len(w)
	rowPotential, columnPotential := make([]float64, n+1), make([]float64, n+1)
	rowOf, way := make([]int, n+1), make([]int, n+1)
	for row := 1; row <= n; row++ {
		rowOf[0] = row
		column := 0
		least, used := make([]float64, n+1), make([]bool, n+1)
		for c := range least {
			least[c] = math.Inf(1)
		}
		for rowOf[column] != 0 {
			used[column] = true
			next, step := 0, math.Inf(1)
			for c := 1; c <= n; c++ {
				if used[c] {
					continue
				}
				cost := -w[rowOf[column]-1][c-1] - rowPotential[rowOf[column]] - columnPotential[c]
				if cost < least[c] {
					least[c], way[c] = cost, column
				}
				if least[c] < step {
					step, next = least[c], c
				}
			}
			for c := range used {
				if used[c] {
					rowPotential[rowOf[c]] += step
					columnPotential[c] -= step
				} else {
					least[c] -= step
				}
			}
			column = next
		}
		for column != 0 {
			rowOf[column] = rowOf[way[column]]
			column = way[column]
		}
	}
	out := make([]int, n)
	for c := 1; c <= n; c++ {
		out[rowOf[c]-1] = c - 1
	}
	return out
}
