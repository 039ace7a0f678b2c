package decide_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/decide"
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/undo"
	"holdfast/store/event"
)

// Only an explicit word of the user's settles what is STALE (TSLP 15.5): nothing that
// waited may be accepted over an edit of the disk.
func TestMayDecide_15_5(t *testing.T) {
	tests := []struct {
		name string
		disk func(*world)
		want string // part of the refusal, "" for none
	}{
		{"the disk holds what stands", func(w *world) { w.write("a.go", file(function("F", "one"))) }, ""},
		{"there is no file", func(*world) {}, ""},
		{"someone edited it", func(w *world) { w.write("a.go", file(function("F", "by hand"))) },
			"a.go::F is STALE (it was changed on disk): settle that first, `holdfast adopt a.go::F` takes the disk's version and `holdfast keep a.go::F` keeps this one"},
		{"it is gone from its file", func(w *world) {
			w.write("a.go", file(function("F", "one")))
			w.adopt("a.go")
			w.write("a.go", file(function("G", "x")))
		},
			"a.go::F is STALE (the file on disk does not define it any more)"},
		{"the file is no text", func(w *world) { w.write("a.go", "package a\x00\xff\xfe") }, "the file on disk cannot be compared"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, nil)
			w.model(fence("a.go", file(function("F", "one"))))
			tt.disk(w)
			err := decide.MayDecide(w.state.Get("a.go::F"), w.now())
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
	if err := decide.MayDecide(nil, nil); err != nil {
		t.Errorf("nothing stands, and that is refused: %v", err)
	}
	w := newWorld(t, false, map[string]string{"a.go": file(function("F", "disk"))})
	w.model(fence("a.go", file(function("F", "one"))))
	if err := decide.MayDecide(w.state.Get("a.go::F"), w.now()); err != nil {
		t.Errorf("an answer that was not saved yet is no edit: %v", err)
	}
}

// Keep is the operator's word that an entry stands over the disk (TSLP 15.5): it names
// the version that it is about, so that any further edit is STALE again.
func TestKeep_15_5(t *testing.T) {
	start := func(t *testing.T) *world {
		w := newWorld(t, false, nil)
		w.model(fence("a.go", file(function("F", "one"))))
		w.write("a.go", file(function("F", "by hand")))
		return w
	}
	keep := func(w *world) []event.Event {
		e := w.state.Get("a.go::F")
		list := w.ground.Keep(e, w.now().Check(e.Expected()))
		w.commit(nil, list)
		return list
	}
	t.Run("it is not STALE any more, until the next edit", func(t *testing.T) {
		w := start(t)
		same(t, "events", w.tell(keep(w)), []string{"keep #1 by operator: edited"})
		e := w.state.Get("a.go::F")
		if r := w.now().Check(e.Expected()); r.Status != etv.Acknowledged {
			t.Errorf("kept, it is %s", r.Status)
		}
		w.write("a.go", file(function("F", "by hand again")))
		if r := w.now().Check(e.Expected()); r.Status != etv.Edited {
			t.Errorf("edited again, it is %s", r.Status)
		}
	})
	t.Run("the second word tells what the first was about", func(t *testing.T) {
		w := start(t)
		first := keep(w)[0].(event.EntityAcknowledged)
		w.write("a.go", file(function("F", "by hand again")))
		second := keep(w)[0].(event.EntityAcknowledged)
		if first.Was != "" || second.Was != first.Disk || second.Disk == first.Disk {
			t.Errorf("first %q was %q, second %q was %q", first.Disk, first.Was, second.Disk, second.Was)
		}
	})
	t.Run("a paste of what is kept waits no more, another goes on waiting", func(t *testing.T) {
		w := start(t)
		w.pasted(fence("a.go", file(function("F", "one"))), tools(func(string) string { return "" }))
		same(t, "what waits", w.waits(), []string{"a.go::F #2"})
		same(t, "events", w.tell(keep(w)), []string{"keep #1 by operator: edited", "close #2 by operator: what it brings was kept"})

		w = start(t)
		w.pasted(fence("a.go", file(function("F", "other"))), tools(func(string) string { return "" }))
		same(t, "events", w.tell(keep(w)), []string{"keep #1 by operator: edited"})
		same(t, "what waits", w.waits(), []string{"a.go::F #2"})
	})
	t.Run("what the disk agrees with is kept as contested", func(t *testing.T) {
		w := start(t)
		w.write("a.go", file(function("F", "one")))
		same(t, "events", w.tell(keep(w)), []string{"keep #1 by operator: contested"})
	})
}

// A paste of what stands, accepted, settles only that the disk differs.
func TestRestated_Product13(t *testing.T) {
	w := newWorld(t, false, nil)
	w.model(fence("a.go", file(function("F", "one"))))
	w.write("a.go", file(function("F", "by hand")))
	w.pasted(fence("a.go", file(function("F", "one"))), tools(func(string) string { return "" }))
	current, waiting := w.state.Get("a.go::F"), w.recorded[w.id("#2")]
	if !w.ground.Restates(waiting, current) {
		t.Fatal("a paste of what stands does not restate it")
	}
	same(t, "events", w.tell(decide.Restated(waiting, current, w.now())), []string{
		"keep #1 by operator: edited", "close #2 by operator: accepted: it is what stands, and is kept",
	})
	w.write("a.go", file(function("F", "one")))
	same(t, "where the disk agrees", w.tell(decide.Restated(waiting, current, w.now())), []string{
		"close #2 by operator: accepted: it is what stands, and is kept",
	})

	other := waiting
	other.Hash = event.Hash([]byte("other"))
	removal := waiting
	removal.Removes = true
	proven := waiting
	proven.Gates = event.GateReport{}
	unreadable := waiting
	unreadable.Text = event.Hash([]byte("a text that the Vault does not hold"))
	for name, no := range map[string]bool{
		"other content":                   w.ground.Restates(other, current),
		"a removal":                       w.ground.Restates(removal, current),
		"what waits for no review":        w.ground.Restates(proven, current),
		"a text that cannot be read":      w.ground.Restates(unreadable, current),
		"an entity that stands no longer": w.ground.Restates(waiting, nil),
	} {
		if no {
			t.Errorf("%s restates what stands", name)
		}
	}
	// The disk comes to hold it again: nothing is promoted, since it stands already.
	same(t, "settled by the disk", w.tell(w.settle()), []string{"close #2 by disk: the disk holds what stands again"})
}

// The operator gives code an entity, or accepts what was INFERRED for one (product 19).
func TestLinkedByTheOperator_Product19(t *testing.T) {
	link := func(w *world, name, reply, as string) []event.Event {
		var from event.Artifact
		if name != "" {
			from = w.recorded[w.id(name)]
		}
		path, symbol := resolve.Split(as)
		res := w.resolve(fence(path, file(reply)), true)
		for _, a := range res.Artifacts {
			if a.Symbol == symbol {
				_, events := w.ground.Linked(from, a, w.state.Get(as), "link", w.now())
				return events
			}
		}
		w.t.Fatalf("%s is not defined: %+v", as, res)
		return nil
	}
	t.Run("what was logged only becomes an entity", func(t *testing.T) {
		w := newWorld(t, false, nil)
		w.model("```go\n" + function("Lonely", "x") + "```\n")
		events := link(w, "", function("Lonely", "x"), "a.go::Lonely")
		w.commit(nil, events)
		same(t, "events", w.tell(events), []string{"open operator command", "record #1 a.go::Lonely as promote", "promote #1 by operator, acknowledged", "shut closed"})
		if rec := w.recorded[w.id("#1")]; rec.Origin != event.ByUser || rec.Confidence != event.Confirmed {
			t.Errorf("%s, %s", rec.Origin, rec.Confidence)
		}
	})
	t.Run("what was INFERRED is closed as accepted, and stays the model's", func(t *testing.T) {
		w := newWorld(t, false, nil)
		w.model(fence("a.go", file(long("Total", 20))))
		w.model("```go\n" + long("Total", 21) + "```\n")
		events := link(w, "#2", long("Total", 21), "a.go::Total")
		w.commit(nil, events)
		same(t, "events", w.tell(events), []string{
			"open operator command", "close #2 by operator: accepted for a.go::Total", "record #3 a.go::Total as promote",
			"promote #3 by operator over #1", "shut closed",
		})
		if rec := w.recorded[w.id("#3")]; rec.Origin != event.ByModel {
			t.Errorf("it was written by %s", rec.Origin)
		}
		// What had failed stays on record beside the word.
		var names []string
		for _, c := range w.recorded[w.id("#3")].Gates.Checks {
			if !c.Pass {
				names = append(names, c.Name)
			}
		}
		same(t, "failed checks", names, []string{"resolution", "full_definition", "grant_user"})
	})
	t.Run("what stands already is only closed", func(t *testing.T) {
		w := newWorld(t, false, nil)
		w.model(fence("a.go", file(function("F", "one"))))
		same(t, "events", w.tell(link(w, "", function("F", "one"), "a.go::F")), []string{"open operator command", "shut closed"})
	})
}

// A file is tracked by its symbols or as a whole, never by both (product 3).
func TestAFileIsTrackedByOneOrTheOther_Product3(t *testing.T) {
	w := newWorld(t, false, map[string]string{"a.go": "package a\n"})
	w.adopt("a.go")
	p := w.model(fence("a.go", file(function("F", "one"))))
	same(t, "a symbol takes the place of the whole", w.tell(p.Events), []string{
		"record #2 a.go::F as promote", "promote #2 by parity", "end #1 a.go::* by update: the file is tracked by its symbols now",
	})
	same(t, "the State Map", w.stands(), []string{"a.go::F #2"})

	whole := event.Artifact{ID: "x", Entity: "a.go::*", Path: "a.go", Symbol: "*", Kind: "file"}
	if err := w.ground.WholeOfSymbols(whole); err == nil || err.Error() != "a.go is tracked by its symbols: tombstone them before it is tracked as a whole" {
		t.Errorf("a whole beside symbols: %v", err)
	}
	if _, err := w.ground.Displaced(whole); err == nil {
		t.Error("a whole displaces symbols")
	}
	rest := whole
	rest.Kind = "rest"
	if err := w.ground.WholeOfSymbols(rest); err != nil {
		t.Errorf("the rest of a file stands beside its symbols: %v", err)
	}
	elsewhere := whole
	elsewhere.Path, elsewhere.Entity = "b.go", "b.go::*"
	if err := w.ground.WholeOfSymbols(elsewhere); err != nil {
		t.Errorf("another file: %v", err)
	}

	w = newWorld(t, false, map[string]string{"a.go": "package a\n"})
	w.adopt("a.go")
	displaced, err := w.ground.Displaced(event.Artifact{Entity: "a.go::F", Path: "a.go", Symbol: "F"})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "accepted, a symbol displaces the whole", w.tell(displaced), []string{"end #1 a.go::* by operator: the file is tracked by its symbols now"})
}

