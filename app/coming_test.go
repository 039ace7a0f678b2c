package app

import (
	"strings"
	"testing"
	"time"

	"holdfast/engine/coming"
	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// A reply is read while it streams: what it says, to its end, and what was recognised.
func TestALiveReplyIsReadWhileItStreams(t *testing.T) {
	f := story()
	say := func(lines int, found ...coming.Found) {
		text := strings.Repeat("It goes on and on.\n", lines)
		f.coming = map[string]report.Coming{"e3": {Said: events.Said{Text: text + "The last line is " + count(lines) + "."}, Found: found}}
	}
	d := drive(t, f).Size(120, 40).Press("5", "enter").Sees("● streaming", "Hydrated: the model saw these")
	say(3, coming.Found{Entity: "src/pool.go::Pool.Release", Known: true})
	d.Wait(time.Second).Sees("[reply]", "The last line is 3.", "Recognised so far", "± src/pool.go::Pool.Release  known, still coming")
	say(90, coming.Found{Entity: "src/pool.go::Pool.Release", Known: true, Whole: true}, coming.Found{Entity: "src/new.go::New"}, coming.Found{Entity: "Alone", Whole: true})
	d.Wait(time.Second).Sees("The last line is 90.", "Pool.Release  known", "✚ src/new.go::New  new, still coming", "? Alone  no file was named")
	d.Press("g")
	say(95)
	d.Wait(time.Second).SeesNo("The last line is") // whoever reads further up is left there
	d.Press("G").Sees("The last line is 95.")

	done := f.activities[0]
	done.Phase, done.Ended = events.Done, d.clock
	f.exchanges["e3"] = report.Exchange{Prompt: "make it so", Reply: "All of it.", Episode: event.Episode{ID: "e3"}}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: done}).Sees("[reply]", "All of it.")
}

func TestOnlyTheSelectedReplyIsRead(t *testing.T) {
	f := story()
	d := drive(t, f).Size(120, 40).Wait(5 * time.Second)
	if n := f.calls["Coming"]; n > 0 {
		t.Errorf("a reply that nobody looks at was read %d times", n)
	}
	d.Press("5").Wait(3 * time.Second)
	if n := f.calls["Coming"]; n < 3 || n > 5 {
		t.Errorf("the reply was read %d times in 3 s", n)
	}
}

func TestARequestThatFailedShowsPromptAndCauseAndSeveralRemarks(t *testing.T) {
	f := idle()
	f.activities = []events.Activity{
		{Episode: "a", Kind: "turn", Phase: events.Failed, Started: noon, Ended: noon, Prompt: "Rename the pool", Error: "the model server answered 503: overloaded"},
		{Episode: "b", Kind: "turn", Phase: events.Done, Started: noon, Ended: noon, Prompt: "Mend it", Remarks: []event.Remark{{Kind: "claim"}, {Kind: "loop"}, {Kind: "loop"}}},
		{Episode: "c", Kind: "turn", Phase: events.Done, Started: noon, Ended: noon, Prompt: "Count", Bytes: 900, Read: event.PromptRead{Tokens: 1200, Cached: 1000, Processed: 200}},
	}
	d := drive(t, f).Size(160, 40)
	d.Sees("✗ 12:00  Rename the pool · the model server answered 503: overloaded", "failed", "only claimed, in a loop", "1k cached 200 read", "  ~")
	d.SeesNo("tokens out")
}
