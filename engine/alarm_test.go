package engine_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"holdfast/engine/events"
)

// counter is a model server with one slot that counts tokens as one kind of server does.
type counter struct {
	mu     sync.Mutex
	says   func(all, cached int) string // the counts
	reply  string                       // the rest of a reply, with %s for them
	last   string                       // the prompt in its slot
	window int                          // where it cuts, 0 for nowhere
	told   int                          // the window that /props tells, 0 for none
	cut    int                          // prompts that were
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if r.URL.Path == "/props" && c.told > 0 {
		fmt.Fprintf(w, `{"total_slots":1,"default_generation_settings":{"n_ctx":%d}}`, c.told)
		return
	}
	if r.Method != http.MethodPost || !strings.Contains(string(body), `"model"`) || strings.HasSuffix(r.URL.Path, "/show") {
		http.NotFound(w, r)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	prompt := countedOf(string(body))
	same := 0
	for same < min(len(prompt), len(c.last)) && prompt[same] == c.last[same] {
		same++
	}
	c.last = prompt
	all := tokensIn(prompt)
	cached := min(tokensIn(prompt[:same]), all-1)
	if c.window > 0 && all > c.window {
		c.cut++
		all, cached = c.window-7, 0
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, c.reply, c.says(all, cached))
}

// countedOf is what of a body is tokens: pictures are few.
func countedOf(body string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(body, "base64,")
		b.WriteString(before)
		if !found {
			return promptOf(b.String())
		}
		_, body, _ = strings.Cut(after, `"`)
		b.WriteString(strings.Repeat("x ", 700) + `"`)
	}
}

// tokensIn counts as a tokenizer does: a piece of a word, a sign, a line end.
func tokensIn(text string) (n int) {
	run := 0
	for _, r := range text {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			if run++; run%7 == 1 {
				n++
			}
			continue
		case r >= 0x800:
			n += 1
		case r >= 0x80:
			n += run & 1
			run++
			continue
		case r != ' ':
			n++
		}
		run = 0
	}
	return n + 1
}

// talks are the prompts of a session: prose, code, other scripts, long results.
func talks() (list []string) {
	list = append(list, strings.Repeat("The report lists what was read, and by whom. ", 60), "and then?", "what else?", "thanks, go on")
	for i, text := range []string{
		"The importer reads each row and skips those without a date. ",
		"func Load(path string) ([]Row, error) {\n\tf, err := os.Open(path)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tdefer f.Close()\n}\n",
		"{\"id\":4711,\"name\":\"part\",\"tags\":[\"a\",\"b\"]},\n",
		"导入程序读取每一行，并跳过没有日期的行。",
		"// функция возвращает ошибку\nfunc Обработать(шаг int) error { return nil }\n",
		"                                        return value;\n                                }\n",
		"2026-03-14T15:09:26.535Z INFO  [worker-3] request done in 417ms\n",
	} {
		for part := range 2 {
			list = append(list, fmt.Sprintf("%d.%d: look at this, please.\n%s", i, part, strings.Repeat(text, (1+part)*2200/len(text))))
		}
	}
	return list
}

