package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// userMessage makes a body with one user message of the given text parts.
func userMessage(t testing.TB, parts ...string) []byte {
	t.Helper()
	type part struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	var content []part
	for _, text := range parts {
		content = append(content, part{"text", text})
	}
	body, err := json.Marshal(map[string]any{"messages": []any{map[string]any{"role": "user", "content": content}}})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestUserWriteHeadIsOnlyWhatTheUserWrote_TSLP9_1(t *testing.T) {
	const code = "```go store/pool.go\nfunc A() {}\n```"
	tests := map[string]struct {
		parts   []string
		written string
		genuine bool
	}{
		"plain words":                    {[]string{"please fix A\n\n" + code}, "please fix A\n\n" + code, true},
		"reminder before":                {[]string{"<system-reminder>\nbe brief\n</system-reminder>\nfix A"}, "fix A", true},
		"reminder after":                 {[]string{"fix A\n\n<system-reminder>be brief\n" + code + "\n</system-reminder>"}, "fix A", true},
		"reminder that is never closed":  {[]string{"fix A\n<system-reminder>\n" + code}, "fix A", true},
		"reminder alone":                 {[]string{"<system-reminder>x</system-reminder>\n"}, "", false},
		"environment alone":              {[]string{"<environment_context>\n<cwd>/x</cwd>\n</environment_context>"}, "", false},
		"file with attributes":           {[]string{"fix\n<file path=\"a.go\">\n" + code + "\n</file>"}, "fix", true},
		"opencode file parts":            {[]string{"fix @a.go", "Called the Read tool with the following input: {\"filePath\":\"/w/a.go\"}", "<path>/w/a.go</path>\n<type>file</type>\n<content>\n1: package a\n</content>"}, "fix @a.go", true},
		"result of a read to its end":    {[]string{"Result of calling the Read tool:\n1\tx\n", "and now?"}, "and now?", true},
		"referenced files over parts":    {[]string{"fix @a.go", "\n--- Content from referenced files ---", "\nContent from @a.go:\n", code, "\n--- End of content ---"}, "fix @a.go", true},
		"continued session":              {[]string{"This session is being continued from a previous conversation that ran out of context.\n" + code}, "", false},
		"recently accessed file":         {[]string{"Recently accessed file: a.go\n" + code}, "", false},
		"aider files":                    {[]string{"I have *added these files to the chat* so you can go ahead and edit them.\n\na.go\n" + code}, "", false},
		"aider format rules":             {[]string{"fix A\n\n# *SEARCH/REPLACE block* Rules:\n\n1. The *FULL* path"}, "fix A", true},
		"cline task":                     {[]string{"<task>\nfix A\n" + code + "\n</task>", "<environment_details>\nfiles\n</environment_details>"}, "fix A\n" + code, true},
		"task on one line":               {[]string{"<task>fix A</task>"}, "fix A", true},
		"unknown wrapper round code":     {[]string{"look\n<attached kind=\"x\">\n" + code + "\n</attached>"}, "look", true},
		"unknown wrapper alone":          {[]string{"<my_query>\nfix A\n</my_query>"}, "", true},
		"a tag inside code stays":        {[]string{"```html\n<file>\nx\n</file>\n```"}, "```html\n<file>\nx\n</file>\n```", true},
		"longer fence holds shorter":     {[]string{"````md\n```\n<file>\n</file>\n```\n````\nend"}, "````md\n```\n<file>\n</file>\n```\n````\nend", true},
		"a fence that is not closed":     {[]string{"```go\nx\n<system-reminder>\ny\n</system-reminder>"}, "```go\nx", true},
		"markup in prose stays":          {[]string{"the <b>bold</b> one\n<br>\n<button>Save</button> is grey\na < b"}, "the <b>bold</b> one\n<br>\n<button>Save</button> is grey\na < b", true},
		"generic type at a line's start": {[]string{"<T> is a parameter"}, "<T> is a parameter", true},
		"file behind words on a line":    {[]string{"fix @a.go<file_content path=\"a.go\">\n" + code + "\n</file_content> please"}, "fix @a.go please", true},
		"a wrapper that is spoken of":    {[]string{"what does <system-reminder> mean?\n" + code}, "what does <system-reminder> mean?\n" + code, true},
		"inline and at a line's start":   {[]string{"a <b>x</b> <mode_notice>act</mode_notice> b\n<url_content url=\"u\">\n" + code + "\n</url_content>"}, "a <b>x</b>  b", true},
		"inline inside code stays":       {[]string{"```html\nx <file_content>y</file_content>\n```"}, "```html\nx <file_content>y</file_content>\n```", true},
		"cline mode":                     {[]string{"<user_input mode=\"act\">fix A</user_input>"}, "fix A", true},
		"editor context and request":     {[]string{"# Context from my IDE setup:\n\n## Active file: a.go\n" + code + "\n\n## My request for Codex:\nfix A\n"}, "fix A", true},
		"editor context alone":           {[]string{"# Context from my IDE setup:\n" + code}, "", false},
		"instructions of a project":      {[]string{"# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\n" + code + "\n</INSTRUCTIONS>"}, "", false},
		"qwen sets up the chat":          {[]string{"This is the Qwen Code. We are setting up the context for our chat.\nfolders"}, "", false},
		"outcome of a tool in prose":     {[]string{"[write_to_file for 'a.go'] Result:\n" + code}, "", false},
		"a list in brackets":             {[]string{"[a] Result: x\n[b]"}, "[a] Result: x\n[b]", true},
		"a client goes on by itself":     {[]string{"Continue if you have next steps, or stop and ask for clarification if you are unsure."}, "", false},
		"interrupted":                    {[]string{"[Request interrupted by user]"}, "", false},
		"a command and its output":       {[]string{"<bash-input>go test</bash-input>", "<bash-stdout>" + code + "</bash-stdout><bash-stderr></bash-stderr>"}, "", false},
		"empty":                          {[]string{""}, "", true},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := wire.Parse(wire.ChatCompletions, userMessage(t, tc.parts...), nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Written != tc.written || (r.Turn == 1) != tc.genuine {
				t.Errorf("written %q, turn %d", r.Written, r.Turn)
			}
			if tc.genuine && r.Prompt != strings.Join(tc.parts, "\n") {
				t.Errorf("prompt %q", r.Prompt)
			}
		})
	}
}

