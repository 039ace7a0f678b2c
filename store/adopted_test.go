package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/store/event"
)

// poolFile is a file that is adopted: a method is indented, and a line ends in CRLF.
const poolFile = "package pool\n\n// Acquire takes one.\nfunc Acquire() {\n\twork()\n}\n\ntype T struct {\n\t// M is one.\n\tfunc M() {\n\t\treturn\r\n\t}\n}\nfunc Release() {}\n"

// adoptionOf is the adoption of a file by the places of its symbols: of each the piece
// of text that its core is, and what is hydrated.
func adoptionOf(t testing.TB, episode, path, file string, symbols ...[3]string) (event.FileAdopted, [][]byte) {
	t.Helper()
	ev := event.FileAdopted{
		ID: event.Hash([]byte(episode + path))[len("sha256:"):][:event.IDLength], Episode: episode, Path: path, Language: "go", Method: "ast",
		Block: event.Hash([]byte(file)), Grant: "write_head", Convention: "disk",
		Gates: event.GateReport{Decision: "promote", Grant: "write_head", Checks: []event.Check{{Name: "write_head", Gate: "B", Pass: true, Detail: "adopted"}}},
	}
	blobs := [][]byte{[]byte(file)}
	for i, s := range symbols {
		sym := event.AdoptedSymbol{Name: s[0], Kind: "function", Position: i, Nodes: 10 + i, Tokens: 20 + i, Top: true}
		at := strings.Index(file, s[1])
		sym.Core = []int{at, at + len(s[1])}
		core, err := event.CutCore([]byte(file), sym.Core)
		if err != nil {
			t.Fatal(err)
		}
		if at = strings.Index(file, s[2]); at >= 0 {
			sym.Text = []int{at, at + len(s[2])}
		} else {
			blobs = append(blobs, []byte(s[2])) // it does not stand there as it is
		}
		var ok bool
		if sym.Sums, ok = event.SumsOf(event.Hash(core), event.Hash([]byte("structure of "+s[1])), event.Hash([]byte(s[2]))); !ok {
			t.Fatal("no sums")
		}
		ev.Symbols = append(ev.Symbols, sym)
	}
	return ev, blobs
}

func poolAdoption(t testing.TB, episode, path string) (event.FileAdopted, [][]byte) {
	return adoptionOf(t, episode, path, poolFile,
		[3]string{"Acquire", "func Acquire() {\n\twork()\n}", "// Acquire takes one.\nfunc Acquire() {\n\twork()\n}"},
		[3]string{"T.M", "func M() {\n\t\treturn\r\n\t}", "// M is one.\n\tfunc M() {\n\t\treturn\r\n\t}"},
		[3]string{"Release", "func Release() {}", "func Release() { /* squeezed */ }"})
}

func inEpisode(id string, events ...event.Event) []event.Event {
	list := append([]event.Event{event.EpisodeOpened{Episode: id, Kind: "operator", Format: "disk"}}, events...)
	return append(list, event.EpisodeClosed{Episode: id, Status: event.EpisodeIsClosed})
}

// adopt adopts pool.go and a second file, by one row each or, if singly, by the events
// that those stand for.
func (h *house) adopt(singly bool) (event.FileAdopted, event.FileAdopted) {
	h.t.Helper()
	a, blobs := poolAdoption(h.t, "e-adopt", "pool.go")
	b, more := poolAdoption(h.t, "e-adopt", "lib/a::b.go")
	blobs = append(blobs, more...)
	var events []event.Event
	for _, ev := range []event.FileAdopted{a, b} {
		if !singly {
			events = append(events, ev)
			continue
		}
		for i := range ev.Symbols {
			core, _ := event.CutCore([]byte(poolFile), ev.Symbols[i].Core)
			blobs = append(blobs, core)
			if text, err := event.CutText([]byte(poolFile), ev.Symbols[i].Text); err == nil {
				blobs = append(blobs, text)
			}
		}
		events = append(events, event.Expand(ev)...)
	}
	h.must(Batch{Session: session, Blobs: blobs, Events: inEpisode("e-adopt", events...)})
	return a, b
}

