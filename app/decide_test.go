package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/engine/events"
)

// wantDecided fails unless these decisions reached the engine, and no other.
func wantDecided(t *testing.T, f *fake, want ...string) {
	t.Helper()
	if !slices.Equal(f.decided, want) {
		t.Fatalf("decided %q, want %q", f.decided, want)
	}
}

func TestADecisionNeedsTwoKeysAndAMoment(t *testing.T) {
	const accepted = "accept p1 sha256:p1 on b12"
	for _, c := range []struct {
		name string
		play func(*driver)
		want []string
	}{
		{"enter opens and never confirms", func(d *driver) { d.Press("enter").Settle().Press("enter").Settle().Press("enter") }, nil},
		{"y alone does nothing in the list", func(d *driver) { d.Settle().Press("y").Settle().Press("y") }, nil},
		{"y confirms after a moment of stillness", func(d *driver) { d.Press("enter").Settle().Press("y") }, []string{accepted}},
		{"y at once does nothing", func(d *driver) { d.Press("enter", "y", "y", "y", "y", "y", "y") }, nil},
		{"a key before y starts the moment anew", func(d *driver) { d.Press("enter").Settle().Press("j", "y") }, nil},
		{"y after reading on", func(d *driver) { d.Press("enter", "j").Settle().Press("y") }, []string{accepted}},
		{"coming back to the terminal starts it anew", func(d *driver) {
			d.Press("enter").Settle().Send(tea.BlurMsg{}).Send(tea.FocusMsg{}).Press("y")
		}, nil},
		{"a terminal without the focus confirms nothing", func(d *driver) {
			d.Press("enter").Send(tea.BlurMsg{}).Settle().Sees("no focus here").Press("y")
		}, nil},
		{"a key tells that someone is there", func(d *driver) {
			d.Press("enter").Send(tea.BlurMsg{}).Settle().Press("j").Settle().Press("y")
		}, []string{accepted}},
		{"a new size starts it anew", func(d *driver) { d.Press("enter").Settle().Size(100, 30).Press("y") }, nil},
		{"a screen that is too small confirms nothing", func(d *driver) { d.Press("enter").Size(40, 10).Settle().Press("y") }, nil},
		{"help over the review confirms nothing", func(d *driver) { d.Press("enter", "?").Settle().Press("y").Press("esc", "y") }, nil},
		{"y twice decides once", func(d *driver) { d.Press("enter").Settle().Send(key("yy")) }, []string{accepted}},
		{"a paste confirms nothing", func(d *driver) { d.Press("enter").Settle().Send(pasteMsg{Text: "y"}).Settle() }, nil},
		{"a paste without brackets confirms nothing", func(d *driver) { d.Press("enter").Settle().Send(key("y\ny")) }, nil},
		{"the first key of several that came at once confirms nothing", func(d *driver) {
			d.Press("enter").Settle().Send(burstMsg{}).Send(key("y")).Send(key("enter"))
		}, nil},
		{"esc decides nothing", func(d *driver) { d.Press("enter").Settle().Press("esc").Settle().Press("y") }, nil},
		{"a opens to accept", func(d *driver) { d.Press("a").Settle().Press("y") }, []string{accepted}},
		{"x asks for a reason, y confirms", func(d *driver) {
			d.Press("x").Type("loses the guard").Press("enter").Settle().Press("y")
		}, []string{"reject p1: loses the guard"}},
		{"a reason may be empty", func(d *driver) { d.Press("x", "enter").Settle().Press("y") }, []string{"reject p1: "}},
		{"y within the reason is a letter", func(d *driver) { d.Press("x").Settle().Press("y").Settle().Press("y") }, nil},
		{"esc in the reason goes back to the list", func(d *driver) { d.Press("x", "esc").Settle().Press("y") }, nil},
		{"a rejection can be turned", func(d *driver) { d.Press("x", "n", "enter", "a").Settle().Press("y") }, []string{accepted}},
		{"an acceptance can be turned", func(d *driver) { d.Press("a", "x", "n", "enter").Settle().Press("y") }, []string{"reject p1: n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := story()
			d := drive(t, f).Size(80, 24).Press("2").Settle()
			c.play(d)
			wantDecided(t, f, c.want...)
		})
	}
}

func TestADecisionClosesItsReviewAndSaysSo(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("2", "enter").Settle().Sees("Review src/pool.go::Pool.Release", "y accept: it").Press("y")
	d.Sees("Accepted src/pool.go::Pool.Release", "2 Pending 2").SeesNo("Review ")
}

