package decide_test

import (
	"strconv"
	"strings"
	"testing"

	"holdfast/engine/decide"
	"holdfast/engine/gates"
	"holdfast/store/event"
)

// One text is judged against the State Map and the disk; each case says what its last
// text records and does, and what stands and waits then.
func TestOneTextIsJudged(t *testing.T) {
	tests := []struct {
		name   string
		files  map[string]string
		before func(*world)
		act    func(*world) *decide.Plan
		want   []string
		stands []string
		waits  []string
		reason string // part of the first reason of the newest artifact, "" for none
	}{
		{
			name:   "6: a new entity with a full definition becomes AUTHORITATIVE",
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "one")))) },
			want:   []string{"record #1 a.go::F as promote", "promote #1 by parity"},
			stands: []string{"a.go::F #1"},
		},
		{
			name: "5: the newer artifact supersedes the older one, and exactly one stands",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "one")))
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "two")))) },
			want:   []string{"record #2 a.go::F as promote", "promote #2 by parity over #1"},
			stands: []string{"a.go::F #2"},
		},
		{
			name:   "3.3: what stands already is recorded no second time",
			before: func(w *world) { w.model(fence("a.go", file(function("F", "one")))) },
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "one")))) },
			want:   []string{},
			stands: []string{"a.go::F #1"},
		},
		{
			name:   "3.3: CRLF line ends are no other version",
			before: func(w *world) { w.model(fence("a.go", file(function("F", "one")))) },
			act: func(w *world) *decide.Plan {
				return w.model(strings.ReplaceAll(fence("a.go", file(function("F", "one"))), "\n", "\r\n"))
			},
			want:   []string{},
			stands: []string{"a.go::F #1"},
		},
		{
			name: "6: each symbol of a block is judged by itself",
			act: func(w *world) *decide.Plan {
				return w.model(fence("a.go", file(function("F", "one"), function("G", "two"))))
			},
			want: []string{
				"record #1 a.go::F as promote", "promote #1 by parity",
				"record #2 a.go::G as promote", "promote #2 by parity",
			},
			stands: []string{"a.go::F #1", "a.go::G #2"},
		},
		{
			name: "6: an elided definition waits, its full neighbour stands",
			act: func(w *world) *decide.Plan {
				return w.model(fence("a.go", file("func F() string {\n\t// ... rest unchanged ...\n}\n", function("G", "two"))))
			},
			want:   []string{"record #1 a.go::F as propose", "record #2 a.go::G as promote", "promote #2 by parity"},
			stands: []string{"a.go::G #2"},
			waits:  []string{"a.go::F #1"},
		},
		{
			name: "6: a reply that was cut at its limit advances nothing",
			act: func(w *world) *decide.Plan {
				return w.said(fence("a.go", file(function("F", "one"))), decide.Writer{Finish: "length"})
			},
			want:   []string{"record #1 a.go::F as propose"},
			waits:  []string{"a.go::F #1"},
			reason: "token limit",
		},
		{
			name:   "6: of a reply that broke off nothing is taken that the map holds",
			before: func(w *world) { w.model(fence("a.go", file(function("F", "one")))) },
			act: func(w *world) *decide.Plan {
				return w.said(fence("a.go", file(function("F", "one"))), decide.Writer{Finish: gates.FinishCut})
			},
			want:   []string{},
			stands: []string{"a.go::F #1"},
		},
		{
			name:  "15.2: a reply that broke off settles nothing that the disk holds already",
			files: map[string]string{"a.go": file(function("F", "one"))},
			act: func(w *world) *decide.Plan {
				return w.said(fence("a.go", file(function("F", "one"))), decide.Writer{Finish: gates.FinishCut})
			},
			want: []string{},
		},
		{
			name:   "7: a collapse of tokens is downgraded to PROPOSED",
			before: func(w *world) { w.model(fence("a.go", file(long("F", 20)))); w.write("a.go", file(long("F", 20))) },
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(long("F", 3)))) },
			want:   []string{"record #2 a.go::F as propose"},
			stands: []string{"a.go::F #1"},
			waits:  []string{"a.go::F #2"},
			reason: "collapse",
		},
		{
			name:   "7: what keeps more than half of its base is no collapse",
			before: func(w *world) { w.model(fence("a.go", file(long("F", 20)))); w.write("a.go", file(long("F", 20))) },
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(long("F", 12)))) },
			want:   []string{"record #2 a.go::F as promote", "promote #2 by parity over #1"},
			stands: []string{"a.go::F #2"},
		},
		{
			name: "12: an update of a base that the model did not see is PROPOSED",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "one")))
				w.seen = func(string, string) bool { return false }
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "two")))) },
			want:   []string{"record #2 a.go::F as propose"},
			stands: []string{"a.go::F #1"},
			waits:  []string{"a.go::F #2"},
			reason: "mutation base unacknowledged",
		},
		{
			name:  "12: a file on disk that the model did not see is no base either",
			files: map[string]string{"a.go": file(function("F", "disk"))},
			before: func(w *world) {
				w.seen = func(string, string) bool { return false }
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "two")))) },
			want:   []string{"record #1 a.go::F as propose"},
			waits:  []string{"a.go::F #1"},
			reason: "did not see that version",
		},
		{
			name: "12: the model saw another version than the one that stands",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				old := w.state.Get("a.go::F").Hash()
				w.write("a.go", file(function("F", "one")))
				w.model(fence("a.go", file(function("F", "two"))))
				w.write("a.go", file(function("F", "two")))
				w.seen = func(_, hash string) bool { return hash == old }
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "three")))) },
			want:   []string{"record #3 a.go::F as propose"},
			stands: []string{"a.go::F #2"},
			waits:  []string{"a.go::F #3"},
			reason: "mutation base unacknowledged",
		},
		{
			name: "15.4: an entity that was edited on disk takes no promotion of the model's",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "by hand")))
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "two")))) },
			want:   []string{"record #2 a.go::F as propose"},
			stands: []string{"a.go::F #1"},
			waits:  []string{"a.go::F #2"},
			reason: "STALE: edited",
		},
		{
			name: "15.4: an edit of a neighbour on disk blocks nothing",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"), function("G", "one"))))
				w.write("a.go", file(function("F", "one"), function("G", "by hand")))
			},
			act:    func(w *world) *decide.Plan { return w.model("```go a.go\n" + function("F", "two") + "```\n") },
			want:   []string{"record #3 a.go::F as promote", "promote #3 by parity over #1"},
			stands: []string{"a.go::F #3", "a.go::G #2"},
		},
		{
			name:   "15.4: an answer that was not saved yet blocks the next one",
			files:  map[string]string{"a.go": file(function("F", "disk"))},
			before: func(w *world) { w.model(fence("a.go", file(function("F", "one")))) },
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "two")))) },
			want:   []string{"record #2 a.go::F as propose"},
			stands: []string{"a.go::F #1"},
			waits:  []string{"a.go::F #2"},
			reason: "STALE: not_applied",
		},
		{
			name:   "15.4: a file that is missing is not STALE",
			before: func(w *world) { w.model(fence("a.go", file(function("F", "one")))) },
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "two")))) },
			want:   []string{"record #2 a.go::F as promote", "promote #2 by parity over #1"},
			stands: []string{"a.go::F #2"},
		},
		{
			name: "15.2: what the disk holds is settled by the disk, STALE or not",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "by hand")))
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "by hand")))) },
			want:   []string{"record #2 a.go::F as promote", "promote #2 by disk over #1, saved"},
			stands: []string{"a.go::F #2"},
		},
		{
			name: "9.1: a paste is AUTHORITATIVE at once, even over a STALE entity",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "by hand")))
			},
			act:    func(w *world) *decide.Plan { return w.user(fence("a.go", file(function("F", "mine")))) },
			want:   []string{"record #2 a.go::F as promote", "promote #2 by write_head over #1, acknowledged"},
			stands: []string{"a.go::F #2"},
		},
		{
			name: "9.1: a paste closes every proposal of the model's",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "by hand")))
				w.model(fence("a.go", file(function("F", "two"))))
			},
			act: func(w *world) *decide.Plan { return w.user(fence("a.go", file(function("F", "mine")))) },
			want: []string{
				"record #3 a.go::F as promote", "close #2 by engine: replaced by #3",
				"promote #3 by write_head over #1, acknowledged",
			},
			stands: []string{"a.go::F #3"},
		},
		{
			name:   "9.1: a paste is small beside what it replaces, and counts all the same",
			before: func(w *world) { w.model(fence("a.go", file(long("F", 20)))) },
			act:    func(w *world) *decide.Plan { return w.user(fence("a.go", file(function("F", "mine")))) },
			want:   []string{"record #2 a.go::F as promote", "promote #2 by write_head over #1, acknowledged"},
			stands: []string{"a.go::F #2"},
		},
		{
			name: "15.5: pasting what stands settles that the disk differs",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "by hand")))
			},
			act:    func(w *world) *decide.Plan { return w.user(fence("a.go", file(function("F", "one")))) },
			want:   []string{"keep #1 by user: edited"},
			stands: []string{"a.go::F #1"},
		},
		{
			name: "15.5: the model repeating what stands settles nothing",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "by hand")))
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "one")))) },
			want:   []string{},
			stands: []string{"a.go::F #1"},
		},
		{
			name:   "4: an entity that resembles another is INFERRED, and PROPOSED only",
			before: func(w *world) { w.model(fence("a.go", file(long("Total", 20)))) },
			act: func(w *world) *decide.Plan {
				return w.model("```go\n" + strings.Replace(long("Total", 20), "sum := 0", "sum := 1", 1) + "```\n")
			},
			want:   []string{"record #2 a.go::Total as propose"},
			stands: []string{"a.go::Total #1"},
			waits:  []string{"a.go::Total #2"},
			reason: "INFERRED",
		},
		{
			name: "4: code without a path that resembles nothing is logged only",
			act:  func(w *world) *decide.Plan { return w.model("```go\n" + function("Lonely", "x") + "```\n") },
			want: []string{},
		},
		{
			name: "12: the old name is kept where a symbol seems to be renamed",
			before: func(w *world) {
				w.model(fence("a.go", file(long("Total", 20))))
				w.write("a.go", file(long("Total", 20)))
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(long("Sum", 20)))) },
			want:   []string{"record #2 a.go::Sum as propose"},
			stands: []string{"a.go::Total #1"},
			waits:  []string{"a.go::Sum #2"},
			reason: "renamed to",
		},
		{
			name: "5: a newer proposal takes the place of the one that waited",
			before: func(w *world) {
				w.seen = func(string, string) bool { return false }
				w.write("a.go", file(function("F", "disk")))
				w.model(fence("a.go", file(function("F", "one"))))
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "two")))) },
			want:   []string{"record #2 a.go::F as propose", "close #1 by engine: replaced by #2"},
			waits:  []string{"a.go::F #2"},
			reason: "did not see",
		},
		{
			name: "5: a proposal that waits is not recorded twice",
			before: func(w *world) {
				w.seen = func(string, string) bool { return false }
				w.write("a.go", file(function("F", "disk")))
				w.model(fence("a.go", file(function("F", "one"))))
			},
			act:    func(w *world) *decide.Plan { return w.model(fence("a.go", file(function("F", "one")))) },
			want:   []string{},
			waits:  []string{"a.go::F #1"},
			reason: "did not see",
		},
		{
			name: "3.3: of two versions in one text the later stands, and that is told",
			act: func(w *world) *decide.Plan {
				return w.model(fence("a.go", file(function("F", "one"))) + "\nOr better:\n\n" + fence("a.go", file(function("F", "two"))))
			},
			want: []string{
				"record #1 a.go::F as promote", "promote #1 by parity",
				"record #2 a.go::F as promote", "promote #2 by parity over #1",
			},
			stands: []string{"a.go::F #2"},
			reason: "the same message brought it twice",
		},
		{
			name: "4.1: names of any script are symbols",
			act: func(w *world) *decide.Plan {
				return w.model("```python größe.py\ndef länge(x):\n    return len(x)\n```\n")
			},
			want:   []string{"record #1 größe.py::länge as promote", "promote #1 by parity"},
			stands: []string{"größe.py::länge #1"},
		},
		{
			name: "3.3: a documented method at another depth is no other version",
			before: func(w *world) {
				w.write("g.py", "class Greeter:\n    # Says hello.\n    def hello(self):\n        return 1\n")
				w.adopt("g.py")
			},
			act: func(w *world) *decide.Plan {
				return w.model("```py g.py\n# Says hello.\ndef hello(self):\n    return 1\n```\n")
			},
			want:   []string{},
			stands: []string{"g.py::Greeter #1", "g.py::Greeter.hello #2"},
		},
		{
			name: "4: prose without code changes nothing",
			act:  func(w *world) *decide.Plan { return w.model("Rename F to G in a.go, then run the tests.") },
			want: []string{},
		},
		{
			name: "4: an empty reply changes nothing",
			act:  func(w *world) *decide.Plan { return w.model("") },
			want: []string{},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, tt.files)
			if tt.before != nil {
				tt.before(w)
			}
			p := tt.act(w)
			same(t, "events", w.tell(p.Events), tt.want)
			same(t, "the State Map", w.stands(), tt.stands)
			same(t, "what waits", w.waits(), tt.waits)
			if n := len(w.names); n > 0 {
				newest := w.reason("#" + strconv.Itoa(n))
				if (tt.reason == "") != (newest == "") && len(tt.waits) == 0 || !strings.Contains(newest, tt.reason) {
					t.Errorf("the newest artifact's reason is %q, want %q in it", newest, tt.reason)
				}
			}
		})
	}
}

