package acts

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdfast/engine/delta"
)

// Deed is what a bound is for: an act of a unit, or the end of an item by a turn.
type Deed uint8

// The ends of items, behind the acts.
const (
	EndTask Deed = Deed(Acts) + iota
	EndIdea
	EndChoice
	Deeds
)

func (d Deed) String() string {
	if d < Deed(Acts) {
		return Act(d).String()
	}
	return [...]string{"end-task", "end-idea", "end-choice"}[d-EndTask]
}

// Bounds are how likely a deed of a speaker must be to be taken for one. The trainer
// picks them by what was right and wrong of talk that its weights had not seen.
type Bounds [2][Deeds]float64

// Never is more than anything is likely: what the bound is for is not read.
const Never = 2

// Floor is the lowest bound: what is less likely is not looked at.
const Floor = .15

// Lowest are the bounds with which the trainer looks at what there is to bound.
func Lowest() (b Bounds) {
	for role := range b {
		for d := range b[role] {
			b[role][d] = Floor
		}
	}
	return b
}

// Weighed is something that a reader takes for a deed, by how likely it is.
type Weighed struct {
	Delta  delta.Delta
	Role   Role
	Deed   Deed
	Likely float64
}

// speaker is the row of a speaker's bounds.
func speaker(r Role) int {
	if r == User {
		return 0
	}
	return 1
}

// Set changes a bound.
func (b *Bounds) Set(r Role, d Deed, least float64) { b[speaker(r)][d] = least }

// least is the bound of a deed of the turn's speaker; some are not for the assistant.
func (r *reader) least(d Deed) float64 {
	if r.turn.Role == Assistant && slices.Contains([]Act{Aim, Redecide, Rule, Rerule, Refuse, Accept}, Act(d)) {
		return Never
	}
	return r.model.Bounds[speaker(r.turn.Role)][d]
}

// boundsHead begins the bounds in a file of weights.
const boundsHead = "bounds"

// parse reads a line of bounds: the speaker, the deed, and the bound in parts of a hundred.
func (b *Bounds) parse(line string) error {
	f := strings.Fields(line)
	if len(f) == 3 {
		for d := range Deeds {
			least, err := strconv.Atoi(f[2])
			if d.String() == f[1] && err == nil && (f[0] == string(User) || f[0] == string(Assistant)) {
				b.Set(Role(f[0]), d, float64(least)/100)
				return nil
			}
		}
	}
	return fmt.Errorf("%q is no bound", line)
}

func (b *Bounds) format(into *bytes.Buffer) {
	for _, role := range []Role{User, Assistant} {
		for d := Deed(Aim); d < Deeds; d++ {
			fmt.Fprintf(into, "%s %s %.0f\n", role, d, 100*b[speaker(role)][d])
		}
	}
}
