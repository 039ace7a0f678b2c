package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"holdfast/engine/canon"
	"holdfast/engine/delta"
	"holdfast/engine/events"
	"holdfast/engine/items"
	"holdfast/store/event"
	"holdfast/views"
)

func TestProjectionsAreDrawnAsKept(t *testing.T) {
	fresh := func() *fake { return &fake{status: story().status} }
	for _, c := range []struct {
		name string
		make func() *fake
		keys []string
	}{
		{"projections", conversed, []string{"4"}},
		{"projection", conversed, []string{"4", "enter", "j"}},
		{"decisions", conversed, []string{"4", "j", "enter"}},
		{"tasks", conversed, []string{"4", "j", "j", "enter", "G"}},
		{"session-state", conversed, []string{"4", "G", "enter", "j"}},
		{"projection-empty", fresh, []string{"4", "j", "enter"}},
		{"projection-filter", conversed, []string{"4", "enter", "/", "w", "r", "i", "t", "e"}},
		{"item", conversed, []string{"4", "j", "enter", "j", "enter"}},
		{"item-log", conversed, []string{"4", "j", "enter", "j", "enter", "v"}},
		{"item-close", conversed, []string{"4", "j", "j", "enter", "x"}},
		{"item-correct", conversed, []string{"4", "j", "enter", "j", "e", "!", "enter"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range sizes {
				d := drive(t, c.make()).Size(size.w, size.h).Press(c.keys...).Settle()
				golden(t, fmt.Sprintf("screens/%s-%dx%d.txt", c.name, size.w, size.h), d.Screen())
			}
		})
	}
}

// changes tells the screen that something changed.
func changes(d *driver) *driver { return d.Emit(events.Event{Kind: events.KindState}) }

// say has somebody say something that makes an item.
func say(d *driver, f *fake, turn string, x delta.Delta) *driver {
	f.said(event.DeltaByRules, turn, "", x)
	return changes(d)
}

func made(f *fake, says string) delta.Creation {
	return delta.Creation{ID: f.talk.state.FreeID(), Summary: says}
}

