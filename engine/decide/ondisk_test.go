package decide_test

import (
	"errors"
	"fmt"
	"testing"

	"holdfast/engine/decide"
	"holdfast/engine/etv"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// settle looks at the disk for everything that waits, and folds what that settles.
func (w *world) settle(closed ...statemap.Waiting) []event.Event {
	w.t.Helper()
	list := w.pending.In(func(string) bool { return true })
	stat := func(path string) *etv.Version { return w.verifier.Read(path) }
	events, err := w.ground.SettledByDisk(append(list, closed...), len(list), w.now(), stat, w.artifact)
	if err != nil {
		w.t.Fatal(err)
	}
	w.commit(nil, events)
	return events
}

// write is a tool call that writes a file.
func write(path, content string) map[string]any {
	return map[string]any{"path": path, "content": content}
}

// replace is a tool call that replaces text in a file.
func replace(path, was, now string) map[string]any {
	return map[string]any{"path": path, "old_string": was, "new_string": now}
}

// The disk outranks the map and every gate (TSLP 15.2, product 10): what it comes to
// hold is settled, and nothing else is.
func TestWhatTheDiskSettles_15_2(t *testing.T) {
	tests := []struct {
		name   string
		files  map[string]string
		before func(*world)
		disk   func(*world)
		want   []string
		stands []string
		waits  []string
	}{
		{
			name:   "a call that the client applied becomes the truth",
			before: func(w *world) { w.call("c1", write("a.go", file(function("F", "one")))) },
			disk:   func(w *world) { w.write("a.go", file(function("F", "one"))) },
			want:   []string{"promote #1 by disk, saved"},
			stands: []string{"a.go::F #1"},
		},
		{
			name:   "a call that was never applied does not",
			before: func(w *world) { w.call("c1", write("a.go", file(function("F", "one")))) },
			want:   []string{},
			waits:  []string{"a.go::F #1"},
		},
		{
			name:   "a call that was applied with other content does not",
			before: func(w *world) { w.call("c1", write("a.go", file(function("F", "one")))) },
			disk:   func(w *world) { w.write("a.go", file(function("F", "two"))) },
			want:   []string{},
			waits:  []string{"a.go::F #1"},
		},
		{
			name:   "reformatted by the editor on saving it is the same",
			before: func(w *world) { w.call("c1", write("a.go", "package a\n\nfunc F() string { return \"one\" }\n")) },
			disk:   func(w *world) { w.write("a.go", file(function("F", "one"))) },
			want:   []string{"promote #1 by disk, saved"},
			stands: []string{"a.go::F #1"},
		},
		{
			name:   "CRLF on disk is the same",
			before: func(w *world) { w.call("c1", write("a.go", file(function("F", "one")))) },
			disk:   func(w *world) { w.write("a.go", "package a\r\n\r\nfunc F() string {\r\n\treturn \"one\"\r\n}\r\n") },
			want:   []string{"promote #1 by disk, saved"},
			stands: []string{"a.go::F #1"},
		},
		{
			name: "of two symbols the one that is there is settled",
			before: func(w *world) {
				w.call("c1", write("a.go", file(function("F", "one"), function("G", "one"))))
			},
			disk:   func(w *world) { w.write("a.go", file(function("F", "one"), function("G", "other"))) },
			want:   []string{"promote #1 by disk, saved"},
			stands: []string{"a.go::F #1"},
			waits:  []string{"a.go::G #2"},
		},
		{
			name: "what a gate had refused is settled by the disk",
			before: func(w *world) {
				w.model(fence("a.go", file(long("F", 20))))
				w.write("a.go", file(long("F", 20)))
				w.model(fence("a.go", file(long("F", 2))))
			},
			disk:   func(w *world) { w.write("a.go", file(long("F", 2))) },
			want:   []string{"promote #2 by disk over #1, saved"},
			stands: []string{"a.go::F #2"},
		},
		{
			name:  "an edit is settled as what the file has become",
			files: map[string]string{"a.go": file(function("F", "old"), function("G", "old"))},
			before: func(w *world) {
				w.call("c1", replace("a.go", "return \"old\"\n}\n\nfunc G", "return \"new\"\n}\n\nfunc G"))
			},
			disk:   func(w *world) { w.write("a.go", file(function("F", "new"), function("G", "old"))) },
			want:   []string{"promote #1 by disk, saved"},
			stands: []string{"a.go::F #1"},
		},
		{
			name:  "a proposal whose file went away while it waited is closed",
			files: map[string]string{"a.go": file(function("F", "old"))},
			before: func(w *world) {
				w.call("c1", write("a.go", file(function("F", "new"))))
				w.settle() // the file is there by then
			},
			disk: func(w *world) { w.delete("a.go") },
			want: []string{"close #1 by disk: not applied: a.go was removed while this waited for it"},
		},
		{
			name:   "one whose file was never there goes on waiting",
			before: func(w *world) { w.call("c1", write("a.go", file(function("F", "new")))); w.settle() },
			want:   []string{},
			waits:  []string{"a.go::F #1"},
		},
		{
			name: "what is only INFERRED the disk does not settle",
			before: func(w *world) {
				w.model(fence("a.go", file(long("Total", 20))))
				w.model("```go\n" + long("Total", 21) + "```\n")
			},
			disk:   func(w *world) { w.write("a.go", file(long("Total", 21))) },
			want:   []string{},
			stands: []string{"a.go::Total #1"},
			waits:  []string{"a.go::Total #2"},
		},
		{
			name: "a rival proposal of the same entity is closed with it",
			before: func(w *world) {
				w.write("a.go", file(function("F", "disk")))
				w.seen = func(string, string) bool { return false }
				w.model(fence("a.go", file(function("F", "one"))))
				w.pasted(fence("a.go", file(function("F", "mine"))), tools(func(string) string { return "" }))
				w.call("c1", write("a.go", file(function("F", "two"))))
				if len(w.waits()) != 2 {
					w.t.Fatalf("%q wait", w.waits())
				}
			},
			disk:   func(w *world) { w.write("a.go", file(function("F", "two"))) },
			want:   []string{"promote #3 by disk, saved", "close #2 by engine: replaced by #3"},
			stands: []string{"a.go::F #3"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, tt.files)
			tt.before(w)
			if tt.disk != nil {
				tt.disk(w)
			}
			same(t, "events", w.tell(w.settle()), tt.want)
			same(t, "the State Map", w.stands(), tt.stands)
			same(t, "what waits", w.waits(), tt.waits)
			same(t, "a second look", w.tell(w.settle()), []string{})
		})
	}
}

