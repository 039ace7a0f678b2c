package request

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/workplace"
)

// Texts returns the texts of a request, the newest first.
func Texts(req *wire.Request) iter.Seq[string] {
	return func(yield func(string) bool) {
		say := func(text string) bool { return text == "" || yield(text) }
		said := func(messages []wire.Message) bool {
			for _, m := range slices.Backward(messages) {
				for _, r := range slices.Backward(m.ToolResults) {
					if r.Text != m.Text && !say(r.Text) {
						return false
					}
				}
				for _, c := range slices.Backward(m.ToolCalls) {
					if !say(c.Input) || !say(argued(c.Arguments)) {
						return false
					}
				}
				if !say(m.Text) {
					return false
				}
			}
			return true
		}
		if said(req.Since) && say(req.Prompt) && said(req.History) {
			say(req.System)
		}
	}
}

// argued returns the texts of several lines among the arguments of a call.
func argued(arguments []byte) string {
	if !bytes.Contains(arguments, []byte(`\n`)) {
		return ""
	}
	var value any
	if json.Unmarshal(arguments, &value) != nil {
		return ""
	}
	var texts []string
	var collect func(any)
	collect = func(v any) {
		switch v := v.(type) {
		case string:
			if strings.Contains(v, "\n") {
				texts = append(texts, v)
			}
		case []any:
			for _, e := range v {
				collect(e)
			}
		case map[string]any:
			for _, e := range v {
				collect(e)
			}
		}
	}
	collect(value)
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}

// Folder returns the folder in which the request says that its client works
// (product.md, choice 2), as workplace.Told does.
func Folder(req *wire.Request, roots []string, folder func(path string) bool) (dir string, ok bool) {
	var texts []string
	add := func(messages []wire.Message) {
		for _, m := range slices.Backward(messages) {
			if m.Role == "user" || m.Role == "developer" || m.Role == "system" {
				texts = append(texts, m.Text)
			}
		}
	}
	add(req.Since)
	texts = append(texts, req.Prompt)
	add(req.History)
	texts = append(texts, req.System)
	return workplace.Told(texts, roots, folder)
}