func TestWhatIsNewIsMarkedUntilItWasLookedAt(t *testing.T) {
	f := conversed()
	d := drive(t, f).Size(80, 24).Press("4").SeesNo("new", "changed") // what was there before was looked at
	say(d, f, "t20.user", &delta.DecisionMade{Creation: made(f, "Log as JSON")})
	f.said(event.DeltaByRules, "t21.user", "", &delta.DecisionRevised{TargetID: "item-2", Summary: "Take database/sql with lib/pq"})
	changes(d).Sees("4 Projections 8 ✚2 new", "DECISIONS        3 ✚2 new")
	d.Press("j", "enter").Sees("✚ new • Log as JSON", "± changed • Take database/sql with lib/pq")
	d.Press("g", "n").Sees("✚ new").Press("G", "c")
	if got := d.copied; len(got) != 1 || !strings.Contains(got[0], "- Log as JSON (item-9)") {
		t.Errorf("copied %q", got)
	}
	say(d, f, "t22.user", &delta.TaskOpened{Creation: made(f, "Write the docs")}) // in another projection
	d.Press("esc").SeesNo("✚ new •", "± changed").Sees("4 Projections 9 ✚1 new", "TASKS            2 ✚1 new")
	// What is not on screen was not looked at.
	for i := range 40 {
		f.said(event.DeltaByRules, fmt.Sprintf("t%d.user", 30+i), "", &delta.DecisionMade{Creation: made(f, fmt.Sprintf("Decision number %d", i))})
	}
	changes(d).Press("enter", "esc").Sees("✚")
	d.Press("enter", "G", "esc", "enter", "g").Press("ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "esc").Sees("DECISIONS       43  ").SeesNo("✚4")
	// Each session has its own.
	f.status.Session = "other"
	f.talk = fakeTalk{}
	changes(d).Sees("DECISIONS        0").SeesNo("✚")
}

func TestTheOpenedProjectionStaysWhereItIsWhileItemsArrive(t *testing.T) {
	f := conversed()
	d := drive(t, f).Size(80, 24).Press("4", "enter")
	for range 4 {
		d.Press("j")
	}
	at := func() int {
		for i, l := range strings.Split(d.Screen(), "\n") {
			if strings.Contains(l, "> [ ] Write the metrics") {
				return i
			}
		}
		return -1
	}
	row := at()
	if row < 0 {
		t.Fatal(d.Screen())
	}
	for i := range 30 {
		say(d, f, fmt.Sprintf("t%d.user", 30+i), &delta.GoalSet{Creation: made(f, fmt.Sprintf("Another goal, number %d, that is so long that it takes two lines on this screen", i))})
		if got := at(); got != row {
			t.Fatalf("after %d goals the item is on line %d, was on %d:\n%s", i+1, got, row, d.Screen())
		}
	}
	// The item under the cursor stays it, also where it moves to another section.
	f.said(event.DeltaByRules, "t99.user", "", &delta.TaskClosed{TargetID: "item-5", Resolution: delta.Completed})
	changes(d)
	if got := d.m.panes.said.picks[items.ActiveState].id; got != "item-5" {
		t.Errorf("the cursor is on %s", got)
	}
}

func TestTheOperatorChangesAnItemWithTwoKeys(t *testing.T) {
	f := conversed()
	d := drive(t, f).Size(100, 30).Press("4", "j", "enter", "j")
	d.Press("x").Sees("Close the decision: it is not in force any more", "item-8 is superseded: closed by the operator").Press("y").Sees("not ready yet")
	d.Settle().Sees("y close the decision").Press("y").Sees("Closed item-8", "## Superseded")
	wantDecided(t, f, "close item-8")

	d.Sees("> ± changed • Cap waits at 4 s").Press("x").Sees("it is superseded already: u brings it back")
	d.Press("u").Sees("Take back what changed the decision last").Press("esc")

	d.Press("g", "e").Sees("item-2 says: Take database/sql").Type(" and lib/pq").Press("enter").Sees("+ Take database/sql and lib/pq").Settle()
	d.Press("o").Settle().Sees("Correct the decision to be a constraint").Press("e").Type(" only").Press("enter").Settle()
	d.Sees("y correct the decision to be a constraint", "Take database/sql and lib/pq only").Press("y").Sees("Corrected item-2")
	wantDecided(t, f, "close item-8", "correct item-2 Take database/sql and lib/pq only constraint")
}

func TestAnItemThatChangesUnderItsReviewIsNotChanged(t *testing.T) {
	f := conversed()
	d := drive(t, f).Size(100, 30).Press("4", "j", "enter", "x").Settle().Sees("y close the decision")
	f.said(event.DeltaByRules, "t20.user", "", &delta.DecisionRevised{TargetID: "item-2", Summary: "Take pgx after all"})
	d.Press("y").Sees("It changed while you looked at it", "Take pgx after all", "in a moment")
	wantDecided(t, f)
	f.said(event.DeltaByRules, "t21.user", "", &delta.ItemSuperseded{TargetID: "item-2", Reason: "gone"})
	changes(d).Settle().Sees("refused: target \"item-2\" is superseded already", "refused, nothing would be recorded").Press("y")
	wantDecided(t, f)
}

func TestAnItemIsExplainedAndItsTurnIsFoundInActivity(t *testing.T) {
	f := conversed()
	d := drive(t, f).Size(80, 24).Press("4", "j", "enter", "j", "enter")
	d.Sees("item-8, active decision", "“Waits are capped at 5 s.”", "> turn 25, user")
	d.Press("v").Sees("was   Cap waits at 5 s", "says  Cap waits at 4 s", "refused  target \"item-8\" is a decision", "row 109")
	f.said(event.DeltaByRules, "t30.user", "Make that 3 s.", &delta.DecisionRevised{TargetID: "item-8", Summary: "Cap waits at 3 s"})
	changes(d).Sees("says  Cap waits at 3 s") // it follows
	d.Press("v", "n").Sees("“Make that 4 s.”").Press("o").Sees("━ 5 Activity", "> ✓ 11:")
	if got := d.m.panes.activity.rows.Selected().ID(); got != "e2" {
		t.Errorf("Activity stands on %s", got)
	}
	d.Press("4", "enter", "N").Press("g", "enter", "o").Sees("Turn 25", "nothing is recorded of request t2") // asked of the Ledger
}

func TestARowOfTheSessionStateLeadsToWhatItIsAbout(t *testing.T) {
	d := drive(t, conversed()).Size(120, 40).Press("4", "G", "enter", "enter").Sees("━ 2 Pending")
	if got := d.m.panes.focused().list().Selected().ID(); got != "p3" {
		t.Errorf("Pending stands on %s", got)
	}
	d.Press("4", "enter", "G", "enter").Sees("━ 1 State Map", "─ web/components/SessionTimeoutDialog.tsx::SessionTimeoutDialog")
	d.Press("4", "enter").Press("x").Sees("SESSION_STATE is made of the State Map")
	d.Press("esc", "c").Sees("Copied the SESSION_STATE")
	if _, faults := canon.Read([]byte(d.copied[0]), canon.Any); len(faults) > 0 {
		t.Errorf("what was copied is no SESSION_STATE: %v", faults)
	}
	if d.Press("k", "c"); !strings.Contains(d.copied[1], "# Constraints\n\n## Hard\n\n- Stay within 20") {
		t.Errorf("copied %q", d.copied[1])
	}
}

func TestTheFilterShowsOnlyItemsThatHoldItsWords(t *testing.T) {
	d := drive(t, conversed()).Size(80, 24).Press("4", "enter", "/").Type("write met")
	d.Sees("ACTIVE_STATE /write met  1 of 7", "> [ ] Write the metrics").SeesNo("## Goals").Press("enter", "esc").Sees("## Facts", "> [ ] Write the metrics").SeesNo("/write")
	d.Press("/").Type("nowhere").Sees("No item holds \"nowhere\"").Press("enter").Press("x").Sees("there is no item here yet")
	d.Press("esc", "esc").Sees("━ 4 Projections")
}

func TestProjectionsFitEverySizeAndHoldNothingForeign(t *testing.T) {
	const evil = "a\x1b[2J\x1b]52;c;eA==\x07\x9b31m\u202e\r\n\tz &#27;[2J 日本語受け取る👩‍💻"
	f := conversed()
	f.said(event.DeltaByRules, "e2.user", evil, &delta.DecisionMade{Creation: made(f, evil), Alternatives: []string{evil}})
	f.said(event.DeltaByRules, evil, evil, &delta.BranchCreated{Creation: made(f, strings.Repeat("x", 300)), Alternatives: []string{evil, "b"}})
	f.said(event.DeltaByRules, evil, evil, &delta.ItemSuperseded{TargetID: "item-9", Reason: evil})
	for _, keys := range [][]string{{"4"}, {"4", "enter"}, {"4", "enter", "G"}, {"4", "j", "enter", "G"}, {"4", "j", "enter", "G", "enter"}, {"4", "j", "enter", "G", "enter", "v"}, {"4", "j", "enter", "G", "u"}, {"4", "j", "enter", "S", "b", "enter"}, {"4", "G", "enter"}} {
		d := drive(t, f).Size(80, 24).Press(keys...).Settle()
		for w := 1; w <= 250; w += 13 {
			for h := 1; h <= 80; h += 9 {
				d.Size(w, h)
				fits(t, d, w, h)
			}
		}
		for _, r := range strings.ReplaceAll(ansi.Strip(d.m.View()), "\n", "") {
			if r < 0x20 || r >= 0x7f && r <= 0x9f || r == 0x202e {
				t.Fatalf("after %q the screen holds %U", keys, r)
			}
		}
		a := drive(t, conversed())
		a.m.opts.ASCII, a.m.theme = true, views.NewTheme(true, termenv.ANSI256, true)
		a.Size(120, 40).Press(keys...).Settle()
		for _, r := range a.Screen() {
			if r > 0x7e && r != '“' && r != '”' {
				t.Fatalf("after %q the ASCII screen holds %q:\n%s", keys, r, a.Screen())
			}
		}
	}
}

func TestProjectionsAskTheEngineInCommandsOnly(t *testing.T) {
	f := conversed()
	d := drive(t, f).Size(120, 40)
	for _, k := range []string{"4", "enter", "j", "n", "/", "w", "enter", "esc", "enter", "v", "esc", "x", "esc", "esc", "G", "enter"} {
		before := f.total()
		_, cmd := d.m.Update(key(k))
		d.m.View()
		if after := f.total(); after != before {
			t.Errorf("%s: %d calls in Update or View", k, after-before)
		}
		d.run(cmd)
		d.Wait(quiet)
	}
}

func TestWhoIsInProjectionsSeesAllOfThem(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).SeesNo("SESSION_STATE").Sees("4 Projections · no items yet")
	rows := []string{"━ 4 Projections 0 ━━", "> ACTIVE_STATE", "DECISIONS", "TASKS", "CONSTRAINTS", "SESSION_STATE"}
	d.Press("4").Sees(rows...)
	f.pending, f.entities, f.diverged = nil, f.entities[:1], disputed().diverged
	d.Emit(events.Event{Kind: events.KindState}).Sees("2 Pending · nothing waits", "vanished").Sees(rows...)
	d.Press("enter").Sees("DECISIONS", "SESSION_STATE").Press("esc", "1").SeesNo("SESSION_STATE")
}
