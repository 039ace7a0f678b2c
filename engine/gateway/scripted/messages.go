package scripted

import "fmt"

// messagesVoice speaks Anthropic's messages.
type messagesVoice struct{}

func (messagesVoice) contentType() string { return "text/event-stream; charset=utf-8" }

// stopReasons are the finish reasons of chat completions in the words of
// messages.
var stopReasons = map[string]string{"stop": "end_turn", "tool_calls": "tool_use", "length": "max_tokens", "content_filter": "refusal"}

func (a *reply) message(content []any, stop any, generated int) object {
	if reason, ok := stopReasons[fmt.Sprint(stop)]; ok {
		stop = reason
	}
	return object{
		"id": fmt.Sprintf("msg_demo_%d", a.n), "type": "message", "role": "assistant", "model": a.script.Model, "content": content,
		"stop_reason": stop, "stop_sequence": nil, "usage": object{"input_tokens": a.asked, "output_tokens": generated},
	}
}

func (messagesVoice) document(a *reply) object {
	content := []any{}
	if a.turn.Reasoning != "" {
		content = append(content, object{"type": "thinking", "thinking": a.turn.Reasoning, "signature": "demo"})
	}
	if a.turn.Reply != "" {
		content = append(content, object{"type": "text", "text": a.turn.Reply})
	}
	for _, c := range a.turn.ToolCalls {
		content = append(content, object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": arguments(c)})
	}
	return a.message(content, a.finish, a.generated)
}

func (v messagesVoice) speak(e *events) {
	v.send(e, "message_start", object{"message": e.message([]any{}, nil, 1)})
	v.send(e, "ping", object{})
	v.texts(e, object{"type": "thinking", "thinking": "", "signature": ""}, "thinking_delta", "thinking", e.turn.Reasoning)
	v.texts(e, object{"type": "text", "text": ""}, "text_delta", "text", e.turn.Reply)
	for _, c := range e.turn.ToolCalls {
		index := v.start(e, object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": object{}})
		for _, piece := range tokens(string(arguments(c))) {
			v.send(e, "content_block_delta", object{"index": index, "delta": object{"type": "input_json_delta", "partial_json": piece}})
		}
		v.send(e, "content_block_stop", object{"index": index})
	}
}

// texts sends a block of text.
func (v messagesVoice) texts(e *events, block object, kind, field, text string) {
	if text == "" {
		return
	}
	index := v.start(e, block)
	e.say(text, func(token string) {
		v.send(e, "content_block_delta", object{"index": index, "delta": object{"type": kind, field: token}})
	})
	v.send(e, "content_block_stop", object{"index": index})
}

// start begins the next block and returns its index.
func (v messagesVoice) start(e *events, block object) int {
	index := e.count
	e.count++
	v.send(e, "content_block_start", object{"index": index, "content_block": block})
	return index
}

func (messagesVoice) send(e *events, kind string, event object) {
	event["type"] = kind
	e.write("event: "+kind+"\ndata: %s\n\n", event)
}

func (v messagesVoice) end(e *events) {
	whole := e.message(nil, e.finish, e.generated)
	v.send(e, "message_delta", object{"delta": object{"stop_reason": whole["stop_reason"], "stop_sequence": nil},
		"usage": object{"output_tokens": e.generated}})
	v.send(e, "message_stop", object{})
}
