package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
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

// BenchmarkCommit is what a commit of one entity costs whoever waits for it, over State
// Maps of three sizes: what changed, not the map.
func BenchmarkCommit(b *testing.B) {
	for _, entities := range []int{1_000, 10_000, 200_000} {
		b.Run(fmt.Sprintf("entities=%d", entities), func(b *testing.B) {
			e := adoptedTree(b, entities)
			n := 0
			for b.Loop() {
				n++
				text := fmt.Sprintf("package p\n\nfunc One() int { return %d }\n", n)
				if _, err := e.Paste(context.Background(), "one.go", []byte(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// adoptedTree is an engine over a workspace of n small functions that were adopted.
func adoptedTree(b *testing.B, n int) *engine.Engine {
	b.Helper()
	const perFile = 40
	dir := b.TempDir()
	for f := range n / perFile {
		text := "package p\n"
		for i := range perFile {
			text += fmt.Sprintf("\nfunc F%d_%d() int { return %d }\n", f, i, i)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%05d.go", f)), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: []string{}})
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(context.Background(), cfg, engine.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := e.Close(); err != nil {
			b.Error(err)
		}
	})
	if a, err := e.AdoptPaths(context.Background(), []string{"."}, nil); err != nil || a.Adopted != n {
		b.Fatalf("%d of %d entities were adopted: %v", a.Adopted, n, err)
	}
	return e
}
