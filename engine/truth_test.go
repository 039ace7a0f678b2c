package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holdfast/engine"
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
	log          []string
	hydrated     int
}

var (
	walkFiles = []string{"a.go", "lib/b.go", "lib/deep/c.go"}
	walkNames = []string{"One", "Two", "Three"}
	walkEvery = regexp.MustCompile(`(?s)\[CURRENT STATE: AUTHORITATIVE\]\nEntity: (\S+)\nArtifact: (\S+)\nSource: [^\n]+\n\n(.*?)\n\[END CURRENT STATE\]`)
)

const (
	walkVersions = 5
	noFile       = "no file"
	notThere     = "not there"
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

// onDisk is what the disk holds of an entity, as the test reads it.
func (w *truthWalk) onDisk(file, name string) string {
	src, err := os.ReadFile(filepath.Join(w.dir, file))
	if err != nil {
		return noFile
	}
	flat := squeezed(string(src))
	for v := range walkVersions {
		if text := squeezed(walkText(name, v)); strings.Contains(flat, text) {
			return text
		}
	}
	return notThere
}

// mayShow tells whether a text may be put before the model as the entity.
func (w *truthWalk) mayShow(file, name, text string) bool {
	disk := w.onDisk(file, name)
	return disk == noFile || disk == squeezed(text) || w.acknowledged[file+"::"+name] == disk
}

// request sends a prompt, and holds what the model got against the disk.
func (w *truthWalk) request(prompt string) {
	w.t.Helper()
	before := w.state()
	blocked := map[string]bool{}
	for key := range before {
		file, name, _ := strings.Cut(key, "::")
		blocked[key] = !w.mayShow(file, name, w.content(key))
	}
	for key := range w.settled() {
		blocked[key] = false // the disk has settled a proposal: that comes first
	}
	w.ask(prompt)
	w.chat = w.chat[max(0, len(w.chat)-6):]
	for _, block := range walkEvery.FindAllStringSubmatch(w.prompt(), -1) {
		key, text := block[1], block[3]
		file, name, _ := strings.Cut(key, "::")
		if !w.mayShow(file, name, text) {
			w.fail("%s was hydrated as\n%s\nwhile the disk held %q and %q was acknowledged", key, text, w.onDisk(file, name), w.acknowledged[key])
		}
		w.hydrated++
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

func (w *truthWalk) step() {
	ctx := context.Background()
	file, name := w.entity()
	key := file + "::" + name
	full := filepath.Join(w.dir, file)
	switch n := w.r.IntN(100); {
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
	case n < 40:
		w.next = say("Nothing to do.")
		w.say("question about %s and %s", key, file)
		w.request("what do " + key + " and " + walkFiles[w.r.IntN(len(walkFiles))] + " do?")
	case n < 58:
		var declarations []string
		for _, each := range walkNames {
			if w.r.IntN(5) > 0 {
				declarations = append(declarations, walkText(each, w.version()))
			}
		}
		w.say("save %s: %q", file, declarations)
		w.write(file, goFile(declarations...))
	case n < 68: // the user saves what the map holds
		var declarations []string
		for _, each := range walkNames {
			if w.state()[file+"::"+each] != "" {
				declarations = append(declarations, w.content(file+"::"+each))
			}
		}
		w.say("save the map's %s: %q", file, declarations)
		w.write(file, goFile(declarations...))
	case n < 71:
		if src, err := os.ReadFile(full); err == nil {
			w.say("reformat %s", file)
			w.write(file, strings.ReplaceAll(string(src), "\n\treturn", "\r\n        return"))
		}
	case n < 74:
		w.say("delete %s", file)
		if err := os.RemoveAll(full); err != nil {
			w.t.Fatal(err)
		}
	case n < 80:
		w.say("keep %s: %v", key, w.untouched(func() error {
			disk := w.onDisk(file, name)
			err := w.Keep(ctx, engine.ShownDisk{Entity: key})
			if err == nil {
				w.acknowledged[key] = disk
			}
			return err
		}))
	case n < 86:
		w.say("adopt %s: %v", key, w.untouched(func() error {
			err := w.Adopt(ctx, engine.ShownDisk{Entity: key})
			if err == nil {
				delete(w.acknowledged, key)
			}
			return err
		}))
	case n < 91:
		w.decideOne()
	case n < 95:
		version := w.version()
		w.say("paste %s version %d: %v", key, version, w.untouched(func() error {
			_, err := w.Paste(ctx, file, []byte(walkText(name, version)))
			if err == nil {
				w.acknowledged[key] = w.onDisk(file, name)
			}
			return err
		}))
	case n < 97:
		w.say("tombstone %s: %v", key, w.untouched(func() error { return w.Tombstone(ctx, key) }))
		delete(w.acknowledged, key)
	case n < 98:
		w.say("restore %s: %v", key, w.untouched(func() error { return w.Restore(ctx, key) }))
	case n < 99:
		w.say("verify again: %v", w.untouched(func() error { return w.Reverify(ctx, nil) }))
	default:
		w.say("restart")
		w.reopen()
	}
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
			return w.Reject(ctx, engine.Shown{Artifact: p.ID}, "")
		}
		err := w.Accept(ctx, engine.Shown{Artifact: p.ID})
		if err == nil {
			delete(w.acknowledged, p.Entity)
		}
		return err
	}))
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

// files lists the workspace's files with size and time, without .holdfast.
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
		if err == nil && !d.IsDir() {
			list = append(list, fmt.Sprint(path, info.Size(), info.ModTime().UnixNano()))
		}
		return err
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
	for seed := range uint64(walkSteps(t) / walk) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			w := &truthWalk{r: rand.New(rand.NewPCG(seed, 15)), acknowledged: map[string]string{}}
			w.house = openHouse(t, func(string) reply { return w.next })
			for range walk {
				w.step()
			}
			if w.hydrated == 0 {
				t.Error("the walk never hydrated anything: it proves nothing")
			}
			w.verified()
		})
	}
}
