package decide_test

import (
	"strings"
	"testing"

	"holdfast/engine/decide"
)

// Where a client with tools sends it, nothing proves that what stands under role:user
// was written by the user (product 13): what contradicts nothing is the truth at once,
// anything else waits for one review.
func TestAPasteInARequestWithTools_Product13(t *testing.T) {
	const client = "pasted in opencode; "
	heard := func(code string) string {
		if strings.Contains(code, "heard") {
			return "the model said it before"
		}
		return ""
	}
	tests := []struct {
		name   string
		files  map[string]string
		before func(*world)
		paste  string
		want   []string
		reason string // of the newest artifact
	}{
		{
			name:  "what is new contradicts nothing",
			paste: fence("a.go", file(function("F", "mine"))),
			want:  []string{"record #1 a.go::F as promote", "promote #1 by write_head, acknowledged"},
		},
		{
			name:  "what the disk holds enters the map",
			files: map[string]string{"a.go": file(function("F", "disk"))},
			paste: fence("a.go", file(function("F", "disk"))),
			want:  []string{"record #1 a.go::F as promote", "promote #1 by disk, saved"},
		},
		{
			name:   "what the disk contradicts waits",
			files:  map[string]string{"a.go": file(function("F", "disk"))},
			paste:  fence("a.go", file(function("F", "mine"))),
			want:   []string{"record #1 a.go::F as propose"},
			reason: client + "the disk holds another version",
		},
		{
			name:   "what the map contradicts waits, where there is no file",
			before: func(w *world) { w.model(fence("a.go", file(function("F", "one")))) },
			paste:  fence("a.go", file(function("F", "mine"))),
			want:   []string{"record #2 a.go::F as propose"},
			reason: client + "the State Map holds another version",
		},
		{
			name: "what the saved map contradicts waits",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "one")))
			},
			paste:  fence("a.go", file(function("F", "mine"))),
			want:   []string{"record #2 a.go::F as propose"},
			reason: client + "the disk holds another version",
		},
		{
			name:   "reformatted code is the same code",
			before: func(w *world) { w.model(fence("a.go", file(function("F", "one")))) },
			paste:  fence("a.go", "package a\n\nfunc F() string { return \"one\" }\n"),
			want:   []string{"record #2 a.go::F as promote", "promote #2 by write_head over #1, acknowledged"},
		},
		{
			name: "what stands changes nothing",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "one")))
			},
			paste: fence("a.go", file(function("F", "one"))),
			want:  []string{},
		},
		{
			name: "what stands settles no STALE entity unasked",
			before: func(w *world) {
				w.model(fence("a.go", file(function("F", "one"))))
				w.write("a.go", file(function("F", "by hand")))
			},
			paste:  fence("a.go", file(function("F", "one"))),
			want:   []string{"record #2 a.go::F as propose"},
			reason: client + "the State Map holds this version, and stays STALE: the disk holds another version, and nothing proves that you wrote this one",
		},
		{
			name:   "what the model said before is nobody's paste, new or not",
			paste:  fence("a.go", file(function("F", "heard"))),
			want:   []string{"record #1 a.go::F as propose"},
			reason: client + "the model said it before",
		},
		{
			name:  "one block that was heard holds no other back",
			paste: fence("a.go", file(function("F", "heard"))) + "\nand\n\n" + fence("b.go", file(function("G", "mine"))),
			want:  []string{"record #1 a.go::F as propose", "record #2 b.go::G as promote", "promote #2 by write_head, acknowledged"},
		},
		{
			name:   "a second paste of the same waits once",
			files:  map[string]string{"a.go": file(function("F", "disk"))},
			before: func(w *world) { w.pasted(fence("a.go", file(function("F", "mine"))), tools(heard)) },
			paste:  fence("a.go", file(function("F", "mine"))),
			want:   []string{},
			reason: client + "the disk holds another version",
		},
		{
			name:   "a second paste of something else takes its place",
			files:  map[string]string{"a.go": file(function("F", "disk"))},
			before: func(w *world) { w.pasted(fence("a.go", file(function("F", "mine"))), tools(heard)) },
			paste:  fence("a.go", file(function("F", "mine too"))),
			want:   []string{"record #2 a.go::F as propose", "close #1 by engine: replaced by #2"},
			reason: client + "the disk holds another version",
		},
		{
			name:   "an elided paste waits for its elision too",
			paste:  fence("a.go", file("func F() string {\n\t// ... rest unchanged ...\n}\n")),
			want:   []string{"record #1 a.go::F as propose"},
			reason: "elided",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, tt.files)
			if tt.before != nil {
				tt.before(w)
			}
			p := w.pasted(tt.paste, tools(heard))
			same(t, "events", w.tell(p.Events), tt.want)
			if tt.reason == "" {
				return
			}
			for name := range w.pendingNames() {
				if got := w.reason(name); !strings.Contains(got, tt.reason) {
					t.Errorf("%s waits since %q, want %q", name, got, tt.reason)
				}
				if !w.pending.InReview(w.recorded[w.id(name)].Entity) && tt.reason != "elided" {
					t.Errorf("%s waits for no review", name)
				}
			}
		})
	}
}

