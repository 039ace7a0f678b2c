package prompt

import (
	"hash/maphash"

	"holdfast/engine/gateway/wire"
)

// Shape is what a model reads of a request, part by part, as far as two requests are
// compared: what leads it, and its messages with what was put before them. The zero
// Shape is that of no request.
type Shape struct {
	system, tools uint64
	lead          int // bytes of both, beside the messages
	parts         []part
	bytes         int
}

// part is a message, and what was put before its text.
type part struct {
	own   uint64
	at    int  // where something can be put, 0 for nowhere
	bytes int  // of the message alone
	said  bool // by the model
	put   []piece
}

type piece struct {
	sum   uint64
	bytes int
}

// seed makes hashes of one process comparable.
var seed = maphash.MakeSeed()

// ShapeOf returns the shape of a request as its client sent it. It keeps hashes, and
// nothing of the request.
func ShapeOf(req *wire.Request) *Shape {
	s := &Shape{system: maphash.String(seed, req.System), tools: maphash.Bytes(seed, req.Tools), lead: len(req.System) + len(req.Tools)}
	s.parts = make([]part, 0, len(req.History)+len(req.Since)+1)
	leads := true
	add := func(m *wire.Message) {
		if leads = leads && (m.Role == "system" || m.Role == "developer"); leads {
			s.lead = max(0, s.lead-len(m.Text))
		}
		p := part{at: m.Place.At, said: m.Role == "assistant"}
		p.own, p.bytes = hashOf(m)
		s.bytes += p.bytes
		s.parts = append(s.parts, p)
	}
	for i := range req.History {
		add(&req.History[i])
	}
	if req.Asked.Role != "" {
		add(&req.Asked)
	}
	for i := range req.Since {
		add(&req.Since[i])
	}
	s.bytes += s.lead
	return s
}

// Put adds what is put into the request.
func (s *Shape) Put(put []wire.Insertion) {
	i := 0
	for _, in := range put {
		for i < len(s.parts) && s.parts[i].at != in.At {
			i++
		}
		if i == len(s.parts) {
			return
		}
		for _, text := range in.Parts {
			s.parts[i].put = append(s.parts[i].put, piece{maphash.Bytes(seed, text), len(text)})
			s.bytes += len(text)
		}
	}
}

// hashOf is the hash and the length of what a message says.
func hashOf(m *wire.Message) (sum uint64, bytes int) {
	var h maphash.Hash
	h.SetSeed(seed)
	write := func(text string) {
		_, _ = h.WriteString(text) // never fails
		_ = h.WriteByte(0)
		bytes += len(text)
	}
	write(m.Role)
	write(m.Text)
	for _, c := range m.ToolCalls {
		write(c.Name)
		write(c.Input)
		_, _ = h.Write(c.Arguments)
		bytes += len(c.Arguments)
	}
	for _, r := range m.ToolResults {
		if r.Text != m.Text {
			write(r.Text)
		}
	}
	return h.Sum64(), bytes
}

// Bytes is how much a model reads of the request, about.
func (s *Shape) Bytes() int { return s.bytes }

// Who ended a common prefix.
const (
	ByNew    = "new"      // nothing is known to come before
	ByNobody = "nobody"   // the request goes on with all of the one before
	ByClient = "client"   // it changed what it had sent
	ByUs     = "holdfast" // what is put in is not what was
	ByOther  = "other"    // another request was processed in between
	ByServer = "server"   // it had less of the prefix than it was sent
)

// End is where the common prefix of a request with the one before it in its
// conversation ends, and who ended it.
type End struct {
	Who  string
	What string // what changed, "" for nothing
	// Message is the first that differs, from 1 on, 0 for none.
	Message int
	// Same is how many bytes are common, Again how many of the request before stand
	// behind them: a server that had processed them processes what comes in their place.
	Same, Again int
}

// Changed returns the index of the first message of the client's own that is not what
// the request before had there, and what of the request changed: -1 where that leads the
// messages, the number of them and "" where all of it is still there.
func (s *Shape) Changed(before *Shape) (message int, what string) {
	switch {
	case before == nil:
		return len(s.parts), ""
	case before.system != s.system:
		return -1, "its system prompt"
	case before.tools != s.tools:
		return -1, "its tools"
	}
	for i := range before.parts {
		switch {
		case i == len(s.parts):
			return i, "messages that it sends no more"
		case before.parts[i].own != s.parts[i].own:
			return i, "what it had sent before"
		}
	}
	return len(s.parts), ""
}

// EndOf compares a request with the one before it in its conversation, nil for none.
func (s *Shape) EndOf(before *Shape) End {
	if before == nil {
		return End{Who: ByNew}
	}
	client, what := s.Changed(before)
	if client < 0 {
		return End{Who: ByClient, What: what, Again: before.bytes}
	}
	e := End{Same: s.lead}
	for i, was := range before.parts {
		if i == client {
			e.Who, e.What, e.Message = ByClient, what, i+1
			break
		}
		now := s.parts[i]
		n := 0
		for ; n < len(was.put) && n < len(now.put) && was.put[n] == now.put[n]; n++ {
			e.Same += now.put[n].bytes
		}
		if n < len(was.put) || n < len(now.put) {
			e.Who, e.Message = ByUs, i+1
			break
		}
		e.Same += now.bytes
	}
	if e.Who == "" {
		return End{Who: ByNobody, Same: before.bytes}
	}
	e.Again = max(0, before.bytes-e.Same)
	return e
}

const (
	// lostFrom is from how many common bytes on a server's cached tokens are doubted,
	// lostPart how small a part of what is due they then are.
	lostFrom, lostPart = 4 << 10, 0.5
	// sparse is how many bytes a token of it may have: what is new may be pictures, or a
	// text with far more tokens.
	sparse = 6.0
)

// Read is the end as the server's counts of the prompt show it: where the request goes
// on with the one before and yet little of it was cached, between says what came in
// between, "" for nothing.
func (e End) Read(bytes int, read wire.Prompt, between string) End {
	if e.Who != ByNobody || bytes == 0 {
		return e
	}
	same := float64(e.Same)
	due := min(float64(read.Cached+read.Processed)*same/float64(bytes), same/sparse)
	lost := read.Known() && e.Same >= lostFrom && float64(read.Cached) < lostPart*due
	switch {
	case between != "" && (lost || !read.Known()):
		return End{Who: ByOther, What: between, Same: e.Same}
	case lost:
		return End{Who: ByServer, What: "it had little of it in its cache", Same: e.Same}
	}
	return e
}
