package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"time"
)

// Options say what to measure. Counts and times bound a run.
type Options struct {
	// Connect is told the stub's base URL and returns a proxy in front of it.
	// Required.
	Connect func(ctx context.Context, upstream *url.URL) (Proxy, error)
	// Floor starts a bare reverse proxy (BareProxy) in front of the stub, in a
	// process of its own where the proxy has one; nil starts it in this one.
	Floor func(ctx context.Context, upstream *url.URL) (Proxy, error)
	// Prompt makes the body of request n: a chat completion with "stream":true.
	// Required; called from several goroutines.
	Prompt func(n int) []byte
	// FirstDelay is how long the stub waits before its first chunk; 0 means 5 ms.
	FirstDelay time.Duration
	// Chunks is how many chunks the stub sends, Spacing the time between them;
	// 0 means 20 and 1 ms.
	Chunks  int
	Spacing time.Duration
	// Requests is the number of latency samples of each target at each number
	// of streams; 0 means 400.
	Requests int
	// Streams are the numbers of streams at once; empty means 1, 8, 32, 64.
	Streams []int
	// Slice is how long throughput is measured on each target at each number of
	// streams; 0 means 500 ms.
	Slice time.Duration
	// Turns is how many requests are sent before memory is read again; 0 means
	// 2,000.
	Turns int
	// Large makes the body of a large request; PeakStreams of them are sent at
	// once, after all else, to see the peak of memory. Nil sends none.
	Large func(n int) []byte
}

// PeakStreams is how many large prompts are sent at once.
const PeakStreams = 32

// Proxy is the proxy that is measured.
type Proxy struct {
	Base string // URL
	// PID is its process, whose memory is read; 0 reads none.
	PID int
}

func (o *Options) defaults() error {
	if o.Connect == nil || o.Prompt == nil {
		return errors.New("load: Connect and Prompt are required")
	}
	o.FirstDelay = orDefault(o.FirstDelay, 5*time.Millisecond)
	o.Spacing = orDefault(o.Spacing, time.Millisecond)
	o.Slice = orDefault(o.Slice, 500*time.Millisecond)
	o.Chunks = max(orDefault(o.Chunks, 20), 2)
	o.Requests = orDefault(o.Requests, 400)
	o.Turns = orDefault(o.Turns, 2000)
	if len(o.Streams) == 0 {
		o.Streams = []int{1, 8, 32, 64}
	}
	return nil
}

func orDefault[T int | time.Duration](v, def T) T {
	if v > 0 {
		return v
	}
	return def
}

// The paths that are compared. Direct is the yardstick of the others.
const (
	direct = iota
	control
	floor
	proxied
	targets
)

var targetNames = [targets]string{"direct", "direct again (noise)", "bare reverse proxy", "holdfast"}

// run is one measurement under way.
type run struct {
	Options
	pid     int
	clients [targets]*client
}

// Run measures and reports. It stops early, with an error, when ctx ends.
func Run(ctx context.Context, o Options) (Report, error) {
	if err := o.defaults(); err != nil {
		return Report{}, err
	}
	stub := httptest.NewServer(newStub(o))
	defer stub.Close()
	upstream, err := url.Parse(stub.URL)
	if err != nil {
		return Report{}, err
	}
	if o.Floor == nil {
		bare := httptest.NewServer(BareProxy(upstream))
		defer bare.Close()
		o.Floor = func(context.Context, *url.URL) (Proxy, error) { return Proxy{Base: bare.URL}, nil }
	}
	bare, err := o.Floor(ctx, upstream)
	if err != nil {
		return Report{}, fmt.Errorf("starting the bare proxy: %w", err)
	}
	proxy, err := o.Connect(ctx, upstream)
	if err != nil {
		return Report{}, fmt.Errorf("starting the proxy to measure: %w", err)
	}
	r := run{Options: o, pid: proxy.PID}
	for i, base := range [targets]string{stub.URL, stub.URL, bare.Base, proxy.Base} {
		r.clients[i] = newClient(base)
		defer r.clients[i].close()
	}
	return r.measure(ctx)
}

// BareProxy is the least that a proxy in Go can be. It reads a body before it
// forwards it, since a streamed one would cut replies short (golang/go#40747).
func BareProxy(upstream *url.URL) http.Handler {
	p := &httputil.ReverseProxy{
		FlushInterval: -1,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 128, DisableCompression: true},
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(upstream) },
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		p.ServeHTTP(w, r)
	})
}