func tools(doubt func(string) string) *decide.Pasting {
	return &decide.Pasting{Client: "opencode", Tools: true, Doubt: doubt}
}

func (w *world) pendingNames() map[string]bool {
	names := map[string]bool{}
	for _, p := range w.pending.In(func(string) bool { return true }) {
		names[w.name(p.ID)] = true
	}
	return names
}

// What the user has pasted waits for them alone (product 13).
func TestWhatWaitsForAReview_Product13(t *testing.T) {
	none := func(string) string { return "" }
	start := func(t *testing.T) *world {
		w := newWorld(t, false, nil)
		w.model(fence("a.go", file(function("F", "one"))))
		w.write("a.go", file(function("F", "one")))
		w.pasted(fence("a.go", file(function("F", "mine"))), tools(none))
		same(t, "what waits", w.waits(), []string{"a.go::F #2"})
		return w
	}
	t.Run("no answer of the model's closes it", func(t *testing.T) {
		w := start(t)
		p := w.model(fence("a.go", file(function("F", "two"))))
		same(t, "events", w.tell(p.Events), []string{"record #3 a.go::F as promote", "promote #3 by parity over #1"})
		same(t, "what waits", w.waits(), []string{"a.go::F #2"})
	})
	t.Run("a paste of plain chat closes it", func(t *testing.T) {
		w := start(t)
		p := w.user(fence("a.go", file(function("F", "chat"))))
		same(t, "events", w.tell(p.Events), []string{
			"record #3 a.go::F as promote", "close #2 by engine: replaced by #3", "promote #3 by write_head over #1, acknowledged",
		})
	})
	t.Run("pasting what stands takes it back", func(t *testing.T) {
		w := start(t)
		p := w.user(fence("a.go", file(function("F", "one"))))
		same(t, "events", w.tell(p.Events), []string{"close #2 by engine: replaced by #1"})
		same(t, "what waits", w.waits(), nil)
	})
	t.Run("the model repeating what stands does not", func(t *testing.T) {
		w := start(t)
		p := w.model(fence("a.go", file(function("F", "one"))))
		same(t, "events", w.tell(p.Events), []string{})
		same(t, "what waits", w.waits(), []string{"a.go::F #2"})
	})
	t.Run("the disk coming to hold it settles it", func(t *testing.T) {
		w := start(t)
		w.write("a.go", file(function("F", "mine")))
		same(t, "events", w.tell(w.settle()), []string{"promote #2 by disk over #1, saved"})
	})
}

// [etv] not_applied = "hydrate": answers that were not saved yet are built upon, and
// what someone edited never is (product 5).
func TestAnswersThatWereNotSavedAreABaseWhereThatIsTolerated_Product5(t *testing.T) {
	w := newWorld(t, true, map[string]string{"a.go": file(function("F", "disk"))})
	w.model(fence("a.go", file(function("F", "one"))))
	p := w.model(fence("a.go", file(function("F", "two"))))
	same(t, "not saved", w.tell(p.Events), []string{"record #2 a.go::F as promote", "promote #2 by parity over #1"})
	checks := w.recorded[w.id("#2")].Gates.Checks
	told := false
	for _, c := range checks {
		told = told || c.Name == "stale" && strings.Contains(c.Detail, "tolerated: [etv] not_applied is hydrate")
	}
	if !told {
		t.Errorf("the report does not say that it was tolerated: %+v", checks)
	}
	w.write("a.go", file(function("F", "by hand")))
	p = w.model(fence("a.go", file(function("F", "three"))))
	same(t, "edited", w.tell(p.Events), []string{"record #3 a.go::F as propose"})
	if !strings.Contains(w.reason("#3"), "STALE: edited") {
		t.Errorf("%q", w.reason("#3"))
	}
}

// TSLP 6: the entity was hydrated in the turn before, and the user asks for a change
// without bringing code for it. That waives the collapse guard, never STALE.
func TestUserVerification_6(t *testing.T) {
	asked := decide.Writer{
		Finish: "stop", Verified: func(entity string) bool { return entity == "a.go::F" },
		Acknowledged: func(string, string) bool { return false },
	}
	tests := []struct {
		name  string
		disk  string // what the disk holds of F by then
		reply string
		want  []string
	}{
		{"a base that was not seen in this turn is granted", long("F", 20), long("F", 19), []string{"record #2 a.go::F as promote", "promote #2 by user_verification over #1"}},
		{"a collapse is waived", long("F", 20), function("F", "short"), []string{"record #2 a.go::F as promote", "promote #2 by user_verification over #1"}},
		{"STALE is not waived", long("F", 21), long("F", 19), []string{"record #2 a.go::F as propose"}},
		{"another entity has no grant by it", long("F", 20), long("F", 20) + "\n" + function("G", "x") + "\n" + function("G", "y"),
			[]string{"record #2 a.go::G as promote", "promote #2 by parity"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, false, nil)
			w.model(fence("a.go", file(long("F", 20))))
			w.write("a.go", file(tt.disk))
			p := w.said(fence("a.go", file(tt.reply)), asked)
			same(t, "events", w.tell(p.Events), tt.want)
		})
	}
}