func TestFewShotExamplesAreNoTurns_TSLP9_1(t *testing.T) {
	r := parse(t, `{"messages":[{"role":"user","content":"Change get_factorial()"},{"role":"assistant","content":"done"},
		{"role":"user","content":"I switched to a new code base. Please don't consider the above files."},{"role":"assistant","content":"Ok."},
		{"role":"user","content":"fix A"}]}`)
	if r.Turn != 1 || r.Prompt != "fix A" || len(r.History) != 4 {
		t.Errorf("turn %d, prompt %q", r.Turn, r.Prompt)
	}
}

func TestAnImageWithoutWordsIsATurn_TSLP8_1(t *testing.T) {
	r := parse(t, `{"messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>x</system-reminder>"},{"type":"image_url","image_url":{}}]}]}`)
	if r.Turn != 1 || r.InsertAt < 0 {
		t.Errorf("turn %d, insert at %d", r.Turn, r.InsertAt)
	}
}

// FuzzWritten holds the wrapper removal to its promise: it only takes away.
func FuzzWritten(f *testing.F) {
	f.Add("<task>x\n</task>\n<file>\n```\n</file>\n```")
	f.Add("```\n~~~~\n````\n<a>\n<b>\n</a>\n--- Content from referenced files ---\nx")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := wire.Parse(wire.ChatCompletions, userMessage(t, text), nil)
		if err != nil {
			t.Fatal(err)
		}
		rest := r.Prompt
		if r.Turn == 0 {
			if r.Written != "" {
				t.Fatalf("not genuine, yet written %q", r.Written)
			}
			return
		}
		for _, c := range r.Written {
			n := strings.IndexRune(rest, c)
			if n < 0 {
				t.Fatalf("written %q is no subsequence of %q", r.Written, r.Prompt)
			}
			rest = rest[n+len(string(c)):]
		}
	})
}

func BenchmarkWrittenHostile(b *testing.B) {
	for name, unit := range map[string]string{"fences": "```\n~~~~\n", "tags": "<aa>\n", "names": "<a1>\n<b2>\n<c3>\n"} {
		body := userMessage(b, strings.Repeat(unit, (256<<10)/len(unit)))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				if _, err := wire.Parse(wire.ChatCompletions, body, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// opencode puts a question of its own before the summary with which a conversation
// goes on: it is no turn of the user's, and conversations that were summed up are
// told apart by their summaries.
func TestAConversationThatWasSummedUpBeginsWithNoTurn_Gateway8(t *testing.T) {
	body := func(summary, more string) string {
		return `{"messages":[{"role":"system","content":"s"},{"role":"user","content":"What did we do so far?"},{"role":"assistant","content":"` + summary + `"}` + more + `]}`
	}
	const next = `,{"role":"user","content":"and now?"}`
	one, two := parse(t, body("A was done.", "")), parse(t, body("B was done.", ""))
	if one.Turn != 0 || one.Written != "" || one.InsertAt >= 0 || one.Conversation == two.Conversation {
		t.Errorf("%+v\n%+v", one, two)
	}
	later := parse(t, body("A was done.", next))
	if later.Turn != 1 || later.Written != "and now?" || later.Conversation != one.Conversation {
		t.Errorf("the next turn: %+v", later)
	}
	for _, asked := range []string{
		`{"messages":[{"role":"user","content":"What did we do so far?"}]}`,
		`{"messages":[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"},{"role":"user","content":"What did we do so far?"}]}`,
	} {
		if r := parse(t, asked); r.Written != "What did we do so far?" {
			t.Errorf("the user's own question is taken for another's: %+v", r)
		}
	}
}

// Where all that the user wrote was summed up, what follows goes on with a turn.
func TestWhatFollowsASummaryGoesOnWithATurn_Gateway8(t *testing.T) {
	r := parse(t, `{"tools":[{}],"messages":[{"role":"user","content":"Context summary:\n\nAll is well.\n`+"```go a.go\\npackage a\\n```"+`"},
		{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"read","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"package a"}]}`)
	if r.Turn != 0 || r.Written != "" || !r.Continues || len(r.History) != 1 || len(r.Since) != 2 || r.Side {
		t.Errorf("%+v", r)
	}
}
