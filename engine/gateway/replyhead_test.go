package gateway

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

// flushed is a response that tells when it is flushed.
type flushed struct {
	*httptest.ResponseRecorder
	told chan struct{}
	err  error
}

func (f *flushed) FlushError() error {
	f.told <- struct{}{}
	return f.err
}

func TestAHeaderGoesWithTheFirstChunkOrByItself_TSLP13(t *testing.T) {
	gone := errors.New("the client left")
	for _, c := range []struct {
		name    string
		pieces  []int // that the handler writes, in bytes
		err     error
		flushes int
	}{
		{"with the first chunk", []int{7, 7}, nil, 0},
		{"by itself where the first chunk is held back", []int{0, 7}, nil, 1},
		{"by itself where nothing comes", []int{0}, nil, 1},
		{"to nobody", []int{0, 7}, gone, 1},
	} {
		w := &flushed{httptest.NewRecorder(), make(chan struct{}, 10), c.err}
		h := newReplyHead(http.NewResponseController(w))
		h.mu.Lock()
		stopped := h.timer.Stop()
		h.mu.Unlock()
		if !stopped {
			<-w.told // a slow machine: the millisecond is over
			c.flushes = 0
		}
		for _, n := range c.pieces {
			if err := h.before(n); !errors.Is(err, c.err) {
				t.Errorf("%s: before %d bytes: %v", c.name, n, err)
			}
		}
		if len(w.told) != c.flushes {
			t.Errorf("%s: flushed %d times, want %d", c.name, len(w.told), c.flushes)
		}
	}
}

func TestAHeaderDoesNotWaitForASlowChunk_TSLP13(t *testing.T) {
	w := &flushed{httptest.NewRecorder(), make(chan struct{}, 10), nil}
	h := newReplyHead(http.NewResponseController(w))
	<-w.told
	if err := h.before(7); err != nil || len(w.told) > 0 {
		t.Errorf("flushed %d times more: %v", len(w.told), err)
	}
}
