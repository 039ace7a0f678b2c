package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// promptOf makes an agent's request of about size bytes in a format: a system
// prompt, a history with code in it and tool calls, tools, and a short prompt.
func promptOf(tb testing.TB, f wire.Format, size int) []byte {
	tb.Helper()
	type object = map[string]any
	code := strings.Repeat("\tif err := pool.Acquire(ctx, \"main\"); err != nil {\n\t\treturn fmt.Errorf(\"acquire: %w\", err)\n\t}\n", 12)
	text := func(kind, words string) any { return []any{object{"type": kind, "text": words}} }
	system := strings.Repeat("You are a coding agent. ", 60)
	body := object{"model": "m", "stream": true, "tools": []any{object{"type": "function"}}}
	var list []any
	for n := len(code); n < size-2000; n += len(code) * 14 / 10 {
		ask, id := fmt.Sprintf("question %d", n), fmt.Sprintf("call_%d", n)
		arguments := object{"path": "store/pool.go"}
		switch f {
		case wire.Messages:
			list = append(list, object{"role": "user", "content": text("text", ask)},
				object{"role": "assistant", "content": []any{object{"type": "tool_use", "id": id, "name": "read", "input": arguments}}},
				object{"role": "user", "content": []any{object{"type": "tool_result", "tool_use_id": id, "content": code}}},
				object{"role": "assistant", "content": text("text", "Done.")})
		case wire.Responses:
			list = append(list, object{"type": "message", "role": "user", "content": text("input_text", ask)},
				object{"type": "function_call", "call_id": id, "name": "read", "arguments": `{"path":"store/pool.go"}`},
				object{"type": "function_call_output", "call_id": id, "output": code},
				object{"type": "message", "role": "assistant", "content": text("output_text", "Done.")})
		case wire.OllamaChat:
			list = append(list, object{"role": "user", "content": ask},
				object{"role": "assistant", "content": "", "tool_calls": []any{object{"function": object{"name": "read", "arguments": arguments}}}},
				object{"role": "tool", "tool_name": "read", "content": code}, object{"role": "assistant", "content": "Done."})
		default:
			list = append(list, object{"role": "user", "content": ask}, object{"role": "assistant", "content": "```go\n" + code + "```"})
		}
	}
	list = append(list, object{"role": "user", "content": "please fix Acquire in store/pool.go"})
	switch f {
	case wire.Messages:
		body["system"], body["messages"] = text("text", system), list
	case wire.Responses:
		body["instructions"], body["input"] = system, list
	default:
		body["messages"] = append([]any{object{"role": "system", "content": system}}, list...)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		tb.Fatal(err)
	}
	return raw
}

func BenchmarkParseAndSplice(b *testing.B) {
	insert := []byte(strings.Repeat(`func A() {\n\treturn\n}\n`, 600))
	for _, f := range []wire.Format{wire.ChatCompletions, wire.Messages, wire.Responses, wire.OllamaChat} {
		for _, size := range []int{16 << 10, 256 << 10} {
			body := promptOf(b, f, size)
			b.Run(fmt.Sprintf("%s/%dKiB", f, size>>10), func(b *testing.B) {
				var parser wire.Parser
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					r, err := parser.Parse(f, body, nil)
					if err != nil {
						b.Fatal(err)
					}
					if s := wire.NewSpliced(r, wire.Insertion{Place: r.Newest(), Parts: [][]byte{insert}}); s.Len() <= int64(len(body)) {
						b.Fatal("nothing was inserted")
					}
				}
			})
		}
	}
}

// textChunks are one event of text in each format.
var textChunks = map[wire.Format]string{
	wire.ChatCompletions: "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" func\"},\"finish_reason\":null}]}\n\n",
	wire.Messages:        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\" func\"}}\n\n",
	wire.Responses:       "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":7,\"item_id\":\"msg_1\",\"output_index\":0,\"content_index\":0,\"delta\":\" func\"}\n\n",
	wire.OllamaChat:      "{\"model\":\"m\",\"created_at\":\"2026-01-01T00:00:00.000000Z\",\"message\":{\"role\":\"assistant\",\"content\":\" func\"},\"done\":false}\n",
}

// BenchmarkPerChunk is what a chunk costs beyond reading and writing it.
func BenchmarkPerChunk(b *testing.B) {
	for f, text := range textChunks {
		b.Run(string(f), func(b *testing.B) {
			end := wire.Ending{Format: f}
			var c wire.Collector
			chunk := []byte(text)
			b.ReportAllocs()
			for b.Loop() {
				if c.Room() < len(chunk) {
					c.Reset()
				}
				c.Write(chunk)
				if end.Safe(chunk) != len(chunk) {
					b.Fatal("held back")
				}
			}
		})
	}
}

func BenchmarkCollectorReply(b *testing.B) {
	for f, text := range textChunks {
		b.Run(string(f), func(b *testing.B) {
			c := wire.Collector{Format: f}
			for range 500 {
				c.Write([]byte(text))
			}
			b.SetBytes(int64(500 * len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if r := c.Reply(framingOf(f)); len(r.Text) != 2500 {
					b.Fatal(len(r.Text))
				}
			}
		})
	}
}