// The statements outside of a file's symbols are an entity beside them.
func TestTheRestOfAFileStandsBesideItsSymbols_Product3(t *testing.T) {
	const script = "import os\n\nLIMIT = 3\n\n\ndef f():\n    return LIMIT\n"
	w := newWorld(t, false, map[string]string{"a.py": script})
	same(t, "adopted", w.tell(w.adopt("a.py").Events), []string{
		"record #1 a.py::f as promote", "promote #1 by write_head, saved", "record #2 a.py::* as promote", "promote #2 by write_head, saved",
	})
	changed := strings.Replace(script, "return LIMIT", "return LIMIT + 1", 1)
	p := w.model(fence("a.py", changed))
	same(t, "a symbol changed", w.tell(p.Events), []string{"record #3 a.py::f as promote", "promote #3 by parity over #1"})
	w.write("a.py", strings.Replace(changed, "LIMIT = 3", "LIMIT = 4", 1))
	p = w.model(fence("a.py", strings.Replace(changed, "LIMIT = 3", "LIMIT = 5", 1)))
	same(t, "the rest changed", w.tell(p.Events), []string{"record #4 a.py::* as propose"})
	if reasons := w.recorded[w.id("#4")].Gates.Reasons; !slices.ContainsFunc(reasons, func(r string) bool { return strings.HasPrefix(r, "STALE: edited") }) {
		t.Errorf("the rest was edited on disk, and it waits for %q", reasons)
	}
}

