package decide_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/decide"
	"holdfast/engine/events"
	"holdfast/store/event"
)

// adopt takes the disk's version of a file by the operator's word.
func (w *world) adopt(path string) *decide.Batch {
	w.t.Helper()
	w.turn++
	b := w.ground.Batch("adoption-" + path + strings.Repeat("+", w.turn))
	file := w.now().File(path)
	if file == nil {
		w.t.Fatalf("%s cannot be read", path)
	}
	b.File(file)
	w.commit(b.Blobs, b.Events)
	return b
}

// Where the disk folds case, a file that was renamed by case alone is one file: adopted, it
// goes by the new name with all of its symbols, and nothing goes by the old one.
func TestAFileThatIsRenamedByCaseAloneIsOneFile(t *testing.T) {
	w := newWorld(t, false, nil)
	w.write("Foo.go", file(function("F", "one"), function("G", "two")))
	w.adopt("Foo.go")
	w.write("foo.go", file(function("F", "one"), function("G", "by hand")))
	b := w.ground.Batch("renamed")
	b.Respelled(w.now().File("foo.go"), "Foo.go")
	w.commit(b.Blobs, b.Events)
	if got := w.stands(); !slices.Equal(got, []string{"foo.go::F #3", "foo.go::G #4"}) {
		t.Errorf("what stands is %q", got)
	}
	want := events.Adoption{Files: 1, Adopted: 2, Respelled: []events.RespelledFile{{Known: "Foo.go", Path: "foo.go"}}}
	if !reflect.DeepEqual(b.Result, want) {
		t.Errorf("it is told as %+v", b.Result)
	}
	w.write("FOO.go", "package a\n\nfunc F() {}\n\nfunc ) {{{\n")
	b = w.ground.Batch("broken")
	b.Respelled(w.now().File("FOO.go"), "foo.go")
	if len(b.Result.Respelled) != 0 || len(b.Result.Tombstoned) != 0 {
		t.Errorf("one of which a part cannot be read: %+v", b.Result)
	}
}

