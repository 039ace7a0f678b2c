package gateway

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"holdfast/engine/gateway/wire"
)

// ErrClientLeft is the cause given to Turn.Abort where the client went away
// before it had the end of the reply.
var ErrClientLeft = errors.New("the client left before the reply was complete")

// understood answers a request whose format is understood: read, ask the Pipeline, send upstream,
// relay the reply.
func (s *Server) understood(w *responseWriter, r *http.Request, format wire.Format) {
	if refused := jsonBody(r); refused != nil {
		refused.write(w)
		return
	}
	body, refused := s.readBody(r)
	if refused != nil {
		refused.write(w)
		return
	}
	req, err := s.parser.Parse(format, body, r.Header)
	if err != nil {
		refuse(http.StatusBadRequest, "invalid_json", "%v", err).write(w)
		return
	}
	req.Path = pathAndQuery(r)
	s.threads.join(r.Context(), req, r.Header.Get(wire.ConversationHeader) != "")
	turn, err := s.opts.Pipeline.Begin(r.Context(), req)
	if err != nil {
		beginError(err).write(w)
		return
	}
	x := &exchange{Server: s, w: w, control: http.NewResponseController(w), req: req, turn: turn, base: s.Upstream()}
	x.run(r)
}

func pathAndQuery(r *http.Request) string {
	if r.URL.RawQuery == "" {
		return r.URL.EscapedPath()
	}
	return r.URL.EscapedPath() + "?" + r.URL.RawQuery
}

// beginError words a refusal of the Pipeline; nil for nil.
func beginError(err error) *apiError {
	var session *SessionError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &session):
		return refuse(http.StatusNotFound, "session_not_found", "%s", session.Message)
	}
	return refuse(http.StatusInternalServerError, "internal_error", "holdfast could not begin the turn: %v", err)
}

// readBody reads the whole body before anything goes upstream: a body that is
// streamed into the upstream request can cut the reply short (golang/go#40747).
func (s *Server) readBody(r *http.Request) ([]byte, *apiError) {
	limit := s.opts.MaxBody
	if r.ContentLength > limit {
		return nil, s.tooLarge(r)
	}
	var body []byte
	var err error
	if r.ContentLength >= 0 {
		body = make([]byte, r.ContentLength)
		_, err = io.ReadFull(r.Body, body)
		if err == nil { // sees the end of the body, so that a client that leaves is noticed
			_, err = io.Copy(io.Discard, r.Body)
		}
	} else {
		body, err = io.ReadAll(io.LimitReader(r.Body, limit+1))
		if int64(len(body)) > limit {
			return nil, s.tooLarge(r)
		}
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "incomplete_body",
			"the request body ended early: %v", err)
	}
	return body, nil
}

// tooLarge refuses a body over the cap. It reads some of the rest, since many
// clients only look for an answer once they have sent everything.
func (s *Server) tooLarge(r *http.Request) *apiError {
	if !strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		io.CopyN(io.Discard, r.Body, 4*s.opts.MaxBody) // a client that left needs no answer
	}
	return refuse(http.StatusRequestEntityTooLarge, "request_too_large",
		"the request body is over holdfast's limit of %s; raise limits.body_mib or shorten the conversation", mebibytes(s.opts.MaxBody))
}

func mebibytes(n int64) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// exchange is one understood request on its way upstream and back.
type exchange struct {
	*Server
	w       *responseWriter
	control *http.ResponseController
	req     *wire.Request
	turn    Turn
	base    *url.URL
	ctx     context.Context // ends when the client leaves
	settled bool            // Finish or Abort was called
	sent    int             // bytes of the reply that were passed on
	status  int             // the upstream's, 0 before it answered
	framing wire.Framing
	kept    *wire.Collector // a copy of the reply
}

// run sends the request and relays the reply. However it leaves, the turn is
// settled.
func (x *exchange) run(r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	x.ctx = r.Context()
	x.kept = x.collectors.Get().(*wire.Collector)
	x.kept.Format, x.kept.Cap, x.kept.Several = x.req.Format, x.opts.MaxReply, x.req.Choices > 1
	defer x.release()
	defer x.abort(wire.Reply{}, errors.New("holdfast failed while it handled the request"))
	if x.base == nil {
		x.fail(unreachable(nil, nil))
		return
	}
	resp, err := x.send(ctx, r)
	if err != nil {
		x.fail(unreachable(x.base, err))
		return
	}
	defer resp.Body.Close()
	x.status = resp.StatusCode
	x.turn.Recorded(x.ctx) // promise 1: before anything of a reply passes
	if resp.StatusCode != http.StatusOK {
		x.refused(resp)
		return
	}
	if x.framing = x.framingOf(resp); x.framing == wire.Document {
		x.document(resp)
		return
	}
	x.stream(resp, cancel)
}

// framingOf tells how a reply travels, from its first bytes where a stream was
// asked for and its type does not say.
func (x *exchange) framingOf(resp *http.Response) wire.Framing {
	kind := resp.Header.Get("Content-Type")
	if f := x.req.Format.Framing(kind, x.req.Stream, nil); f != wire.Document || !x.req.Stream || codingOf(resp) != "" {
		return f
	}
	head := bufio.NewReader(resp.Body)
	start, _ := head.Peek(6) // what is wrong with the body is met again when it is read
	resp.Body = struct {
		io.Reader
		io.Closer
	}{head, resp.Body}
	return x.req.Format.Framing(kind, x.req.Stream, start)
}

// release gives the copy of the reply back, unless it grew so large that
// keeping it would hold memory for nothing.
func (x *exchange) release() {
	if x.kept.Size() <= maxPooledReply {
		x.kept.Reset()
		x.collectors.Put(x.kept)
	}
}

const maxPooledReply = 64 << 10

// settle ends the turn: as finished where the reply is whole, as aborted where
// it is not worth anything (promises 2 and 4 of Turn).
func (x *exchange) settle(reply wire.Reply) {
	reply.Status = x.status
	switch {
	case x.ctx.Err() != nil:
		x.abort(reply, ErrClientLeft)
	case reply.Error != "":
		x.abort(reply, fmt.Errorf("the model server reported an error in its reply: %s", reply.Error))
	case !x.settled:
		x.settled = true
		reply = reply.Within(x.req.MostTokens)
		x.threads.keep(x.req, reply)
		x.turn.Finish(context.WithoutCancel(x.ctx), reply)
	}
}

// abort marks the turn as failed, once.
func (x *exchange) abort(reply wire.Reply, cause error) {
	if x.settled {
		return
	}
	x.settled = true
	reply.Status = x.status
	x.turn.Abort(reply, cause)
}

// fail answers e where the upstream gave no usable answer and none was begun.
func (x *exchange) fail(e *apiError) {
	if x.ctx.Err() != nil {
		x.leave()
	}
	x.abort(x.kept.Reply(x.framing), e)
	x.addHeader()
	e.write(x.w)
}

// leave ends the exchange of a client that went away.
func (x *exchange) leave() {
	x.abort(x.kept.Reply(x.framing), ErrClientLeft)
	panic(http.ErrAbortHandler)
}

// die breaks the connection to the client: a reply that was cut upstream must
// never look complete.
func (x *exchange) die(err error) {
	if x.ctx.Err() != nil {
		x.leave()
	}
	x.abort(x.kept.Reply(x.framing), fmt.Errorf("the model server at %s broke its reply off: %w", x.base.Redacted(), err))
	panic(http.ErrAbortHandler)
}

// addHeader adds the turn's own response headers.
func (x *exchange) addHeader() {
	h := x.w.Header()
	for name, values := range x.turn.Header() {
		h[name] = values
	}
}
