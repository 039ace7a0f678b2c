package acts

import (
	"fmt"
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// mostEvident is how many features are told.
const mostEvident = 5

// Evident are the features that spoke most for reading a delta of a turn, the strongest
// first, each with what it adds to the odds (natural logarithm). The state and the
// turns before are those that Read had.
func Evident(state *delta.State, before []Turn, turn Turn, d delta.Delta) []string {
	m := learned()
	sc := look(state, before, turn)
	a := ActOf(d)
	content := english.Content(delta.Says(d))
	told := m.acts(sc)
	best, most := -1, 0.0
	for i := range sc.units {
		if score := told[i][a] + english.Overlap(content, sc.units[i].content); score > most {
			best, most = i, score
		}
	}
	if best < 0 {
		return nil
	}
	s := sink{named: true}
	s.unit(sc, best)
	type voice struct {
		name   string
		weight int
	}
	var voices []voice
	for k, id := range s.ids {
		row := m.Units.row(id)
		if row == nil || slices.ContainsFunc(voices, func(v voice) bool { return v.name == s.names[k] }) {
			continue
		}
		if w := int(row[a]) - int(row[None]); w > 0 {
			voices = append(voices, voice{s.names[k], w})
		}
	}
	slices.SortStableFunc(voices, func(x, y voice) int { return y.weight - x.weight })
	var out []string
	for _, v := range voices[:min(len(voices), mostEvident)] {
		out = append(out, fmt.Sprintf("%s +%.2f", v.name, float64(v.weight)/Scale))
	}
	return out
}

// actsOf are the acts that make deltas.
var actsOf = map[delta.Kind]Act{
	delta.GoalSetKind: Aim, delta.DecisionMadeKind: Decide, delta.DecisionRevisedKind: Redecide, delta.ConstraintAddedKind: Rule,
	delta.ConstraintRevisedKind: Rerule, delta.TaskOpenedKind: Open, delta.TaskClosedKind: Close, delta.FactLearnedKind: State,
	delta.HypothesisIntroducedKind: Float, delta.BranchCreatedKind: Branch, delta.ItemSupersededKind: Drop,
}

// ActOf is the act that makes a delta.
func ActOf(d delta.Delta) Act {
	if end, ok := d.(*delta.TaskClosed); ok && end.Resolution == delta.Abandoned {
		return Abandon
	}
	return actsOf[d.Kind()]
}