// A deletion proposes tombstones; only a file or symbol that was there and is gone
// settles one (product 10, TSLP 9.2).
func TestARemovalIsSettledWhenTheSymbolIsGone_9_2(t *testing.T) {
	start := func(t *testing.T) *world {
		w := newWorld(t, false, map[string]string{"a.go": file(function("F", "one"), function("G", "two"))})
		w.adopt("a.go")
		p := w.call("c1", replace("a.go", function("G", "two"), ""))
		same(t, "the call", w.tell(p.Events), []string{"record #3 a.go::G as propose"})
		return w
	}
	t.Run("it is still there", func(t *testing.T) {
		w := start(t)
		same(t, "events", w.tell(w.settle()), []string{})
	})
	t.Run("it was changed in place of that", func(t *testing.T) {
		w := start(t)
		w.write("a.go", file(function("F", "one"), function("G", "three")))
		same(t, "events", w.tell(w.settle()), []string{})
		same(t, "what waits", w.waits(), []string{"a.go::G #3"})
	})
	t.Run("it is gone", func(t *testing.T) {
		w := start(t)
		w.write("a.go", file(function("F", "one")))
		same(t, "events", w.tell(w.settle()), []string{
			"close #3 by disk: accepted: the disk does not hold it any more", "end #2 a.go::G by disk: the disk does not hold it any more",
		})
		same(t, "the State Map", w.stands(), []string{"a.go::F #1"})
	})
	t.Run("its file is gone", func(t *testing.T) {
		w := start(t)
		w.delete("a.go")
		same(t, "events", w.tell(w.settle()), []string{
			"close #3 by disk: accepted: the disk does not hold it any more", "end #2 a.go::G by disk: the disk does not hold it any more",
		})
		same(t, "the State Map", w.stands(), []string{"a.go::F #1"}) // nothing asked for that
	})
}

