package aside

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// talks are conversations in each format, whose only message is "a".
var talks = map[wire.Format]string{
	wire.ChatCompletions: `{"model":"m","stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":7,"messages":[{"role":"user","content":"a"}]}`,
	wire.Messages:        `{"model":"m","stream":true,"thinking":{"type":"enabled","budget_tokens":9000},"max_tokens":10000,"messages":[{"role":"user","content":"a"}]}`,
	wire.Responses:       `{"model":"m","stream":true,"input":"a","text":{"verbosity":"low"}}`,
	wire.OllamaChat:      `{"model":"m","options":{"num_ctx":4096,"stop":["x"]},"messages":[{"role":"user","content":"a"}]}`,
}

// replies are what a server answers in each format.
var replies = map[string]string{
	"/v1/chat/completions": `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"yes"}}]%s}`,
	"/v1/messages":         `{"type":"message","stop_reason":"end_turn","content":[{"type":"text","text":"yes"}]%s}`,
	"/v1/responses":        `{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"yes"}]}]%s}`,
	"/api/chat":            `{"done":true,"done_reason":"stop","message":{"content":"yes"}%s}`,
}

func prefixOf(t *testing.T, f wire.Format, body string) Prefix {
	t.Helper()
	req, err := wire.Parse(f, []byte(body), nil)
	if err != nil {
		t.Fatal(err)
	}
	return Prefix{Episode: "e", Format: f, Model: "m", Sent: wire.NewSpliced(req), Said: "b", Tools: req.HasTools, Tokens: 1000, Window: 4096}
}

// server answers whatever it is asked, and keeps the questions.
type server struct {
	refuse string // what a body must not hold
	more   string // of what it answers
	asked  []string
	evicts int
}

func (s *server) start(t *testing.T, kind gateway.Kind, slots int) *Runner {
	t.Helper()
	r := start(t, idle, func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		s.asked = append(s.asked, string(body))
		if s.refuse != "" && strings.Contains(string(body), s.refuse) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Fprintf(w, replies[q.URL.Path], s.more)
	})
	r.o.Behind, r.o.Kind = true, func(context.Context, *url.URL) (gateway.Kind, int) { return kind, slots }
	r.o.Evicts = func(string) { s.evicts++ }
	return r
}

