package delta

import (
	"fmt"
	"strings"
)

// The four projections are for people: generated from the items, never read
// back.

// ActiveState renders ACTIVE_STATE.md: the whole working set.
func ActiveState(items []*Item) string {
	w := &page{}
	w.title("Active state")
	w.section("Goals", items, func(it *Item) bool { return it.Kind == Goal && it.Open() })
	w.section("Decisions", items, func(it *Item) bool { return it.Kind == Decision && it.Open() })
	w.section("Constraints", items, func(it *Item) bool { return it.Kind == Constraint && it.Open() })
	w.section("Tasks", items, func(it *Item) bool { return it.Kind == Task && it.Open() })
	w.section("Branches", items, func(it *Item) bool { return it.IsBranch() && it.Open() })
	w.section("Hypotheses", items, func(it *Item) bool { return it.Kind == Hypothesis && !it.IsBranch() && it.Open() })
	w.section("Facts", items, func(it *Item) bool { return it.Kind == Fact && it.Open() })
	w.section("Other", items, func(it *Item) bool { return others[it.Kind] && it.Open() })
	w.section("Superseded", items, func(it *Item) bool { return it.Status == Superseded })
	return w.text("Nothing yet.")
}

// others are the kinds without a section of their own.
var others = map[ItemKind]bool{Preference: true, RejectedOption: true, OpenQuestion: true, Dependency: true, Risk: true, Artifact: true}

// DecisionsPage renders DECISIONS.md: what was decided, and what was before.
func DecisionsPage(items []*Item) string {
	w := &page{detail: true}
	w.title("Decisions")
	w.section("In force", items, func(it *Item) bool { return it.Kind == Decision && it.Open() })
	w.section("Superseded", items, func(it *Item) bool { return it.Kind == Decision && !it.Open() })
	return w.text("No decisions yet.")
}

// TasksPage renders TASKS.md as a list to tick off.
func TasksPage(items []*Item) string {
	w := &page{detail: true}
	w.title("Tasks")
	w.section("Open", items, func(it *Item) bool { return it.Kind == Task && it.Open() })
	w.section("Resolved", items, func(it *Item) bool { return it.Kind == Task && !it.Open() })
	return w.text("No tasks yet.")
}

// ConstraintsPage renders CONSTRAINTS.md, hard ones first.
func ConstraintsPage(items []*Item) string {
	w := &page{detail: true}
	w.title("Constraints")
	w.section("Hard", items, func(it *Item) bool { return it.Kind == Constraint && it.Open() && !it.soft() })
	w.section("Soft", items, func(it *Item) bool { return it.Kind == Constraint && it.Open() && it.soft() })
	w.section("Superseded", items, func(it *Item) bool { return it.Kind == Constraint && !it.Open() })
	return w.text("No constraints yet.")
}

func (it *Item) soft() bool {
	for _, t := range it.Tags {
		if t == SoftTag {
			return true
		}
	}
	return false
}

// page is a projection being written.
type page struct {
	out    strings.Builder
	detail bool
	any    bool
}

func (p *page) title(name string) { fmt.Fprintf(&p.out, "# %s\n", name) }

// section lists the items that belong, under a heading if there are any.
func (p *page) section(name string, items []*Item, belongs func(*Item) bool) {
	first := true
	for _, it := range items {
		if !belongs(it) {
			continue
		}
		if first {
			fmt.Fprintf(&p.out, "\n## %s\n\n", name)
			first, p.any = false, true
		}
		p.line(it)
	}
}

// line is one item: its summary, and what a reader needs to weigh it.
func (p *page) line(it *Item) {
	box := ""
	if it.Kind == Task {
		box = map[bool]string{true: "[ ] ", false: "[x] "}[it.Open()]
	}
	text := escape(it.Summary)
	if it.Status == Superseded || it.Resolution == Abandoned {
		text = "~~" + text + "~~"
	}
	fmt.Fprintf(&p.out, "- %s%s%s\n", box, text, p.notes(it))
	if it.IsBranch() {
		for _, a := range it.Alternatives {
			fmt.Fprintf(&p.out, "  - %s\n", escape(a))
		}
	}
}

// notes are the item's particulars in parentheses.
func (p *page) notes(it *Item) string {
	var notes []string
	if it.Confidence != High && it.Confidence != "" {
		notes = append(notes, string(it.Confidence)+" confidence")
	}
	if it.Kind == Constraint && it.soft() && !p.detail {
		notes = append(notes, "soft")
	}
	if it.Resolution != "" {
		notes = append(notes, string(it.Resolution))
	}
	if it.Kind == Decision && len(it.Alternatives) > 0 {
		notes = append(notes, "not "+escape(strings.Join(it.Alternatives, ", ")))
	}
	if it.Status == Superseded && it.Reason != "" {
		notes = append(notes, "because: "+escape(it.Reason))
	}
	if it.ReplacedBy != "" {
		notes = append(notes, "replaced by "+it.ReplacedBy)
	}
	if p.detail {
		notes = append(notes, it.ID, "from "+turnList(it.SourceTurns))
	}
	if len(notes) == 0 {
		return ""
	}
	return " (" + strings.Join(notes, "; ") + ")"
}

func turnList(turns []SourceTurn) string {
	names := make([]string, len(turns))
	for i, t := range turns {
		names[i] = t.TurnID
	}
	return strings.Join(names, ", ")
}

func (p *page) text(empty string) string {
	if !p.any {
		fmt.Fprintf(&p.out, "\n%s\n", empty)
	}
	return p.out.String()
}

// escape keeps a summary on its line and from being read as Markdown blocks
// or raw HTML.
var escaper = strings.NewReplacer("\n", " ", "\r", " ", "<", "\\<", "*", "\\*", "_", "\\_", "~~", "\\~\\~")

func escape(s string) string { return escaper.Replace(s) }
