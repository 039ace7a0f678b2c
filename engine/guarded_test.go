package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/config"
	"holdfast/engine/events"
	"holdfast/engine/guard"
	"holdfast/engine/guard/hook"
	"holdfast/engine/guard/sentry"
	"holdfast/store/event"
)

// guarded is what the guard says of a call with these arguments, as the command asks
// it: beside the engine that runs.
func (h *house) guarded(args map[string]string, settings ...string) sentry.Answer {
	h.t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		h.t.Fatal(err)
	}
	said, err := sentry.Judge(context.Background(), h.settings(settings...), hook.Call{Client: hook.ClaudeCode, Tool: "Write", Folder: h.dir, Arguments: raw}, time.Now)
	if err != nil {
		h.t.Fatal(err)
	}
	return said
}

// settings are the workspace's, with some of the environment.
func (h *house) settings(env ...string) *config.Config {
	h.t.Helper()
	cfg, err := config.Load(config.LoadOptions{Workspace: h.dir, Env: append([]string{"HOME=" + h.t.TempDir()}, env...)})
	if err != nil {
		h.t.Fatal(err)
	}
	return cfg
}

// What the guard refuses is in the Ledger, and shown at once by the engine that runs.
func TestARefusedWriteIsInTheLedgerAndInActivity(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Done.") })
	h.write(greetFile, goFile(hello, bye))
	if said := h.guarded(map[string]string{"file_path": greetFile, "content": goFile(goodDay, bye)}); said.Decision != guard.Allow || said.ID != "" {
		t.Fatalf("an honest write: %+v", said)
	}
	args := map[string]string{"file_path": greetFile, "content": "package greet\n\n// ... rest of the code unchanged ...\n"}
	said := h.guarded(args)
	if said.Decision != guard.Deny || !strings.Contains(said.Reason, "elided at line 3") || !strings.Contains(said.Reason, "holdfast guard allow "+said.ID) {
		t.Fatalf("%+v", said)
	}
	h.until("the refusal is shown", func() bool {
		for _, a := range h.Activities() {
			if a.Kind == "guard" && strings.Contains(a.Error, "guard denied a write: "+greetFile+": elided at line 3") {
				return true
			}
		}
		return false
	})
	if rows := h.rows("guard_decided"); len(rows) != 1 {
		t.Errorf("%d rows: %+v", len(rows), rows)
	}
	h.verified()

	shown := slices.IndexFunc(h.Activities(), func(a events.Activity) bool { return a.Episode == said.ID })
	before := h.Activities()[shown]
	h.reopen()
	earlier, err := h.EarlierActivities(context.Background())
	if err != nil || len(earlier) != 1 || !reflect.DeepEqual(publicOf(earlier[0]), publicOf(before)) {
		t.Errorf("after a restart: %+v, %v; before: %+v", earlier, err, before)
	}
	if err := h.OverruleGuard(context.Background(), "gnone"); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("an id that there is not: %v", err)
	}
	must(t, h.OverruleGuard(context.Background(), said.ID))
	if again := h.guarded(args); again.Decision != guard.Allow || again.ID == "" {
		t.Errorf("the same write: %+v", again)
	}
	h.verified()
}

// The operator lets one write pass; the same one only.
func TestTheOperatorOverrulesOneWrite(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Done.") })
	h.write(greetFile, goFile(hello, bye))
	short := map[string]string{"file_path": greetFile, "content": "package greet\n"}
	said := h.guarded(short)
	if said.Decision == guard.Allow {
		t.Fatal("it was not refused")
	}
	if _, err := sentry.Overrule(context.Background(), h.settings(), "gnone", time.Now); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("an id that there is not: %v", err)
	}
	found, err := sentry.Overrule(context.Background(), h.settings(), said.ID[:5], time.Now)
	if err != nil || found.Guard != said.ID {
		t.Fatalf("%+v, %v", found, err)
	}
	if again := h.guarded(short); again.Decision != guard.Allow || again.ID == "" {
		t.Errorf("the same write: %+v", again)
	}
	if other := h.guarded(map[string]string{"file_path": greetFile, "content": "package greet\n\n// nothing is left\n"}); other.Decision == guard.Allow {
		t.Errorf("another write: %+v", other)
	}
	h.verified()
}

