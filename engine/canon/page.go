package canon

import (
	"fmt"
	"strings"
)

// Page is a SESSION_STATE as people read it: what needs a decision first, then
// the files and what stands in them.
type Page struct {
	Intro    string
	Sections []PageSection
}

// PageSection is a heading with rows under it; Left counts those that are not
// listed.
type PageSection struct {
	Name string
	Rows []PageRow
	Left int
}

// PageRow is one row of the document. Target is the entity, the file or the
// proposal that it is about.
type PageRow struct {
	ID, Target, Text string
}

// ConflictRow names the row of a conflict.
func ConflictRow(conflict string) string { return "conflict " + conflict }

// Show makes the page of a state, with at most limit rows to a section.
func (s State) Show(limit int) Page {
	p := Page{Intro: fmt.Sprintf("state %d: %s, %s, %s, %s", s.StateSeq,
		count(len(s.ActiveL0Sources), "file", "files"), count(len(s.LastPersistentArtifacts), "entity", "entities"),
		count(len(s.OpenConflicts), "open conflict", "open conflicts"), count(len(s.PendingDecisions), "pending decision", "pending decisions"))}
	section := func(name string, n int, row func(int) PageRow) {
		if n == 0 {
			return
		}
		x := PageSection{Name: name, Left: max(n-limit, 0)}
		for i := range min(n, limit) {
			x.Rows = append(x.Rows, row(i))
		}
		p.Sections = append(p.Sections, x)
	}
	section("Open conflicts", len(s.OpenConflicts), func(i int) PageRow {
		c := s.OpenConflicts[i]
		return PageRow{ConflictRow(c.ConflictID), c.about(), c.Description}
	})
	section("Pending decisions", len(s.PendingDecisions), func(i int) PageRow {
		d := s.PendingDecisions[i]
		text := d.Question
		if d.Blocking {
			text += " (blocking)"
		}
		return PageRow{"decision " + d.DecisionID, strings.TrimPrefix(d.DecisionID, ProposalID("")), text}
	})
	section("Active sources", len(s.ActiveL0Sources), func(i int) PageRow {
		f := s.ActiveL0Sources[i]
		text := f.SourceID + ": " + f.Status
		if f.Notes != "" {
			text += "; " + f.Notes
		}
		return PageRow{"source " + f.SourceID, f.SourceID, text}
	})
	section("Authorized deltas", len(s.AuthorizedDeltas), func(i int) PageRow {
		d := s.AuthorizedDeltas[i]
		return PageRow{"grant " + d.DeltaID + " " + d.Target, d.Target, d.Target + ": " + strings.ReplaceAll(d.Status, "_", " ") + "; " + d.Scope}
	})
	section("Last persistent artifacts", len(s.LastPersistentArtifacts), func(i int) PageRow {
		a := s.LastPersistentArtifacts[i]
		return PageRow{"artifact " + a.PathOrLabel, a.PathOrLabel, a.PathOrLabel + ": " + a.ArtifactID}
	})
	return p
}