func TestRemovalClosesItsProposal_9_2(t *testing.T) {
	w := newWorld(t, false, nil)
	w.model(fence("a.go", file(function("F", "one"))))
	proposal := event.Artifact{ID: "p", Entity: "a.go::F"}
	same(t, "of what stands", w.tell(decide.Removal(proposal, w.state.Get("a.go::F"), "operator", "not needed")), []string{
		"close ?p by operator: accepted: not needed", "end #1 a.go::F by operator: not needed",
	})
	same(t, "of what stands no more", w.tell(decide.Removal(proposal, nil, "operator", "not needed")), []string{"close ?p by operator: accepted: not needed"})
}

func TestCloseNamesWhoAndWhy_5(t *testing.T) {
	want := event.ArtifactClosed{Artifact: "a", Entity: "e", By: "client", Reason: "the call failed"}
	if got := decide.Close("a", "e", "client", "the call failed"); got != want {
		t.Errorf("%+v", got)
	}
	want.Episode = "ep"
	if got := decide.CloseIn("ep", "a", "e", "client", "the call failed"); got != want {
		t.Errorf("%+v", got)
	}
}

// What is chosen ends its rivals, and leaves every other entity alone.
func TestTheChoiceOfOneEndsTheOthers_5(t *testing.T) {
	w := newWorld(t, false, map[string]string{"a.go": file(function("F", "disk")), "b.go": file(function("F", "disk"))})
	w.seen = func(string, string) bool { return false }
	w.model(fence("a.go", file(function("F", "one"))) + "\n" + fence("b.go", file(function("F", "one"))))
	w.pasted(fence("a.go", file(function("F", "mine"))), tools(func(string) string { return "" }))
	w.call("c", write("a.go", file(function("F", "two"))))
	same(t, "what waits", w.waits(), []string{"b.go::F #2", "a.go::F #3", "a.go::F #4"})
	same(t, "#3 is chosen", w.tell(w.ground.CloseOthers(w.recorded[w.id("#3")])), []string{"close #4 by engine: replaced by #3"})
	same(t, "the base is replaced", w.tell(w.ground.Invalidate("a.go::F", "the disk moved")), []string{
		"close #3 by engine: invalidated: the disk moved", "close #4 by engine: invalidated: the disk moved",
	})
	same(t, "an entity that nothing waits for", w.tell(w.ground.Invalidate("c.go::F", "the disk moved")), []string{})
}

