package aside

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"holdfast/engine/gateway/wire"
)

// Message is one message of a user's, to be answered with JSON.
type Message struct {
	Model  string
	Format wire.Format // of an API that the server understands
	Text   string
	// Behind is the text where it is asked at the end of the conversation that it is
	// about, nil where it is the same.
	Behind    func(schema bool) (string, error)
	MaxTokens int // of the answer
	// Schema is the JSON Schema of the answer, nil for none; see TakesSchema.
	Schema json.RawMessage
	// Name says what the answer is, for formats that want a name.
	Name    string
	Timeout time.Duration // until the whole answer is there
	Most    int64         // of the answer's bytes
}

type object = map[string]any

// TakesSchema reports whether a request of a format has a place for a schema.
func TakesSchema(f wire.Format) bool { return f != wire.Messages }

// alone is the message as a request of its own. quiet has a model that reasons first
// not do so.
func (m Message) alone(quiet switchOff) (Question, error) {
	q := m.question()
	body := object{"model": m.Model, "stream": false, "temperature": 0}
	said := []object{{"role": "user", "content": m.Text}}
	switch m.Format {
	case wire.Responses:
		body["input"], body["max_output_tokens"], body["store"] = said, m.MaxTokens, false
	case wire.OllamaChat:
		delete(body, "temperature")
		body["messages"], body["options"] = said, object{"temperature": 0, "num_predict": m.MaxTokens}
	default:
		body["messages"], body["max_tokens"] = said, m.MaxTokens
	}
	if name, schema := m.schema(); schema != nil {
		body[name] = schema
	}
	if quiet.member != "" {
		body[quiet.member] = quiet.value
	}
	var err error
	q.Body, err = json.Marshal(body)
	return q, err
}

// question is the message without its body.
func (m Message) question() Question {
	q := Question{Path: "v1/chat/completions", Timeout: m.Timeout, Most: m.Most}
	switch m.Format {
	case wire.Responses:
		q.Path = "v1/responses"
	case wire.Messages:
		q.Path, q.Header = "v1/messages", map[string]string{"Anthropic-Version": "2023-06-01"}
	case wire.OllamaChat:
		q.Path = "api/chat"
	}
	return q
}

// schema is the member that holds the schema of the answer in a format, nil for none.
func (m Message) schema() (name string, value any) {
	switch {
	case m.Schema == nil || !TakesSchema(m.Format):
		return "", nil
	case m.Format == wire.Responses:
		return "text", object{"format": object{"type": "json_schema", "name": m.Name, "schema": m.Schema}}
	case m.Format == wire.OllamaChat:
		return "format", m.Schema
	}
	return "response_format", object{"type": "json_schema", "json_schema": object{"name": m.Name, "schema": m.Schema}}
}

// ErrRubbish tells of an answer that is none of the API's.
var ErrRubbish = errors.New("the answer is not in the API's form")

// StatusError is an answer with another status than 200.
type StatusError struct{ Status int }

// Error tells the status in words.
func (e *StatusError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("the model server answers %d %s", e.Status, http.StatusText(e.Status)))
}

// reply is what the model said, in the format that it was asked in.
func (a Answer) reply(f wire.Format) (wire.Reply, error) {
	if a.Status != http.StatusOK {
		return wire.Reply{}, &StatusError{a.Status}
	}
	if !json.Valid(a.Body) {
		return wire.Reply{}, ErrRubbish
	}
	c := wire.Collector{Format: f, Cap: len(a.Body) + 1}
	_, _ = c.Write(a.Body)
	r := c.Reply(wire.Document)
	if r.Text == "" && r.Finish == "" {
		return r, ErrRubbish
	}
	return r, nil
}
