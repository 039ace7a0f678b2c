package author

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// Who wrote a text.
type Who string

// The authors of a text under role user.
const (
	// User is somebody at the keyboard.
	User Who = "user"
	// Client is the program that they use: wrappers, reminders, its own commands.
	Client Who = "client"
	// Model is text that the model said before, put under role user by whomever.
	Model Who = "model"
	// Agent is a prompt that an agent wrote for another.
	Agent Who = "agent"
	// Unknown is text of which nothing proves that the user wrote it.
	Unknown Who = "unknown"
)

// Request is what authorship is decided from.
type Request struct {
	// Header is that of the HTTP request, nil for none.
	Header http.Header
	// Tools reports whether the request carries tools, or belongs to a
	// conversation that had some: then much stands under role user that no user
	// wrote, and text that repeats the model is not theirs.
	Tools bool
	// First reports whether no reply of the model's stands before the message.
	First bool
	// Results reports whether the message also holds results of tools.
	Results bool
	// Continues reports whether the message was answered already: the request
	// is a later one of a tool loop.
	Continues bool
	// Parts are the text parts of the newest message of the user's, Text all of
	// them joined by line feeds.
	Parts []string
	Text  string
	// Earlier gives what the model said in the request itself. It is called at
	// most once, and only where there is code. May be nil.
	Earlier func() []Reply
	// Texts gives the texts that the client's files hold, those of commands. It is
	// called where the request has tools. May be nil.
	Texts func() []*Text
}

// Piece is a stretch of a message with one author.
type Piece struct {
	// From and To are offsets in bytes in the message's text, its parts joined by
	// line feeds.
	From   int    `json:"from"`
	To     int    `json:"to"`
	Who    Who    `json:"who"`
	Reason string `json:"reason,omitempty"`
}

// Report is who wrote a message.
type Report struct {
	// Pieces cover the message's text in order, but for the line feeds between
	// its parts: at most maxPieces, beyond which the rest is one.
	Pieces []Piece
	// Written is what the user themself wrote. Code in it may still be in doubt.
	Written string
	// Asked is what may name entities to be put before the model: everything but
	// what the client is known to have added.
	Asked string
	// Pasted is the text in which code may be the user's: Written, and a document
	// with which the conversation begins, whose code is in doubt.
	Pasted string
	// Quiet reports whether the message is the prompt of a command that the
	// client brings along: nothing is put in front of it.
	Quiet bool

	doubts func(code string) string
}

// Doubt returns why it is not proven that the user wrote a block of code, "" where
// they did.
func (r Report) Doubt(code string) string {
	if r.doubts == nil {
		return ""
	}
	return r.doubts(code)
}

// maxPieces bounds a report: a message may have a million parts.
const maxPieces = 64

// Of decides who wrote the newest message of a request. said is what the model
// said in this workspace; nil knows nothing.
func Of(r Request, said *Memory) Report {
	r.Parts = apart(r.Text, r.Parts)
	d := decision{Request: r, said: said}
	d.read()
	switch header := agentHeader(r.Header, r.Continues); {
	case header != "":
		d.all(Agent, "the header "+header+" says so")
	case r.Results && !d.bare():
		d.all(Unknown, "stands beside the results of tools")
	default:
		if r.Tools {
			d.brought()
			d.command()
		}
		d.repeated()
	}
	return d.report()
}

// decision is a report in the making.
type decision struct {
	Request
	said    *Memory
	earlier map[uint64]bool // the hashes of what the request itself has the model say
	parts   []part
	quiet   bool
	// document is what may be the text of a command, or the user's; "" for none.
	document string
	asked    bool // a conversation without tools begins with a line of a call's
}

// part is a text part of the message, with what in it is not the user's.
type part struct {
	text   string
	quoted bool   // the client has put it into quotes, which are undone
	spans  []span // in order
}

// read finds the wrappers in the parts.
func (d *decision) read() {
	var s stripper
	command := false // a part before names the command whose text follows
	d.parts = make([]part, len(d.Parts))
	for i, text := range d.Parts {
		p := &d.parts[i]
		p.text = text
		if d.Tools {
			p.text, p.quoted = unquoted(text)
		}
		p.spans = s.part(p.text)
		if d.Tools {
			p.called()
		}
		if command {
			p.give(span{0, len(p.text), Unknown, "the text of a command"})
		}
		command = command || slices.ContainsFunc(p.spans, func(w span) bool { return w.reason == "<"+commandTag+">" })
	}
}

// commandTag is the element in which a client names the command that somebody
// typed; its text follows in the next part.
const commandTag = "command-name"

// unquoted undoes the quoting of a client that puts a prompt from its command
// line into quotes: nothing but the whole stands in them.
func unquoted(text string) (string, bool) {
	t := strings.TrimSpace(text)
	if len(t) < 2 || t[0] != '"' || t[len(t)-1] != '"' || t[len(t)-2] == '\\' {
		return text, false
	}
	t = t[1 : len(t)-1]
	if strings.Contains(strings.ReplaceAll(t, `\"`, ""), `"`) {
		return text, false
	}
	return strings.ReplaceAll(t, `\"`, `"`), true
}

