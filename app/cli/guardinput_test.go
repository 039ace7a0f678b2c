package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"holdfast/engine/guard/hook"
)

// inputOf is the input of a client's hook as the client writes it, with a workspace in
// the place of its folder.
func inputOf(t *testing.T, client hook.Client, dir string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "engine", "guard", "hook", "testdata", string(client)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(raw), "/home/ann/shop", dir)
}

// with is an object with each of its members, at any depth, changed in turn.
func with(t *testing.T, raw string, change func(members map[string]any, name string)) (all []string) {
	t.Helper()
	names := map[string]bool{}
	var walk func(v any, visit func(map[string]any, string))
	walk = func(v any, visit func(map[string]any, string)) {
		members, _ := v.(map[string]any)
		for name, inner := range members {
			visit(members, name)
			walk(inner, visit)
		}
	}
	parse := func() (v any) {
		if err := json.Unmarshal([]byte(raw), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	walk(parse(), func(_ map[string]any, name string) { names[name] = true })
	for name := range names {
		v := parse()
		walk(v, func(members map[string]any, at string) {
			if at == name {
				change(members, at)
			}
		})
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

// Whatever a client's hook hands over, the guard ends well, with an answer that this
// client takes for a yes, and without a trace of its insides.
func TestNoInputOfAnyClientBreaksTheGuard(t *testing.T) {
	dir, _ := shop(t)
	for _, client := range hook.Clients() {
		raw := inputOf(t, client, dir)
		wide := []byte{0xff, 0xfe}
		for _, unit := range utf16.Encode([]rune(raw)) {
			wide = append(wide, byte(unit), byte(unit>>8))
		}
		deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
		inputs := map[string][]string{
			"as it is":         {raw},
			"a newer form":     {strings.Replace(raw, "{", `{"schema": 9, "added_later": {"x": [1, {}]}, `, 1)},
			"cut":              {raw[:len(raw)/3], raw[:len(raw)/2], raw[:len(raw)-3]},
			"another encoding": {string(wide), strings.ReplaceAll(raw, "pool", "p\xff\xe9ol"), "\ufeff" + raw},
			"deep":             {deep, strings.Replace(raw, "{", `{"deep": `+deep+`, `, 1), strings.Repeat(`{"tool_input":`, 50_000)},
			"20 MB":            {strings.Replace(raw, "{", `{"long": "`+strings.Repeat("x", 20<<20)+`", `, 1)},
			"no JSON":          {"", "null", "3", "[]", `"` + raw, "Traceback"},
			"a member less":    with(t, raw, func(members map[string]any, name string) { delete(members, name) }),
		}
		for _, odd := range []any{3.5, []any{"x"}} {
			inputs["another type"] = append(inputs["another type"], with(t, raw, func(members map[string]any, name string) { members[name] = odd })...)
		}
		for name, list := range inputs {
			for _, input := range list {
				code, out, errout := wired(t, dir, input, "guard", "--client", string(client))
				if code != 0 || out != "{}\n" {
					t.Errorf("%s, %s: exit code %d, %.200q for %.300q", client, name, code, out, input)
				}
				for _, trace := range []string{"goroutine", "panic", ".go:", "runtime error"} {
					if strings.Contains(errout, trace) {
						t.Errorf("%s, %s: it says %.300q for %.300q", client, name, errout, input)
					}
				}
			}
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("it made %v, %v", entries, err)
	}
	if log, err := os.ReadFile(filepath.Join(dir, ".holdfast", "holdfast.log")); err != nil || bytes.Contains(log, []byte("goroutine")) || !bytes.Contains(log, []byte("unjudged")) {
		t.Errorf("the log says %.300s, %v", log, err)
	}
}