// A client that applies late what was closed as not applied is believed all the same:
// the disk is the truth, and what ended stays so.
func TestWhatWasClosedIsRecordedAnewWhenTheDiskHoldsIt_15_2(t *testing.T) {
	w := newWorld(t, false, nil)
	w.call("c1", write("a.go", file(function("F", "one"))))
	late, _ := w.pending.Get(w.id("#1"))
	w.commit(nil, []event.Event{decide.NotApplied(late, "there is no file a.go")})
	same(t, "while the disk lacks it", w.tell(w.settle(late)), []string{})
	w.write("a.go", file(function("F", "one")))
	same(t, "once the disk holds it", w.tell(w.settle(late)), []string{"record #2 a.go::F as propose", "promote #2 by disk, saved"})
	if id := w.id("#2"); id != decide.LateID(w.id("#1")) {
		t.Errorf("its id is %s, not that of what came late", id)
	}
	if a := w.recorded[w.id("#1")]; a.State != event.Tombstoned {
		t.Errorf("the closed one is %s", a.State)
	}
}

// Why a proposal goes on waiting is told in words that name the file (product: every
// refusal explains itself).
func TestHowTheDiskLacksWhatIsProposed_15_4(t *testing.T) {
	tests := []struct {
		name   string
		files  map[string]string
		before func(*world)
		disk   func(*world)
		want   string
	}{
		{"there is no file", nil, func(w *world) { w.call("c", write("a.go", file(function("F", "new")))) }, nil, "there is no file a.go"},
		{"the version before is there", map[string]string{"a.go": file(function("F", "old"))},
			func(w *world) { w.adopt("a.go"); w.call("c", write("a.go", file(function("F", "new")))) }, nil, "a.go holds the version before"},
		{"another version is there", map[string]string{"a.go": file(function("F", "old"))},
			func(w *world) { w.adopt("a.go"); w.call("c", write("a.go", file(function("F", "new")))) },
			func(w *world) { w.write("a.go", file(function("F", "other"))) }, "a.go holds another version"},
		{"the file has other symbols", nil,
			func(w *world) { w.call("c", write("a.go", file(function("F", "new")))) },
			func(w *world) { w.write("a.go", file(function("G", "x"))) }, "a.go does not define it"},
		{"the disk holds it", nil,
			func(w *world) { w.call("c", write("a.go", file(function("F", "new")))) },
			func(w *world) { w.write("a.go", file(function("F", "new"))) }, ""},
		{"what was to go is still there", map[string]string{"a.go": file(function("F", "one"), function("G", "two"))},
			func(w *world) { w.adopt("a.go"); w.call("c", replace("a.go", function("G", "two"), "")) }, nil, "a.go still holds it"},
		{"what was to go has gone", map[string]string{"a.go": file(function("F", "one"), function("G", "two"))},
			func(w *world) { w.adopt("a.go"); w.call("c", replace("a.go", function("G", "two"), "")) },
			func(w *world) { w.write("a.go", file(function("F", "one"))) }, ""},
		{"what was to go is not tracked any more", map[string]string{"a.go": file(function("F", "one"), function("G", "two"))},
			func(w *world) {
				w.adopt("a.go")
				w.call("c", replace("a.go", function("G", "two"), ""))
				w.commit(nil, []event.Event{decide.End(w.state.Get("a.go::G"), "operator", "by hand")})
			}, nil, "the State Map does not hold a.go::G any more"},
		{"what was to go was never saved", nil,
			func(w *world) {
				w.model(fence("a.go", file(function("F", "one"), function("G", "two"))))
				w.write("a.go", file(function("F", "one"), function("G", "two")))
				w.call("c", replace("a.go", function("G", "two"), ""))
			},
			func(w *world) { w.delete("a.go") }, "holdfast never saw a.go hold it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, tt.files)
			tt.before(w)
			if tt.disk != nil {
				tt.disk(w)
			}
			list := w.pending.In(func(string) bool { return true })
			if len(list) != 1 {
				t.Fatalf("%q wait", w.waits())
			}
			if got := w.ground.Lacks(list[0], w.now()); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// A look at the disk stands on a list that is older than the look: what was decided
// meanwhile is left alone, and two proposals that end the same end it once.
func TestALookAtTheDiskIsTakenOnce_15_5(t *testing.T) {
	stat := func(w *world) func(string) *etv.Version {
		return func(path string) *etv.Version { return w.verifier.Read(path) }
	}
	t.Run("what was closed meanwhile", func(t *testing.T) {
		w := newWorld(t, false, nil)
		w.call("c1", write("a.go", file(function("F", "one"))))
		w.write("a.go", file(function("F", "one")))
		before := w.pending.In(func(string) bool { return true })
		w.commit(nil, []event.Event{decide.Close(before[0].ID, before[0].Entity, "operator", "rejected")})
		events, err := w.ground.SettledByDisk(before, len(before), w.now(), stat(w), w.artifact)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "events", w.tell(events), []string{})
	})
	t.Run("the same proposal twice in the list", func(t *testing.T) {
		w := newWorld(t, false, map[string]string{"a.go": file(function("F", "disk"))})
		w.seen = func(string, string) bool { return false }
		w.model(fence("a.go", file(function("F", "one"))))
		w.write("a.go", file(function("F", "one")))
		list := w.pending.In(func(string) bool { return true })
		events, err := w.ground.SettledByDisk(append(list, list...), 2, w.now(), stat(w), w.artifact)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "events", w.tell(events), []string{"promote #1 by disk, saved"})
	})
	t.Run("an artifact that cannot be read stops it", func(t *testing.T) {
		w := newWorld(t, false, nil)
		w.call("c1", write("a.go", file(function("F", "one"))))
		w.write("a.go", file(function("F", "one")))
		list := w.pending.In(func(string) bool { return true })
		lost := func(string) (event.Artifact, error) { return event.Artifact{}, event.ErrNotFound }
		if events, err := w.ground.SettledByDisk(list, 1, w.now(), stat(w), lost); !errors.Is(err, event.ErrNotFound) || events != nil {
			t.Errorf("%v, %v", events, err)
		}
	})
}

// A proposal that may define any of several entities is settled as the one that the disk
// comes to hold (TSLP 4: until then nothing proves which).
func TestOneOfSeveralEntitiesIsSettledByTheDisk_4(t *testing.T) {
	const start, method = "class Queue:\n    def drain(self):\n        return %s\n\n\nclass Stack:\n    def drain(self):\n        return %s\n", "def drain(self):\n    return 3\n"
	begin := func(t *testing.T) *world {
		w := newWorld(t, false, map[string]string{"q.py": fmt.Sprintf(start, "1", "2")})
		w.adopt("q.py")
		w.model("```py q.py\n" + method + "```\n")
		list := w.pending.In(func(string) bool { return true })
		if len(list) != 1 {
			t.Fatalf("%q wait", w.waits())
		}
		same(t, "candidates", list[0].Candidates, []string{"q.py::Queue.drain", "q.py::Stack.drain"})
		return w
	}
	t.Run("neither holds it", func(t *testing.T) {
		w := begin(t)
		same(t, "events", w.tell(w.settle()), []string{})
	})
	t.Run("one holds it", func(t *testing.T) {
		w := begin(t)
		stood := w.name(w.state.Get("q.py::Stack.drain").Artifact())
		w.write("q.py", fmt.Sprintf(start, "1", "3"))
		events := w.settle()
		same(t, "events", w.tell(events), []string{
			"record #6 q.py::Stack.drain as promote", "promote #6 by disk over " + stood + ", saved", "close #5 by disk: the disk holds it as q.py::Stack.drain",
		})
		rec := w.recorded[w.id("#6")]
		if rec.Symbol != "Stack.drain" || rec.Container != "Stack" || rec.Confidence != event.Confirmed || rec.Gates.Candidates != nil {
			t.Errorf("%+v", rec)
		}
	})
	t.Run("both hold it: nothing tells which was meant", func(t *testing.T) {
		w := begin(t)
		w.write("q.py", fmt.Sprintf(start, "3", "3"))
		same(t, "events", w.tell(w.settle()), []string{})
	})
	t.Run("the one that held it before does not count", func(t *testing.T) {
		w := newWorld(t, false, map[string]string{"q.py": fmt.Sprintf(start, "3", "2")})
		w.adopt("q.py")
		w.model("```py q.py\n" + method + "```\n")
		same(t, "events", w.tell(w.settle()), []string{})
	})
}
