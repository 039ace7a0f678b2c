package cli

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSessionVerbsReachTheEngine(t *testing.T) {
	for args, want := range map[string][2]string{
		"session new api":               {"new api", "Session api is new, and active."},
		"session switch api":            {"switch api", "Session api is active."},
		"session fork api":              {"fork default to api", "Session api is a copy of default, and active."},
		"session rename api web":        {"rename api to web", "Session api is named web now."},
		"session archive api":           {"archive api", "Session api is archived; holdfast session unarchive api takes it up again."},
		"session unarchive api":         {"unarchive api", "Session api is not archived any more."},
		"--workspace . session new api": {"new api", "Session api is new, and active."},
	} {
		var l line
		if code := l.run(t, strings.Fields(args)...); code != 0 || l.engine.did() != want[0] || l.out.String() != want[1]+"\n" {
			t.Errorf("%s: exit code %d, did %q, %q %s", args, code, l.engine.did(), l.out.String(), l.errout.String())
		}
		if !l.engine.options.Beside || !l.engine.options.Existing {
			t.Errorf("%s opened the engine with %+v", args, l.engine.options)
		}
		l = line{engine: story()}
		l.engine.err = errors.New("it is not to be")
		if code := l.run(t, strings.Fields(args)...); code != 2 || l.out.Len() > 0 || l.errout.String() != "holdfast: it is not to be\n" {
			t.Errorf("%s that fails: exit code %d, %q %q", args, code, l.out.String(), l.errout.String())
		}
	}
}

func TestSessionVerbsSayWhatTheyLack(t *testing.T) {
	for args, want := range map[string]string{
		"session":              "needs to be told what to do",
		"session nwe api":      `there is no command "nwe", perhaps you mean "new"; see holdfast session --help`,
		"session new":          "holdfast session new needs a NAME for the new session",
		"session new a b":      `does not know what to do with "b"`,
		"session switch":       "needs the NAME of a session",
		"session rename a":     "needs the NEW name",
		"session rename a b c": `does not know what to do with "c"`,
		"sessions api":         `does not know what to do with "api"`,
	} {
		var l line
		if code := l.run(t, strings.Fields(args)...); code != 2 || !strings.Contains(l.errout.String(), want) || l.engine.did() != "" {
			t.Errorf("%s: exit code %d, %s", args, code, l.errout.String())
		}
	}
}

// Sessions are begun, forked, renamed and archived with the real engine; each
// command is a process of its own, so that what it says was kept.
func TestSessionsAreManagedByCommands(t *testing.T) {
	dir := t.TempDir()
	must := func(code int, want string, args ...string) string {
		t.Helper()
		got, out, errout := wired(t, dir, "func F() int { return 1 }\n", args...)
		if got != code || !strings.Contains(out+errout, want) {
			t.Fatalf("%v: exit code %d, want %d and %q:\n%s%s", args, got, code, want, out, errout)
		}
		return out
	}
	must(2, "there is no holdfast workspace", "session", "new", "api")
	must(0, "", "paste", "--path", "a.go")
	must(0, "Session fork.1 is a copy of default, and active.", "session", "fork", "fork.1")
	must(0, "1 symbol in session fork.1.", "state")
	must(0, "", "paste", "--path", "b.go")
	must(0, "1 symbol in session default.", "state", "--session", "default")
	must(0, "Session empty is new, and active.", "session", "new", "empty")
	must(0, "No code is known yet", "state")
	must(1, `"empty" is the active session: switch to another before you archive it`, "session", "archive", "empty")
	must(1, `there is a session "default" already`, "session", "new", "default")
	must(2, "is no name for a session: use 1 to 64 of the letters", "session", "new", "a b")
	must(2, "is no name for a session", "session", "fork", "../up")
	must(2, `there is no session "none" in this workspace; holdfast sessions lists those that there are`, "session", "switch", "none")
	must(2, `there is no session "none"`, "state", "--session", "none")
	must(0, "", "session", "rename", "fork.1", "fork")
	must(0, "Session fork is active.", "session", "switch", "fork")
	must(0, "Session empty is archived", "session", "archive", "empty")
	must(2, `session "empty" is archived; holdfast session unarchive empty takes it up again`, "session", "switch", "empty")
	must(2, `session "empty" is archived`, "paste", "--path", "c.go", "--session", "empty")
	must(0, "2 symbols in session fork.", "state")

	var list struct {
		Sessions []struct {
			Name, Parent     string
			Active, Archived bool
			Entities         int
		}
	}
	if err := json.Unmarshal([]byte(must(0, "", "sessions", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	if s := list.Sessions; len(s) != 3 || s[0].Name != "fork" || !s[0].Active || s[0].Parent != "default" || s[0].Entities != 2 ||
		s[1].Name != "default" || s[1].Entities != 1 || s[2].Name != "empty" || !s[2].Archived {
		t.Errorf("the list says %+v", s)
	}
	must(0, "Session empty is not archived any more.", "session", "unarchive", "empty")
	must(1, `session "empty" is not archived`, "session", "unarchive", "empty")
	must(0, "Session back is a copy of default, and active.", "session", "fork", "back", "--session", "default")
	must(0, "agree", "verify")

	// Each is compared with the same disk.
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n\nfunc F() int { return 2 }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, session := range []string{"default", "fork", "back"} {
		must(0, `"entity": "a.go::F"`, "stale", "--json", "--session", session)
	}
}
