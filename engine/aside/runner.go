package aside

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"holdfast/engine/gateway"
)

// Options are what a Runner is made of.
type Options struct {
	// Base is the base URL of the model server without /v1; nil while there is
	// none.
	Base func() *url.URL
	// Busy tells that someone else wants the model.
	Busy func() bool
	Now  func() time.Time
	// Kind asks the server what it is, and how many prompts it keeps at once; nil for
	// unknown.
	Kind func(context.Context, *url.URL) (kind gateway.Kind, slots int)
	// Behind reports whether questions may stand at the end of the conversation that
	// they are about (context.md, rule 5).
	Behind bool
	// Evicts hears that a question of its own was asked of a model; nil for nobody.
	Evicts func(model string)
}

// Question is one request to the model server.
type Question struct {
	Path    string            // below the base, such as "v1/chat/completions"
	Header  map[string]string // beside the content type, nil for none
	Body    []byte            // JSON
	Timeout time.Duration     // until the whole answer is there
	Most    int64             // of the answer's bytes; a longer one is ErrLong
}

// Answer is what came back, whatever its status.
type Answer struct {
	Status int
	Body   []byte
	Took   time.Duration
}

// Why there is no answer, beside what the network says.
var (
	ErrNoServer = errors.New("there is no model server")
	ErrLong     = errors.New("the answer is longer than what is read of one")
	// ErrYielded tells that someone else wants the model.
	ErrYielded = errors.New("the model was given to a request")
)

// Job is a set of questions that belong together.
type Job struct {
	// From is who asks: a newer job of theirs takes the place of one that has not
	// begun.
	From string
	// Episode is the request whose reply they are about, Model the one that is asked.
	Episode, Model string
	// Do asks them, in the Runner's goroutine. Once its context has ended nobody
	// wants to hear an answer.
	Do func(context.Context, *Talk)
	// Dropped is called where Do is not; nil where that does not matter. It must
	// not block.
	Dropped func()
}

// Runner does one job after the other. It owns its goroutine.
type Runner struct {
	o      Options
	client http.Client
	wake   chan struct{} // holds one when there may be a job
	done   sync.WaitGroup
	end    context.CancelFunc

	mu      sync.Mutex
	waiting []Job
	cancel  context.CancelFunc // of the job under way
	latest  *Prefix            // nil while a request is under way
	known   map[string]habits  // by model
	behind  int                // questions that stood behind their conversation
	alone   int                // and others
}

// Start starts a Runner; Close ends it.
func Start(o Options) *Runner {
	ctx, end := context.WithCancel(context.Background())
	r := &Runner{o: o, wake: make(chan struct{}, 1), end: end, client: http.Client{Transport: &http.Transport{
		MaxIdleConns: 1, IdleConnTimeout: 10 * time.Second, DisableCompression: true,
	}}}
	r.done.Go(func() { r.run(ctx) })
	return r
}

// Close cancels what is asked, drops what waits, and waits for the Runner to
// end.
func (r *Runner) Close() {
	r.end()
	r.done.Wait()
	r.Yield()
	r.client.CloseIdleConnections()
}

// Ask hands a job over. It never blocks.
func (r *Runner) Ask(j Job) {
	r.mu.Lock()
	var overtaken []Job
	r.waiting = slices.DeleteFunc(r.waiting, func(w Job) bool {
		if w.From == j.From {
			overtaken = append(overtaken, w)
		}
		return w.From == j.From
	})
	r.waiting = append(r.waiting, j)
	r.mu.Unlock()
	drop(overtaken)
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Yield gives the model up at once: the question in flight is cancelled and
// what waits is dropped. It never blocks.
func (r *Runner) Yield() {
	r.mu.Lock()
	waiting := r.waiting
	r.waiting, r.latest = nil, nil
	if r.cancel != nil {
		r.cancel()
	}
	r.mu.Unlock()
	drop(waiting)
}

func drop(jobs []Job) {
	for _, j := range jobs {
		if j.Dropped != nil {
			j.Dropped()
		}
	}
}

func (r *Runner) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		}
		for ctx.Err() == nil && r.job(ctx) {
		}
	}
}

// job does the job that waits longest, and tells whether there was one.
func (r *Runner) job(ctx context.Context) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.mu.Lock()
	if len(r.waiting) == 0 {
		r.mu.Unlock()
		return false
	}
	j := r.waiting[0]
	r.waiting = r.waiting[1:]
	r.cancel = cancel
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		r.cancel = nil
		r.mu.Unlock()
	}()
	j.Do(ctx, r.talk(ctx, j))
	return true
}

// ask asks unless someone else wants the model. A request that begins is counted
// first and yields then: either it is seen here, or it finds the cancel.
func (r *Runner) ask(ctx context.Context, q Question) (Answer, error) {
	if ctx.Err() != nil || r.o.Busy() {
		return Answer{}, ErrYielded
	}
	base := r.o.Base()
	if base == nil {
		return Answer{}, ErrNoServer
	}
	limited, cancel := context.WithTimeout(ctx, q.Timeout)
	defer cancel()
	began := r.o.Now()
	a, err := r.exchange(limited, base, q)
	a.Took = r.o.Now().Sub(began)
	if ctx.Err() != nil {
		return Answer{}, ErrYielded
	}
	return a, err
}

func (r *Runner) exchange(ctx context.Context, base *url.URL, q Question) (Answer, error) {
	req, err := request(ctx, base, q)
	if err != nil {
		return Answer{}, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return Answer{}, fmt.Errorf("asking the model: %w", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, q.Most+1))
	if err != nil {
		return Answer{}, fmt.Errorf("reading the answer: %w", err)
	}
	if int64(len(body)) > q.Most {
		return Answer{}, ErrLong
	}
	return Answer{Status: resp.StatusCode, Body: body}, nil
}

// request builds the request; what the URL says of a user is sent as a header,
// as the proxy does. No client's key is ever used.
func request(ctx context.Context, base *url.URL, q Question) (*http.Request, error) {
	target := *base
	target.User = nil
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target.JoinPath(q.Path).String(), bytes.NewReader(q.Body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	for name, value := range q.Header {
		req.Header.Set(name, value)
	}
	if base.User != nil {
		password, _ := base.User.Password()
		req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(base.User.Username()+":"+password)))
	}
	return req, nil
}
