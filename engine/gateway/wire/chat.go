package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// Request headers that name where a request belongs.
const (
	SessionHeader      = "X-Holdfast-Session"
	ConversationHeader = "X-Holdfast-Conversation"
)

// chatMessage is a message and what is needed of its place in the body.
type chatMessage struct {
	Message
	parts    []string // text parts, one for string content
	media    bool     // holds parts that are not text
	insertAt int      // offset for inserted text, -1 for none
	before   string
	after    string
}

// chatParser collects a Request in one pass over the body.
type chatParser struct {
	cursor
	req      *Request
	messages []chatMessage
}

// Parser reads requests and keeps the room in which it decodes strings for the
// next one. The zero Parser is ready; it may be used by several goroutines.
type Parser struct {
	scratch sync.Pool // *[]byte
}

// ParseChat reads a chat-completions body (TSLP 8.1) in one scan, without
// decoding it into a tree and without changing it. It refuses, with a
// *SyntaxError, only what is not one JSON object; whatever else may be wrong
// with a request is the upstream's to judge. header may be nil.
func (p *Parser) ParseChat(body []byte, header http.Header) (*Request, error) {
	room, _ := p.scratch.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	c := chatParser{cursor: cursor{b: body, scratch: *room}}
	c.req = &Request{Format: ChatCompletions, Body: body, InsertAt: -1, Choices: 1}
	c.req.Session = header.Get(SessionHeader)
	err := c.read(header.Get(ConversationHeader))
	if *room = c.scratch; cap(c.scratch) <= maxScratch {
		p.scratch.Put(room)
	}
	if err != nil {
		return nil, err
	}
	return c.req, nil
}

// maxScratch is how much room is kept, in bytes: enough for a prompt of the
// size that clients send.
const maxScratch = 512 << 10

// ParseChat reads one body with a Parser of its own.
func ParseChat(body []byte, header http.Header) (*Request, error) {
	return new(Parser).ParseChat(body, header)
}

func (p *chatParser) read(conversation string) error {
	if p.peek() != '{' {
		return p.fail("a JSON object was expected, %s", p.found())
	}
	if err := p.object(p.field); err != nil {
		return err
	}
	if err := p.end(); err != nil {
		return err
	}
	p.interpret(conversation)
	return nil
}

// field reads one member of the body. Where a name stands twice the last one
// counts, as for every decoder in use upstream.
func (p *chatParser) field(key []byte) (err error) {
	switch string(key) {
	case "model":
		p.req.Model, err = p.optional()
	case "stream":
		p.req.Stream, err = p.boolean()
	case "n":
		p.req.Choices, err = p.integer()
		p.req.Choices = max(p.req.Choices, 1)
	case "tools", "functions":
		var some bool
		some, err = p.filled()
		p.req.HasTools = p.req.HasTools || some
	case "messages":
		p.messages = p.messages[:0]
		if p.peek() != '[' {
			return p.skip()
		}
		return p.array(func(int) error { return p.message() })
	default:
		return p.skip()
	}
	return err
}

// filled steps over a value and tells whether it is an array with elements.
func (p *chatParser) filled() (bool, error) {
	if p.peek() != '[' {
		return false, p.skip()
	}
	some := false
	err := p.array(func(int) error { some = true; return p.skip() })
	return some, err
}

func (p *chatParser) message() error {
	if p.peek() != '{' {
		return p.skip()
	}
	m := chatMessage{insertAt: -1}
	err := p.object(func(key []byte) (err error) {
		switch string(key) {
		case "role":
			m.Role, err = p.optional()
		case "content":
			err = p.content(&m)
		case "tool_call_id":
			m.ToolCallID, err = p.optional()
		case "tool_calls":
			m.ToolCalls = nil
			err = p.toolCalls(&m)
		case "function_call":
			err = p.toolCall(&m, (*cursor).functionCall)
		default:
			err = p.skip()
		}
		return err
	})
	m.Text = strings.Join(m.parts, "\n")
	p.messages = append(p.messages, m)
	return err
}

