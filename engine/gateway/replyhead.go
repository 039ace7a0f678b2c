package gateway

import (
	"net/http"
	"sync"
	"time"
)

// together is how long the header of a stream waits for the first chunk, to go
// to the client with it: most model servers send them in one piece, and a header
// of its own wakes the client for nothing, just before what it waits for. A
// chunk that takes longer is not waited for.
const together = time.Millisecond

// replyHead is the header of a stream, which was written and not sent.
type replyHead struct {
	control *http.ResponseController
	timer   *time.Timer
	mu      sync.Mutex
	over    bool // it was sent, or goes with what the handler writes next
	err     error
}

func newReplyHead(control *http.ResponseController) *replyHead {
	h := &replyHead{control: control}
	h.mu.Lock() // the timer may be fast
	defer h.mu.Unlock()
	h.timer = time.AfterFunc(together, func() { _ = h.before(0) }) // the handler asks for the error
	return h
}

// before has the header sent, by itself unless the handler is about to write n
// bytes after it. The handler calls it before it writes or returns; from then on
// nobody else uses the response. Its error is that the client left.
func (h *replyHead) before(n int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over {
		h.over = true
		h.timer.Stop()
		if n == 0 {
			h.err = h.control.Flush()
		}
	}
	return h.err
}
