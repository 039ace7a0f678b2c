package aside_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"holdfast/parser/aside"
)

var long = strings.Repeat("x\\n\\\"é", 1000)

func TestLongTextsComeBackWhereTheyStood(t *testing.T) {
	raw := []byte(`{"a": "` + long + `", "b": [1, {"c": "` + long + `", "d": "short"}], "` + long + `": "e"}`)
	short, held := aside.Take(raw)
	if len(short) > 300 {
		t.Errorf("%d bytes are left of %d", len(short), len(raw))
	}
	if back := held.Back(short); !bytes.Equal(back, raw) {
		t.Errorf("it comes back as %.200q", back)
	}
}

func FuzzTake(f *testing.F) {
	for _, s := range []string{
		`{"a": "b"}`, `"\u00e9\ud83d\ude00\u0000"`, `"\ud800"`, `"\x"`, `"`, `{"a": "\u00`, "\"\xff\"", `[1, "\"", 2]`, `"\u0000aside 0"`, `\"`, "\"\n\"", `"\u12_4"`,
		`"\\\"/\b\f\n\r\t"`,
	} {
		f.Add([]byte(s), 3)
	}
	f.Fuzz(func(t *testing.T, raw []byte, at int) {
		if at < 0 || at > len(raw) {
			return
		}
		var want string
		fails := json.Unmarshal(raw, &want) != nil
		if got, ok := aside.Text(raw); ok && (fails || got != want) || !ok && !fails && len(raw) > 0 && raw[0] == '"' && raw[len(raw)-1] == '"' {
			t.Errorf("%q is read as %q, %v; encoding/json reads %q", raw, got, ok, want)
		}
		for _, doc := range [][]byte{raw, bytes.Join([][]byte{raw[:at], raw[at:]}, []byte(`"`+long+`"`)), bytes.Join([][]byte{raw[:at], raw[at:]}, []byte(long))} {
			short, held := aside.Take(doc)
			if back := held.Back(short); !bytes.Equal(back, doc) {
				t.Fatalf("%q comes back as %q", doc, back)
			}
			if json.Valid(doc) != json.Valid(short) {
				t.Errorf("%q is valid: %v, and without its long texts: %v", doc, json.Valid(doc), json.Valid(short))
			}
		}
	})
}