func TestEndAllEndsEverything(t *testing.T) {
	w := newWorld(t, false, map[string]string{"b.go": file(function("G", "disk"))})
	w.model(fence("a.go", file(function("F", "one"), function("E", "one"))))
	w.call("c", write("b.go", file(function("G", "new"))))
	list := w.ground.EndAll("operator", "a fresh start")
	same(t, "events", w.tell(list), []string{
		"close #3 by engine: a fresh start", "end #1 a.go::F by operator: a fresh start", "end #2 a.go::E by operator: a fresh start",
	})
	w.commit(nil, list)
	same(t, "twice", w.tell(w.ground.EndAll("operator", "a fresh start")), []string{})
}

// A copy is what its original is, and nothing of its past goes with it.
func TestACopyOfAFork(t *testing.T) {
	original := event.Artifact{
		ID: "a1", Session: "parent", Episode: "e1", Entity: "a.go::F", Path: "a.go", Symbol: "F", Language: "go", Kind: "function",
		Hash: "sha256:h", Structure: "sha256:s", Text: "sha256:t", Block: "sha256:b", Position: 3, Method: "ast", Nodes: 9, Tokens: 8,
		Errors: 1, Count: 2, Top: true, Container: "C", Confidence: event.Confirmed, Convention: "info_string", Origin: event.ByUser,
		Grant: gates.GrantWrite, Disk: "sha256:d", Call: "call-1", WaitsForDisk: true, Removes: false,
	}
	report := event.GateReport{Decision: gates.Promote, Grant: gates.GrantWrite}
	t.Run("one that the disk holds", func(t *testing.T) {
		a := original
		a.Persisted = true
		list := decide.Copied(a, "copy", "fork", report, []string{"sha256:base"})
		if len(list) != 2 {
			t.Fatalf("%d events", len(list))
		}
		rec, now := list[0].(event.ArtifactRecorded), list[1].(event.ArtifactPromoted)
		if rec.Artifact != "copy" || rec.Episode != "fork" || rec.FromSession != "parent" || rec.FromArtifact != "a1" || rec.Call != "" || rec.WaitsForDisk {
			t.Errorf("%+v", rec)
		}
		want := decide.RecordedAs("copy", original)
		want.Episode, want.Gates, want.Call, want.WaitsForDisk, want.FromSession, want.FromArtifact = "fork", report, "", false, "parent", "a1"
		if !reflect.DeepEqual(rec, want) {
			t.Errorf("%+v, want %+v", rec, want)
		}
		if !now.Persisted || now.Disk != "" || now.Bases != nil || now.Grant != gates.GrantWrite || now.Supersedes != "" {
			t.Errorf("%+v", now)
		}
	})
	t.Run("one that was never saved stands on its bases", func(t *testing.T) {
		now := decide.Copied(original, "copy", "fork", report, []string{"sha256:base"})[1].(event.ArtifactPromoted)
		if now.Persisted || now.Disk != "sha256:d" || !reflect.DeepEqual(now.Bases, []string{"sha256:base"}) {
			t.Errorf("%+v", now)
		}
	})
	t.Run("what was kept and what was audited goes with it", func(t *testing.T) {
		a := original
		a.Acknowledged, a.Audit = "sha256:kept", event.AuditPartial
		list := decide.Copied(a, "copy", "fork", report, nil)
		if len(list) != 4 {
			t.Fatalf("%d events", len(list))
		}
		if kept := list[2].(event.EntityAcknowledged); kept.Disk != "sha256:kept" || kept.By != rebuild.ByFork || kept.Artifact != "copy" {
			t.Errorf("%+v", kept)
		}
		if audit := list[3].(event.ShadowAudited); audit.Status != event.AuditPartial || audit.Artifact != "copy" {
			t.Errorf("%+v", audit)
		}
	})
}

