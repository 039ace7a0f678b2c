package author

import (
	"net/http"
	"strings"

	"holdfast/parser/pattern"
)

// agentHeader returns the header by which a client says that a request is an
// agent's rather than somebody's; "" for none. That the agent initiated a
// request says nothing of a later one in a tool loop.
func agentHeader(h http.Header, continues bool) string {
	for name, values := range h {
		value := strings.ToLower(strings.Join(values, " "))
		if !denies[value] && ofAnAgent(strings.ToLower(name), value, continues) {
			return http.CanonicalHeaderKey(name)
		}
	}
	return ""
}

// denies are the values by which a header says that what it is about is not there.
var denies = map[string]bool{
	"": true, "false": true, "0": true, "no": true, "none": true, "null": true, "undefined": true, "main": true, "primary": true, "default": true,
}

// ofAnAgent reports whether a header that says something means that an agent wrote
// the prompt: it names a sub-agent, or what its conversation is a child of. That an
// agent has an id means nothing, since programs of all kinds call themselves agents;
// only Claude Code is known to give one to its sub-agents alone.
func ofAnAgent(name, value string, continues bool) bool {
	switch name {
	case "x-claude-code-agent-id":
		return true
	case "x-interaction-type":
		return strings.Contains(value, "subagent")
	case "x-initiator":
		return value == "agent" && !continues
	}
	words := strings.Split(name, "-")
	for i, word := range words {
		if word == "subagent" || word == "parent" && i+1 < len(words) && ofAConversation[words[i+1]] {
			return true
		}
	}
	return false
}

// ofAConversation are the words that headers name a conversation by.
var ofAConversation = map[string]bool{
	"session": true, "thread": true, "task": true, "agent": true, "conversation": true, "chat": true,
	"sessionid": true, "threadid": true, "taskid": true, "agentid": true,
}

// What a long first message is known by as the text of a command rather than
// somebody's words.
const (
	longPrompt = 600     // bytes
	longRole   = 1500    // bytes of one that tells the model who it is: people write shorter ones
	structured = 5       // headings and list items
	document   = 2 << 10 // bytes
	chapters   = 12      // headings and list items of a document
)

var (
	// ownRole tells the model who it is or what it is doing, at a line's start.
	ownRole = pattern.New(`(?m)^[#*> ]*You are (?:an?|the|now|[a-z]+ing|[A-Z][\w-]+)\b`)
	// ownFile orders the file with instructions for agents.
	ownFile = pattern.New(`(?i)^(?:please )?(?:analy[sz]e|create|update|generate|write|review)\b[^\n]*\b(?:(?:claude|agents?|qwen|gemini|kilo|grok|crush)\.md|copilot-instructions)\b`)
	// typed is a command as people type it, with a word for its name.
	typed = pattern.New(`^/[a-z][\w:-]*(?:[ \t].*)?$`)
)

// command gives the client what is the prompt of a command that it brings along:
// a long text with the form of instructions to a model. A long document with
// which a conversation begins may be anybody's.
func (d *decision) command() {
	own := strings.TrimSpace(d.words(func(w Who) bool { return w == User }))
	if len(own) < longPrompt {
		return
	}
	head := own[:min(len(own), longPrompt)]
	marks := structure(own)
	switch {
	case ownFile.MatchString(head):
		d.quiet = true
		d.all(Client, "orders the file with instructions for agents, as a client's command does")
	case len(own) >= longRole && marks >= structured && ownRole.MatchString(head):
		d.quiet = true
		d.all(Client, "tells the model who it is, as a client's command does")
	case d.First && len(own) >= document && marks >= chapters:
		d.document = own
		d.all(Unknown, "is a document with which the conversation begins, such as the text of a command")
	}
}

// structure counts the headings and list items of a text.
func structure(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, " \t")
		switch {
		case len(line) < 3:
		case line[0] == '#', line[:2] == "- ", line[:2] == "* ", line[:2] == "**":
			n++
		case line[0] >= '0' && line[0] <= '9' && (line[1] == '.' || line[1] == ')'):
			n++
		}
	}
	return n
}

// called gives to nobody the text of a command that the last line of a part
// calls, behind an empty one: only that line was typed.
func (p *part) called() {
	text := strings.TrimRight(p.text, " \t\r\n")
	at := strings.LastIndexByte(text, '\n') + 1
	if strings.HasSuffix(strings.ReplaceAll(text[max(0, at-3):at], "\r", ""), "\n\n") && typed.MatchString(text[at:]) {
		p.give(span{0, at, Unknown, "the text of the command " + clip(text[at:])})
	}
}
