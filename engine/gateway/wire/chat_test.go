package wire_test

import (
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

func parse(t *testing.T, body string) *wire.Request {
	t.Helper()
	r, err := wire.Parse(wire.ChatCompletions, []byte(body), nil)
	if err != nil {
		t.Fatalf("Parse(%s): %v", body, err)
	}
	return r
}

func TestScanFindsTheCurrentPrompt_TSLP8_1(t *testing.T) {
	tests := map[string]struct {
		body                    string
		system, prompt, written string
		turn, history, since    int
		continues               bool
	}{
		"string content": {
			body:   `{"messages":[{"role":"system","content":"S"},{"role":"user","content":"fix \"Acquire\"\nnow"}]}`,
			system: "S", prompt: "fix \"Acquire\"\nnow", written: "fix \"Acquire\"\nnow", turn: 1, history: 1,
		},
		"content before role, escaped names": {
			body:   `{"\u006dessages":[{"content":"a\u00e9\ud83d\ude00","ro\u006ce":"user"}]}`,
			prompt: "aé😀", written: "aé😀", turn: 1,
		},
		"array of parts": {
			body:   `{"messages":[{"role":"user","content":[{"type":"text","text":"one"},{"type":"image_url","image_url":{"url":"data:"}},{"type":"text","text":"two"}]}]}`,
			prompt: "one\ntwo", written: "one\ntwo", turn: 1,
		},
		"developer and system lead, system stands anywhere": {
			body:   `{"messages":[{"role":"developer","content":"D"},{"role":"system","content":[{"type":"text","text":"S"}]},{"role":"user","content":"u"},{"role":"system","content":"late"}]}`,
			system: "D\n\nS", prompt: "u", written: "u", turn: 1, history: 2, since: 1,
		},
		"a tool loop continues the same turn": {
			body:   `{"messages":[{"role":"user","content":"one"},{"role":"assistant","content":"ok"},{"role":"user","content":"two"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"text"}]}`,
			prompt: "two", written: "two", turn: 2, history: 2, since: 2, continues: true,
		},
		"null content is a turn with no words": {
			body: `{"messages":[{"role":"user","content":null}]}`, turn: 1,
		},
		"no messages at all":            {body: `{"model":"m"}`},
		"messages of another kind":      {body: `{"messages":{"role":"user"}}`},
		"elements that are not objects": {body: `{"messages":[1,null,"x",{"role":"user","content":"u"}]}`, prompt: "u", written: "u", turn: 1},
		"the last of two equal names counts": {
			body:   `{"messages":[{"role":"user","content":"first"}],"messages":[{"role":"user","content":"x","content":"second"}]}`,
			prompt: "second", written: "second", turn: 1,
		},
		"unknown roles pass": {
			body:   `{"messages":[{"role":"critic","content":"c"},{"role":"user","content":"u"}]}`,
			prompt: "u", written: "u", turn: 1, history: 1,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			r := parse(t, tc.body)
			if r.System != tc.system || r.Prompt != tc.prompt || r.Written != tc.written {
				t.Errorf("system %q, prompt %q, written %q", r.System, r.Prompt, r.Written)
			}
			if r.Turn != tc.turn || len(r.History) != tc.history || len(r.Since) != tc.since || r.Continues != tc.continues {
				t.Errorf("turn %d, history %d, since %d, continues %v", r.Turn, len(r.History), len(r.Since), r.Continues)
			}
		})
	}
}

