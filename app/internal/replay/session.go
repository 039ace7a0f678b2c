package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// Client is how a client talks.
type Client struct {
	Name, Path, List string
	System           string
	Tools            bool
	// Before stands before the first words: files, examples.
	Before []string
	// Aloud is what the model says beside its first call of a turn, while whose tool runs
	// holdfast asks it something; "" for nothing.
	Aloud string
	// Marks has it put a mark of the cache at its newest message, as claude-code does.
	Marks bool
}

// Clients are the shapes that are replayed, in words of their own.
func Clients() []Client {
	rules := strings.Repeat("Answer in few words. Change only what was asked for. Say which file you changed. ", 30)
	return []Client{
		{Name: "chat", Path: "/v1/chat/completions", List: "messages", System: "You help with Go code."},
		{Name: "ollama", Path: "/api/chat", List: "messages", System: "You help with Go code."},
		{Name: "aider", Path: "/v1/chat/completions", List: "messages", System: rules, Before: []string{
			"Here are the names in the repository:\n" + strings.Repeat("svc/parts.go: type Part\n", 60), "Ok.",
		}},
		{Name: "opencode", Path: "/v1/chat/completions", List: "messages", System: rules + rules, Tools: true},
		{Name: "codex", Path: "/v1/responses", List: "input", System: rules + rules, Tools: true},
		{Name: "claude-code", Path: "/v1/messages", List: "messages", System: rules + rules, Tools: true, Marks: true},
	}
}

// Edits is what happens to the code in a session.
type Edits int

// What can happen.
const (
	Never     Edits = iota
	Returning       // as Never, but the user asks for the same functions again and again
	EachTurn        // the model changes a function in each turn
	AfterTen        // it changes one after ten turns
	OnDisk          // the user changes one in their editor, and saves it
)

func (e Edits) String() string {
	return [...]string{"unchanged", "asked for again", "edited each turn", "edited after ten turns", "edited on disk"}[e]
}

// functions is how many the workspace of a session has.
const functions = 8

// file is where a function stands, code its version.
func file(n int) string { return fmt.Sprintf("svc/part%d.go", n) }

func code(n, version int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func Handle%d(step int) (string, error) {\n", n)
	for i := range 12 {
		fmt.Fprintf(&b, "\tif step == %d {\n\t\treturn \"step %d of part %d, version %d\", nil\n\t}\n", i, i, n, version)
	}
	b.WriteString("\treturn \"\", errors.New(\"no such step\")\n}\n")
	return b.String()
}

func source(n, version int) string { return "package svc\n\nimport \"errors\"\n\n" + code(n, version) }

// Fill writes the workspace of a session.
func Fill(dir string) error {
	for n := range functions {
		if err := put(dir, n, 0); err != nil {
			return err
		}
	}
	return nil
}

func put(dir string, n, version int) error {
	name := filepath.Join(dir, filepath.FromSlash(file(n)))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("writing the workspace of a session: %w", err)
	}
	if err := os.WriteFile(name, []byte(source(n, version)), 0o644); err != nil {
		return fmt.Errorf("writing the workspace of a session: %w", err)
	}
	return nil
}

// play plays a session of so many turns: to base, where the model says what slot is
// told, with the workspace in dir. between is called after each turn.
func (c Client) play(base, dir string, slot *Slot, turns int, edits Edits, between func(turn int) error) error {
	s := &session{Client: c, base: base, dir: dir, slot: slot, versions: map[int]int{}}
	for i := 0; i+1 < len(c.Before); i += 2 {
		s.say("user", c.Before[i])
		s.say("assistant", c.Before[i+1])
	}
	for turn := 1; turn <= turns; turn++ {
		if err := s.turn(turn, edits); err != nil {
			return fmt.Errorf("turn %d: %w", turn, err)
		}
		if err := between(turn); err != nil {
			return err
		}
	}
	return nil
}

type session struct {
	Client
	base, dir string
	slot      *Slot
	list      []any
	versions  map[int]int
}

