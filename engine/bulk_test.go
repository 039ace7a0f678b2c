package engine_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine"
	"holdfast/engine/operator"
	"holdfast/engine/report"
	"holdfast/engine/sessions"
	"holdfast/parser"
	"holdfast/store/event"
)

// bulkFile is a version of a file of functions, those of the list.
func bulkFile(file, version int, list []int) string {
	var text strings.Builder
	text.WriteString("package many\n")
	for _, s := range list {
		fmt.Fprintf(&text, "\n// F%d_%d is one.\nfunc F%d_%d() int {\n\treturn %d\n}\n", file, s, file, s, s*version)
	}
	return text.String()
}

const bulkFiles, bulkSymbols = 5, 6

// writeBulk writes all files in a version.
func (h *house) writeBulk(version int) {
	for f := range bulkFiles {
		h.write(fmt.Sprintf("many/f%02d.go", f), bulkFile(f, version, []int{0, 1, 2, 3, 4, 5}))
	}
}

func bulkKeys() (keys []string) {
	for f := range bulkFiles {
		for s := range bulkSymbols {
			keys = append(keys, fmt.Sprintf("many/f%02d.go::F%d_%d", f, f, s))
		}
	}
	return keys
}

// bulkActs are decisions about many symbols at once.
var bulkActs = map[string]struct {
	prepare func(h *house)
	act     func(ctx context.Context, e *engine.Engine) error
}{
	"again": {func(h *house) { h.writeBulk(2) }, func(ctx context.Context, e *engine.Engine) error {
		_, err := e.AdoptPaths(ctx, []string{"many"}, nil)
		return err
	}},
	"settled": {func(h *house) { h.writeBulk(2) }, func(ctx context.Context, e *engine.Engine) error {
		var shown []report.ShownDisk
		for _, key := range bulkKeys() {
			shown = append(shown, report.ShownDisk{Entity: key})
		}
		return e.AdoptAll(ctx, shown)
	}},
	"gone": {func(h *house) { must(h.t, os.RemoveAll(filepath.Join(h.dir, "many"))) }, func(ctx context.Context, e *engine.Engine) error {
		_, err := e.TakeGone(ctx, bulkKeys())
		return err
	}},
	"forget": {func(*house) {}, func(ctx context.Context, e *engine.Engine) error { return e.Forget(ctx, bulkKeys()) }},
	"undo": {func(h *house) {
		h.writeBulk(2)
		_, err := h.AdoptPaths(context.Background(), []string{"many"}, nil)
		must(h.t, err)
	}, func(ctx context.Context, e *engine.Engine) error {
		_, err := e.Undo(ctx, operator.Undo{})
		return err
	}},
	"fork": {func(*house) {}, func(ctx context.Context, e *engine.Engine) error { return e.Fork(ctx, sessions.Default, "copy") }},
}

// childActs makes the test binary do one of the bulk acts in a workspace until it kills
// itself; childDies says which, and at which point it dies.
const childActs = "HOLDFAST_TEST_ACTS"

func bulkUntilKilled(dir, how string) error {
	words := strings.Fields(how)
	return actUntilKilled(dir, words[1], words[2], bulkActs[words[0]].act)
}

