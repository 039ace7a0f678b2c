package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/gateway/wire"
)

// fill puts n functions into the State Map.
func fill(tb testing.TB, e *engine.Engine, n int) {
	tb.Helper()
	for path, text := range engine.Functions(n) {
		if _, err := e.Paste(context.Background(), path, []byte(text)); err != nil {
			tb.Fatal(err)
		}
	}
}

// BenchmarkTurn is the engine's share of one turn: a prompt of 8 KB that names
// ten entities, recorded durably before and after a reply without code.
func BenchmarkTurn(b *testing.B) {
	for _, entities := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("entities=%d", entities), func(b *testing.B) {
			cfg, err := config.Load(config.LoadOptions{Workspace: b.TempDir(), Env: []string{}})
			if err != nil {
				b.Fatal(err)
			}
			e, err := engine.Open(context.Background(), cfg, engine.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer e.Close()
			fill(b, e, entities)
			body := engine.AskAbout(0, entities, 8<<10)
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				req, err := wire.Parse(wire.ChatCompletions, body, http.Header{})
				if err != nil {
					b.Fatal(err)
				}
				turn, err := e.Turns().Begin(context.Background(), req)
				if err != nil {
					b.Fatal(err)
				}
				if len(turn.Insertion()) == 0 {
					b.Fatal("nothing was hydrated")
				}
				turn.Recorded(context.Background())
				turn.Finish(context.Background(), wire.Reply{Text: "Done.", Finish: "stop"})
			}
		})
	}
}

// BenchmarkProxy is what the whole proxy costs in this process: 8 streams at
// once of an instant model, each turn recorded durably.
func BenchmarkProxy(b *testing.B) {
	for _, entities := range []int{0, 10_000} {
		b.Run(fmt.Sprintf("entities=%d", entities), func(b *testing.B) {
			h := openHouse(b, func(string) reply { return say("Done, with a few words more than one.") })
			fill(b, h.Engine, entities)
			var n atomic.Int64
			b.SetParallelism(4)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					resp, err := http.Post(h.url("/v1/chat/completions"), "application/json", bytes.NewReader(engine.AskAbout(int(n.Add(1)), entities, 2<<10)))
					if err != nil {
						b.Error(err)
						return
					}
					_, _ = io.Copy(io.Discard, resp.Body)
					resp.Body.Close()
				}
			})
		})
	}
}