// No server's way of counting looks like a cut where nothing was cut, and a cut is told of
// where the server's counts are those of whole prompts.
func TestEachServersCountsAreUnderstood(t *testing.T) {
	t.Parallel()
	const chat = `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Noted."}}]%s}`
	const ollama = `{"model":"m","done":true,"done_reason":"stop","message":{"role":"assistant","content":"Noted."}%s}`
	const messages = `{"id":"x","type":"message","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"Noted."}]%s}`
	const responses = `{"id":"x","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Noted."}]}]%s}`
	for name, c := range map[string]struct {
		path, list, reply string
		says              func(all, cached int) string
		told, asked       bool // the server tells its window, the client sets it
		misses            bool // its cuts
	}{
		"llama.cpp": {"/v1/chat/completions", "messages", chat, func(all, cached int) string {
			return fmt.Sprintf(`,"usage":{"prompt_tokens":%d},"timings":{"cache_n":%d,"prompt_n":%d,"prompt_ms":9}`, all, cached, all-cached)
		}, true, false, false},
		"llama.cpp, no usage": {"/v1/chat/completions", "messages", chat, func(all, cached int) string {
			return fmt.Sprintf(`,"timings":{"cache_n":%d,"prompt_n":%d,"prompt_ms":9}`, cached, all-cached)
		}, false, false, false},
		"Ollama": {"/api/chat", "messages", ollama, func(all, _ int) string {
			return fmt.Sprintf(`,"prompt_eval_count":%d,"prompt_eval_duration":9000`, all)
		}, false, true, false},
		"Ollama, cached told": {"/api/chat", "messages", ollama, func(all, cached int) string {
			return fmt.Sprintf(`,"prompt_eval_count":%d,"prompt_eval_cached_count":%d`, all, cached)
		}, false, false, false},
		"Ollama, the rest alone": {"/api/chat", "messages", ollama, func(all, cached int) string { return fmt.Sprintf(`,"prompt_eval_count":%d`, all-cached) }, false, false, true},
		"Ollama's /v1": {"/v1/chat/completions", "messages", chat, func(all, _ int) string {
			return fmt.Sprintf(`,"usage":{"prompt_tokens":%d,"completion_tokens":2}`, all)
		}, false, false, false},
		"vLLM": {"/v1/chat/completions", "messages", chat, func(all, _ int) string {
			return fmt.Sprintf(`,"usage":{"prompt_tokens":%d,"prompt_tokens_details":null}`, all)
		}, false, false, false},
		"LM Studio": {"/v1/chat/completions", "messages", chat, func(all, _ int) string { return fmt.Sprintf(`,"usage":{"prompt_tokens":%d},"stats":{}`, all) }, false, false, false},
		"OpenAI": {"/v1/chat/completions", "messages", chat, func(all, cached int) string {
			return fmt.Sprintf(`,"usage":{"prompt_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d}}`, all, cached/128*128)
		}, false, false, false},
		"Responses": {"/v1/responses", "input", responses, func(all, cached int) string {
			return fmt.Sprintf(`,"usage":{"input_tokens":%d,"input_tokens_details":{"cached_tokens":%d}}`, all, cached/128*128)
		}, false, false, false},
		"Anthropic": {"/v1/messages", "messages", messages, func(all, cached int) string {
			return fmt.Sprintf(`,"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":0,"output_tokens":2}`, all-cached, cached)
		}, false, false, false},
		"Anthropic's way, the rest alone": {"/v1/messages", "messages", messages, func(all, cached int) string {
			return fmt.Sprintf(`,"usage":{"input_tokens":%d,"output_tokens":2}`, all-cached)
		}, false, false, true},
	} {
		for _, window := range []int{0, 4096} {
			t.Run(fmt.Sprint(name, ", window ", window), func(t *testing.T) {
				t.Parallel()
				server := &counter{says: c.says, reply: c.reply, window: window}
				if c.told {
					server.told = max(window, 200_000*(1-min(window, 1)))
				}
				upstream := httptest.NewServer(server)
				defer upstream.Close()
				e := openWith(t, upstream.URL, nil)
				alarms := 0
				defer e.Subscribe(func(ev events.Event) {
					if ev.Kind == events.KindAlert && strings.Contains(ev.Alert, "its prompt") {
						alarms++
					}
				})()
				requests := 0
				for _, picture := range []bool{false, true} {
					var list []any
					for i, prompt := range talks()[:18-10*min(requests, 1)] {
						content := any(prompt)
						if picture && i == 1 && c.path == "/v1/chat/completions" {
							content = []any{object{"type": "text", "text": prompt}, object{"type": "image_url", "image_url": object{"url": "data:image/png;base64," + strings.Repeat("iVBORw0K", 20_000)}}}
						}
						list = append(list, object{"role": "user", "content": content})
						body := object{"model": "m", "max_tokens": 99, "stream": false, c.list: list}
						if picture {
							body["tools"] = []any{object{"type": "function", "name": "look", "description": strings.Repeat("It looks at files. ", 300), "function": object{"name": "look"}, "input_schema": object{"type": "object"}}}
						}
						if c.asked && window > 0 {
							body["options"] = object{"num_ctx": window}
						}
						postTo(t, e, c.path, body)
						requests++
						list = append(list, object{"role": "assistant", "content": "Noted."})
					}
				}
				t.Logf("%d requests, %d of them cut: %d alarms", requests, server.cut, alarms)
				if wants := window > 0 && !c.misses; wants != (alarms > 0) {
					t.Errorf("%d alarms where %d of %d prompts were cut", alarms, server.cut, requests)
				}
			})
		}
	}
}
