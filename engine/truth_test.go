package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tidwall/gjson"

	"holdfast/engine/report"
)

// truthWalk throws a random sequence of replies, saves, deletions, decisions and
// restarts at a house, and holds against each request what the test itself
// knows of the disk. It shares no code with what it tests: functions are told
// apart by their text without white space.
type truthWalk struct {
	*house
	r    *rand.Rand
	next reply
	// acknowledged is, per entity, the version of the disk over which the
	// operator or the user's own write let the current artifact stand.
	acknowledged map[string]string
	// once is what was acknowledged of each content of an entity: where that is put
	// back, it stands over the same version of the disk again.
	once map[string]string
	log  []string
	// asked is the newest prompt of the conversation whose client keeps no
	// history, "" before there is one.
	asked string
	// replies are the latest of a server that keeps the history, histories what it has up
	// to each.
	replies   []string
	histories map[string]string
	// before are the workspace's files as the last save left them.
	before []string
	// What was seen, so that a walk which proves nothing is told.
	hydrated, recalled, loops, stood, outdated, kept, toldOf int
}

var (
	walkRecent     = regexp.MustCompile(`(?s)\[RECENT CONTEXT\]\n(.*)\n\[END RECENT CONTEXT\]`)
	walkFence      = regexp.MustCompile("(?s)```go (\\S+)\n(.*?)\n```")
	walkFunc       = regexp.MustCompile(`func (\w+)\(\) string \{\n\treturn "[^"]*"\n\}`)
	walkSuperseded = regexp.MustCompile(`\[STATE NOTICE\]\nSuperseded: (\S+) (\S+)\n`)
	walkFiles      = []string{"a.go", "lib/b.go", "lib/deep/c.go"}
	walkNames      = []string{"One", "Two", "Three"}
	walkEvery      = regexp.MustCompile(`(?s)\[CURRENT STATE: AUTHORITATIVE\]\nEntity: (\S+)\nArtifact: (\S+)\nSource: [^\n]+\n\n(.*?)\n\[END CURRENT STATE\]`)
)

const (
	walkVersions = 5
	noFile       = "no file"
	notThere     = "not there"
	notRegular   = "not a regular file"
)

