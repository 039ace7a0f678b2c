package config

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// FuzzParse feeds any bytes as a configuration file: they are read or refused
// with a place, never accepted out of range.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "debug = true", "[limits]\nbody_mib = 3\n", "limits = {body_mib = 1, reply_mib = 2}", "[[limits]]\nbody_mib=1",
		"a.b.c = [1, {d = 2}]", "theme = '''\nauto'''", "gates.node_ratio = -0.0", "x = 1979-05-27T07:32:00Z", "\"a\\u0000b\" = 1",
		"\ufefflisten = 'x'", "[a]\n[a.b]\n[a]", "token = \"\\x01\"", "debug = true\r\n\r\n[", "limits.body_mib.x = 1",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		settings, err := parse("config.toml", data)
		c := defaults()
		for _, s := range settings {
			if s.origin.Line < 1 {
				t.Fatalf("%s has no line", s.key.name)
			}
			if err == nil {
				err = c.apply(s)
			}
		}
		var fault *Error
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("%v is not an *Error", err)
		}
		if l := c.Limits; l.BodyMiB < 1 || l.BodyMiB > 1024 || c.Gates.NodeRatio < 0 || c.Gates.NodeRatio > 1 {
			t.Fatalf("out of range: %+v", c)
		}
	})
}

// FuzzWith writes a setting into any file: what is written says the same but for that
// setting, holds every line that was there but one, and is written once.
func FuzzWith(f *testing.F) {
	for _, seed := range []string{
		"", "[etv]\r\n# why\r\n", "[etv]\nnot_applied = 'block' # now", "etv.not_applied = \"block\"\n[gates]\nnode_ratio = 0.4", "etv = {not_applied = 'block'}",
		"token = '''\n[etv]\nnot_applied = \"x\"\n'''", "[ etv ]\nnot_applied = \"etv\"", "[[etv]]", "x = [\n[1]\n]\n[etv]", "[etv.a]\nb = 1",
	} {
		f.Add([]byte(seed))
	}
	const value = NotAppliedHydrate
	f.Fuzz(func(t *testing.T, text []byte) {
		before := slices.Clone(text)
		after, err := with("config.toml", text, "etv.not_applied", value)
		if !bytes.Equal(before, text) {
			t.Fatal("the text that was given is another")
		}
		if err != nil {
			return
		}
		if now, err := values("config.toml", after); err != nil || now["etv.not_applied"] != value {
			t.Fatalf("%q became %q: %v, %v", text, after, now, err)
		}
		missing, rest := 0, bytes.Split(after, []byte("\n"))
		for line := range bytes.SplitSeq(text, []byte("\n")) {
			if i := slices.IndexFunc(rest, func(l []byte) bool { return bytes.Equal(l, line) }); i >= 0 {
				rest = rest[i+1:]
			} else if len(line) > 0 {
				missing++
			}
		}
		if missing > 1 {
			t.Fatalf("%q became %q: %d lines are gone", text, after, missing)
		}
		if again, err := with("config.toml", after, "etv.not_applied", value); err != nil || !bytes.Equal(again, after) {
			t.Fatalf("%q became %q, and that %q: %v", text, after, again, err)
		}
	})
}