// turn asks for one function, with one more beside it.
func (s *session) turn(turn int, edits Edits) error {
	n := turn % functions
	if edits == Returning {
		n = turn % 2
	}
	changes := edits == EachTurn || edits == AfterTen && turn == 11
	if edits == OnDisk && turn%4 == 0 {
		s.versions[n]++
		if err := put(s.dir, n, s.versions[n]); err != nil {
			return err
		}
	}
	ask := fmt.Sprintf("Turn %d: what does `Handle%d()` do with a step that it does not know?", turn, n)
	if changes {
		ask = fmt.Sprintf("Turn %d: mend what `Handle%d()` says.", turn, n)
	}
	s.say("user", ask)
	if s.Tools {
		if err := s.tools(turn, n, changes); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("In turn %d this is the answer about part %d. ", turn, n) + strings.Repeat("It returns an error, and says no more than that. ", 8)
	if changes && !s.Tools {
		s.versions[n]++
		text += "\n\n```go " + file(n) + "\n" + code(n, s.versions[n]) + "```\n"
	}
	said, err := s.send(Answer{Text: text})
	if err != nil {
		return err
	}
	s.list = append(s.list, said...)
	if changes && !s.Tools { // the user saves it
		return put(s.dir, n, s.versions[n])
	}
	return nil
}

// tools has the model look twice, and change the function where that was asked for.
func (s *session) tools(turn, n int, changes bool) error {
	calls := []Answer{{Text: s.Aloud, Tool: "bash", Arguments: object{"command": fmt.Sprintf("go vet ./... # %d", turn)}}, {Tool: "bash", Arguments: object{"command": "git status --short"}}}
	if changes {
		s.versions[n]++
		calls = append(calls, Answer{Tool: "write", Arguments: object{"filePath": file(n), "content": source(n, s.versions[n])}})
	}
	for _, call := range calls {
		said, err := s.send(call)
		if err != nil {
			return err
		}
		s.list = append(s.list, said...)
		if call.Text != "" { // the tool takes its time
			if err := s.slot.helps(); err != nil {
				return err
			}
		}
		result := strings.Repeat(fmt.Sprintf("ok  svc/part%d  0.01s\n", turn), 40)
		if call.Tool == "write" {
			if err := put(s.dir, n, s.versions[n]); err != nil {
				return err
			}
			result = "Wrote file successfully."
		}
		s.result(said, result)
	}
	return nil
}

func (s *session) say(role, text string) {
	s.list = append(s.list, object{"role": role, "content": text})
}

// result answers the call of what the model said.
func (s *session) result(said []any, text string) {
	last := said[len(said)-1].(object)
	switch s.Path {
	case "/v1/responses":
		s.list = append(s.list, object{"type": "function_call_output", "call_id": last["call_id"], "output": text})
	case "/v1/messages":
		id := last["content"].([]any)[0].(object)["id"]
		s.list = append(s.list, object{"role": "user", "content": []any{object{"type": "tool_result", "tool_use_id": id, "content": text}}})
	default:
		id := last["tool_calls"].([]any)[0].(object)["id"]
		s.list = append(s.list, object{"role": "tool", "tool_call_id": id, "content": text})
	}
}

// send sends the conversation and returns what the model said, as a client keeps it.
func (s *session) send(a Answer) ([]any, error) {
	s.slot.says(a)
	body := object{"model": "m", "stream": false, "max_tokens": 900, s.List: s.marked()}
	switch s.Path {
	case "/v1/responses":
		body["instructions"] = s.System
	case "/v1/messages":
		body["system"] = s.System
	default:
		body[s.List] = append([]any{object{"role": "system", "content": s.System}}, s.list...)
	}
	if s.Tools {
		body["tools"] = []any{s.tool("bash", "command"), s.tool("write", "filePath")}
	}
	doc, err := post(s.base+s.Path, body)
	if err != nil {
		return nil, err
	}
	switch s.Path {
	case "/v1/responses":
		return doc["output"].([]any), nil
	case "/v1/messages":
		return []any{object{"role": "assistant", "content": doc["content"]}}, nil
	case "/api/chat":
		return []any{doc["message"]}, nil
	}
	return []any{doc["choices"].([]any)[0].(object)["message"]}, nil
}

// marked is the conversation with a mark of the cache at the newest message, which
// then is one of parts.
func (s *session) marked() []any {
	if !s.Marks {
		return s.list
	}
	list := append([]any(nil), s.list...)
	last := list[len(list)-1].(object)
	parts, ok := last["content"].([]any)
	if !ok {
		parts = []any{object{"type": "text", "text": last["content"]}}
	}
	part := object{"cache_control": object{"type": "ephemeral"}}
	for k, v := range parts[len(parts)-1].(object) {
		part[k] = v
	}
	list[len(list)-1] = object{"role": last["role"], "content": append(append([]any(nil), parts[:len(parts)-1]...), part)}
	return list
}

// title asks for a title, as clients do beside a turn: another prompt in the slot.
func (c Client) title(base string, slot *Slot) error {
	slot.says(Answer{Text: "Parts of a service"})
	body := object{"model": "m", "stream": false, "messages": []any{
		object{"role": "system", "content": "You are a title generator. You output ONLY a thread title. Nothing else."},
		object{"role": "user", "content": "Generate a title for this conversation:\n"},
		object{"role": "user", "content": "Turn 1: mend a part"},
	}}
	_, err := post(base+"/v1/chat/completions", body)
	return err
}

func (s *session) tool(name, argument string) object {
	parameters := object{"type": "object", "properties": object{argument: object{"type": "string"}}}
	switch s.Path {
	case "/v1/responses":
		return object{"type": "function", "name": name, "parameters": parameters}
	case "/v1/messages":
		return object{"name": name, "input_schema": parameters}
	}
	return object{"type": "function", "function": object{"name": name, "parameters": parameters}}
}

func post(url string, body object) (object, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("writing a request: %w", err)
	}
	resp, err := http.Post(url, "application/json", bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("asking the model: %w", err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("asking the model: %s: %s: %w", resp.Status, raw, err)
	}
	var doc object
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, fmt.Errorf("reading a reply: %w", err)
	}
	return doc, nil
}
