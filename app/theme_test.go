package app

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"holdfast/views"
)

// paints are the sequences that switch colours and attributes.
var paints = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// painted writes a screen with its paints as marks that a person can read.
func painted(screen string) string {
	lines := strings.Split(paints.ReplaceAllString(screen, "<$1>"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(strings.ReplaceAll(l, "<0>", "<>"), " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func wear(d *driver, dark bool, profile termenv.Profile, ascii bool) *driver {
	d.m.opts.Dark, d.m.opts.Profile, d.m.opts.ASCII = dark, profile, ascii
	d.m.theme = views.NewTheme(dark, profile, ascii)
	return d
}

// Every theme as it is painted: the panes, and a decision.
func TestEveryThemeIsPaintedAsKept(t *testing.T) {
	for _, c := range []struct {
		name    string
		dark    bool
		profile termenv.Profile
		ascii   bool
	}{
		{"dark", true, termenv.ANSI256, false},
		{"light", false, termenv.ANSI256, false},
		{"dark-16", true, termenv.ANSI, false},
		{"light-all", false, termenv.TrueColor, false},
		{"no-colour", true, termenv.Ascii, false},
		{"ascii", true, termenv.ANSI256, true},
		{"ascii-no-colour", false, termenv.Ascii, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := wear(drive(t, disputed()), c.dark, c.profile, c.ascii).Size(80, 24).Press("3", " ")
			golden(t, fmt.Sprintf("themes/%s-panes.txt", c.name), painted(d.m.View()))
			d.Press("g", "a").Settle()
			golden(t, fmt.Sprintf("themes/%s-review.txt", c.name), painted(d.m.View()))
		})
	}
}

// t changes the colours and not a letter, also in an overlay and in what was
// rendered before; and back again.
func TestTheThemeIsSwitchedWhileTheScreenIsOpen(t *testing.T) {
	for _, place := range [][]string{nil, {"2", "enter"}, {"3", "enter", "m"}, {"5", "enter", "v", "v", "v"}, {"D"}, {"L"}, {"s"}, {"?"}, {"C"}} {
		f := disputed()
		f.activities = f.activities[1:] // whose clock does not stand still
		d := drive(t, f).Size(100, 30).Press(place...).Settle()
		before, words := d.m.View(), d.Screen()
		d.Press("t").Settle()
		if d.Screen() != words {
			t.Errorf("after %q t changes words:\n%s\n%s", place, words, d.Screen())
		}
		if d.m.View() == before {
			t.Errorf("after %q t changes no colour", place)
		}
		d.Press("t").Settle()
		if d.m.View() != before {
			t.Errorf("after %q t twice is not as before", place)
		}
	}
}

// What the colours say is said in words or signs as well: without any paint, and
// without any rune but ASCII, the same rows are told apart.
func TestNoStateIsColourAlone(t *testing.T) {
	f := disputed()
	f.entities[2].Kept, f.entities[0].Contested = true, "partial"
	d := wear(drive(t, f), true, termenv.Ascii, true).Size(200, 60).Press("3", " ")
	plain := ansi.Strip(d.m.View())
	for _, want := range []string{
		"^ stale", "v vanished", "? unreadable", "% kept", "! contested", "1 pending", "x tombstoned", // State Map
		"^ changed", "^ not saved yet", "#src/pool.go::Pool.Acquire", "1 marked", // Stale
		"o  0:07", "streaming", "+1 *1 ?1", "- 11:", "failed", "^1 withheld", // Activity
		"^2 stale", "*3 pending", "o1 live", // the top line
	} {
		if !strings.Contains(plain, want) {
			t.Errorf("the screen does not say %q:\n%s", want, plain)
		}
	}
	d.Press("esc", "g", "enter", "m").Settle()
	if plain = ansi.Strip(d.m.View()); !strings.Contains(plain, "> m keep mine") || !strings.Contains(plain, " 7 -     ") {
		t.Errorf("the direction or the sides of the diff are told by colour alone:\n%s", plain)
	}
}
