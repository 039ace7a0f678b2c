package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"holdfast/engine/events"
	"holdfast/engine/recovery"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

func TestUpdateAndViewNeverCallTheEngine(t *testing.T) {
	f := disputed()
	f.sessions = housed().sessions
	d := drive(t, f).Size(120, 40)
	messages := []tea.Msg{
		tea.WindowSizeMsg{Width: 200, Height: 60}, tea.FocusMsg{}, tea.BlurMsg{}, tickMsg{}, stillMsg{}, expireMsg{1},
		pasteMsg{Text: "x"}, batchMsg{State: true, Activities: f.activities, Alerts: []events.Event{{Alert: "a"}}},
		pageMsg{id: "x"}, docMsg{}, reviewMsg{}, decidedMsg{done: "x"}, readMsg{}, saidMsg{}, ageMsg{}, editedMsg{}, jobMsg{of: &job{}}, endedMsg{of: &job{}}, ledgerMsg{of: &ledger{}}, sheetMsg{of: &sheet{}, err: errBroken}, planMsg{of: &recoverOverlay{}, err: errBroken}, recoveredMsg{of: &recoverOverlay{shown: &recovery.Preview{}}}, freshMsg{},
		tea.MouseMsg{X: 3, Y: 3, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft},
	}
	for _, k := range []string{
		"j", "k", "g", "G", "ctrl+d", "ctrl+u", "tab", "shift+tab", "1", "2", "3", "5", "0", "enter", "esc", "/", "x", "a", "A", "o", "e", "R", "D", "L", "y", "v", "w", "z", "n", "N",
		"c", "f", "r", "s", "t", "?", "!", "M", "q", "ctrl+c", "J", "K", "h", "l", "p", "F", "E", "b",
	} {
		messages = append(messages, key(k))
	}
	// Each message meets the program in several places.
	for _, place := range [][]string{nil, {"2"}, {"3"}, {"4"}, {"4", "enter"}, {"5"}, {"0"}, {"2", "enter"}, {"2", "x"}, {"3", "enter"}, {"3", "a"}, {"A"}, {"A", "enter"}, {"D"}, {"L"}, {"L", "enter"}, {"L", "/"}, {"s"}, {"s", "j"}, {"s", "j", "A"}, {"s", "j", "r"}, {"x"}, {"/"}, {"?"}, {"p"}} {
		d.Press("esc", "esc", "esc", "1").Press(place...).Settle()
		for _, msg := range messages {
			before := f.total()
			_, _ = d.m.Update(msg) // its commands are not run
			_ = d.m.View()
			if after := f.total(); after != before {
				t.Fatalf("after %q, %T %v called the engine", place, msg, msg)
			}
		}
		d.m.reads, d.m.editing, d.m.jobs.job = reads{}, false, nil
	}
	if f.total() == 0 {
		t.Fatal("the program never called the engine: the test counts nothing")
	}
}

func TestMovingThroughAListReadsOnlyWhereItRests(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24)
	var waiting []tea.Cmd
	before := f.calls["Detail"]
	for range 6 {
		d.Wait(50 * time.Millisecond)
		_, cmd := d.m.Update(key("j"))
		waiting = append(waiting, cmd)
	}
	for _, cmd := range waiting {
		d.run(cmd)
	}
	if n := f.calls["Detail"] - before; n != 2 {
		t.Errorf("six moves read %d entities, want the first and the last", n)
	}
	d.Sees("━ 1 State Map 8 · 1 removed", "─ src/pool.go::Pool.Release")
}

func TestReadingIsCoalesced(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24)
	before := f.calls["StateList"]
	var waiting []tea.Cmd
	for range 10 {
		_, cmd := d.m.Update(batchMsg{State: true})
		waiting = append(waiting, cmd)
	}
	for _, cmd := range waiting {
		d.run(cmd)
	}
	if n := f.calls["StateList"] - before; n != 2 {
		t.Errorf("ten changes at once read the State Map %d times, want 2", n)
	}
	before = f.calls["StateList"]
	d.Emit(events.Event{Kind: events.KindActivity, Activity: f.activities[0]})
	if n := f.calls["StateList"] - before; n != 0 {
		t.Errorf("a request's progress read the State Map %d times", n)
	}
}

