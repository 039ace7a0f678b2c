package endtoend

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// workplace is a folder in which the program is used.
type workplace struct {
	t              *testing.T
	program, root  string
	upstream, base string
	serve          *exec.Cmd
	log            bytes.Buffer
}

func newWorkplace(t *testing.T, reply string) *workplace {
	t.Helper()
	return &workplace{t: t, program: binary(t), root: t.TempDir(), upstream: model(t, reply).URL}
}

func (w *workplace) command(args ...string) *exec.Cmd {
	c := exec.Command(w.program, append(args, "--workspace", w.root)...)
	c.Dir, c.Env = w.root, []string{"HOME=" + w.t.TempDir(), "PATH=" + os.Getenv("PATH")}
	return c
}

// run runs a command to its end.
func (w *workplace) run(code int, args ...string) (stdout, stderr string) {
	w.t.Helper()
	c := w.command(args...)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	if got := c.ProcessState.ExitCode(); got != code {
		w.t.Fatalf("holdfast %v ended with %d, want %d:\n%s\n%s", args, got, code, out.String(), said.String())
	}
	return out.String(), said.String()
}

func (w *workplace) start() {
	w.t.Helper()
	w.serve = w.command("serve", "--listen", "127.0.0.1:0", "--upstream", w.upstream)
	stdout, err := w.serve.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	w.serve.Stderr = &w.log
	if err := w.serve.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(w.kill)
	greeting, err := bufio.NewReader(stdout).ReadString('\n')
	at := strings.Index(greeting, "http://")
	if err != nil || at < 0 {
		w.kill()
		w.t.Fatalf("serve printed %q, %v: %s", greeting, err, w.log.String())
	}
	w.base = strings.TrimSuffix(strings.TrimSpace(greeting[at:]), "/v1")
}

// kill ends serve as kill -9 does.
func (w *workplace) kill() {
	if w.serve != nil {
		_ = w.serve.Process.Kill()
		_ = w.serve.Wait()
		w.serve = nil
	}
}

func (w *workplace) get(path string, into any) {
	w.t.Helper()
	resp, err := http.Get(w.base + path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil || resp.StatusCode != http.StatusOK {
		w.t.Fatalf("%s: %s, %v", path, resp.Status, err)
	}
}

type doctorSays struct {
	Status string
	Checks []struct{ Name, Status, Detail string }
}

func (d doctorSays) of(name string) string {
	for _, c := range d.Checks {
		if c.Name == name {
			return c.Status + ": " + c.Detail
		}
	}
	return ""
}

func (w *workplace) doctor() (d doctorSays) {
	w.t.Helper()
	w.get("/doctor", &d)
	return d
}

func (w *workplace) entities() map[string]any {
	w.t.Helper()
	var state struct{ Entities map[string]any }
	w.get("/state", &state)
	return state.Entities
}

// ask is a turn; the reply came through.
func (w *workplace) ask(prompt string) {
	w.t.Helper()
	body := fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":%q}]}`, prompt)
	resp, err := http.Post(w.base+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !bytes.Contains(text, []byte("assistant")) {
		w.t.Fatalf("a request: %s, %v: %s", resp.Status, err, text)
	}
}

func (w *workplace) write(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.root, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		w.t.Fatal(err)
	}
}

// eventually waits for what a running engine does by itself.
func (w *workplace) eventually(what string, is func() bool) {
	w.t.Helper()
	for end := time.Now().Add(30 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("%s: not within 30 s\n%s", what, w.log.String())
		}
	}
}

const poolReply = "```go store/pool.go\npackage store\n\nfunc Open() int { return 1 }\n```\n"

