package app

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/views"
)

func TestThePaletteFindsACommandByItsWordsAndRunsIt(t *testing.T) {
	d := drive(t, examined()).Size(120, 40).Press(":").Sees("Commands", "adopt").Type("take back").Sees("holdfast undo").Press("esc", ":")
	d.Type("check the database").Sees("doctor").SeesNo("holdfast undo").Press("enter").Sees("┌─ Doctor").Press("esc")
	d.Press(":").Type("no such command").Sees("No command holds these words").Press("enter").Sees("no command holds these words").Press("esc").SeesNo("Commands")
	// A command of another pane goes there first.
	d.Press(":").Type("review to reject").Press("enter").Sees("Review src/pool.go::Pool.Release", "reason:")
	d.Press("esc", "esc", ":").Type("fresh start").Sees("fresh start").Press("enter").Sees("fresh start: ")
}

func TestARowOfTheHelpRunsOrSaysWhyNot(t *testing.T) {
	f := examined()
	d := drive(t, f).Size(120, 40).Press("?").Sees("> ", "enter run")
	d.Press("/").Type("check the database").Press("enter").Sees("Keys /check the database").Press("enter").Sees("┌─ Doctor").SeesNo("┌─ Keys").Press("esc")
	// A key of another pane goes there first, one that does nothing here says why.
	d.Press("?", "/").Type("review to reject").Press("enter", "enter").Sees("Review src/pool.go::Pool.Release", "reason:").Press("esc", "esc")
	d.Press("?", "/").Type("fresh start").Press("enter", "enter").Sees("fresh start: ").SeesNo("┌─ Keys")
	d.Press("1", "?", "/").Type("signs stale").Press("enter", "enter").Sees("this is a sign, no key").Press("esc", "esc")
	d.Press("?", "/").Type("no such key").Press("enter", "enter").Sees("no key holds these words").Press("esc", "esc").SeesNo("┌─ Keys")
	// The cursor goes on over what is seen.
	d.Press("?", "G").Sees("> ").Press("g").Sees("> enter")
	// Nothing is confirmed from the help.
	d.Press("esc", "2", "enter").Settle().Press("?", "/").Type("confirm what").Press("enter").Settle().Press("enter").Sees("y is not ready yet")
	wantDecided(t, f)
}

func TestThePaletteSaysWhatDoesTheSameWithoutAScreen(t *testing.T) {
	d := drive(t, story()).Size(120, 40).Press(":").Type("tombstone")
	d.Sees("holdfast tombstone", "State Map")
}

func TestAClickOnTheBarDoesWhatItsKeyDoesAndConfirmsNothing(t *testing.T) {
	f := story()
	d := drive(t, f).Size(120, 40)
	click := func(word string) {
		t.Helper()
		lines := strings.Split(d.Screen(), "\n")
		x := strings.Index(lines[39], word)
		if x < 0 {
			t.Fatalf("the bar does not say %q: %s", word, lines[39])
		}
		d.Send(tea.MouseMsg{X: x, Y: 39, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	}
	click("? help")
	d.Sees("Keys")
	click("esc back")
	d.Press("2")
	click("enter review")
	d.Settle().Sees("y accept:")
	click("y accept")
	d.Settle()
	wantDecided(t, f)
}

func TestAClickChoosesAKeyOfTheHelp(t *testing.T) {
	for _, size := range sizes {
		d := drive(t, examined()).Size(size.w, size.h).Press("?")
		for range 2 { // as it opens, and scrolled
			screen := strings.Split(d.Screen(), "\n")
			for y, line := range screen {
				if x := strings.Index(line, "│   "); x >= 0 && y > size.h/2 && strings.TrimSpace(strings.Trim(line, "│ ")) != "" {
					d.Send(tea.MouseMsg{X: size.w / 2, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
					break
				}
			}
			p := d.m.overlays.top().(*keysPage)
			if p.at == 0 {
				t.Errorf("%dx%d: a click chooses nothing:\n%s", size.w, size.h, d.Screen())
			}
			d.Press("ctrl+d")
		}
		d.Send(tea.MouseMsg{X: 0, Y: 0, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}) // beside it
	}
	d := drive(t, examined()).Size(80, 24).Press("?", "/").Type("doctor").Press("enter")
	for y, line := range strings.Split(d.Screen(), "\n") {
		if strings.Contains(line, "check the database") {
			d.Send(tea.MouseMsg{X: 30, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		}
	}
	d.Press("enter").Sees("┌─ Doctor")
}

func TestThePaletteTellsTheSelectedCommandWhole(t *testing.T) {
	d := drive(t, story()).Size(80, 24).Press(":").Type("tombstone")
	d.Sees("holdfast tombstone")
	row, _ := d.m.overlays.top().(*palette).rows.Selected().(views.Command)
	for _, word := range strings.Fields(row.Help) {
		d.Sees(word)
	}
	d.Size(60, 12).Sees("> ") // no room: the list alone
}

func TestActivityShowsTheRequestsOfItsSession(t *testing.T) {
	f := story()
	other := events.Activity{Episode: "z", Session: "elsewhere", Kind: "turn", Phase: events.Done, Started: noon, Prompt: "asked of another session"}
	f.activities = append([]events.Activity{other}, f.activities...)
	d := drive(t, f).Size(120, 40).Press("5").SeesNo("another session").Sees("S all sessions")
	d.Press("S").Sees("asked of another session", "S this session").Press("S").SeesNo("another session")
	f.status.Session = "elsewhere"
	d.Emit(events.Event{Kind: events.KindState}).Sees("asked of another session")
}

func TestWhatAQuestionSaysStaysTrue(t *testing.T) {
	f := story()
	d := drive(t, f).Size(80, 24).Press("q").Sees("1 request is live")
	done := f.activities[0]
	done.Phase, done.Ended = events.Done, d.clock
	d.Emit(events.Event{Kind: events.KindActivity, Activity: done}).SeesNo("1 request is live").Sees("Nothing is under way any more.")
}

func TestAPaneHasAsMuchRoomAsItHasToShow(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 28).Sees("3 Stale · files match", "4 Projections · no items")
	d.Press("+").SeesNo("src/retry.go").Sees("2 Pending 3").Press("+").SeesNo("Pending 3").Press("_", "_").Sees("src/retry.go")
	f.pending = nil
	d.Emit(events.Event{Kind: events.KindState}).Sees("2 Pending · nothing waits")
	if n := strings.Count(d.Screen(), "> "); n != 1 {
		t.Errorf("%d rows are selected, want the one of the pane that has the focus:\n%s", n, d.Screen())
	}
}

func TestATerminalThatCannotIsToldWhatCan(t *testing.T) {
	for env, want := range map[string]bool{"": true, "LANG=C": false, "LANG=de_DE.UTF-8": true, "LC_ALL=en_GB.utf8": true, "LC_CTYPE=ISO-8859-1": false} {
		name, value, _ := strings.Cut(env, "=")
		if got := utf8Locale(func(k string) string {
			if k == name {
				return value
			}
			return ""
		}); got != want {
			t.Errorf("%q is UTF-8: %v", env, got)
		}
	}
}