func TestTheModesOfTheGuard(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Done.") })
	h.write(greetFile, goFile(hello, bye))
	elided := map[string]string{"file_path": greetFile, "content": goFile("func Greet() string {\n\t// ... existing code ...\n}", bye)}
	drops := map[string]string{"file_path": greetFile, "content": goFile(hello)}
	for _, c := range []struct {
		mode   string
		args   map[string]string
		client hook.Client
		want   guard.Decision
	}{
		{"deny", elided, hook.ClaudeCode, guard.Deny},
		{"deny", drops, hook.ClaudeCode, guard.Ask},
		{"deny", drops, hook.Codex, guard.Deny}, // it cannot ask
		{"ask", elided, hook.ClaudeCode, guard.Ask},
		{"ask", elided, hook.Codex, guard.Deny},
		{"warn", elided, hook.ClaudeCode, guard.Warn},
		{"warn", drops, hook.Codex, guard.Warn},
	} {
		raw, err := json.Marshal(c.args)
		if err != nil {
			t.Fatal(err)
		}
		said, err := sentry.Judge(context.Background(), h.settings("HOLDFAST_GUARD_MODE="+c.mode), hook.Call{Client: c.client, Folder: h.dir, Arguments: raw}, time.Now)
		if err != nil || said.Decision != c.want {
			t.Errorf("%s by %s: %s, want %s, %v: %s", c.mode, c.client, said.Decision, c.want, err, said.Reason)
		}
	}
}

// Without an engine the guard says the same, and where holdfast never was it says
// nothing at all.
func TestTheGuardNeedsNoEngine(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Done.") })
	h.write(greetFile, goFile(hello, bye))
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	short := map[string]string{"file_path": greetFile, "content": "package greet\n"}
	if said := h.guarded(short); said.Decision == guard.Allow || said.ID == "" {
		t.Errorf("%+v", said)
	}
	if err := os.RemoveAll(filepath.Join(h.dir, ".holdfast")); err != nil {
		t.Fatal(err)
	}
	if said := h.guarded(short); said.Decision != guard.Allow {
		t.Errorf("where holdfast never was: %+v", said)
	}
	if _, err := os.Stat(filepath.Join(h.dir, ".holdfast")); !os.IsNotExist(err) {
		t.Errorf("the guard has made the folder: %v", err)
	}
	h.furnish()
	h.open()
}

// The model's whole-file write is refused if the disk has changed since the model was
// shown it in the conversation, tracked or not; after it has read the file again the
// very same write passes.
func TestAWriteOverAVersionThatTheModelHasNotSeenIsRefused(t *testing.T) {
	t.Parallel()
	for name, adopted := range map[string]bool{"tracked": true, "only on disk": false} {
		t.Run(name, func(t *testing.T) {
			a := openAgent(t)
			a.write(greetFile, goFile(hello, bye))
			if adopted {
				if _, err := a.AdoptPaths(context.Background(), []string{greetFile}, nil); err != nil {
					t.Fatal(err)
				}
			}
			a.tool("what is in greet.go?", "read", map[string]string{"filePath": greetFile})
			a.result(goFile(hello, bye))
			mine := map[string]string{"filePath": greetFile, "content": goFile(goodDay, bye)}
			a.tool("greet better", "write", mine)
			if said := a.guarded(mine); said.Decision != guard.Allow {
				t.Fatalf("the model has seen it: %+v", said)
			}
			a.result("Error: the user rejected the call")

			edited := goFile("func Greet() string {\n\treturn \"by hand\"\n}", bye)
			a.write(greetFile, edited)
			a.tool("greet better, please", "write", mine)
			said := a.guarded(mine)
			if said.Decision != guard.Deny || !strings.Contains(said.Reason, "you have not seen the version that is on the disk now") {
				t.Fatalf("the disk has changed since: %+v", said)
			}
			a.result(said.Reason)

			a.tool("read it again", "read", map[string]string{"filePath": greetFile})
			a.result(edited)
			a.tool("now do it", "write", mine)
			if said := a.guarded(mine); said.Decision != guard.Allow {
				t.Errorf("the model has read it again: %+v", said)
			}
		})
	}
}