func TestRequestFieldsAreRead_TSLP8_1(t *testing.T) {
	h := http.Header{}
	h.Set("X-Holdfast-Session", "side")
	h.Set("X-Holdfast-Conversation", "c-7")
	r, err := wire.Parse(wire.ChatCompletions, []byte(`{"model":"qwen","stream":true,"n":2,"tools":[{"type":"function"}],"messages":[
		{"role":"assistant","content":"t","tool_calls":[{"id":"a","function":{"name":"w","arguments":{"path":"x"}}}]},
		{"role":"assistant","function_call":{"name":"old","arguments":"{}"}},{"role":"user","content":"u"}]}`), h)
	if err != nil {
		t.Fatal(err)
	}
	if r.Model != "qwen" || !r.Stream || r.Choices != 2 || !r.HasTools || r.Session != "side" || r.Conversation != "c-7" {
		t.Errorf("%+v", r)
	}
	if c := r.History[0].ToolCalls; !reflect.DeepEqual(c, []wire.ToolCall{{ID: "a", Name: "w", Arguments: []byte(`{"path":"x"}`)}}) {
		t.Errorf("tool calls %+v", c)
	}
	if c := r.History[1].ToolCalls; len(c) != 1 || c[0].Name != "old" {
		t.Errorf("function call %+v", c)
	}
	if r := parse(t, `{"tools":[],"messages":[]}`); r.HasTools {
		t.Error("an empty list of tools counts as tools")
	}
}

func TestConversationIsNamedByClientAndFirstWords_Choice16(t *testing.T) {
	key := func(agent, body string) string {
		t.Helper()
		r, err := wire.Parse(wire.ChatCompletions, []byte(body), http.Header{"User-Agent": {agent}})
		if err != nil || r.Named || len(r.Conversation) != 32 {
			t.Fatalf("%+v, %v", r, err)
		}
		return r.Conversation
	}
	const (
		hello = `{"messages":[{"role":"system","content":"S"},{"role":"user","content":"hello"}]}`
		agent = "Tool/1.0 (linux) node/22"
	)
	for name, c := range map[string]struct{ agent, body string }{
		"another system prompt": {agent, `{"messages":[{"role":"system","content":"git: Status:\ngit: ?? a.py"},{"role":"user","content":"hello"}]}`},
		"without one":           {agent, `{"messages":[{"role":"user","content":"hello\n"}]}`},
		"a later request, with a reminder": {agent, `{"messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>today</system-reminder>"},{"type":"text","text":"hello"}]},
			{"role":"assistant","content":"hi"},{"role":"user","content":"more"}]}`},
		"a newer version of the client": {"tool/2.0", hello},
	} {
		if key(c.agent, c.body) != key(agent, hello) {
			t.Errorf("%s makes another key", name)
		}
	}
	x := strings.Repeat("x", 1<<20)
	seen := map[string]string{}
	for name, c := range map[string]struct{ agent, body string }{
		"hello": {agent, hello}, "of another client": {"other/1.0", hello}, "of nobody": {"", hello},
		"between the two": {"tool5", `{"messages":[{"role":"user","content":"hello"}]}`},
		"other words":     {agent, `{"messages":[{"role":"system","content":"S"},{"role":"user","content":"hell"}]}`},
		"long":            {agent, `{"messages":[{"role":"user","content":"` + x + `"}]}`}, "longer": {agent, `{"messages":[{"role":"user","content":"` + x + `x"}]}`},
	} {
		k := key(c.agent, c.body)
		if other, ok := seen[k]; ok {
			t.Errorf("%q and %q share the key %s", name, other, k)
		}
		seen[k] = name
	}
}