func TestListsAreReadOnlyWhereTheyChanged(t *testing.T) {
	f := story()
	f.status.Listed = 7
	d := drive(t, f).Size(80, 24)
	reads := func() (n int) {
		for _, name := range []string{"StateList", "Pending", "Divergences", "Detail"} {
			n += f.calls[name]
		}
		return n
	}
	before := reads()
	d.Emit(events.Event{Kind: events.KindState})
	if n := reads() - before; n != 0 {
		t.Errorf("what is as it was is read in %d calls", n)
	}
	f.entities = append([]report.Entity{{Key: "a/new.go::New", Version: 1}}, f.entities...)
	f.status.Listed = 8
	d.Emit(events.Event{Kind: events.KindState}).Sees("State Map 9 ·", "a/new.go::New")
	f.readErr, f.status.Listed = errBroken, 9
	d.Emit(events.Event{Kind: events.KindState}).Sees(errBroken.Error()[:20])
	f.readErr, f.entities = nil, f.entities[1:]
	d.Emit(events.Event{Kind: events.KindState}).Sees("State Map 8 ·") // what failed is read again
}

func TestTheScreenFollowsTheEngine(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("j", "j")
	f.entities = append([]report.Entity{{Key: "a/new.go::New", Version: 1}}, f.entities...)
	f.status.Pending = 7
	d.Emit(events.Event{Kind: events.KindState}).Sees("State Map 9 ·", "a/new.go::New", "7 pending", "> src/jwt.go::Sign")
	next := events.Activity{Episode: "e4", Kind: "turn", Phase: events.Waiting, Started: noon, Prompt: "Now the tests"}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: next}).Sees("Now the tests", "2 live", "  ○  0:00", "waiting")
	next.Phase, next.Ended = events.Done, noon.Add(9*time.Second)
	d.Emit(events.Event{Kind: events.KindActivity, Activity: next}).Sees("✓ 12:00  Now", "nothing changed", "1 live")
	next.Phase, next.Ended = events.Streaming, time.Time{}
	d.Emit(events.Event{Kind: events.KindActivity, Activity: next}).Sees("✓ 12:00  Now")
}

func TestClocksTickOnlyWhileARequestIsLive(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Sees("0:07")
	if n := len(d.timers); n != 1 {
		t.Fatalf("%d timers run while a request is live, want 1", n)
	}
	d.Wait(5 * time.Second).Sees("0:12")
	done := f.activities[0]
	done.Phase, done.Ended = events.Done, d.clock
	d.Emit(events.Event{Kind: events.KindActivity, Activity: done}).Wait(10 * time.Second)
	if n := len(d.timers); n != 0 {
		t.Errorf("%d timers run while nothing happens", n)
	}
}

func TestAnUnchangedScreenIsNotDrawnAgain(t *testing.T) {
	d := drive(t, story()).Size(200, 60)
	first := d.m.View()
	d.m.panes.all[0].list().Move(3) // behind the model's back
	if d.m.View() != first {
		t.Error("View draws although no message came")
	}
}

func TestAnAlertIsABadgeAndOneLine(t *testing.T) {
	d := drive(t, story()).Size(80, 24).Press("2", "enter").Settle()
	d.Emit(
		events.Event{Kind: events.KindAlert, Alert: "the disk is nearly full"},
		events.Event{Kind: events.KindAlert, Alert: "vanished from disk", Entity: "src/jwt.go::Sign"},
	)
	d.Sees("!2 alerts", "src/jwt.go::Sign: vanished from disk", "Review src/pool.go")
	if !d.m.armed() {
		t.Error("an alert disarms a decision; it takes no keys and moves nothing")
	}
	d.Sees("(and 1 more, see !)").Wait(messageTime).SeesNo("vanished from disk").Sees("!2 alerts")
	d.Press("esc", "!").Sees("the disk is nearly full", "vanished from disk").Sees("!2 alerts")
	d.Press("x").Sees("!1 alert", "vanished from disk").SeesNo("nearly full", "!2 alerts")
	d.Press("x").SeesNo("alert").Press("!").Sees("No alerts.")
}

