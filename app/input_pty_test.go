//go:build unix

package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"

	tea "github.com/charmbracelet/bubbletea"
)

// heard is a program that notes what reaches it and ends with the key q.
type heard struct {
	said chan string
}

func (heard) Init() tea.Cmd { return nil }
func (heard) View() string  { return "" }

func (h heard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		h.said <- "key " + msg.String()
		if msg.String() == "q" {
			return h, tea.Quit
		}
	case pasteMsg:
		if msg.Bare {
			h.said <- "without brackets"
		}
		h.said <- "paste " + msg.Text
	case tea.FocusMsg:
		h.said <- "focus"
	case burstMsg:
		h.said <- "several"
	}
	return h, nil
}

// endless is a patience that outlasts every machine.
var endless = patience{escape: 1 << 30, paste: 1 << 30, bare: 1 << 30}

// listen runs a program on a PTY and returns the terminal's side of it.
func listen(t *testing.T, wait patience) (terminalSide *os.File, h heard, ended chan error) {
	t.Helper()
	ptm, pts, err := pty.Open()
	if err != nil {
		t.Skipf("no PTY here: %v", err)
	}
	in, err := openTerminal(pts)
	if err != nil {
		t.Fatal(err)
	}
	in.wait = wait
	h = heard{make(chan string, 4096)}
	p := tea.NewProgram(h, tea.WithInput(in), tea.WithOutput(pts), tea.WithoutSignalHandler())
	in.post = p.Send
	ended = make(chan error, 1)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, ptm)
	}()
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, err := p.Run()
		ended <- errors.Join(err, in.Close())
	}()
	// While the program waits for keys, its terminal does not close.
	t.Cleanup(func() { p.Kill(); <-over; pts.Close(); ptm.Close(); <-drained })
	return ptm, h, ended
}

// expect fails unless the program hears these, in order; of keys in one read it
// may hear several at once.
func expect(t *testing.T, h heard, want ...string) {
	t.Helper()
	for _, w := range want {
		got := await(t, h.said, "the program to hear "+w)
		if got != w {
			t.Fatalf("heard %q, want %q", got, w)
		}
	}
}

