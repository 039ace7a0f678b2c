package load

import (
	"encoding/json"
	"fmt"
	"strings"
)

// perFile is how many functions a file of the workload defines.
const perFile = 50

// Files are the sources of a code base with n functions, by path: what a State
// Map is filled with before it is measured.
func Files(n int) map[string]string {
	files := map[string]string{}
	for f := 0; f*perFile < n; f++ {
		var src strings.Builder
		fmt.Fprintf(&src, "package p%d\n", f)
		for i := f * perFile; i < min(n, (f+1)*perFile); i++ {
			writeFunction(&src, i)
		}
		files[fmt.Sprintf("svc/p%d/handlers.go", f)] = src.String()
	}
	return files
}

// writeFunction writes function i, 1.3 KB of Go.
func writeFunction(src *strings.Builder, i int) {
	fmt.Fprintf(src, "\nfunc Handle%d(w http.ResponseWriter, r *http.Request) error {\n", i)
	for step := range 12 {
		fmt.Fprintf(src, "\tif err := step%d(r.Context(), w, %d); err != nil {\n\t\treturn fmt.Errorf(\"step %d of %d: %%w\", err)\n\t}\n", step, i, step, i)
	}
	src.WriteString("\treturn nil\n}\n")
}

// Body is a streamed chat completion whose prompt of that many bytes names ten
// of the n functions of Files, from the five hundred that the work is about;
// turn makes it a conversation of its own.
func Body(turn, n, size int) []byte {
	var prompt strings.Builder
	fmt.Fprintf(&prompt, "Turn %d. ", turn)
	for i := range min(10, n) {
		fmt.Fprintf(&prompt, "Look at `Handle%d` and mend how it reports a failed step. ", (turn%50+i*n/10)%n)
	}
	for prompt.Len() < size {
		prompt.WriteString("The reports must say which step failed, and leave the rest of the request as it is. ")
	}
	body, err := json.Marshal(map[string]any{
		"model": "stub", "stream": true, "messages": []map[string]string{{"role": "user", "content": prompt.String()}},
	})
	if err != nil {
		panic(err) // strings always marshal
	}
	return body
}
