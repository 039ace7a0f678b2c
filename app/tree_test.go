package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

// forest is a fake with a file of five symbols, of which three wait in Pending, and a
// folder that is gone.
func forest(gone int) *fake {
	f := &fake{details: map[string]report.Detail{}, reviews: map[string]report.Review{}}
	f.status = report.Status{Session: "s", Listen: "127.0.0.1:4141", Restorable: 10}
	add := func(path, symbol string, reason stale.Reason) {
		key := path + "::" + symbol
		e := report.Entity{Key: key, Path: path, Symbol: symbol, Kind: "method", Artifact: "a " + key, Version: 1, Stale: reason}
		f.entities = append(f.entities, e)
		f.details[key] = report.Detail{Entity: e, Content: []byte("func " + symbol + "() {}\n")}
	}
	for i := range gone {
		path := fmt.Sprintf("old/sub%d/file%02d.go", i%7/4, i%70)
		add(path, fmt.Sprintf("F%d", i), stale.Vanished)
	}
	slices.SortFunc(f.entities, func(a, b report.Entity) int { return strings.Compare(a.Key, b.Key) })
	for _, e := range f.entities {
		f.diverged = append(f.diverged, report.Settlement{
			Divergence: stale.Divergence{Key: e.Key, Path: e.Path, Reason: stale.Vanished, Artifact: e.Artifact, Disk: event.DiskMissing},
		})
	}
	for _, symbol := range []string{"Pool", "Pool.Acquire", "Pool.Close", "Pool.Drain", "Pool.Release"} {
		add("src/pool.go", symbol, "")
	}
	add("src/one.go", "One", "")
	for i, symbol := range []string{"Pool.Acquire", "Pool.Close", "Pool.Drain", "Pool.Release"} {
		id := fmt.Sprintf("p%d", i)
		p := report.Proposal{
			ID: id, Entity: "src/pool.go::" + symbol, Path: "src/pool.go", Symbol: symbol, State: event.Proposed, Confidence: event.Confirmed,
			Reasons: []string{"elided: line 4"}, Created: noon,
		}
		f.pending = append(f.pending, p)
		f.reviews[id] = report.Review{
			Proposal: p, Base: []byte("func " + symbol + "() {}\n"), Proposed: []byte("func " + symbol + "() { return }\n"), Language: "go",
			Shown: report.Shown{Artifact: id, Hash: "h" + id, Base: "b"},
		}
	}
	f.status.Entities, f.status.Pending = len(f.entities), len(f.pending)
	return f
}

func TestAFileOfManySymbolsIsARowThatFolds(t *testing.T) {
	d := drive(t, forest(0)).Size(100, 28)
	d.Sees("1 State Map 6", "> ▾ src/pool.go", "5 ", "    Pool.Acquire", "src/one.go::One")
	d.Press("enter").Sees("> ▸ src/pool.go").SeesNo("    Pool.Acquire    ")
	d.Press("enter", "j", "j").Sees(">   Pool.Acquire").Press("`").Sees("> ▸ src/pool.go")
	d.Press("/").Type("close").Sees("1 State Map 1 of 6 /close", "    Pool.Close").SeesNo("One").Press("esc")
	d.Press("g", "*").Sees("6 marked").Press("*").SeesNo("marked")
	d.Press("V", "j", "V").Sees("6 marked") // a file's row means all its symbols
}

func TestWhatAFilterIsAskedForIsFound(t *testing.T) {
	d := drive(t, forest(8)).Size(120, 40).Press("/").Type("is:vanished")
	d.Sees("8 of 14 /is:vanished").Press("esc", "/").Type("file:one").Sees("1 of 14").Press("esc", "/").Type("!pool file:src").Sees("1 of 14")
	d.Press("esc", "/").Type("re:Acq.*e$|One").Sees("of 14").Press("esc", "/").Type("kind:method pool.c").Sees("1 of 14").Press("esc", "/").Type("re:[").Sees("0 of 14")
}

func TestAllOfAFileIsDecidedInOneReview(t *testing.T) {
	f := forest(0)
	d := drive(t, f).Size(100, 28).Press("2").Sees("> ▾ src/pool.go", "4 ◆4").Press("a").Sees("Review src/pool.go", "4 changes wait", "One decision for all", "src/pool.go::Pool.Acquire", "+1 −1")
	d.Settle().Sees("y accept all 4").Press("y").Sees("Accepted 4 symbols of src/pool.go", "2 Pending · nothing waits")
	wantDecided(t, f, "accept p0 hp0 on b", "accept p1 hp1 on b", "accept p2 hp2 on b", "accept p3 hp3 on b")
	f = forest(0)
	drive(t, f).Size(100, 28).Press("2", "x").Type("no").Press("enter").Settle().Sees("y reject all 4: no").Press("esc").SeesNo("Review")
	wantDecided(t, f)
}

