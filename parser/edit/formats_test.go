package edit

import (
	"reflect"
	"strings"
	"testing"
)

// ops lists changes in short: "replace a.go 2" is two hunks.
func ops(changes []Change) []string {
	var out []string
	for _, c := range changes {
		s := string(c.Op) + " " + c.Path
		if c.NewPath != "" {
			s += " -> " + c.NewPath
		}
		if len(c.Hunks) > 0 {
			s += strings.Repeat(" hunk", len(c.Hunks))
		}
		if c.Content != nil {
			s += " = " + string(c.Content)
		}
		out = append(out, s)
	}
	return out
}

type formatTest struct {
	name, text string
	want       []string
	err        string
}

func run(t *testing.T, tests []formatTest, parse func(string) ([]Change, error)) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parse(tt.text)
			if !reflect.DeepEqual(ops(got), tt.want) {
				t.Errorf("got %q, want %q", ops(got), tt.want)
			}
			if msg := errorText(err); msg != tt.err {
				t.Errorf("error %q, want %q", msg, tt.err)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestSearchReplaceBlocksAreRead(t *testing.T) {
	run(t, []formatTest{
		{"aider's", "a.go\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n", []string{"replace a.go hunk"}, ""},
		{"marks of five to nine", "a\n<<<<< SEARCH\no\n=====\nn\n>>>>>>>>> REPLACE", []string{"replace a hunk"}, ""},
		{"Cline's new marks", "------- SEARCH\no\n=======\nn\n+++++++ REPLACE\n", []string{"replace  hunk"}, ""},
		{"a stray > after SEARCH", "a\n<<<<<<< SEARCH>\no\n=======\nn\n>>>>>>> REPLACE\n", []string{"replace a hunk"}, ""},
		{"two files", "a\n<<<<<<< SEARCH\no\n=======\nn\n>>>>>>> REPLACE\nb\n<<<<<<< SEARCH\no\n=======\nn\n>>>>>>> REPLACE\n", []string{"replace a hunk", "replace b hunk"}, ""},
		{"two blocks of one file", "a\n<<<<<<< SEARCH\no\n=======\nn\n>>>>>>> REPLACE\n\n<<<<<<< SEARCH\no\n=======\nn\n>>>>>>> REPLACE\n", []string{"replace a hunk hunk"}, ""},
		{"an empty SEARCH creates", "a\n<<<<<<< SEARCH\n=======\nn\n>>>>>>> REPLACE\n", []string{"create a = n\n"}, ""},
		{"created, then edited", "a\n<<<<<<< SEARCH\n=======\nn\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nn\n=======\nm\n>>>>>>> REPLACE\n", []string{"replace a hunk hunk"}, ""},
		{"an underline of another length in the text", "a\n<<<<<<< SEARCH\nTitle\n=====\n=======\nn\n>>>>>>> REPLACE\n", []string{"replace a hunk"}, ""},
		{"the new text may hold ======= only if it can be told apart", "a\n<<<<<<< SEARCH\no\n=======\nT\n=======\nU\n>>>>>>> REPLACE\n", []string{" a"},
			`the SEARCH block on line 2 has more than one "=======", so its two parts cannot be told apart`},
		{"a divider right before the end divides nothing", "a\n<<<<<<< SEARCH\no\n=======\nn\n=======\n>>>>>>> REPLACE\n", []string{"replace a hunk"}, ""},
		{"hints of lines", "a\n<<<<<<< SEARCH\n:start_line:4\n:end_line:4\n-------\no\n=======\nn\n>>>>>>> REPLACE\n", []string{"replace a hunk"}, ""},
		{"cut", "a\n<<<<<<< SEARCH\no\n=======\nn\n", []string{" a"}, `the SEARCH block on line 2 has no ">>>>>>> REPLACE": it may have been cut`},
		{"the next block begins before it ends", "a\n<<<<<<< SEARCH\no\n=======\n<<<<<<< SEARCH\n>>>>>>> REPLACE\n", []string{" a"}, `the SEARCH block on line 2 has no ">>>>>>> REPLACE": it may have been cut`},
		{"without divider", "a\n<<<<<<< SEARCH\no\n>>>>>>> REPLACE\n", []string{" a"}, `the SEARCH block on line 2 has no "======="`},
		{"a merge conflict is none", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n", nil, "there is no SEARCH/REPLACE block in this text"},
		{"CRLF", "a\r\n<<<<<<< SEARCH\r\no\r\n=======\r\nn\r\n>>>>>>> REPLACE\r\n", []string{"replace a hunk"}, ""},
	}, SearchReplace)
}

func TestUnifiedDiffsAreRead(t *testing.T) {
	run(t, []formatTest{
		{"plain", "--- a.go\n+++ a.go\n@@ -1 +1 @@\n-x\n+y\n", []string{"replace a.go hunk"}, ""},
		{"prefixes", "--- a/x/a.go\n+++ b/x/a.go\n@@ -1 +1 @@\n-x\n+y\n", []string{"replace x/a.go hunk"}, ""},
		{"mnemonic prefixes", "--- i/a.go\n+++ w/a.go\n@@ -1 +1 @@\n-x\n+y\n", []string{"replace a.go hunk"}, ""},
		{"time stamps", "--- a.go\t2024-01-01 10:00:00\n+++ a.go 2024-01-02 10:00:00.0 +0100\n@@ -1 +1 @@\n-x\n+y\n", []string{"replace a.go hunk"}, ""},
		{"quoted names", "--- \"a/\\303\\251.go\"\n+++ \"b/\\303\\251.go\"\n@@ -1 +1 @@\n-x\n+y\n", []string{"replace é.go hunk"}, ""},
		{"a new file", "--- /dev/null\n+++ b/a.go\n@@ -0,0 +1,2 @@\n+x\n+y\n", []string{"create a.go = x\ny\n"}, ""},
		{"an empty new file", "diff --git a/e b/e\nnew file mode 100644\nindex 000..e69\n", []string{"create e"}, ""},
		{"a deleted file", "--- a/a.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n", []string{"delete a.go"}, ""},
		{"a rename with a change", "diff --git a/o b/n\nsimilarity index 90%\nrename from o\nrename to n\n--- a/o\n+++ b/n\n@@ -1 +1 @@\n-x\n+y\n", []string{"rename o -> n hunk"}, ""},
		{"a context line that lost its blank", "--- a\n+++ a\n@@ -1,3 +1,3 @@\n x\n\n-y\n+z\n", []string{"replace a hunk"}, ""},
		{"a mode change alone", "diff --git a/r b/r\nold mode 100644\nnew mode 100755\n", []string{" r"}, "the diff on line 1 names r but changes nothing in it"},
		{"a copy", "diff --git a/o b/n\ncopy from o\ncopy to n\n", []string{" "}, "the diff on line 1 copies a file, which cannot be composed"},
		{"binary", "diff --git a/o b/o\nindex 1..2\nBinary files a/o and b/o differ\n", []string{" "}, "line 3 of the diff changes a binary file, which cannot be composed"},
		{"quoted names without hunks", "diff --git \"a/\\303\\251\" \"b/\\303\\251\"\ndeleted file mode 100644\n", []string{"delete é"}, ""},
		{"unequal names without hunks", "diff --git a/x y b/z\ndeleted file mode 100644\n", []string{" "}, "the diff on line 1 does not name its file"},
		{"no file at all", "--- /dev/null\n+++ /dev/null\n", []string{" "}, "the diff on line 1 names no file, only /dev/null"},
		{"a new file that has lines", "--- /dev/null\n+++ b/n\n@@ -1 +1 @@\n-x\n+y\n", []string{" n"}, "the diff on line 1 creates n, but says that it has lines already"},
		{"two names", "--- a.go\n+++ b.go\n@@ -1 +1 @@\n-x\n+y\n", []string{" "}, `the diff on line 1 names two files, "a.go" and "b.go", without saying that one is renamed`},
		{"a backup as the old name", "--- a.go.orig\n+++ a.go\n@@ -1 +1 @@\n-x\n+y\n", []string{"replace a.go hunk"}, ""},
		{"hunks without counts", "--- a\n+++ a\n@@ ... @@\n-x\n+y\n@@\n-z\n", []string{"replace a hunk hunk"}, ""},
		{"counts too small", "--- a\n+++ a\n@@ -1,1 +1,1 @@\n x\n-y\n+z\n", []string{"replace a hunk"}, ""},
		{"a deleted line that looks like a header", "--- a\n+++ a\n@@ -1,2 +1,2 @@\n--- x\n+++ y\n x\n", []string{"replace a hunk"}, ""},
		{"a mailed patch with its signature", "--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n-- \n2.40.0\n", []string{"replace a hunk"}, ""},
		{"two files", "--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n--- b\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", []string{"replace a hunk", "replace b hunk"}, ""},
		{"prose after a hunk", "--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\nDone.\n", []string{"replace a hunk"}, ""},
		{"prose between hunks", "--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\nzz\n@@ -9 +9 @@\n-v\n+w\n", []string{" a"}, "line 7 of the diff begins a hunk behind text that is no diff"},
		{"a line without prefix inside a hunk", "--- a\n+++ a\n@@ -1,3 +1,3 @@\n-x\n+y\nzz\n", []string{" a"}, `line 6 of the diff has no ' ', '+' or '-' before it: "zz"`},
		{"no diff", "hello\n", nil, "there is no diff with a file header in this text"},
	}, Unified)
}

func TestADiffWithoutHunkHeadersIsOneHunk(t *testing.T) {
	for text, want := range map[string]string{
		"--- a/x.py\n+++ b/x.py\n a\n-b\n+c\n":                                                         "a\nc\n",
		"--- a/x.sql\n+++ b/x.sql\n@@ -1,9 +1,9 @@\n a\n--- b\n+++ c\n":                                "a\n++ c\n",
		"--- a/x.py\n+++ b/x.py\n@@ -1,9 +1,9 @@\n a\n-b\n+c\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n": "a\nc\n",
		"--- a/x.py\n+++ b/x.py\n a\n-b\n+c\n--- /dev/null\n+++ b/y\n+n\n":                             "a\nc\n",
	} {
		changes, err := Unified(text)
		if err != nil || len(changes) == 0 || len(changes[0].Hunks) != 1 || changes[0].Hunks[0].New != want {
			t.Errorf("%q: %+v %v", text, changes, err)
		}
	}
	if changes, err := Unified("--- a/x\n+++ b/x\n\nThat is all.\n"); err == nil {
		t.Errorf("prose was read as a hunk: %+v", changes)
	}
}

func TestLinesEndWithoutTheirCRs(t *testing.T) {
	for text, parse := range map[string]func(string) ([]Change, error){
		"--- a\r\n+++ a\r\n@@ -1 +1 @@\r\n-x\r\n+y\r":                                      Unified,
		"--- a\n+++ a\n@@ -1 +1 @@\n-x\r\r\n+y\r\r\n":                                      Unified,
		"a\n<<<<<<< SEARCH\r\nx\r\r\n=======\r\r\ny\r\n>>>>>>> REPLACE\r":                  SearchReplace,
		"<<<<<<< SEARCH\nx\r\n=======\ny\r\n>>>>>>> REPLACE\r\n":                           ApplyDiff,
		"*** Begin Patch\r\r\n*** Update File: a\r\r\n-x\r\r\n+y\r\r\n*** End Patch\r\r\n": V4A,
	} {
		changes, err := parse(text)
		if err != nil || len(changes) != 1 || len(changes[0].Hunks) != 1 || changes[0].Hunks[0].Old != "x\n" || changes[0].Hunks[0].New != "y\n" {
			t.Errorf("%q: %+v %v", text, changes, err)
		}
	}
}

func TestApplyDiffUnescapesMarksOfTheFile(t *testing.T) {
	changes, err := ApplyDiff("<<<<<<< SEARCH\nT\n\\=======\no\n=======\nT\n\\=======\nn \\===\n>>>>>>> REPLACE\n")
	if err != nil || len(changes) != 1 || changes[0].Hunks[0].Old != "T\n=======\no\n" || changes[0].Hunks[0].New != "T\n=======\nn \\===\n" {
		t.Errorf("%+v %v", changes, err)
	}
}

func TestV4APatchesAreRead(t *testing.T) {
	wrap := func(s string) string { return "*** Begin Patch\n" + s + "*** End Patch\n" }
	run(t, []formatTest{
		{"an update", wrap("*** Update File: a\n@@ class A\n x\n-y\n+z\n"), []string{"replace a hunk"}, ""},
		{"two hunks", wrap("*** Update File: a\n@@\n-y\n+z\n@@\n-v\n+w\n"), []string{"replace a hunk hunk"}, ""},
		{"add, delete, move", wrap("*** Add File: a\n+x\n+\n+y\n*** Delete File: b\n*** Update File: c\n*** Move to: d\n@@\n-x\n+y\n"),
			[]string{"create a = x\n\ny\n", "delete b", "rename c -> d hunk"}, ""},
		{"blank lines between files", wrap("*** Add File: a\n+x\n\n*** Update File: b\n-x\n+y\n\n*** Delete File: c\n"), []string{"create a = x\n", "replace b hunk", "delete c"}, ""},
		{"in a heredoc", "apply_patch <<'EOF'\n" + wrap("*** Delete File: a\n") + "EOF\n", []string{"delete a"}, ""},
		{"in quotes", "apply_patch \"*** Begin Patch\n*** Delete File: a\n*** End Patch\"\n", []string{"delete a"}, ""},
		{"cut", "*** Begin Patch\n*** Delete File: a\n*** Update File: b\n-x\n", []string{"delete a", " b"}, `the patch has no "*** End Patch": it may have been cut`},
		{"no header", wrap("-x\n"), []string{" "}, `line 2 of the patch is "-x"; a file header such as "*** Update File: …" was expected`},
		{"an update of nothing", wrap("*** Update File: a\n"), []string{" a"}, "the patch names a but changes nothing in it"},
		{"a line without prefix", wrap("*** Update File: a\n@@\nx\n"), []string{" a"}, `line 4 of the patch has no ' ', '+' or '-' before it: "x"`},
		{"an added line without prefix", wrap("*** Add File: a\nx\n"), []string{" a"}, `line 3 of the patch has no '+' before it: "x"`},
		{"no patch", "x", nil, "there is no patch in this text"},
	}, V4A)
}

func TestV4AHunksKeepTheirAnchors(t *testing.T) {
	changes, err := V4A("*** Begin Patch\n*** Update File: a\n@@ class A\n@@     def f(self): @@\n-x\n+y\n*** End of File\n@@ -7,2 +7,2 @@\n-z\n+w\n@@\n+tail\n*** End Patch")
	if err != nil {
		t.Fatal(err)
	}
	want := []Hunk{
		{Old: "x\n", New: "y\n", Lines: true, Anchors: []string{"class A", "def f(self):"}, AtEnd: true},
		{Old: "z\n", New: "w\n", Lines: true, Line: 7},
		{New: "tail\n", Lines: true, AtEnd: true},
	}
	if !reflect.DeepEqual(changes[0].Hunks, want) {
		t.Errorf("got %+v", changes[0].Hunks)
	}
}

func TestADiffWithoutHeaderIsRead(t *testing.T) {
	tests := []struct{ text, err string }{
		{" a\n-b\n+c\n", ""},
		{"@@ -1,2 +1,2 @@\n a\n-b\n+c\n", ""},
		{"\n-a\n+b\n@@\n-c\n", ""},
		{" a\n b\n", "the diff changes nothing"},
		{"a\n", `line 1 of the diff has no ' ', '+' or '-' before it: "a"`},
		{"-a\n--- x\n+++ x\n", "line 2 of the diff begins another file"},
	}
	for _, tt := range tests {
		hunks, err := Hunks(tt.text)
		if errorText(err) != tt.err || err == nil && len(hunks) == 0 {
			t.Errorf("%q: %v, %v", tt.text, hunks, err)
		}
	}
}

func TestEditsAreFoundInTextsAndCommands(t *testing.T) {
	tests := []struct {
		name, text string
		format     Format
		found      string
		closed     bool
	}{
		{"a patch in a heredoc", "cd x && apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\n", FormatV4A, "*** Begin Patch\n*** Delete File: a\n*** End Patch\n", true},
		{"a patch in quotes", "apply_patch '*** Begin Patch\nx", FormatV4A, "*** Begin Patch\nx", false},
		{"a diff in a heredoc", "git apply <<EOF\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF\n", FormatUnified, "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", true},
		{"a diff cut short", "--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n-a\n", FormatUnified, "--- a/x\n+++ b/x\n@@ -1,9 +1 @@\n-a\n", false},
		{"a block", "p\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\nrest", FormatSearchReplace, "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", true},
		{"nothing", "ls -la\n", "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, ok := Find(tt.text)
			if f.Format != tt.format || tt.text[f.Start:f.End] != tt.found || f.Closed != tt.closed || ok != (tt.format != "") {
				t.Errorf("got %+v %q", f, tt.text[f.Start:f.End])
			}
		})
	}
}

func fuzzFormat(f *testing.F, parse func(string) ([]Change, error)) {
	for _, s := range []string{
		"a.go\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n",
		"diff --git a/o b/n\nrename from o\nrename to n\n--- a/o\n+++ b/n\n@@ -1,2 +1,2 @@ x\n a\n-x\n+y\n\\ No newline at end of file\n",
		"*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@ class A\n x\n-y\n+z\n*** End of File\n*** Add File: c\n+x\n*** End Patch\n",
		"------- SEARCH\n:start_line:3\n-----\n\\=======\n=======\n=====\n+++++++ REPLACE\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n",
		"--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n--- a/b\t2024-01-01\n+++ b/b\n@@ ... @@\n x\n\n--- y\n+++ z\n@@ -9,9 +9,9 @@\n-a\ndiff --git a/c b/c\ndeleted file mode 100644\n",
		"--- a\n+++ a\n@@ @@\n\n-\n",
		"--- /dev/null\n+++ b/a\n@@ @@\n+x\r\r\n+y\r",
		"*** Begin Patch\n*** Update File: a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+x\n\n*** Delete File: b\n\n*** End Patch\napply_patch '*** Begin Patch\n*** End Patch'",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		changes, err := parse(s)
		if err == nil && len(changes) == 0 {
			t.Fatal("neither a change nor an error")
		}
		for i, c := range changes {
			if c.Op == "" && (err == nil || i != len(changes)-1) {
				t.Fatalf("change %d could not be read, yet: %v", i, err)
			}
			checkWords(t, s, c)
			if out, err := Compose([]byte(s), true, c); err == nil && c.Op == Replace && len(out) > len(s)*(len(c.Hunks)+2) {
				t.Fatalf("%d bytes made %d", len(s), len(out))
			}
			for _, h := range c.Hunks {
				checkHunk(t, h)
			}
		}
		if strings.Contains(s, "\r") {
			return
		}
		crlf, crlfErr := parse(strings.ReplaceAll(s, "\n", "\r\n"))
		if !reflect.DeepEqual(crlf, changes) || errorText(crlfErr) != errorText(err) {
			t.Fatalf("%+v, %v in LF is %+v, %v in CRLF", changes, err, crlf, crlfErr)
		}
	})
}

