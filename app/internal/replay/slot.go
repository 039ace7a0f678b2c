package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Slot is a model server with one slot. It says what it is told to say.
type Slot struct {
	mu      sync.Mutex
	next    Answer
	last    string
	prompts []string
	counts  []Count
}

// Count is what a request cost, in bytes of its prompt.
type Count struct{ Prompt, Processed int }

// Answer is what the server says next: a text, or a call of a tool.
type Answer struct {
	Text      string
	Tool      string
	Arguments map[string]any
}

// says sets what the next request is answered with.
func (s *Slot) says(a Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = a
}

// counted is what the requests so far cost, and what a model read of them.
func (s *Slot) counted() ([]Count, []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts, s.prompts
}

// ServeHTTP implements http.Handler: the four formats, not streamed.
func (s *Slot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left
	}
	prompt, err := render(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	same := 0
	for same < min(len(prompt), len(s.last)) && prompt[same] == s.last[same] {
		same++
	}
	s.last = prompt
	s.prompts = append(s.prompts, prompt)
	s.counts = append(s.counts, Count{len(prompt), len(prompt) - same})
	a, n := s.next, len(s.counts)
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(a.reply(r.URL.Path, n)) // a client that left needs none
}

type object = map[string]any

// reply is the answer in the format of a path.
func (a Answer) reply(path string, n int) object {
	id := fmt.Sprintf("call_%d", n)
	args, _ := json.Marshal(a.Arguments) // strings always marshal
	switch path {
	case "/v1/messages":
		content, reason := []any{object{"type": "text", "text": a.Text}}, "end_turn"
		if a.Tool != "" {
			content, reason = []any{object{"type": "tool_use", "id": id, "name": a.Tool, "input": a.Arguments}}, "tool_use"
		}
		return object{"id": id, "type": "message", "role": "assistant", "stop_reason": reason, "content": content}
	case "/v1/responses":
		item := object{"type": "message", "role": "assistant", "content": []any{object{"type": "output_text", "text": a.Text}}}
		if a.Tool != "" {
			item = object{"type": "function_call", "call_id": id, "name": a.Tool, "arguments": string(args)}
		}
		return object{"id": id, "status": "completed", "output": []any{item}}
	}
	message, reason := object{"role": "assistant", "content": a.Text}, "stop"
	if a.Tool != "" {
		message["tool_calls"] = []any{object{"id": id, "type": "function", "function": object{"name": a.Tool, "arguments": string(args)}}}
		reason = "tool_calls"
	}
	if path == "/api/chat" {
		if a.Tool != "" {
			message["tool_calls"] = []any{object{"function": object{"name": a.Tool, "arguments": a.Arguments}}}
		}
		return object{"model": "m", "done": true, "done_reason": "stop", "message": message}
	}
	return object{"id": id, "choices": []any{object{"index": 0, "finish_reason": reason, "message": message}}}
}

// render is what a model reads of a body, about as chat templates make it: the tools
// and the system prompt, then the messages one behind the other. Marks of a cache are
// no part of it.
func render(body []byte) (string, error) {
	var doc struct {
		System, Instructions, Tools any
		Messages, Input             []object
	}
	if err := json.Unmarshal(body, &doc); err != nil {
		return "", fmt.Errorf("reading a request: %w", err)
	}
	var b strings.Builder
	for _, head := range []any{doc.Tools, doc.System, doc.Instructions} {
		if head != nil {
			write(&b, head)
		}
	}
	for _, m := range append(doc.Messages, doc.Input...) {
		fmt.Fprintf(&b, "\n<|%v%v|>", m["role"], m["type"])
		for _, name := range []string{"content", "tool_calls", "name", "arguments", "output"} {
			if m[name] != nil {
				write(&b, m[name])
			}
		}
	}
	return b.String(), nil
}

// write writes the texts of a value in order.
func write(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		b.WriteString(v)
	case []any:
		for _, x := range v {
			write(b, x)
		}
	case object:
		if text, ok := v["text"]; ok {
			write(b, text)
			return
		}
		delete(v, "cache_control")
		raw, _ := json.Marshal(v) // it was JSON
		b.Write(raw)
	}
}
