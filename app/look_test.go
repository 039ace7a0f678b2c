package app

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/store/event"
)

func TestADetailOfNothingSaysWhereThereIsSomething(t *testing.T) {
	d := drive(t, story()).Size(100, 30).Press("3").Sees("Files and known code match.", "Rows are in", "Pending (key 2)", "Activity (key 5).")
	d.Press("1", "/").Type("no such").Press("enter").Sees("no row of State Map passes the")
	d.Press("esc").SeesNo("Nothing is selected")
}

func TestAMessageThatIsTooLongForTheBarTakesTheLinesAboveIt(t *testing.T) {
	d := drive(t, story()).Size(60, 20).Press("T").Sees("No command waits.", "lets models ask for some.")
	d.Size(200, 60).Sees("No command waits. [bridge] mode in the configuration lets models ask for some.")
	d.Size(60, 20).Press("j").SeesNo("No command waits").Sees("5 Activity")
}

func TestAMessageHidesNoLineOfADecision(t *testing.T) {
	f := story()
	f.decideErr = engine.ErrChanged
	d := drive(t, f).Size(60, 20).Press("2", "enter").Wait(quiet).Press("y").Sees("Not done: it changed while you looked at it.")
	d.Sees("y will accept").Wait(quiet).Sees("y accept: it", "Not done")
}

func TestTheHintOfATextFieldGivesWayToWhatIsTyped(t *testing.T) {
	d := drive(t, story()).Size(80, 24).Press("2", "x").Sees("reason:", "optional, enter continues")
	d.Type("it drops every idle connection of the pool").Sees("reason: it drops every idle connection of the pool").SeesNo("enter continues")
}

func TestTheBarSaysWhatAKeyDoesNow(t *testing.T) {
	d := drive(t, story()).Size(120, 40).Press("2", "z").SeesNo("1 State Map").Press("z").Sees("1 State Map")
	d.Press("0").Sees("w wrap", "esc back").Press("w").Sees("w unwrap").Press("w", "esc")
	d.Press("enter").Sees("v split", "w wrap", "z zoom", "n next change").Press("v").Sees("v unified").Press("z").Sees("z show reason")
	d.Press("z", "v", "w").Sees("w unwrap", "v split").Press("esc")
	d.Press("?").Sees("? close", "enter run").Press("?").SeesNo("? close").Sees("? help")
	d.Press("D").Sees("Doctor", "? help").Press("?").Sees("Keys", "? close").Press("?").Sees("Doctor")
}

func TestTheBarOffersNothingWhereThereIsNothing(t *testing.T) {
	drive(t, story()).Size(100, 30).Press("3").SeesNo("/ filter").Press("/").Sees("/: there are no rows to filter")
	drive(t, story()).Size(200, 60).Press("C").Sees("Connect a client").SeesNo("j scroll").Size(60, 20).Sees("j scroll")
	drive(t, conversed()).Size(100, 30).Press("4", "enter", "x").Sees("Review").SeesNo("n next change").Press("n").Sees("n: there is no change to go to")
}

func TestWhileAReasonIsTypedTheReviewPromisesNothing(t *testing.T) {
	d := drive(t, story()).Size(80, 24).Press("2", "enter").Wait(quiet).Sees("y accept: it").Press("x")
	d.Sees("reason:", "nothing is decided yet").SeesNo("y will accept", "in a moment").Wait(quiet).SeesNo("y accept:")
	d.Press("enter").Sees("y will reject it").Wait(quiet).Sees("y reject it, without a reason")
}

func TestTheChoiceOfADisputeIsReadAtTheSmallestWidths(t *testing.T) {
	drive(t, disputed()).Size(60, 20).Press("3", "enter").Sees("choose first: d takes the disk, m keeps mine")
}

func TestAReviewHidesNoCheckWhereThereIsRoomForIt(t *testing.T) {
	f := story()
	for key, r := range f.reviews {
		for _, name := range []string{"finish", "parity_symbols", "parity_errors", "parity_nodes"} {
			r.Gates.Checks = append(r.Gates.Checks, event.Check{Name: name, Gate: "A", Detail: "why " + name})
		}
		r.Proposed = []byte("func Release() {}\n")
		r.Base = nil
		f.reviews[key] = r
	}
	drive(t, f).Size(80, 24).Press("2", "enter").Sees("✗ size", "+ func Release() {}").SeesNo("more lines")
	drive(t, f).Size(60, 14).Press("2", "enter").Sees("+ func Release() {}", "more line")
}

func TestBeforeAnythingIsReadTheScreenClaimsNothing(t *testing.T) {
	d := &driver{t: t, clock: noon}
	d.m = newModel(story(), modelOptions{
		Now: func() time.Time { return d.clock }, Dark: true,
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil },
	})
	first := d.m.Init()
	d.Send(tea.WindowSizeMsg{Width: 100, Height: 30}).Sees("Reading it…").SeesNo("not serving", "no upstream", "Nothing is known yet", "agree")
	d.run(first)
	d.Sees("1 State Map 8 · 1 removed", ":4141→").SeesNo("Reading it")
}

func TestInReadOnlyModeNothingIsOfferedThatIsRefused(t *testing.T) {
	d := drive(t, lost()).Size(100, 30).Press("1").Sees("p recover", "F fresh start").SeesNo("a adopt", "A adopt files")
	d.Press("A").Sees("A: not in read-only mode: p recovers the session, F starts empty").SeesNo("adopt from disk:")
	d.Press("a").Sees("a: not in read-only mode")
}
