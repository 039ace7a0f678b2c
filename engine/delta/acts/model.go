package acts

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Act is what a unit does.
type Act uint8

// The acts.
const (
	None     Act = iota
	Aim          // sets what the session is for
	Decide       // settles a choice
	Redecide     // gives a decision another value
	Rule         // bounds the work
	Rerule       // gives a rule another content
	Open         // asks for work
	Close        // reports work as done
	Abandon      // gives work up
	State        // tells a fact
	Float        // has an idea
	Branch       // lays out a choice
	Drop         // takes an item out of force
	Refuse       // an idea
	Accept       // what was proposed
	Acts
)

var actNames = [Acts]string{"none", "aim", "decide", "redecide", "rule", "rerule", "open", "close", "abandon", "state", "float", "branch", "drop", "refuse", "accept"}

func (a Act) String() string { return actNames[a] }

// Scale is what a weight of one is in the file of weights.
const Scale = 256

// Table is one log-linear model: a row of weights, one for each class, for each
// feature.
type Table struct {
	classes int
	slots   []slot // by the low bits of a feature's hash, or the first free one behind those
	names   []string
	weights []int16
}

// slot is where a feature's row is: most features that a unit has are in none, and a
// look at one place tells so.
type slot struct {
	id  uint64
	row int32 // from 1, 0 for a free slot
}

// NewTable makes a table of weights, row by row in the order of the names.
func NewTable(classes int, names []string, weights []int16) *Table {
	t := &Table{classes: classes, slots: make([]slot, 2<<bits.Len(uint(len(names)))), names: names, weights: weights}
	for i, n := range names {
		id := hashOf([]byte(n))
		*t.at(id) = slot{id, int32(i) + 1}
	}
	return t
}

// at is the slot of a feature, or the free one in which it belongs.
func (t *Table) at(id uint64) *slot {
	for k := id; ; k++ {
		if s := &t.slots[k&uint64(len(t.slots)-1)]; s.row == 0 || s.id == id {
			return s
		}
	}
}

func (t *Table) row(id uint64) []int16 {
	i := int(t.at(id).row)
	if i == 0 {
		return nil
	}
	return t.weights[(i-1)*t.classes : i*t.classes]
}

// sum adds the rows of features up.
func (t *Table) sum(ids []uint64, into []int32) {
	clear(into)
	for _, id := range ids {
		for c, w := range t.row(id) {
			into[c] += int32(w)
		}
	}
}

// Model is what was learned: of units their acts, of items and turns what becomes of
// the items.
type Model struct {
	Units, Pairs *Table
	Bounds       Bounds
	Weigh        func(Weighed)    // told of all that is taken for something, nil for nobody
	steps        [2][Acts][]int16 // from one act to the next: in another sentence, in the same
}

// NewModel puts tables together.
func NewModel(units, pairs *Table) *Model {
	m := &Model{Units: units, Pairs: pairs}
	for a := range Acts {
		m.steps[0][a] = units.row(hashOf([]byte(StepName(a, false))))
		m.steps[1][a] = units.row(hashOf([]byte(StepName(a, true))))
	}
	return m
}

// StepName is the name of the feature that the unit before does something.
func StepName(before Act, sameSentence bool) string {
	if sameSentence {
		return "step,:" + before.String()
	}
	return "step.:" + before.String()
}

// spread is how likely each act is.
type spread [Acts]float64

// acts reads how likely the units of a scene do what, each in the light of those
// before it.
func (m *Model) acts(sc *scene) []spread {
	out := make([]spread, len(sc.units))
	var s sink
	sums := make([]int32, Acts)
	var before spread
	before[None] = 1
	for i := range sc.units {
		s.reset()
		s.unit(sc, i)
		m.Units.sum(s.ids, sums)
		steps := &m.steps[0]
		if sc.units[i].number > 0 {
			steps = &m.steps[1]
		}
		for prev, p := range before {
			if p < 0.02 {
				continue
			}
			var one spread
			total := 0.0
			for a := range one {
				w := sums[a]
				if row := steps[prev]; row != nil {
					w += int32(row[a])
				}
				one[a] = math.Exp(float64(w) / Scale)
				total += one[a]
			}
			for a := range one {
				out[i][a] += p * one[a] / total
			}
		}
		before = out[i]
	}
	return out
}

// yes is how likely something becomes of an item.
func (m *Model) yes(ids []uint64) float64 {
	var sums [1]int32
	m.Pairs.sum(ids, sums[:])
	return 1 / (1 + math.Exp(-float64(sums[0])/Scale))
}

//go:embed weights.txt
var weights string

// learned is the model that the project ships with. It is read when it is first used.
var learned = sync.OnceValue(func() *Model {
	m, err := ParseModel(weights)
	if err != nil {
		panic("acts: the embedded weights: " + err.Error())
	}
	return m
})

// ParseModel reads a file of weights: a line for each feature, its name, then its
// weights by class; "=" begins a table. The names of the model are pieces of the text.
func ParseModel(src string) (*Model, error) {
	var tables []*Table
	var names []string
	var rows []int16
	var bounds Bounds
	classes, bounding := 0, false
	end := func() {
		if classes > 0 {
			tables = append(tables, NewTable(classes, slices.Clone(names), slices.Clone(rows)))
		}
		names, rows = names[:0], rows[:0]
	}
	n := 0
	for line := range strings.Lines(src) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if bounding {
			if err := bounds.parse(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			continue
		}
		if text, ok := strings.CutPrefix(line, "=\t"); ok {
			end()
			if bounding = text == boundsHead; bounding {
				classes = 0
				continue
			}
			var err error
			if classes, err = strconv.Atoi(text); err != nil || classes < 1 || classes > int(Acts) {
				return nil, fmt.Errorf("line %d: %q is no number of classes", n, text)
			}
			continue
		}
		if classes == 0 {
			return nil, fmt.Errorf("line %d: a weight before the first table", n)
		}
		name, values, some := strings.Cut(line, "\t")
		row := len(rows)
		rows = append(rows, make([]int16, classes)...)
		for f := range strings.SplitSeq(values, "\t") {
			if !some {
				break
			}
			class, weight, _ := strings.Cut(f, ":")
			c, err := strconv.Atoi(class)
			w, err2 := strconv.ParseInt(weight, 10, 16)
			if err != nil || err2 != nil || c < 0 || c >= classes {
				return nil, fmt.Errorf("line %d: %q is no weight of a class", n, f)
			}
			rows[row+c] = int16(w)
		}
		names = append(names, name)
	}
	end()
	if len(tables) != 2 || tables[0].classes != int(Acts) || tables[1].classes != 1 {
		return nil, fmt.Errorf("two tables, of %d classes and of one, are expected", Acts)
	}
	m := NewModel(tables[0], tables[1])
	m.Bounds = bounds
	return m, nil
}

// Format writes a model as ParseModel reads it.
func (m *Model) Format() []byte {
	var b bytes.Buffer
	for _, t := range []*Table{m.Units, m.Pairs} {
		fmt.Fprintf(&b, "=\t%d\n", t.classes)
		for i, name := range t.names {
			b.WriteString(name)
			for c, w := range t.weights[i*t.classes : (i+1)*t.classes] {
				if w != 0 {
					fmt.Fprintf(&b, "\t%d:%d", c, w)
				}
			}
			b.WriteByte('\n')
		}
	}
	fmt.Fprintf(&b, "=\t%s\n", boundsHead)
	m.Bounds.format(&b)
	return b.Bytes()
}