func TestWhatIsWithheldIsToldOnce(t *testing.T) {
	d := drive(t, story()).Size(120, 40)
	next := events.Activity{
		Episode: "e4", Kind: "turn", Phase: events.Waiting, Started: noon, Prompt: "And now Verify",
		Withheld: []event.EntityRef{{Entity: "src/jwt.go::Verify", Reason: string(stale.NotApplied)}},
	}
	told := "Withheld from the model: src/jwt.go::Verify, STALE: the file does not hold this version yet"
	d.Emit(events.Event{Kind: events.KindActivity, Activity: next}).Sees(told, "1 withheld")
	d.Press("?", "esc").SeesNo(told)
	next.Phase = events.Streaming
	d.Emit(events.Event{Kind: events.KindActivity, Activity: next}).SeesNo(told)
	d.Press("5").Sees("Withheld: named, but not safe to show", "STALE: the file does not hold this version yet")
	other := next
	other.Episode, other.Withheld = "e5", append(slices.Clone(next.Withheld), event.EntityRef{Entity: "src/jwt.go::Sign", Reason: "unavailable"})
	d.Emit(events.Event{Kind: events.KindActivity, Activity: other}).Sees("Withheld from the model: src/jwt.go::Verify and 1 more, see Activity (5)")
	for i := range 3 * maxRequests {
		other.Episode = fmt.Sprint("many", i)
		d.m.panes.activity.withheld([]events.Activity{other})
	}
	if n := len(d.m.panes.activity.told); n > maxRequests {
		t.Errorf("%d episodes are remembered as told", n)
	}
}

func TestFilterShowsOnlyWhatHoldsItsWords(t *testing.T) {
	d := drive(t, story()).Size(80, 30).Press("/").Type("pool rel")
	d.Sees("State Map 1 of 9 /pool rel", "/pool rel", "Pool.Release").SeesNo("jwt.go::Verify")
	d.Press("enter", "j").Sees("/pool rel").SeesNo("jwt.go::Verify")
	d.Press("esc").Sees("jwt.go::Verify").SeesNo("/pool rel")
	d.Press("/").Type("tombstoned").Sees("pool.go::drain").SeesNo("jwt.go::Verify").Press("esc").Sees("jwt.go::Verify")
	d.Press("5", "/").Type("failed").Press("enter").Sees("Activity 1 of 4 /failed", "upstream does not answer").SeesNo("streaming")
	d.Press("/").Send(pasteMsg{Text: "x\ny"}).Sees("/failedx y")
}

func TestCopyTakesTheNameOrTheContent(t *testing.T) {
	d := drive(t, story()).Size(80, 24).Press("j", "j", "j", "j", "j", "c").Sees("Copied the name")
	d.Press("0", "c").Sees("Copied the content").Press("2", "c", "enter", "c").Sees("Copied the proposal")
	want := []string{"src/pool.go::Pool.Acquire", acquireGo, "p1", releaseAfter}
	if !slices.Equal(d.copied, want) {
		t.Errorf("copied %q, want %q", d.copied, want)
	}
}

func TestTheDetailShowsWhatIsSelected(t *testing.T) {
	d := drive(t, story()).Size(120, 40).Press("2").Sees("─ src/pool.go::Pool.Release", "elided: line 6", "+2 −5")
	d.Press("5").Sees("Request 11:59:53", "Hydrated: the model saw these, 6.2 kB")
	d.Press("j").Sees("Withheld: named, but not safe to show", "STALE: someone changed it on disk", "UNLINKED")
	d.Press("1").Sees("─ README.md::*", "[rendered]").Press("v").Sees("[content]", "# api")
	d.Press("j").Sees("[content]", "func main()").SeesNo("rendered")
	d.Press("enter", "v").Sees("[versions]", "SUPERSEDED", "pasted by the user").Press("v").Sees("[gates]", "Accepted: the model saw it")
	d.Press("esc").Press("z").SeesNo("Activity").Press("z").Sees("Activity")
}

