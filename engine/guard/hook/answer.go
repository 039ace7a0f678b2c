package hook

import (
	"encoding/json"
	"slices"

	"holdfast/engine/guard"
)

// Client is a client that has a hook before a tool runs, by the name that `holdfast
// connect` knows.
type Client string

// The clients.
const (
	ClaudeCode Client = "claude-code"
	QwenCode   Client = "qwen-code"
	Gemini     Client = "gemini-cli"
	Codex      Client = "codex"
	Crush      Client = "crush"
	Cline      Client = "cline"
	Cursor     Client = "cursor"
	Copilot    Client = "copilot"
	OpenCode   Client = "opencode"
	Kilo       Client = "kilo"
	Pi         Client = "pi"
)

// Clients lists them.
func Clients() []Client {
	return []Client{ClaudeCode, OpenCode, QwenCode, Gemini, Codex, Crush, Cline, Cursor, Copilot, Kilo, Pi}
}

// Known reports whether a name is one of theirs.
func Known(name string) bool { return slices.Contains(Clients(), Client(name)) }

// asking are the clients whose hook can leave a call to their user.
var asking = []Client{ClaudeCode, QwenCode, Copilot}

// Asks reports whether the client's hook can leave a call to its user.
func (c Client) Asks() bool { return slices.Contains(asking, c) }

// Answer is what a decision looks like in the client's form: one JSON object on one
// line. reason is for the model. A client that is not known, and those that run the
// extension which `holdfast connect --guard` prints, get the plain form.
func (c Client) Answer(d guard.Decision, reason string) []byte {
	if d == guard.Allow {
		return []byte("{}\n")
	}
	line, err := json.Marshal(c.form(d, reason))
	if err != nil {
		return []byte("{}\n") // texts always marshal
	}
	return append(line, '\n')
}

type fields = map[string]any

func (c Client) form(d guard.Decision, reason string) fields {
	warns := d == guard.Warn
	switch c {
	case ClaudeCode, QwenCode, Codex, Crush:
		own := fields{"hookEventName": "PreToolUse"}
		if warns {
			own["additionalContext"] = reason
			return fields{"hookSpecificOutput": own, "systemMessage": reason}
		}
		own["permissionDecision"], own["permissionDecisionReason"] = d, reason
		return fields{"hookSpecificOutput": own}
	case Gemini:
		if warns {
			return fields{"systemMessage": reason}
		}
		return fields{"decision": d, "reason": reason}
	case Cline:
		if warns {
			return fields{"contextModification": reason}
		}
		return fields{"cancel": true, "errorMessage": reason}
	case Cursor:
		if warns {
			return fields{"user_message": reason, "agent_message": reason}
		}
		return fields{"permission": d, "user_message": reason, "agent_message": reason}
	case Copilot:
		if warns {
			return fields{"additionalContext": reason}
		}
		return fields{"permissionDecision": d, "permissionDecisionReason": reason}
	}
	return fields{"decision": d, "reason": reason}
}
