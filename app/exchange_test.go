package app

import (
	"strings"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// What is read does not change because something new happens.
func TestARequestThatIsReadStaysWhileAnotherComes(t *testing.T) {
	d := drive(t, idle()).Size(120, 40).Press("5", "enter").Sees("━ Request 11:57:30")
	next := events.Activity{Episode: "e9", Kind: "turn", Phase: events.Waiting, Started: noon, Prompt: "And now the tests"}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: next}).Sees("And now the tests", "━ Request 11:57:30")
	d.Press("esc").Sees("> ✓ 11:57").Press("f").Sees("> ○  0:00", "─ Request 12:00:0")
	d.Emit(events.Event{Kind: events.KindActivity, Activity: events.Activity{Episode: "e10", Kind: "turn", Phase: events.Waiting, Started: noon.Add(time.Minute)}})
	d.Sees("─ Request 12:01:0")
}

func TestAFinishedRequestOpensToWhatTheModelSaw(t *testing.T) {
	f := story()
	x := f.exchanges["e2"]
	x.Authors = []event.TextBy{{From: 0, To: 7, Who: "client", Reason: "<system-reminder>"}, {From: 7, To: len(x.Prompt), Who: "user"}}
	f.exchanges["e2"] = x
	d := drive(t, f).Size(120, 40).Press("5", "j", "enter").Sees("[request]", "Outcomes")
	d.Press("c")
	if !strings.Contains(d.copied[0], "Outcomes\n") || strings.Contains(d.copied[0], "\x1b") {
		t.Errorf("the summary was copied as %q", d.copied[0])
	}
	d.Press("v").Sees("[saw]", "Inserted by holdfast", "[CURRENT STATE: AUTHORITATIVE]", "func (p *Pool) Acquire(")
	d.Press("G").Sees("The user's message", "Acquire must give up when the context ends", "[STATE NOTICE]")
	d.Press("c")
	if got := d.copied[1]; got != x.Inserted+x.Prompt {
		t.Errorf("what the model saw was copied as %q", got)
	}
	d.Press("v").Sees("[authors]", "Added by your client", "Why: <system-reminder>", "You wrote this: it counts as yours")
	d.Press("v").Sees("[left out]", "src/jwt.go::Verify", "STALE: someone changed it on disk", "src/pool.go::Pool.Stats", "24,576 are left")
	d.Press("v").Sees("[reply]", "Acquire now returns the error of the context:").SeesNo("```")
	d.Press("c")
	if d.copied[2] != x.Reply {
		t.Errorf("the reply was copied as %q", d.copied[2])
	}
	d.Press("v").Sees("[artifacts]", "src/pool.go::Pool.Acquire", "CONFIRMED", "Accepted: the model saw it", "88 → 97", "Gate B", "Waits for your review")
	d.Press("n", "n").Sees("UNLINKED", "no path, no known symbol", "unchanged  src/pool.go::Pool")
}

func TestALiveRequestKeepsItsPageUntilItEnds(t *testing.T) {
	f := story()
	d := drive(t, f).Size(120, 40).Press("5", "enter").Sees("● streaming").SeesNo("[request]")
	if f.calls["Exchange"] != 0 {
		t.Error("a live request was read back")
	}
	done := f.activities[0]
	done.Phase, done.Ended = events.Done, d.clock
	f.exchanges["e3"] = report.Exchange{Prompt: "make it so", Reply: "Done.", Episode: event.Episode{ID: "e3"}}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: done}).Sees("✓ done", "[request]")
	d.Press("v").Sees("Nothing was inserted", "make it so")
}

func TestARequestThatLeftNoTraceSaysSo(t *testing.T) {
	f := story()
	d := drive(t, f).Size(120, 40).Press("5", "G", "enter").Sees("✗ failed", "nothing is recorded of request e0").SeesNo("[request]")
	d.Press("k").Press("esc", "k").Sees("side request: gets nothing,")
	if f.calls["Exchange"] > 2 {
		t.Errorf("a side request was read back")
	}
}

// A quarter of a megabyte on one line is what a client may well send.
func TestALargeTextIsDrawnByItsBeginningAtOnce(t *testing.T) {
	f := story()
	x := f.exchanges["e2"]
	x.Inserted = "[CURRENT STATE: AUTHORITATIVE]\nEntity: a.go::A\nSource: Confirmed via AST\n\n" + strings.Repeat("x := f(1, \"two\")\n", 8<<10) + "[END CURRENT STATE]\n\n"
	x.Prompt = strings.Repeat("word ", 50<<10) + "the end"
	f.exchanges["e2"] = x
	d := drive(t, f).Size(80, 24).Press("5", "j", "enter")
	_, cmd := d.m.Update(key("v"))
	d.Sees("Inserted by holdfast, 139.4 kB", "x := f(1, \"two\")")
	if n := d.m.detail.doc.Len(); n > 1000 {
		t.Errorf("the draft has %d lines", n)
	}
	d.run(cmd)
	d.Press("G").Sees("word word the", "end")
	if w := d.m.detail.doc.Width(); w > 80 {
		t.Errorf("a line is %d columns wide", w)
	}
}

func BenchmarkDrawingALargeText(b *testing.B) {
	f := story()
	x := f.exchanges["e2"]
	x.Prompt = strings.Repeat("word ", 50<<10)
	x.Reply = strings.Repeat("word ", 50<<10)
	f.exchanges["e2"] = x
	for _, c := range []struct {
		name string
		keys []string
	}{{"saw", []string{"v"}}, {"reply", []string{"v", "v", "v", "v"}}} {
		b.Run(c.name, func(b *testing.B) {
			d := drive(b, f).Size(200, 60).Press("5", "j", "enter").Press(c.keys...)
			for b.Loop() {
				d.m.stale = true
				_ = d.m.View()
			}
		})
	}
}

func TestOfTwoVersionsInOneReplyTheRequestTellsWhichWasTaken(t *testing.T) {
	f := story()
	const note = "the same message brought it twice: this later version was taken, not the earlier one (a40)"
	f.activities[1].Outcomes[0].Note = note
	drive(t, f).Size(200, 60).Press("5", "j", "enter").Sees("AUTHORITATIVE", note)
}