func TestWhatBecameOfATextIsTold_8_3(t *testing.T) {
	tests := []struct {
		name     string
		reply    string
		unlinked bool
		outcomes []string // entity, state or confidence
		loose    []string
	}{
		{"a CONFIRMED block is linked", fence("a.go", file(function("F", "x"))), false, []string{"a.go::F AUTHORITATIVE"}, nil},
		{"a block that is linked to nothing is told", "```go\n" + function("Lonely", "x") + "```\n", true, []string{" UNRESOLVED"}, []string{""}},
		{"code beside it is linked all the same", fence("a.go", file(function("F", "x"))) + "\n```go\n" + function("Lonely", "x") + "```\n",
			true, []string{"a.go::F AUTHORITATIVE", " UNRESOLVED"}, []string{""}},
		{"prose is no code", "Nothing to do.", false, nil, nil},
		{"a shell command is no code", "```sh\ngo test ./...\n```\n", false, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, nil)
			p := w.model(tt.reply)
			if p.Unlinked != tt.unlinked {
				t.Errorf("unlinked: %t", p.Unlinked)
			}
			var outcomes, loose []string
			for _, o := range p.Outcomes {
				is := string(o.State)
				if is == "" {
					is = string(o.Confidence)
				}
				outcomes = append(outcomes, o.Entity+" "+is)
			}
			for _, l := range p.Loose {
				loose = append(loose, l.Path)
				if _, kept := w.vault[l.Block]; !kept {
					t.Error("the evidence is not in the Vault")
				}
			}
			same(t, "outcomes", outcomes, tt.outcomes)
			same(t, "loose blocks", loose, tt.loose)
		})
	}
}

