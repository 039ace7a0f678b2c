package author

import (
	"net/http"
	"regexp"
	"strings"
)

// marked returns whose the whole message is where a header or its form says so,
// and why; "" where neither does.
func (d *decision) marked() (Who, string) {
	if why := agentHeader(d.Header, d.Continues); why != "" {
		return Agent, why
	}
	if !d.Tools {
		return "", ""
	}
	if why := d.command(); why != "" {
		return Client, why
	}
	return "", ""
}

// agentHeader returns the header by which a client says that a request is an
// agent's rather than somebody's; "" for none. That the agent initiated a
// request says nothing of a later one in a tool loop.
func agentHeader(h http.Header, continues bool) string {
	for name, values := range h {
		value := strings.ToLower(strings.Join(values, " "))
		name := strings.ToLower(name)
		switch {
		case value == "":
		case strings.Contains(name, "agent-id"), strings.Contains(name, "parent-session"), strings.Contains(name, "parent-thread"),
			strings.Contains(name, "interaction-type") && strings.Contains(value, "subagent"),
			strings.HasSuffix(name, "subagent"),
			strings.HasSuffix(name, "initiator") && value == "agent" && !continues:
			return "the header " + http.CanonicalHeaderKey(name) + " says so"
		}
	}
	return ""
}

// longPrompt is the size in bytes from which a first message may be the text of
// a command rather than somebody's words.
const longPrompt = 600

// ownRole begins a prompt that tells the model who it is; ownFile one that
// orders the file with instructions for agents.
var (
	ownRole = regexp.MustCompile(`^You are (?:an?|the|now|[A-Z][\w-]+)\b`)
	ownFile = regexp.MustCompile(`(?i)^(?:please )?(?:analy[sz]e|create|update|generate|write|review)\b[^\n]*\b(?:(?:claude|agents?|qwen|gemini|kilo|grok|crush)\.md|copilot-instructions)\b`)
)

// command returns why the message is the prompt of a command that the client
// brings along, "" where it is none: a long text with the form of instructions
// to a model.
func (d *decision) command() string {
	own := strings.TrimSpace(d.words(func(w Who) bool { return w == User }))
	if len(own) < longPrompt {
		return ""
	}
	head := own[:min(len(own), longPrompt)]
	switch {
	case ownRole.MatchString(head):
		d.quiet = true
		return "it tells the model who it is, as prompts of clients do"
	case ownFile.MatchString(head):
		d.quiet = true
		return "it orders the file with instructions for agents, as a client's command does"
	}
	return ""
}