func TestAReadFailureIsSaidAndKeepsTheOldRows(t *testing.T) {
	f := story()
	d := drive(t, f).Size(120, 40)
	f.readErr = errBroken
	d.Emit(events.Event{Kind: events.KindState}).Sees("could not be read: the database is locked", "src/jwt.go::Sign")
	delete(f.details, "README.md::*")
	f.readErr = nil
	d.Emit(events.Event{Kind: events.KindState}).Sees("It could not be read: no entity README.md::*")
}

func TestEmptyPanesSayWhatToDo(t *testing.T) {
	f := &fake{status: report.Status{Listen: "127.0.0.1:4141"}}
	drive(t, f).Size(120, 40).Sees("Point your client at", "http://127.0.0.1:4141/v1, C shows how", "adopts files that are on disk", "2 Pending · nothing waits", "3 Stale · files match", "5 Activity · point a client at http://127.0.0.1:4141/v1")
}

func TestWhereNoModelServerAnswersTheScreenSaysWhatToDo(t *testing.T) {
	f := &fake{status: report.Status{Listen: "127.0.0.1:4141", Tried: []string{"Ollama at http://127.0.0.1:11434: connection refused"}}}
	d := drive(t, f).Size(120, 40).Sees("No model server answers", "--upstream URL", "holdfast demo", "✗ Ollama at http://127.0.0.1:11434", "ollama serve")
	d.Size(60, 20).Sees("No model server answers", "holdfast demo", "0 shows all of it").Press("0", "G").Sees("What to do next").Press("esc")
	f.status.Tried, f.status.Upstream = nil, "http://127.0.0.1:11434"
	d.Size(120, 40).Emit(events.Event{Kind: events.KindState}).Sees("What to do next", "Point your client at http://127.0.0.1:4141/v1. C shows how").SeesNo("No model server")
	f.entities, f.details = story().entities, story().details
	d.Emit(events.Event{Kind: events.KindState}).Sees("AUTHORITATIVE").SeesNo("What to do next")
}

func TestTheTopLineSaysWhoAnswers(t *testing.T) {
	f := story()
	drive(t, f).Size(80, 24).Sees("api-refactor", ":4141→:11434/qwen2.5-coder:7b", "3 pending", "1 live")
	f.status.Upstream, f.status.Demo = "demo", true
	drive(t, f).Size(80, 24).Sees("DEMO")
	drive(t, f).Size(50, 12).Sees("DEMO")
	f.status.Banner = "NOT RECORDED: the disk is full"
	drive(t, f).Size(50, 12).Sees("NOT RECORDED: the disk is full")
}

func TestTheMouseSelectsAndScrollsAndDecidesNothing(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24)
	click := func(b tea.MouseButton, x, y int) {
		d.Send(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: b})
	}
	on := func(text string) int {
		t.Helper()
		y := slices.IndexFunc(strings.Split(d.Screen(), "\n"), func(l string) bool { return strings.Contains(l, text) })
		if y < 0 {
			t.Fatalf("no line says %q", text)
		}
		return y
	}
	click(tea.MouseButtonLeft, 5, on("src/jwt.go::Sign "))
	d.Sees("> src/jwt.go::Sign")
	click(tea.MouseButtonLeft, 5, on("─ 2 Pending")+1)
	d.Sees("━ 2 Pending")
	click(tea.MouseButtonLeft, 60, 10)
	d.Sees("━ src/pool.go::Pool.Release")
	click(tea.MouseButtonWheelDown, 60, 10)
	d.Sees("4-")
	click(tea.MouseButtonLeft, strings.Index(ansi.Strip(strings.Split(d.Screen(), "\n")[on("[diff]")]), "gates")-2, on("[diff]"))
	d.Sees("[gates]").Press("1")
	click(tea.MouseButtonLeft, 2, 23)
	d.Sees("esc back")
	d.Press("esc", "L")
	click(tea.MouseButtonLeft, 5, 4)
	if at := opened[*ledger](d.m.overlays).rows.Cursor(); at != 2 {
		t.Errorf("a click on the third row of the Ledger selects row %d", at)
	}
	click(tea.MouseButtonWheelDown, 5, 4)
	d.Sees("3/8").Press("enter")
	click(tea.MouseButtonWheelDown, 5, 4)
	d.Press("esc", "esc", "2", "enter").Settle()
	for y := range 24 {
		click(tea.MouseButtonLeft, 3, y)
	}
	wantDecided(t, f)
}

