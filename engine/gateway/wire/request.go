package wire

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"holdfast/engine/author"
)

// Request headers that name where a request belongs.
const (
	SessionHeader      = "X-Holdfast-Session"
	ConversationHeader = "X-Holdfast-Conversation"
)

// requestReader collects a Request in one pass over the body.
type requestReader struct {
	cursor
	req      *Request
	messages []message
	pairs    int      // of the window
	system   []string // system prompt outside of the messages
}

// Parser reads requests and keeps the room in which it decodes strings for the
// next one. The zero Parser is ready; it may be used by several goroutines.
type Parser struct {
	// Window cuts the client's own history to the last pairs of messages; 0
	// leaves it whole.
	Window  int
	scratch sync.Pool // *[]byte
}

// Parse reads a request body (TSLP 8.1) in one scan, without decoding it into
// a tree and without changing it. It refuses, with a *SyntaxError, only what is
// not one JSON object; whatever else may be wrong with a request is the
// upstream's to judge. header may be nil.
func (p *Parser) Parse(f Format, body []byte, header http.Header) (*Request, error) {
	room, _ := p.scratch.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	r := requestReader{cursor: cursor{b: body, scratch: *room}, pairs: p.Window}
	r.req = &Request{Format: f, Body: body, InsertAt: -1, Choices: 1}
	r.req.Stream = f == OllamaChat // its default
	r.req.Session, r.req.Header = header.Get(SessionHeader), header
	err := r.read(f.dialect(), header.Get(ConversationHeader))
	if *room = r.scratch; cap(r.scratch) <= maxScratch {
		p.scratch.Put(room)
	}
	if err != nil {
		return nil, err
	}
	return r.req, nil
}

// maxScratch is how much room is kept, in bytes: enough for a prompt of the
// size that clients send.
const maxScratch = 512 << 10

// Parse reads one body with a Parser of its own.
func Parse(f Format, body []byte, header http.Header) (*Request, error) {
	return new(Parser).Parse(f, body, header)
}

// read reads the members. Where a name stands twice the last one counts, as
// for every decoder in use upstream.
func (r *requestReader) read(d dialect, conversation string) error {
	if r.peek() != '{' {
		return r.fail("a JSON object was expected, %s", r.found())
	}
	err := r.object(func(key []byte) error { return r.member(d, key) })
	if err != nil {
		return err
	}
	if err := r.end(); err != nil {
		return err
	}
	r.interpret(conversation)
	return nil
}

// member reads a member that every format has, and has the dialect read any
// other.
func (r *requestReader) member(d dialect, key []byte) (err error) {
	switch string(key) {
	case "model":
		r.req.Model, err = r.optional()
	case "stream":
		r.req.Stream, err = r.boolean(r.req.Format == OllamaChat)
	case "tools":
		err = r.tools()
	case "tool_choice":
		r.req.ToolsOff, err = r.forbids()
	case "max_tokens", "max_completion_tokens", "max_output_tokens":
		err = r.mostTokens()
	default:
		err = d.member(r, key)
	}
	return err
}

// mostTokens reads a limit for the reply; a negative one is none.
func (r *requestReader) mostTokens() error {
	n, err := r.integer()
	r.req.MostTokens = max(r.req.MostTokens, n)
	return err
}

// tools notes that the client offers the model some.
func (r *requestReader) tools() error {
	r.space()
	from := r.i
	some, err := r.filled()
	r.req.Tools = r.req.Body[from:r.i]
	r.req.HasTools = r.req.HasTools || some
	return err
}

// forbids reads a tool_choice and reports whether it forbids tools: "none", or
// an object of that type.
func (r *requestReader) forbids() (bool, error) {
	raw, err := r.raw()
	return strings.Contains(string(raw[:min(len(raw), 64)]), `"none"`), err
}

// interpret derives from the messages what holdfast acts on.
func (r *requestReader) interpret(conversation string) {
	req, newest := r.req, -1
	first := "" // what the user wrote first
	all := make([]Message, len(r.messages))
	var turns []int // of the user's
	examples := r.examples()
	var together []int // messages of the user's that stand one behind the other, up to the newest
	parted := false
	for i := range r.messages {
		m := &r.messages[i]
		all[i] = m.Message
		parted = parted || continues(all[i:i+1])
		if m.Role != "user" {
			continue
		}
		own, genuine := m.own()
		if r.summedUp(i) {
			first, genuine = m.Text+"\n"+r.messages[i+1].Text, false
		}
		if i < examples || !genuine {
			continue
		}
		if req.Turn++; req.Turn == 1 && first == "" {
			first = own
		}
		newest, req.Written, all[i].Own = i, own, own
		all[i].Turn, all[i].Place = req.Turn, Place{max(m.insertAt, 0), m.before, m.after}
		if parted {
			together, parted = together[:0], false
		}
		together = append(together, i)
		if r.pairs > 0 {
			turns = append(turns, i)
		}
	}
	req.Together = r.words(together)
	nameCalls(all)
	req.System = r.systemPrompt(all)
	r.divide(all, newest)
	if first == "" {
		first = firstUser(all)
	}
	r.identify(conversation, first)
	req.SideReason = author.Side(author.Aside{
		Header: req.Header, System: req.System, Tools: req.HasTools && !req.ToolsOff, Offered: req.HasTools,
		Called: req.CalledTools(), Empty: len(all) == 0, Closing: r.closing(),
	})
	req.Side = req.SideReason != ""
	r.window(r.pairs, turns)
}