// A bulk act that is killed in the middle has happened or has not, and can be done then.
func TestABulkActThatIsKilledIsWholeOrNot_Choice7(t *testing.T) {
	t.Parallel()
	for name, a := range bulkActs {
		for _, point := range []string{"ledger.appended 4", "commit 1", "committed 1"} {
			t.Run(name+" "+point, func(t *testing.T) {
				t.Parallel()
				h := openHouse(t, wordy)
				h.writeBulk(1)
				_, err := h.AdoptPaths(context.Background(), []string{"many"}, nil)
				must(t, err)
				a.prepare(h)
				before := h.state()
				child := exec.Command(os.Args[0])
				child.Env = append(os.Environ(), childActs+"="+h.dir, childDies+"="+name+" "+point)
				out, err := child.CombinedOutput()
				var ended *exec.ExitError
				if !errors.As(err, &ended) || ended.Exited() || len(out) > 0 {
					t.Fatalf("it was to be killed: %v, %s", err, out)
				}
				h.reopen()
				h.verified()
				done := point == "committed 1"
				if name != "fork" && maps.Equal(h.state(), before) == done {
					t.Errorf("the act is done: %t", !done)
				}
				if !done {
					must(t, a.act(context.Background(), h.Engine))
				}
				after := h.state()
				for _, key := range bulkKeys() {
					was, had := before[key]
					is, has := after[key]
					switch name {
					case "gone", "forget":
						if has {
							t.Errorf("%s stands", key)
						}
					case "fork":
						if !has || is != was {
							t.Errorf("%s is not the same in the copy", key)
						}
					default:
						if !had || !has || is == was && !strings.HasSuffix(key, "_0") {
							t.Errorf("%s is as it was", key)
						}
					}
				}
				h.verified()
				h.deltas()
				if rows := h.singleRows(); rows > 0 {
					t.Errorf("it has made %d rows of single entities", rows)
				}
				h.reopen()
				if got := h.state(); !maps.Equal(got, after) {
					t.Error("after a start the State Map is another")
				}
			})
		}
	}
}

// singleRows counts the rows of the Ledger that tell of one entity each.
func (h *house) singleRows() (n int) {
	h.t.Helper()
	page, err := h.Ledger(context.Background(), report.LedgerQuery{N: 1000})
	must(h.t, err)
	for _, row := range page.Rows {
		if slices.Contains([]string{"artifact_recorded", "artifact_promoted", "entity_tombstoned"}, row.Type) {
			n++
		}
	}
	return n
}

// mapOf is the State Map as the engine tells it, but for times.
func (h *house) mapOf() map[string]report.Entity {
	h.t.Helper()
	list, err := h.Entities(context.Background())
	must(h.t, err)
	out := map[string]report.Entity{}
	for _, e := range list {
		if !e.Tombstoned {
			e.Updated, e.Stale, e.Kept = time.Time{}, "", false
			out[e.Key] = e
		}
	}
	return out
}

// explained checks that what is told of an entity's versions is what happened: one stands,
// if any does, the numbers count on, and each other one says why it ended.
func (h *house) explained(key string, versions int, stands bool) {
	h.t.Helper()
	list, err := h.Explain(context.Background(), key)
	must(h.t, err)
	n := 0
	for _, v := range list {
		if v.Number == 0 {
			continue
		}
		if n++; v.Number != versions-n+1 {
			h.t.Fatalf("%s: v%d is told at place %d of %d", key, v.Number, n, versions)
		}
		current := n == 1 && stands
		if (v.State == event.Authoritative) != current || !current && v.Reason == "" {
			h.t.Fatalf("%s: v%d is %s (%s), stands: %t", key, v.Number, v.State, v.Reason, current)
		}
	}
	if n != versions {
		h.t.Fatalf("%s: %d versions are told, not %d", key, n, versions)
	}
}

// Whatever bulk acts follow one another and acts on single entities, the State Map holds
// what each says, a start reads the same, and every entity's history is told.
func TestBulkActsLeaveWhatTheySay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			walkBulk(t, seed)
		})
	}
}