func (r *run) measure(ctx context.Context) (Report, error) {
	report := Report{FirstDelay: r.FirstDelay, Bytes: len(r.Prompt(0)), Chunks: r.Chunks}
	for i := range targets { // connections, caches, grammars
		if _, err := r.clients[i].ask(ctx, r.Prompt(0), paced); err != nil {
			return report, fmt.Errorf("%s does not work: %w", targetNames[i], err)
		}
	}
	if err := settled(ctx, r.pid); err != nil {
		return report, err
	}
	report.Memory.Idle = MemoryOf(r.pid)
	for _, streams := range r.Streams {
		samples, err := r.latency(ctx, streams)
		if err != nil {
			return report, err
		}
		row := Row{Streams: streams}
		var over [targets]time.Duration
		for i, s := range samples {
			over[i] = quantile(differences(s.first, samples[floor].first), 50)
		}
		for i, s := range samples {
			row.Targets[i] = s.latency(samples[direct])
			row.Targets[i].OverFloor = over[i]
		}
		if err := r.throughput(ctx, streams, &row); err != nil {
			return report, err
		}
		report.Rows = append(report.Rows, row)
	}
	if r.pid > 0 {
		if err := r.turns(ctx); err != nil {
			return report, err
		}
		report.Memory.After = MemoryOf(r.pid)
		report.Memory.Turns = r.Turns
		if r.Large != nil {
			if err := r.peak(ctx); err != nil {
				return report, err
			}
			report.Memory.Peak = MemoryOf(r.pid).Peak
		}
	}
	return report, nil
}

// peak sends large prompts, all at once.
func (r *run) peak(ctx context.Context) error {
	return r.parallel(ctx, PeakStreams, func(ctx context.Context, worker int) error {
		if _, err := r.clients[proxied].ask(ctx, r.Large(worker), paced); err != nil {
			return fmt.Errorf("large prompt %d: %w", worker, err)
		}
		return nil
	})
}

// latency asks all targets, from each of several streams at once. Each round
// asks every target once, in an order of its own: what one leaves to be done after
// its reply (a commit, the reading of the words) falls on whichever comes next. The
// samples stand in the same order of rounds for all targets.
func (r *run) latency(ctx context.Context, streams int) ([targets]samples, error) {
	var all [targets]samples
	var mu sync.Mutex
	err := r.parallel(ctx, streams, func(ctx context.Context, worker int) error {
		var own [targets]samples
		for n := worker; n < r.Requests; n += streams {
			for _, t := range order(n) {
				m, err := r.clients[t].ask(ctx, r.Prompt(n), paced)
				if err != nil {
					return fmt.Errorf("%s, %d streams: %w", targetNames[t], streams, err)
				}
				own[t].add(m)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for i := range all {
			all[i].first = append(all[i].first, own[i].first...)
			all[i].later = append(all[i].later, own[i].later...)
		}
		return nil
	})
	return all, err
}

// order is that of the targets in round n: the same in every run.
func order(n int) []int { return rand.New(rand.NewPCG(uint64(n), 0)).Perm(targets) }

// throughput counts replies of an instant stub, one target after the other,
// and again in the opposite order.
func (r *run) throughput(ctx context.Context, streams int, row *Row) error {
	order := []int{direct, control, floor, proxied}
	for range 2 {
		for _, t := range order {
			n, took, err := r.count(ctx, t, streams)
			if err != nil {
				return fmt.Errorf("%s, %d streams: %w", targetNames[t], streams, err)
			}
			row.Targets[t].PerSecond += float64(n) / took.Seconds() / 2
		}
		slices.Reverse(order)
	}
	return nil
}

func (r *run) count(ctx context.Context, target, streams int) (int, time.Duration, error) {
	var mu sync.Mutex
	total := 0
	start := time.Now()
	err := r.parallel(ctx, streams, func(ctx context.Context, worker int) error {
		n := 0
		for time.Since(start) < r.Slice/2 {
			if _, err := r.clients[target].ask(ctx, r.Prompt(worker+n*streams), instant); err != nil {
				return err
			}
			n++
		}
		mu.Lock()
		defer mu.Unlock()
		total += n
		return nil
	})
	return total, time.Since(start), err
}

// turns sends many requests through the proxy.
func (r *run) turns(ctx context.Context) error {
	return r.send(ctx, r.clients[proxied])
}

// atOnce is how many of many requests are on their way at a time.
const atOnce = 8

func (r *run) send(ctx context.Context, to *client) error {
	return r.parallel(ctx, atOnce, func(ctx context.Context, worker int) error {
		for n := worker; n < r.Turns; n += atOnce {
			if _, err := to.ask(ctx, r.Prompt(n), instant); err != nil {
				return fmt.Errorf("turn %d: %w", n, err)
			}
		}
		return nil
	})
}

// Stub is the model server that Send has behind the proxy.
func Stub() http.Handler {
	return newStub(Options{Chunks: 20})
}

// Send sends that many turns, eight at once, to a proxy in front of Stub, which
// answers at once.
func Send(ctx context.Context, base string, turns int, prompt func(n int) []byte) error {
	to := newClient(base)
	defer to.close()
	r := run{Options: Options{Turns: turns, Prompt: prompt}}
	return r.send(ctx, to)
}

// parallel runs work in several goroutines and waits for all; the first error
// stops the others.
func (r *run) parallel(ctx context.Context, n int, work func(ctx context.Context, worker int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wait sync.WaitGroup
	for worker := range n {
		wait.Go(func() {
			if err := work(ctx, worker); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}
