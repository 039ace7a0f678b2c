package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"holdfast/engine/gateway/wire"
)

// stream relays a reply that comes event by event: each chunk as it came and at once, up to
// the one that lets the client see the end.
func (x *exchange) stream(resp *http.Response, cancel context.CancelFunc) {
	x.begin(resp)
	head := newReplyHead(x.control)
	defer func() { _ = head.before(0) }() // also where the handler panics: nothing more can be done about it
	w := x.newWatch(resp)
	defer w.close()
	if t, ok := x.turn.(Overheard); ok && x.req.HasTools {
		t.UnderWay(w.news)
		defer t.UnderWay(nil)
	}
	if t, ok := x.turn.(Shown); ok {
		t.Show(w.look)
		defer t.Show(nil)
	}
	buf := x.buffers.Get().(*[]byte)
	defer x.buffers.Put(buf)
	for {
		n, err := resp.Body.Read(*buf)
		chunk := (*buf)[:n]
		safe := w.see(chunk)
		if head.before(safe) != nil {
			x.leave()
		}
		x.pass(chunk[:safe])
		switch {
		case safe < n:
			x.conclude(resp, cancel, w, chunk[safe:], err)
			return
		case err == io.EOF:
			x.unmarked(resp, w)
			return
		case err != nil:
			x.die(err)
		}
	}
}

// conclude holds back the end of a stream, collects what follows it, finishes
// the turn and lets it all go. That is little in most formats; Responses repeats
// the whole response there. A stream that goes on behind its finish reason passes
// on as it comes, until the end comes into sight anew.
func (x *exchange) conclude(resp *http.Response, cancel context.CancelFunc, w *watch, held []byte, err error) {
	held = append([]byte(nil), held...)
	rest := newFeed(resp.Body, cancel, err)
	defer rest.close()
	timer := time.NewTimer(x.opts.SettleTimeout)
	defer timer.Stop()
	waited := false
	for err == nil && !w.ending.Over() && len(held) < x.opts.MaxReply {
		select {
		case p := <-rest.pieces:
			waits := len(held) > 0
			held = append(held, p.b...)
			safe := w.see(p.b)
			x.pass(held[:safe])
			held = append(held[:0], held[safe:]...)
			if safe > 0 || !waits { // another end may have begun
				timer.Reset(x.opts.SettleTimeout)
			}
			err = p.err
		case <-timer.C:
			switch reply := w.reply(); {
			case len(held) == 0:
			case reply.Text == "" && len(reply.ToolCalls) == 0 && reply.Error == "": // an end before anything was said
				w.release()
				x.pass(held)
				held = held[:0]
			case !waited && w.silent(x.sent): // its first words would be its end
				waited = true
				timer.Reset(patience * x.opts.SettleTimeout)
			default:
				err = errSilent
			}
		case <-x.ctx.Done():
			x.leave()
		}
	}
	switch {
	case err == io.EOF && !w.ending.Found():
		x.unmarked(resp, w)
		return
	case err != nil && err != io.EOF && err != errSilent:
		x.die(err)
	}
	x.settle(w.reply())
	x.pass(held)
	for err == nil || err == errSilent {
		p := <-rest.pieces
		x.pass(p.b)
		err = p.err
	}
	if err != io.EOF {
		x.die(err)
	}
	x.end(resp)
}

// patience is how many times longer than for another an end is waited for that came
// with a reply's first words.
const patience = 4

// errSilent tells that an upstream said why it finished and then nothing more.
var errSilent = errors.New("the stream stays open after its end")

// unmarked ends a stream that closed without a finish reason or marker.
func (x *exchange) unmarked(resp *http.Response, w *watch) {
	reply := w.reply()
	chunked := len(resp.TransferEncoding) > 0 || resp.ProtoMajor > 1
	if reply.Finish == "" && !reply.Done && reply.Error == "" && resp.ContentLength < 0 && !chunked {
		// Only the closed connection says that this is all, and a server that
		// died closes it too.
		x.die(errors.New("it closed the connection without a finish reason"))
	}
	x.settle(reply)
	x.end(resp)
}

