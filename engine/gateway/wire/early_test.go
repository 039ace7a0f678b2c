package wire

import (
	"fmt"
	"strings"
	"testing"
)

func TestNewsAreWholeAndToldOnce_Product13(t *testing.T) {
	event := func(delta string) string {
		return "data: {\"choices\":[{\"index\":0,\"delta\":{" + delta + "},\"finish_reason\":null}]}\n\n"
	}
	call := func(n int, arguments string) string {
		return event(fmt.Sprintf(`"tool_calls":[{"index":%d,"id":"call_%d","function":{"name":"task","arguments":%q}}]`, n, n, arguments))
	}
	var c Collector
	for i, step := range []struct{ comes, text, calls string }{
		{event(`"content":"One line\nand ha"`), "One line\n", ""},
		{event(`"content":"lf a line"`), "", ""},
		{event(`"content":".\n"`)[:20], "", ""},
		{event(`"content":".\n"`)[20:], "and half a line.\n", ""},
		{call(0, `{"prompt":"look a`), "", ""},
		{call(0, `t it"}`), "", `task{"prompt":"look at it"}`},
		{call(1, `{"prompt":"mend`) + call(2, `{"prompt":"test"}`), "", `task{"prompt":"mend task{"prompt":"test"}`},
		{event(`"content":"<new_task>\n<message>x\n"`), "<new_task>\n<message>x\n", ""},
		{event(`"content":"</message>\n</new_task>\n"`), "One line\nand half a line.\n<new_task>\n<message>x\n</message>\n</new_task>\n", ""},
		{"data: [DONE]\n\n", "", ""},
	} {
		c.Write([]byte(step.comes))
		news := c.News(Events)
		var calls []string
		for _, call := range news.ToolCalls {
			calls = append(calls, call.Name+string(call.Arguments))
		}
		if got := strings.Join(calls, " "); news.Text != step.text || got != step.calls {
			t.Errorf("step %d: %q and calls %q", i, news.Text, got)
		}
		if again := c.News(Events); again.Text != "" || len(again.ToolCalls) > 0 {
			t.Errorf("step %d is told twice: %+v", i, again)
		}
	}
	c.Reset()
	c.Write([]byte("{\"message\":{\"content\":\"a\\nb\"}}\n{\"mess"))
	c.Format = OllamaChat
	if news := c.News(Lines); news.Text != "a\n" {
		t.Errorf("of the next reply: %+v", news)
	}
}