func walkBulk(t *testing.T, seed uint64) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(seed, 5))
	h := openHouse(t, wordy)
	stands := map[string]string{} // by entity, the content
	counts := map[string]int{}    // versions
	var undone []map[string]string
	note := func(next map[string]string) {
		for key, hash := range next {
			if was, had := stands[key]; !had || was != hash {
				counts[key]++
			}
		}
		undone, stands = append(undone, maps.Clone(stands)), next
	}
	disk := func() map[string]string {
		held := map[string]string{}
		for f := range bulkFiles {
			path := fmt.Sprintf("many/f%02d.go", f)
			text, err := os.ReadFile(filepath.Join(h.dir, path))
			if err != nil {
				continue
			}
			for _, sym := range parser.Parse(path, "", text).Symbols {
				held[path+"::"+sym.Name] = sym.Hash
			}
		}
		return held
	}
	for step := range 12 {
		path := fmt.Sprintf("many/f%02d.go", random.IntN(bulkFiles))
		switch what := random.IntN(6); {
		case what <= 1 || len(stands) == 0:
			for f := range bulkFiles {
				if random.IntN(2) == 0 {
					h.write(fmt.Sprintf("many/f%02d.go", f), bulkFile(f, random.IntN(3), random.Perm(bulkSymbols)[:1+random.IntN(bulkSymbols)]))
				}
			}
			h.write("many/f00.go", bulkFile(0, step+3, []int{1, 2}))
			next := maps.Clone(stands)
			held := disk()
			maps.DeleteFunc(next, func(key, _ string) bool {
				file, _, _ := strings.Cut(key, "::")
				_, err := os.Stat(filepath.Join(h.dir, file))
				return err == nil && held[key] == ""
			})
			maps.Copy(next, held)
			_, err := h.AdoptPaths(ctx, []string{"many"}, nil)
			must(t, err)
			note(next)
		case what == 2:
			var keys []string
			next := map[string]string{}
			for key, hash := range stands {
				if strings.HasPrefix(key, path) {
					keys = append(keys, key)
				} else {
					next[key] = hash
				}
			}
			if len(keys) == 0 {
				continue
			}
			slices.Sort(keys)
			must(t, h.Forget(ctx, keys))
			note(next)
		case what == 3:
			_ = os.Remove(filepath.Join(h.dir, path))
			keys := slices.Sorted(maps.Keys(stands))
			taken, err := h.TakeGone(ctx, keys)
			must(t, err)
			if len(taken) > 0 {
				next := maps.Clone(stands)
				for _, key := range taken {
					delete(next, key)
				}
				note(next)
			}
		case what == 4 && len(undone) > 0:
			_, err := h.Undo(ctx, operator.Undo{})
			must(t, err)
			note(undone[len(undone)-1])
		default:
			key := slices.Sorted(maps.Keys(stands))[0]
			must(t, h.Tombstone(ctx, key, ""))
			next := maps.Clone(stands)
			delete(next, key)
			note(next)
		}
		got := h.mapOf()
		if len(got) != len(stands) {
			t.Fatalf("step %d: %d entities stand, not %d", step, len(got), len(stands))
		}
		for key, hash := range stands {
			if got[key].Hash != hash || got[key].Version != counts[key] {
				t.Fatalf("step %d: %s is v%d with %s, not v%d with %s", step, key, got[key].Version, got[key].Hash, counts[key], hash)
			}
		}
	}
	for key, n := range counts {
		_, there := stands[key]
		h.explained(key, n, there)
	}
	before := h.mapOf()
	h.verified()
	h.deltas()
	h.reopen()
	if after := h.mapOf(); !reflect.DeepEqual(after, before) {
		t.Error("after a start the State Map is another")
	}
	must(t, h.Fork(ctx, sessions.Default, "copy"))
	copied := h.mapOf()
	if len(copied) != len(stands) {
		t.Fatalf("%d entities were copied, not %d", len(copied), len(stands))
	}
	for key, hash := range stands {
		if copied[key].Hash != hash || copied[key].Version != 1 {
			t.Errorf("%s is copied as v%d with %s", key, copied[key].Version, copied[key].Hash)
		}
		h.explained(key, 1, true)
	}
	h.reopen()
	if after := h.mapOf(); !reflect.DeepEqual(after, copied) {
		t.Error("after a start the copy is another")
	}
	h.verified()
	h.deltas()
}
