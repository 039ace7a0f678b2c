package audit

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"holdfast/store"
)

// Result is what an audit of a Subject found.
type Result struct {
	Subject Subject
	Status  store.AuditStatus
	Model   string
	Said    string // by the model, in full
	Took    time.Duration
}

// Options are what a Runner is made of.
type Options struct {
	// Base is the base URL of the model server without /v1; nil while there is
	// none.
	Base func() *url.URL
	// Busy tells that someone else wants the model.
	Busy func() bool
	// Timeout bounds one question.
	Timeout time.Duration
	Now     func() time.Time
	// Failed hears why there was no result; cancelled audits are not told.
	Failed func(Subject, error)
}

// Job is a set of questions about one reply.
type Job struct {
	Model    string
	Subjects []Subject
	// Each is called with a result, in the Runner's goroutine.
	Each func(context.Context, Result)
}

// Runner asks, one question at a time. It owns its goroutine.
type Runner struct {
	o      Options
	client http.Client
	jobs   chan Job // holds the latest
	done   sync.WaitGroup
	end    context.CancelFunc

	mu     sync.Mutex
	cancel context.CancelFunc // of the question in flight
}

// Start starts a Runner; Close ends it.
func Start(o Options) *Runner {
	ctx, end := context.WithCancel(context.Background())
	r := &Runner{o: o, jobs: make(chan Job, 1), end: end, client: http.Client{Transport: &http.Transport{
		MaxIdleConns: 1, IdleConnTimeout: 10 * time.Second, DisableCompression: true,
	}}}
	r.done.Go(func() { r.run(ctx) })
	return r
}

// Close cancels what is asked and waits for the Runner to end.
func (r *Runner) Close() {
	r.end()
	r.done.Wait()
	r.client.CloseIdleConnections()
}

// Ask hands a job over, in place of one that has not begun. It never blocks.
func (r *Runner) Ask(j Job) {
	for {
		select {
		case r.jobs <- j:
			return
		default:
		}
		select {
		case <-r.jobs: // overtaken by a newer reply
		default:
		}
	}
}

// Yield gives the model up at once: the question in flight is cancelled and
// what waits is dropped. It never blocks.
func (r *Runner) Yield() {
	select {
	case <-r.jobs:
	default:
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel != nil {
		r.cancel()
	}
}

func (r *Runner) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-r.jobs:
			r.job(ctx, j)
		}
	}
}

// job asks one question after the other, until someone else wants the model.
func (r *Runner) job(ctx context.Context, j Job) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.mu.Lock()
	r.cancel = cancel
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		r.cancel = nil
		r.mu.Unlock()
	}()
	// A request that begins is counted first and yields then: either it is seen
	// here, or it finds the cancel.
	for _, s := range j.Subjects {
		if ctx.Err() != nil || r.o.Busy() {
			return
		}
		result, err := r.ask(ctx, j.Model, s)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			r.o.Failed(s, err)
		default:
			j.Each(ctx, result)
		}
	}
}

// maxReplyBody bounds what is read of a reply, in bytes.
const maxReplyBody = 1 << 20

func (r *Runner) ask(ctx context.Context, model string, s Subject) (Result, error) {
	base := r.o.Base()
	if base == nil {
		return Result{}, fmt.Errorf("there is no model server")
	}
	body, err := s.Body(model)
	if err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.o.Timeout)
	defer cancel()
	began := r.o.Now()
	req, err := request(ctx, base, body)
	if err != nil {
		return Result{}, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return Result{}, fmt.Errorf("asking the model: %w", err)
	}
	reply, err := io.ReadAll(io.LimitReader(resp.Body, maxReplyBody))
	resp.Body.Close()
	if err != nil {
		return Result{}, fmt.Errorf("reading the answer: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		return Result{}, fmt.Errorf("the model server answers %s", resp.Status)
	}
	said, err := Said(reply)
	if err != nil {
		return Result{}, err
	}
	status, err := Answer(said, s.Entity)
	return Result{Subject: s, Status: status, Model: model, Said: said, Took: r.o.Now().Sub(began)}, err
}

// request builds the request; what the URL says of a user is sent as a header,
// as the proxy does.
func request(ctx context.Context, base *url.URL, body []byte) (*http.Request, error) {
	target := *base
	target.User = nil
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target.JoinPath("v1", "chat", "completions").String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if base.User != nil {
		password, _ := base.User.Password()
		req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(base.User.Username()+":"+password)))
	}
	return req, nil
}
