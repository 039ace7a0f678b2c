package aside

import (
	"encoding/json"
	"errors"

	"github.com/tidwall/gjson"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// Prefix is a conversation as the model server has it after a reply: what is asked
// behind it costs no more than its own words, and takes nothing away of what the next
// request of the conversation finds there.
type Prefix struct {
	Episode string
	Format  wire.Format
	Model   string
	Sent    wire.Spliced // the request
	Said    string       // the reply
	Tools   bool         // the request carries tools
	// Tokens are those of the request and the reply as the server counted them, Window
	// those that it can read; 0 where it is not known.
	Tokens, Window int
}

const (
	// maxPrefix bounds what is kept of a conversation, in bytes: a longer one is not
	// sent a second time.
	maxPrefix = 1 << 20
	// leastPerToken is how few bytes make a token at least, about: what is asked has
	// to fit into the window whatever it says.
	leastPerToken = 3
	// spare is room in the window for what the template adds, in tokens.
	spare = 64
)

// Keep notes the conversation that the server has answered last. A request that begins
// ends that.
func (r *Runner) Keep(p Prefix) {
	if p.Sent.Len() > maxPrefix {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.latest = &p
}

// errNoRoom is why a question stands alone.
var errNoRoom = errors.New("the window has no room for a question behind the conversation")

// ask puts a message behind the conversation.
func (p *Prefix) ask(m Message, kind gateway.Kind) (Question, error) {
	m.Format = p.Format
	if p.Tools || !TakesSchema(p.Format) {
		m.Schema = nil // not all servers take it beside tools
	}
	text := m.Text
	if m.Behind != nil {
		var err error
		if text, err = m.Behind(m.Schema == nil); err != nil {
			return Question{}, err
		}
	}
	if !p.fits(len(text)+len(m.Schema), m.MaxTokens) {
		return Question{}, errNoRoom
	}
	body := p.Sent.Bytes()
	f := wire.Further{Said: p.Said, Text: text, Instead: p.instead(m), Within: map[string]map[string]json.RawMessage{}}
	if p.Format == wire.OllamaChat {
		f.Within["options"] = map[string]json.RawMessage{"temperature": raw(0), "num_predict": raw(m.MaxTokens), "stop": nil}
	}
	quietly(kind, p.Format).put(&f, body)
	q := m.question()
	var err error
	q.Body, err = f.Body(p.Format, body)
	return q, err
}

// fits reports whether a question of so many bytes and its answer are sure to have room
// behind the conversation.
func (p *Prefix) fits(bytes, answer int) bool {
	tokens := p.Tokens
	if tokens <= 0 {
		tokens = int(p.Sent.Len()+int64(len(p.Said))) / leastPerToken
	}
	return tokens+bytes/leastPerToken+answer+spare <= p.Window
}

// instead are the members by which an answer is asked for that is not streamed, short
// and no call of a tool. What a model reads of the request stays as it is.
func (p *Prefix) instead(m Message) map[string]json.RawMessage {
	set := map[string]json.RawMessage{"stream": raw(false)}
	leave := []string{"stream_options"}
	switch p.Format {
	case wire.Responses:
		set["max_output_tokens"], set["temperature"], set["store"] = raw(m.MaxTokens), raw(0), raw(false)
		leave = append(leave, "text", "background")
	case wire.Messages:
		set["max_tokens"], set["temperature"] = raw(m.MaxTokens), raw(0)
		leave = append(leave, "thinking", "stop_sequences")
	case wire.OllamaChat:
		leave = append(leave, "format", "logprobs", "top_logprobs")
	default:
		set["max_tokens"], set["temperature"] = raw(m.MaxTokens), raw(0)
		leave = append(leave, "max_completion_tokens", "n_predict", "n", "stop", "response_format", "grammar", "json_schema", "logprobs", "top_logprobs")
	}
	if p.Tools {
		switch p.Format {
		case wire.Messages:
			set["tool_choice"] = raw(object{"type": "none"})
		case wire.ChatCompletions, wire.Responses:
			set["tool_choice"] = raw("none")
		}
	}
	for _, name := range leave {
		set[name] = nil
	}
	if name, schema := m.schema(); schema != nil {
		set[name] = raw(schema)
	}
	return set
}

// raw is a value as JSON: of what is made here, which always has one.
func raw(v any) json.RawMessage {
	text, _ := json.Marshal(v)
	return text
}

// lost reports whether the server says that it had less than half of the conversation.
func (p *Prefix) lost(read wire.Prompt) bool {
	return read.Known() && p.Tokens > 0 && 2*read.Cached < p.Tokens
}

// switchOff is the member by which a server is told that a model is not to reason
// before it answers; "" for none.
type switchOff struct {
	member string
	value  any
}

// quietly returns that of a server and a format, as far as it is known to be taken.
func quietly(kind gateway.Kind, f wire.Format) switchOff {
	switch {
	case kind == gateway.LlamaCpp && f == wire.ChatCompletions:
		return switchOff{"chat_template_kwargs", object{"enable_thinking": false}}
	case kind == gateway.Ollama && f == wire.OllamaChat:
		return switchOff{"think", false}
	case kind == gateway.Ollama && f == wire.ChatCompletions:
		return switchOff{"reasoning_effort", "none"}
	}
	return switchOff{}
}

// put sets it where a request goes on. A level that the client has asked for stays:
// templates write it before the messages.
func (s switchOff) put(f *wire.Further, body []byte) {
	switch value := s.value.(type) {
	case object:
		f.Within[s.member] = map[string]json.RawMessage{}
		for name, v := range value {
			f.Within[s.member][name] = raw(v)
		}
	case nil:
	default:
		if gjson.GetBytes(body, s.member).Type != gjson.String {
			f.Instead[s.member] = raw(value)
		}
	}
}