// damages are what may become of a database file.
var damages = map[string]func(path string, content []byte) error{
	"cut":    func(path string, content []byte) error { return os.WriteFile(path, content[:len(content)/2+7], 0o600) },
	"zeros":  func(path string, content []byte) error { return os.WriteFile(path, make([]byte, len(content)), 0o600) },
	"a text": func(path string, _ []byte) error { return os.WriteFile(path, []byte("my diary\n"), 0o600) },
	"a folder": func(path string, _ []byte) error {
		return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
	},
	"emptied": func(path string, _ []byte) error { return os.Truncate(path, 0) },
	"first page": func(path string, content []byte) error {
		return os.WriteFile(path, append(bytes.Repeat([]byte{0xa5}, 4096), content[4096:]...), 0o600)
	},
	"second half": func(path string, content []byte) error {
		half := len(content) / 2
		return os.WriteFile(path, append(bytes.Clone(content[:half]), bytes.Repeat([]byte{0x5a}, len(content)-half)...), 0o600)
	},
}

// damagedWorkplace has a map of two entities, one of which only the Vault holds, a
// block of it, and a database that was damaged.
func damagedWorkplace(t *testing.T, damage func(string, []byte) error) (w *workplace, block string) {
	t.Helper()
	w = newWorkplace(t, poolReply)
	w.write("a.go", "package a\n\nfunc F() {}\n")
	w.run(0, "adopt", ".")
	w.start()
	w.ask("write store/pool.go")
	w.kill()
	block = filepath.Join(t.TempDir(), "block.json")
	text, _ := w.run(0, "checkpoint")
	save(t, block, text)
	content, err := os.ReadFile(w.database())
	if err != nil {
		t.Fatal(err)
	}
	if err := damage(w.database(), content); err != nil {
		t.Fatal(err)
	}
	return w, block
}

func (w *workplace) database() string { return filepath.Join(w.root, ".holdfast", "holdfast.db") }

// Whatever the database was overwritten with, requests are forwarded, every command
// says what helps, and that helps: beside the engine, and it goes on by itself.
func TestADamagedDatabaseIsRecoveredFromABlock_P1(t *testing.T) {
	t.Parallel()
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, block := damagedWorkplace(t, damage)
			if name != "cut" && name != "second half" { // which open as far as they are sound
				for _, view := range []string{"state", "pending", "stale", "recent", "sessions", "inspect"} {
					if _, said := w.run(2, view); strings.Count(said, "\n") != 1 || !strings.Contains(said, "recover") {
						t.Errorf("%s says %q", view, said)
					}
				}
			}
			if out, said := w.command("verify").CombinedOutput(); said == nil || !bytes.Contains(out, []byte("recover")) && !bytes.Contains(out, []byte("differences")) {
				t.Errorf("verify: %s, %v", out, said)
			}
			w.start()
			w.ask("is anybody there?")
			if d := w.doctor(); d.Status != "failing" || !strings.Contains(d.of("ledger_chain"), "READ-ONLY") {
				t.Errorf("the doctor says %+v", d)
			}
			var health struct{ Status, Notice string }
			if w.get("/health", &health); health.Status != "ok" || !strings.HasPrefix(health.Notice, "READ-ONLY: ") {
				t.Errorf("/health says %+v", health)
			}
			w.run(0, "recover", block, "--yes")
			w.eventually("the engine goes on", func() bool { return len(w.entities()) > 0 && w.doctor().Status != "failing" })
			if got := w.entities(); got["a.go::F"] == nil {
				t.Errorf("the State Map is %v", got)
			}
			w.ask("write store/pool.go")
			if got := w.entities(); len(got) != 2 {
				t.Errorf("the State Map is %v", got)
			}
			w.kill()
			w.run(0, "verify")
			if kept, err := filepath.Glob(w.database() + ".damaged-????????-??????"); err != nil || len(kept) != 1 && name != "emptied" {
				t.Errorf("kept: %v, %v", kept, err)
			}
		})
	}
}

