package load

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// idle is a Pipeline that does nothing.
type idle struct{}

func (idle) Begin(context.Context, *wire.Request) (gateway.Turn, error) { return idle{}, nil }
func (idle) Insertion() []wire.Insertion                                { return nil }
func (idle) Header() http.Header                                        { return nil }
func (idle) Recorded(context.Context)                                   {}
func (idle) Sent()                                                      {}
func (idle) Progress(int)                                               {}
func (idle) Finish(context.Context, wire.Reply)                         {}
func (idle) Abort(wire.Reply, error)                                    {}

// connect runs a gateway in front of the stub until the test ends.
func connect(t testing.TB) func(context.Context, *url.URL) (Proxy, error) {
	return func(_ context.Context, upstream *url.URL) (Proxy, error) {
		s, err := gateway.New(gateway.Options{Pipeline: idle{}, Upstream: upstream, Listen: "127.0.0.1:0", Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return Proxy{}, err
		}
		if err := s.Listen(); err != nil {
			return Proxy{}, err
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- s.Serve(ctx) }()
		t.Cleanup(func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
		return Proxy{Base: "http://" + s.Addr(), PID: os.Getpid()}, nil
	}
}

func prompt(n int) []byte {
	return []byte(`{"stream":true,"messages":[{"role":"user","content":"` + strings.Repeat("x", n%7) + `"}]}`)
}

func TestARunMeasuresEveryPath_TSLP13(t *testing.T) {
	r, err := Run(t.Context(), Options{Connect: connect(t), Prompt: prompt, Requests: 8, Streams: []int{1, 4}, Chunks: 3,
		FirstDelay: time.Millisecond, Spacing: time.Microsecond, Slice: 2 * time.Millisecond, Turns: 16, Large: prompt})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 2 || r.Rows[1].Streams != 4 {
		t.Fatalf("%+v", r)
	}
	for _, row := range r.Rows {
		for i, target := range row.Targets {
			if target.FirstP50 < time.Millisecond || target.FirstP99 < target.FirstP50 || target.PerSecond <= 0 {
				t.Errorf("%d streams, %s: %+v", row.Streams, targetNames[i], target)
			}
		}
		if row.Targets[floor].OverFloor != 0 {
			t.Errorf("the bare proxy takes %v more than itself", row.Targets[floor].OverFloor)
		}
		if row.Targets[direct].AddedP50 != 0 || row.Ratio(row.Targets[direct]) != 1 || row.Targets[proxied] == row.Targets[floor] {
			t.Errorf("%+v", row)
		}
	}
	var text strings.Builder
	if err := r.Print(&text); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"holdfast", "bare reverse proxy", "noise", "added p99", "over bare"} {
		if !strings.Contains(text.String(), word) {
			t.Errorf("the table lacks %q:\n%s", word, text.String())
		}
	}
	if _, err := os.Stat("/proc/self/status"); err == nil && (r.Memory.After.Private == 0 || r.Memory.After.RSS <= r.Memory.After.Private) {
		t.Errorf("memory %+v", r.Memory)
	}
}

func TestARunThatCannotWorkSaysWhy(t *testing.T) {
	broken := httptest.NewServer(http.NotFoundHandler())
	defer broken.Close()
	short := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer short.Close()
	to := func(base string, err error) Options {
		return Options{Prompt: prompt, Connect: func(context.Context, *url.URL) (Proxy, error) { return Proxy{Base: base}, err }}
	}
	for want, o := range map[string]Options{
		"required":           {},
		"no port is free":    to("", errors.New("no port is free")),
		"404":                to(broken.URL, nil),
		"without its marker": to(short.URL, nil),
	} {
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, Options{Connect: connect(t), Prompt: prompt}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestEachPathFollowsEachOther_TSLP13(t *testing.T) {
	const rounds = 1200
	var follows [targets][targets]int
	for n := range rounds {
		o := order(n)
		for i := 1; i < len(o); i++ {
			follows[o[i-1]][o[i]]++
		}
	}
	for a := range targets {
		for b := range targets {
			if want := rounds / targets; a != b && (follows[a][b] < want*3/4 || follows[a][b] > want*5/4) {
				t.Errorf("%s comes %d times after %s, want about %d", targetNames[b], follows[a][b], targetNames[a], want)
			}
		}
	}
}

func TestDifferencesAreTakenWithinARound(t *testing.T) {
	if d := differences([]time.Duration{9, 5}, []time.Duration{2, 4}); d[0] != 7 || d[1] != 1 {
		t.Error(d)
	}
}

func TestQuantiles(t *testing.T) {
	var d []time.Duration
	for n := range 100 {
		d = append(d, time.Duration(100-n))
	}
	for percent, want := range map[int]time.Duration{0: 1, 1: 1, 50: 50, 99: 99, 100: 100} {
		if got := quantile(d, percent); got != want {
			t.Errorf("%d%%: %d", percent, got)
		}
	}
	if quantile(nil, 50) != 0 || quantile([]time.Duration{7}, 99) != 7 {
		t.Error("few samples")
	}
}

func TestMemoryIsReadInBytes(t *testing.T) {
	m := parseMemory([]byte("Name:\tx\nVmHWM:\t   3072 kB\nVmRSS:\t    2048 kB\nRssAnon:\t  1024 kB\nRssFile:\t  1024 kB\nVmRSS: many kB\n"))
	if m.Private != 1<<20 || m.RSS != 2<<20 || m.Peak != 3<<20 {
		t.Errorf("%+v", m)
	}
	if MemoryOf(-1) != (Memory{}) {
		t.Error("memory of no process")
	}
}

func TestPrivateMemoryIsToldBesideWhatIsResident(t *testing.T) {
	told := func(r Report) string {
		var text strings.Builder
		if err := r.printMemory(&text); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	var r Report
	if s := told(r); !strings.Contains(s, "not measured") {
		t.Errorf("where nothing can be read: %q", s)
	}
	r.Memory.Idle, r.Memory.After = Memory{Private: 5 << 20, RSS: 9 << 20}, Memory{Private: 6 << 20, RSS: 10 << 20, Peak: 11 << 20}
	r.Memory.Turns, r.Memory.Peak = 16, 12<<20
	const want = "\nmemory: 5.0 MiB private, 9.0 MiB resident idle; 6.0 MiB private, 10.0 MiB resident after 16 turns;" +
		" 11.0 MiB resident at the peak of the streams above, 12.0 MiB with 32 large prompts at once\n"
	if s := told(r); s != want {
		t.Errorf("%q, want %q", s, want)
	}
}
