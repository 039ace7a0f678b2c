package app

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"holdfast/engine/events"
)

// driver plays a program in process: a clock that stands still until it is moved,
// and commands that run at once, one after the other.
type driver struct {
	t      testing.TB
	m      *Model
	clock  time.Time
	timers []timer
	copied []string
	edited []string // "root path text", each time the editor was opened
	quit   bool
}

type timer struct {
	at  time.Time
	msg tea.Msg
}

func drive(t testing.TB, e Engine) *driver {
	d := &driver{t: t, clock: noon}
	d.m = newModel(e, modelOptions{
		Now: func() time.Time { return d.clock }, Dark: true, Profile: termenv.ANSI256,
		After: func(after time.Duration, msg tea.Msg) tea.Cmd {
			d.timers = append(d.timers, timer{d.clock.Add(after), msg})
			return nil
		},
		Exists: func(_ context.Context, _ Engine, _, text string) string {
			if strings.Contains(text, "nowhere") {
				return "there is no such file or folder"
			}
			return ""
		},
		Copy: func(s string) error { d.copied = append(d.copied, s); return nil },
		Edit: func(root, path string, text []byte, done func(error) tea.Msg) tea.Msg {
			first, _, _ := strings.Cut(string(text), "\n")
			d.edited = append(d.edited, root+" "+path+" "+first)
			return done(nil)
		},
	})
	d.run(d.m.Init())
	return d
}

// run executes a command and everything that follows from it.
func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case tea.QuitMsg:
		d.quit = true
	default:
		d.Send(msg)
	}
}

// Send delivers a message and drains what follows.
func (d *driver) Send(msg tea.Msg) *driver {
	_, cmd := d.m.Update(msg)
	d.m.View()
	d.run(cmd)
	return d
}

// Size gives the screen a size.
func (d *driver) Size(w, h int) *driver { return d.Send(tea.WindowSizeMsg{Width: w, Height: h}) }

// Wait moves the clock on and delivers what is due.
func (d *driver) Wait(after time.Duration) *driver {
	end := d.clock.Add(after)
	for {
		next := -1
		for i, t := range d.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(d.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		t := d.timers[next]
		d.timers = append(d.timers[:next], d.timers[next+1:]...)
		d.clock = t.at
		d.Send(t.msg)
	}
	d.clock = end
	return d
}

var keyTypes = map[string]tea.KeyType{
	"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "backspace": tea.KeyBackspace, "ctrl+c": tea.KeyCtrlC, "ctrl+d": tea.KeyCtrlD,
	"ctrl+u": tea.KeyCtrlU, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "home": tea.KeyHome, "end": tea.KeyEnd,
}

func key(name string) tea.KeyMsg {
	if k, ok := keyTypes[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	if name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// Press presses keys, a tenth of a second apart.
func (d *driver) Press(names ...string) *driver {
	for _, n := range names {
		d.Wait(100 * time.Millisecond)
		d.Send(key(n))
	}
	return d
}

// Type types text, a key at a time.
func (d *driver) Type(text string) *driver {
	for _, r := range text {
		d.Press(string(r))
	}
	return d
}

// Settle waits for as long as a decision needs to be armed.
func (d *driver) Settle() *driver { return d.Wait(quiet) }

// Emit has an event reach the program as the pump sends it.
func (d *driver) Emit(events ...events.Event) *driver {
	b := newBridge()
	for _, e := range events {
		b.Emit(e)
	}
	return d.Send(b.take())
}

// Screen is the screen without paint and without blanks at the line ends.
func (d *driver) Screen() string {
	lines := strings.Split(ansi.Strip(d.m.View()), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Sees fails unless the screen holds each text.
func (d *driver) Sees(texts ...string) *driver {
	d.t.Helper()
	s := d.Screen()
	for _, x := range texts {
		if !strings.Contains(s, x) {
			d.t.Fatalf("the screen does not say %q:\n%s", x, s)
		}
	}
	return d
}

// SeesNo fails if the screen holds any of the texts.
func (d *driver) SeesNo(texts ...string) *driver {
	d.t.Helper()
	s := d.Screen()
	for _, x := range texts {
		if strings.Contains(s, x) {
			d.t.Fatalf("the screen says %q:\n%s", x, s)
		}
	}
	return d
}