// content reads a message's content: a string, an array of parts, or null.
func (p *chatParser) content(m *chatMessage) error {
	m.parts, m.media, m.insertAt, m.before, m.after = nil, false, -1, "", ""
	switch p.peek() {
	case '"':
		m.insertAt = p.i + 1
		text, err := p.text()
		m.parts = []string{text}
		return err
	case '[':
		m.insertAt = p.i + 1
		m.before, m.after = `{"type":"text","text":"`, `"}`
		return p.array(func(int) error {
			m.after = `"},`
			return p.part(m)
		})
	}
	return p.skip()
}

// part reads one element of an array content.
func (p *chatParser) part(m *chatMessage) error {
	if p.peek() != '{' {
		text, err := p.optional()
		if text != "" {
			m.parts = append(m.parts, text)
		}
		return err
	}
	var text string
	var isText bool
	err := p.object(func(key []byte) (err error) {
		if string(key) == "text" && p.peek() == '"' {
			isText = true
			text, err = p.optional()
			return err
		}
		return p.skip()
	})
	if isText {
		m.parts = append(m.parts, text)
	} else {
		m.media = true
	}
	return err
}

func (p *chatParser) toolCalls(m *chatMessage) error {
	if p.peek() != '[' {
		return p.skip()
	}
	return p.array(func(int) error { return p.toolCall(m, (*cursor).call) })
}

func (p *chatParser) toolCall(m *chatMessage, read func(*cursor) (callDelta, error)) error {
	if p.peek() != '{' {
		return p.skip()
	}
	d, err := read(&p.cursor)
	m.ToolCalls = append(m.ToolCalls, ToolCall{ID: d.id, Name: d.name, Arguments: d.arguments})
	return err
}

// interpret derives from the messages what holdfast acts on.
func (p *chatParser) interpret(conversation string) {
	r, newest := p.req, -1
	first := "" // what the user wrote first
	all := make([]Message, len(p.messages))
	examples := p.examples()
	for i := range p.messages {
		m := &p.messages[i]
		all[i] = m.Message
		if m.Role != "user" {
			continue
		}
		own, genuine := written(m.Text, m.parts)
		if i < examples || !genuine && !m.media {
			continue
		}
		if r.Turn++; r.Turn == 1 {
			first = own
		}
		newest, r.Written = i, own
	}
	r.System = system(all)
	p.divide(all, newest)
	if r.Conversation = conversation; conversation == "" {
		if first == "" {
			first = firstUser(all)
		}
		r.Conversation = conversationKey(r.System, first)
	}
	r.SideReason = sideReason(r, all)
	r.Side = r.SideReason != ""
}

// examples returns the index before which user messages are few-shot examples.
func (p *chatParser) examples() int {
	for i, m := range p.messages {
		if m.Role == "user" && strings.HasPrefix(m.Text, exampleEnd) {
			return i
		}
	}
	return 0
}

// system joins the system and developer messages that lead the request.
func system(all []Message) string {
	var texts []string
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

// divide splits the messages at the newest genuine user message, -1 for none.
func (p *chatParser) divide(all []Message, newest int) {
	r := p.req
	if newest < 0 {
		r.History = all
		return
	}
	m := &p.messages[newest]
	r.Prompt = m.Text
	r.InsertAt, r.Before, r.After = m.insertAt, m.before, m.after
	r.History, r.Since = all[:newest:newest], all[newest+1:]
	for _, later := range r.Since {
		if later.Role == "assistant" || later.Role == "tool" || later.Role == "function" {
			r.Continues = true
		}
	}
}

// keyed is how much of each text goes into a conversation's key, in bytes: a
// prompt of 256 KiB is not hashed whole before its first chunk.
const keyed = 16 << 10

// conversationKey names a conversation by what stays the same in it: the
// system prompt and the user's first words, with their lengths.
func conversationKey(system, first string) string {
	named := make([]byte, 0, min(len(system), keyed)+min(len(first), keyed)+40)
	for _, text := range []string{system, first} {
		named = strconv.AppendInt(named, int64(len(text)), 10)
		named = append(named, ' ')
		named = append(named, text[:min(len(text), keyed)]...)
	}
	sum := sha256.Sum256(named)
	return hex.EncodeToString(sum[:16])
}
