package scripted

import (
	"fmt"
	"strings"
	"time"

	"holdfast/engine/gateway/wire"
)

// responsesVoice speaks OpenAI's responses.
type responsesVoice struct{}

func (responsesVoice) contentType() string { return "text/event-stream" }

func (a *reply) response(status string, output []any) object {
	r := object{
		"id": fmt.Sprintf("resp_demo_%d", a.n), "object": "response", "created_at": time.Now().Unix(), "model": a.script.Model,
		"status": status, "output": output, "error": nil, "incomplete_details": nil, "usage": nil,
		"parallel_tool_calls": true, "tool_choice": "auto", "tools": []any{},
	}
	if status != "in_progress" {
		r["usage"] = object{"input_tokens": a.asked, "input_tokens_details": object{"cached_tokens": 0},
			"output_tokens": a.generated, "output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": a.asked + a.generated}
	}
	switch status {
	case "incomplete":
		reason := a.finish
		if reason == "length" {
			reason = "max_output_tokens"
		}
		r["incomplete_details"] = object{"reason": reason}
	}
	return r
}

// outcome is how the whole response stands in the end.
func (v responsesVoice) outcome(a *reply) string {
	if a.finish == "stop" || a.finish == "tool_calls" {
		return "completed"
	}
	return "incomplete"
}

func (v responsesVoice) document(a *reply) object { return a.response(v.outcome(a), v.items(a)) }

// items are the output as it stands in the end.
func (v responsesVoice) items(a *reply) []any {
	items := []any{}
	if a.turn.Reasoning != "" {
		items = append(items, v.reasoning(a, a.turn.Reasoning))
	}
	if a.turn.Reply != "" {
		items = append(items, v.message(a, "completed", a.turn.Reply))
	}
	for i := range a.turn.ToolCalls {
		items = append(items, v.call(a, i, true))
	}
	return items
}

func (responsesVoice) reasoning(a *reply, text string) object {
	summary := []any{}
	if text != "" {
		summary = append(summary, object{"type": "summary_text", "text": text})
	}
	return object{"type": "reasoning", "id": fmt.Sprintf("rs_demo_%d", a.n), "summary": summary}
}

func (responsesVoice) message(a *reply, status, text string) object {
	content := []any{}
	if text != "" {
		content = append(content, object{"type": "output_text", "text": text, "annotations": []any{}})
	}
	return object{"type": "message", "id": fmt.Sprintf("msg_demo_%d", a.n), "status": status, "role": "assistant", "content": content}
}

func (responsesVoice) call(a *reply, i int, whole bool) object {
	c := a.turn.ToolCalls[i]
	kind, field, text := saidInResponses(c)
	status := "completed"
	if !whole {
		text, status = "", "in_progress"
	}
	item := object{"type": kind, "id": fmt.Sprintf("fc_demo_%d_%d", a.n, i+1), "call_id": c.ID, "name": c.Name, field: text, "status": status}
	if space, name, within := strings.Cut(c.Name, "."); within { // a tool of a namespace, which names hold no dot for
		item["namespace"], item["name"] = space, name
	}
	return item
}

func saidInResponses(c wire.ToolCall) (kind, field, text string) {
	kind, field, text = said(c)
	if kind == "custom" {
		kind = "custom_tool"
	}
	return kind + "_call", field, text
}

func (v responsesVoice) speak(e *events) {
	v.send(e, "response.created", object{"response": e.response("in_progress", []any{})})
	v.send(e, "response.in_progress", object{"response": e.response("in_progress", []any{})})
	output := 0
	if e.turn.Reasoning != "" {
		at := object{"item_id": fmt.Sprintf("rs_demo_%d", e.n), "summary_index": 0}
		v.item(e, output, v.reasoning(e.reply, ""), v.reasoning(e.reply, e.turn.Reasoning), func() {
			v.say(e, "response.reasoning_summary", "summary_text", output, at, e.turn.Reasoning)
		})
		output++
	}
	if e.turn.Reply != "" {
		at := object{"item_id": fmt.Sprintf("msg_demo_%d", e.n), "content_index": 0}
		v.item(e, output, v.message(e.reply, "in_progress", ""), v.message(e.reply, "completed", e.turn.Reply), func() {
			v.say(e, "response.content", "output_text", output, at, e.turn.Reply)
		})
		output++
	}
	for i, c := range e.turn.ToolCalls {
		v.item(e, output, v.call(e.reply, i, false), v.call(e.reply, i, true), func() { v.arguments(e, i, output, c) })
		output++
	}
}

// item sends an item of the output, which tell fills.
func (v responsesVoice) item(e *events, output int, empty, whole object, tell func()) {
	v.send(e, "response.output_item.added", object{"output_index": output, "item": empty})
	tell()
	v.send(e, "response.output_item.done", object{"output_index": output, "item": whole})
}

// say sends a part of an item: its text as deltas and then as a whole.
func (v responsesVoice) say(e *events, whole, kind string, output int, at object, text string) {
	event := "response." + kind
	if kind == "summary_text" {
		event = "response.reasoning_summary_text"
	}
	part := func(text string) object {
		p := object{"type": kind, "text": text}
		if kind == "output_text" {
			p["annotations"] = []any{}
		}
		return p
	}
	v.send(e, whole+"_part.added", placed(at, output, "part", part("")))
	e.say(text, func(token string) { v.send(e, event+".delta", placed(at, output, "delta", token)) })
	v.send(e, event+".done", placed(at, output, "text", text))
	v.send(e, whole+"_part.done", placed(at, output, "part", part(text)))
}

func (v responsesVoice) arguments(e *events, i, output int, c wire.ToolCall) {
	kind, field, text := saidInResponses(c)
	event := "response." + kind + "_" + field
	at := object{"item_id": fmt.Sprintf("fc_demo_%d_%d", e.n, i+1)}
	for _, piece := range tokens(text) {
		v.send(e, event+".delta", placed(at, output, "delta", piece))
	}
	v.send(e, event+".done", placed(at, output, field, text))
}

func placed(at object, output int, field string, value any) object {
	event := object{"output_index": output, field: value}
	for key, value := range at {
		event[key] = value
	}
	return event
}

func (responsesVoice) send(e *events, kind string, event object) {
	event["type"], event["sequence_number"] = kind, e.count
	e.count++
	e.write("event: "+kind+"\ndata: %s\n\n", event)
}

func (v responsesVoice) end(e *events) {
	status := v.outcome(e.reply)
	v.send(e, "response."+status, object{"response": e.response(status, v.items(e.reply))})
}