// Every field of an artifact that its record has goes into a copy: one that is
// forgotten would be lost at the first fork, recovery or undo.
func TestRecordedAsForgetsNothing_3_1(t *testing.T) {
	var full event.ArtifactRecorded
	fill(reflect.ValueOf(&full).Elem())
	full.FromSession, full.FromArtifact = "", ""
	source := event.Artifact{ID: full.Artifact}
	from, to := reflect.ValueOf(full), reflect.ValueOf(&source).Elem()
	for i := range from.NumField() {
		if f := to.FieldByName(from.Type().Field(i).Name); f.IsValid() {
			f.Set(from.Field(i))
		}
	}
	if got := decide.RecordedAs(full.Artifact, source); !reflect.DeepEqual(got, full) {
		t.Errorf("%+v\nwant %+v", got, full)
	}
}

// fill gives each field of a struct a value that is not its zero.
func fill(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(v.Type().Field(i).Name)
		case reflect.Int, reflect.Int64:
			f.SetInt(int64(i + 1))
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Struct:
			fill(f)
		}
	}
}

// Content of before is the truth again by the operator's word (TSLP 5: superseded
// artifacts stay in the Vault).
func TestAgainAndBack_5(t *testing.T) {
	start := func(t *testing.T) *world {
		w := newWorld(t, false, nil)
		w.model(fence("a.go", file(function("F", "one"))))
		w.write("a.go", file(function("F", "one")))
		w.model(fence("a.go", file(function("F", "two"))))
		w.write("a.go", file(function("F", "two")))
		return w
	}
	check := func(w *world, a event.Artifact) etv.Report {
		return w.now().Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
	}
	t.Run("restored, it is a new artifact that the disk does not hold yet", func(t *testing.T) {
		w := start(t)
		b := w.ground.Batch("again")
		b.Origin = event.ByRestore
		first := w.recorded[w.id("#1")]
		b.Again(first, gates.Restored("from version 1"), check(w, first), w.state.Get("a.go::F"))
		w.commit(nil, b.Events)
		same(t, "events", w.tell(b.Events), []string{"record #3 a.go::F as promote", "promote #3 by operator over #2"})
		e := w.state.Get("a.go::F")
		if r := w.now().Check(e.Expected()); r.Status != etv.NotApplied {
			t.Errorf("the disk still holds what it replaces, and it is %s", r.Status)
		}
		w.write("a.go", file(function("F", "one")))
		if r := w.now().Check(e.Expected()); r.Status != etv.Agrees {
			t.Errorf("saved, it is %s", r.Status)
		}
	})
	t.Run("taken back, a disk that held it once was edited since", func(t *testing.T) {
		w := start(t)
		b := w.ground.Batch("back")
		first := w.recorded[w.id("#1")]
		b.Back(first, gates.Restored("taken back"), check(w, first), w.id("#2"), true)
		w.commit(nil, b.Events)
		same(t, "events", w.tell(b.Events), []string{"record #3 a.go::F as promote", "promote #3 by operator over #2, saved"})
		e := w.state.Get("a.go::F")
		if r := w.now().Check(e.Expected()); r.Status != etv.Edited {
			t.Errorf("it is %s", r.Status)
		}
	})
	t.Run("taken back, what the operator had kept is kept again", func(t *testing.T) {
		w := start(t)
		first := w.recorded[w.id("#1")]
		r := check(w, first)
		first.Acknowledged = stale.Word(r)
		b := w.ground.Batch("back")
		b.Back(first, gates.Restored("taken back"), r, w.id("#2"), true)
		if now := b.Events[1].(event.ArtifactPromoted); !now.Acknowledged {
			t.Errorf("%+v", now)
		}
	})
}

