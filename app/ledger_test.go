package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
)

// long is a story with n rows in its Ledger.
func long(n int) *fake {
	f := story()
	f.ledger = nil
	for i := 1; i <= n; i++ {
		r := report.LedgerRow{Seq: int64(i), Who: "model", What: "proposed", Entity: fmt.Sprintf("a.go::F%d", i), Time: noon.Add(-time.Hour), Hash: fmt.Sprintf("h%d", i)}
		if i%1000 == 7 {
			r.What = "needle"
		}
		f.ledger = append(f.ledger, r)
	}
	f.status.Head = int64(n)
	return f
}

func Test32TheLedgerIsShownNewestFirstAndARowInFull(t *testing.T) {
	f := story()
	d := drive(t, f).Size(120, 40).Press("L").Sees("Ledger api-refactor", "you       rejected", "src/jwt.go::Sign", "it drops the expiry", "8/8")
	d.Press("j", "j", "j", "enter").Sees("Ledger row 5", "gates AUTHORITATIVE src/pool.go::Pool.Acquire: parity grant, in place of a40",
		"hash sha256:"+strings.Repeat("0", 63)+"5", "prev sha256:"+strings.Repeat("0", 63)+"4", `"entity": "src/pool.go::Pool.Acquire"`)
	d.Press("c")
	if !strings.HasPrefix(d.copied[0], "{\n  \"data\"") {
		t.Errorf("the row was copied as %q", d.copied[0])
	}
	d.Press("v").Sees("[explain]", "AUTHORITATIVE", "Gate B", "Evidence, ", "func (p *Pool) Acquire(")
	d.Press("n").Sees("SUPERSEDED", "superseded by turn 25")
	d.Press("v").Sees("[saw]", "Inserted by holdfast")
	d.Press("esc").Sees("Ledger api-refactor", "5/8").Press("esc").Sees("State Map")
}

func TestALongLedgerIsReadByPagesInAWindow(t *testing.T) {
	f := long(5000)
	d := drive(t, f).Size(80, 24).Press("L").Sees("a.go::F5000", "5000/5000")
	if n := f.calls["Ledger"]; n != 1 {
		t.Errorf("the first screen took %d pages", n)
	}
	for range 300 {
		d.Press("ctrl+d")
	}
	l := opened[*ledger](d.m.overlays)
	if len(l.window) > ledgerWindow {
		t.Errorf("%d rows are kept", len(l.window))
	}
	d.Sees("a.go::F2000")
	for range 60 {
		d.Press("ctrl+u")
	}
	d.Sees("a.go::F2600")
	d.Press("G").Sees("a.go::F1\n", "1/5000")
	d.Press("k").Sees("2/5000").Press("g").Sees("5000/5000")
}

func TestTheLedgerIsFilteredAsFarBackAsItGoes(t *testing.T) {
	f := long(5000)
	d := drive(t, f).Size(80, 24).Press("L", "/").Type("needle").Press("enter")
	d.Sees("Ledger api-refactor /needle", "a.go::F4007", "a.go::F7\n").SeesNo("proposed")
	d.Press("/").Type("x").Press("enter").Sees("No row holds \"needlex\"")
	d.Press("esc").Sees("a.go::F5000").Press("esc").SeesNo("Ledger api-refactor")
}

func TestTheLedgerFollowsNewRowsWhileItStandsOnTheNewest(t *testing.T) {
	f := long(30)
	d := drive(t, f).Size(80, 24).Press("L").Sees("30/30")
	add := func(n int) {
		f.ledger = append(f.ledger, report.LedgerRow{Seq: int64(n), Who: "you", What: "kept", Entity: fmt.Sprintf("b.go::G%d", n), Time: noon})
		f.status.Head = int64(n)
		d.Emit(events.Event{Kind: events.KindState})
	}
	add(31)
	d.Sees("31/31", "b.go::G31")
	d.Press("j", "j")
	add(32)
	d.Sees("29/32", "b.go::G32") // the selection stays where it was
	before := f.calls["Ledger"]
	d.Emit(events.Event{Kind: events.KindState})
	if f.calls["Ledger"] != before {
		t.Error("it was read again although nothing happened")
	}
}

func TestALedgerThatCannotBeReadSaysWhy(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24)
	f.readErr = errBroken
	d.Press("L").Sees("The Ledger could not be read: the database is locked")
}
