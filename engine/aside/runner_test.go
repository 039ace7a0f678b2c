package aside

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

func start(t *testing.T, busy func() bool, serve http.HandlerFunc) *Runner {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	r := Start(Options{Base: func() *url.URL { return base }, Busy: busy, Now: time.Now})
	t.Cleanup(r.Close)
	return r
}

func idle() bool { return false }

func question(body string) Question {
	return Question{Path: "v1/chat/completions", Body: []byte(body), Timeout: time.Minute, Most: 1 << 10}
}

// job asks one question and tells what came of it.
func job(from, body string, told chan<- string) Job {
	return Job{From: from, Dropped: func() { told <- body + " dropped" }, Do: func(ctx context.Context, talk *Talk) {
		a, err := talk.ask(ctx, question(body))
		if err != nil {
			told <- body + ": " + err.Error()
			return
		}
		told <- body + ": " + string(a.Body)
	}}
}

func TestWhoeverAsksSharesTheOneModelAndANewerJobReplacesTheWaitingOne(t *testing.T) {
	asked, release := make(chan struct{}), make(chan struct{})
	r := start(t, idle, func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		if string(body) == "first" {
			close(asked)
			<-release
		}
		_, _ = w.Write([]byte("yes"))
	})
	told := make(chan string, 8)
	r.Ask(job("audit", "first", told))
	<-asked
	r.Ask(job("reader", "older", told))
	r.Ask(job("audit", "second", told))
	r.Ask(job("reader", "newer", told))
	close(release)
	for _, want := range []string{"older dropped", "first: yes", "second: yes", "newer: yes"} {
		if got := <-told; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestARequestThatBeginsTakesTheModel(t *testing.T) {
	asked := make(chan struct{})
	r := start(t, idle, func(_ http.ResponseWriter, q *http.Request) {
		_, _ = io.Copy(io.Discard, q.Body) // only then does the server see a client leave
		close(asked)
		<-q.Context().Done()
	})
	told := make(chan string, 8)
	r.Ask(job("audit", "in flight", told))
	<-asked
	r.Ask(job("reader", "waiting", told))
	r.Yield()
	got := map[string]bool{<-told: true, <-told: true}
	if !got["in flight: "+ErrYielded.Error()] || !got["waiting dropped"] {
		t.Errorf("%v", got)
	}
}

func TestNothingIsAskedOnceTheRunnerIsClosed(t *testing.T) {
	r := start(t, idle, func(http.ResponseWriter, *http.Request) { t.Error("it was asked") })
	r.Close()
	told := make(chan string, 8)
	r.Ask(job("audit", "late", told))
	r.Close()
	if got := <-told; got != "late dropped" {
		t.Error(got)
	}
}

func TestWithoutTheModelThereIsNoAnswer(t *testing.T) {
	told := make(chan string, 8)
	start(t, func() bool { return true }, nil).Ask(job("audit", "busy", told))
	if got := <-told; got != "busy: "+ErrYielded.Error() {
		t.Error(got)
	}
	r := start(t, idle, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 2<<10)) })
	r.Ask(job("audit", "much", told))
	if got := <-told; got != "much: "+ErrLong.Error() {
		t.Error(got)
	}
	slow := start(t, idle, func(w http.ResponseWriter, q *http.Request) {
		_, _ = io.Copy(io.Discard, q.Body)
		_, _ = w.Write([]byte("a"))
		w.(http.Flusher).Flush()
		<-q.Context().Done()
	})
	failed := make(chan error, 1)
	slow.Ask(Job{From: "reader", Do: func(ctx context.Context, talk *Talk) {
		q := question("slow")
		q.Timeout = 20 * time.Millisecond
		_, err := talk.ask(ctx, q)
		failed <- err
	}})
	if err := <-failed; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an answer that drips: %v", err)
	}
}