// Everything that an event names by hash is in the batch or in the Vault before it
// (TSLP 3.1): a plan that is committed leaves no name without bytes.
func TestEveryHashOfAPlanIsInTheVault_3_1(t *testing.T) {
	w := newWorld(t, false, nil)
	w.model(fence("a.go", file(function("F", "one"), long("G", 5))) + fence("b.py", "import os\n\nX = 1\n\n\ndef f():\n    return X\n"))
	w.user(fence("a.go", file("// F is documented.\n"+function("F", "two"))))
	w.call("c1", map[string]any{"path": "c.go", "content": file(function("H", "three"))})
	if len(w.recorded) != 6 {
		t.Fatalf("%d artifacts", len(w.recorded))
	}
	for _, a := range w.recorded {
		for what, hash := range map[string]string{"content": a.Hash, "text": a.Text, "block": a.Block} {
			if _, kept := w.vault[hash]; !kept {
				t.Errorf("%s: its %s %s is not in the Vault", a.Entity, what, hash)
			}
		}
		if a.Entity != a.Path+"::"+a.Symbol {
			t.Errorf("%q is %q of %q", a.Entity, a.Symbol, a.Path)
		}
	}
}

// The same text in the same episode makes the same ids: what is committed twice is seen
// to be the same.
func TestArtifactIDIsTheSameForTheSameEvidence_3_1(t *testing.T) {
	one := decide.ArtifactID("e", 0, "a.go::F", "sha256:1")
	if again := decide.ArtifactID("e", 0, "a.go::F", "sha256:1"); again != one {
		t.Errorf("%s, then %s", one, again)
	}
	others := map[string]string{
		"another episode":             decide.ArtifactID("f", 0, "a.go::F", "sha256:1"),
		"another place":               decide.ArtifactID("e", 1, "a.go::F", "sha256:1"),
		"another entity":              decide.ArtifactID("e", 0, "a.go::G", "sha256:1"),
		"other content":               decide.ArtifactID("e", 0, "a.go::F", "sha256:2"),
		"parts that join to the same": decide.ArtifactID("e", 0, "a.go::Fsha256:", "1"),
	}
	seen := map[string]string{one: "the first"}
	for what, id := range others {
		if before, twice := seen[id]; twice {
			t.Errorf("%s has the id of %s", what, before)
		}
		seen[id] = what
		if len(id) != 12 {
			t.Errorf("%s: %q is not 12 digits", what, id)
		}
	}
}