// The user is the write-head (TSLP 15.2): what they adopt from the disk is the truth,
// no gate is asked, and what the file lost is tombstoned (TSLP 9.2).
func TestAdoptingAFile_15_2(t *testing.T) {
	tests := []struct {
		name   string
		before func(*world)
		disk   string
		want   []string
		stands []string
		result events.Adoption
	}{
		{
			name:   "everything in it is new",
			disk:   file(function("F", "one"), function("G", "two")),
			want:   []string{"record #1 a.go::F as promote", "promote #1 by write_head, saved", "record #2 a.go::G as promote", "promote #2 by write_head, saved"},
			stands: []string{"a.go::F #1", "a.go::G #2"},
			result: events.Adoption{Files: 1, Adopted: 2},
		},
		{
			name:   "twice changes nothing",
			before: func(w *world) { w.write("a.go", file(function("F", "one"))); w.adopt("a.go") },
			disk:   file(function("F", "one")),
			want:   []string{},
			stands: []string{"a.go::F #1"},
			result: events.Adoption{Files: 1, Unchanged: 1},
		},
		{
			name:   "in another order it changes nothing",
			before: func(w *world) { w.write("a.go", file(function("F", "one"), function("G", "two"))); w.adopt("a.go") },
			disk:   file(function("G", "two"), function("F", "one")),
			want:   []string{},
			stands: []string{"a.go::F #1", "a.go::G #2"},
			result: events.Adoption{Files: 1, Unchanged: 2},
		},
		{
			name:   "what stands and was not seen to be saved is noted to be",
			before: func(w *world) { w.model(fence("a.go", file(function("F", "one")))) },
			disk:   file(function("F", "one")),
			want:   []string{"saved #1"},
			stands: []string{"a.go::F #1"},
			result: events.Adoption{Files: 1, Unchanged: 1},
		},
		{
			name:   "an edit supersedes, its neighbour stays",
			before: func(w *world) { w.write("a.go", file(function("F", "one"), function("G", "two"))); w.adopt("a.go") },
			disk:   file(function("F", "by hand"), function("G", "two")),
			want:   []string{"record #3 a.go::F as promote", "promote #3 by write_head over #1, saved"},
			stands: []string{"a.go::F #3", "a.go::G #2"},
			result: events.Adoption{Files: 1, Adopted: 1, Unchanged: 1},
		},
		{
			name:   "a symbol that it does not hold any more is tombstoned",
			before: func(w *world) { w.write("a.go", file(function("F", "one"), function("G", "two"))); w.adopt("a.go") },
			disk:   file(function("F", "one")),
			want:   []string{"end #2 a.go::G by operator: adopted from disk, which does not hold it any more"},
			stands: []string{"a.go::F #1"},
			result: events.Adoption{Files: 1, Unchanged: 1, Tombstoned: []string{"a.go::G"}},
		},
		{
			name:   "a file that was emptied of its symbols is tracked as a whole",
			before: func(w *world) { w.write("a.go", file(function("F", "one"))); w.adopt("a.go") },
			disk:   "package a\n",
			want:   []string{"record #2 a.go::* as promote", "promote #2 by write_head, saved", "end #1 a.go::F by operator: adopted from disk, which does not hold it any more"},
			stands: []string{"a.go::* #2"},
			result: events.Adoption{Files: 1, Adopted: 1, Tombstoned: []string{"a.go::F"}},
		},
		{
			name: "what waits for an entity is invalidated, since its base is replaced",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "by hand")))
				w.model(fence("a.go", file(function("F", "two"))))
			},
			disk:   file(function("F", "by hand")),
			want:   []string{"close #2 by engine: invalidated: the disk's version was adopted", "record #3 a.go::F as promote", "promote #3 by write_head over #1, saved"},
			stands: []string{"a.go::F #3"},
			result: events.Adoption{Files: 1, Adopted: 1},
		},
		{
			name: "what waits of a symbol that went is invalidated too",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"), function("G", "two"))))
				w.write("a.go", file(function("F", "one"), function("G", "by hand")))
				w.model("```go a.go\n" + function("G", "three") + "```\n")
			},
			disk: file(function("F", "one")),
			want: []string{
				"saved #1", "close #3 by engine: invalidated: the disk's version was adopted, which does not hold it",
				"end #2 a.go::G by operator: adopted from disk, which does not hold it any more",
			},
			stands: []string{"a.go::F #1"},
			result: events.Adoption{Files: 1, Unchanged: 1, Tombstoned: []string{"a.go::G"}},
		},
		{
			name:   "only the comment of a symbol changed: it is shown to the model, and adopted",
			before: func(w *world) { w.write("a.go", file("// F is one.\n"+function("F", "one"))); w.adopt("a.go") },
			disk:   file("// F is the first.\n" + function("F", "one")),
			want:   []string{"record #2 a.go::F as promote", "promote #2 by write_head over #1, saved"},
			stands: []string{"a.go::F #2"},
			result: events.Adoption{Files: 1, Adopted: 1},
		},
		{
			name:   "line ends alone are no change",
			before: func(w *world) { w.write("a.go", file("// F is one.\n"+function("F", "one"))); w.adopt("a.go") },
			disk:   strings.ReplaceAll(file("// F is one.\n"+function("F", "one")), "\n", "\r\n"),
			want:   []string{},
			stands: []string{"a.go::F #1"},
			result: events.Adoption{Files: 1, Unchanged: 1},
		},
		{
			name:   "a file without symbols is one entity",
			disk:   "package a\n",
			want:   []string{"record #1 a.go::* as promote", "promote #1 by write_head, saved"},
			stands: []string{"a.go::* #1"},
			result: events.Adoption{Files: 1, Adopted: 1},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, nil)
			if tt.before != nil {
				tt.before(w)
			}
			w.write("a.go", tt.disk)
			b := w.adopt("a.go")
			same(t, "events", w.tell(b.Events), tt.want)
			same(t, "the State Map", w.stands(), tt.stands)
			same(t, "what waits", w.waits(), nil)
			if b.Result.Files != tt.result.Files || b.Result.Adopted != tt.result.Adopted || b.Result.Unchanged != tt.result.Unchanged || len(b.Result.Faulty) != 0 {
				t.Errorf("%+v, want %+v", b.Result, tt.result)
			}
			same(t, "tombstoned", b.Result.Tombstoned, tt.result.Tombstoned)
			for _, e := range w.state.Sorted() {
				if !e.Place().Persisted && len(tt.want) > 0 {
					t.Errorf("%s is not noted to be saved", e.Key())
				}
			}
		})
	}
}

