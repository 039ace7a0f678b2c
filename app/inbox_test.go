package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

// troubled is a story in which all went wrong that can: two symbols of a file were
// changed, one is not saved, a folder is gone, and something is lost.
func troubled() *fake {
	f := bereft()
	for _, x := range []struct {
		key    string
		reason stale.Reason
	}{
		{"src/jwt.go::Sign", stale.Edited}, {"src/jwt.go::Verify", stale.Edited}, {"src/pool.go::Pool.Acquire", stale.NotApplied},
		{"cmd/server/main.go::main", stale.Vanished}, {"cmd/server/main.go::run", stale.Vanished},
	} {
		f.diverged = append(f.diverged, settlementFor(x.key, x.reason))
	}
	return f
}

func settlementFor(key string, reason stale.Reason) report.Settlement {
	path, symbol, _ := strings.Cut(key, "::")
	return report.Settlement{Divergence: stale.Divergence{Key: key, Path: path, Symbol: symbol, Reason: reason, Disk: "sha256:d15c"}}
}

func TestTheInboxHasARowForWhatStandsOfEachFile(t *testing.T) {
	d := drive(t, troubled()).Size(120, 40).Sees("!3 alerts").Press("!")
	d.Sees("Alerts 3", "2 symbols lost", "cmd/  deleted, 2 symbols", "src/jwt.go  2 changed on disk").SeesNo("not saved yet, withheld")
	d.Press("x").Sees("it goes when it is settled")
	d.Press("j", "enter").SeesNo("Alerts 3").Sees("> src/jwt.go::Sign")
	if d.m.panes.focused().title() != "Stale" {
		t.Errorf("enter goes to %s", d.m.panes.focused().title())
	}
}

func TestWhatWasWithheldStandsWithWhatItWasWithheldFor(t *testing.T) {
	d := drive(t, troubled()).Size(120, 40)
	next := events.Activity{
		Episode: "e9", Kind: "turn", Phase: events.Done, Started: noon, Ended: noon.Add(time.Second), Prompt: "Go on",
		Withheld: []event.EntityRef{{Entity: "src/pool.go::Pool.Acquire", Reason: "not_applied"}, {Entity: "src/jwt.go::Sign", Reason: "edited"}},
	}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: next}).Sees("!4 alerts").Press("!")
	d.Sees("src/pool.go  1 not saved yet, withheld from 1 request", "src/jwt.go  2 changed on disk, withheld from 1 request")
}

func TestAnAlertOfARequestAndItsFailureAreOneRow(t *testing.T) {
	f := story()
	f.diverged, f.status.Stale = nil, 0
	d := drive(t, f).Size(120, 40).SeesNo("alert")
	failed := events.Activity{Episode: "e9", Kind: "turn", Phase: events.Failed, Started: noon, Ended: noon.Add(time.Second), Prompt: "Rename it", Error: "the upstream closed the connection"}
	d.Emit(events.Event{Kind: events.KindAlert, Episode: "e9", Alert: "the server has read 4,096 of 9,000 tokens"}, events.Event{Kind: events.KindActivity, Activity: failed})
	d.Sees("!1 alert").Press("!").Sees("✗ 12:00:01  Rename it", "the upstream closed the connection; the server has read 4,096")
	d.Press("enter").SeesNo("1 alert").Sees("Request 12:00:00", "Rename it")
	d.Emit(events.Event{Kind: events.KindState}).SeesNo("1 alert")
	d.Emit(events.Event{Kind: events.KindAlert, Episode: "e9", Alert: "src/jwt.go::Sign is contested"}).Sees("!1 alert")
}

func TestALateDoubtAboutARequestFromBeforeIsNews(t *testing.T) {
	f := story()
	f.diverged, f.status.Stale = nil, 0
	d := drive(t, f).Size(120, 40)
	before := events.Activity{Episode: "e8", Kind: "turn", Phase: events.Done, Started: noon.Add(-time.Hour), Ended: noon.Add(-time.Hour), Prompt: "Write the pool"}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: before}).SeesNo("alert")
	d.Emit(events.Event{Kind: events.KindAlert, Entity: "src/pool.go::Pool", Episode: "e8", Alert: "src/pool.go::Pool is contested"}).Sees("!1 alert")
	d.Press("!").Sees("Write the pool", "src/pool.go::Pool is contested")
}

func TestWhatIsToldOfAnEntityGivesWayToTheRowOfItsFile(t *testing.T) {
	f := story()
	f.diverged, f.status.Stale = nil, 0
	d := drive(t, f).Size(120, 40)
	d.Emit(events.Event{Kind: events.KindAlert, Entity: "src/jwt.go::Sign", Alert: "src/jwt.go::Sign is STALE: it was changed on disk"}).Sees("!1 alert")
	f.diverged = append(f.diverged, settlementFor("src/jwt.go::Sign", stale.Edited))
	d.Emit(events.Event{Kind: events.KindState}).Sees("!1 alert").Press("!").Sees("src/jwt.go  1 changed on disk")
	d.Press("esc")
	f.diverged = nil
	d.Emit(events.Event{Kind: events.KindState}).SeesNo("1 alert")
}

func TestARefusalOfTheGuardIsARowAndTheSameAlertAgainIsNone(t *testing.T) {
	f := story()
	f.diverged, f.status.Stale = nil, 0
	d := drive(t, f).Size(120, 40)
	denied := events.Activity{Episode: "g1", Kind: "guard", Phase: events.Failed, Started: noon, Ended: noon, Prompt: "guard denied a write", Error: "guard denied a write: it loses two symbols"}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: denied}, events.Event{Kind: events.KindAlert, Episode: "g1", Alert: "guard denied a write: it loses two symbols; holdfast guard allow g1 lets it run"})
	d.Sees("!1 alert")
	for range 3 {
		d.Emit(events.Event{Kind: events.KindAlert, Alert: "the shadow audit has no result: it timed out"})
	}
	d.Sees("!2 alerts").Press("!").Sees("holdfast guard allow g1 lets it run", "it timed out (3 times)")
	d.Press("X").SeesNo("alerts", "Alerts")
}

// What the guard refused is let run with a key, in the list of alerts and on its row.
func TestARefusalOfTheGuardIsOverruledWithAKey(t *testing.T) {
	f := story()
	f.diverged, f.status.Stale = nil, 0
	d := drive(t, f).Size(120, 40)
	denied := events.Activity{
		Episode: "g1", Session: f.status.Session, Kind: "guard", Phase: events.Failed, Path: "src/a.go",
		Started: noon.Add(time.Hour), Ended: noon.Add(time.Hour), Prompt: "guard denied a write", Error: "guard denied a write: it loses two symbols",
	}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: denied}, events.Event{Kind: events.KindAlert, Episode: "g1", Alert: denied.Error})
	d.Press("!").Sees("o let it run").Press("o").Sees("Overrule the guard", "src/a.go", "it loses two symbols").Settle().Sees("y let it run")
	d.Press("esc").SeesNo("Overrule the guard").Press("o").Settle().Press("y").Sees("This write may run when the client makes it again")
	d.Press("esc", "5", "g", "o").Sees("Overrule the guard").Settle().Press("y")
	if want := []string{"overrule g1", "overrule g1"}; !slices.Equal(f.decided, want) {
		t.Errorf("decided %q, want %q", f.decided, want)
	}
	d.Press("j").Press("o").SeesNo("Overrule the guard")
}
