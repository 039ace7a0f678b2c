package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Slot is a model server with one slot, which holds the prompt and the reply of the
// latest request. It says what it is told to say.
type Slot struct {
	mu      sync.Mutex
	next    Answer
	last    string
	prompts []string
	counts  []Count
	helped  chan struct{} // takes one for each question of a helper
	known   chan struct{} // closed when something else was asked after what it is
	asked   int           // of what it is
}

// Count is what a request cost, in bytes of its prompt.
type Count struct {
	Prompt, Processed int
	// Helper is how long the last message is where a helper of holdfast's asked, 0 where
	// the client did.
	Helper int
}

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

// helps waits for a question of a helper.
func (s *Slot) helps() error {
	select {
	case <-s.helped:
		return nil
	case <-time.After(20 * time.Second):
		return errors.New("no helper asked")
	}
}

// counted is what the requests so far cost, and what a model read of them.
func (s *Slot) counted() ([]Count, []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts, s.prompts
}

// ServeHTTP implements http.Handler: the four formats, not streamed, and what it is.
func (s *Slot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.examined(r.URL.Path)
	if r.URL.Path == "/props" {
		_, _ = io.WriteString(w, `{"total_slots":1,"default_generation_settings":{"n_ctx":1000000}}`) // a client that left needs none
		return
	}
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
	s.prompts = append(s.prompts, prompt)
	a, n := s.next, len(s.counts)+1
	answer, helper := helped(prompt)
	if helper > 0 {
		a = answer
	}
	s.counts = append(s.counts, Count{len(prompt), len(prompt) - same, helper})
	if s.last = prompt; a.Text != "" { // it has what it said as well
		s.last += heading("assistant") + a.Text
	}
	s.mu.Unlock()
	if helper > 0 {
		defer func() { s.helped <- struct{}{} }()
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(a.reply(r.URL.Path, n)) // a client that left needs none
}

// examined notes a question about the server, which is asked twice for its windows:
// when the second begins, the answer to the first was taken in.
func (s *Slot) examined(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if path == "/props" {
		s.asked++
	} else if s.asked == 1 {
		s.asked++
		close(s.known)
	}
}

// helped is the answer to a question of the audit or the second reader, and how long
// the question is; 0 for none.
func helped(prompt string) (a Answer, length int) {
	question := prompt[strings.LastIndex(prompt, "\n<|")+1:]
	if _, about, ok := strings.Cut(question, "What is the state of "); ok {
		entity, _, _ := strings.Cut(about, "?")
		return Answer{Text: fmt.Sprintf(`{"entity":%q,"status":"completed"}`, entity)}, len(question)
	}
	if strings.Contains(question, "List what the turn changes") {
		return Answer{Text: `{"deltas":[]}`}, len(question)
	}
	return a, 0
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
			content, reason = append(content[:is(a.Text)], object{"type": "tool_use", "id": id, "name": a.Tool, "input": a.Arguments}), "tool_use"
		}
		return object{"id": id, "type": "message", "role": "assistant", "stop_reason": reason, "content": content}
	case "/v1/responses":
		output := []any{object{"type": "message", "role": "assistant", "content": []any{object{"type": "output_text", "text": a.Text}}}}
		if a.Tool != "" {
			output = append(output[:is(a.Text)], object{"type": "function_call", "call_id": id, "name": a.Tool, "arguments": string(args)})
		}
		return object{"id": id, "status": "completed", "output": output}
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

// is is 1 for a text, 0 for none.
func is(text string) int { return min(len(text), 1) }

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
		who := m["role"]
		if who == nil {
			who = m["type"]
		}
		b.WriteString(heading(who))
		for _, name := range []string{"content", "tool_calls", "name", "arguments", "output"} {
			if m[name] != nil {
				write(&b, m[name])
			}
		}
	}
	return b.String(), nil
}

// heading begins a message.
func heading(who any) string { return fmt.Sprintf("\n<|%v|>", who) }

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
