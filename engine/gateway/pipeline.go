package gateway

import (
	"context"
	"net/http"

	"holdfast/engine/gateway/wire"
)

// Pipeline is the engine as the gateway sees it.
type Pipeline interface {
	// Begin is called once for each understood request, before anything goes
	// upstream. A *SessionError refuses the request in the API's error shape;
	// any other error does too, as a 500.
	Begin(ctx context.Context, req *wire.Request) (Turn, error)
}

// Sessions may be implemented by a Pipeline. The gateway then asks it about
// the session that a request names before it forwards a request that the
// Pipeline never sees, or hands one to the diagnostics.
type Sessions interface {
	// CheckSession returns a *SessionError for a session that does not exist or
	// is archived.
	CheckSession(ctx context.Context, name string) error
}

// Sockets may be implemented by a Pipeline. The gateway then tells it of the
// connections that it cannot read, so that none goes by without a trace.
type Sockets interface {
	// Socket is called for a WebSocket that a client asks for at a path, in the
	// session that it names, "" for the active one. refused says why it is turned
	// away, "" where it is passed on unread.
	Socket(ctx context.Context, session, path, refused string)
}

// Turn is one request that is under way. Exactly one of Finish and Abort is
// called, once, after Begin.
type Turn interface {
	// Insertion is the text to splice into the body, at each place of it in the order
	// of the body, in parts that are already escaped as the inside of a JSON string;
	// nil leaves the body byte for byte.
	Insertion() []wire.Insertion
	// Header is added to the response: X-Holdfast-Episode and its kin.
	Header() http.Header
	// Sent is called when the request has gone upstream, maybe more than once:
	// until the answer comes there is time. It must not block.
	Sent()
	// Recorded blocks until the episode is durable (promise 1) or recording
	// failed, which is told in Activity and /doctor and never holds a reply
	// back for longer than 2 s.
	Recorded(ctx context.Context)
	// Progress is called after each forwarded chunk with the reply's bytes so far. It
	// must not block.
	Progress(bytes int)
	// Finish is called after the last byte of a complete reply was read and
	// before the client gets the end of it; it returns when the reply's
	// effects are durable, or recording failed (promise 2).
	Finish(ctx context.Context, reply wire.Reply)
	// Abort is called when the reply failed: the upstream could not be
	// reached, answered an error status, was cut, or the client left. What had
	// arrived is kept as evidence, nothing is promoted (promise 4).
	Abort(reply wire.Reply, cause error)
}

// Overheard may be implemented by a Turn. Its request carries tools, and clients may
// carry out a call before the reply that holds it has ended.
type Overheard interface {
	// UnderWay is given what tells what has come of the reply since it was called
	// last: whole lines, and whole calls. It may be called at any time until
	// UnderWay is called again, with nil.
	UnderWay(news func() wire.Reply)
}

// Shown may be implemented by a Turn that lets somebody look at the reply while it
// comes.
type Shown interface {
	// Show is given what copies the reply as far as it has come and returns what reads
	// that copy. It may be called at any time until Show is called again, with nil.
	Show(look func() (read func() wire.Reply))
}

// SessionError refuses a request that names a session which does not exist or
// is archived; the gateway answers 404.
type SessionError struct{ Message string }

func (e *SessionError) Error() string { return e.Message }
