package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/creack/pty"

	"holdfast/app/internal/load"
)

const (
	// shown is the size of the State Map that the screen shows.
	shown = 5000
	// still is how long nothing was drawn before the screen counts as idle.
	still = 3 * time.Second
	// busy is how many turns are then sent through the screen's proxy.
	busy = 2000
	// watched is how long an idle screen is watched.
	watched = 15 * time.Second
	// perSecond is the unit in which Linux counts a process's time, on every
	// architecture that Go knows.
	perSecond = 100
)

// Screen measures a screen as an operator has it open all day, idle and while
// turns come: holdfast on a terminal of 200x60 over a State Map of 5,000 entities
// whose files are watched.
func Screen(ctx context.Context, w io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "holdfast-bench-")
	if err != nil {
		return fmt.Errorf("making a throw-away workspace: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := fill(ctx, dir, shown); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	model := httptest.NewServer(load.Stub())
	defer model.Close()
	listen, err := free()
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, self, "--workspace", dir, "--listen", listen, "--upstream", model.URL, "--theme", "dark")
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.Env = append(os.Environ(), "TERM=xterm-256color")
	tty, err := pty.StartWithSize(c, &pty.Winsize{Cols: 200, Rows: 60})
	if err != nil {
		return fmt.Errorf("starting a screen: %w", err)
	}
	t := &terminal{marker: []byte(strconv.Itoa(shown)), seen: make(chan struct{}), drew: make(chan struct{}, 1), ended: make(chan struct{})}
	go t.drain(tty)
	defer func() {
		stop := c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait() // its exit status says nothing that counts here
		<-t.ended
		err = errors.Join(err, stop, tty.Close())
	}()
	if err := t.settle(ctx); err != nil {
		return err
	}
	if err := idle(ctx, w, c.Process.Pid); err != nil {
		return err
	}
	return turns(ctx, w, c.Process.Pid, "http://"+listen)
}

// idle measures a screen to which nothing happens.
func idle(ctx context.Context, w io.Writer, pid int) error {
	before, err := ticks(pid)
	if err != nil {
		return err
	}
	if err := sleep(ctx, watched); err != nil {
		return err
	}
	after, err := ticks(pid)
	if err != nil {
		return err
	}
	m := load.MemoryOf(pid)
	share := float64(after-before) / perSecond / watched.Seconds() * 100
	_, err = fmt.Fprintf(w, "screen of 200x60, State Map of %d entities, idle for %v: %.2f %% of a core, %v, %.1f MiB resident at the peak\n",
		shown, watched, share, m, float64(m.Peak)/(1<<20))
	return err
}

// turns measures a screen while its proxy has as many turns to carry as it can.
func turns(ctx context.Context, w io.Writer, pid int, base string) error {
	before, err := ticks(pid)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := load.Send(ctx, base, busy, func(n int) []byte { return load.Body(n, shown, promptSize) }); err != nil {
		return err
	}
	took := time.Since(start)
	after, err := ticks(pid)
	if err != nil {
		return err
	}
	m := load.MemoryOf(pid)
	_, err = fmt.Fprintf(w, "%d turns: %.0f a second, %.2f ms of processor time each, %v, %.1f MiB resident at the peak\n",
		busy, busy/took.Seconds(), float64(after-before)/perSecond/busy*1000, m, float64(m.Peak)/(1<<20))
	return err
}

// free is an address at which nothing listens.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// terminal is the other side of a screen: it reads what is drawn.
type terminal struct {
	marker []byte
	seen   chan struct{} // closed when the marker was drawn
	drew   chan struct{} // holds one token while something was drawn
	ended  chan struct{}
}

func (t *terminal) drain(tty io.Reader) {
	defer close(t.ended)
	var last []byte
	for buf := make([]byte, 1<<16); ; {
		n, err := tty.Read(buf)
		if t.marker != nil {
			last = append(last, buf[:n]...)
			if bytes.Contains(last, t.marker) {
				close(t.seen)
				t.marker, last = nil, nil
			}
		}
		select {
		case t.drew <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// settle waits until the State Map is drawn and nothing more is.
func (t *terminal) settle(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.ended:
		return errors.New("the screen ended before it showed the State Map")
	case <-t.seen:
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.ended:
			return errors.New("the screen ended while it was to be watched")
		case <-t.drew:
		case <-time.After(still):
			return nil
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// ticks is the time that a process has taken, of its own and of the system's.
func ticks(pid int) (int64, error) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, err
	}
	return ticksOf(stat)
}

// ticksOf reads text in the form of /proc/PID/stat: the program's name, which may
// hold anything, stands in parentheses.
func ticksOf(stat []byte) (int64, error) {
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0, fmt.Errorf("%q does not tell the time of a process", stat)
	}
	user, err := strconv.ParseInt(string(fields[11]), 10, 64)
	if err != nil {
		return 0, err
	}
	system, err := strconv.ParseInt(string(fields[12]), 10, 64)
	return user + system, err
}
