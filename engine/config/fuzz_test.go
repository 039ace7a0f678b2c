package config

import (
	"errors"
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
