package scripted

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"holdfast/engine/gateway/wire"
)

// Script is what a scripted model says, and how fast.
type Script struct {
	Model string `json:"model"`
	// TokensPerSecond paces streams; 0 sends them without a wait.
	TokensPerSecond float64 `json:"tokens_per_second"`
	// Turns are tried in order; the first whose words match answers.
	Turns []Turn `json:"turns"`
	// Default answers what no turn matches. In its reply {seen} stands for the
	// entities that were hydrated, {prompts} for the prompts of the turns.
	Default Turn `json:"default"`
	// Side answers requests that are no turn of the user's (titles, compaction);
	// nil answers them as any other.
	Side *Turn `json:"side,omitempty"`
	// Wait waits between tokens; nil waits on a timer. Tests make it instant.
	Wait func(ctx context.Context, d time.Duration) error `json:"-"`
}

// Turn is one answer.
type Turn struct {
	Name string `json:"name"`
	// Prompt is a text that the turn answers to, for a scripted client.
	Prompt string `json:"prompt,omitempty"`
	// Match are words that the newest prompt must all hold, whatever their case.
	Match     []string        `json:"match,omitempty"`
	Reply     string          `json:"reply,omitempty"`
	ReplyFile string          `json:"reply_file,omitempty"` // beside the script
	Reasoning string          `json:"reasoning,omitempty"`
	ToolCalls []wire.ToolCall `json:"tool_calls,omitempty"`
	// Next are further answers of the same turn: each is given once the calls
	// before it have their results.
	Next []Turn `json:"next,omitempty"`
	// Then is what the model says once it has the results of all its calls; ""
	// means "Done.".
	Then string `json:"then,omitempty"`
	// Finish is the finish reason; "" means "tool_calls" with calls, else "stop".
	Finish string `json:"finish,omitempty"`
	// Asked is how many tokens the answer says that its prompt took; 0 says an
	// estimate. Clients compact a conversation when it grows.
	Asked int   `json:"asked,omitempty"`
	Fault Fault `json:"fault,omitzero"`
}

// Fault is how a turn misbehaves; the zero Fault is none.
type Fault struct {
	// Status answers with this HTTP status and the reply as its body.
	Status int `json:"status,omitempty"`
	// Rubbish answers with bytes that are no HTTP.
	Rubbish bool `json:"rubbish,omitempty"`
	// Cut breaks the connection after that many tokens of a stream; Hang falls
	// silent there. 0 is never, -1 before the response header.
	Cut  int `json:"cut,omitempty"`
	Hang int `json:"hang,omitempty"`
}

//go:embed story
var storyFiles embed.FS

// Story returns the script of the demo: a file is written, an update loses
// half of a function, a further update is whole.
func Story() (Script, error) {
	files, err := fs.Sub(storyFiles, "story")
	if err != nil {
		return Script{}, err
	}
	return Load(files, "script.json")
}

// Load reads a script and the reply files that it names.
func Load(files fs.FS, name string) (Script, error) {
	var s Script
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return s, fmt.Errorf("reading the script: %w", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&s); err != nil {
		return s, fmt.Errorf("reading the script %s: %w", name, err)
	}
	turns := []*Turn{&s.Default}
	if s.Side != nil {
		turns = append(turns, s.Side)
	}
	for i := range s.Turns {
		turns = append(turns, &s.Turns[i])
	}
	for _, turn := range turns {
		if turn.ReplyFile == "" {
			continue
		}
		reply, err := fs.ReadFile(files, path.Join(path.Dir(name), turn.ReplyFile))
		if err != nil {
			return s, fmt.Errorf("reading the reply of turn %s: %w", turn.Name, err)
		}
		turn.Reply = string(reply)
	}
	return s, nil
}

// turnOf returns the turn that answers a request.
func (s *Script) turnOf(req *wire.Request) Turn {
	if req.Side && s.Side != nil {
		return *s.Side
	}
	turn := s.turnFor(req.Prompt)
	if !req.Continues {
		return turn
	}
	results := 0
	for _, m := range req.Since {
		results += len(m.ToolResults)
	}
	return turn.afterwards(results)
}

// turnFor returns the turn that answers a prompt as the model sees it.
func (s *Script) turnFor(prompt string) Turn {
	said := strings.ToLower(ownWords(prompt))
	for _, turn := range s.Turns {
		if holdsAll(said, turn.Match) {
			return turn
		}
	}
	turn := s.Default
	turn.Reply = strings.NewReplacer("{seen}", seen(prompt), "{prompts}", s.prompts()).Replace(turn.Reply)
	return turn
}

// afterwards returns what the model says when it has so many results of the
// turn's calls, which are answered in any order and never one by one.
func (t Turn) afterwards(results int) Turn {
	if len(t.ToolCalls) == 0 {
		return t
	}
	wanted := len(t.ToolCalls)
	for _, next := range t.Next {
		if results < wanted+len(next.ToolCalls) || len(next.ToolCalls) == 0 {
			return next
		}
		wanted += len(next.ToolCalls)
	}
	if t.Then == "" {
		t.Then = "Done."
	}
	return Turn{Name: t.Name, Reply: t.Then}
}

func holdsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, strings.ToLower(word)) {
			return false
		}
	}
	return true
}

// ownWords returns what follows the blocks that the proxy put in front of a
// prompt: code in them must not choose the answer.
func ownWords(prompt string) string {
	at := strings.LastIndex(prompt, "\n[END ")
	if at < 0 {
		return prompt
	}
	_, rest, _ := strings.Cut(prompt[at+1:], "\n")
	return rest
}

// seen names the entities in a prompt's hydration blocks (TSLP 8.2).
func seen(prompt string) string {
	var names []string
	for line := range strings.Lines(prompt) {
		if name, ok := strings.CutPrefix(line, "Entity: "); ok {
			names = append(names, "`"+strings.TrimSpace(name)+"`")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\nholdfast put the current state of " + strings.Join(names, ", ") + " in front of your prompt.\n"
}

func (s *Script) prompts() string {
	var list []string
	for _, turn := range s.Turns {
		if turn.Prompt != "" {
			list = append(list, "- "+turn.Prompt)
		}
	}
	return strings.Join(list, "\n")
}

// tokens cuts a reply into pieces of the size that models send.
func tokens(text string) []string {
	const size = 4 // runes
	var out []string
	start, n := 0, 0
	for i, r := range text {
		if n >= size || n > 0 && r == '\n' {
			out = append(out, text[start:i])
			start, n = i, 0
		}
		n++
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}
