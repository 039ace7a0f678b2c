package scripted

import (
	"fmt"
	"slices"

	"holdfast/engine/gateway/wire"
)

// roles are what a message of chat completions, Messages or Ollama's chat may be
// by.
var roles = []string{"system", "developer", "user", "assistant", "tool", "function"}

// unfit says why model servers refuse a request, "" where they answer it: it
// holds no message, or one by somebody they do not know. Ollama takes a request
// without messages as one to load its model; the parts of a request for Responses
// need no role, and may all be left out where it continues a reply.
func unfit(req *wire.Request) string {
	switch req.Format {
	case wire.Responses:
		if empty(req) && req.Previous == "" && req.Thread == "" {
			return `"input" holds nothing to answer`
		}
		return ""
	case wire.ChatCompletions, wire.Messages:
		if empty(req) {
			return `"messages" holds no message`
		}
	}
	for _, m := range slices.Concat(req.History, req.Since) {
		if !slices.Contains(roles, m.Role) {
			return fmt.Sprintf("a message has the role %q, which is none of %q", m.Role, roles)
		}
	}
	return ""
}

// empty tells a request without any message.
func empty(req *wire.Request) bool { return req.Turn == 0 && len(req.History)+len(req.Since) == 0 }

// loads tells a request that asks Ollama for nothing but to load its model.
func loads(req *wire.Request) bool { return req.Format == wire.OllamaChat && empty(req) }