// asks has a message asked about an episode.
func asks(t *testing.T, r *Runner, model, episode string, m Message) {
	t.Helper()
	m.Model, m.Timeout, m.Most, m.MaxTokens, m.Text = model, 1<<40, 1<<16, 9, "alone"
	m.Behind = func(schema bool) (string, error) { return fmt.Sprint("behind, schema in words: ", schema), nil }
	done := make(chan error, 1)
	r.Ask(Job{From: "test", Episode: episode, Model: model, Do: func(ctx context.Context, talk *Talk) {
		said, err := talk.Ask(ctx, m)
		if err == nil && said.Text != "yes" {
			err = fmt.Errorf("it said %q", said.Text)
		}
		done <- err
	}})
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// Where a server keeps one prompt, a question stands behind the conversation, whose
// messages are sent as they were (context.md, rule 5).
func TestAQuestionStandsBehindTheConversation(t *testing.T) {
	for f, body := range talks {
		s := &server{}
		r := s.start(t, gateway.LlamaCpp, 1)
		r.Keep(prefixOf(t, f, body))
		asks(t, r, "m", "e", Message{Format: f, Schema: []byte(`{}`)})
		asked := s.asked[0]
		list := gjson.Get(asked, "messages")
		if f == wire.Responses {
			list = gjson.Get(asked, "input")
		}
		was := strings.TrimRight(gjson.Get(body, "messages").Raw, "]")
		if f == wire.Responses {
			was = `[{"role":"user","content":"a"}`
		}
		if !strings.HasPrefix(list.Raw, was+",") || list.Get("#").Int() != 3 || list.Get("1.role").String() != "assistant" || list.Get("2.content").String() != fmt.Sprint("behind, schema in words: ", f == wire.Messages) {
			t.Errorf("%s: asked %s", f, asked)
		}
		if gjson.Get(asked, "stream").String() != "false" || s.evicts != 0 {
			t.Errorf("%s: streamed, or it evicts: %s", f, asked)
		}
		if told := r.Told(); !strings.Contains(told, "1 stood behind their conversation (helpers.prefix), 0 alone") {
			t.Errorf("%s: the doctor is told %q", f, told)
		}
		for _, gone := range []string{"stream_options", "max_completion_tokens", "thinking", "options.stop", "text.verbosity"} {
			if gjson.Get(asked, gone).Exists() {
				t.Errorf("%s: %s in %s", f, gone, asked)
			}
		}
		if f == wire.OllamaChat && gjson.Get(asked, "options.num_ctx").Int() != 4096 {
			t.Errorf("another window has a model loaded anew: %s", asked)
		}
	}
}

// In doubt a question stands alone.
func TestAQuestionStandsAloneWhere(t *testing.T) {
	for name, c := range map[string]struct {
		kind           gateway.Kind
		slots          int
		model, episode string
		change         func(*Prefix)
		then           func(*Runner)
	}{
		"the server has four slots":       {gateway.LlamaCpp, 4, "m", "e", func(*Prefix) {}, func(*Runner) {}},
		"it is not known what it is":      {"", 0, "m", "e", func(*Prefix) {}, func(*Runner) {}},
		"another model is asked":          {gateway.LlamaCpp, 1, "n", "e", func(*Prefix) {}, func(*Runner) {}},
		"another reply came last":         {gateway.LlamaCpp, 1, "m", "d", func(*Prefix) {}, func(*Runner) {}},
		"the window has no room":          {gateway.LlamaCpp, 1, "m", "e", func(p *Prefix) { p.Tokens = 4020 }, func(*Runner) {}},
		"nobody knows the window":         {gateway.LlamaCpp, 1, "m", "e", func(p *Prefix) { p.Window = 0 }, func(*Runner) {}},
		"another request has begun":       {gateway.LlamaCpp, 1, "m", "e", func(*Prefix) {}, func(r *Runner) { r.Yield() }},
		"the configuration wants it":      {gateway.LlamaCpp, 1, "m", "e", func(*Prefix) {}, func(r *Runner) { r.o.Behind = false }},
		"the body cannot be gone on with": {gateway.LlamaCpp, 1, "m", "e", func(p *Prefix) { p.Format = wire.Responses }, func(*Runner) {}},
	} {
		s := &server{}
		r := s.start(t, c.kind, c.slots)
		p := prefixOf(t, wire.ChatCompletions, talks[wire.ChatCompletions])
		c.change(&p)
		r.Keep(p)
		c.then(r)
		asks(t, r, c.model, c.episode, Message{Format: wire.ChatCompletions})
		if len(s.asked) != 1 || gjson.Get(s.asked[0], "messages.#").Int() != 1 || gjson.Get(s.asked[0], "messages.0.content").String() != "alone" || s.evicts != 1 {
			t.Errorf("%s: asked %s, %d evicts", name, s.asked, s.evicts)
		}
	}
}

// A server that refuses a question behind the conversation, or says that it had less
// than half of it, is asked by questions of their own from then on.
func TestWhatDoesNotHoldIsNotTriedAgain(t *testing.T) {
	for name, s := range map[string]*server{
		"refused":     {refuse: `"assistant"`},
		"not cached":  {more: `,"usage":{"prompt_tokens":1200,"prompt_tokens_details":{"cached_tokens":30}}`},
		"not quietly": {refuse: "enable_thinking"},
	} {
		r := s.start(t, gateway.LlamaCpp, 1)
		for range 2 {
			r.Keep(prefixOf(t, wire.ChatCompletions, talks[wire.ChatCompletions]))
			asks(t, r, "m", "e", Message{Format: wire.ChatCompletions})
		}
		last := s.asked[len(s.asked)-1]
		if gjson.Get(last, "messages.#").Int() != 1 || gjson.Get(last, "chat_template_kwargs").Exists() != (s.refuse != "enable_thinking") {
			t.Errorf("%s: asked at last %s", name, last)
		}
		if s.refuse != "" && len(s.asked) != map[string]int{`"assistant"`: 3, "enable_thinking": 4}[s.refuse] {
			t.Errorf("%s: asked %d times", name, len(s.asked))
		}
	}
}

// A model that reasons first is told not to where the API has a word for it. A level
// that the client asked for stays, since templates write it before the messages.
func TestReasoningIsSwitchedOffWhereTheAPICan(t *testing.T) {
	chat := talks[wire.ChatCompletions]
	for name, c := range map[string]struct {
		kind       gateway.Kind
		format     wire.Format
		body       string
		path, want string
	}{
		"llama.cpp":                {gateway.LlamaCpp, wire.ChatCompletions, chat, "chat_template_kwargs.enable_thinking", "false"},
		"llama.cpp, other words":   {gateway.LlamaCpp, wire.ChatCompletions, strings.Replace(chat, "{", `{"chat_template_kwargs":{"a":1},`, 1), "chat_template_kwargs.a", "1"},
		"Ollama":                   {gateway.Ollama, wire.OllamaChat, talks[wire.OllamaChat], "think", "false"},
		"Ollama, asked to think":   {gateway.Ollama, wire.OllamaChat, strings.Replace(talks[wire.OllamaChat], "{", `{"think":true,`, 1), "think", "false"},
		"Ollama, a level":          {gateway.Ollama, wire.OllamaChat, strings.Replace(talks[wire.OllamaChat], "{", `{"think":"low",`, 1), "think", "low"},
		"Ollama's /v1":             {gateway.Ollama, wire.ChatCompletions, chat, "reasoning_effort", "none"},
		"Ollama's /v1, a level":    {gateway.Ollama, wire.ChatCompletions, strings.Replace(chat, "{", `{"reasoning_effort":"high",`, 1), "reasoning_effort", "high"},
		"tools are not to be used": {gateway.Ollama, wire.ChatCompletions, strings.Replace(chat, "{", `{"tools":[{"type":"function"}],`, 1), "tool_choice", "none"},
	} {
		s := &server{}
		r := s.start(t, c.kind, 1)
		r.Keep(prefixOf(t, c.format, c.body))
		asks(t, r, "m", "e", Message{Format: c.format})
		if got := gjson.Get(s.asked[0], c.path).String(); got != c.want || gjson.Get(s.asked[0], "messages.#").Int() != 3 {
			t.Errorf("%s: asked %s", name, s.asked[0])
		}
	}
}
