package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"holdfast/parser/aside"
)

// MaxInput is the size in bytes beyond which a client's input is not read (guard.md).
const MaxInput = 4 << 20

// Call is a tool call that a client is about to run.
type Call struct {
	// Client is a name that `holdfast connect` knows, "" where nothing tells.
	Client Client
	// Event is the name of the hook, as the client says it.
	Event string
	// Tool is the tool's name, ID the id of the call; both may be empty.
	Tool, ID string
	// Session is the client's own conversation, "" where it does not tell.
	Session string
	// Folder is the absolute folder in which the client works, "" where it does not
	// tell.
	Folder string
	// Arguments is the JSON object that the tool is called with.
	Arguments []byte
}

// Errors of Read.
var (
	// ErrNoCall is returned for a client's input that is about no call of a tool.
	ErrNoCall = errors.New("it is about no call of a tool")
	// ErrTooLarge is returned for an input over MaxInput.
	ErrTooLarge = errors.New("it is larger than what is read")
)

// input holds the members of all forms.
type input struct {
	HookEventName string          `json:"hook_event_name"`
	Event         string          `json:"event"`
	HookName      string          `json:"hookName"`
	ToolName      string          `json:"tool_name"`
	ToolInput     json.RawMessage `json:"tool_input"`
	ToolUseID     string          `json:"tool_use_id"`
	ToolCallID    string          `json:"tool_call_id"`
	SessionID     string          `json:"session_id"`
	Conversation  string          `json:"conversation_id"`
	CWD           string          `json:"cwd"`
	Roots         []string        `json:"workspace_roots"`
	Cursor        string          `json:"cursor_version"`
	Command       json.RawMessage `json:"command"`
	Turn          string          `json:"turn_id"`

	// Copilot's, and of the extensions that `holdfast connect --guard` prints.
	CamelName    string          `json:"toolName"`
	CamelArgs    json.RawMessage `json:"toolArgs"`
	CamelSession string          `json:"sessionId"`
	CamelCall    string          `json:"toolCallId"`
	Tool         string          `json:"tool"`
	Talk         string          `json:"sessionID"`
	CallID       string          `json:"callID"`
	Args         json.RawMessage `json:"args"`

	// Cline's.
	Task       string          `json:"taskId"`
	ClineRoots []string        `json:"workspaceRoots"`
	ToolCall   *clineCall      `json:"tool_call"`
	Before     *clineParameter `json:"preToolUse"`
}

type clineCall struct {
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

type clineParameter struct {
	ToolName   string          `json:"toolName"`
	Parameters json.RawMessage `json:"parameters"`
}

// Read reads a client's input. named is the client that the command line names, ""
// for none. Its errors say in a sentence what the input is not; ErrNoCall and
// ErrTooLarge are among them. The Client of the Call is set also where it fails.
func Read(raw []byte, named Client) (Call, error) {
	c := Call{Client: named}
	if len(raw) > MaxInput {
		return c, ErrTooLarge
	}
	raw = bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\ufeff"))) // PowerShell puts a mark before what it pipes
	if len(raw) == 0 || raw[0] != '{' {
		return c, errors.New("it is no JSON object")
	}
	var in input
	short, held := aside.Take(raw)
	if err := json.Unmarshal(short, &in); err != nil {
		return c, fmt.Errorf("it is not the input of a hook: %w", err)
	}
	if named == "" {
		c.Client = in.client()
	}
	c.Event = first(in.HookEventName, in.Event, in.HookName)
	c.Session = first(in.SessionID, in.Conversation, in.CamelSession, in.Talk, in.Task)
	c.Folder = first(append(append([]string{in.CWD}, in.Roots...), in.ClineRoots...)...)
	c.Tool, c.ID = first(in.ToolName, in.CamelName, in.Tool), first(in.ToolCallID, in.ToolUseID, in.CamelCall, in.CallID)
	args := in.ToolInput
	switch {
	case in.ToolCall != nil:
		c.Tool, c.ID, args = in.ToolCall.Name, in.ToolCall.ID, in.ToolCall.Input
	case in.Before != nil:
		c.Tool, args = in.Before.ToolName, in.Before.Parameters
	case len(in.CamelArgs) > 0:
		args = in.CamelArgs
	case len(in.Args) > 0:
		args = in.Args
	case len(args) == 0 && len(in.Command) > 2: // a text that is not empty
		args, _ = json.Marshal(map[string]json.RawMessage{"command": in.Command}) // what was JSON always marshals
	}
	if c.Arguments = object(held.Back(args)); c.Arguments == nil {
		return c, ErrNoCall
	}
	return c, nil
}

// object is the JSON object of a value, which some clients encode as a text. A text
// that is none, such as a patch, is what the tool is called with.
func object(value []byte) []byte {
	value = bytes.TrimSpace(value)
	if len(value) == 0 {
		return nil
	}
	switch value[0] {
	case '{':
		return value
	case '"':
		var text string
		if json.Unmarshal(value, &text) != nil {
			return nil
		}
		if inner := bytes.TrimSpace([]byte(text)); len(inner) > 0 && inner[0] == '{' && json.Valid(inner) {
			return inner
		}
		return value
	}
	return nil
}

// client tells the client by the form of its input. What several share is that of the
// first of them.
func (in *input) client() Client {
	switch {
	case in.Cursor != "" || in.HookEventName == "preToolUse" || in.HookEventName == "beforeShellExecution":
		return Cursor
	case in.ToolCall != nil || in.Before != nil:
		return Cline
	case in.HookEventName == "BeforeTool":
		return Gemini
	case in.Turn != "":
		return Codex
	case in.HookEventName != "":
		return ClaudeCode
	case in.Event != "":
		return Crush
	case len(in.CamelArgs) > 0:
		return Copilot
	}
	return ""
}

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