// watch reads a copy of a stream and finds its end.
type watch struct {
	mu      sync.Mutex // of kept, which news reads
	kept    *wire.Collector
	ending  wire.Ending
	framing wire.Framing
	unzip   *unzipper // for a compressed stream
	held    int       // bytes of it that were held back
	broken  error     // why the stream cannot be read
}

func (x *exchange) newWatch(resp *http.Response) *watch {
	w := &watch{kept: x.kept, framing: x.framing}
	w.ending.Format, w.ending.MarkerOnly = x.req.Format, x.req.Choices > 1
	switch coding := codingOf(resp); coding {
	case "":
	case "gzip":
		w.unzip = newUnzipper()
	default:
		w.broken = errUnreadable(coding)
	}
	return w
}

func (w *watch) close() {
	if w.unzip != nil {
		w.unzip.stop()
	}
}

// see takes the next chunk and returns how many bytes may pass of what was held
// back and of it. A compressed chunk passes whole or not at all.
func (w *watch) see(chunk []byte) int {
	if w.unzip == nil && w.broken == nil {
		return w.plain(chunk)
	}
	passed := 0 // of what is in the chunk
	if w.broken == nil {
		w.broken = w.unzip.feed(chunk, func(b []byte) { passed += w.plain(b) })
	}
	safe := w.held + len(chunk)
	if w.broken == nil && w.ending.Found() {
		if safe = 0; passed > 0 { // what was held back was no end
			safe = w.held
		}
	}
	w.held += len(chunk) - safe
	return safe
}

// silent reports whether the reply says nothing in its first n bytes.
func (w *watch) silent(n int) bool {
	if w.unzip != nil || n > len(w.kept.Bytes()) {
		return false
	}
	begun := wire.Collector{Format: w.kept.Format, Several: w.kept.Several}
	begun.Write(w.kept.Bytes()[:n])
	reply := begun.Reply(w.framing)
	return reply.Text == "" && len(reply.ToolCalls) == 0
}

// release lets pass what is held back.
func (w *watch) release() {
	w.ending.Release()
	w.held = 0
}

func (w *watch) plain(b []byte) int {
	w.mu.Lock()
	w.kept.Write(b)
	w.mu.Unlock()
	return w.ending.Safe(b)
}

// news is what has come of the reply since it was called last. It may be called
// by any goroutine while the stream is under way.
func (w *watch) news() wire.Reply {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kept.News(w.framing)
}

// look copies the reply as far as it has come. It may be called by any goroutine
// while the stream is under way; what it returns, at any time.
func (w *watch) look() func() wire.Reply {
	w.mu.Lock()
	defer w.mu.Unlock()
	copied, framing := wire.Collector{Cap: w.kept.Cap, Format: w.kept.Format, Several: w.kept.Several}, w.framing
	_, _ = copied.Write(w.kept.Bytes())
	return func() wire.Reply { return copied.Reply(framing) }
}

func (w *watch) reply() wire.Reply {
	if w.broken != nil {
		return wire.Reply{Error: w.broken.Error()}
	}
	return w.kept.Reply(w.framing)
}

// feed reads the end of a stream in a goroutine of its own, so that a silent
// upstream can be waited for with a limit.
type feed struct {
	pieces chan piece
	stop   chan struct{}
	cancel context.CancelFunc
}

type piece struct {
	b   []byte
	err error
}

// newFeed starts reading, unless err says that there is nothing more.
func newFeed(body io.Reader, cancel context.CancelFunc, err error) *feed {
	f := &feed{pieces: make(chan piece), stop: make(chan struct{}), cancel: cancel}
	if err != nil {
		close(f.pieces)
		return f
	}
	go f.read(body)
	return f
}

func (f *feed) read(body io.Reader) {
	defer close(f.pieces)
	for {
		b := make([]byte, 4<<10)
		n, err := body.Read(b)
		select {
		case f.pieces <- piece{b[:n], err}:
		case <-f.stop:
			return
		}
		if err != nil {
			return
		}
	}
}

// close stops reading and waits until it has.
func (f *feed) close() {
	close(f.stop)
	f.cancel()
	for range f.pieces { // until it is closed
	}
}
