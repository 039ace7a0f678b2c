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

func TestAWordThatIsNoneOfTheFilterSaysSo(t *testing.T) {
	d := drive(t, story()).Size(100, 40)
	for typed, says := range map[string]string{
		"kin:method": "Kin: is unknown: is: file: kind: re:", "is:stael": "Is:stael is unknown", "re:(": "Re: is no regular expression: (",
		"nothing": "No row holds \"nothing\"",
	} {
		d.Press("1", "/").Type(typed).Sees(says).Press("esc")
	}
	d.Press("/").Type("src/jwt.go::").Press("enter").Sees("2 of 9").Press("esc").Press("5", "/").Type("is:nosuch").Press("enter").Sees("is:nosuch is unknown")
}

func TestTheFilterHoldsInEachPane(t *testing.T) {
	f := story()
	f.pending[0].Kind = "method"
	d := drive(t, f).Size(120, 40).Press("2", "/").Type("kind:method").Press("enter").Sees("1 of 3 /kind:method", "Pool.Release").Press("esc")
	d.Press("/").Type("!kind:method file:jwt").Press("enter").Sees("1 of 3", "Sign").Press("esc")
	d.Press("/").Type("re:ret.*try$|elided").Press("enter").Sees("of 3 /re:").Press("esc")
	d.Press("5", "/").Type("file:pool is:pending").Press("enter").Sees("5 Activity 1 of 4", "Acquire must give").Press("esc")
	d.Press("/").Type("!is:live kind:turn").Press("enter").Sees("of 4 /!is:live", "Acquire must give").Press("esc")
}

func TestSortingStaysOnTheRow(t *testing.T) {
	d := drive(t, forest(0)).Size(100, 28).Press("j", "j", "j").Sees(">   Pool.Close").Press("O").Sees("> src/pool.go::Pool.Close", "by change").Press("O").Sees("> src/pool.go::Pool.Close", "by name")
	d.Press("O").Sees(">   Pool.Close").Press("g").Sees("> ▾ src/pool.go").Press("O").Sees("> src/pool.go::Pool")
}
