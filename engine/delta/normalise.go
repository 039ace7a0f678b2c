package delta

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Normalise prepares the candidates of one turn for the reconciler: spaces are
// tidied, ids given ("item-" and a number that no item had), references within
// the candidates follow them, and what the state or an earlier candidate holds
// already in the same meaning is dropped: a restatement changes nothing.
//
// It judges nothing else; a candidate that makes no sense goes on as it is.
func Normalise(s *State, candidates []Delta) []Delta {
	b := books.Get().(*book)
	defer b.giveBack()
	n := normaliser{state: s, names: b.names, known: b.known, next: len(s.order) + 1}
	meanings := make([]string, len(candidates)) // semantic ids of what is created
	for i, d := range candidates {
		if made := Created(d); made != nil {
			made.Summary = Tidy(made.Summary)
			kind, text := Makes(d)
			meanings[i] = SemanticID(kind, text)
		}
	}
	s.holders(meanings, n.known)
	out := make([]Delta, 0, len(candidates))
	for i, d := range candidates {
		if d != nil && n.keep(d, meanings[i]) {
			out = append(out, d)
		}
	}
	return out
}

// book is where a normaliser looks things up, for whoever comes next.
type book struct{ names, known map[string]string }

var books = sync.Pool{New: func() any { return &book{map[string]string{}, map[string]string{}} }}

func (b *book) giveBack() {
	clear(b.names)
	clear(b.known)
	books.Put(b)
}

type normaliser struct {
	state *State
	names map[string]string // id of a candidate -> id of its item
	known map[string]string // semantic id -> id of the item that holds it, or ""
	next  int
	past  []reference
}

// reference is one change of an existing item that was seen already.
type reference struct {
	kind   Kind
	target string
}

// keep gives d its ids and tells whether it says something new. meaning is the
// semantic id of what it creates.
func (n *normaliser) keep(d Delta, meaning string) bool {
	if made := Created(d); made != nil {
		return n.keepCreation(made, meaning)
	}
	target := Target(d)
	if target == nil {
		return true // foreign
	}
	*target = n.resolved(*target)
	if gone, ok := d.(*ItemSuperseded); ok {
		gone.Reason = Tidy(gone.Reason)
		gone.NewItemID = n.resolved(gone.NewItemID)
		if gone.NewItemID == gone.TargetID {
			gone.NewItemID = ""
		}
	}
	switch d := d.(type) {
	case *DecisionRevised:
		d.Summary = Tidy(d.Summary)
	case *ConstraintRevised:
		d.Summary = Tidy(d.Summary)
	}
	r := reference{d.Kind(), *target}
	if slices.Contains(n.past, r) {
		return false
	}
	n.past = append(n.past, r)
	return true
}

func (n *normaliser) keepCreation(made *Creation, meaning string) bool {
	if holder := n.known[meaning]; holder != "" {
		n.names[made.ID] = holder
		return false
	}
	name := made.ID
	made.ID = n.free()
	n.names[name] = made.ID
	n.known[meaning] = made.ID
	return true
}

// resolved is the id of the item that a candidate's reference means.
func (n *normaliser) resolved(id string) string {
	if to, ok := n.names[id]; ok {
		return to
	}
	return id
}

// free is the next id that no item has.
func (n *normaliser) free() string {
	id, at := n.state.freeFrom(n.next)
	n.next = at + 1
	return id
}

// FreeID is an id that no item has.
func (s *State) FreeID() string {
	id, _ := s.freeFrom(len(s.order) + 1)
	return id
}

// freeFrom is the first id that no item has from a number on, and its number.
func (s *State) freeFrom(n int) (string, int) {
	for ; ; n++ {
		if id := "item-" + strconv.Itoa(n); s.items[id] == nil {
			return id, n
		}
	}
}

// Makes is the kind and the text of the item that a delta makes, both empty where it makes
// none.
func Makes(d Delta) (ItemKind, string) {
	switch d := d.(type) {
	case *GoalSet:
		return Goal, d.Summary
	case *DecisionMade:
		return Decision, d.Summary
	case *ConstraintAdded:
		return Constraint, d.Summary
	case *TaskOpened:
		return Task, d.Summary
	case *FactLearned:
		return Fact, d.Summary
	case *BranchCreated:
		if d.Summary != "" {
			return Hypothesis, d.Summary
		}
		return Hypothesis, strings.Join(d.Alternatives, " | ")
	case *HypothesisIntroduced:
		return Hypothesis, d.Summary
	}
	return "", ""
}

// Tidy makes single spaces of white space.
func Tidy(s string) string {
	if isTidy(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// isTidy tells a text in ASCII in which only single spaces stand between words.
func isTidy(s string) bool {
	blank := true // before the first word
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == ' ' && blank {
			return false
		}
		blank = c == ' '
	}
	return !blank || s == ""
}
