package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/engine/aside"
)

// bench is a Runner with a model server that the test plays.
type bench struct {
	*aside.Runner
	auditor Auditor
	results chan Result
	faults  chan error
}

func start(t *testing.T, timeout time.Duration, serve http.HandlerFunc) *bench {
	t.Helper()
	server := httptest.NewServer(serve)
	base, err := url.Parse(server.URL + "/prefix")
	if err != nil {
		t.Fatal(err)
	}
	base.User = url.UserPassword("me", "sesame")
	b := &bench{results: make(chan Result, 8), faults: make(chan error, 8)}
	b.auditor = Auditor{Timeout: timeout, Failed: func(_ Subject, err error) { b.faults <- err }}
	b.serve(func() *url.URL { return base }, func() bool { return false })
	t.Cleanup(func() { b.Close(); server.Close() })
	return b
}

// serve starts the Runner that the questions go to.
func (b *bench) serve(base func() *url.URL, busy func() bool) {
	b.Runner = aside.Start(aside.Options{Base: base, Busy: busy, Now: time.Now})
}

func (b *bench) ask(entities ...string) {
	j := Job{Model: "m", Each: func(_ context.Context, r Result) { b.results <- r }}
	for _, e := range entities {
		j.Subjects = append(j.Subjects, Subject{Artifact: "id of " + e, Entity: e})
	}
	b.Ask(b.auditor.Aside(j))
}

func says(status string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, about, _ := strings.Cut(gjson.GetBytes(body, "messages.0.content").String(), "What is the state of ")
		entity, _, _ := strings.Cut(about, "?")
		fmt.Fprintf(w, `{"choices":[{"message":{"content":"{\"entity\":\"%s\",\"status\":\"%s\"}"}}]}`, entity, status)
	}
}

func TestEachArtifactIsAskedAboutOneAfterTheOther_10(t *testing.T) {
	var inFlight, most atomic.Int32
	b := start(t, time.Minute, func(w http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), inFlight.Add(1)))
		defer inFlight.Add(-1)
		if user, password, _ := r.BasicAuth(); r.URL.Path != "/prefix/v1/chat/completions" || user != "me" || password != "sesame" {
			t.Errorf("asked at %s as %s", r.URL, user)
		}
		says("partial")(w, r)
	})
	b.ask("one", "two", "three")
	for _, want := range []string{"one", "two", "three"} {
		if r := <-b.results; r.Subject.Artifact != "id of "+want || r.Status != "partial" || r.Model != "m" || r.Said == "" {
			t.Errorf("%+v", r)
		}
	}
	if most.Load() != 1 {
		t.Errorf("%d questions at once", most.Load())
	}
}

func TestAQuestionInFlightIsGivenUpAtOnce_10(t *testing.T) {
	asked, gone := make(chan struct{}, 8), make(chan struct{}, 8)
	b := start(t, time.Minute, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then does the server see a client leave
		asked <- struct{}{}
		<-r.Context().Done()
		gone <- struct{}{}
	})
	b.ask("one", "two")
	<-asked
	b.ask("waiting")
	b.Yield()
	<-gone
	b.Close()
	if len(asked)+len(b.results)+len(b.faults) > 0 {
		t.Errorf("after it was given up: %d questions, %d results, %d faults", len(asked), len(b.results), len(b.faults))
	}
}

func TestNobodyIsAskedWhileTheModelIsWanted_10(t *testing.T) {
	looked := make(chan struct{})
	b := start(t, time.Minute, says("completed"))
	b.Close()
	b.serve(nil, func() bool {
		looked <- struct{}{}
		return true
	})
	defer b.Close()
	b.ask("one")
	<-looked
	b.ask("two")
	<-looked // so that the first is over
	b.Close()
	if len(b.results)+len(b.faults) > 0 {
		t.Errorf("%d results and %d faults while someone else wants the model", len(b.results), len(b.faults))
	}
}

func TestWithoutAnAnswerThereIsNoResult_10(t *testing.T) {
	b := start(t, time.Minute, nil)
	b.Close()
	b.serve(func() *url.URL { return nil }, func() bool { return false })
	b.ask("one")
	if err := <-b.faults; !strings.Contains(err.Error(), "no model server") {
		t.Errorf("without a server: %v", err)
	}
	for name, c := range map[string]struct {
		serve http.HandlerFunc
		says  string
		is    error
	}{
		"a server that fails": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, "500", nil},
		"a server that babbles": {func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"choices":[{"message":{"content":"I like it."}}]}`)
		}, "", ErrNoAnswer},
		"a server that breaks off": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "EOF", nil},
	} {
		b := start(t, time.Minute, c.serve)
		b.ask("one")
		if err := <-b.faults; !strings.Contains(err.Error(), c.says) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAQuestionHasATimeLimit_10(t *testing.T) {
	b := start(t, time.Millisecond, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	b.ask("one")
	if err := <-b.faults; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}
