package gateway

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"holdfast/engine/gateway/wire"
)

// begin writes the upstream's status and headers, and the turn's own.
func (x *exchange) begin(resp *http.Response) {
	h := x.w.Header()
	origin := h.Get("Access-Control-Allow-Origin")
	clear(h)
	copyHeader(h, resp.Header)
	allowOrigin(h, origin)
	x.addHeader()
	if _, ok := h["Content-Type"]; !ok {
		h["Content-Type"] = nil // else net/http guesses one
	}
	x.w.WriteHeader(resp.StatusCode)
}

// pass forwards b and flushes it.
func (x *exchange) pass(b []byte) {
	if len(b) == 0 {
		return
	}
	_, err := x.w.Write(b)
	if err == nil {
		err = x.control.Flush()
	}
	if err != nil {
		x.leave()
	}
	x.sent += len(b)
	x.turn.Progress(x.sent)
}

// end passes the upstream's trailers on.
func (x *exchange) end(resp *http.Response) {
	for name, values := range resp.Trailer {
		x.w.Header()[http.TrailerPrefix+name] = values
	}
}

// refused relays an answer that is no reply: an error status, whose text
// clients act on, byte for byte.
func (x *exchange) refused(resp *http.Response) {
	body, err := x.head(resp)
	reply := x.kept.Reply(wire.Document)
	if err != nil && err != io.EOF {
		x.fail(unreachable(x.base, err))
		return
	}
	x.abort(reply, x.refusal(resp, reply.Error))
	x.begin(resp)
	x.pass(body)
	if err == nil { // longer than the cap
		_, err = io.Copy(flushing{x}, resp.Body)
	}
	if err != nil && err != io.EOF {
		x.die(err)
	}
	x.end(resp)
}

// maxSaid is how much of a model server's words about an error is kept, in bytes.
const maxSaid = 400

// refusal is why there is no reply: the status and what the server says of it,
// unless it is about the client's key, which it may repeat.
func (x *exchange) refusal(resp *http.Response, said string) error {
	about := "the model server answered " + resp.Status
	private := resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden
	if said == "" || private || !json.Valid(x.kept.Bytes()) {
		return errors.New(about)
	}
	return errors.New(about + ": " + strings.ToValidUTF8(said[:min(len(said), maxSaid)], ""))
}

// flushing is the client as an io.Writer.
type flushing struct{ *exchange }

// Write implements io.Writer; a client that left ends the handler.
func (f flushing) Write(b []byte) (int, error) {
	f.pass(b)
	return len(b), nil
}

// document relays a reply that is one JSON document: the client gets it when
// the turn is durable.
func (x *exchange) document(resp *http.Response) {
	body, err := x.head(resp)
	switch {
	case err == io.EOF:
		x.settle(x.read(resp))
		x.begin(resp)
		x.pass(body)
		x.end(resp)
	case err != nil:
		x.fail(refuse(http.StatusBadGateway, "upstream_cut",
			"the model server at %s broke its reply off: %s", x.base.Redacted(), reason(err)))
	default:
		x.begin(resp)
		x.pass(body)
		x.oversized(resp)
	}
}

// read decodes a whole document, compressed or not.
func (x *exchange) read(resp *http.Response) wire.Reply {
	coding := codingOf(resp)
	if coding == "" {
		return x.kept.Reply(wire.Document)
	}
	plain := wire.Collector{Cap: x.opts.MaxReply, Format: x.req.Format}
	var broken error = errUnreadable(coding)
	if coding == "gzip" {
		u := newUnzipper()
		defer u.stop()
		broken = u.feed(x.kept.Bytes(), func(b []byte) { plain.Write(b) })
	}
	if broken != nil {
		return wire.Reply{Error: broken.Error()}
	}
	return plain.Reply(wire.Document)
}

// oversized relays what follows of a document over the cap. Its last chunk
// waits for the turn.
func (x *exchange) oversized(resp *http.Response) {
	buf := x.buffers.Get().(*[]byte)
	defer x.buffers.Put(buf)
	var held []byte
	for {
		n, err := resp.Body.Read(*buf)
		if n > 0 {
			x.kept.Write((*buf)[:n])
			x.pass(held)
			held = append(held[:0], (*buf)[:n]...)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			x.die(err)
		}
	}
	x.settle(x.kept.Reply(wire.Document))
	x.pass(held)
	x.end(resp)
}

// head reads an answer into the copy: all of it, with io.EOF, or as much as
// the cap allows, with a nil error.
func (x *exchange) head(resp *http.Response) ([]byte, error) {
	buf := x.buffers.Get().(*[]byte)
	defer x.buffers.Put(buf)
	for x.kept.Room() > 0 {
		n, err := resp.Body.Read((*buf)[:min(chunkSize, x.kept.Room())])
		x.kept.Write((*buf)[:n])
		if err != nil {
			return x.kept.Bytes(), err
		}
	}
	return x.kept.Bytes(), nil
}

// codingOf returns how an answer's body is compressed, "" for not at all.
func codingOf(resp *http.Response) string {
	coding := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding")))
	if coding == "identity" {
		return ""
	}
	return coding
}

func errUnreadable(coding string) error {
	return errors.New("the reply is compressed with " + coding + ", which holdfast cannot read")
}
