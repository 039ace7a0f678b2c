package tmuxtest

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

const (
	// patience is how long a marker is waited for.
	patience = time.Minute
	// glance is the time between two looks at the screen.
	glance = 20 * time.Millisecond
)

// Session is one program in one terminal.
type Session struct {
	t      testing.TB
	socket string
	last   string // the key that was pressed last, "" where something was waited for since
}

// Start runs a command in a terminal of w by h, with env added to its
// environment, until the test ends. Without tmux, the test is skipped.
func Start(t testing.TB, w, h int, env []string, command ...string) *Session {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed: no scenario in a real terminal")
	}
	s := &Session{t: t, socket: filepath.Join(t.TempDir(), "tmux")}
	args := []string{"-f", "/dev/null", "new-session", "-d", "-x", strconv.Itoa(w), "-y", strconv.Itoa(h)}
	for _, e := range append([]string{"TERM=tmux-256color"}, env...) {
		args = append(args, "-e", e)
	}
	// The terminal outlives the program and tells how that ended.
	s.tmux(append(args, quoted(command)+`; printf '[ended %d]\n' $?; exec cat`)...)
	t.Cleanup(func() { _ = s.command("kill-server").Run() })
	s.tmux("set-option", "-g", "focus-events", "on")
	return s
}

func quoted(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(out, " ")
}

func (s *Session) command(args ...string) *exec.Cmd {
	return exec.Command("tmux", append([]string{"-S", s.socket}, args...)...)
}

func (s *Session) tmux(args ...string) string {
	s.t.Helper()
	var stderr bytes.Buffer
	c := s.command(args...)
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		s.t.Fatalf("tmux %s: %v: %s", args[0], err, stderr.String())
	}
	return string(out)
}

// Keys presses keys by tmux's names: "j", "Enter", "Escape", "C-c", or types a
// text. A program that is slow finds in one read what was pressed since the one
// before: two letters are a paste then, and an escape with a letter is another
// key. Between such keys something is to be waited for that only the first of
// them brings about.
func (s *Session) Keys(names ...string) *Session {
	s.t.Helper()
	for _, n := range names {
		if merge(s.last, n) {
			s.t.Fatalf("%s and then %s may be read as one: wait in between for what the first one does", s.last, n)
		}
		s.last = n
		s.tmux("send-keys", n)
	}
	return s
}

// merge reports whether two keys are others where they are read at once.
func merge(first, second string) bool {
	letters := func(key string) bool {
		return !named[key] && !strings.HasPrefix(key, "C-")
	}
	return first == "Escape" && second != "Escape" || first != "" && letters(first) && letters(second)
}

// named are the keys with a name that tests press.
var named = map[string]bool{"Enter": true, "Escape": true, "Space": true, "BSpace": true, "Tab": true}

// Paste pastes text, in brackets as terminals do where the program asks for
// them, or raw as others do.
func (s *Session) Paste(text string, brackets bool) *Session {
	s.t.Helper()
	s.last = ""
	c := s.command("load-buffer", "-")
	c.Stdin = strings.NewReader(text)
	if out, err := c.CombinedOutput(); err != nil {
		s.t.Fatalf("tmux load-buffer: %v: %s", err, out)
	}
	if brackets {
		s.tmux("paste-buffer", "-p")
	} else {
		s.tmux("paste-buffer")
	}
	return s
}

// Click presses and releases the left button on the last place that says text: the bar
// comes last.
func (s *Session) Click(text string) *Session {
	s.t.Helper()
	s.WaitFor(text)
	for y, line := range slices.Backward(strings.Split(s.Screen(), "\n")) {
		x := strings.LastIndex(line, text)
		if x < 0 {
			continue
		}
		at := fmt.Sprintf("%d;%d", utf8.RuneCountInString(line[:x])+1, y+1) // no text that is clicked stands after a wide rune
		s.tmux("send-keys", "-l", "\x1b[<0;"+at+"M\x1b[<0;"+at+"m")
		return s
	}
	s.t.Fatalf("%q is not on the screen any more:\n%s", text, s.Screen())
	return s
}

// Resize gives the terminal another size.
func (s *Session) Resize(w, h int) *Session {
	s.t.Helper()
	s.tmux("resize-window", "-x", strconv.Itoa(w), "-y", strconv.Itoa(h))
	return s
}

// Screen is what stands on the screen now, without colours.
func (s *Session) Screen() string { s.t.Helper(); return s.tmux("capture-pane", "-p") }

// Painted is the screen with its colours.
func (s *Session) Painted() string { s.t.Helper(); return s.tmux("capture-pane", "-p", "-e") }

// WaitFor waits until the screen holds every marker.
func (s *Session) WaitFor(markers ...string) *Session {
	s.t.Helper()
	return s.wait(fmt.Sprintf("the screen to say %q", markers), func() bool {
		screen := s.Screen()
		for _, m := range markers {
			if !strings.Contains(screen, m) {
				return false
			}
		}
		return true
	})
}

// WaitGone waits until the screen no longer holds a marker.
func (s *Session) WaitGone(marker string) *Session {
	s.t.Helper()
	return s.wait(fmt.Sprintf("%q to go", marker), func() bool { return !strings.Contains(s.Screen(), marker) })
}

var ended = regexp.MustCompile(`\[ended (\d+)\]`)

// WaitExit waits until the program ended and returns its exit status.
func (s *Session) WaitExit() int {
	s.t.Helper()
	code := -1
	s.wait("the program to end", func() bool {
		m := ended.FindStringSubmatch(s.Screen())
		if m == nil {
			return false
		}
		code, _ = strconv.Atoi(m[1])
		return true
	})
	return code
}

func (s *Session) wait(what string, done func() bool) *Session {
	s.t.Helper()
	s.last = ""
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	look := time.NewTicker(glance)
	defer look.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			s.t.Fatalf("waited in vain for %s; the screen is:\n%s", what, s.Screen())
		case <-look.C:
		}
	}
	return s
}