// TSLP 15.2, product 10: what a client applies waits for the disk, however sure it is.
func TestAToolCallWaitsForTheDisk_Product10(t *testing.T) {
	w := newWorld(t, false, nil)
	p := w.call("c1", map[string]any{"path": "a.go", "content": file(function("F", "one"))})
	same(t, "events", w.tell(p.Events), []string{"record #1 a.go::F as propose"})
	rec := p.Events[0].(event.ArtifactRecorded)
	if rec.Origin != event.ByTool || rec.Call != "c1" || !rec.WaitsForDisk || rec.Gates.Reason() != "waits until the disk holds it" {
		t.Errorf("origin %q, call %q, waits %t, %q", rec.Origin, rec.Call, rec.WaitsForDisk, rec.Gates.Reason())
	}
	if p.Unlinked {
		t.Error("a call names its file, and is not linked")
	}
	// The client said no and the model tries again: the call of before is overtaken.
	p = w.call("c2", map[string]any{"path": "a.go", "content": file(function("F", "two"))})
	same(t, "events", w.tell(p.Events), []string{"record #2 a.go::F as propose", "close #1 by engine: replaced by #2"})
	// A call whose effect is there before it is read is settled at once.
	w.write("a.go", file(function("F", "three")))
	p = w.call("c3", map[string]any{"path": "a.go", "content": file(function("F", "three"))})
	same(t, "events", w.tell(p.Events), []string{"record #3 a.go::F as promote", "close #2 by engine: replaced by #3", "promote #3 by disk, saved"})
}
