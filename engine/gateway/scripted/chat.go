package scripted

import (
	"fmt"
	"time"

	"holdfast/engine/gateway/wire"
)

// chatVoice speaks chat completions.
type chatVoice struct{}

func (chatVoice) contentType() string { return "text/event-stream" }

func (a *reply) chatUsage() object {
	return object{"prompt_tokens": a.asked, "completion_tokens": a.generated, "total_tokens": a.asked + a.generated}
}

func (a *reply) completion(kind string, choices []any) object {
	return object{"id": fmt.Sprintf("chatcmpl-demo-%d", a.n), "object": kind, "created": time.Now().Unix(), "model": a.script.Model, "choices": choices}
}

func (v chatVoice) document(a *reply) object {
	message := object{"role": "assistant", "content": a.turn.Reply}
	if a.turn.Reasoning != "" {
		message["reasoning_content"] = a.turn.Reasoning
	}
	if len(a.turn.ToolCalls) > 0 {
		message["tool_calls"] = v.calls(a, true)
	}
	doc := a.completion("chat.completion", []any{object{"index": 0, "message": message, "finish_reason": a.finish}})
	doc["usage"] = a.chatUsage()
	return doc
}

// calls are the reply's tool calls, with their arguments or only their names.
func (chatVoice) calls(a *reply, whole bool) []any {
	var calls []any
	for i, c := range a.turn.ToolCalls {
		kind, field, text := said(c)
		if !whole {
			text = ""
		}
		calls = append(calls, object{"index": i, "id": c.ID, "type": kind, kind: object{"name": c.Name, field: text}})
	}
	return calls
}

// said tells how a call is written: of which kind it is, and what it is called
// with under which name.
func said(c wire.ToolCall) (kind, field, text string) {
	if c.Input != "" {
		return "custom", "input", c.Input
	}
	return "function", "arguments", string(arguments(c))
}

// speak splits tool calls over deltas: first the names, then the arguments in
// pieces.
func (v chatVoice) speak(e *events) {
	v.delta(e, object{"role": "assistant", "content": ""}, nil)
	e.say(e.turn.Reasoning, func(token string) { v.delta(e, object{"reasoning_content": token}, nil) })
	e.say(e.turn.Reply, func(token string) { v.delta(e, object{"content": token}, nil) })
	if len(e.turn.ToolCalls) > 0 {
		v.delta(e, object{"tool_calls": v.calls(e.reply, false)}, nil)
	}
	for i, c := range e.turn.ToolCalls {
		kind, field, text := said(c)
		for _, piece := range tokens(text) {
			v.delta(e, object{"tool_calls": []any{object{"index": i, kind: object{field: piece}}}}, nil)
		}
	}
	v.delta(e, object{}, e.finish)
}

func (chatVoice) delta(e *events, d object, finish any) {
	e.write("data: %s\n\n", e.completion("chat.completion.chunk", []any{object{"index": 0, "delta": d, "finish_reason": finish}}))
}

func (chatVoice) end(e *events) {
	last := e.completion("chat.completion.chunk", []any{})
	last["usage"] = e.chatUsage()
	e.write("data: %s\n\ndata: [DONE]\n\n", last)
}