func TestADamagedDatabaseIsBegunAnew_P1(t *testing.T) {
	t.Parallel()
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := damagedWorkplace(t, damage)
			out, _ := w.run(0, "recover", "--fresh")
			if name != "emptied" && !strings.Contains(strings.Join(strings.Fields(out), " "), "kept as .holdfast/holdfast.db.damaged-") {
				t.Errorf("it says %q", out)
			}
			w.run(0, "verify")
			w.run(0, "adopt", ".")
			w.start()
			if d := w.doctor(); d.Status == "failing" || len(w.entities()) != 1 {
				t.Errorf("the doctor says %+v of %v", d, w.entities())
			}
		})
	}
}

// Of a file whose Ledger is whole all is saved: an engine goes on by itself and says
// so, and the operator's word is carried out all the same.
func TestWhatIsDamagedOutsideOfTheLedgerIsSaved_P1(t *testing.T) {
	t.Parallel()
	foreign := func(path string, content []byte) error {
		return os.WriteFile(path, append(append(bytes.Clone(content[:68]), "mine"...), content[72:]...), 0o600)
	}
	w, _ := damagedWorkplace(t, foreign)
	w.run(2, "state")
	w.start()
	if d := w.doctor(); d.Status != "degraded" || !strings.Contains(d.of("sqlite_integrity"), "nothing is lost") || len(w.entities()) != 2 {
		t.Errorf("the doctor says %+v of %v", d, w.entities())
	}
	w.kill()
	w.run(0, "verify")

	w, block := damagedWorkplace(t, foreign)
	w.run(0, "recover", block, "--yes")
	w.run(0, "verify")
	w, _ = damagedWorkplace(t, foreign)
	w.run(0, "recover", "--fresh")
	w.run(0, "verify")
	w.start()
	if got := w.entities(); len(got) != 0 || w.doctor().Status == "failing" {
		t.Errorf("after a fresh start the State Map is %v", got)
	}
}

// What the State Map was is in the Ledger: both ways of recovering build it anew.
func TestAStateMapThatWasEmptiedIsBuiltFromTheLedger_P2(t *testing.T) {
	t.Parallel()
	empty := func(path string, _ []byte) error {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			return err
		}
		db.SetMaxOpenConns(1)
		_, err = db.Exec(`DROP TRIGGER state_map_keeps_truth; DELETE FROM state_map`)
		return errors.Join(err, db.Close())
	}
	w, block := damagedWorkplace(t, empty)
	w.start()
	if d := w.doctor(); d.Status != "failing" {
		t.Errorf("the doctor says %+v", d)
	}
	out, _ := w.run(0, "recover", block, "--yes")
	if !strings.Contains(out, "and nothing is lost") {
		t.Errorf("it says %q", out)
	}
	w.eventually("the engine goes on", func() bool { return len(w.entities()) == 2 && w.doctor().Status != "failing" })
	w.kill()
	w.run(0, "verify")

	w, _ = damagedWorkplace(t, empty)
	w.run(0, "recover", "--fresh")
	w.run(0, "verify")
	w.run(0, "restore", "store/pool.go::Open") // it was built from the Ledger, and then ended
	w.run(0, "verify")
	w.run(1, "recover", "--fresh") // nothing is wrong any more
}

