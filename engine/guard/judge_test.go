package guard_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/guard"
	"holdfast/engine/stale"
	"holdfast/parser/call"
)

const pool = `package pool

import "errors"

// ErrClosed is returned after Close.
var ErrClosed = errors.New("closed")

type Pool struct {
	idle []int
	max  int
}

func (p *Pool) Acquire(want int) (int, error) {
	if p.max == 0 {
		return 0, ErrClosed
	}
	for i, c := range p.idle {
		if c == want {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			return c, nil
		}
	}
	if len(p.idle) < p.max {
		p.idle = append(p.idle, want)
	}
	return want, nil
}

func (p *Pool) Release(c int) {
	p.idle = append(p.idle, c)
}

func (p *Pool) Close() {
	p.max = 0
}

func Wait(p *Pool) bool { return p.max > 0 }
`

// house is a workspace with files in it.
type house struct {
	dir  string
	disk *etv.Disk
}

func newHouse(t testing.TB, files map[string]string) *house {
	t.Helper()
	h := &house{dir: t.TempDir()}
	for name, text := range files {
		path := filepath.Join(h.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	disk, err := etv.Open(h.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	h.disk = disk
	return h
}

func (h *house) ground() guard.Ground {
	return guard.Ground{Disk: stale.NewReading(etv.NewVerifier(h.disk, time.Now)), Roots: []string{h.dir}, Limits: gates.DefaultLimits}
}

func arguments(t testing.TB, args map[string]any) []call.Action {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return call.Read(call.Call{Arguments: raw})
}

func between(text, from, to string) string {
	a := strings.Index(text, from)
	b := a + strings.Index(text[a:], to) + len(to)
	return text[a:b]
}

func TestAWriteIsJudgedBeforeItRuns(t *testing.T) {
	acquire := between(pool, "func (p *Pool) Acquire", "\n}\n")
	without := func(old, now string) string {
		if !strings.Contains(pool, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(pool, old, now, 1)
	}
	write := func(text string) map[string]any { return map[string]any{"file_path": "pool.go", "content": text} }
	edit := func(old, now string) map[string]any {
		return map[string]any{"file_path": "pool.go", "old_string": old, "new_string": now}
	}
	for _, c := range []struct {
		name  string
		args  map[string]any
		want  guard.Decision
		tells string // stands in the reason
	}{
		{"the file as it is", write(pool), guard.Allow, ""},
		{"a changed function", write(without("return want, nil", "return want + 1, nil")), guard.Allow, ""},
		{"a new function", write(pool + "\nfunc More() {}\n"), guard.Allow, ""},
		{"a new file", map[string]any{"path": "new.go", "content": "package pool\n\nfunc New() {}\n"}, guard.Allow, ""},
		{"one symbol is missing", write(without("func (p *Pool) Close() {\n\tp.max = 0\n}\n", "")), guard.Ask, "leaves out 1: Pool.Close"},
		{"most symbols are missing", write("package pool\n\ntype Pool struct {\n\tidle []int\n\tmax  int\n}\n"), guard.Deny, "it has 6 symbols, and your version leaves out 5"},
		{"the rest is elided", write(pool[:strings.Index(pool, "func (p *Pool) Release")] + "// ... rest of the file unchanged ...\n"), guard.Deny, "elided at line 29"},
		{"a body is elided", write(without(acquire, "func (p *Pool) Acquire(want int) (int, error) {\n\t// ... existing code ...\n\treturn want, nil\n}\n")), guard.Deny, "elided"},
		{"a body is a stub", write(without(acquire, "func (p *Pool) Acquire(want int) (int, error) {\n\tpanic(\"not implemented\")\n}\n")), guard.Deny, "placeholder"},
		{"a body shrinks", write(without(acquire, "func (p *Pool) Acquire(want int) (int, error) {\n\treturn want, nil\n}\n")), guard.Deny, "collapse"},
		{"a body is cut down to a new line", write(without(acquire, "func (p *Pool) Acquire(want int) (int, error) {\n\treturn -1, nil\n}\n")), guard.Deny, "collapse"},
		{"a body is written anew", write(without(acquire, "func (p *Pool) Acquire(want int) (int, error) {\n\tif at := slices.Index(p.idle, want); at >= 0 {\n\t\tp.idle = slices.Delete(p.idle, at, at+1)\n\t}\n\treturn p.lend(want)\n}\n")), guard.Allow, ""},
		{"a body moves into another function", write(without(acquire, "func (p *Pool) Acquire(want int) (int, error) {\n\treturn p.acquire(want)\n}\n\n"+strings.Replace(acquire, "Acquire", "acquire", 1))), guard.Allow, ""},
		{"the end is missing", write(pool[:strings.Index(pool, "\tif len(p.idle) < p.max")]), guard.Deny, ""},
		{"an edit", edit("return want, nil", "return want + 1, nil"), guard.Allow, ""},
		{"an edit that deletes a symbol by its old text", edit("func (p *Pool) Close() {\n\tp.max = 0\n}\n", ""), guard.Allow, ""},
		{"an edit that shortens by its old text", edit(acquire, "func (p *Pool) Acquire(want int) (int, error) {\n\treturn want, nil\n}\n"), guard.Allow, ""},
		{"an edit that leaves a stub", edit(acquire, "func (p *Pool) Acquire(want int) (int, error) {\n\t// TODO: implement\n\treturn 0, nil\n}\n"), guard.Deny, "placeholder"},
		{"an edit that leaves code out", edit("\tif p.max == 0 {\n\t\treturn 0, ErrClosed\n\t}\n", "\t// ... existing code ...\n"), guard.Deny, "elided"},
		{"an edit that breaks the syntax", edit("\tp.max = 0\n}\n", "\tp.max = 0\n"), guard.Deny, "parse"},
		{"an edit that does not apply", edit("no such text", "x"), guard.Allow, ""},
		{"a heredoc that drops most", map[string]any{"command": "cat > pool.go <<'EOF'\npackage pool\n\ntype Pool struct{ max int }\nEOF"}, guard.Deny, "leaves out"},
		{"a command of which only the disk will know", map[string]any{"command": "gofmt -w pool.go"}, guard.Allow, ""},
		{"a path outside", map[string]any{"file_path": "/elsewhere/plan.md", "content": "x"}, guard.Allow, ""},
		{"a path that leaves", map[string]any{"file_path": "../plan.md", "content": "x"}, guard.Allow, ""},
		{"no arguments", map[string]any{}, guard.Allow, ""},
		{"a read", map[string]any{"file_path": "pool.go"}, guard.Allow, ""},
		{"a patch with an elision", map[string]any{"input": "*** Begin Patch\n*** Update File: pool.go\n@@\n-\tp.max = 0\n+\t// ... rest of the method ...\n*** End Patch"}, guard.Deny, "elided"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"pool.go": pool})
			v := guard.Judge(arguments(t, c.args), h.ground())
			if v.Decision != c.want {
				t.Fatalf("%s, want %s: %+v", v.Decision, c.want, v.Faults)
			}
			if !strings.Contains(v.Reason, c.tells) {
				t.Errorf("the reason does not tell %q:\n%s", c.tells, v.Reason)
			}
			if v.Decision != guard.Allow && (v.Subject == "" || v.Summary == "" || len(v.Paths) == 0 || !strings.HasPrefix(v.Reason, guard.Refused)) {
				t.Errorf("it says too little: %+v", v)
			}
			if got, _ := os.ReadFile(filepath.Join(h.dir, "pool.go")); string(got) != pool {
				t.Error("the guard has written the file")
			}
		})
	}
}

// A version that is known to be made without a sight of what it replaces is refused,
// and an edit that fits is not.
func TestAWriteOverWhatTheModelHasNotSeenIsRefused(t *testing.T) {
	h := newHouse(t, map[string]string{"pool.go": pool})
	changed := strings.Replace(pool, "return want, nil", "return want + 1, nil", 1)
	g := h.ground()
	var asked []string
	g.Unseen = func(entity, hash string) bool {
		asked = append(asked, entity)
		return true
	}
	v := guard.Judge(arguments(t, map[string]any{"path": "pool.go", "content": changed}), g)
	if v.Decision != guard.Deny || len(v.Faults) != 1 || v.Faults[0].Kind != guard.Unseen || !strings.Contains(v.Reason, "Read the file again") {
		t.Errorf("%+v", v)
	}
	for _, entity := range asked {
		if entity != "pool.go::Pool.Acquire" {
			t.Errorf("asked about %s, which the write leaves as it is", entity)
		}
	}
	v = guard.Judge(arguments(t, map[string]any{"path": "pool.go", "old_string": "return want, nil", "new_string": "return want + 1, nil"}), g)
	if v.Decision != guard.Allow {
		t.Errorf("the edit proves that its old text was seen: %+v", v)
	}
	if v = guard.Judge(arguments(t, map[string]any{"path": "new.go", "content": "package pool\n\nfunc New() {}\n"}), g); v.Decision != guard.Allow {
		t.Errorf("there is nothing to see of a new file: %+v", v)
	}
}

// The same write has the same subject, whatever else the call says, and another write
// has another.
func TestASubjectIsThatOfTheWrite(t *testing.T) {
	h := newHouse(t, map[string]string{"pool.go": pool})
	short := "package pool\n\ntype Pool struct{ max int }\n"
	first := guard.Judge(arguments(t, map[string]any{"path": "pool.go", "content": short}), h.ground())
	again := guard.Judge(arguments(t, map[string]any{"file_path": h.dir + "/pool.go", "content": short, "description": "again"}), h.ground())
	other := guard.Judge(arguments(t, map[string]any{"path": "pool.go", "content": short + "func More() {}\n"}), h.ground())
	if first.Subject == "" || first.Subject != again.Subject || first.Subject == other.Subject {
		t.Errorf("%q, %q, %q", first.Subject, again.Subject, other.Subject)
	}
}

// What cannot be read or judged is let run, and quickly so.
func TestHostileWritesAreJudgedQuickly(t *testing.T) {
	big := strings.Repeat("func f() {\n\t// ...\n}\n", 40_000)
	h := newHouse(t, map[string]string{"pool.go": pool, "nul.go": "package a\x00", "huge.go": big, "notes.md": "# Notes\n"})
	if err := os.Symlink("pool.go", filepath.Join(h.dir, "link.go")); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string]map[string]any{
		"a link":             {"path": "link.go", "content": "package pool\n"},
		"a binary file":      {"path": "nul.go", "content": "package pool\n"},
		"a file too large":   {"path": "huge.go", "content": "package pool\n"},
		"a folder":           {"path": "./", "content": "x"},
		"holdfast's own":     {"path": ".holdfast/config.toml", "content": "x"},
		"a plan of an agent": {"path": "/tmp/plan.md", "content": "..."},
		"angle brackets":     {"path": "new.txt", "content": strings.Repeat("<", 100<<10)},
		"backticks":          {"path": "new.md", "content": strings.Repeat("```\n", 25<<10)},
		"nested braces":      {"path": "new.js", "content": strings.Repeat("{", 100<<10)},
	} {
		began := time.Now()
		if v := guard.Judge(arguments(t, args), h.ground()); v.Decision != guard.Allow {
			t.Errorf("%s: %+v", name, v)
		}
		if took := time.Since(began); took > 10*time.Second { // 100 ms where nothing else runs
			t.Errorf("%s took %s", name, took)
		}
	}
}