func walkText(name string, version int) string {
	return fmt.Sprintf("func %s() string {\n\treturn \"%s version %d\"\n}", name, name, version)
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

func (w *truthWalk) say(format string, args ...any) {
	w.log = append(w.log, fmt.Sprintf(format, args...))
}

func (w *truthWalk) fail(format string, args ...any) {
	w.t.Helper()
	last := w.log[max(0, len(w.log)-40):]
	w.t.Fatalf(format+"\nlast steps:\n%s", append(args, strings.Join(last, "\n"))...)
}

func (w *truthWalk) entity() (file, name string) {
	return walkFiles[w.r.IntN(len(walkFiles))], walkNames[w.r.IntN(len(walkNames))]
}

func (w *truthWalk) version() int { return w.r.IntN(walkVersions) }

// Place is what the disk holds of an entity, as the test reads it.
func (w *truthWalk) onDisk(file, name string) string {
	full := filepath.Join(w.dir, file)
	info, err := os.Lstat(full)
	if err != nil {
		return noFile
	}
	if !info.Mode().IsRegular() {
		return notRegular
	}
	src, err := os.ReadFile(full)
	if err != nil {
		w.t.Fatal(err)
	}
	flat := squeezed(string(src))
	for v := range walkVersions {
		if text := squeezed(walkText(name, v)); strings.Contains(flat, text) {
			return text
		}
	}
	return notThere
}

// mayShow reports whether a text may be put before the model as the entity.
func (w *truthWalk) mayShow(file, name, text string) bool {
	disk := w.onDisk(file, name)
	return disk == noFile || disk == squeezed(text) || w.acknowledged[file+"::"+name] == disk
}

// blocked are the hashes of the entities, and those of them whose code the disk
// contradicts. The watcher may settle what it saw on the disk at any moment: what
// is looked at is looked at again until it has stood still.
func (w *truthWalk) blocked() (map[string]string, map[string]bool) {
	w.t.Helper()
	for {
		settled := w.settled() // what the disk has settled comes first
		before, blocked := w.state(), map[string]bool{}
		for key := range before {
			file, name, _ := strings.Cut(key, "::")
			blocked[key] = !settled[key] && !w.mayShow(file, name, w.content(key))
		}
		if maps.Equal(before, w.state()) {
			return before, blocked
		}
	}
}

// request sends a prompt, and holds what the model got against the disk. It
// comes from a client that sends the whole conversation, from one that keeps
// none and leans on the recent context, or from the tool loop of that one.
func (w *truthWalk) request(prompt string) {
	w.t.Helper()
	before, blocked := w.blocked()
	switch n := w.r.IntN(8); {
	case n > 5:
		w.goOn(prompt, before)
	case n < 3:
		w.ask(prompt)
		if len(w.chat) > 24 { // a client that drops what lies far back
			w.chat = w.chat[len(w.chat)-6:]
		}
	case n < 5 || w.asked == "":
		w.say("  without history")
		w.asked = prompt
		w.loop(0)
	default:
		w.say("  as a tool loop of %q", w.asked)
		w.loop(1 + w.r.IntN(3))
		w.loops++
	}
	if !gjson.GetBytes(w.lastBody(), "input").Exists() {
		w.blocks(before, blocked)
		w.recent(w.shown(), blocked)
	}
	for key, hash := range w.state() {
		if before[key] == hash {
			continue
		}
		file, name, _ := strings.Cut(key, "::")
		if blocked[key] && w.onDisk(file, name) != squeezed(w.content(key)) {
			w.fail("%s was STALE and took a promotion", key)
		}
		delete(w.acknowledged, key)
	}
}

// blocks holds every block of the request against the disk, wherever it stands: none
// is of an entity that is STALE, and none is outdated without its notice.
func (w *truthWalk) blocks(before map[string]string, stale map[string]bool) {
	w.t.Helper()
	shown, all := w.shown(), ""
	for _, m := range w.model.last(w.t) {
		if m.Role == "user" {
			all += m.Content + "\n"
		}
	}
	for _, block := range walkEvery.FindAllStringSubmatch(all, -1) {
		key, hash, text := block[1], block[2], block[3]
		file, name, _ := strings.Cut(key, "::")
		told := strings.Contains(all, "[STATE NOTICE]\nSuperseded: "+key+" "+hash+"\n[END NOTICE]")
		switch {
		case w.mayShow(file, name, text) && (hash == before[key] || told || w.onDisk(file, name) == squeezed(text)):
		case !told || stale[key]:
			w.fail("%s was hydrated as\n%s\nwhile the disk held %q, %q was acknowledged and %s was its artifact", key, text, w.onDisk(file, name), w.acknowledged[key], before[key])
		default:
			w.outdated++
		}
		w.hydrated++
		if !strings.Contains(shown, block[0]) {
			w.stood++
		}
	}
	for _, notice := range walkSuperseded.FindAllStringSubmatch(all, -1) {
		if key := notice[1]; notice[2] == w.state()[key] && notice[2] == before[key] {
			w.fail("%s is said to be superseded: it is current", key)
		}
	}
}

// recent fails where the recent context shows code of an entity that is STALE.
func (w *truthWalk) recent(shown string, stale map[string]bool) {
	w.t.Helper()
	found := walkRecent.FindStringSubmatch(shown)
	if found == nil {
		return
	}
	for _, fence := range walkFence.FindAllStringSubmatch(found[1], -1) {
		for _, f := range walkFunc.FindAllStringSubmatch(fence[2], -1) {
			file, name := fence[1], f[1]
			if stale[file+"::"+name] && !w.mayShow(file, name, f[0]) {
				w.fail("the recent context shows %s::%s, which is STALE, as\n%s\nwhile the disk held %q", file, name, f[0], w.onDisk(file, name))
			}
			w.recalled++
		}
	}
}

// loop sends the prompt that was asked, and so many calls of a tool behind it.
func (w *truthWalk) loop(calls int) {
	w.t.Helper()
	messages := []any{message{"user", w.asked}}
	for range calls {
		call := map[string]any{"id": "1", "type": "function", "function": map[string]any{"name": "look", "arguments": "{}"}}
		messages = append(messages, map[string]any{"role": "assistant", "tool_calls": []any{call}},
			map[string]any{"role": "tool", "tool_call_id": "1", "content": "nothing"})
	}
	tool := map[string]any{"type": "function", "function": map[string]any{"name": "look", "parameters": map[string]any{}}}
	body, err := json.Marshal(map[string]any{"model": "m", "stream": true, "messages": messages, "tools": []any{tool}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.askBody("walk", string(body))
}

// shown is what stands at the newest message that the user wrote.
func (w *truthWalk) shown() string {
	for _, m := range slices.Backward(w.model.last(w.t)) {
		if m.Role == "user" {
			return m.Content
		}
	}
	return ""
}

// settled are the entities of which the disk holds what is proposed.
func (w *truthWalk) settled() map[string]bool {
	list, err := w.Pending(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	found := map[string]bool{}
	for _, p := range list {
		r, err := w.Review(context.Background(), p.ID)
		if err != nil {
			w.fail("review of %s: %v", p.ID, err)
		}
		if w.onDisk(p.Path, p.Symbol) == squeezed(string(r.Proposed)) {
			found[p.Entity] = true
		}
	}
	return found
}

func (w *truthWalk) content(key string) string {
	d, err := w.Detail(context.Background(), key)
	if err != nil {
		w.fail("detail of %s: %v", key, err)
	}
	return string(d.Content)
}

// step does one thing that may happen in a workspace. Whatever it is, holdfast
// writes none of the user's files.
func (w *truthWalk) step() {
	file, name := w.entity()
	switch n := w.r.IntN(100); {
	case n < 40:
		w.talks(n, file, name)
	case n < 75:
		w.edits(n, file)
	case n < 99:
		w.decides(n, file, name)
	case w.r.IntN(2) == 0:
		w.say("restart")
		w.reopen()
	default:
		w.say("kill and start")
		w.kill()
	}
	if after := w.files(); !slices.Equal(w.before, after) {
		w.fail("the workspace changed from %v to %v", w.before, after)
	}
}

// talks has the client ask for a change of an entity, or about one.
func (w *truthWalk) talks(n int, file, name string) {
	key := file + "::" + name
	switch {
	case n < 30:
		second := walkNames[w.r.IntN(len(walkNames))]
		text := walkText(name, w.version())
		if second != name {
			text += "\n\n" + walkText(second, w.version())
		}
		finish := ""
		if w.r.IntN(8) == 0 {
			finish = "length"
		}
		w.next = reply{text: "```go " + file + "\n" + text + "\n```\n", finish: finish}
		w.say("reply for %s (finish %q), prompt names %s: %q", file, finish, key, text)
		w.request(fmt.Sprintf("please change %s and look at %s", key, walkNames[w.r.IntN(len(walkNames))]))
	default:
		w.next = say("Nothing to do.")
		w.say("question about %s and %s", key, file)
		w.request("what do " + key + " and " + walkFiles[w.r.IntN(len(walkFiles))] + " do?")
	}
}

// edits has the user, or a program of his, change what is on the disk.
func (w *truthWalk) edits(n int, file string) {
	full := filepath.Join(w.dir, file)
	switch {
	case n < 58:
		var declarations []string
		for _, each := range walkNames {
			if w.r.IntN(5) > 0 {
				declarations = append(declarations, walkText(each, w.version()))
			}
		}
		w.say("save %s: %q", file, declarations)
		w.save(file, goFile(declarations...))
	case n < 68: // the user saves what the map holds
		var declarations []string
		for _, each := range walkNames {
			if w.state()[file+"::"+each] != "" {
				declarations = append(declarations, w.content(file+"::"+each))
			}
		}
		w.say("save the map's %s: %q", file, declarations)
		w.save(file, goFile(declarations...))
	case n < 71:
		if src, err := os.ReadFile(full); err == nil {
			w.say("reformat %s", file)
			w.save(file, strings.ReplaceAll(string(src), "\n\treturn", "\r\n        return"))
		}
	case n < 74:
		w.say("delete %s", file)
		w.remove(full)
		w.before = w.files()
	default:
		w.remove(full)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			w.t.Fatal(err)
		}
		if w.r.IntN(2) == 0 {
			w.say("a folder in place of %s", file)
			w.must(os.Mkdir(full, 0o755))
		} else {
			w.say("a link in place of %s", file)
			w.must(os.Symlink("elsewhere", full))
		}
		w.before = w.files()
	}
}

// decides has the operator decide something.
func (w *truthWalk) decides(n int, file, name string) {
	ctx := context.Background()
	key := file + "::" + name
	switch {
	case n < 80:
		w.say("keep %s: %v", key, w.untouched(func() error {
			disk := w.onDisk(file, name)
			err := w.Keep(ctx, report.ShownDisk{Entity: key})
			if err == nil {
				w.acknowledge(key, disk)
			}
			return err
		}))
	case n < 86:
		w.say("adopt %s: %v", key, w.untouched(func() error {
			return w.replacing(key, func() error { return w.Adopt(ctx, report.ShownDisk{Entity: key}) })
		}))
	case n < 91:
		w.decideOne()
	case n < 95:
		version := w.version()
		w.say("paste %s version %d: %v", key, version, w.untouched(func() error {
			before := w.state()[key]
			_, err := w.Paste(ctx, file, []byte(walkText(name, version)))
			if err == nil && (w.state()[key] != before || !w.mayShow(file, name, walkText(name, version))) {
				w.acknowledge(key, w.onDisk(file, name))
			}
			return err
		}))
	case n < 97:
		w.say("tombstone %s: %v", key, w.untouched(func() error { return w.Tombstone(ctx, key, "") }))
		delete(w.acknowledged, key)
	case n < 98:
		w.say("restore %s: %v", key, w.untouched(func() error {
			err := w.Restore(ctx, key)
			if disk := w.onDisk(file, name); err == nil && w.once[key+" "+w.state()[key]] == disk {
				w.acknowledge(key, disk)
			}
			return err
		}))
	default:
		w.say("verify again: %v", w.untouched(func() error { return w.Reverify(ctx, nil) }))
	}
}

// acknowledge notes that the entity's artifact stands over a version of the disk.
func (w *truthWalk) acknowledge(key, disk string) {
	w.acknowledged[key], w.once[key+" "+w.state()[key]] = disk, disk
}

// kill has the next engine find what a killed one leaves behind: the database
// and its log as they stood at one moment, not what closing makes of them.
func (w *truthWalk) kill() {
	own := filepath.Join(w.dir, ".holdfast")
	left := w.own(own)
	for again := w.own(own); left == nil || !maps.Equal(left, again); again = w.own(own) {
		left = again // what the last turn said is still being read in the background
	}
	w.must(w.Close())
	w.must(os.RemoveAll(own))
	w.must(os.Mkdir(own, 0o755))
	for name, content := range left {
		w.must(os.WriteFile(filepath.Join(own, name), []byte(content), 0o600))
	}
	w.open()
}

// own reads holdfast's own files, without the index of the log, which is of no
// use to another process. Another process copies them: were they closed in this
// one, SQLite's locks would be gone. It is nil where one of them went meanwhile.
func (w *truthWalk) own(dir string) map[string]string {
	copied := filepath.Join(w.t.TempDir(), "own")
	if exec.CommandContext(w.t.Context(), "cp", "-R", dir, copied).Run() != nil {
		return nil
	}
	entries, err := os.ReadDir(copied)
	w.must(err)
	files := map[string]string{}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "-shm") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(copied, e.Name()))
		w.must(err)
		files[e.Name()] = string(content)
	}
	return files
}