// git clean and git stash take the folder away under a running engine: whatever is
// acknowledged afterwards is there after kill -9.
func TestWhatGitTakesAwayUnderARunningEngineIsWrittenAnew_K18(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]string{
		"git clean": "git clean -fdxq", "git stash": "git stash --all -q", "rm": "rm -rf .holdfast", "rm of the files": "rm .holdfast/* .holdfast/.gitignore",
		"rm of the log": "rm .holdfast/holdfast.db-wal",
	} {
		for _, idle := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, idle %v", name, idle), func(t *testing.T) {
				t.Parallel()
				w := newWorkplace(t, poolReply)
				w.write("a.go", "package a\n\nfunc F() {}\n")
				shell := func(line string) {
					t.Helper()
					c := exec.Command("sh", "-c", line)
					c.Dir, c.Env = w.root, []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
					if out, err := c.CombinedOutput(); err != nil {
						t.Fatalf("%s: %v: %s", line, err, out)
					}
				}
				shell("git init -q && git config user.email a@b && git config user.name x && git add a.go && git commit -qm a")
				w.run(0, "adopt", ".")
				w.start()
				shell(take)
				if idle {
					w.eventually("the engine notices", func() bool {
						_, err := os.Stat(w.database())
						return err == nil && w.doctor().of("sqlite_integrity") != ""
					})
				}
				w.ask("write store/pool.go")
				if d := w.doctor(); d.Status != "degraded" || !strings.Contains(d.of("sqlite_integrity"), "warn: the database was taken away") {
					t.Errorf("the doctor says %+v", d)
				}
				var health struct{ Status, Notice string }
				if w.get("/health", &health); !strings.Contains(health.Notice, "written anew") {
					t.Errorf("/health says %+v", health)
				}
				w.eventually("the workspace is locked again", func() bool {
					says, err := os.ReadFile(filepath.Join(w.root, ".holdfast", "lock"))
					return err == nil && len(says) > 0 // which is written once it is locked
				})
				if _, said := w.run(2, "serve", "--listen", "127.0.0.1:0", "--upstream", "demo"); !strings.Contains(said, "another holdfast") {
					t.Errorf("a second engine: %s", said)
				}
				w.kill()
				w.run(0, "verify")
				w.start()
				if got := w.entities(); len(got) != 2 || w.doctor().Status == "failing" {
					t.Errorf("after kill -9 the State Map is %v: %+v", got, w.doctor())
				}
			})
		}
	}
}

// What was decided in words is in no block: a recovery says so, says how much it
// was, and what brings it back does.
func TestARecoveryOffersTheExportOfWhatWasDecided_F19(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, "ok")
	w.write("a.go", "package a\n\nfunc F() {}\n")
	w.run(0, "adopt", ".")
	w.start()
	w.ask("We decided to use PostgreSQL for the job queue. The service must run on Debian 12.")
	w.eventually("the items are read", func() bool {
		out, err := w.command("inspect").Output()
		return err == nil && bytes.Contains(out, []byte("PostgreSQL"))
	})
	w.kill()
	block := filepath.Join(t.TempDir(), "block.json")
	text, _ := w.run(0, "checkpoint")
	save(t, block, text)
	w.run(0, "export")
	if _, err := os.Stat(filepath.Join(w.root, ".deltamind", ".gitignore")); err != nil {
		t.Error(err)
	}
	was, _ := w.run(0, "inspect")
	if err := os.RemoveAll(filepath.Join(w.root, ".holdfast")); err != nil {
		t.Fatal(err)
	}
	out, _ := w.run(0, "recover", block, "--yes")
	out = strings.Join(strings.Fields(out), " ")
	if !strings.Contains(out, "are not in the block, and the session has 0; the export of ") || !strings.Contains(out, "holdfast import .deltamind/snapshot.json brings them back") {
		t.Errorf("it says %s", out)
	}
	w.run(0, "import", ".deltamind/snapshot.json")
	if is, _ := w.run(0, "inspect"); !strings.Contains(is, "PostgreSQL") {
		t.Errorf("the items are\n%s\nand were\n%s", is, was)
	}
	w.run(0, "verify")
}

// A demo whose terminal is closed leaves nothing behind.
func TestADemoWhoseTerminalIsClosedRemovesItsFolder_F24(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, "ok")
	folders := t.TempDir()
	c := exec.Command(w.program, "demo", "--headless")
	c.Dir, c.Env = w.root, []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + folders}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	left := func() int {
		list, err := os.ReadDir(folders)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	w.eventually("the demo makes its folder", func() bool { return left() > 0 })
	_ = c.Process.Signal(syscall.SIGHUP)
	_ = c.Wait() // how it ends is not the matter
	if n := left(); n > 0 {
		t.Errorf("it leaves %d folders", n)
	}
}