// One remark is one fault, and the same fault of several symbols is said once.
func TestAReasonSaysEachThingOnce(t *testing.T) {
	h := newHouse(t, map[string]string{"pool.go": pool, "run.sh": "name=x\necho $name\n"})
	write := func(path, content string) guard.Verdict {
		args, _ := json.Marshal(map[string]string{"file_path": path, "content": content}) // texts always marshal
		return guard.Judge(call.Read(call.Call{Name: "Write", Arguments: args}), h.ground())
	}
	elided := strings.Replace(pool, between(pool, "\tfor i, c", "want)\n\t}\n"), "\t// ... existing code ...\n", 1)
	v := write("pool.go", strings.Replace(elided, "func Wait(p *Pool) bool { return p.max > 0 }\n", "", 1))
	if strings.Count(v.Reason, "existing code") != 1 || !strings.Contains(v.Reason, "- pool.go, Pool.Acquire: elided") || !strings.Contains(v.Reason, "leaves out 1: Wait") {
		t.Errorf("a symbol elided and one left out: %s", v.Reason)
	}
	two := strings.NewReplacer("\tp.idle = append(p.idle, c)", "\tpanic(\"not implemented\")", "\tp.max = 0", "\tpanic(\"not implemented\")").Replace(pool)
	if v := write("pool.go", two); len(v.Faults) != 1 || !strings.Contains(v.Reason, "- pool.go, Pool.Release, Pool.Close: a placeholder takes the place of the code") {
		t.Errorf("two stubs: %s", v.Reason)
	}
	if v := write("run.sh", "main() {\n  echo \"$1\"\n}\nmain x\n"); v.Decision != guard.Allow {
		t.Errorf("a file without symbols gets one: %s", v.Reason)
	}
	if v := write("run.sh", "main() {\n  echo \"$1\"\n}\n# ... rest of the script unchanged ...\n"); len(v.Faults) != 1 || !strings.Contains(v.Reason, "- run.sh: elided at line 4") {
		t.Errorf("a file without symbols gets one and a remark: %s", v.Reason)
	}
}