func TestKeysAreGivenOnceInAPlace(t *testing.T) {
	d := drive(t, disputed()).Size(80, 24)
	for _, place := range [][]string{nil, {"2"}, {"3"}, {"4"}, {"4", "enter"}, {"5"}, {"0"}, {"2", "enter"}, {"3", "enter"}, {"A"}, {"A", "enter"}, {"D"}, {"L"}, {"L", "enter"}, {"L", "/"}, {"x"}, {"/"}, {"?"}} {
		d.Press("esc", "esc", "esc", "1").Press(place...)
		for _, s := range d.m.scopes() {
			seen := map[string]bool{}
			for _, b := range s.bindings {
				if b.help == "" || b.do == nil || len(b.keys) == 0 {
					t.Errorf("%s: %+v lacks a key, its help or its action", s.name, b.keys)
				}
				if b.bar > 0 && b.verb == "" {
					t.Errorf("%s: %s stands in the bar without a word", s.name, b.label())
				}
				for _, k := range b.keys {
					if seen[k] {
						t.Errorf("%s: %s is bound twice", s.name, k)
					}
					if k == "ctrl+i" || k == "ctrl+m" {
						t.Errorf("%s: %s cannot be told from tab or enter", s.name, k)
					}
					seen[k] = true
				}
			}
		}
	}
}

func TestHelpNamesEveryKeyAndWhyItDoesNothing(t *testing.T) {
	d := drive(t, &fake{}).Size(120, 100).Press("?")
	for _, s := range d.m.scopes()[1:] {
		for _, b := range s.bindings {
			d.Sees(b.help)
		}
	}
	d.Sees("copy the name of the selected row (nothing is selected)")
	d.Press("?").SeesNo("half a page down").Press("c").Sees("c: nothing is selected")
}

func TestTheKeyTableIsGenerated(t *testing.T) {
	var table strings.Builder
	for _, k := range Keys() {
		fmt.Fprintf(&table, "%s\t%s\t%s\n", k.Where, k.Label, k.Does)
	}
	golden(t, "keys.txt", table.String())
	for _, k := range []string{"State Map\tenter\t", "Pending\tenter\t", "Review\ty\t", "Review of the disk\ty\t", "\tctrl+c"} {
		if !strings.Contains(table.String(), k) {
			t.Errorf("the table lacks %q", k)
		}
	}
}

func TestNoCommandOutlivesTheProgram(t *testing.T) {
	f := story()
	m := newModel(f, modelOptions{})
	m.engine.close()
	if msg := m.read(true)(); msg != nil || f.total() != 0 {
		t.Errorf("a closed program asked its engine %d times and got %v", f.total(), msg)
	}
}

func TestTheThemeIsChosenWithoutAsking(t *testing.T) {
	for _, c := range []struct {
		theme, colorfgbg string
		dark, fails      bool
	}{
		{"", "", true, false}, {"auto", "15;0", true, false}, {"auto", "0;15", false, false}, {"auto", "0;default;7", false, false},
		{"auto", "nonsense", true, false}, {"dark", "0;15", true, false}, {"light", "", false, false}, {"solarized", "", false, true},
	} {
		dark, err := darkTheme(c.theme, c.colorfgbg)
		if dark != c.dark || (err != nil) != c.fails {
			t.Errorf("theme %q with COLORFGBG=%q: dark %v, %v", c.theme, c.colorfgbg, dark, err)
		}
	}
}

