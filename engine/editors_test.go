package engine_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// editor changes "hello" to "edited by hand" in a file as one program does.
type editor struct {
	name string
	tool string // that must be installed
	save func(t *testing.T, path string)
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

func edited(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.Replace(string(text), `"hello"`, `"edited by hand"`, 1))
}

var editors = []editor{
	{"truncate and write, as VS Code does", "", func(t *testing.T, path string) {
		text := edited(t, path)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}},
	{"write beside and rename over, as atomic writers do", "", func(t *testing.T, path string) {
		beside := path + ".tmp"
		if err := os.WriteFile(beside, edited(t, path), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(beside, path); err != nil {
			t.Fatal(err)
		}
	}},
	{"the dance of JetBrains", "", func(t *testing.T, path string) {
		fresh, old := path+"___jb_tmp___", path+"___jb_old___"
		if err := os.WriteFile(fresh, edited(t, path), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, move := range [][2]string{{path, old}, {fresh, path}} {
			if err := os.Rename(move[0], move[1]); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Remove(old); err != nil {
			t.Fatal(err)
		}
	}},
	{"sed -i", "sed", func(t *testing.T, path string) {
		run(t, filepath.Dir(path), "sed", "-i", `s/"hello"/"edited by hand"/`, path)
	}},
	{"vim", "vim", func(t *testing.T, path string) {
		run(t, filepath.Dir(path), "vim", "-Nu", "NONE", "-es", "-c", `%s/"hello"/"edited by hand"/`, "-c", "wq", path)
	}},
	{"git checkout", "git", func(t *testing.T, path string) {
		dir := filepath.Dir(path)
		git := func(args ...string) {
			run(t, dir, "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		}
		git("init", "-q", "-b", "main")
		git("add", greetFile)
		git("commit", "-qm", "one")
		git("checkout", "-qb", "other")
		if err := os.WriteFile(path, edited(t, path), 0o644); err != nil {
			t.Fatal(err)
		}
		git("commit", "-qam", "two")
		git("checkout", "-q", "main")
		git("checkout", "-q", "other")
	}},
}

func Test154EverySaveIsSeenByTheNextPromptAndTold(t *testing.T) {
	t.Parallel()
	for _, e := range editors {
		t.Run(e.name, func(t *testing.T) {
			if e.tool != "" {
				if _, err := exec.LookPath(e.tool); err != nil {
					t.Skip(e.tool + " is not installed")
				}
			}
			h := savedHouse(t)
			alerts := h.listen()
			e.save(t, filepath.Join(h.dir, greetFile))
			h.ask("explain Greet and Part")
			prompt := h.prompt()
			if strings.Contains(prompt, "Entity: "+greet) || !strings.Contains(prompt, "- "+greet) || !h.sees(part) {
				t.Errorf("the prompt after the save:\n%s", prompt)
			}
			// A tool that takes the file away first may be seen at that moment too.
			for got := ""; !strings.Contains(got, "STALE"); {
				if got = alerts.next(t, greet); !strings.Contains(got, "STALE") && !strings.Contains(got, "is gone from the disk") {
					t.Errorf("alert %q", got)
				}
			}
			h.verified()
		})
	}
}
