//go:build unix

package app

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// onTerminal runs this test binary as a program whose terminal is a PTY, and
// returns all that it wrote. answer is given the terminal's side and what was
// written so far, as it comes.
func onTerminal(t *testing.T, program string, answer func(tty io.Writer, said []byte)) string {
	t.Helper()
	ptm, pts, err := pty.Open()
	if err != nil {
		t.Skipf("no PTY here: %v", err)
	}
	defer ptm.Close()
	c := exec.Command(os.Args[0])
	// Neither CI nor a multiplexer's TERM, which would keep termenv quiet.
	c.Env = []string{asProgram + "=" + program, "TERM=xterm-256color", "HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	c.Stdin, c.Stdout, c.Stderr = pts, pts, pts
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	pts.Close()
	var said bytes.Buffer
	buf := make([]byte, 4096)
	for {
		n, err := ptm.Read(buf)
		said.Write(buf[:n])
		if answer != nil {
			answer(ptm, said.Bytes())
		}
		if err != nil { // EIO: the last program on the terminal ended
			break
		}
	}
	if err := c.Wait(); err != nil {
		t.Fatalf("%s: %v; it wrote %q", program, err, said.String())
	}
	return said.String()
}

func TestNoCommandAsksTheTerminalForItsColours(t *testing.T) {
	if got := onTerminal(t, "command", nil); got != "the command ended\r\n" {
		t.Errorf("a command that draws nothing wrote %q", got)
	}
}

// The test above can fail: a program that does ask is heard.
func TestATerminalHearsAProgramThatAsks(t *testing.T) {
	answered := false
	got := onTerminal(t, "asking command", func(tty io.Writer, said []byte) {
		if !answered && bytes.Contains(said, []byte("\x1b[6n")) {
			answered = true
			_, _ = io.WriteString(tty, "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[1;1R")
		}
	})
	if !strings.Contains(got, "\x1b]11;?") || !strings.Contains(got, "dark: false") {
		t.Errorf("a program that asks wrote %q", got)
	}
}
