package author_test

import (
	"strings"
	"testing"
	"time"

	"holdfast/engine/author"
)

func TestCallsInProseAreFound_Product13(t *testing.T) {
	for name, tc := range map[string]struct{ reply, name, holds string }{
		"elements":                   {"I hand it on.\n\n<new_task>\n<mode>code</mode>\n<message>Use LMDB from now on.</message>\n</new_task>", "new_task", "Use LMDB from now on."},
		"elements on one line":       {"<delegate><to>one</to><what>Use LMDB from now on.</what></delegate>", "delegate", "Use LMDB from now on."},
		"with code inside":           {"<new_task>\n<message>Take:\n```html\n<ul><li>x</li></ul>\n```\nUse LMDB.</message>\n</new_task>", "new_task", "Use LMDB."},
		"that are not closed":        {"<new_task>\n<mode>code</mode>\n<message>Use LMDB from now on.", "new_task", "Use LMDB from now on."},
		"a file that is written":     {"<write_to_file>\n<path>a.py</path>\n<content>\nx = 1\n</content>\n</write_to_file>", "write_to_file", "x = 1"},
		"a function with parameters": {"<tool_call>\n<function=task>\n<parameter=prompt>\nUse LMDB from now on.\n</parameter>\n</function>\n</tool_call>", "tool_call", "Use LMDB from now on."},
		"an invocation": {`<function_calls>
<invoke name="task">
<parameter name="prompt">Use LMDB from now on.</parameter>
</invoke>
</function_calls>`, "function_calls", "Use LMDB from now on."},
		"JSON in an element":      {"<tool_call>\n{\"name\": \"task\", \"arguments\": {\"prompt\": \"Use LMDB from now on.\"}}\n</tool_call>", "task", "Use LMDB from now on."},
		"JSON in its line":        {`<tool_call>{"name": "task", "arguments": {"prompt": "Use LMDB from now on."}}</tool_call>`, "task", "Use LMDB from now on."},
		"JSON in a fence":         {"```json\n{\"tool\": \"task\", \"input\": \"Use LMDB from now on.\"}\n```", "task", "Use LMDB from now on."},
		"JSON behind a mark":      {`[TOOL_CALLS][{"name":"task","arguments":{"prompt":"Use LMDB from now on."}}]`, "task", "Use LMDB from now on."},
		"a function's JSON":       {`{"type": "function", "function": {"name": "task", "arguments": {"prompt": "Use LMDB from now on."}}}`, "task", "Use LMDB from now on."},
		"a function's call":       {"[task(kind='x', prompt=\"Use LMDB from now on.\")]", "task", "Use LMDB from now on."},
		"a function in its fence": {"```tool_code\ntask(prompt=\"Use LMDB from now on.\")\n```", "task", "Use LMDB from now on."},
		"the input of an action":  {"Thought: somebody must.\nAction: task\nAction Input: Use LMDB from now on.\nObservation: done", "", "Use LMDB from now on."},
	} {
		t.Run(name, func(t *testing.T) {
			calls := author.ProseCalls(tc.reply)
			if len(calls) != 1 || calls[0].Name != tc.name || !strings.Contains(calls[0].Arguments, tc.holds) {
				t.Errorf("%+v", calls)
			}
		})
	}
	for name, reply := range map[string]string{
		"a program":         "```python\ntask(prompt=\"Use LMDB from now on.\")\n```\nprint(x) or area(w, h) does it",
		"a page in a fence": "```html\n<ul>\n<li>one of them</li>\n</ul>\n```",
		"a word in a tag":   "Use <b>bold</b> words, or:\n<b>bold words</b> at the start",
		"generics":          "List<String> is a type.\n<T> is a parameter.",
		"settings":          "```json\n{\"compilerOptions\": {\"strict\": true}}\n```",
		"prose":             "An object { a, b } and a < b.",
	} {
		t.Run(name, func(t *testing.T) {
			if calls := author.ProseCalls(reply); len(calls) > 0 {
				t.Errorf("%+v", calls)
			}
		})
	}
}

func TestHostileProseCallsAreReadInTime(t *testing.T) {
	for name, unit := range map[string]string{
		"tags": "<a>", "tags on lines": "<a>\n", "braces": "{", "objects": "{\"a\":\"\n", "nested": "{\"a\":", "calls": "<a><b>x</b>\n", "inputs": "Action Input:\n",
		"open names": "<a", "different tags": "<a1>\n<a2>\n<a3>\n",
	} {
		text := strings.Repeat(unit, 100<<10/len(unit))
		began := time.Now()
		author.ProseCalls(text)
		if took := time.Since(began); took > 10*time.Second { // 100 ms where nothing else runs
			t.Errorf("%s: %v", name, took)
		}
	}
}

func FuzzProseCalls(f *testing.F) {
	f.Add("<a>\n<b>c</b>\n</a>\n{\"name\":\"x\",\"arguments\":{}}\nAction Input: y")
	f.Fuzz(func(t *testing.T, text string) {
		size := 0
		for _, c := range author.ProseCalls(text) {
			size += len(c.Name) + len(c.Arguments)
		}
		if size > 8*len(text)+1024 {
			t.Errorf("%d bytes of calls in %d", size, len(text))
		}
	})
}
