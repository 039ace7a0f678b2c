package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"holdfast/store/event"
)

// act is one step of a walk over the files of a house.
type act struct {
	blobs  [][]byte
	events []event.Event
}

// walker makes random acts over the symbols of two files, as somebody could who knows what
// stands.
type walker struct {
	t      *testing.T
	random *rand.Rand
	step   int
	truth  map[string]string // by entity, the artifact
}

var walked = []string{"A", "B", "C", "T.M", "D"}

// some are symbols of a file, at least one.
func (w *walker) some(fits func(symbol string) bool) (list []string) {
	for _, s := range walked {
		if fits(s) && w.random.IntN(3) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// adoption is one row that brings some symbols of a file, each in the place of what stands.
func (w *walker) adoption(path string, symbols []string, origin event.Origin) act {
	var file strings.Builder
	var parts [][3]string
	for _, s := range symbols {
		core := fmt.Sprintf("func %s() { step(%d) }", s, w.step/2) // some hold what they held
		fmt.Fprintf(&file, "// %s.\n%s\n", s, core)
		parts = append(parts, [3]string{s, core, "// " + s + ".\n" + core})
	}
	episode := fmt.Sprintf("e-%d-%s", w.step, path)
	ev, blobs := adoptionOf(w.t, episode, path, file.String(), parts...)
	ev.Origin = origin
	for i := range ev.Symbols {
		sym := &ev.Symbols[i]
		sym.Was = w.truth[ev.Entity(i)]
		if origin == event.ByRestore {
			sym.Disk, sym.Again = event.DiskMissing, "a-origin"
			ev.Gates.Checks = []event.Check{{Name: "operator", Gate: "B", Pass: true, Detail: "again as in " + event.AgainMark}}
		}
		w.truth[ev.Entity(i)] = ev.Artifact(i)
	}
	for i := range ev.Symbols { // for those who record each by itself
		core, _ := event.CutCore([]byte(file.String()), ev.Symbols[i].Core)
		text, _ := event.CutText([]byte(file.String()), ev.Symbols[i].Text)
		blobs = append(blobs, core, text)
	}
	return act{blobs, inEpisode(episode, ev)}
}

func (w *walker) next() act {
	w.step++
	path := []string{"a.go", "lib/b::c.go"}[w.random.IntN(2)]
	stands := func(s string) bool { return w.truth[path+"::"+s] != "" }
	switch w.random.IntN(7) {
	case 0, 1:
		if list := w.some(func(string) bool { return true }); len(list) > 0 {
			return w.adoption(path, list, "")
		}
	case 2:
		if list := w.some(func(string) bool { return true }); len(list) > 0 {
			return w.adoption(path, list, event.ByRestore)
		}
	case 3, 4:
		if list := w.some(stands); len(list) > 0 {
			ev := event.FileTombstoned{Path: path, By: "operator", Reason: fmt.Sprintf("step %d", w.step), Symbols: list}
			for _, s := range list {
				ev.Artifacts = append(ev.Artifacts, w.truth[path+"::"+s])
				delete(w.truth, path+"::"+s)
			}
			if before, file, _ := strings.Cut(path, "::"); file != "" && w.random.IntN(2) == 0 {
				ev.Path = before // which nobody can know of an entity's name
				for i, s := range list {
					ev.Symbols[i] = file + "::" + s
				}
			}
			return act{events: []event.Event{ev}}
		}
	default:
		if list := w.some(func(string) bool { return true }); len(list) > 0 {
			return w.single(path, list[0])
		}
	}
	return act{}
}

// single is an act over one entity.
func (w *walker) single(path, symbol string) act {
	entity := path + "::" + symbol
	was := w.truth[entity]
	what := w.random.IntN(4)
	if was == "" {
		what = 3
	}
	switch what {
	case 0:
		delete(w.truth, entity)
		return act{events: []event.Event{event.EntityTombstoned{Entity: entity, Artifact: was, By: "operator", Reason: "alone"}}}
	case 1:
		return act{events: []event.Event{event.EntityAcknowledged{Entity: entity, Artifact: was, Disk: event.Hash(nil), By: "operator"}}}
	case 2:
		return act{events: []event.Event{event.EntityPersisted{Entity: entity, Artifact: was, Disk: event.Hash(nil)}}}
	}
	rec, content := artifact(fmt.Sprintf("a-%d", w.step), "", entity, fmt.Sprintf("func %s() { alone(%d) }", symbol, w.step))
	rec.Path, rec.Symbol = path, symbol
	w.truth[entity] = rec.Artifact
	return act{[][]byte{content}, []event.Event{rec, promotion(rec, was)}}
}

// What one row does to many symbols of a file is told, and proven, as the single rows that
// it stands for, in whatever order acts of both kinds come.
func TestBulkActsStandAsTheirSingleEventsWould_3_3(t *testing.T) {
	for seed := range uint64(6) {
		w := &walker{t: t, random: rand.New(rand.NewPCG(seed, 7)), truth: map[string]string{}}
		bulk, singly := newHouse(t), newHouse(t)
		for range 14 {
			a := w.next()
			if len(a.events) == 0 {
				continue
			}
			bulk.must(Batch{Session: session, Blobs: a.blobs, Events: a.events})
			var each []event.Event
			for _, ev := range a.events {
				each = append(each, event.Expand(ev)...)
			}
			singly.must(Batch{Session: session, Blobs: a.blobs, Events: each})
		}
		if got, want := bulk.left(), singly.left(); !maps.Equal(got, want) {
			t.Fatalf("seed %d: left are %v, not %v", seed, got, want)
		}
		got, want := bulk.told(), singly.told()
		if got != want {
			t.Fatalf("seed %d: %s", seed, firstDifference(got, want))
		}
		for _, h := range []*house{bulk, singly} {
			if found := h.verify(); found != "" {
				t.Fatalf("seed %d: %s", seed, found)
			}
			if found, err := h.db.OpeningCheck(context.Background()); err != nil || len(found) > 0 {
				t.Fatalf("seed %d: %v %v", seed, found, err)
			}
		}
		if rows := bulk.count("artifact") - singly.count("artifact"); rows >= 0 {
			t.Errorf("seed %d: the bulk acts have made as many rows as single ones", seed)
		}
		saved, err := bulk.db.Salvage(context.Background())
		if err != nil || !saved.Whole || saved.Gone > 0 {
			t.Fatalf("seed %d: Salvage: %+v, %v", seed, saved, err)
		}
		if again := bulk.told(); again != want {
			t.Fatalf("seed %d: what was saved: %s", seed, firstDifference(again, want))
		}
	}
}

// left are the last versions of what is not in the State Map.
func (h *house) left() map[string]int {
	h.t.Helper()
	left := map[string]int{}
	err := h.db.LastVersions(context.Background(), session, 1<<40, func(entity string, version int) { left[entity] = version })
	if err == nil {
		err = h.db.StateMap(context.Background(), session, func(a event.Artifact) error {
			delete(left, a.Entity)
			return nil
		})
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return left
}

// firstDifference is the first line in which two texts differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("\n got %s\nwant %s", a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(a), len(b))
}

// count is how many rows a table has.
func (h *house) count(table string) (n int) {
	h.t.Helper()
	if err := h.db.readers.QueryRowContext(context.Background(), `SELECT count(*) FROM `+table).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// Verify tells what is wrong with the ends that a row has brought to many.
func TestVerifyNamesWhatIsWrongWithABulkEnd_3_3(t *testing.T) {
	for name, c := range map[string]struct{ tamper, want string }{
		"an end that is gone":       {`DELETE FROM adopted_end`, "is not kept"},
		"an end of another":         {`UPDATE adopted_end SET names = replace(names, 'Release', 'Relapse')`, "kept otherwise"},
		"another version":           {`UPDATE adopted_end SET versions = '1 2'`, "kept otherwise"},
		"an end that never came":    {`INSERT INTO adopted_end SELECT a.seq, max(l.seq), char(10) || 'T.M' || char(10), '' FROM adopted a, ledger l WHERE a.path = 'lib/a::b.go'`, "Ledger tells of"},
		"a version of what stands":  {`UPDATE adopted SET versions = '2 2 2' WHERE path = 'lib/a::b.go'`, "versions"},
		"what ended and yet stands": {`UPDATE adopted SET names = names || 'Release' || char(10) WHERE path = 'pool.go'`, "Release"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			a, _ := h.adopt(false)
			h.must(Batch{Session: session, Events: []event.Event{
				event.FileTombstoned{Path: a.Path, By: "operator", Symbols: []string{"Acquire", "Release"}, Artifacts: []string{a.Artifact(0), a.Artifact(2)}}}})
			h.tamper(c.tamper)
			if got := h.verify(); !strings.Contains(got, c.want) {
				t.Errorf("Verify found:\n%s\nwant: %s", got, c.want)
			}
		})
	}
}

// What is copied together is of artifacts that were the truth, with what they hold.
func TestACopyOfAFileIsOfWhatStood_3_3(t *testing.T) {
	h := newHouse(t)
	a, _ := h.adopt(false)
	h.must(Batch{Session: session, Events: []event.Event{event.EntityAcknowledged{Entity: a.Entity(1), Artifact: a.Artifact(1), Disk: event.Hash(nil), By: "operator"}}})
	copied := a
	copied.ID, copied.Episode, copied.FromSession, copied.Unseen = "0123456789ab", "e-copy", session, true
	copied.Symbols = slices.Clone(a.Symbols)
	for i := range copied.Symbols {
		copied.Symbols[i].Again = a.Artifact(i)
	}
	begin := event.SessionCreated{ID: "s2", Name: "s2", Parent: session, Copying: true}
	batch := func(change func(*event.FileAdopted)) Batch {
		ev := copied
		ev.Symbols = slices.Clone(copied.Symbols)
		change(&ev)
		return Batch{Session: "s2", Events: append([]event.Event{begin}, inEpisode("e-copy", ev)...)}
	}
	for name, change := range map[string]func(*event.FileAdopted){
		"of another session":  func(e *event.FileAdopted) { e.FromSession = "s3" },
		"of another symbol":   func(e *event.FileAdopted) { e.Symbols[0].Again = a.Artifact(2) },
		"of none":             func(e *event.FileAdopted) { e.Symbols[0].Again = a.Artifact(2)[:12] + "0009" },
		"with another id":     func(e *event.FileAdopted) { e.Symbols[0].Again = "a-1" },
		"of another content":  func(e *event.FileAdopted) { e.Symbols[0].Sums = e.Symbols[2].Sums },
		"detached, otherwise": func(e *event.FileAdopted) { e.Symbols[1].Sums = e.Symbols[2].Sums },
	} {
		if _, err := h.db.Commit(context.Background(), batch(change)); !errors.Is(err, event.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.must(batch(func(*event.FileAdopted) {}))
	h.must(Batch{Session: "s2", Events: []event.Event{event.SessionForked{Name: "two", Entities: 3}}})
	// What has ended where it was copied from can still be told apart in the copy.
	h.must(Batch{Session: session, Events: []event.Event{event.FileTombstoned{Path: a.Path, By: "operator", Symbols: []string{"Release"}, Artifacts: []string{a.Artifact(2)}}}})
	h.must(Batch{Session: "s2", Events: []event.Event{event.EntityAcknowledged{Entity: a.Entity(2), Artifact: copied.Artifact(2), Disk: event.Hash(nil), By: "operator"}}})
	x, err := h.db.MapEntry(context.Background(), "s2", a.Entity(0))
	if err != nil || x.FromSession != session || x.FromArtifact != a.Artifact(0) || x.Version != 1 || x.Disk != "" || !x.Persisted {
		t.Errorf("%+v, %v", x, err)
	}
	if found := h.verify(); found != "" {
		t.Error(found)
	}
}

func TestArtifactsOfABulkEndAreFoundByTheirState(t *testing.T) {
	h := newHouse(t)
	a, _ := h.adopt(false)
	h.must(Batch{Session: session, Events: []event.Event{
		event.FileTombstoned{Path: a.Path, By: "operator", Reason: "gone", Symbols: []string{"Acquire"}, Artifacts: []string{a.Artifact(0)}}}})
	for _, f := range []Filter{{States: []event.State{event.Tombstoned}}, {Entity: a.Entity(0)}, {Entity: a.Entity(0), Path: a.Path}} {
		list, err := h.db.Artifacts(context.Background(), session, f)
		if err != nil || len(list) != 1 || list[0].ID != a.Artifact(0) || list[0].State != event.Tombstoned || list[0].Reason != "gone" || list[0].By != "operator" {
			t.Errorf("%+v: %+v, %v", f, list, err)
		}
	}
	if list, err := h.db.Artifacts(context.Background(), session, Filter{Entity: a.Entity(0), Path: "lib/a::b.go"}); err != nil || len(list) > 0 {
		t.Errorf("of another file: %+v, %v", list, err)
	}
	if list, err := h.db.Artifacts(context.Background(), session, Filter{States: []event.State{event.Authoritative}}); err != nil || len(list) != 5 ||
		slices.ContainsFunc(list, func(x event.Artifact) bool { return x.ID == a.Artifact(0) }) {
		t.Errorf("what stands: %d, %v", len(list), err)
	}
}