func TestTextsAreKeptAndRenderedOneAtATime(t *testing.T) {
	d := drive(t, story()).Size(120, 40)
	for range 3 {
		for range 9 {
			d.Press("j")
		}
		d.Press("g")
	}
	if n := len(d.m.docs.kept); n == 0 || n > maxDocs || n != len(d.m.docs.order) {
		t.Errorf("%d texts are kept, %d in order", n, len(d.m.docs.order))
	}
	w := &worker{}
	k := docKey{source: "a"}
	w.want(inDetail, docKey{source: "b"})
	if w.wants(inDetail, k) {
		t.Error("a text that nobody wants any more is wanted")
	}
	for i := range 2 * maxDocs {
		d.m.docs.put(docMsg{key: docKey{source: fmt.Sprint(i)}})
	}
	if n := len(d.m.docs.kept); n != maxDocs {
		t.Errorf("%d texts are kept, want %d", n, maxDocs)
	}
}

func TestBridgeKeepsTheLatestAndEveryAlert(t *testing.T) {
	b := newBridge()
	for i := range 1000 {
		b.Emit(events.Event{Kind: events.KindState})
		b.Emit(events.Event{Kind: events.KindActivity, Activity: events.Activity{Episode: fmt.Sprint(i % 3), Bytes: i}})
		b.Emit(events.Event{Kind: events.KindAlert, Alert: fmt.Sprint(i)})
	}
	got := b.take()
	if !got.State || len(got.Activities) != 3 || len(got.Alerts) != 1000 || got.Coalesced != 999+997 {
		t.Errorf("state %v, %d requests, %d alerts, %d coalesced", got.State, len(got.Activities), len(got.Alerts), got.Coalesced)
	}
	for i, a := range got.Activities {
		if a.Bytes < 997 {
			t.Errorf("request %d is told as of %d bytes", i, a.Bytes)
		}
	}
	for i, a := range got.Alerts {
		if a.Alert != fmt.Sprint(i) {
			t.Fatalf("alert %d is %q", i, a.Alert)
		}
	}
	if again := b.take(); again.State || again.Activities != nil || again.Alerts != nil {
		t.Errorf("taken twice: %+v", again)
	}
}

func TestThePumpSendsBatchesAndEndsWithItsContext(t *testing.T) {
	b := newBridge()
	ctx, cancel := context.WithCancel(context.Background())
	sent := make(chan batchMsg)
	ended := make(chan struct{})
	send := func(m batchMsg) { // as a program does, which takes nothing after its end
		select {
		case sent <- m:
		case <-ctx.Done():
		}
	}
	go func() { b.pump(ctx, send); close(ended) }()
	b.Emit(events.Event{Kind: events.KindState})
	if m := await(t, sent, "the first batch"); !m.State {
		t.Errorf("the first batch is %+v", m)
	}
	for range 5000 { // while the pump rests or waits for the program
		b.Emit(events.Event{Kind: events.KindState})
		b.Emit(events.Event{Kind: events.KindAlert})
	}
	alerts, batches := 0, 0
	for alerts < 5000 {
		m := await(t, sent, "the next batch")
		alerts += len(m.Alerts)
		batches++
	}
	if batches > 50 {
		t.Errorf("%d events came in %d batches", 10000, batches)
	}
	cancel()
	await(t, ended, "the pump to end")
}

func TestAfterARestartActivityShowsWhatTheLedgerTells(t *testing.T) {
	f := story()
	f.activities, f.earlier = f.activities[:1], f.activities[1:]
	driven := drive(t, f).Size(200, 60).Press("5")
	driven.Sees("5 Activity 4", "Make Release wake only one waiter", "Acquire must give up when the context ends", "upstream does not answer")
	driven.Press("j", "enter").Sees("Outcomes", "src/pool.go::Pool.Release")
}
