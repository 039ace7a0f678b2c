package settings

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const hook = "{\n  \"version\": 1,\n  \"hooks\": {\n    \"before\": [\n      {\"command\": \"the guard\"}\n    ]\n  }\n}\n"

func TestOfTwoMembersOfOneNameTheLaterCounts(t *testing.T) {
	now, err := merged([]byte(`{"hooks": {"before": 1}, "hooks": {"before": []}}`), []byte(hook), "the guard")
	var v map[string]any
	if err == nil {
		err = json.Unmarshal(now, &v)
	}
	hooks, _ := v["hooks"].(map[string]any)
	if list, _ := hooks["before"].([]any); err != nil || len(list) != 1 {
		t.Errorf("%v: %s", err, now)
	}
}

func TestHostileSettingsAreReadQuickly(t *testing.T) {
	for name, text := range map[string]string{
		"comments": "{" + strings.Repeat("/**/", 25<<10) + "}", "commas": "{" + strings.Repeat(",", 100<<10) + "}", "lists": strings.Repeat("[", 100<<10),
		"members": "{" + strings.Repeat("\"a\":{},", 14<<10) + "}", "slashes": strings.Repeat("/", 100<<10), "quotes": strings.Repeat("\"", 100<<10),
	} {
		began := time.Now()
		_, _ = merged([]byte(text), []byte(hook), "the guard") // whether it can be read is tested elsewhere
		if took := time.Since(began); took > 2*time.Second {   // 100 ms where nothing else runs
			t.Errorf("%s took %s", name, took)
		}
	}
}

func FuzzMerged(f *testing.F) {
	for _, text := range []string{"{}", "{\"hooks\": {\"before\": [1, // x\n]}}", "\ufeff{\n\t\"a\": 1,\n}", "{\"version\": {}}", "/**/{\"hooks\":{/*,*/}}//"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		now, err := merged(text, []byte(hook), "the guard")
		if err != nil {
			return
		}
		if !bytes.Contains(now, []byte("the guard")) {
			t.Errorf("%q became %q", text, now)
		}
		if again, err := merged(now, []byte(hook), "the guard"); err != nil || !bytes.Equal(again, now) {
			t.Errorf("%q, again: %v: %q became %q", text, err, now, again)
		}
	})
}

func FuzzTables(f *testing.F) {
	file := File{Syntax: "toml", Text: "[[hooks.before]]\ncommand = \"the guard\"\n", Mark: "the guard"}
	for _, text := range []string{"", "a = 1", "[hooks]\nbefore = []", "[[hooks.before]]\nx = 1"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		now, err := file.with(text)
		if err != nil {
			return
		}
		if again, err := file.with(now); err != nil || !bytes.Equal(again, now) {
			t.Errorf("%q, again: %v: %q became %q", text, err, now, again)
		}
	})
}
