package scripted

import "time"

// ollamaVoice speaks Ollama's chat.
type ollamaVoice struct{}

func (ollamaVoice) contentType() string { return "application/x-ndjson" }

func (a *reply) line(message object) object {
	message["role"] = "assistant"
	return object{"model": a.script.Model, "created_at": time.Now().UTC().Format(time.RFC3339Nano), "message": message, "done": false}
}

// finished makes a line the last one. Ollama says "stop" for a reply that calls
// tools, too.
func (a *reply) finished(line object) object {
	reason := a.finish
	if reason == "tool_calls" {
		reason = "stop"
	}
	line["done"], line["done_reason"] = true, reason
	line["prompt_eval_count"], line["eval_count"] = a.asked, a.generated
	line["total_duration"], line["load_duration"], line["prompt_eval_duration"], line["eval_duration"] = 4, 1, 1, 1
	return line
}

// calls are tool calls in Ollama's form: with an object and without ids.
func (ollamaVoice) calls(a *reply) []any {
	var calls []any
	for i, c := range a.turn.ToolCalls {
		calls = append(calls, object{"function": object{"index": i, "name": c.Name, "arguments": arguments(c)}})
	}
	return calls
}

func (v ollamaVoice) document(a *reply) object {
	message := object{"content": a.turn.Reply}
	if a.turn.Reasoning != "" {
		message["thinking"] = a.turn.Reasoning
	}
	if calls := v.calls(a); calls != nil {
		message["tool_calls"] = calls
	}
	return a.finished(a.line(message))
}

func (v ollamaVoice) speak(e *events) {
	e.say(e.turn.Reasoning, func(token string) { e.write("%s\n", e.line(object{"content": "", "thinking": token})) })
	e.say(e.turn.Reply, func(token string) { e.write("%s\n", e.line(object{"content": token})) })
	if calls := v.calls(e.reply); calls != nil {
		e.write("%s\n", e.line(object{"content": "", "tool_calls": calls}))
	}
}

func (ollamaVoice) end(e *events) { e.write("%s\n", e.finished(e.line(object{"content": ""}))) }
