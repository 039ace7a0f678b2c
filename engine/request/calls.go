package request

import (
	"slices"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/workplace"
	"holdfast/parser/call"
)

// Call returns a call of a tool as package call reads it.
func Call(c wire.ToolCall) call.Call {
	return call.Call{Name: c.Name, Arguments: c.Arguments, Input: c.Input}
}

// Calls returns how many calls of tools stand in messages.
func Calls(messages []wire.Message) int {
	n := 0
	for _, m := range messages {
		n += len(m.ToolCalls)
	}
	return n
}

// Follow has a place go where the calls of messages leave the client's shell.
func Follow(where *workplace.Place, messages []wire.Message) {
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			where.Follow(Call(c))
		}
	}
}

// Did returns what a call of the request does, nil where only the server has the call.
func Did(req *wire.Request, id string) []call.Action {
	for _, messages := range [][]wire.Message{req.Since, req.History} {
		for _, m := range slices.Backward(messages) {
			for _, c := range m.ToolCalls {
				if c.ID == id {
					return call.Read(Call(c))
				}
			}
		}
	}
	return nil
}

// Answers returns the messages that may hold the results of the conversation's
// newest calls. Some clients stop at a denied call without asking the model
// again: its result then stands before the user's next prompt.
func Answers(req *wire.Request) []wire.Message {
	if req.Continues {
		return req.Since
	}
	history := req.History
	for i, m := range slices.Backward(history) {
		if m.Role == "user" && len(m.ToolResults) == 0 {
			return append(history[i+1:len(history):len(history)], req.Since...)
		}
	}
	return req.Since
}

// Result is the result of a call.
type Result struct {
	wire.ToolResult
	req           *wire.Request
	asked, failed bool
	why           string
}

// Results returns the results of the conversation's newest calls, by call.
func Results(req *wire.Request) map[string]*Result {
	all := map[string]*Result{}
	for _, m := range Answers(req) {
		for _, r := range m.ToolResults {
			all[r.CallID] = &Result{ToolResult: r, req: req}
		}
	}
	return all
}

// Failed reports whether a result says that its call failed, and why.
func (r *Result) Failed() (why string, failed bool) {
	if !r.asked {
		r.asked = true
		r.why, r.failed = Failed(r.req, r.ToolResult)
	}
	return r.why, r.failed
}

// Failed reports whether a result of a call in the request says that the call failed,
// and why.
func Failed(req *wire.Request, r wire.ToolResult) (why string, failed bool) {
	return call.Failed(Did(req, r.CallID), r.Text, r.IsError)
}