// words are what some messages of the user's say; nil for one alone.
func (r *requestReader) words(run []int) []Words {
	if len(run) < 2 {
		return nil
	}
	var all []Words
	for _, i := range run[max(0, len(run)-maxTogether):] {
		m := &r.messages[i]
		own, _ := m.own()
		all = append(all, Words{m.Text, m.parts, own})
	}
	return all
}

// maxTogether bounds how many messages are taken for ones that arrive together.
const maxTogether = 8

// nameCalls gives calls and results that carry no id one, so that they can be
// told apart: results answer the calls before them in order, by name where
// they tell one.
func nameCalls(all []Message) {
	var open []*ToolCall
	calls := 0
	for i := range all {
		for k := range all[i].ToolCalls {
			call := &all[i].ToolCalls[k]
			if calls++; call.ID != "" {
				continue
			}
			call.ID = CountedID(calls)
			if len(open) == maxOpen {
				open = open[1:]
			}
			open = append(open, call)
		}
		for k := range all[i].ToolResults {
			result := &all[i].ToolResults[k]
			if result.CallID != "" {
				continue
			}
			for n, call := range open {
				if result.Name == "" || result.Name == call.Name {
					result.CallID, result.Name = call.ID, call.Name
					all[i].ToolCallID = call.ID
					open = append(open[:n:n], open[n+1:]...)
					break
				}
			}
		}
	}
}

// CountedID is the id of a conversation's nth call, from 1 on, where its format
// gives it none.
func CountedID(n int) string { return "#" + strconv.Itoa(n) }

// maxOpen bounds the calls that a result is looked for among.
const maxOpen = 128

// examples returns the index before which user messages are few-shot examples.
func (r *requestReader) examples() int {
	for i, m := range r.messages {
		if m.Role == "user" && strings.HasPrefix(m.Text, author.ExampleEnd) {
			return i
		}
	}
	return 0
}

// systemPrompt joins what stands outside the messages and the system and
// developer messages that lead the request.
func (r *requestReader) systemPrompt(all []Message) string {
	texts := r.system
	for _, m := range all {
		if m.Role != "system" && m.Role != "developer" {
			break
		}
		texts = append(texts, m.Text)
	}
	return strings.Join(texts, "\n\n")
}

// firstUser returns the first message under role user, whoever wrote it.
func firstUser(all []Message) string {
	for _, m := range all {
		if m.Role == "user" {
			return m.Text
		}
	}
	return ""
}

// summary is the question that opencode puts before the summary with which a
// conversation goes on after its compaction.
const summary = "What did we do so far?"

// summedUp reports whether a message is that question and not the user's own: the
// conversation begins with it, and it is answered.
func (r *requestReader) summedUp(i int) bool {
	if strings.TrimSpace(r.messages[i].Text) != summary || i+1 == len(r.messages) || r.messages[i+1].Role != "assistant" {
		return false
	}
	return !slices.ContainsFunc(r.messages[:i], func(m message) bool { return m.Role == "user" || m.Role == "assistant" })
}

// closing returns the texts of the user messages that end a request, newest
// first: clients may put the task and the text to work on into two of them, or
// into two parts.
func (r *requestReader) closing() []string {
	var texts []string
	for _, m := range slices.Backward(r.messages) {
		switch {
		case m.Role == "system": // what a client reminds of
		case m.Role == "user" && len(m.ToolResults) == 0:
			texts = append(texts, m.parts...)
			if len(texts) >= maxClosing {
				return texts[:maxClosing]
			}
		default:
			return texts
		}
	}
	return texts
}

// maxClosing bounds how many texts are looked at for signs of a client's own
// request.
const maxClosing = 64

// CalledTools reports whether the request shows a call of a tool, or the result
// of one.
func (r *Request) CalledTools() bool {
	called := func(m Message) bool { return len(m.ToolCalls) > 0 || len(m.ToolResults) > 0 }
	return slices.ContainsFunc(r.History, called) || slices.ContainsFunc(r.Since, called)
}

// lastUser is where the last message stands that the client says is the user's,
// and that is no result; -1 for none.
func lastUser(all []Message) int {
	for i, m := range slices.Backward(all) {
		if m.Role == "user" && len(m.ToolResults) == 0 {
			return i
		}
	}
	return -1
}

// divide splits the messages at the newest genuine user message, -1 for none.
func (r *requestReader) divide(all []Message, newest int) {
	req := r.req
	if newest < 0 {
		last := lastUser(all) + 1 // what follows goes on with a turn that was summed up
		req.History, req.Since = all[:last:last], all[last:]
		req.Continues = continues(req.Since)
		if req.Previous != "" || req.Thread != "" { // results for a call that only the server remembers
			req.History, req.Since = nil, all
			req.Continues = continues(all)
		}
		return
	}
	m := &r.messages[newest]
	req.Prompt, req.Parts, req.Results = m.Text, m.parts, len(m.ToolResults) > 0
	req.InsertAt, req.Before, req.After = m.insertAt, m.before, m.after
	req.History, req.Since, req.Asked = all[:newest:newest], all[newest+1:], all[newest]
	req.Continues = continues(req.Since)
}

// continues reports whether what follows a user's message goes on with it.
func continues(since []Message) bool {
	for _, m := range since {
		if m.Role == "assistant" || m.Role == "function" || m.Role == "tool" || len(m.ToolResults) > 0 {
			return true
		}
	}
	return false
}