// all gives everything that was the user's to somebody else.
func (d *decision) all(who Who, reason string) {
	for i := range d.parts {
		p := &d.parts[i]
		p.give(span{0, len(p.text), who, reason})
	}
}

// give gives what was the user's in a stretch to somebody else.
func (p *part) give(to span) {
	var spans []span
	at := to.from
	fill := func(until int) {
		if at < until {
			spans = append(spans, span{at, until, to.who, to.reason})
		}
	}
	for i, w := range p.spans {
		switch {
		case w.to <= to.from:
			spans = append(spans, w)
		case w.from >= to.to:
			fill(to.to)
			p.spans = append(spans, p.spans[i:]...)
			return
		default:
			fill(w.from)
			spans = append(spans, w)
			at = max(at, w.to)
		}
	}
	fill(to.to)
	p.spans = spans
}

// users calls do for every stretch of a part that is the user's so far.
func (p *part) users(do func(from, to int)) {
	at := 0
	for _, w := range p.spans {
		if at < w.from {
			do(at, w.from)
		}
		at = max(at, w.to)
	}
	if at < len(p.text) {
		do(at, len(p.text))
	}
}

// mostBare is how long a bare sentence may be, in bytes.
const mostBare = 400

// bare reports whether what the user seems to have written is one short
// paragraph: nothing that a client would bring with a result.
func (d *decision) bare() bool {
	own := strings.TrimSpace(d.words(func(w Who) bool { return w == User }))
	return own != "" && len(own) <= mostBare && !strings.ContainsAny(own, "\n#`<{")
}

// words joins what some of the authors wrote.
func (d *decision) words(want func(Who) bool) string {
	if d.whole(want) {
		return d.Text
	}
	var all strings.Builder
	for i := range d.parts {
		p := &d.parts[i]
		if i > 0 {
			all.WriteByte('\n')
		}
		at := 0
		for _, w := range p.spans {
			if want(w.who) {
				continue
			}
			all.WriteString(p.text[at:w.from])
			at = w.to
		}
		all.WriteString(p.text[at:])
	}
	return strings.TrimSpace(all.String())
}

// whole reports whether some of the authors wrote all of the message, as it came.
func (d *decision) whole(want func(Who) bool) bool {
	return !slices.ContainsFunc(d.parts, func(p part) bool {
		return p.quoted || slices.ContainsFunc(p.spans, func(w span) bool { return !want(w.who) })
	})
}

// report lays out what was decided.
func (d *decision) report() Report {
	r := Report{
		Written: d.words(func(w Who) bool { return w == User }),
		Asked:   d.words(func(w Who) bool { return w != Client }),
		Quiet:   d.quiet,
	}
	switch {
	case d.Tools:
		r.doubts = d.doubt
	case d.asked:
		r.doubts = func(string) string { return "what it came with repeats what the model wrote into a call" }
	case d.First:
		r.doubts = d.called
	}
	if r.Pasted = r.Written; d.document != "" {
		r.Pasted = d.document
		r.doubts = func(string) string {
			return "it stands in a document with which the conversation begins, so that nothing proves that you wrote it"
		}
	}
	base := 0
	for i := range d.parts {
		p := &d.parts[i]
		raw := d.Parts[i]
		users := ""
		if p.quoted {
			users = "quoted by the client, which is undone"
		}
		place := p.places(raw)
		done := 0 // in raw
		add := func(to int, who Who, reason string) {
			if to = place(to); done < to {
				r.piece(base+done, base+to, who, reason)
				done = to
			}
		}
		for _, w := range p.spans {
			add(w.from, User, users)
			add(w.to, w.who, w.reason)
		}
		add(len(p.text), User, users)
		base += len(raw) + 1
	}
	return r
}

// places tells where in the part as it came an offset of its text is; offsets are asked
// for in ascending order. The quotes that were undone belong to what stands next to them.
func (p *part) places(raw string) func(at int) int {
	if !p.quoted {
		return func(at int) int { return at }
	}
	seen, place := 0, strings.IndexByte(raw, '"')+1
	return func(at int) int {
		switch at {
		case len(p.text):
			return len(raw)
		case 0:
			return 0
		}
		for ; seen < at; seen++ {
			if strings.HasPrefix(raw[place:], `\"`) {
				place++
			}
			place++
		}
		return place
	}
}

// piece adds a stretch of the message.
func (r *Report) piece(from, to int, who Who, reason string) {
	next := Piece{From: from, To: to, Who: who, Reason: reason}
	n := len(r.Pieces)
	switch {
	case n > 0 && (r.Pieces[n-1].Who == who && r.Pieces[n-1].Reason == reason):
		r.Pieces[n-1].To = next.To
	case n == maxPieces:
		r.Pieces[n-1] = Piece{From: r.Pieces[n-1].From, To: next.To, Who: Unknown, Reason: "more pieces than are told apart here"}
	default:
		r.Pieces = append(r.Pieces, next)
	}
}

// clip is the beginning of a line, for a reason.
func clip(line string) string {
	const most = 40
	line = strings.TrimSpace(line)
	if len(line) <= most {
		return line
	}
	n := most
	for n > 0 && !utf8.RuneStart(line[n]) {
		n--
	}
	return line[:n] + "…"
}
