package request

import (
	"slices"
	"strings"

	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// Gather makes the request's prompt of all messages of the user's that arrived with
// the newest and were not there before (product 13). turn and prompt are the number
// and the Vault hash of the prompt of the turn that the conversation was in, 0 and ""
// for none; tools reports whether it has tools. In one that has, the messages before
// its first prompt are the client's.
func Gather(req *wire.Request, turn int, prompt string, tools bool) {
	run := req.Together
	if len(run) == 0 || (tools || req.HasTools) && Begins(req) {
		return
	}
	n := 1
	switch newer := req.Turn - turn; {
	case newer == 0: // the turn goes on with what it began with
		for k := 2; k <= len(run); k++ {
			if text, _, _ := joined(run[len(run)-k:]); event.Hash([]byte(text)) == prompt {
				n = k
			}
		}
	case turn == 0:
		n = len(run)
	case newer > 0:
		n = min(newer, len(run))
	}
	if n > 1 {
		req.Prompt, req.Written, req.Parts = joined(run[len(run)-n:])
	}
}

// joined is what several messages say.
func joined(run []wire.Words) (text, written string, parts []string) {
	var texts, own []string
	for _, w := range run {
		texts, own, parts = append(texts, w.Text), append(own, w.Written), append(parts, w.Parts...)
	}
	return strings.Join(texts, "\n"), strings.Join(own, "\n"), parts
}

// Begins reports whether the model has said nothing before the request's prompt.
func Begins(req *wire.Request) bool { return !slices.ContainsFunc(req.History, FromModel) }

// LastTurn returns the index of the message that the last turn among these begins with,
// the number of them where there is none.
func LastTurn(messages []wire.Message) int {
	for i, m := range slices.Backward(messages) {
		if m.Turn > 0 {
			return i
		}
	}
	return len(messages)
}

// FromModel reports whether a message is the model's.
func FromModel(m wire.Message) bool { return m.Role == "assistant" }

// Parts returns the parts of the prompt. Of a turn that only the server remembers
// there is what the user wrote.
func Parts(req *wire.Request) []string {
	if len(req.Parts) == 0 && req.Prompt != "" {
		return []string{req.Prompt}
	}
	return req.Parts
}
