package delta

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The four projections are for people: generated from the items, never read
// back.

// Projection is a page of items for people. Its Markdown is what an export
// writes; a screen may draw it item by item.
type Projection struct {
	Title    string
	Sections []Section // those that have items
	Empty    string    // what stands in place of sections
	Detail   bool      // its lines tell ids and turns
	Note     string    // what a reader must know of all of it, "" for nothing
}

// Section is a heading with the items under it.
type Section struct {
	Name  string
	Items []*Item
}

// ActiveState is ACTIVE_STATE.md: the whole working set.
func ActiveState(items []*Item) Projection {
	p := Projection{Title: "Active state", Empty: "Nothing yet."}
	p.section("Goals", items, func(it *Item) bool { return it.Kind == Goal && it.Open() })
	p.section("Decisions", items, func(it *Item) bool { return it.Kind == Decision && it.Open() })
	p.section("Constraints", items, func(it *Item) bool { return it.Kind == Constraint && it.Open() })
	p.section("Tasks", items, func(it *Item) bool { return it.Kind == Task && it.Open() })
	p.section("Branches", items, func(it *Item) bool { return it.IsBranch() && it.Open() })
	p.section("Hypotheses", items, func(it *Item) bool { return it.Kind == Hypothesis && !it.IsBranch() && it.Open() })
	p.section("Facts", items, func(it *Item) bool { return it.Kind == Fact && it.Open() })
	p.section("Other", items, func(it *Item) bool { return others[it.Kind] && it.Open() })
	p.section("Superseded", items, func(it *Item) bool { return it.Status == Superseded })
	return p
}

// others are the kinds without a section of their own.
var others = map[ItemKind]bool{Preference: true, RejectedOption: true, OpenQuestion: true, Dependency: true, Risk: true, Artifact: true}

// Decisions is DECISIONS.md: what was decided, and what was before.
func Decisions(items []*Item) Projection {
	p := Projection{Title: "Decisions", Empty: "No decisions yet.", Detail: true}
	p.section("In force", items, func(it *Item) bool { return it.Kind == Decision && it.Open() })
	p.section("Superseded", items, func(it *Item) bool { return it.Kind == Decision && !it.Open() })
	return p
}

// Tasks is TASKS.md, a list to tick off.
func Tasks(items []*Item) Projection {
	p := Projection{Title: "Tasks", Empty: "No tasks yet.", Detail: true}
	p.section("Open", items, func(it *Item) bool { return it.Kind == Task && it.Open() })
	p.section("Resolved", items, func(it *Item) bool { return it.Kind == Task && !it.Open() })
	return p
}

// Constraints is CONSTRAINTS.md, hard ones first.
func Constraints(items []*Item) Projection {
	p := Projection{Title: "Constraints", Empty: "No constraints yet.", Detail: true}
	p.section("Hard", items, func(it *Item) bool { return it.Kind == Constraint && it.Open() && !it.soft() })
	p.section("Soft", items, func(it *Item) bool { return it.Kind == Constraint && it.Open() && it.soft() })
	p.section("Superseded", items, func(it *Item) bool { return it.Kind == Constraint && !it.Open() })
	return p
}

func (it *Item) soft() bool { return slices.Contains(it.Tags, SoftTag) }

// section adds the items that belong, if there are any.
func (p *Projection) section(name string, items []*Item, belongs func(*Item) bool) {
	var list []*Item
	for _, it := range items {
		if belongs(it) {
			list = append(list, it)
		}
	}
	if len(list) > 0 {
		p.Sections = append(p.Sections, Section{name, list})
	}
}

// Markdown is the whole page.
func (p Projection) Markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n", p.Title)
	if p.Note != "" {
		fmt.Fprintf(&out, "\n%s\n", p.Note)
	}
	for _, s := range p.Sections {
		fmt.Fprintf(&out, "\n## %s\n\n", s.Name)
		for _, it := range s.Items {
			turns := ""
			if p.Detail {
				turns = turnList(it.SourceTurns)
			}
			out.WriteString(p.line(it, turns))
		}
	}
	if len(p.Sections) == 0 {
		fmt.Fprintf(&out, "\n%s\n", p.Empty)
	}
	return out.String()
}

// Item is one item's lines of the page, without its turns: where a reader can
// ask for them, their ids are only in the way.
func (p Projection) Item(it *Item) string { return p.line(it, "") }

// line is one item: its summary, and what a reader needs to weigh it.
func (p Projection) line(it *Item, turns string) string {
	box := ""
	if it.Kind == Task {
		box = map[bool]string{true: "[ ] ", false: "[x] "}[it.Open()]
	}
	text := escape(it.Summary)
	if it.Status == Superseded || it.Resolution == Abandoned {
		text = "~~" + text + "~~"
	}
	var out strings.Builder
	fmt.Fprintf(&out, "- %s%s%s\n", box, text, p.notes(it, turns))
	if it.IsBranch() {
		for _, a := range it.Alternatives {
			fmt.Fprintf(&out, "  - %s\n", escape(a))
		}
	}
	return out.String()
}

// notes are the item's particulars in parentheses.
func (p Projection) notes(it *Item, turns string) string {
	var notes []string
	if it.Confidence != High && it.Confidence != "" {
		notes = append(notes, string(it.Confidence)+" confidence")
	}
	if it.Kind == Constraint && it.soft() && !p.Detail {
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
	if p.Detail {
		notes = append(notes, it.ID)
	}
	if turns != "" {
		notes = append(notes, "from "+turns)
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

// escape keeps a summary on its line and from being read as Markdown: as a
// block, a link or raw HTML. What stands between backticks is code and stays as
// it is.
func escape(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	parts := strings.Split(s, "`")
	for i := range parts {
		if code := i%2 == 1 && i < len(parts)-1; !code {
			parts[i] = escaper.Replace(parts[i])
		}
	}
	s = blockStart.ReplaceAllString(strings.Join(parts, "`"), `\$1`)
	return listStart.ReplaceAllString(s, `$1\$2`)
}

var (
	escaper = strings.NewReplacer(`\`, `\\`, "<", `\<`, "*", `\*`, "_", `\_`, "[", `\[`, "~~", `\~\~`)
	// What would open a block within the list item.
	blockStart = regexp.MustCompile("^(#{1,6}(?: |$)|>|[-+](?: |$)|[-=]+$|```)")
	listStart  = regexp.MustCompile(`^([0-9]{1,9})([.)](?: |$))`)
)
