package wire

import (
	"strings"

	"holdfast/engine/author"
)

// message is a message and what is needed of its place in the body.
type message struct {
	Message
	content
	at int // offset where it begins
}

// content is what a message says, and the place in it for inserted text.
type content struct {
	parts         []string // text parts, one for string content
	media         bool     // holds parts that are not text
	insertAt      int      // offset, -1 for none
	before, after string
}

// own returns what the user themself wrote in a message under role user, and
// whether that makes it a turn of theirs.
func (m *message) own() (string, bool) {
	own, genuine := author.Words(m.Text, m.parts)
	if len(m.ToolResults) > 0 { // with a result only the user's own words count
		return own, genuine && strings.TrimSpace(own) != ""
	}
	return own, genuine || m.media
}

// list reads the messages, each with one.
func (r *requestReader) list(one func(*requestReader) error) error {
	r.messages, r.req.unread, r.req.Pictures = r.messages[:0], 0, 0
	return r.elements(func() error { return one(r) })
}

// message reads a message: its role, what it says in parts that begin with open
// and that part reads, and with more what only one format has.
func (r *requestReader) message(open string, part partReader, more func(m *message, key []byte) error) (*message, error) {
	m := r.begin()
	err := r.object(func(key []byte) (err error) {
		switch string(key) {
		case "role":
			m.Role, err = r.optional()
		case "content":
			err = r.content(m, open, part)
		default:
			err = more(m, key)
		}
		return err
	})
	m.Text = strings.Join(m.parts, "\n")
	return m, err
}

// partReader reads a part of what a message says, which is an object.
type partReader func(r *requestReader, m *message) error

// content reads what a message says: a string, an array of parts, or null. open
// begins a part of text in this format, up to the inside of its text's string.
func (r *requestReader) content(m *message, open string, part partReader) error {
	m.content, m.ToolCalls, m.ToolResults = content{insertAt: -1}, nil, nil
	switch r.peek() {
	case '"':
		m.insertAt = r.i + 1
		text, err := r.text()
		m.parts = []string{text}
		return err
	case '[':
		m.insertAt = r.i + 1
		m.before, m.after = open, `"}`
		empty := true
		return r.array(func(int) error {
			if empty {
				m.after, empty = `"},`, false
			}
			if r.peek() == '{' {
				return part(r, m)
			}
			text, err := r.optional()
			if text != "" {
				m.parts = append(m.parts, text)
			}
			return err
		})
	}
	return r.skip()
}

// textPart reads a part that counts for its text, whatever its type says; one
// without is media.
func textPart(r *requestReader, m *message) error {
	var text string
	var isText bool
	from := r.i
	err := r.object(func(key []byte) (err error) {
		if string(key) == "text" && r.peek() == '"' {
			isText = true
			text, err = r.text()
			return err
		}
		return r.skip()
	})
	if isText {
		m.parts = append(m.parts, text)
	} else {
		m.media = true
		r.picture(r.i - from)
	}
	return err
}

// pictureBytes is what a model reads of a part that is no text, as bytes of text:
// about a thousand tokens.
const pictureBytes = 4 << 10

// picture notes a part of n bytes that is no text: base64 is not read as it
// stands.
func (r *requestReader) picture(n int) {
	r.req.Pictures++
	r.req.unread += max(0, n-pictureBytes)
}

// Reads is how many bytes of the body a model reads, about: without what is left
// out of it, and a picture for no more than it costs.
func (r *Request) Reads() int {
	n := len(r.Body) - r.unread
	for _, c := range r.cuts {
		n -= c.to - c.from
	}
	return max(0, n)
}

// Sends is which part of the body goes upstream, about, by what of it a model reads.
func (r *Request) Sends() float64 {
	sent, all := r.Reads(), len(r.Body)-r.unread
	if all <= 0 {
		return 1
	}
	return float64(sent) / float64(all)
}

// begin adds a message, which is valid until the next one is begun.
func (r *requestReader) begin() *message {
	r.space()
	r.messages = append(r.messages, message{content: content{insertAt: -1}, at: r.i})
	return &r.messages[len(r.messages)-1]
}