func TestADecisionIsRefusedWhenWhatWasShownChanged(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("2", "enter").Settle()
	f.decideErr = fmt.Errorf("accept p1: %w", engine.ErrChanged)
	r := f.reviews["p1"]
	r.Proposed, r.Shown.Hash = []byte("func (p *Pool) Release() {}\n"), "sha256:other"
	f.reviews["p1"] = r
	d.Press("y").Sees("changed while you looked at it", "+1 −11")
	wantDecided(t, f)
	f.decideErr = nil
	d.Press("y").Sees("not ready yet")
	wantDecided(t, f)
	d.Settle().Press("y")
	wantDecided(t, f, "accept p1 sha256:other on b12")
}

func TestAReviewFollowsItsProposal(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("2", "enter").Settle()
	d.Emit(events.Event{Kind: events.KindState}).Sees("y accept")
	if !d.m.armed() {
		t.Error("an event that changed nothing disarms")
	}
	r := f.reviews["p1"]
	r.Shown.Base = "b13"
	f.reviews["p1"] = r
	d.Emit(events.Event{Kind: events.KindState}).Sees("It changed while you looked at it")
	if d.m.armed() {
		t.Error("another base leaves the decision armed")
	}
	delete(f.reviews, "p1")
	d.Emit(events.Event{Kind: events.KindState}).Sees("It cannot be decided", "is settled")
	d.Settle().Press("y")
	wantDecided(t, f)
}

func TestAFailedDecisionKeepsTheReviewOpen(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("2", "enter").Settle()
	f.decideErr = errBroken
	d.Press("y").Sees("Not done: the database is locked", "Review src/pool.go::Pool.Release")
}

func TestNothingIsConfirmedBeforeItIsDrawn(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("2")
	_, cmd := d.m.Update(key("enter")) // what it asks for has not come yet
	d.Settle().Settle()
	if d.m.armed() {
		t.Error("a review without its proposal is armed")
	}
	d.run(cmd)
	if d.m.armed() {
		t.Error("a review is armed as it is drawn")
	}
	d.Settle()
	if !d.m.armed() {
		t.Error("a drawn review is not armed after a moment")
	}
}

func TestAnEntityIsTombstonedAndRestoredOnConfirmation(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("j", "x").Sees("Tombstone", "cmd/server/main.go::main", "in a moment")
	d.Press("y")
	wantDecided(t, f)
	d.Settle().Sees("y tombstone it").Press("y").Sees("Tombstoned cmd/server/main.go::main")
	wantDecided(t, f, "tombstone cmd/server/main.go::main")
	d.Press("G").Sees("TOMBSTONED").Press("x").Sees("it is removed already")
	d.Press("a").Settle().Press("y").Sees("Restored src/pool.go::drain")
	wantDecided(t, f, "tombstone cmd/server/main.go::main", "restore src/pool.go::drain")
}

func TestQuitAsksWhileRequestsAreLive(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("q").Sees("1 request is live", "cuts it off")
	d.Press("y")
	if d.quit {
		t.Fatal("y at once quits")
	}
	d.Press("esc").SeesNo("cuts it off").Press("q").Settle().Press("y")
	if !d.quit {
		t.Error("a confirmed quit does not quit")
	}
	f.activities = f.activities[1:]
	if idle := drive(t, f).Size(80, 24).Press("q"); !idle.quit {
		t.Error("q does not quit where nothing is live")
	}
	if inside := drive(t, f).Size(80, 24).Press("0", "q"); inside.quit {
		t.Error("q in the detail quits; it goes back")
	}
}

func TestCtrlCTwiceQuits(t *testing.T) {
	d := drive(t, story()).Size(80, 24).Press("ctrl+c").Sees("once more")
	d.Wait(3 * time.Second).Press("ctrl+c")
	if d.quit {
		t.Fatal("two interrupts far apart quit")
	}
	d.Press("ctrl+c")
	if !d.quit {
		t.Error("two interrupts do not quit")
	}
	for _, at := range [][]string{{"2", "enter"}, {"/"}, {"?"}, {"2", "x"}} {
		d := drive(t, story()).Size(80, 24).Press(at...).Press("ctrl+c", "ctrl+c")
		if !d.quit {
			t.Errorf("after %q two interrupts do not quit", at)
		}
	}
}

func TestWhatComesTooFastForKeysIsIgnored(t *testing.T) {
	d := drive(t, story()).Size(80, 24)
	d.Send(key("qy")).Sees("Too fast for keys")
	for range 40 {
		d.Send(key("j")) // the clock stands still
	}
	d.Sees("Too fast for keys")
	if at := d.m.panes.all[0].list().Cursor(); at > burstKeys {
		t.Errorf("the cursor moved %d rows within no time", at)
	}
	held := drive(t, story()).Size(80, 24).Send(key("jjj"))
	if at := held.m.panes.all[0].list().Cursor(); at != 3 {
		t.Errorf("a key held down moved %d rows, want 3", at)
	}
	if f := drive(t, story()).Size(80, 24).Press("/").Send(key("pool")); !strings.Contains(f.Screen(), "/pool") {
		t.Error("text in one piece does not reach a field")
	}
}