func TestAReviewOfAllOfAFileFollowsWhatItShows(t *testing.T) {
	f := forest(0)
	d := drive(t, f).Size(100, 28).Press("2", "a").Settle().Sees("y accept all 4")
	r := f.reviews["p2"]
	r.Shown.Hash, r.Proposed = "other", []byte("func Drain() { panic(1) }\n")
	f.reviews["p2"] = r
	d.Emit(events.Event{Kind: events.KindState}).Sees("It changed while you looked at it", "choose first").Settle().Press("y")
	wantDecided(t, f)
}

func TestADeletedFolderOf7000SymbolsIsOneRowAndOneDecision(t *testing.T) {
	f := forest(7000)
	d := drive(t, f).Size(100, 28).Press("3").Sees("3 Stale 0 · 7000 vanished", "> ▸ old/", "7000 ▽ deleted")
	settlements := f.calls["Settlement"]
	d.Press("a").Sees("Review old/", "old/ was deleted: 7000 symbols of 70 files", "− old/sub0/file00.go::F0", "take the disk for all 7000")
	if n := f.calls["Settlement"] - settlements; n > maxMeasured {
		t.Errorf("%d symbols of deleted files were read one by one", n)
	}
	d.Settle().Press("y").Sees("Took the disk for 7000 symbols of old/", "3 Stale · files match")
	if n := len(f.decided); n != 1 || !strings.HasPrefix(f.decided[0], "take out old/") {
		t.Errorf("%d decisions were taken", n)
	}
	d.Press("1").Sees("1 State Map 6")
}

func TestAFolderWithSomethingLeftIsNotCalledDeleted(t *testing.T) {
	vanished := map[string]bool{"a/b/x.go": true, "a/b/y.go": true, "a/c/z.go": true, "root.go": true}
	got := stale.GoneFolders(vanished, func(yield func(string)) { yield("a/c/left.go") })
	want := map[string]string{"a/b/x.go": "a/b/", "a/b/y.go": "a/b/", "a/c/z.go": "a/c/z.go", "root.go": "root.go"}
	for path, folder := range want {
		if got[path] != folder {
			t.Errorf("%s is gone with %q, want %q", path, got[path], folder)
		}
	}
}

func TestSymbolsOfAFileLeaveTogether(t *testing.T) {
	f := forest(0)
	d := drive(t, f).Size(100, 28).Press("x").Sees("Remove", "5 symbols of this file leave the known code").Settle().Press("y")
	d.Sees("Removed 5 symbols of src/pool.go")
	wantDecided(t, f, "tombstone src/pool.go::Pool src/pool.go::Pool.Acquire src/pool.go::Pool.Close src/pool.go::Pool.Drain src/pool.go::Pool.Release")
	d.Press("f").Sees("Forget", "src/pool.go", "All symbols of this file")
	d.Press("esc", "A").Sees("adopt from disk: src").Press("esc", "a").Sees("adopt from disk: src/pool.go")
}

func TestWhatWasRemovedStandsUnderOneRow(t *testing.T) {
	f := forest(0)
	for i := range 300 {
		f.entities = append(f.entities, report.Entity{Key: fmt.Sprintf("old/a.go::F%d", i), Path: "old/a.go", Version: 1, Tombstoned: true})
	}
	d := drive(t, f).Size(100, 28).Sees("▸ removed symbols", "300").SeesNo("F17").Press("G").Sees("> ▸ removed symbols")
	for k, says := range map[string]string{"x": "x: all of them are removed already", "f": "all of them are removed", "e": "select a file or a symbol", "H": "select a symbol"} {
		d.Press(k).Sees(says)
	}
	wantDecided(t, f)
	d.Press("enter", "j").Sees(">   old/a.go::F0").Press("a").Sees("Restore", "old/a.go::F0").Settle().Press("y")
	wantDecided(t, f, "restore old/a.go::F0")
	d.Press("`", "a").Sees("Restore", "300 symbols that were removed", "and 292 more").Settle().Press("y").Sees("Restored 300 symbols")
}