// TSLP 12: a part of a file that could not be read proves no loss.
func TestAFileThatDoesNotParseLosesNothing_12(t *testing.T) {
	tests := []struct {
		name       string
		broken     string
		kept       []string
		with       []string
		tombstoned []string
	}{
		{"what stands where nothing can be read is kept", "package a\n\n" + function("F", "one") + "\nfnc G string {{{{ ((\n", []string{"a.go::G"}, nil, nil},
		{"an error inside of a symbol is that symbol's", file(function("F", "one"), "func G() string {\n\treturn )\n}\n"), nil, []string{"G"}, nil},
		{"an error inside of one symbol hides no loss of another", "package a\n\nfunc F() string {\n\treturn )\n}\n", nil, []string{"F"}, []string{"a.go::G"}},
		{"a file that parses proves it", file(function("F", "one")), nil, nil, []string{"a.go::G"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, map[string]string{"a.go": file(function("F", "one"), function("G", "two"))})
			w.adopt("a.go")
			w.write("a.go", tt.broken)
			b := w.adopt("a.go")
			same(t, "tombstoned", b.Result.Tombstoned, tt.tombstoned)
			var kept, with []string
			for _, f := range b.Result.Faulty {
				kept, with = append(kept, f.Kept...), append(with, f.With...)
				if f.Path != "a.go" || (f.Unread == "") != (tt.kept == nil) {
					t.Errorf("%+v", f)
				}
			}
			same(t, "kept", kept, tt.kept)
			same(t, "with errors", with, tt.with)
		})
	}
}

// A paste that waits for a review is settled by the adoption of what the disk holds,
// also where that changes nothing (product 13).
func TestAnAdoptionEndsAReview_Product13(t *testing.T) {
	w := newWorld(t, false, map[string]string{"a.go": file(function("F", "one"))})
	w.adopt("a.go")
	w.pasted(fence("a.go", file(function("F", "mine"))), tools(func(string) string { return "" }))
	same(t, "what waits", w.waits(), []string{"a.go::F #2"})
	same(t, "events", w.tell(w.adopt("a.go").Events), []string{"close #2 by engine: invalidated: the disk's version was adopted"})
	same(t, "what waits then", w.waits(), nil)
}

// An answer of the model's that waits is not ended by an adoption that changes nothing
// of its base.
func TestAnAdoptionOfWhatStandsEndsNoAnswer_15_6(t *testing.T) {
	w := newWorld(t, false, map[string]string{"a.go": file(function("F", "one"))})
	w.adopt("a.go")
	w.call("c", write("a.go", file(function("F", "two"))))
	same(t, "events", w.tell(w.adopt("a.go").Events), []string{})
	same(t, "what waits", w.waits(), []string{"a.go::F #2"})
}

func TestABatchIsAnEpisodeOfItsOwn_3_2(t *testing.T) {
	w := newWorld(t, false, map[string]string{"a.go": file(function("F", "one"))})
	b := w.ground.Batch("e1")
	if got := b.Adopted(); got != nil {
		t.Errorf("an adoption of nothing is recorded: %q", w.tell(got))
	}
	b.File(w.now().File("a.go"))
	w.commit(b.Blobs, b.Events)
	same(t, "an adoption", w.tell(b.Adopted()), []string{"open operator disk", "record #1 a.go::F as promote", "promote #1 by write_head, saved", "shut closed"})
	same(t, "a command", w.tell(w.ground.Batch("e2").Commanded()), []string{"open operator command", "shut closed"})
	for _, ev := range b.Events {
		if rec, is := ev.(event.ArtifactRecorded); is && (rec.Episode != "e1" || rec.Origin != event.ByDisk || rec.Confidence != event.Confirmed || rec.Convention != "disk") {
			t.Errorf("%+v", rec)
		}
	}
}
