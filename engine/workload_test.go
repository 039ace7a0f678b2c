package engine

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Functions are the sources, by path, of n functions of 1.3 KB: what a State Map is
// filled with where its size is what is tested.
func Functions(n int) map[string]string {
	const perFile = 50
	files := map[string]string{}
	for i := range n {
		path := fmt.Sprintf("svc/p%d/handlers.go", i/perFile)
		if i%perFile == 0 {
			files[path] = fmt.Sprintf("package p%d\n", i/perFile)
		}
		step := fmt.Sprintf("\tif err := step(r.Context(), w, %d); err != nil {\n\t\treturn fmt.Errorf(\"a step of %d: %%w\", err)\n\t}\n", i, i)
		files[path] += fmt.Sprintf("\nfunc Handle%d(w http.ResponseWriter, r *http.Request) error {\n%s\treturn nil\n}\n", i, strings.Repeat(step, 14))
	}
	return files
}

// AskAbout is a streamed chat completion with a prompt of at least size bytes that
// names ten of n Functions; turn makes it a conversation of its own.
func AskAbout(turn, n, size int) []byte {
	prompt := fmt.Sprintf("Turn %d. ", turn)
	for i := range min(10, n) {
		prompt += fmt.Sprintf("Mend how `Handle%d` reports a failed step. ", (turn%50+i*n/10)%n)
	}
	const more = "The reports must say which step failed, and leave the rest as it is. "
	prompt += strings.Repeat(more, max(0, size-len(prompt))/len(more)+1)
	body, err := json.Marshal(map[string]any{
		"model": "stub", "stream": true, "messages": []map[string]string{{"role": "user", "content": prompt}},
	})
	if err != nil {
		panic(err) // strings always marshal
	}
	return body
}
