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
	Model     string
	Text      string
	MaxTokens int // of the answer
	// Schema is the JSON Schema of the answer, nil for none; see TakesSchema.
	Schema json.RawMessage
	// Name says what the answer is, for formats that want a name.
	Name string
}

type object = map[string]any

// TakesSchema reports whether a request of a format has a place for a schema.
func TakesSchema(f wire.Format) bool { return f != wire.Messages }

// In is the message as a request in a format: the server that has answered the
// clients in it understands it.
func (m Message) In(f wire.Format, timeout time.Duration, most int64) (Question, error) {
	q := Question{Path: "v1/chat/completions", Timeout: timeout, Most: most}
	body := object{"model": m.Model, "stream": false, "temperature": 0}
	said := []object{{"role": "user", "content": m.Text}}
	switch f {
	case wire.Responses:
		q.Path = "v1/responses"
		body["input"], body["max_output_tokens"], body["store"] = said, m.MaxTokens, false
		if m.Schema != nil {
			body["text"] = object{"format": object{"type": "json_schema", "name": m.Name, "schema": m.Schema}}
		}
	case wire.Messages:
		q.Path, q.Header = "v1/messages", map[string]string{"Anthropic-Version": "2023-06-01"}
		body["messages"], body["max_tokens"] = said, m.MaxTokens
	case wire.OllamaChat:
		q.Path = "api/chat"
		delete(body, "temperature")
		body["messages"], body["options"] = said, object{"temperature": 0, "num_predict": m.MaxTokens}
		if m.Schema != nil {
			body["format"] = m.Schema
		}
	default:
		body["messages"], body["max_tokens"] = said, m.MaxTokens
		if m.Schema != nil {
			body["response_format"] = object{"type": "json_schema", "json_schema": object{"name": m.Name, "schema": m.Schema}}
		}
	}
	var err error
	q.Body, err = json.Marshal(body)
	return q, err
}

// ErrRubbish tells of an answer that is none of the API's.
var ErrRubbish = errors.New("the answer is not in the API's form")

// StatusError is an answer with another status than 200.
type StatusError struct{ Status int }

// Error tells the status in words.
func (e *StatusError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("the model server answers %d %s", e.Status, http.StatusText(e.Status)))
}

// Reply is what the model said, in the format that it was asked in.
func (a Answer) Reply(f wire.Format) (wire.Reply, error) {
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
