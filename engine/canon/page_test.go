package canon

import (
	"fmt"
	"testing"
)

func TestAPageOfASessionStateNamesWhatEachRowIsAbout(t *testing.T) {
	s := State{StateSeq: 4, OpenConflicts: []Conflict{
		{"stale-a.go::F", "a.go::F is STALE: its file was edited", "open"},
		{"contested-01AB", "a.go::G is contested: partial", "open"},
		{"missing-b.go::H", "b.go::H at sha256:1 could not be recovered: gone", "open"},
	}, PendingDecisions: []PendingDecision{{ProposalID("01CD"), "Accept the proposed a.go::F?", true}}}
	for i := range 5 {
		s.ActiveL0Sources = append(s.ActiveL0Sources, Source{SourceID: fmt.Sprintf("%d.go", i), Status: "inspected"})
	}
	p := s.Show(3)
	if p.Intro != "state 4: 5 files, 0 entities, 3 open conflicts, 1 pending decision" {
		t.Error(p.Intro)
	}
	want := []string{"Open conflicts 3 0 a.go::F a.go::G b.go::H", "Pending decisions 1 0 01CD", "Active sources 3 2 0.go 1.go 2.go"}
	for i, section := range p.Sections {
		got := fmt.Sprint(section.Name, " ", len(section.Rows), " ", section.Left)
		for _, r := range section.Rows {
			got += " " + r.Target
		}
		if i >= len(want) || got != want[i] {
			t.Errorf("section %d is %q", i, got)
		}
	}
}