// A decision of the operator's is undone by decisions: nothing leaves the Ledger.
func TestTakeBack_3_2(t *testing.T) {
	start := func(t *testing.T) *world {
		w := newWorld(t, false, map[string]string{"a.go": file(function("F", "disk"))})
		w.seen = func(string, string) bool { return false }
		w.model(fence("a.go", file(function("F", "one")))) // #1 waits
		return w
	}
	take := func(t *testing.T, w *world, c undo.Change) (done, reopened []event.Event) {
		t.Helper()
		b := w.ground.Batch("undo")
		reopened, err := b.TakeBack(c, w.now(), w.artifact)
		if err != nil {
			t.Fatal(err)
		}
		w.commit(b.Blobs, b.Events)
		w.commit(nil, reopened)
		return b.Events, reopened
	}
	accept := func(w *world) {
		a := w.recorded[w.id("#1")]
		r := w.now().Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
		w.commit(nil, []event.Event{decide.Promotion(a.ID, a.Entity, "", nil, gates.Operator(a.Gates, "accepted"), r)})
	}
	t.Run("an acceptance: the entity goes, its proposal waits again without the word", func(t *testing.T) {
		w := start(t)
		accept(w)
		done, reopened := take(t, w, undo.Change{Entity: "a.go::F", After: w.id("#1"), Reopen: []string{w.id("#1")}})
		same(t, "events", w.tell(done), []string{"end #1 a.go::F by operator: the decision that brought it was taken back"})
		same(t, "reopened", w.tell(reopened), []string{"record #2 a.go::F as propose"})
		for _, c := range w.recorded[w.id("#2")].Gates.Checks {
			if c.Name == "operator" {
				t.Error("the word that was taken back still counts")
			}
		}
		same(t, "the State Map", w.stands(), nil)
		same(t, "what waits", w.waits(), []string{"a.go::F #2"})
	})
	t.Run("what the disk has come to hold does not wait again", func(t *testing.T) {
		w := start(t)
		accept(w)
		w.write("a.go", file(function("F", "one")))
		_, reopened := take(t, w, undo.Change{Entity: "a.go::F", After: w.id("#1"), Reopen: []string{w.id("#1")}})
		same(t, "reopened", w.tell(reopened), []string{})
	})
	t.Run("a replacement: what stood before is the truth again", func(t *testing.T) {
		w := start(t)
		w.adopt("a.go") // #2, and #1 is invalid
		w.write("a.go", file(function("F", "by hand")))
		w.adopt("a.go") // #3
		done, _ := take(t, w, undo.Change{Entity: "a.go::F", Before: w.id("#2"), After: w.id("#3")})
		same(t, "events", w.tell(done), []string{"record #4 a.go::F as promote", "promote #4 by operator over #3, saved"})
		if w.state.Get("a.go::F").Hash() != w.recorded[w.id("#2")].Hash {
			t.Error("other content is back than stood before")
		}
	})
	t.Run("a keep: the disk contradicts again", func(t *testing.T) {
		w := start(t)
		w.adopt("a.go")
		w.write("a.go", file(function("F", "by hand")))
		e := w.state.Get("a.go::F")
		w.commit(nil, w.ground.Keep(e, w.now().Check(e.Expected())))
		kept := e.Place().Known()
		done, _ := take(t, w, undo.Change{Entity: e.Key(), Before: e.Artifact(), After: e.Artifact(), Kept: kept})
		ev := done[0].(event.EntityAcknowledged)
		if len(done) != 1 || !ev.Withdrawn || ev.Disk != "" || ev.Was != kept {
			t.Errorf("%+v", done)
		}
		if r := w.now().Check(e.Expected()); r.Status != etv.Edited {
			t.Errorf("it is %s", r.Status)
		}
	})
	t.Run("a proposal that the decision made is closed, one that is over is left alone", func(t *testing.T) {
		w := start(t)
		done, _ := take(t, w, undo.Change{Entity: "a.go::F", Close: []string{w.id("#1"), "over"}})
		same(t, "events", w.tell(done), []string{"close #1 by operator: the decision that made it was taken back"})
	})
	t.Run("an artifact that cannot be read stops it", func(t *testing.T) {
		w := start(t)
		for _, c := range []undo.Change{{Entity: "a.go::F", Before: "lost", After: w.id("#1")}, {Entity: "a.go::F", Reopen: []string{"lost"}}} {
			if _, err := w.ground.Batch("undo").TakeBack(c, w.now(), w.artifact); err == nil {
				t.Errorf("%+v: no error", c)
			}
		}
	})
}

