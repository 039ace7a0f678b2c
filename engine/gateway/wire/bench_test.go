package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// promptOf makes an agent's request of about size bytes: a system prompt, a
// history with code in it, tools, and a short prompt.
func promptOf(tb testing.TB, size int) []byte {
	tb.Helper()
	code := strings.Repeat("\tif err := pool.Acquire(ctx, \"main\"); err != nil {\n\t\treturn fmt.Errorf(\"acquire: %w\", err)\n\t}\n", 12)
	messages := []map[string]any{{"role": "system", "content": strings.Repeat("You are a coding agent. ", 60)}}
	for n := len(code); n < size-2000; n += len(code) * 11 / 10 {
		messages = append(messages,
			map[string]any{"role": "user", "content": fmt.Sprintf("question %d", n)},
			map[string]any{"role": "assistant", "content": "```go\n" + code + "```"})
	}
	messages = append(messages, map[string]any{"role": "user", "content": "please fix Acquire in store/pool.go"})
	body, err := json.Marshal(map[string]any{"model": "m", "stream": true, "messages": messages, "tools": []any{map[string]any{"type": "function"}}})
	if err != nil {
		tb.Fatal(err)
	}
	return body
}

func BenchmarkParseAndSplice(b *testing.B) {
	insert := []byte(strings.Repeat(`func A() {\n\treturn\n}\n`, 600))
	for _, size := range []int{16 << 10, 256 << 10} {
		body := promptOf(b, size)
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			var parser wire.Parser
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := parser.Parse(wire.ChatCompletions, body, nil)
				if err != nil {
					b.Fatal(err)
				}
				if s := wire.NewSpliced(r, insert); s.Len() <= int64(len(body)) {
					b.Fatal("nothing was inserted")
				}
			}
		})
	}
}

const textChunk = "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" func\"},\"finish_reason\":null}]}\n\n"

// BenchmarkPerChunk is what a chunk costs beyond reading and writing it.
func BenchmarkPerChunk(b *testing.B) {
	var end wire.Ending
	var c wire.Collector
	chunk := []byte(textChunk)
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
}

func BenchmarkCollectorReply(b *testing.B) {
	var c wire.Collector
	for range 500 {
		c.Write([]byte(textChunk))
	}
	b.SetBytes(int64(500 * len(textChunk)))
	b.ReportAllocs()
	for b.Loop() {
		if r := c.Reply(wire.Events); len(r.Text) != 2500 {
			b.Fatal(len(r.Text))
		}
	}
}
