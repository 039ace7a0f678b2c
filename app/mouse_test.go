//go:build unix

package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
)

// The mouse as a terminal tells of it: bytes through the input reader, of which a
// read may cut any in two.
func TestTheMouseIsHeardThroughTheInputReader(t *testing.T) {
	ptm, pts, err := pty.Open()
	if err != nil {
		t.Skipf("no PTY here: %v", err)
	}
	defer ptm.Close()
	defer pts.Close()
	if err := pty.Setsize(ptm, &pty.Winsize{Cols: 120, Rows: 40}); err != nil {
		t.Fatal(err)
	}
	f := story()
	said, _, ended := runOn(t, f, ptm, pts)
	send := func(parts ...string) {
		t.Helper()
		for _, p := range parts {
			if _, err := ptm.WriteString(p); err != nil {
				t.Fatal(err)
			}
		}
	}
	press := func(button, x, y int) string { return fmt.Sprintf("\x1b[<%d;%d;%dM", button, x, y) }
	said.until(t, "State Map")
	send("M")
	said.until(t, "\x1b[?1002h", "Mouse on") // off until it is asked for
	send(press(0, 6, 5), "\x1b[<0;6;5m")
	said.until(t, "> src/jwt.go::Sign")
	click := press(0, 6, 6)
	send(click[:4], click[4:])
	said.until(t, "> src/jwt.go::Verify")
	send(press(65, 6, 6)) // three rows down
	said.until(t, "> src/pool.go::Pool.Release")
	send(press(64, 6, 6))
	said.until(t, "> src/jwt.go::Verify")
	send(press(0, 100, 20), press(0, 6, 31))
	said.until(t, "> src/retry.go::Retry")
	send("M")
	said.until(t, "\x1b[?1002l", "Mouse off")
	send("\x03")
	said.until(t, "once more")
	send("\x03")
	if err := await(t, ended, "the screen to end"); err != nil {
		t.Error(err)
	}
	wantDecided(t, f)
}

func TestAClickSelectsASession(t *testing.T) {
	d := drive(t, idle()).Size(100, 30).Press("s").Sees(">✓ api-refactor")
	y := slices.IndexFunc(strings.Split(d.Screen(), "\n"), func(l string) bool { return strings.Contains(l, " docs ") })
	d.Send(tea.MouseMsg{X: 20, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	if s, _ := d.m.overlays.top().(*sessions).selected(); s.Name != "docs" {
		t.Errorf("a click on docs selects %s:\n%s", s.Name, d.Screen())
	}
	d.Send(tea.MouseMsg{X: 20, Y: 28, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.Send(tea.MouseMsg{X: 20, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelUp})
	if s, _ := d.m.overlays.top().(*sessions).selected(); s.Name != "api-refactor" {
		t.Errorf("the wheel goes to %s", s.Name)
	}
}

// The mouse does no harm anywhere, and what is longer than its place scrolls.
func TestTheMouseIsHeardInEveryOverlay(t *testing.T) {
	for _, place := range [][]string{nil, {"p"}, {"p", "x"}, {"s"}, {"L"}, {"L", "enter"}, {"D"}, {"D", "V"}, {"C"}, {"?"}, {"2", "enter"}, {"2", "x"}, {"3", "a"}, {"x"}, {"/"}, {"A", "enter"}} {
		f := examined()
		d := drive(t, f).Size(80, 24).Press(place...).Settle()
		for y := range 24 {
			for _, b := range []tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonRight, tea.MouseButtonWheelDown, tea.MouseButtonWheelUp} {
				d.Send(tea.MouseMsg{X: 30, Y: y, Action: tea.MouseActionPress, Button: b})
			}
		}
		wantDecided(t, f)
	}
	for _, place := range []string{"?", "C", "4 enter j j enter"} {
		f := conversed()
		f.doctor = examined().doctor
		d := drive(t, f).Size(60, 12).Press(strings.Fields(place)...).Settle()
		before := d.Screen()
		d.Send(tea.MouseMsg{X: 30, Y: 12, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
		if d.Screen() == before {
			t.Errorf("the wheel moves nothing of %s:\n%s", place, d.Screen())
		}
	}
}
