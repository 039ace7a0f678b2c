package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/stale"
)

func TestRowsAreSortedAndStaySo(t *testing.T) {
	f := story()
	f.entities = []report.Entity{
		{Key: "a.go::Zeta", Path: "a.go", Version: 1, Updated: noon.Add(-3 * time.Hour)},
		{Key: "a.go::Alpha", Path: "a.go", Version: 1, Updated: noon.Add(-1 * time.Hour)},
		{Key: "b.go::beta", Path: "b.go", Version: 1, Updated: noon.Add(-2 * time.Hour)},
	}
	d := drive(t, f).Size(100, 30)
	order := func(want ...string) {
		t.Helper()
		var got []string
		for line := range strings.Lines(d.Screen()) {
			if line, _, row := strings.Cut(line, "v1"); row {
				got = append(got, strings.TrimSpace(strings.TrimLeft(line, "> ")))
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the rows are %v, want %v", got, want)
		}
	}
	order("a.go::Zeta", "a.go::Alpha", "b.go::beta")
	d.Press("O").Sees("State Map 3 by change", "what changed last comes first")
	order("a.go::Alpha", "b.go::beta", "a.go::Zeta")
	d.Press("O").Sees("State Map 3 by name")
	order("a.go::Alpha", "b.go::beta", "a.go::Zeta")
	d.Emit(events.Event{Kind: events.KindState}).Sees("by name")
	d.Press("/").Type("!alpha").Press("enter")
	order("b.go::beta", "a.go::Zeta")
	d.Press("esc", "2").SeesNo("Pending 3 by").Press("1", "O").SeesNo("by name")
	d.Press("5", "O").Sees("Activity has an order of its own")
}

func TestADivergenceIsFoundByItsKindAndSortedByItsChange(t *testing.T) {
	f := disputed()
	f.diverged[1].Kind = "method"
	d := drive(t, f).Size(100, 40).Press("3", "/").Type("kind:method is:stale").Press("enter").Sees("Stale 1 of 4")
	d.Press("esc", "O", "g")
	if got, _ := d.m.panes.disk.selected(); got.Key != "cmd/server/main.go::main" && got.Reason != stale.Edited {
		t.Errorf("the first is %+v", got)
	}
}

// Ten thousand rows are sorted in the time of a frame or two.
func BenchmarkTenThousandEntitiesAreSorted(b *testing.B) {
	f := story()
	f.entities = nil
	for i := range 10_000 {
		f.entities = append(f.entities, report.Entity{Key: fmt.Sprintf("pkg%d/file%d.go::Symbol%d", i%40, i%400, i), Version: 1, Updated: noon.Add(time.Duration(i*7919%10_000) * time.Second)})
	}
	d := drive(b, f).Size(120, 40)
	list := d.m.panes.all[0].list()
	for b.Loop() {
		list.Sort(1)
		list.Sort(2)
		list.Sort(0)
	}
}