func (w *truthWalk) must(err error) {
	w.t.Helper()
	if err != nil {
		w.fail("%v", err)
	}
}

func (w *truthWalk) remove(full string) {
	w.t.Helper()
	w.must(os.RemoveAll(full))
}

// save writes a file as an editor does: a new one over the old one, or in
// place, and then perhaps with the time of change that the old one had.
func (w *truthWalk) save(file, content string) {
	w.t.Helper()
	full := filepath.Join(w.dir, file)
	info, err := os.Lstat(full)
	switch {
	case err == nil && !info.Mode().IsRegular():
		w.remove(full)
		w.write(file, content)
	case err != nil || w.r.IntN(2) == 0:
		w.write(file, content)
	default:
		w.must(os.WriteFile(full, []byte(content), 0o644))
		if w.r.IntN(2) == 0 {
			w.say("  in place, at the time of the old one")
			w.must(os.Chtimes(full, info.ModTime(), info.ModTime()))
		}
	}
	w.before = w.files()
}

// decideOne accepts or rejects a proposal.
func (w *truthWalk) decideOne() {
	ctx := context.Background()
	list, err := w.Pending(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(list) == 0 {
		return
	}
	p := list[w.r.IntN(len(list))]
	accept := w.r.IntN(2) == 0
	w.say("decide %s of %s, accept %v: %v", p.ID, p.Entity, accept, w.untouched(func() error {
		if !accept {
			return w.Reject(ctx, report.Shown{Artifact: p.ID}, "")
		}
		return w.replacing(p.Entity, func() error { return w.Accept(ctx, report.Shown{Artifact: p.ID}) })
	}))
}

// replacing does what may replace an artifact: what was acknowledged for it
// counts no more then, and only then.
func (w *truthWalk) replacing(key string, do func() error) error {
	w.t.Helper()
	before := w.state()[key]
	err := do()
	if w.state()[key] != before {
		delete(w.acknowledged, key)
	}
	return err
}

// untouched does something and fails where that has changed a file.
func (w *truthWalk) untouched(do func() error) error {
	w.t.Helper()
	before := w.files()
	err := do()
	if after := w.files(); !slices.Equal(before, after) {
		w.fail("the workspace changed from %v to %v", before, after)
	}
	return err
}

// files lists what is in the workspace, without .holdfast: what each is, when it
// was changed, and what it holds.
func (w *truthWalk) files() []string {
	var list []string
	err := filepath.WalkDir(w.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".holdfast" {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil || path == w.dir {
			return err
		}
		line := fmt.Sprint(path, info.Mode())
		if info.Mode().IsRegular() {
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += fmt.Sprint(info.ModTime().UnixNano(), string(src))
		}
		list = append(list, line)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// walkSteps is how many random steps are taken in all.
func walkSteps(t *testing.T) int {
	text := os.Getenv("HOLDFAST_STEPS")
	switch {
	case text == "" && testing.Short():
		return 250
	case text == "":
		return 1000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("HOLDFAST_STEPS: %v", err)
	}
	return n
}

// No hydrated text ever differs from what the disk held at that moment unless
// the operator acknowledged it, and no file of the workspace changes.
func Test156NoHydratedTextEverDiffersFromTheDisk(t *testing.T) {
	t.Parallel()
	const walk = 250 // steps; a longer Ledger only makes each of them slower
	var outdated, far atomic.Int64
	t.Cleanup(func() { // by when all walks have ended
		if far.Load() > 0 && outdated.Load() == 0 {
			t.Error("nothing that stood was ever outdated: the walks prove nothing of that")
		}
	})
	for seed := range uint64(walkSteps(t) / walk) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			w := &truthWalk{r: rand.New(rand.NewPCG(seed, 15)), acknowledged: map[string]string{}, once: map[string]string{}}
			w.house = openHouse(t, func(string) reply { return w.next })
			if seed%2 == 1 { // what is outdated stays, as it does far back in a long conversation
				w.configure("[hydrate]\nrewind_kib = 0\n")
				far.Add(1)
			}
			for range walk {
				w.step()
			}
			t.Logf("%d entities were hydrated, %d of them stood since an earlier request, %d outdated; a server kept %d and was told of %d", w.hydrated, w.stood, w.outdated, w.kept, w.toldOf)
			if w.hydrated == 0 || w.kept == 0 || w.toldOf == 0 || w.recalled == 0 || w.loops == 0 || w.stood == 0 {
				t.Errorf("%d entities were hydrated, %d stood, %d recalled, in %d tool loops: the walk proves nothing", w.hydrated, w.stood, w.recalled, w.loops)
			}
			outdated.Add(int64(w.outdated))
			w.verified()
		})
	}
}
