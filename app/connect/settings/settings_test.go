package settings

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
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
		if took := time.Since(began); took > 10*time.Second {  // 100 ms where nothing else runs
			t.Errorf("%s took %s", name, took)
		}
	}
}

// within reports whether all that stands in a text, but for blanks, stands in another in
// the same order.
func within(text, other []byte) bool {
	for _, c := range bytes.Join(bytes.Fields(text), nil) {
		at := bytes.IndexByte(other, c)
		if at < 0 {
			return false
		}
		other = other[at+1:]
	}
	return true
}

// decoded is the value that a JSON text holds, its numbers as they are written; nil where
// it is blank.
func decoded(t *testing.T, text []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil && len(bytes.TrimSpace(text)) > 0 {
		t.Errorf("%q: %v", text, err)
	}
	return v
}

// extends reports whether a value has all that another has: members, and the first
// elements of lists.
func extends(after, before any) bool {
	switch before := before.(type) {
	case map[string]any:
		now, ok := after.(map[string]any)
		for name, value := range before {
			ok = ok && extends(now[name], value)
		}
		return ok
	case []any:
		now, ok := after.([]any)
		ok = ok && len(now) >= len(before)
		for i := 0; ok && i < len(before); i++ {
			ok = extends(now[i], before[i])
		}
		return ok
	}
	number, ok := before.(float64)
	if now, also := after.(float64); ok && also && math.IsNaN(number) {
		return math.IsNaN(now)
	}
	return reflect.DeepEqual(after, before)
}

func FuzzMerged(f *testing.F) {
	for _, text := range []string{"{}", "{\"hooks\": {\"before\": [1, // x\n]}}", "\ufeff{\n\t\"a\": 1,\n}", "{\"version\": {}}", "/**/{\"hooks\":{/*,*/}}//",
		"\ufeff\n", "{\"a\": [1e9999]}", "{\"hooks\": {\"before\": [{\"a\": 1} /* x */ ,], \"after\": []}, \"version\": null /**/}\n// y"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		now, err := merged(text, []byte(hook), "the guard")
		if err != nil {
			return
		}
		if !bytes.Contains(now, []byte("the guard")) || !within(text, now) {
			t.Errorf("%q became %q", text, now)
		}
		was, err := hujson.Standardize(bytes.TrimPrefix(bytes.Clone(text), []byte("\ufeff")))
		is, isErr := hujson.Standardize(bytes.TrimPrefix(bytes.Clone(now), []byte("\ufeff")))
		if err == nil && (isErr != nil || !extends(decoded(t, is), decoded(t, was))) {
			t.Errorf("%q became %q", text, now)
		}
		if again, err := merged(now, []byte(hook), "the guard"); err != nil || !bytes.Equal(again, now) {
			t.Errorf("%q, again: %v: %q became %q", text, err, now, again)
		}
	})
}

func FuzzTables(f *testing.F) {
	file := File{Syntax: "toml", Text: "[[hooks.before]]\ncommand = \"the guard\"\n", Mark: "the guard"}
	for _, text := range []string{"", "a = 1", "[hooks]\nbefore = []", "[[hooks.before]]\nx = 1", "a = [nan, -inf, 1979-05-27T07:32:00Z, 07:32:00]\r\n[b]\n\"\" = {c = '''\nx'''}"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		now, err := file.with(text)
		if err != nil {
			return
		}
		var before, after map[string]any
		if toml.Unmarshal(text, &before) != nil || toml.Unmarshal(now, &after) != nil || !bytes.HasPrefix(now, text) || !extends(after, before) {
			t.Errorf("%q became %q", text, now)
		}
		if again, err := file.with(now); err != nil || !bytes.Equal(again, now) {
			t.Errorf("%q, again: %v: %q became %q", text, err, now, again)
		}
	})
}
