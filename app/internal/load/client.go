package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// client asks one target over kept connections.
type client struct {
	url       string
	transport *http.Transport
}

func newClient(base string) *client {
	return &client{
		url:       base + "/v1/chat/completions",
		transport: &http.Transport{MaxIdleConnsPerHost: 128, DisableCompression: true},
	}
}

func (c *client) close() { c.transport.CloseIdleConnections() }

// measured is what one request took.
type measured struct {
	first time.Duration   // from the request's first byte to the first content chunk
	later []time.Duration // from the sending to the arrival of each later chunk but the last
}

// ask sends one request and reads its reply to the end.
func (c *client) ask(ctx context.Context, body []byte, p pace) (measured, error) {
	var m measured
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return m, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(paceHeader, string(p))
	start := time.Now()
	resp, err := c.transport.RoundTrip(r)
	if err != nil {
		return m, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 500))
		return m, fmt.Errorf("answered %s: %s", resp.Status, text)
	}
	return m, m.read(resp.Body, start)
}

// read times the chunks of a reply. The last chunk is not timed: a proxy may
// hold it back until the turn is durable.
func (m *measured) read(body io.Reader, start time.Time) error {
	lines := bufio.NewReader(body)
	done := false
	for {
		line, err := lines.ReadSlice('\n')
		now := time.Now()
		switch {
		case err == io.EOF && done:
			return nil
		case err == io.EOF:
			return errors.New("the reply ended without its marker")
		case err != nil:
			return err
		}
		done = done || bytes.HasPrefix(line, []byte("data: [DONE]"))
		sent, ok := stamp(line)
		switch {
		case !ok:
		case m.first == 0:
			m.first = now.Sub(start)
		case bytes.Contains(line, []byte(`"finish_reason":null`)):
			m.later = append(m.later, now.Sub(epoch)-sent)
		}
	}
}

// stamp reads the moment at which the stub sent a chunk.
func stamp(line []byte) (time.Duration, bool) {
	_, rest, ok := bytes.Cut(line, []byte(`"sent":`))
	if !ok {
		return 0, false
	}
	digits, _, _ := bytes.Cut(rest, []byte("}"))
	n, err := strconv.ParseInt(string(digits), 10, 64)
	return time.Duration(n), err == nil
}

// samples are the measurements of one target.
type samples struct {
	first, later []time.Duration
}

func (s *samples) add(m measured) {
	s.first = append(s.first, m.first)
	s.later = append(s.later, m.later...)
}

// latency compares s with what going direct takes.
func (s *samples) latency(base samples) Target {
	return Target{
		FirstP50: quantile(s.first, 50), AddedP50: quantile(s.first, 50) - quantile(base.first, 50),
		FirstP99: quantile(s.first, 99), AddedP99: quantile(s.first, 99) - quantile(base.first, 99),
		LaterP50: quantile(s.later, 50) - quantile(base.later, 50),
	}
}

// differences are what a took more than b in each round. They are taken before
// quantile sorts the samples.
func differences(a, b []time.Duration) []time.Duration {
	d := make([]time.Duration, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d
}

// quantile returns the value that percent of the samples do not exceed; 0 for
// none. It sorts the samples.
func quantile(d []time.Duration, percent int) time.Duration {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	rank := (len(d)*percent + 99) / 100
	return d[max(rank, 1)-1]
}
