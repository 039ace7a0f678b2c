package decide_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/decide"
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/store/event"
)

// world is a session's ground with a folder of files below it and no database: what is
// decided is folded at once, as the one writer does once it is durable.
type world struct {
	t        *testing.T
	dir      string
	verifier *etv.Verifier
	vault    map[string][]byte
	state    *statemap.Map
	pending  *statemap.Pending
	ground   *decide.Ground
	turn     int
	row      int64
	names    map[string]string // of artifacts, "#1" for the first that was recorded
	recorded map[string]event.Artifact
	// seen reports whether the model saw a version of an entity; nil means that it saw
	// all of them.
	seen func(entity, hash string) bool
}

func newWorld(t *testing.T, tolerates bool, files map[string]string) *world {
	t.Helper()
	w := &world{
		t: t, dir: t.TempDir(), vault: map[string][]byte{}, pending: statemap.NewPending(),
		names: map[string]string{}, recorded: map[string]event.Artifact{},
	}
	disk, err := etv.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	hourAhead := time.Now().Add(time.Hour) // every file was written long ago
	w.verifier = etv.NewVerifier(disk, func() time.Time { return hourAhead })
	w.state = statemap.New(hydrate.Options{}, w.load)
	w.ground = decide.NewGround(w.state, w.pending, gates.DefaultLimits, func() bool { return tolerates })
	for path, text := range files {
		w.write(path, text)
	}
	return w
}

func (w *world) load(hash string) ([]byte, error) {
	text, known := w.vault[hash]
	if !known {
		return nil, event.ErrNotFound
	}
	return text, nil
}

func (w *world) write(path, text string) {
	w.t.Helper()
	at := filepath.Join(w.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) delete(path string) {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.dir, filepath.FromSlash(path))); err != nil {
		w.t.Fatal(err)
	}
}

// now is the disk as it is.
func (w *world) now() *stale.Reading { return stale.NewReading(w.verifier) }

func (w *world) resolve(text string, user bool) resolve.Result {
	known := func(path string) bool { return w.state.Known(path) || w.now().File(path) != nil }
	blocks := block.Extract(text, block.Options{Known: known, Files: w.state.Paths()})
	return resolve.Blocks(blocks, resolve.Context{Map: w.state, Disk: w.now(), User: user})
}

// model plans a finished reply of the model and folds what comes of it.
func (w *world) model(reply string) *decide.Plan { return w.said(reply, decide.Writer{Finish: "stop"}) }

func (w *world) said(reply string, by decide.Writer) *decide.Plan {
	w.t.Helper()
	by.Origin = event.ByModel
	return w.plan(w.resolve(reply, false), by)
}

// user plans a paste of plain chat.
func (w *world) user(words string) *decide.Plan { return w.pasted(words, nil) }

func (w *world) pasted(words string, how *decide.Pasting) *decide.Plan {
	w.t.Helper()
	if how == nil {
		how = &decide.Pasting{Client: "chat", Doubt: func(string) string { return "" }}
	}
	return w.plan(w.resolve(words, true), decide.Writer{Origin: event.ByUser, Pasting: how})
}

// call plans one tool call of a reply; its arguments are a JSON object.
func (w *world) call(id string, arguments map[string]any) *decide.Plan {
	w.t.Helper()
	text, err := json.Marshal(arguments)
	if err != nil {
		w.t.Fatal(err)
	}
	made := []resolve.Made{{ID: id, Actions: call.Read(call.Call{Name: "tool", Arguments: text})}}
	res := resolve.Calls(made, []string{w.dir}, resolve.Context{Map: w.state, Disk: w.now()})
	return w.plan(res, decide.Writer{Origin: event.ByModel, Finish: "tool_calls"})
}

func (w *world) plan(res resolve.Result, by decide.Writer) *decide.Plan {
	w.t.Helper()
	w.turn++
	by.Episode = fmt.Sprint("episode-", w.turn)
	if by.Acknowledged == nil {
		by.Acknowledged = w.seen
	}
	if by.Acknowledged == nil {
		by.Acknowledged = func(string, string) bool { return true }
	}
	p := w.ground.Plan(res, by, w.now())
	w.commit(p.Blobs, p.Events)
	return p
}

// commit folds a batch as the one writer does, and fails where the database would
// refuse it.
func (w *world) commit(blobs [][]byte, list []event.Event) {
	w.t.Helper()
	for _, b := range blobs {
		w.vault[event.Hash(b)] = b
	}
	for _, ev := range list {
		if e, together := ev.(event.FileAdopted); together {
			w.cut(e)
		}
	}
	for _, ev := range singles(list) {
		w.row++
		switch ev := ev.(type) {
		case event.ArtifactRecorded:
			if _, twice := w.recorded[ev.Artifact]; twice {
				w.t.Fatalf("%s is recorded twice under one id", ev.Entity)
			}
			w.names[ev.Artifact] = fmt.Sprint("#", len(w.names)+1)
			a := statemap.Recorded(ev)
			a.State = event.Proposed
			w.recorded[ev.Artifact] = a
		case event.ArtifactPromoted:
			a := w.recorded[ev.Artifact]
			if has := decide.ArtifactOf(w.state.Get(ev.Entity)); has != ev.Supersedes {
				w.t.Fatalf("%s: it supersedes %q, and %q stands", ev.Entity, ev.Supersedes, has)
			}
			a.State, a.StateSeq, a.Grant, a.Disk, a.Persisted, a.Gates = event.Authoritative, w.row, ev.Grant, ev.Disk, ev.Persisted, ev.Gates
			w.recorded[ev.Artifact] = a
			w.state.Promote(a, ev)
		case event.ArtifactClosed:
			a := w.recorded[ev.Artifact]
			if a.State != event.Proposed {
				w.t.Fatalf("%s is closed, and is %s", w.names[ev.Artifact], a.State)
			}
			a.State = event.Tombstoned
			w.recorded[ev.Artifact] = a
		case event.EntityTombstoned:
			if has := decide.ArtifactOf(w.state.Get(ev.Entity)); has != ev.Artifact {
				w.t.Fatalf("%s: %q is ended, and %q stands", ev.Entity, ev.Artifact, has)
			}
		}
		w.state.Fold(ev)
		w.pending.Fold(ev)
	}
}

