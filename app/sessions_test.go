package app

import (
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"holdfast/engine/events"
	"holdfast/engine/report"
)

func TestSessionsAreListedAndSwitchedTo(t *testing.T) {
	f := idle()
	d := drive(t, f).Size(120, 40).Press("s").Sees("Sessions", "✓ api-refactor", "active", "docs", "archived", "▲2", "◆12", "12345")
	if screen := d.Screen(); strings.Index(screen, "spike") < strings.Index(screen, "docs") {
		t.Error("an archived session is not listed last")
	}
	d.Press("enter").Sees("enter: it is the active one already")
	d.Press("j", "j").Sees("begun 30 h ago").Press("enter")
	wantDecided(t, f, "switch docs")
	d.SeesNo("┌─ Sessions").Sees("· docs", "Session docs is active: requests that name none go there.")
	d.Press("s").Sees("✓ docs").Press("G").Sees("not compared with the disk", "A take up").Press("enter").Sees("enter: it is archived: A takes it up again")
	d.Press("f").Sees("f: it is archived").Press("r").Sees("r: it is archived")
	wantDecided(t, f, "switch docs")
	d.Press("esc").SeesNo("┌─ Sessions")
}

func TestSessionsAreBegunForkedAndRenamed(t *testing.T) {
	f := idle()
	d := drive(t, f).Size(120, 40).Press("s", "n").Sees("new session: ").Type("next").Press("enter").SeesNo("┌─ Sessions").Sees("· next")
	d.Press("s", "j", "f").Sees("fork as: ").Type("tried").Press("enter").SeesNo("┌─ Sessions").Sees("· tried")
	wantDecided(t, f, "new next", "fork api-refactor to tried")
	d.Press("s").Sees("✓ tried", "forked from api-refactor").Press("G", "k", "r").Sees("rename to: docs").Type("-2").Press("enter")
	d.Sees("docs-2", "┌─ Sessions")
	wantDecided(t, f, "new next", "fork api-refactor to tried", "rename docs to docs-2")
	if x, _ := d.m.overlays.top().(*sessions).selected(); x.Name != "docs-2" {
		t.Errorf("%s is selected, not what was renamed", x.Name)
	}
	d.Press("n", "enter").Sees("A session needs a name").Press("esc", "n").Type("x").Press("esc").Sees("┌─ Sessions")
	f.decideErr = errors.New(`there is a session "docs-2" already: choose another name`)
	d.Press("n").Type("docs-2").Press("enter").Sees("Not done: there is a session", "┌─ Sessions")
	wantDecided(t, f, "new next", "fork api-refactor to tried", "rename docs to docs-2")
}

func TestSessionsAreArchivedWithTwoKeysAndTakenUpAgain(t *testing.T) {
	f := housed()
	d := drive(t, f).Size(120, 40).Press("s", "A").Sees("A: it is the active one: switch to another first")
	d.Press("j", "j", "A").Sees("Archive", "Its name stays taken").Press("y").Sees("not ready yet").Settle().Press("y").Sees("Archived docs.")
	wantDecided(t, f, "archive docs")
	d.Press("A").Sees("Took docs up again.")
	wantDecided(t, f, "archive docs", "unarchive docs")
}

func TestNoSwitchWhileARequestIsLive(t *testing.T) {
	f := housed()
	d := drive(t, f).Size(120, 40).Press("s", "j").Sees("no switch now: 1 request is live").SeesNo("enter switch", "n new", "f fork")
	for _, key := range []string{"enter", "n", "f"} {
		d.Press(key).Sees(key + ": 1 request is live, and its turn would go on elsewhere")
	}
	wantDecided(t, f)
	d.Press("?").Sees("would go on elsewhere").Press("esc")
	// Its end lets them be used.
	done := f.activities[0]
	done.Phase = events.Done
	d.Emit(events.Event{Kind: events.KindActivity, Activity: done}).SeesNo("no switch now").Press("enter")
	wantDecided(t, f, "switch a-name-that-is-as-long-as-they-may-be-0123456789-0123456789-01234")
}

func TestTheListOfSessionsFollowsWhatOthersDo(t *testing.T) {
	f := idle()
	d := drive(t, f).Size(120, 40).Press("s")
	f.sessions = append(f.sessions[:2:2], report.SessionInfo{Name: "by-a-command", Created: noon, LastActivity: noon})
	d.Emit(events.Event{Kind: events.KindState}).Sees("by-a-command").SeesNo("spike").Press("esc")
	f.status.Session = "by-a-command"
	d.Emit(events.Event{Kind: events.KindState}).Sees("· by-a-command", "Session by-a-command is active")
	f.readErr = errBroken
	d.Press("s").Sees("They could not be read: the database is locked").Press("j", "enter").Sees("enter: nothing is selected")
	_, late := d.m.Update(key("A"))
	d.run(late)
	wantDecided(t, f)
}

func TestTheListOfSessionsFitsEveryScreen(t *testing.T) {
	for w := 50; w <= 130; w += 8 {
		for h := 12; h <= 40; h += 4 {
			d := drive(t, housed()).Size(w, h).Press("s", "G")
			lines := strings.Split(ansi.Strip(d.m.View()), "\n")
			if len(lines) != h {
				t.Errorf("%dx%d: %d lines", w, h, len(lines))
			}
			for _, line := range lines {
				if n := ansi.StringWidth(line); n > w {
					t.Errorf("%dx%d: a line of %d columns: %s", w, h, n, line)
				}
			}
			if d.Sees("spike"); h >= 14 {
				d.Sees("no switch now")
			}
		}
	}
}