// TSLP 10: a completed audit is a grant of gate B; whatever else it says is none.
func TestAnAuditPromotes_10(t *testing.T) {
	tests := []struct {
		name   string
		status event.AuditStatus
		disk   string // of F by then, "" for no change
		want   []string
	}{
		{"completed", event.AuditCompleted, "", []string{"promote #2 by audit over #1"}},
		{"partial", event.AuditPartial, "", []string{}},
		{"discussion", event.AuditDiscussion, "", []string{}},
		{"not asked", "", "", []string{}},
		{"completed, and the disk was edited meanwhile: STALE blocks", event.AuditCompleted, "by hand", []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, nil)
			w.model(fence("a.go", file(function("F", "one"))))
			w.write("a.go", file(function("F", "one")))
			w.seen = func(string, string) bool { return false }
			reply := fence("a.go", file(function("F", "two")))
			res := w.resolve(reply, false)
			p := w.model(reply)
			same(t, "the plan", w.tell(p.Events), []string{"record #2 a.go::F as propose"})
			if tt.disk != "" {
				w.write("a.go", file(function("F", tt.disk)))
			}
			by := decide.Writer{Origin: event.ByModel, Episode: "late", Finish: "stop", Audited: tt.status}
			events := w.ground.PromoteAudited(w.recorded[w.id("#2")], &res.Artifacts[0], by, w.now())
			same(t, "events", w.tell(events), tt.want)
		})
	}
}