// checkWords holds that a change says what its text says, with LF line ends.
func checkWords(t *testing.T, text string, c Change) {
	t.Helper()
	said := []string{string(c.Content)}
	for _, h := range c.Hunks {
		said = append(said, h.Old, h.New)
	}
	for _, lines := range said {
		if strings.Contains(lines, "\r\n") {
			t.Fatalf("CRLF in %+v", c)
		}
		for line := range strings.Lines(lines) {
			if !strings.Contains(text, strings.TrimSuffix(line, "\n")) {
				t.Fatalf("the text has no line %q", line)
			}
		}
	}
}

// checkHunk holds that a hunk changes a file that is its old text to its new one.
func checkHunk(t *testing.T, h Hunk) {
	t.Helper()
	if h.Old == "" || strings.HasPrefix(h.Old, "\ufeff") { // such a mark at the begin of a file is none of its text
		return
	}
	got, err := Compose([]byte(h.Old), true, Change{Op: Replace, Hunks: []Hunk{{Old: h.Old, New: h.New, Lines: h.Lines}}})
	if err != nil || string(got) != h.New {
		t.Fatalf("%q became %q, not %q: %v", h.Old, got, h.New, err)
	}
}

func FuzzSearchReplace(f *testing.F) { fuzzFormat(f, SearchReplace) }
func FuzzUnified(f *testing.F)       { fuzzFormat(f, Unified) }
func FuzzApplyDiff(f *testing.F)     { fuzzFormat(f, ApplyDiff) }
func FuzzV4A(f *testing.F)           { fuzzFormat(f, V4A) }

func FuzzFind(f *testing.F) {
	f.Add("x\n*** Begin Patch\n*** End Patch\n")
	f.Add("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n")
	f.Add("<<<<<<< SEARCH\r\n")
	f.Fuzz(func(t *testing.T, s string) {
		found, ok := Find(s)
		if found.Start < 0 || found.Start > found.End || found.End > len(s) || ok == (found.Format == "") {
			t.Fatalf("%+v in %d bytes", found, len(s))
		}
	})
}
