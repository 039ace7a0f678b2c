package store

import (
	"strings"
	"testing"
	"unicode/utf8"

	"holdfast/store/event"
)

func TestDifferencesNameTheColumnAndBothValues(t *testing.T) {
	type row struct {
		id    string
		seq   int64 `column:"state_seq"`
		gates string
		top   bool
		state event.State
	}
	long := strings.Repeat("a", 80)
	base := row{id: "a1", seq: 7, gates: "{" + long + `"x":1}`, top: true, state: event.Proposed}
	tests := []struct {
		name   string
		change func(*row)
		want   string
	}{
		{"nothing", func(*row) {}, ""},
		{"a number, by its column's name", func(r *row) { r.seq = 9 }, "state_seq is 9, not 7"},
		{"a text", func(r *row) { r.id = "" }, `id is "", not "a1"`},
		{"a switch and a state", func(r *row) { r.top, r.state = false, event.Authoritative }, `top is false, not true; state is "AUTHORITATIVE", not "PROPOSED"`},
		{"the end of a long text", func(r *row) { r.gates = "{" + long + `"x":2}` }, `gates is "…aaaaaaaa\"x\":2}", not "…aaaaaaaa\"x\":1}"`},
		{"a text that is cut", func(r *row) { r.gates = "{" + long }, `gates is "…aaaaaaaaaaaa", not "…aaaaaaaaaaaa\"x\":1}"`},
		{"a text that is much longer", func(r *row) { r.id = long }, `id is "` + long[:48] + `…", not "a1"`},
	}
	for _, test := range tests {
		kept := base
		test.change(&kept)
		if got := differences(kept, base); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

func FuzzExcerptsAreShortAndWhole(f *testing.F) {
	f.Add("reason", "raison")
	f.Add(strings.Repeat("é", 60)+"a", strings.Repeat("é", 60)+"b")
	f.Add("\xff\xfe", "")
	f.Add(strings.Repeat("\x80", 60)+"a", strings.Repeat("\x80", 60)+"b")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := excerpts(a, b)
		for _, cut := range []string{x, y} {
			if len(cut) > excerptSize+2*len("…") {
				t.Errorf("%q and %q: %d bytes", a, b, len(cut))
			}
		}
		if a != b && x == y {
			t.Errorf("%q and %q look the same: %q", a, b, x)
		}
		if utf8.ValidString(a) && !utf8.ValidString(x) {
			t.Errorf("%q was cut to %q", a, x)
		}
	})
}
