package engine_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"
)

// exchange is one request and its reply as they went over one wire.
type exchange struct {
	method, uri string
	header      http.Header
	body        []byte
	status      int
	replyHeader http.Header
	reply       []byte
	broken      bool // it did not come to its end
}

// path is the request's path without its query.
func (x *exchange) path() string {
	path, _, _ := strings.Cut(x.uri, "?")
	return path
}

// tap is a pass-through that keeps what it sees. One stands between the client
// and holdfast, one between holdfast and the upstream; a request has the same
// number in both.
type tap struct {
	*httptest.Server
	next string // base URL, without a slash
	own  string // begins the numbers of requests that come without one
	// sees is told each request's body before it goes on; nil for nobody. It may
	// change next.
	sees func(body []byte)
	mu   sync.Mutex
	seen map[string]*exchange // by RecordedAs
	list []string             // the numbers in order
}

// RecordedAs is the header that carries a request's number through holdfast.
const recordedAs = "X-Recorded-As"

func startTap(t testing.TB, next string) *tap {
	p := &tap{next: next, seen: map[string]*exchange{}}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *tap) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left
	}
	x := &exchange{method: r.Method, uri: r.URL.RequestURI(), header: r.Header.Clone(), body: body, broken: true}
	number := p.enter(r.Header.Get(recordedAs), x)
	if p.sees != nil {
		p.sees(body)
	}
	out, err := http.NewRequestWithContext(r.Context(), r.Method, p.next+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	out.Header = r.Header.Clone()
	out.Header.Set(recordedAs, number)
	resp, err := http.DefaultTransport.RoundTrip(out)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer resp.Body.Close()
	for name, values := range resp.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(resp.StatusCode)
	reply, err := flushing(w, resp.Body)
	p.mu.Lock()
	x.status, x.replyHeader, x.reply, x.broken = resp.StatusCode, resp.Header, reply, err != nil
	p.mu.Unlock()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
}

// enter keeps an exchange under its number, a new one where it has none.
func (p *tap) enter(number string, x *exchange) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if number == "" {
		number = fmt.Sprint(p.own, len(p.list)+1)
	}
	p.seen[number] = x
	p.list = append(p.list, number)
	return number
}

// forget has the numbers begin anew.
func (p *tap) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list, p.seen = nil, map[string]*exchange{}
}

// count is how many requests came.
func (p *tap) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.list)
}

// flushing copies a stream chunk by chunk and returns it.
func flushing(w http.ResponseWriter, from io.Reader) ([]byte, error) {
	var all []byte
	chunk := make([]byte, 32<<10)
	for {
		n, err := from.Read(chunk)
		all = append(all, chunk[:n]...)
		if _, err := w.Write(chunk[:n]); err != nil {
			return all, err
		}
		w.(http.Flusher).Flush()
		switch err {
		case nil:
		case io.EOF:
			return all, nil
		default:
			return all, err
		}
	}
}

// turns are the bodies of requests that hold the words, in order.
func (p *tap) turns(words string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var bodies []string
	for _, n := range p.list {
		if x := p.seen[n]; x.method == http.MethodPost && bytes.Contains(x.body, []byte(words)) {
			bodies = append(bodies, string(x.body))
		}
	}
	return bodies
}

// compareWires holds what the upstream and the client saw against each other:
// nothing but the inserted block, and holdfast's own headers, may differ. It
// returns how many requests carried a block.
func compareWires(t testing.TB, client, upstream *tap) (hydrated int) {
	t.Helper()
	client.mu.Lock()
	defer client.mu.Unlock()
	upstream.mu.Lock()
	defer upstream.mu.Unlock()
	agent := slices.ContainsFunc(client.list, func(n string) bool { return hasTools(client.seen[n]) })
	for _, n := range client.list {
		c, u := client.seen[n], upstream.seen[n]
		if u == nil && c.status == http.StatusUpgradeRequired {
			continue // it is refused: a WebSocket would pass by
		}
		if u == nil {
			t.Errorf("request %s %s %s never reached the upstream", n, c.method, c.uri)
			continue
		}
		block, err := insertedInto(c.body, u.body)
		if err != nil || c.method != u.method || c.uri != u.uri {
			t.Errorf("request %s %s %s became %s %s: %v", n, c.method, c.uri, u.method, u.uri, err)
		}
		if block != "" {
			hydrated++
		}
		if agent && c.method == http.MethodPost && !hasTools(c) {
			if block != "" || c.replyHeader.Get("X-Holdfast-Episode") != "" {
				t.Errorf("request %s without tools is no turn of the user's, and yet: episode %q, inserted %q", n, c.replyHeader.Get("X-Holdfast-Episode"), block)
			}
		}
		compareHeaders(t, n, c, u)
		if !c.broken && !u.broken && (c.status != u.status || !bytes.Equal(c.reply, u.reply)) {
			t.Errorf("reply %s: the client got %d and %d bytes, the upstream gave %d and %d", n, c.status, len(c.reply), u.status, len(u.reply))
		}
	}
	return hydrated
}

func hasTools(x *exchange) bool {
	return len(gjson.GetBytes(x.body, "tools").Array()) > 0
}

// ownHop are headers that each hop writes for itself.
var ownHop = []string{"Accept-Encoding", "Connection", "Content-Length", "Transfer-Encoding", recordedAs, "Keep-Alive", "Te", "Upgrade"}

func compareHeaders(t testing.TB, n string, c, u *exchange) {
	t.Helper()
	for name, values := range c.header {
		if !slices.Contains(ownHop, name) && !slices.Equal(u.header[name], values) {
			t.Errorf("request %s: header %s reached the upstream as %d values for %d", n, name, len(u.header[name]), len(values))
		}
	}
	for name, values := range u.replyHeader {
		if !slices.Contains(ownHop, name) && name != "Date" && !slices.Equal(c.replyHeader[name], values) {
			t.Errorf("reply %s: header %s: %q reached the client as %q", n, name, values, c.replyHeader[name])
		}
	}
}

// insertedInto returns the one piece of sent that got does not lack, "" where
// they are the same. It must be a block of holdfast's, and nothing else may
// have changed.
func insertedInto(sent, got []byte) (string, error) {
	if bytes.Equal(sent, got) {
		return "", nil
	}
	head := 0
	for head < len(sent) && head < len(got) && sent[head] == got[head] {
		head++
	}
	rest := len(sent) - head
	if len(got) < len(sent) || !bytes.Equal(sent[head:], got[len(got)-rest:]) {
		return "", fmt.Errorf("%d bytes became %d, and more than one place of them changed behind %q", len(sent), len(got), sent[max(0, head-80):head])
	}
	block := string(got[head : len(got)-rest])
	if !strings.Contains(block, "[CURRENT STATE: AUTHORITATIVE]") && !strings.Contains(block, "[STATE NOTICE]") && !strings.Contains(block, "[RECENT CONTEXT]") {
		return block, fmt.Errorf("%q was inserted", block)
	}
	return block, nil
}
