package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/gateway/wire"
)

// fill puts n functions into the State Map, fifty a file.
func fill(tb testing.TB, e *engine.Engine, n int) {
	tb.Helper()
	const perFile = 50
	for f := 0; f*perFile < n; f++ {
		var src strings.Builder
		fmt.Fprintf(&src, "package p%d\n", f)
		for i := range min(perFile, n-f*perFile) {
			fmt.Fprintf(&src, "\nfunc Handle%d(w http.ResponseWriter, r *http.Request) error {\n", f*perFile+i)
			for line := range 20 {
				fmt.Fprintf(&src, "\tif err := step%d(r.Context(), w, %d); err != nil {\n\t\treturn fmt.Errorf(\"step %d of %d: %%w\", err)\n\t}\n", line, i, line, i)
			}
			src.WriteString("\treturn nil\n}\n")
		}
		if _, err := e.Paste(context.Background(), fmt.Sprintf("svc/p%d/handlers.go", f), []byte(src.String())); err != nil {
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
			body := promptNaming(10, entities)
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				req, err := wire.ParseChat(body, http.Header{})
				if err != nil {
					b.Fatal(err)
				}
				turn, err := e.Begin(context.Background(), req)
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

// promptNaming is a request whose prompt names that many entities in 8 KB.
func promptNaming(names, of int) []byte {
	var prompt strings.Builder
	for i := range names {
		fmt.Fprintf(&prompt, "Look at `Handle%d` and mend how it reports a failed step. ", i*of/names)
	}
	for prompt.Len() < 8<<10 {
		prompt.WriteString("The reports must say which step failed, and leave the rest of the request as it is. ")
	}
	body, _ := json.Marshal(map[string]any{"stream": true, "messages": []message{{"user", prompt.String()}}})
	return body
}