func TestOnlyWhatIsNoJSONObjectIsRefused(t *testing.T) {
	tests := map[string]struct {
		body   string
		offset int
	}{
		"empty":               {``, 0},
		"array":               {`[]`, 0},
		"string":              {`"x"`, 0},
		"cut":                 {`{"messages":[{"role":"us`, 24},
		"trailing comma":      {`{"a":1,}`, 7},
		"two values":          {`{} {}`, 3},
		"no colon":            {`{"a" 1}`, 5},
		"bare word":           {`{"a":nul}`, 5},
		"leading zero":        {`{"a":01}`, 6},
		"no digit":            {`{"a":-}`, 6},
		"no fraction":         {`{"a":1.}`, 7},
		"no exponent":         {`{"a":1e+}`, 8},
		"control character":   {"{\"a\":\"x\ny\"}", 7},
		"control, long run":   {"{\"a\":\"0123456789abcdef\x1f\"}", 22},
		"unknown escape":      {`{"a":"\x"}`, 6},
		"short unicode":       {`{"a":"\u12"}`, 6},
		"byte order mark":     {"\ufeff{}", 0},
		"missing brace":       {`{"a":[1,2}`, 9},
		"escape at the end":   {`{"a":"\`, 7},
		"nested beyond bound": {strings.Repeat(`{"a":`, 10001), 50000},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := wire.Parse(wire.ChatCompletions, []byte(tc.body), nil)
			var syntax *wire.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error %v", err)
			}
			if syntax.Offset != tc.offset {
				t.Errorf("offset %d, want %d: %v", syntax.Offset, tc.offset, err)
			}
		})
	}
}

func TestInsertionIsAtTheHeadOfTheNewestUserMessage_TSLP8_2(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		"string": {
			`{"messages":[{"role":"user","content":"old"},{"role":"user","content": "new"}],"x":1.0}`,
			`{"messages":[{"role":"user","content":"old"},{"role":"user","content": "<\n>new"}],"x":1.0}`,
		},
		"empty string": {
			`{"messages":[{"role":"user","content":""}]}`,
			`{"messages":[{"role":"user","content":"<\n>"}]}`,
		},
		"array": {
			`{"messages":[{"role":"user","content":[ {"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}]}`,
			`{"messages":[{"role":"user","content":[{"type":"text","text":"<\n>"}, {"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}]}`,
		},
		"empty array": {
			`{"messages":[{"role":"user","content":[]}]}`,
			`{"messages":[{"role":"user","content":[{"type":"text","text":"<\n>"}]}]}`,
		},
		"null":    {`{"messages":[{"role":"user","content":null}]}`, ``},
		"absent":  {`{"messages":[{"role":"user"}]}`, ``},
		"number":  {`{"messages":[{"role":"user","content":7}]}`, ``},
		"no user": {`{"messages":[{"role":"system","content":"s"}]}`, ``},
		"not into a wrapper that follows": {
			`{"messages":[{"role":"user","content":"ask"},{"role":"user","content":"<system-reminder>x</system-reminder>"}]}`,
			`{"messages":[{"role":"user","content":"<\n>ask"},{"role":"user","content":"<system-reminder>x</system-reminder>"}]}`,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if tc.want == "" {
				tc.want = tc.body
			}
			r := parse(t, tc.body)
			if got := string(wire.Splice(r, []byte(`<\n>`))); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			if got := wire.Splice(r, nil); &got[0] != &r.Body[0] || string(got) != tc.body {
				t.Errorf("nothing to insert, yet the body changed: %s", got)
			}
		})
	}
}

func TestSideRequestsAreTold(t *testing.T) {
	tests := map[string]struct {
		body string
		side bool
	}{
		"a plain turn":                        {`{"messages":[{"role":"user","content":"Generate a titlebar component"}]}`, false},
		"opencode title":                      {`{"messages":[{"role":"system","content":"You are a title generator. You output ONLY a thread title."},{"role":"user","content":"Generate a title for this conversation:\n"},{"role":"user","content":"fix it"}]}`, true},
		"crush title":                         {`{"messages":[{"role":"system","content":"you will generate a short title based on the first message a user begins a conversation with"},{"role":"user","content":"fix"}]}`, true},
		"continue title":                      {`{"messages":[{"role":"user","content":"Given the following... please reply with a title for the chat that is 3-4 words in length"}]}`, true},
		"summary as a title, system prompt":   {`{"messages":[{"role":"system","content":"Summarize the coding conversation in under 60 characters.\nName its task."},{"role":"user","content":"fix it"}]}`, true},
		"summary as a title, prompt":          {`{"messages":[{"role":"user","content":"Summarise the coding session in fewer than 40 characters.\n\nfix it"}]}`, true},
		"a title of so many words":            {`{"messages":[{"role":"user","content":"Please write a 4-8 word title for the conversation below:\n\nUser: fix it"}]}`, true},
		"a title of so many words, otherwise": {`{"messages":[{"role":"user","content":"Give me a 3 word name for this chat"}]}`, true},
		"a title of what follows":             {`{"messages":[{"role":"user","content":"Write a 4-8 word title:\n\nUser: fix it"}]}`, true},
		"the topic of a message":              {`{"messages":[{"role":"system","content":"You are a helper.\nAnalyze if the message starts a new conversation topic. Give it a name."},{"role":"user","content":"fix it"}]}`, true},
		"the topic, in other words":           {`{"messages":[{"role":"user","content":"Analyse whether the latest message begins a new chat topic.\n\nfix it"}]}`, true},
		"a wish with a number of words":       {`{"messages":[{"role":"user","content":"Write a 5 word title for the start page in conf.py"}]}`, false},
		"a wish about a session":              {`{"messages":[{"role":"user","content":"Write a class that keeps a session for 30 minutes"}]}`, false},
		"a wish to look at a message":         {`{"messages":[{"role":"user","content":"Analyze if this message queue loses a message of 10 characters"}]}`, false},
		"a wish about topics, with tools":     {`{"tools":[{}],"messages":[{"role":"user","content":"Analyze if the conversation store handles a new topic"}]}`, false},
		"title words, but tools":              {`{"tools":[{}],"messages":[{"role":"system","content":"You are a title generator."},{"role":"user","content":"x"}]}`, false},
		"compaction keeps its tools":          {`{"tools":[{}],"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"x"},{"role":"user","content":"CRITICAL: Respond with TEXT ONLY. Do NOT call any tools."}]}`, true},
		"compaction in qwen":                  {`{"messages":[{"role":"user","content":"First, reason in your scratchpad. Then, generate the <state_snapshot>."}]}`, true},
		"compaction in a part of its own":     {`{"tools":[{}],"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"x"},{"role":"user","content":[{"type":"text","text":"more"},{"type":"text","text":"CRITICAL: Respond with TEXT ONLY."}]},{"role":"system","content":"skills"}]}`, true},
		"compaction in qwen, as a prompt":     {`{"tools":[{}],"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"x"},{"role":"user","content":"You are the component that summarizes a conversation when its context window is about to overflow."}]}`, true},
		"a user's wish for a summary":         {`{"tools":[{}],"messages":[{"role":"user","content":"Please provide a concise summary of our conversation so far"}]}`, false},
		"a suggestion keeps its tools":        {`{"tools":[{}],"messages":[{"role":"user","content":"[SUGGESTION MODE: Suggest what the user might type next.]"}]}`, true},
		"tools gone from the conversation":    {`{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[{"id":"1","function":{"name":"r","arguments":"{}"}}]},{"role":"tool","tool_call_id":"1","content":"x"},{"role":"user","content":"Summarise."}]}`, true},
		"tool loop with its tools":            {`{"tools":[{}],"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[{"id":"1","function":{"name":"r","arguments":"{}"}}]},{"role":"tool","tool_call_id":"1","content":"x"}]}`, false},
		"a summary that was asked for before": {`{"messages":[{"role":"user","content":"Provide a detailed summary of our conversation"},{"role":"assistant","content":"x"},{"role":"user","content":"fix it"}]}`, false},
		"the words deep in a prompt":          {`{"messages":[{"role":"user","content":"Our tool says: You are a title generator. Respond with text only. Explain."}]}`, false},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			r := parse(t, tc.body)
			if r.Side != tc.side || r.Side != (r.SideReason != "") {
				t.Errorf("side %v, reason %q", r.Side, r.SideReason)
			}
		})
	}
}

func FuzzParseChat(f *testing.F) {
	fuzzRequests(f, wire.ChatCompletions,
		`{"messages":[{"role":"user","content":"a\n\"b\" \ud83d\ude00"}],"stream":true,"n":3}`,
		`{"messages":[{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url"}]},{"role":"tool","content":"r"}]}`,
		`{"messages":[{"role":"user","content":"<task>x</task>\n<file a=\"b\">\n</file>"}]}`,
		`{"messages":[]}`, "{\"messages\":[{\"role\":\"user\",\"content\":\"\xff\\ud800\"}]}",
		`{"messages":[{"content":""}]} x`)
}
