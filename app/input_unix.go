//go:build unix

package app

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/sys/unix"
)

// patience is how long, in milliseconds, the rest of a piece is waited for.
type patience struct {
	escape int // an escape sequence that two reads share
	paste  int // the end of a paste
	bare   int // more of a paste that has no brackets
}

// usual is the patience with a terminal that a person sits at.
var usual = patience{escape: 50, paste: 2000, bare: 400}

// terminal is the input that bubbletea reads: keys in whole sequences as bytes,
// pastes and focus reports as messages, in the order in which they came.
//
// It is an x/term File, so that bubbletea puts it into raw mode, but has no Name
// and so is no cancelreader.File: that would wait for the terminal before it
// asks for what is already here. Waiting and cancelling are done in Read.
type terminal struct {
	in   *os.File
	fd   int
	post func(tea.Msg) // delivers a message; may block until the program ends
	wait patience

	paused atomic.Bool // another program has the terminal

	reading      sync.Mutex // held by Read, guards what follows
	closed       bool
	split        splitter
	queue        []input
	buf          [32 << 10]byte
	wake, waking *os.File // a byte, or the end, wakes Read up
	stop         sync.Once
	stopErr      error
}

// openTerminal prepares in for a program; post is set before it runs.
func openTerminal(in *os.File) (*terminal, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &terminal{in: in, fd: int(in.Fd()), wait: usual, wake: r, waking: w}, nil
}

// Fd makes the terminal one for bubbletea.
func (t *terminal) Fd() uintptr { return uintptr(t.fd) }

// Write writes to the terminal.
func (t *terminal) Write(p []byte) (int, error) { return t.in.Write(p) }

// Close ends a Read that waits and those to come, and returns when none is under
// way. The file stays open.
func (t *terminal) Close() error {
	t.stop.Do(func() {
		err := t.waking.Close()
		t.reading.Lock()
		defer t.reading.Unlock()
		t.closed = true
		t.stopErr = errors.Join(err, t.wake.Close())
	})
	return t.stopErr
}

// pause ends a Read that waits, and those to come until resume, so that the keys
// reach another program. It returns when none is under way.
func (t *terminal) pause() {
	t.paused.Store(true)
	_, _ = t.waking.Write([]byte{0}) // fails only where closing wakes Read up, too
	t.reading.Lock()
	defer t.reading.Unlock()
	if !t.closed {
		_, _ = t.wake.Read(make([]byte, 1))
	}
}

// resume has Read read again.
func (t *terminal) resume() { t.paused.Store(false) }

// Read returns keys: whole sequences, or text cut between runes. It never fills
// p, by which bubbletea knows that nothing of a sequence is missing.
func (t *terminal) Read(p []byte) (int, error) {
	t.reading.Lock()
	defer t.reading.Unlock()
	if t.closed || t.paused.Load() {
		return 0, io.EOF
	}
	for {
		for len(t.queue) > 0 {
			next := &t.queue[0]
			if next.msg != nil {
				t.post(next.msg)
				t.queue = t.queue[1:]
				continue
			}
			n := copy(p, next.keys[:runeCut(next.keys, len(p)-1)])
			if next.keys = next.keys[n:]; len(next.keys) == 0 {
				t.queue = t.queue[1:]
			}
			return n, nil
		}
		if err := t.fill(); err != nil {
			return 0, err
		}
	}
}

// runeCut is the longest prefix of b of at most n bytes that ends with a rune.
func runeCut(b []byte, n int) int {
	if len(b) <= n {
		return len(b)
	}
	for i := n; i > 0; i-- {
		if utf8.RuneStart(b[i]) {
			return i
		}
	}
	return n
}

// fill waits for bytes and queues what they are; where none complete a piece in
// time, the piece is taken as it is.
func (t *terminal) fill() error {
	timeout := -1
	switch {
	case t.split.bare:
		timeout = t.wait.bare
	case t.split.pasting:
		timeout = t.wait.paste
	case t.split.waiting():
		timeout = t.wait.escape
	}
	fds := []unix.PollFd{
		{Fd: int32(t.fd), Events: unix.POLLIN},
		{Fd: int32(t.wake.Fd()), Events: unix.POLLIN},
	}
	n, err := unix.Poll(fds, timeout)
	switch {
	case err == unix.EINTR:
		return nil
	case err != nil:
		return os.NewSyscallError("poll", err)
	case fds[1].Revents != 0: // closed, or paused
		return io.EOF
	case n == 0:
		t.queue = append(t.queue, t.split.flush()...)
		return nil
	}
	n, err = unix.Read(t.fd, t.buf[:])
	switch {
	case err == unix.EINTR, err == unix.EAGAIN:
		return nil
	case err != nil:
		return os.NewSyscallError("read", err)
	case n == 0:
		return io.EOF
	}
	if !t.split.waiting() && isBare(t.buf[:n]) {
		t.split.beginBare()
	}
	in := t.split.feed(t.buf[:n])
	if isBurst(in) {
		t.queue = append(t.queue, input{msg: burstMsg{}})
	}
	t.queue = append(t.queue, in...)
	return nil
}
