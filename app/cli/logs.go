package cli

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"holdfast/engine/events"
	"holdfast/store/event"
	"holdfast/views"
)

// discard is the log of commands that tell all they have to say by themselves.
var discard = slog.New(slog.DiscardHandler)

// feed turns the engine's events into log lines. It takes them without blocking
// the request path and writes them at the log's own pace; a log that nobody
// reads loses lines about requests, and says how many, but no alert.
type feed struct {
	log     *slog.Logger
	mu      sync.Mutex
	waiting []events.Event
	lost    int
	closed  bool
	wake    chan struct{}
	done    chan struct{}
}

// mostWaiting is how many events wait for the log before some are lost.
const mostWaiting = 4096

func newFeed(log *slog.Logger) *feed {
	f := &feed{log: log, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go f.pump()
	return f
}

// emit takes an event; it never blocks.
func (f *feed) emit(e events.Event) {
	if !worthLogging(e) {
		return
	}
	f.mu.Lock()
	if len(f.waiting) >= mostWaiting && e.Kind != events.KindAlert {
		f.lost++
	} else {
		f.waiting = append(f.waiting, e)
	}
	f.mu.Unlock()
	f.signal()
}

func (f *feed) signal() {
	select {
	case f.wake <- struct{}{}:
	default: // the pump is about to look anyway
	}
}

// close writes what waits and ends the pump.
func (f *feed) close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.signal()
	<-f.done
}

func (f *feed) pump() {
	defer close(f.done)
	for range f.wake {
		f.mu.Lock()
		events, lost, closed := f.waiting, f.lost, f.closed
		f.waiting, f.lost = nil, 0
		f.mu.Unlock()
		for _, e := range events {
			f.write(e)
		}
		if lost > 0 {
			f.log.Warn(fmt.Sprintf("%d requests were not logged: the log is read too slowly", lost))
		}
		if closed {
			return
		}
	}
}

func worthLogging(e events.Event) bool {
	switch e.Kind {
	case events.KindAlert:
		return true
	case events.KindActivity:
		return e.Activity.Phase == events.Done || e.Activity.Phase == events.Failed
	default:
		return false
	}
}

func (f *feed) write(e events.Event) {
	if e.Kind == events.KindAlert {
		f.log.Warn(e.Alert, "entity", e.Entity)
		return
	}
	a := e.Activity
	took := a.Ended.Sub(a.Started).Round(time.Millisecond)
	if a.Phase == events.Failed {
		f.log.Warn("request failed: "+a.Error, "episode", a.Episode, "path", a.Path, "took", took)
	} else {
		f.log.Info("request done", "episode", a.Episode, "path", a.Path, "model", a.Model, "took", took,
			"hydrated", len(a.Hydrated), "withheld", len(a.Withheld))
	}
	for _, o := range a.Outcomes {
		f.log.Info(outcome(o), "artifact", o.Artifact, "confidence", o.Confidence)
		if o.Note != "" {
			f.log.Warn(o.Entity+": "+o.Note, "artifact", o.Artifact)
		}
	}
}

// outcome says in plain words what became of an artifact.
func outcome(o events.Outcome) string {
	because := ""
	if o.Reason != "" {
		because = ": " + views.Plain(o.Reason)
	}
	switch o.State {
	case event.Authoritative:
		if o.Reason != "" {
			return "accepted " + o.Entity + ": " + views.Because(o.Reason, "")
		}
		return "accepted " + o.Entity
	case event.Proposed:
		return o.Entity + " waits for a decision" + because
	case "":
		return "code was not linked to a symbol" + because
	default:
		return o.Entity + " is " + string(o.State) + because
	}
}

// logFile is the workspace's log. It is made with the first line, when the
// engine has made the folder, and begins anew when it has grown too long.
type logFile struct {
	path string
	mu   sync.Mutex
	file *os.File
}

// longestLog is the size, in bytes, from which the log begins anew.
const longestLog = 4 << 20

func (l *logFile) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		if err := l.open(); err != nil {
			return 0, err
		}
	}
	return l.file.Write(b)
}

func (l *logFile) open() error {
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return err
	}
	mode := os.O_APPEND
	if info, err := os.Stat(l.path); err == nil && info.Size() > longestLog {
		mode = os.O_TRUNC
	}
	var err error
	l.file, err = os.OpenFile(l.path, os.O_CREATE|os.O_WRONLY|mode, 0o600)
	return err
}

func (l *logFile) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