// typist writes to a terminal as who sits at it.
func typist(t *testing.T, tty *os.File) func(string) {
	return func(s string) {
		t.Helper()
		if _, err := tty.WriteString(s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestATerminalIsHeardInOrder(t *testing.T) {
	tty, h, ended := listen(t, endless)
	write := typist(t, tty)
	write("j")
	expect(t, h, "key j") // from here on the terminal is raw
	write("a\x1b[200~y\r")
	expect(t, h, "key a")
	write("y\x1b[20")
	write("1~b\x1b[")
	expect(t, h, "paste y\ny", "key b")
	write("A\x1b[Ik")
	expect(t, h, "several", "key up", "focus", "key k")
	write("y\ry")
	expect(t, h, "several", "key y", "key enter", "key y")
	write("\x1b]11;rgb:1111/1111/1111\x1b\\x")
	expect(t, h, "key x")
	write("q")
	expect(t, h, "key q")
	if err := await(t, ended, "the program to end"); err != nil {
		t.Fatalf("the program ended with %v", err)
	}
}

func TestWhatNoEndComesForIsTakenAsItIs(t *testing.T) {
	tty, h, ended := listen(t, usual)
	bare := strings.Repeat("yes\r", leastBare)
	for _, piece := range []struct{ text, heard string }{{"j", "key j"}, {"\x1b", "key esc"}, {"\x1b[200~y\r", "paste y\n"}, {bare, "without brackets"}, {"", "paste " + strings.ReplaceAll(bare, "\r", "\n")}} {
		if _, err := tty.WriteString(piece.text); err != nil {
			t.Fatal(err)
		}
		expect(t, h, piece.heard)
	}
	if _, err := tty.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	expect(t, h, "key q")
	if err := await(t, ended, "the program to end"); err != nil {
		t.Fatal(err)
	}
}

func TestALargePasteReachesTheProgramWhole(t *testing.T) {
	tty, h, ended := listen(t, endless)
	text := strings.Repeat("func a() { return } // \u65e5\u672c\n", 8000)
	if _, err := tty.WriteString("j"); err != nil {
		t.Fatal(err)
	}
	expect(t, h, "key j")
	go func() { _, _ = tty.WriteString(pasteStart + text + pasteEnd + "q") }()
	expect(t, h, "paste "+text, "key q")
	if err := await(t, ended, "the program to end"); err != nil {
		t.Fatal(err)
	}
}

// A terminal that does not bracket a paste sends it as if it were typed: lines
// that nobody types so fast are a paste, and none of them a key.
func TestAPasteWithoutBracketsIsNoKeys(t *testing.T) {
	tty, h, ended := listen(t, endless)
	write := typist(t, tty)
	write("j")
	expect(t, h, "key j")
	text := strings.Repeat("y\t\u65e5q\r", 20)
	write(text)
	write("y\rq") // the rest of it, however little
	write("\x1b[I")
	expect(t, h, "without brackets", "paste "+strings.ReplaceAll(text, "\r", "\n")+"y\nq", "focus")
	write("y\rq") // as much as a person may type between two reads
	expect(t, h, "several", "key y", "key enter", "key q")
	if err := await(t, ended, "the program to end"); err != nil {
		t.Fatal(err)
	}
}

func TestClosingTheTerminalEndsARead(t *testing.T) {
	ptm, pts, err := pty.Open()
	if err != nil {
		t.Skipf("no PTY here: %v", err)
	}
	defer ptm.Close()
	defer pts.Close()
	in, err := openTerminal(pts)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { _, err := in.Read(make([]byte, 256)); ended <- err }()
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := await(t, ended, "the program to end"); err != io.EOF {
		t.Errorf("the read ended with %v, want EOF", err)
	}
	if _, err := in.Read(make([]byte, 256)); err != io.EOF {
		t.Errorf("a later read ended with %v, want EOF", err)
	}
}

func TestReadCutsLongTextBetweenRunes(t *testing.T) {
	ptm, pts, err := pty.Open()
	if err != nil {
		t.Skipf("no PTY here: %v", err)
	}
	defer ptm.Close()
	defer pts.Close()
	if _, err := term.MakeRaw(pts.Fd()); err != nil {
		t.Fatal(err)
	}
	in, err := openTerminal(pts)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	in.post = func(tea.Msg) {}
	text := strings.Repeat("\u65e5", 300)
	if _, err := ptm.WriteString(text); err != nil {
		t.Fatal(err)
	}
	var got []string
	for len(strings.Join(got, "")) < len(text) {
		buf := make([]byte, 256)
		n, err := in.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(buf[:n]))
		if n == len(buf) {
			t.Error("a read fills its buffer, by which bubbletea waits for more")
		}
	}
	if strings.Join(got, "") != text || slices.ContainsFunc(got, func(s string) bool { return strings.ToValidUTF8(s, "") != s }) {
		t.Errorf("%d runes came as %q", 300, got)
	}
}

// lender is a program that lends its terminal to another with the key e.
type lender struct {
	heard
	in  *terminal
	tty *os.File
}

func (l lender) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case lentMsg:
		l.said <- "ended " + string(msg)
		return l, nil
	case tea.KeyMsg:
		if msg.String() == "e" {
			return l, func() tea.Msg {
				c := exec.Command("sh", "-c", `printf 'your turn\n'; read line; [ "$line" = "y q mine" ] || exit 3`)
				c.Stdin, c.Stdout, c.Stderr = l.tty, l.tty, l.tty
				return lend(l.in, c, func(err error) tea.Msg { return lentMsg(fmt.Sprint(err)) })
			}
		}
	}
	_, cmd := l.heard.Update(msg)
	return l, cmd
}

type lentMsg string

func TestKeysAreAnotherProgramsWhileItHasTheTerminal(t *testing.T) {
	ptm, pts, err := pty.Open()
	if err != nil {
		t.Skipf("no PTY here: %v", err)
	}
	defer ptm.Close()
	defer pts.Close()
	in, err := openTerminal(pts)
	if err != nil {
		t.Fatal(err)
	}
	h := heard{make(chan string, 64)}
	p := tea.NewProgram(lender{h, in, pts}, tea.WithInput(in), tea.WithOutput(pts), tea.WithoutSignalHandler())
	in.post = p.Send
	ended, over := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(over)
		_, err := p.Run()
		ended <- errors.Join(err, in.Close())
	}()
	t.Cleanup(func() { p.Kill(); <-over })
	said := watch(ptm)
	write := func(text string) {
		t.Helper()
		if _, err := ptm.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 { // and again: the terminal comes back each time
		write("a")
		expect(t, h, "key a")
		write("e")
		said.until(t, "your turn")
		write("y q mine\r")
		expect(t, h, "ended <nil>")
	}
	write("q")
	expect(t, h, "key q")
	if err := await(t, ended, "the program to end"); err != nil {
		t.Error(err)
	}
}