// tell is what events do, a line each, with artifacts by their number.
// cut puts the contents of a file's symbols into the Vault.
func (w *world) cut(e event.FileAdopted) {
	file := w.vault[e.Block]
	for _, sym := range e.Symbols {
		for _, cut := range []func() ([]byte, error){
			func() ([]byte, error) { return event.CutCore(file, sym.Core) }, func() ([]byte, error) { return event.CutText(file, sym.Text) },
		} {
			if content, err := cut(); err == nil {
				w.vault[event.Hash(content)] = content
			}
		}
	}
}

// singles are the events that some stand for.
func singles(list []event.Event) (out []event.Event) {
	for _, ev := range list {
		out = append(out, event.Expand(ev)...)
	}
	return out
}

func (w *world) tell(list []event.Event) []string {
	out := []string{}
	for _, ev := range singles(list) {
		switch ev := ev.(type) {
		case event.ArtifactRecorded:
			out = append(out, fmt.Sprintf("record %s %s as %s", w.name(ev.Artifact), ev.Entity, ev.Gates.Decision))
		case event.ArtifactPromoted:
			line := fmt.Sprintf("promote %s by %s", w.name(ev.Artifact), ev.Grant)
			if ev.Supersedes != "" {
				line += " over " + w.name(ev.Supersedes)
			}
			if ev.Persisted {
				line += ", saved"
			}
			if ev.Acknowledged {
				line += ", acknowledged"
			}
			out = append(out, line)
		case event.ArtifactClosed:
			out = append(out, fmt.Sprintf("close %s by %s: %s", w.name(ev.Artifact), ev.By, w.named(ev.Reason)))
		case event.EntityTombstoned:
			out = append(out, fmt.Sprintf("end %s %s by %s: %s", w.name(ev.Artifact), ev.Entity, ev.By, ev.Reason))
		case event.EntityAcknowledged:
			out = append(out, fmt.Sprintf("keep %s by %s: %s", w.name(ev.Artifact), ev.By, ev.Reason))
		case event.EntityPersisted:
			out = append(out, "saved "+w.name(ev.Artifact))
		case event.EpisodeOpened:
			out = append(out, fmt.Sprintf("open %s %s", ev.Kind, ev.Format))
		case event.EpisodeClosed:
			out = append(out, "shut "+ev.Status)
		default:
			out = append(out, fmt.Sprintf("%T", ev))
		}
	}
	return out
}

func (w *world) name(id string) string {
	if name, known := w.names[id]; known {
		return name
	}
	return "?" + id
}

// named puts the numbers of artifacts in the place of their ids.
func (w *world) named(text string) string {
	for id, name := range w.names {
		text = strings.ReplaceAll(text, id, name)
	}
	return text
}

// stands is the State Map in order: each entity with the number of its artifact.
func (w *world) stands() []string {
	out := []string{}
	for _, e := range w.state.Sorted() {
		out = append(out, e.Key()+" "+w.name(e.Artifact()))
	}
	return out
}

// waits are the proposals that wait, the oldest first.
func (w *world) waits() []string {
	out := []string{}
	for _, p := range w.pending.In(func(string) bool { return true }) {
		out = append(out, p.Entity+" "+w.name(p.ID))
	}
	return out
}

// id is the artifact of a number.
func (w *world) id(name string) string {
	w.t.Helper()
	for id, n := range w.names {
		if n == name {
			return id
		}
	}
	w.t.Fatalf("there is no artifact %s", name)
	return ""
}

func (w *world) artifact(id string) (event.Artifact, error) {
	a, known := w.recorded[id]
	if !known {
		return event.Artifact{}, event.ErrNotFound
	}
	return a, nil
}

// reason is the first reason of an artifact's last report.
func (w *world) reason(name string) string {
	w.t.Helper()
	return w.named(w.recorded[w.id(name)].Gates.Reason())
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got  %s\n want %s", what, strings.Join(got, "\n      "), strings.Join(want, "\n      "))
	}
}

// fence is code in a fence that names its file.
func fence(path, code string) string {
	return fmt.Sprintf("```%s %s\n%s```\n", strings.TrimPrefix(filepath.Ext(path), "."), path, code)
}

// file is a Go file of functions, each with a body of its own.
func file(functions ...string) string {
	var b strings.Builder
	b.WriteString("package a\n")
	for _, f := range functions {
		b.WriteString("\n" + f)
	}
	return b.String()
}

// function is a Go function; what it returns tells its versions apart.
func function(name, returns string) string {
	return fmt.Sprintf("func %s() string {\n\treturn %q\n}\n", name, returns)
}

// long is a function of far more than 40 tokens, with n statements.
func long(name string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s() int {\n\tsum := 0\n", name)
	for i := range n {
		fmt.Fprintf(&b, "\tsum += %d * len(\"x\")\n", i)
	}
	b.WriteString("\treturn sum\n}\n")
	return b.String()
}
