package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/engine/config"
	"holdfast/engine/events"
	"holdfast/store/event"
)

// turnEvents are what an engine tells of one turn.
func turnEvents() []events.Event {
	a := events.Activity{
		Episode: "ep1", Path: "/v1/chat/completions", Model: "m", Started: now, Ended: now.Add(1500 * time.Millisecond), Phase: events.Done,
		Hydrated: make([]event.EntityRef, 3), Withheld: make([]event.EntityRef, 1),
		Outcomes: []events.Outcome{
			{Artifact: "a1", Entity: "a.go::F", State: event.Authoritative, Confidence: event.Confirmed, Reason: "user_verification", Note: "the same message brought it twice"},
			{Artifact: "a2", Entity: "a.go::G", State: event.Proposed, Confidence: event.Inferred, Reason: "61 tokens, the base has 212"},
			{Confidence: event.Unresolved, Reason: "no path was given for this code"},
			{Artifact: "a3", Entity: "a.go::H", State: event.Tombstoned, Confidence: event.Confirmed},
		},
	}
	streaming := a
	streaming.Phase = events.Streaming
	failed := events.Activity{Episode: "ep2", Path: "/v1/chat/completions", Started: now, Ended: now, Phase: events.Failed, Error: "the upstream went away"}
	return []events.Event{
		{Kind: events.KindState},
		{Kind: events.KindActivity, Activity: streaming},
		{Kind: events.KindActivity, Activity: a},
		{Kind: events.KindActivity, Activity: failed},
		{Kind: events.KindAlert, Alert: "NOT RECORDED: the disk is full", Entity: "a.go::F"},
	}
}

// timeless is a logger whose lines carry no time.
func timeless(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
}

func TestServeTellsWhereToPointAClientAndWhatHappens(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the operator stops it as soon as it serves
	l := line{engine: story(), ctx: ctx}
	l.engine.events = turnEvents()
	l.engine.status.Banner = "the upstream does not answer"
	if code := l.run(t, "serve"); code != 0 {
		t.Fatalf("exit code %d: %s", code, l.errout.String())
	}
	if got := l.out.String(); got != "holdfast listens. Point your client at http://127.0.0.1:4141/v1\n" {
		t.Errorf("stdout %q", got)
	}
	if want := []string{"start", "close"}; !slices.Equal(l.engine.calls, want) || l.engine.options.Beside || !l.engine.options.Unattended {
		t.Errorf("calls %v, opened with %+v", l.engine.calls, l.engine.options)
	}
	for _, want := range []string{
		`msg=serving base_url=http://127.0.0.1:4141/v1 upstream=http://127.0.0.1:11434 workspace=/w session=default`,
		`level=WARN msg="the upstream does not answer"`,
		`msg="accepted a.go::F: you asked for it"`,
		`msg="told while draining"`,
		`msg="stopping: waiting for requests in flight; a second signal stops at once"`,
	} {
		if !strings.Contains(l.errout.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, l.errout.String())
		}
	}
}

func TestServeThatCannotStartFailsAndCloses(t *testing.T) {
	l := line{engine: story()}
	l.engine.err = errors.New("127.0.0.1:4141 is in use by nginx (pid 7): choose another with --listen 127.0.0.1:4142")
	code := l.run(t, "serve")
	if code != 2 || l.errout.String() != "holdfast: "+l.engine.err.Error()+"\n" || l.engine.calls[len(l.engine.calls)-1] != "close" {
		t.Errorf("exit code %d, %s calls %v", code, l.errout.String(), l.engine.calls)
	}
}

func TestWhateverOpensAnEngineTunesMemory(t *testing.T) {
	for command, want := range map[string]bool{"serve": true, "state": true, "help": false} {
		tuned := false
		e := story()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		p := &program{tune: func() { tuned = true }, Deps: Deps{
			Open:    func(context.Context, *config.Config, OpenOptions) (Engine, error) { return e, nil },
			Stdout:  io.Discard,
			Stderr:  io.Discard,
			Current: t.TempDir(),
			Env:     []string{},
		}}
		if code := run(ctx, p, []string{command}); code != 0 || tuned != want {
			t.Errorf("%s: exit code %d, tuned %v", command, code, tuned)
		}
	}
}

func TestTheLogSaysInPlainWordsWhatBecameOfTheCode(t *testing.T) {
	var out strings.Builder
	f := newFeed(timeless(&out))
	for _, e := range turnEvents() {
		f.emit(e)
	}
	f.close()
	golden(t, "serve-log", out.String())
}

// gate is a writer that lets nothing through until it is opened.
type gate struct {
	entered chan struct{}
	open    chan struct{}
	once    sync.Once
	lines   []string
}

func (g *gate) Write(b []byte) (int, error) {
	g.once.Do(func() { close(g.entered); <-g.open })
	g.lines = append(g.lines, string(b))
	return len(b), nil
}

func TestALogThatIsNotReadLosesRequestsButNoAlertAndBlocksNobody(t *testing.T) {
	g := &gate{entered: make(chan struct{}), open: make(chan struct{})}
	f := newFeed(timeless(g))
	request := events.Event{Kind: events.KindActivity, Activity: events.Activity{Phase: events.Done}}
	f.emit(request)
	<-g.entered // the first line blocks
	for range mostWaiting + 7 {
		f.emit(request)
	}
	f.emit(events.Event{Kind: events.KindAlert, Alert: "heed this"})
	close(g.open)
	f.close()
	text := strings.Join(g.lines, "")
	if n := strings.Count(text, "request done"); n != mostWaiting+1 {
		t.Errorf("%d requests were logged", n)
	}
	if !strings.Contains(text, "heed this") || !strings.Contains(text, "7 requests were not logged") {
		t.Errorf("the end of the log: %s", strings.Join(g.lines[len(g.lines)-2:], ""))
	}
}

func TestTheLogFileIsMadeWithItsFirstLineAndBeginsAnewWhenLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".holdfast", "holdfast.log")
	write := func(text string) {
		t.Helper()
		l := &logFile{path: path}
		if _, err := l.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := (&logFile{path: path}).Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a log without lines has a file")
	}
	write("one\n")
	write("two\n")
	if got, _ := os.ReadFile(path); string(got) != "one\ntwo\n" {
		t.Errorf("%q", got)
	}
	write(strings.Repeat("x", longestLog))
	write("anew\n")
	if got, _ := os.ReadFile(path); string(got) != "anew\n" {
		t.Errorf("%d bytes", len(got))
	}
}