// told is what the store tells of a session, but for rows and times.
func (h *house) told() string {
	h.t.Helper()
	ctx := context.Background()
	var b strings.Builder
	line := func(what string, a event.Artifact) {
		a.Seq, a.StateSeq = 0, 0
		a.Created, a.Changed = time.Time{}, time.Time{}
		a.Places = event.Places{} // of what has no rows of its own
		fmt.Fprintf(&b, "%s %+v\n", what, a)
	}
	err := h.db.StateMap(ctx, session, func(a event.Artifact) error {
		line("map", a)
		one, err := h.db.MapEntry(ctx, session, a.Entity)
		if err != nil {
			return err
		}
		line("entry", one)
		for _, hash := range []string{a.Hash, a.Text, a.Block} {
			content, err := h.db.Blob(ctx, hash)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%s %q\n", hash, content)
		}
		at, err := h.db.ArtifactAt(ctx, a.Seq, a.Hash, a.Entity)
		if err != nil {
			return err
		}
		line("at", at)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range []Filter{{}, {Path: "pool.go"}, {Path: "lib/a::b.go"}, {Entity: "lib/a::b.go::T.M"}, {Entity: "pool.go::Acquire", Newest: true}, {Episode: "e-adopt"},
		{States: []event.State{event.Authoritative}}, {States: []event.State{event.Superseded, event.Tombstoned}}, {States: []event.State{event.Authoritative}, Newest: true}} {
		list, err := h.db.Artifacts(ctx, session, f)
		if err != nil {
			h.t.Fatal(err)
		}
		slices.SortStableFunc(list, func(a, b event.Artifact) int { return cmp.Or(strings.Compare(a.Entity, b.Entity), a.Version-b.Version) })
		fmt.Fprintf(&b, "%+v\n", f)
		for _, a := range list {
			line("-", a)
			byID, err := h.db.Artifact(ctx, session, a.ID)
			if err != nil {
				h.t.Fatal(err)
			}
			line("by id", byID)
		}
	}
	var versions []string
	err = h.db.Versions(ctx, func(_ int64, entity, hash string) error {
		versions = append(versions, entity+" "+hash)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	slices.Sort(versions)
	stats, err := h.db.SessionStats(ctx, session)
	if err != nil {
		h.t.Fatal(err)
	}
	fmt.Fprintf(&b, "%v\n%d entities, %d pending, %d episodes\n", versions, stats.Entities, stats.Pending, stats.Episodes)
	return b.String()
}

// What is adopted by one row stands as what its single events would make, whatever
// happens to it afterwards.
func TestAnAdoptionStandsAsItsSingleEventsWould_3_3(t *testing.T) {
	successor, content := artifact("a-next", "", "pool.go::Acquire", "func Acquire() { next() }")
	successor.Path, successor.Symbol = "pool.go", "Acquire"
	for _, c := range []struct {
		name  string
		batch func(a, b event.FileAdopted) Batch
	}{
		{"nothing", nil},
		{"superseded", func(a, _ event.FileAdopted) Batch {
			return Batch{Session: session, Blobs: [][]byte{content}, Events: []event.Event{successor, promotion(successor, a.Artifact(0))}}
		}},
		{"tombstoned", func(_, b event.FileAdopted) Batch {
			return Batch{Session: session, Events: []event.Event{event.EntityTombstoned{Entity: b.Entity(1), Artifact: b.Artifact(1), By: "operator", Reason: "gone"}}}
		}},
		{"all tombstoned", func(a, b event.FileAdopted) Batch {
			batch := Batch{Session: session}
			for i := range a.Symbols {
				batch.Events = append(batch.Events, event.EntityTombstoned{Entity: a.Entity(i), Artifact: a.Artifact(i), By: "operator"},
					event.EntityTombstoned{Entity: b.Entity(i), Artifact: b.Artifact(i), By: "operator"})
			}
			return batch
		}},
		{"kept", func(a, _ event.FileAdopted) Batch {
			return Batch{Session: session, Events: []event.Event{event.EntityAcknowledged{Entity: a.Entity(2), Artifact: a.Artifact(2), Disk: event.Hash(nil), By: "operator"}}}
		}},
		{"seen on disk", func(a, _ event.FileAdopted) Batch {
			return Batch{Session: session, Events: []event.Event{event.EntityPersisted{Entity: a.Entity(2), Artifact: a.Artifact(2), Disk: event.Hash(nil)}}}
		}},
		{"audited", func(a, _ event.FileAdopted) Batch {
			return Batch{Session: session, Blobs: [][]byte{[]byte("yes")}, Events: []event.Event{
				event.ShadowAudited{Entity: a.Entity(0), Artifact: a.Artifact(0), Status: event.AuditCompleted, Answer: event.Hash([]byte("yes"))}}}
		}},
		{"back again", func(a, _ event.FileAdopted) Batch {
			again := a.Recorded(0)
			again.Artifact, again.Origin, again.Episode = "a-again", event.ByRestore, ""
			return Batch{Session: session, Blobs: [][]byte{content}, Events: []event.Event{
				successor, promotion(successor, a.Artifact(0)), again, promotion(again, "a-next")}}
		}},
		{"copied", func(a, _ event.FileAdopted) Batch {
			rec := a.Recorded(1)
			rec.Artifact, rec.Episode, rec.FromSession, rec.FromArtifact = "a-copy", "", session, a.Artifact(1)
			return Batch{Session: "s2", Events: []event.Event{event.SessionCreated{ID: "s2", Name: "s2", Parent: session, Copying: true}, rec, promotion(rec, "")}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told [2]string
			for i, singly := range []bool{true, false} {
				h := newHouse(t)
				a, b := h.adopt(singly)
				if c.batch != nil {
					h.must(c.batch(a, b))
				}
				told[i] = h.told()
				if found := h.verify(); found != "" {
					t.Errorf("singly %v: %s", singly, found)
				}
				if found, err := h.db.OpeningCheck(context.Background()); err != nil || len(found) > 0 {
					t.Errorf("singly %v: %v %v", singly, found, err)
				}
			}
			if told[0] != told[1] {
				t.Errorf("the single events make\n%s\nthe adoption makes\n%s", told[0], told[1])
			}
		})
	}
}

func TestCommitRefusesAnAdoptionThatCannotBe(t *testing.T) {
	h := newHouse(t)
	a, _ := h.adopt(false)
	h.must(Batch{Session: session, Events: []event.Event{event.EntityTombstoned{Entity: a.Entity(0), Artifact: a.Artifact(0), By: "operator"}}})
	again, blobs := poolAdoption(t, "e-2", "pool.go")
	one := func(i int) event.FileAdopted {
		ev := again
		ev.Symbols = again.Symbols[i : i+1]
		return ev
	}
	was := func(i int, artifact string) event.FileAdopted {
		ev := one(i)
		ev.Symbols = slices.Clone(ev.Symbols)
		ev.Symbols[0].Was = artifact
		return ev
	}
	other := a.Recorded(1)
	other.Artifact = "a-other"
	mangled := func(change func(*event.FileAdopted)) event.Event {
		ev, _ := poolAdoption(t, "e-2", "new.go")
		change(&ev)
		return ev
	}
	for name, c := range map[string]struct {
		ev   event.Event
		want error
	}{
		"of what stands":            {one(1), event.ErrConflict},
		"of what was superseded":    {was(0, "a-other"), event.ErrConflict},
		"in place of another":       {was(1, "a-other"), event.ErrConflict},
		"a copy of nothing":         {mangled(func(e *event.FileAdopted) { e.FromSession = session }), event.ErrInvalid},
		"the end of another":        {event.FileTombstoned{Path: a.Path, By: "operator", Symbols: []string{"T.M"}, Artifacts: []string{"a-other"}}, event.ErrConflict},
		"the end of what has ended": {event.FileTombstoned{Path: a.Path, By: "operator", Symbols: []string{"Acquire"}, Artifacts: []string{a.Artifact(0)}}, event.ErrConflict},
		"the end of nothing":        {event.FileTombstoned{Path: a.Path, By: "operator"}, event.ErrInvalid},
		"an end twice":              {event.FileTombstoned{Path: a.Path, By: "operator", Symbols: []string{"T.M", "T.M"}, Artifacts: []string{a.Artifact(1), a.Artifact(1)}}, event.ErrInvalid},
		"in no episode":             {mangled(func(e *event.FileAdopted) { e.Episode = "e-unknown" }), event.ErrInvalid},
		"of a file that is unknown": {mangled(func(e *event.FileAdopted) { e.Block = event.Hash([]byte("?")) }), event.ErrEvidence},
		"with a text that is nowhere": {mangled(func(e *event.FileAdopted) {
			nowhere := event.Hash([]byte("nowhere"))
			e.Symbols[0].Text = nil
			e.Symbols[0].Sums, _ = event.SumsOf(e.Recorded(0).Hash, nowhere, nowhere)
		}), event.ErrEvidence},
		"of a symbol twice":          {mangled(func(e *event.FileAdopted) { e.Symbols[0].Name = e.Symbols[1].Name }), event.ErrInvalid},
		"of a name with a line end":  {mangled(func(e *event.FileAdopted) { e.Symbols[0].Name = "a\nb" }), event.ErrInvalid},
		"without symbols":            {mangled(func(e *event.FileAdopted) { e.Symbols = nil }), event.ErrInvalid},
		"without hashes":             {mangled(func(e *event.FileAdopted) { e.Symbols[0].Sums = "?" }), event.ErrInvalid},
		"of a place before the file": {mangled(func(e *event.FileAdopted) { e.Symbols[0].Core = []int{-1, 3} }), event.ErrInvalid},
		"with an id of another form": {mangled(func(e *event.FileAdopted) { e.ID = "x" }), event.ErrInvalid},
		"a promotion beside it":      {promotion(other, ""), event.ErrConflict},
		"a tombstone of another":     {event.EntityTombstoned{Entity: a.Entity(1), Artifact: "a-other", By: "operator"}, event.ErrConflict},
		"the close of what stands":   {event.ArtifactClosed{Entity: a.Entity(1), Artifact: a.Artifact(1), By: "operator"}, event.ErrConflict},
	} {
		events := inEpisode("e-2", c.ev)
		if name == "a promotion beside it" {
			events = []event.Event{other, c.ev}
		}
		if _, err := h.db.Commit(context.Background(), Batch{Session: session, Blobs: blobs, Events: events}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if found := h.verify(); found != "" {
		t.Error(found)
	}
}

func TestVerifyNamesWhatIsWrongWithAnAdoption_3_3(t *testing.T) {
	for name, c := range map[string]struct{ tamper, want string }{
		"a symbol that is gone":       {`UPDATE adopted SET names = replace(names, 'Release' || char(10), '')`, "do not stand"},
		"a symbol that is another":    {`UPDATE adopted SET names = replace(names, 'Release', 'Relapse')`, "other symbols than the Ledger says"},
		"another path":                {`UPDATE adopted SET path = 'other.go' WHERE path = 'pool.go'`, "path is \"other.go\""},
		"an adoption that is gone":    {`DELETE FROM adopted WHERE path = 'pool.go'`, "the adoption that it introduces is missing"},
		"a row of its own, otherwise": {`UPDATE artifact SET kind = 'class'`, "kind is \"class\""},
		"two truths":                  {`UPDATE adopted SET names = names || 'Acquire' || char(10) WHERE path = 'pool.go'`, "two truths"},
		"a file that is another":      {`UPDATE vault SET codec = 'raw', bytes = CAST('x' AS BLOB), size = 1`, "its bytes hash to"},
		"a file that is gone":         {`DELETE FROM vault`, "the file that row"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			a, _ := h.adopt(false)
			h.must(Batch{Session: session, Events: []event.Event{event.EntityAcknowledged{Entity: a.Entity(0), Artifact: a.Artifact(0), Disk: event.Hash(nil), By: "operator"}}})
			h.tamper(c.tamper)
			if got := h.verify(); !strings.Contains(got, c.want) && !(name == "a symbol that is gone" && strings.Contains(got, "have rows of their own")) {
				t.Errorf("Verify found:\n%s\nwant: %s", got, c.want)
			}
		})
	}
	h := newHouse(t)
	ev, blobs := poolAdoption(t, "e-1", "pool.go")
	ev.Symbols[0].Core[1]--
	h.must(Batch{Session: session, Blobs: blobs, Events: inEpisode("e-1", ev)})
	if got := h.verify(); !strings.Contains(got, "of pool.go::Acquire the place") {
		t.Errorf("of a place that holds other bytes Verify found:\n%s", got)
	}
	if _, err := h.db.Blob(context.Background(), ev.Recorded(0).Hash); !errors.Is(err, event.ErrCorrupt) {
		t.Errorf("what stands in such a place is read: %v", err)
	}
}

func TestAdoptionsAreSaved_P1(t *testing.T) {
	h := newHouse(t)
	a, _ := h.adopt(false)
	h.must(Batch{Session: session, Events: []event.Event{event.EntityTombstoned{Entity: a.Entity(0), Artifact: a.Artifact(0), By: "operator"}}})
	want := h.told()
	saved, err := h.db.Salvage(context.Background())
	if err != nil || !saved.Whole || saved.Gone > 0 {
		t.Fatalf("Salvage: %+v, %v", saved, err)
	}
	if got := h.told(); got != want {
		t.Errorf("after it was saved:\n%s\nbefore:\n%s", got, want)
	}
	if found := h.verify(); found != "" {
		t.Error(found)
	}
}

// Contents that are places of a file are found by their hashes, also those that another
// process has adopted since, and in another database that took its place.
func TestPlacesOfFilesAreFoundByTheirHash_3_1(t *testing.T) {
	for name, first := range map[string]func(h *house){
		"at once": func(*house) {},
		"after the State Map was read": func(h *house) {
			if err := h.db.StateMap(context.Background(), session, func(event.Artifact) error { return nil }); err != nil {
				h.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) { placesAreFound(t, first) })
	}
}

func placesAreFound(t *testing.T, first func(h *house)) {
	ctx := context.Background()
	h := newHouse(t)
	a, _ := poolAdoption(t, "e-adopt", "pool.go")
	if _, err := h.db.Blob(ctx, a.Recorded(0).Text); !errors.Is(err, event.ErrNotFound) {
		t.Fatalf("before it is adopted: %v", err)
	}
	other, err := Open(ctx, h.dir, Options{Now: h.now})
	if err != nil {
		t.Fatal(err)
	}
	beside := &house{t: t, db: other, dir: h.dir, n: h.n}
	beside.adopt(false)
	first(h)
	late, blobs := adoptionOf(t, "e-late", "late.go", "late\n", [3]string{"Late", "late", "late"})
	beside.must(Batch{Session: session, Blobs: blobs, Events: inEpisode("e-late", late)}) // which nobody has read yet
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	hashes := []string{a.Recorded(0).Text, a.Recorded(1).Hash, event.Hash([]byte("?")), a.Recorded(2).Text, a.Block, late.Recorded(0).Text}
	for i, c := range h.db.Blobs(ctx, hashes) {
		if gone := i == 2; errors.Is(c.Err, event.ErrNotFound) != gone || !gone && event.Hash(c.Bytes) != hashes[i] {
			t.Errorf("content %d: %q, %v", i, c.Bytes, c.Err)
		}
	}
}

// Who takes the State Map may end it at any entity; what was read ahead of that is let go.
func TestTheReadingOfAStateMapIsEnded_3_3(t *testing.T) {
	h := newHouse(t)
	var blobs [][]byte
	var events []event.Event
	for i := range 20 {
		a, more := adoptionOf(t, "e", fmt.Sprintf("f%02d.go", i), "one two\n", [3]string{"One", "one", "one"}, [3]string{"Two", "two", "two"})
		blobs, events = append(blobs, more...), append(events, a)
	}
	h.must(Batch{Session: session, Blobs: blobs, Events: inEpisode("e", events...)})
	enough := errors.New("enough")
	for most := 1; most <= 41; most += 4 {
		var got []string
		err := h.db.StateMap(context.Background(), session, func(a event.Artifact) error {
			if got = append(got, a.Entity); len(got) == most {
				return enough
			}
			return nil
		})
		if most <= 40 && !errors.Is(err, enough) || most > 40 && err != nil || len(got) != min(most, 40) {
			t.Errorf("after %d of %d: %v", len(got), most, err)
		}
		for i, entity := range got {
			if want := fmt.Sprintf("f%02d.go::%s", i/2, []string{"One", "Two"}[i%2]); entity != want {
				t.Errorf("entity %d is %s, want %s", i, entity, want)
			}
		}
	}
}

// A database of the release before goes on as it is.
func TestADatabaseWithoutAdoptionsGoesOn(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), ".holdfast")
	if err := os.CopyFS(dir, os.DirFS("testdata/layout7")); err != nil {
		t.Fatal(err)
	}
	db, err := Open(ctx, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, db: db, dir: dir, n: 1000}
	t.Cleanup(func() { _ = db.Close() })
	if found := h.verify(); found != "" || db.Distrust() != "" {
		t.Fatalf("%s %s", found, db.Distrust())
	}
	sessions, err := db.Sessions(ctx)
	if err != nil || len(sessions) != 1 {
		t.Fatalf("sessions %v, %v", sessions, err)
	}
	var entities []event.Artifact
	if err := db.StateMap(ctx, sessions[0].ID, func(a event.Artifact) error { entities = append(entities, a); return nil }); err != nil || len(entities) < 3 {
		t.Fatalf("%d entities, %v", len(entities), err)
	}
	path := entities[0].Path
	file := "func New() {}\n"
	fresh, blobs := adoptionOf(t, "e-new", path, file, [3]string{"New", "func New() {}", "func New() {}"})
	known := fresh
	known.Symbols = slices.Clone(fresh.Symbols)
	known.Symbols[0].Name = entities[0].Symbol
	if _, err := db.Commit(ctx, Batch{Session: sessions[0].ID, Blobs: blobs, Events: inEpisode("e-known", func() event.Event { known.Episode = "e-known"; return known }())}); !errors.Is(err, event.ErrConflict) {
		t.Errorf("an entity that was recorded singly is adopted as new: %v", err)
	}
	h.must(Batch{Session: sessions[0].ID, Blobs: blobs, Events: inEpisode("e-new", fresh)})
	h.must(Batch{Session: sessions[0].ID, Events: []event.Event{event.EntityTombstoned{Entity: entities[0].Entity, Artifact: entities[0].ID, By: "operator"}}})
	if found := h.verify(); found != "" {
		t.Error(found)
	}
	var after []string
	if err := db.StateMap(ctx, sessions[0].ID, func(a event.Artifact) error { after = append(after, a.Entity); return nil }); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, a := range entities[1:] {
		want = append(want, a.Entity)
	}
	want = append(want, path+"::New")
	slices.Sort(want)
	slices.Sort(after)
	if !reflect.DeepEqual(after, want) {
		t.Errorf("the State Map is %v, want %v", after, want)
	}
}

// Symbols of one file that something happens to together, after a batch of it was
// refused in the middle, stand as when it happens to them one by one.
func TestManySymbolsOfAFileAreTouchedTogether_3_3(t *testing.T) {
	t.Parallel()
	ends := func(ev event.FileAdopted) (events []event.Event) {
		for i := range ev.Symbols {
			events = append(events, event.EntityTombstoned{Entity: ev.Entity(i), Artifact: ev.Artifact(i), By: "operator", Reason: "gone"})
		}
		return events
	}
	told := map[bool]string{}
	for _, together := range []bool{true, false} {
		h := newHouse(t)
		a, b := h.adopt(false)
		if together {
			refused := append(ends(a), event.EntityTombstoned{Entity: b.Entity(0), Artifact: "another", By: "operator"})
			if _, err := h.db.Commit(context.Background(), Batch{Session: session, Events: refused}); !errors.Is(err, event.ErrConflict) {
				t.Fatalf("a batch with a wrong artifact: %v", err)
			}
			if got := h.verify(); got != "" {
				t.Errorf("after the refusal: %s", got)
			}
			h.must(Batch{Session: session, Events: append(ends(a), ends(b)...)})
		} else {
			for _, ev := range append(ends(a), ends(b)...) {
				h.must(Batch{Session: session, Events: []event.Event{ev}})
			}
		}
		if got := h.verify(); got != "" {
			t.Errorf("together %t: %s", together, got)
		}
		told[together] = h.told()
	}
	if told[true] != told[false] {
		t.Errorf("together:\n%s\none by one:\n%s", told[true], told[false])
	}
}

// A query that waits for a connection while it keeps another may wait for ever: two of
// them do, where there are two. With one connection, each would.
func TestNoQueryOfArtifactsWaitsInAnother(t *testing.T) {
	h := newHouse(t)
	a, _ := h.adopt(false)
	h.must(Batch{Session: session, Events: inEpisode("e-end", event.FileTombstoned{Path: a.Path, By: "operator", Reason: "not needed", Symbols: []string{"Acquire"}, Artifacts: []string{a.Artifact(0)}})})
	h.db.readers.SetMaxOpenConns(1)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for _, f := range []Filter{{}, {Path: "pool.go"}, {Entity: "pool.go::Acquire"}, {Entity: "pool.go::Release"}, {Episode: "e-adopt"}, {States: []event.State{event.Superseded, event.Tombstoned}}} {
		list, err := h.db.Artifacts(ctx, session, f)
		if err != nil || len(list) == 0 {
			t.Errorf("%+v: %d artifacts, %v", f, len(list), err)
		}
	}
}
