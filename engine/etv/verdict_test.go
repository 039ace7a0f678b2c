package etv

import (
	"strings"
	"testing"
)

const (
	pool = `package pool

// Acquire takes one.
func Acquire(n int) int {
	return n + 1
}

func Release() {}
`
	poolEdited = `package pool

// Acquire takes one.
func Acquire(n int) int {
	return n + 2
}

func Release() {}
`
	poolWithout = `package pool

func Release() {}
`
)

func TestWhatIsStale15_4(t *testing.T) {
	artifact := expect(t, "pool.go", "Acquire", pool)
	edited := expect(t, "pool.go", "Acquire", poolEdited).Hash
	older := expect(t, "pool.go", "Acquire", strings.Replace(pool, "n + 1", "n", 1)).Hash
	for _, c := range []struct {
		name         string
		disk         string
		bases        []Digest
		acknowledged []Digest
		want         Status
		gone         bool
	}{
		{name: "the same text agrees", disk: pool, want: Agrees},
		{name: "an edit to a neighbour leaves it fresh", disk: strings.Replace(pool, "Release() {}", "Release() { Acquire(1) }", 1), want: Agrees},
		{name: "a new neighbour, too", disk: "package pool\n\nvar N = 1\n" + strings.TrimPrefix(pool, "package pool"), want: Agrees},
		{name: "its doc comment stands outside", disk: strings.Replace(pool, "takes one", "takes another", 1), want: Agrees},
		{name: "CRLF is no divergence", disk: strings.ReplaceAll(pool, "\n", "\r\n"), want: Agrees},
		{name: "a byte order mark is none", disk: "\uFEFF" + pool, want: Agrees},
		{name: "a missing final newline is none", disk: strings.TrimSuffix(pool, "\n"), want: Agrees},
		{name: "formatting is none", disk: strings.Replace(pool, "return n + 1", "return n  +  1", 1), want: Reformatted},
		{name: "an edit is", disk: poolEdited, want: Edited},
		{name: "an edit is, also where the artifact had another base", disk: poolEdited, bases: []Digest{older, Absent}, want: Edited},
		{name: "the base on disk means that the answer was not saved", disk: poolEdited, bases: []Digest{edited}, want: NotApplied},
		{name: "so does the base of the base", disk: poolEdited, bases: []Digest{older, edited}, want: NotApplied},
		{name: "gone from the file is an edit", disk: poolWithout, want: Edited, gone: true},
		{name: "gone is an edit where the base had it", disk: poolWithout, bases: []Digest{older}, want: Edited, gone: true},
		{name: "a new entity that the file lacks was not saved", disk: poolWithout, bases: []Digest{Absent}, want: NotApplied, gone: true},
		{name: "what the operator acknowledged is not", disk: poolEdited, acknowledged: []Digest{older, edited}, want: Acknowledged},
		{name: "a deletion can be acknowledged", disk: poolWithout, acknowledged: []Digest{Absent}, want: Acknowledged, gone: true},
		{name: "any further edit is", disk: strings.Replace(poolEdited, "n + 2", "n + 3", 1), acknowledged: []Digest{edited}, want: Edited},
		{name: "the acknowledgement goes before the base", disk: poolEdited, bases: []Digest{edited}, acknowledged: []Digest{edited}, want: Acknowledged},
		{name: "an empty file has lost it", disk: "", want: Edited, gone: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkspace(t)
			e := artifact
			e.Bases, e.Acknowledged = c.bases, c.acknowledged
			r := w.check(e, c.disk)
			if r.Status != c.want || r.Gone != c.gone || r.Why != "" {
				t.Fatalf("%+v, want %s", r, c.want)
			}
			if r.Gone != (r.Disk == Absent) || r.Gone != (r.Found == Measure{}) {
				t.Errorf("gone is %v, and the disk holds %s, %+v", r.Gone, r.Disk, r.Found)
			}
			if again := w.verifier.Read("pool.go").Check(e); again != r {
				t.Errorf("reading says %+v, the stat said %+v", again, r)
			}
		})
	}
}

func TestEachStatusSaysWhatMayBeDone15_4(t *testing.T) {
	for s, want := range map[Status]struct {
		trusted, stale bool
		reason         string
	}{
		Agrees: {trusted: true}, Reformatted: {trusted: true}, Missing: {trusted: true}, Acknowledged: {trusted: true},
		NotApplied: {stale: true, reason: "not_applied"}, Edited: {stale: true, reason: "edited"},
		Unverifiable: {stale: true, reason: "edited"}, Unreadable: {}, 0: {},
	} {
		if s.Trusted() != want.trusted || s.Stale() != want.stale || s.Reason() != want.reason {
			t.Errorf("%s: trusted %v, stale %v, reason %q", s, s.Trusted(), s.Stale(), s.Reason())
		}
	}
}