// Of whole files that the model writes as it has read them, while somebody has changed
// a function on disk since, at least 99 of 100 are refused.
func TestStaleWritesOfRealFilesAreRefused(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../parser/*/*.go")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	// Those first that share their name with others: what was said of one is no word on
	// the next, which stands in its place.
	names := map[string]int{}
	for _, f := range files {
		names[filepath.Base(f)]++
	}
	slices.SortStableFunc(files, func(a, b string) int { return names[filepath.Base(b)] - names[filepath.Base(a)] })
	a := openAgent(t)
	made, refused := 0, 0
	for i := 0; i < len(files) && made < 60; i++ {
		read, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		text, name := string(read), filepath.Base(files[i])
		at := strings.Index(text, ") {\n\t")
		last := strings.LastIndex(text, ") {\n\t")
		if at < 0 || last == at {
			continue
		}
		byHand := text[:at] + ") {\n\tprintln(1)\n\t" + text[at+len(") {\n\t"):]
		byModel := text[:last] + ") {\n\tprintln(2)\n\t" + text[last+len(") {\n\t"):]
		a.messages = nil
		a.write(name, text)
		a.tool("what is in "+name+"?", "read", map[string]string{"filePath": name})
		a.result(text)
		a.write(name, byHand)
		args := map[string]string{"filePath": name, "content": byModel}
		a.tool("change it", "write", args)
		if made++; a.guarded(args).Decision == guard.Deny {
			refused++
		} else {
			t.Log("let run: ", files[i])
		}
	}
	t.Logf("%d of %d refused", refused, made)
	if 100*refused < 99*made {
		t.Errorf("only %d of %d are refused", refused, made)
	}
}

// The file that will change is judged, whatever name the call gives it; a name that
// leads out of the workspace is nobody's business.
func TestTheFileThatWillChangeIsJudged(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Done.") })
	h.write("pkg/greet.go", goFile(hello, bye))
	h.write("my pkg/greet.go", goFile(hello, bye))
	far := filepath.Join(t.TempDir(), "far.go")
	must(t, os.WriteFile(far, []byte(goFile(hello, bye)), 0o600))
	for link, to := range map[string]string{"link.go": "pkg/greet.go", "lib": "pkg", "out.go": far} {
		must(t, os.Symlink(to, filepath.Join(h.dir, link)))
	}
	drops := goFile(hello)
	for path, want := range map[string]string{
		"pkg/greet.go": "pkg/greet.go", "link.go": "pkg/greet.go", "lib/greet.go": "pkg/greet.go", h.dir + "/lib/greet.go": "pkg/greet.go",
		"lib/../pkg/./greet.go": "pkg/greet.go", "file://" + h.dir + "/link.go": "pkg/greet.go", "file://" + h.dir + "/my%20pkg/greet.go": "my pkg/greet.go",
		"file://localhost" + h.dir + "/pkg/greet.go": "pkg/greet.go",
		"out.go": "", far: "", "../far.go": "", "PKG/GREET.GO": "",
	} {
		said := h.guarded(map[string]string{"file_path": path, "content": drops})
		if want == "" && said.Decision != guard.Allow || want != "" && !strings.HasPrefix(said.Summary, want+": it has 2 symbols") {
			t.Errorf("%s: %s %q, want one about %q", path, said.Decision, said.Summary, want)
		}
	}
	for _, command := range []string{"cat > link.go <<'EOF'\n" + drops + "EOF", "cd lib && cat > greet.go <<'EOF'\n" + drops + "EOF"} {
		if said := h.guarded(map[string]string{"command": command}); said.Decision == guard.Allow {
			t.Errorf("%q is let run", command)
		}
	}
	if said := h.guarded(map[string]string{"command": "rm link.go"}); said.Decision != guard.Allow {
		t.Errorf("the link is removed, not the file: %+v", said)
	}
	h.verified()
}
