package delta

import (
	"slices"
	"strings"
)

// Line is an item in a line: what it says, and what is particular about it.
func (it *Item) Line() string {
	var notes []string
	switch {
	case it.Resolution != "":
		notes = append(notes, string(it.Resolution))
	case it.Status == Superseded && it.ReplacedBy != "":
		notes = append(notes, "superseded by "+it.ReplacedBy)
	case it.Status != Active:
		notes = append(notes, string(it.Status))
	}
	if it.IsBranch() {
		notes = append(notes, "options: "+strings.Join(it.Alternatives, " | "))
	}
	if slices.Contains(it.Tags, HardTag) {
		notes = append(notes, "hard")
	}
	if it.Confidence != High {
		notes = append(notes, string(it.Confidence)+" confidence")
	}
	if len(notes) == 0 {
		return it.Summary
	}
	return it.Summary + " (" + strings.Join(notes, "; ") + ")"
}

// KindName is a kind as a person reads it: "rejected option", and "branch" for
// a choice that is left open.
func (it *Item) KindName() string {
	if it.IsBranch() {
		return BranchTag
	}
	return strings.ReplaceAll(string(it.Kind), "_", " ")
}

// Says is what a delta says, "" for one that says nothing.
func Says(d Delta) string {
	switch d := d.(type) {
	case *DecisionRevised:
		return d.Summary
	case *ConstraintRevised:
		return d.Summary
	case *TaskClosed:
		return string(d.Resolution)
	case *ItemSuperseded:
		return d.Reason
	}
	_, said := Makes(d)
	return said
}
