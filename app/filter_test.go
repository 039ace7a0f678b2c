package app

import (
	"testing"

	"holdfast/engine/events"
)

func TestEveryListIsFilteredAndSaysHowManyRowsItFound(t *testing.T) {
	for _, c := range []struct {
		name     string
		make     func() *fake
		keys     []string // to the list
		words    string
		sees     []string
		seesNo   string
		afterEsc string
	}{
		{"State Map", story, []string{"1"}, "pool rel", []string{"1 State Map 1 of 9 /pool rel", "Pool.Release"}, "jwt.go::Verify", "jwt.go::Verify"},
		{"Pending", story, []string{"2"}, "retry", []string{"2 Pending 1 of 3 /retry"}, "elided", "elided"},
		{"Stale", disputed, []string{"3"}, "vanished", []string{"3 Stale 1 of 4 /vanished"}, "▲ changed", "▲ changed"},
		{"Activity", story, []string{"5"}, "is:failed", []string{"5 Activity 1 of 4 /is:failed"}, "streaming", "streaming"},
		{"Sessions", housed, []string{"s"}, "spike", []string{"Sessions 1 of 4 /spike"}, "  docs", "  docs"},
		{"Keys", story, []string{"?"}, "removed symbol", []string{"Keys /removed symbol", "bring a removed symbol back"}, "half a page down", "go to State Map"},
		{"Ledger", story, []string{"L"}, "rejected", []string{"Ledger api-refactor /rejected", "src/jwt.go::Sign"}, "SessionTimeoutDialog", "SessionTimeoutDialog"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := drive(t, c.make()).Size(120, 60).Press(c.keys...).Sees(c.afterEsc).Press("/").Type(c.words).Press("enter")
			d.Sees(c.sees...).SeesNo(c.seesNo)
			d.Press("esc").Sees(c.afterEsc).SeesNo(" /" + c.words)
			d.Press("/").Type("no such").Press("enter").Sees("holds \"no such\". esc drops the")
		})
	}
}

func TestAlertsAreFiltered(t *testing.T) {
	d := drive(t, story()).Size(100, 40).Emit(
		events.Event{Kind: events.KindAlert, Alert: "the disk is nearly full"},
		events.Event{Kind: events.KindAlert, Alert: "vanished from disk", Entity: "src/jwt.go::Sign"},
	).Wait(messageTime).Press("!", "/").Type("jwt").Sees("vanished").SeesNo("nearly full")
	d.Press("esc").Sees("nearly full").Press("esc").SeesNo("nearly full")
}

func TestNGoesOnWithWhatWasLookedFor(t *testing.T) {
	d := drive(t, story()).Size(100, 40).Press("n").Sees("n: nothing was looked for yet: / does")
	d.Press("/").Type("jwt").Press("enter").Sees("2 of 9 /jwt", "> src/jwt.go::Sign").Press("n").Sees("> src/jwt.go::Verify")
	d.Press("n").Sees("No further row that way holds \"jwt\"").Press("N").Sees("> src/jwt.go::Sign")
	d.Press("esc").SeesNo(" /jwt").Press("g").Sees("> README.md").Press("n").Sees("> src/jwt.go::Sign").Press("n").Sees("> src/jwt.go::Verify")
	d.Press("G", "N").Sees("> src/jwt.go::Verify").Press("N", "N").Sees("No further row that way")
}