func TestEntitiesOfManyShapesAreComparedBySymbol(t *testing.T) {
	for _, c := range []struct {
		name, path, symbol string
		before, after      string
		want               Status
	}{
		{"one of two overloads", "A.java", "A.m", "class A {\n  int m() { return 1; }\n  int m(int a) { return a; }\n}\n", "class A {\n  int m() { return 1; }\n  int m(int a) { return a + 1; }\n}\n", Edited},
		{"a second init", "a.go", "init", "package a\n\nfunc init() { a() }\n", "package a\n\nfunc init() { a() }\n\nfunc init() { b() }\n", Edited},
		{"a method of the class leaves its shell", "a.py", "A", "class A:\n    x = 1\n\n    def m(self):\n        return 1\n", "class A:\n    x = 1\n\n    def m(self):\n        return 2\n", Agrees},
		{"a field of the class changes its shell", "a.py", "A", "class A:\n    x = 1\n\n    def m(self):\n        return 1\n", "class A:\n    x = 2\n\n    def m(self):\n        return 1\n", Edited},
		{"a field of the class leaves its method", "a.py", "A.m", "class A:\n    x = 1\n\n    def m(self):\n        return 1\n", "class A:\n    x = 2\n\n    def m(self):\n        return 1\n", Agrees},
		{"a Python line that leaves its if", "a.py", "f", "def f(a):\n    if a:\n        b()\n        c()\n", "def f(a):\n    if a:\n        b()\n    c()\n", Edited},
		{"a Python body that is indented anew", "a.py", "f", "def f(a):\n    if a:\n        b()\n", "def f(a):\n  if a:\n    b()\n", Reformatted},
		{"a method that moves into another depth", "a.js", "f", "function f() {\n  return 1;\n}\n", "if (x) {\n}\n\n  function f() {\n    return 1;\n  }\n", Agrees},
		{"a file without symbols", "c.yaml", "*", "a: 1\nb: 2\n", "a: 1\nb: 3\n", Edited},
		{"a file without symbols on Windows", "c.yaml", "*", "a: 1\nb: 2\n", "\uFEFFa: 1\r\nb: 2", Agrees},
		{"blank lines in a file that nothing reads", "c.yaml", "*", "a: 1\nb: 2\n", "a: 1\n\nb: 2\n", Edited},
		{"blank lines in JSON", "c.json", "*", "[1,\n2]\n", "[1,\n\n2]\n", Reformatted},
		{"a text of several lines in a language without grammar", "a.kt", "f", "fun f() = \"\"\"\n  a\n\"\"\"\n", "fun f() = \"\"\"\n    a\n\"\"\"\n", Edited},
		{"a script that gets its first function", "x.sh", "*", "echo a\n", "echo a\nf() {\n  echo b\n}\n", Edited},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkspace(t)
			e := expect(t, c.path, c.symbol, c.before)
			if r := w.check(e, c.before); r.Status != Agrees {
				t.Errorf("unchanged: %+v", r)
			}
			if r := w.check(e, c.after); r.Status != c.want {
				t.Errorf("%+v, want %s", r, c.want)
			}
		})
	}
}

func TestAFileTrackedAsAWholeAgreesWithItsBytesWhateverIsFoundInIt(t *testing.T) {
	w := newWorkspace(t)
	text := "package a\n\nfunc F() {}\n"
	whole := expect(t, "a.txt", "*", text) // as a table that did not know the language saw it
	whole.Path = "a.go"
	if r := w.check(whole, text); r.Status != Agrees {
		t.Errorf("%+v", r)
	}
	if r := w.check(whole, text+"\nfunc G() {}\n"); r.Status != Edited || r.Gone {
		t.Errorf("%+v", r)
	}
}

func TestAReportIsASentence(t *testing.T) {
	w := newWorkspace(t)
	e := expect(t, "pool.go", "Acquire", pool)
	for _, c := range []struct{ disk, want string }{
		{pool, "agrees"},
		{poolEdited, "edited: the disk holds 3 lines of another version"},
		{poolWithout, "edited: the file does not define it"},
		{"package pool\x00", "unverifiable: holds a NUL byte: not a text"},
	} {
		if got := w.check(e, c.disk).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := Status(200).String(); got != "unknown" {
		t.Errorf("a status that is none is %q", got)
	}
}

func TestDigestsAreReadAsTheyAreWritten(t *testing.T) {
	if d, ok := ParseDigest(Absent.String()); !ok || d != Absent {
		t.Errorf("%s became %s", Absent, d)
	}
	if (Digest{}).String() != "" {
		t.Error("nothing has a name")
	}
	for _, bad := range []string{"", "sha256:", "sha1:00", "sha256:" + strings.Repeat("0", 63), "sha256:" + strings.Repeat("g", 64)} {
		if d, ok := ParseDigest(bad); ok || d != (Digest{}) {
			t.Errorf("%q was read as %s", bad, d)
		}
	}
}

func FuzzParseDigest(f *testing.F) {
	f.Add(Absent.String())
	f.Add("sha256:zz")
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := ParseDigest(s)
		if !ok && d != (Digest{}) {
			t.Fatalf("%q: a part was read: %s", s, d)
		}
		if ok && d != (Digest{}) && !strings.EqualFold(d.String(), s) {
			t.Fatalf("%q became %s", s, d)
		}
	})
}
