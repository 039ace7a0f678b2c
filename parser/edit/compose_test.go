package edit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	udiff "github.com/aymanbagabas/go-udiff"
)

const base = `package a

type A struct{}

func (a A) Get() int {
	return 1
}

type B struct{}

func (b B) Get() int {
	return 1
}
`

func pair(old, new string) Change {
	return Change{Op: Replace, Path: "a.go", Hunks: []Hunk{{Old: old, New: new}}}
}

func TestTSLP12_AnEditComposesOnlyAtAProvenPlace(t *testing.T) {
	tests := []struct {
		name   string
		base   string
		none   bool // the file is missing
		change Change
		want   string // the result, or the error
	}{
		{"old text found once", "a b c", false, pair("b", "x"), "a x c"},
		{"old text missing", "a b c", false, pair("z", "x"), `the edit of a.go does not fit: the file has no line "z"`},
		{"old text twice", "a b b", false, pair("b", "x"), "the edit of a.go does not fit: its old text stands 2 times in the file; it must be there exactly once"},
		{"overlapping old text counts twice", "aaa", false, pair("aa", "x"), "the edit of a.go does not fit: its old text stands 2 times in the file; it must be there exactly once"},
		{"replace all", "a b b", false, Change{Op: Replace, Hunks: []Hunk{{Old: "b", New: "x", All: true}}}, "a x x"},
		{"replace all of nothing", "a", false, Change{Op: Replace, Hunks: []Hunk{{Old: "b", New: "x", All: true}}}, `the edit does not fit: the file has no line "b"`},
		{"the second part is named", "a b c", false, Change{Op: Replace, Path: "p", Hunks: []Hunk{{Old: "a", New: "x"}, {Old: "z", New: "y"}}},
			`the edit of p does not fit at part 2 of 2: the file has no line "z"`},
		{"the first differing line is named", "a\nb\nc\n", false, Change{Op: Replace, Path: "p", Hunks: []Hunk{{Old: "a\nB\n", New: "x\n", Lines: true}}},
			`the edit of p does not fit: line 2 of its old text is "B", but line 2 of the file is "b"`},
		{"parts in sequence see each other", "a", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a", New: "b"}, {Old: "b", New: "c"}}}, "c"},
		{"parts at once do not", "a", false, Change{Op: Replace, AtOnce: true, Hunks: []Hunk{{Old: "a", New: "b"}, {Old: "b", New: "c"}}},
			`the edit does not fit at part 2 of 2: the file has no line "b"`},
		{"parts at once may stand in any order", "a\nb\nc\n", false, Change{Op: Replace, AtOnce: true, Hunks: []Hunk{{Old: "c\n", New: "z\n", Lines: true}, {Old: "a\n", New: "x\n", Lines: true}}}, "x\nb\nz\n"},
		{"parts at once must not overlap", "a\nb\nc\n", false, Change{Op: Replace, AtOnce: true, Hunks: []Hunk{{Old: "a\nb\n", New: "x\n", Lines: true}, {Old: "b\nc\n", New: "y\n", Lines: true}}},
			"the edit does not fit: two of its parts change the same lines"},

		{"whole lines do not match inside a line", "xa = 1\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a = 1\n", New: "b\n", Lines: true}}}, `the edit does not fit: the file has no line "a = 1"`},
		{"whole lines at the end of a file without final newline", "a\nb", false, Change{Op: Replace, Hunks: []Hunk{{Old: "b\n", New: "c\n", Lines: true}}}, "a\nc"},
		{"no newline at the end, said and true", "a\nb", false, Change{Op: Replace, Hunks: []Hunk{{Old: "b", New: "b\n", Lines: true}}}, "a\nb\n"},
		{"no newline at the end, said and false", "a\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "b", New: "c", Lines: true}}}, "the edit does not fit: its old text is not in the file"},
		{"a blank line as the whole old text", "a\n\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "\n", New: "x\n", Lines: true}}}, "a\nx\nb\n"},
		{"blank lines that are all of the file", "\n\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "\n\n", New: "\n", Lines: true}}}, "\n"},
		{"a line with a blank one below, and at the end without", "a\n\nb\na\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n\n", New: "x\n\n", Lines: true}}}, "x\n\nb\na\n"},
		{"the same the other way round", "b\n\na\n\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "b\n\n", New: "x\n", Lines: true}}}, "x\na\n\nb\n"},
		{"a blank line more than the end has", "b\na\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n\n", New: "x\n\n", Lines: true}}}, "b\nx\n"},
		{"the same where the file has no newline", "a\nb\na", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "x\n", Lines: true}}},
			"the edit does not fit: its old text stands 2 times in the file; it must be there exactly once"},
		{"CRLF comes back", "a\r\nb\r\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "x\ny\n", Lines: true}}}, "x\r\ny\r\nb\r\n"},
		{"one CRLF among LF", "a\r\nb\nc\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\nb\n", New: "a\nx\n", Lines: true}}}, "a\r\nx\nc\n"},
		{"a CRLF at the end of the old text", "a\nb\r\nc\nd\r\n", false, Change{Op: Replace, AtOnce: true, Hunks: []Hunk{{Old: "a\nb\n", New: "x\nb\n", Lines: true}, {Old: "d\n", New: "y\n", Lines: true}}}, "x\nb\r\nc\ny\n"},
		{"lines added amid CRLF", "a\r\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "a\na\n", Lines: true}}}, "a\r\na\nb\n"},
		{"an edit in CRLF of a file in LF", "a\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\r\nb", New: "x\r\ny"}}}, "x\ny\n"},
		{"a byte order mark stays", "\ufeffa\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "b\n", Lines: true}}}, "\ufeffb\n"},

		{"a line number that names one of two places", "a\nb\na\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "x\n", Lines: true, Line: 3}}}, "a\nb\nx\n"},
		{"a line number that names neither", "a\nb\na\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "x\n", Lines: true, Line: 2}}},
			"the edit does not fit: its old text stands 2 times in the file; it must be there exactly once"},
		{"a wrong line number of a unique place", "a\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "b\n", New: "x\n", Lines: true, Line: 77}}}, "a\nx\n"},

		{"an empty old text creates", "", true, pair("", "x"), "x"},
		{"an empty old text fills an empty file", "", false, pair("", "x"), "x"},
		{"an empty old text in a file that has lines", "a\n", false, pair("", "x"),
			"the edit of a.go does not fit: it adds lines without any line of the file around them, so their place cannot be proven"},
		{"lines added at the end", "a\n", false, Change{Op: Replace, Hunks: []Hunk{{New: "b\n", Lines: true, AtEnd: true}}}, "a\nb\n"},
		{"lines added at an end without newline", "a", false, Change{Op: Replace, Hunks: []Hunk{{New: "b\n", Lines: true, AtEnd: true}}}, "a\nb"},
		{"of two places, the one at the end", "a\nb\na\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "x\n", Lines: true, AtEnd: true}}}, "a\nb\nx\n"},
		{"insert at the top", "a\n", false, Change{Op: Replace, Hunks: []Hunk{{New: "x", Insert: true}}}, "x\na\n"},
		{"insert after a line", "a\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{New: "x\n", Insert: true, InsertLine: 1}}}, "a\nx\nb\n"},
		{"insert after the last line", "a\nb", false, Change{Op: Replace, Hunks: []Hunk{{New: "x\n", Insert: true, InsertLine: 2}}}, "a\nb\nx\n"},
		{"insert beyond the end", "a\n", false, Change{Op: Replace, Hunks: []Hunk{{New: "x\n", Insert: true, InsertLine: 2}}},
			"the edit does not fit: it inserts after line 2, but the file has 1 lines"},

		{"an anchor chooses", base, false, Change{Op: Replace, Hunks: []Hunk{{Old: "\treturn 1\n", New: "\treturn 2\n", Lines: true, Anchors: []string{"func (b B) Get() int {"}}}},
			strings.Replace(base, "func (b B) Get() int {\n\treturn 1", "func (b B) Get() int {\n\treturn 2", 1)},
		{"an anchor chooses the first, too", base, false, Change{Op: Replace, Hunks: []Hunk{{Old: "\treturn 1\n", New: "\treturn 2\n", Lines: true, Anchors: []string{"func (a A) Get()"}}}},
			strings.Replace(base, "return 1", "return 2", 1)},
		{"an anchor that is not there", base, false, Change{Op: Replace, Hunks: []Hunk{{Old: "\treturn 1\n", New: "\n", Lines: true, Anchors: []string{"func C()"}}}},
			`the edit does not fit: the file has no line "func C()", under which it says to look`},
		{"an anchor below the old text", "a\nfunc f\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "\n", Lines: true, Anchors: []string{"func f"}}}},
			`the edit does not fit: its old text does not stand under "func f"`},
		{"an anchor repeated as the first line", "x\nfunc f\nb\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "func f\nb\n", New: "func f\nc\n", Lines: true, Anchors: []string{"func f"}}}}, "x\nfunc f\nc\n"},
		{"a word is not the begin of a longer one", "class AB\n  x\nclass A\n  x\n", false, Change{Op: Replace, Hunks: []Hunk{{Old: "  x\n", New: "  y\n", Lines: true, Anchors: []string{"class A"}}}}, "class AB\n  x\nclass A\n  y\n"},

		{"create", "", true, Change{Op: Create, Content: []byte("x")}, "x"},
		{"create what is there already", "y", false, Change{Op: Create, Path: "p", Content: []byte("x")},
			"the edit of p does not fit: it creates the file, but the file is already there with other content"},
		{"create again what is there", "x", false, Change{Op: Create, Content: []byte("x")}, "x"},
		{"write over", "y", false, Change{Op: Write, Content: []byte("x")}, "x"},
		{"delete", "y", false, Change{Op: Delete}, ""},
		{"delete nothing", "", true, Change{Op: Delete}, "the edit does not fit: it deletes the file, but there is no such file"},
		{"edit nothing", "", true, pair("a", "b"), "the edit of a.go does not fit: there is no such file to edit"},
		{"rename with a change", "a\n", false, Change{Op: Rename, NewPath: "b", Hunks: []Hunk{{Old: "a", New: "b"}}}, "b\n"},
		{"a change that could not be read", "a", false, Change{Path: "p"}, "the edit of p does not fit: it could not be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Compose([]byte(tt.base), !tt.none, tt.change)
			if err != nil {
				var miss *MismatchError
				if !errors.As(err, &miss) {
					t.Errorf("not a *MismatchError: %T", err)
				}
				got = []byte(err.Error())
			}
			if string(got) != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestTSLP12_ADiffOfTwoTextsComposesToTheSecond is a property over random
// texts with many equal lines, with and without final newline.
func TestTSLP12_ADiffOfTwoTextsComposesToTheSecond(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		before, after := randomText(rnd), ""
		if i%10 == 0 {
			after = randomText(rnd)
		} else {
			after = mutate(rnd, before)
		}
		checkDiff(t, before, after)
		if t.Failed() {
			return
		}
	}
}

func checkDiff(t *testing.T, before, after string) {
	t.Helper()
	diff := udiff.Unified("a/x.go", "b/x.go", before, after)
	if diff == "" {
		return
	}
	changes, err := Unified("Some prose.\n\n" + diff + "\n")
	if err != nil || len(changes) != 1 || changes[0].Path != "x.go" {
		t.Fatalf("%v %v\n%s", changes, err, diff)
	}
	got, err := Compose([]byte(before), true, changes[0])
	if err != nil || string(got) != after {
		t.Errorf("before %q\nafter  %q\ngot    %q, %v\n%s", before, after, got, err, diff)
	}
}

// TestTSLP12_ADiffWithoutLineNumbersIsRefusedOrRight takes the line numbers
// away: what is then composed, if anything is, must still be the second text.
func TestTSLP12_ADiffWithoutLineNumbersIsRefusedOrRight(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	composed := 0
	for range 3000 {
		before := randomText(rnd) + "\n"
		after := strings.TrimSuffix(mutate(rnd, before), "\n") + "\n"
		diff := udiff.Unified("a/x.go", "b/x.go", before, after)
		if diff == "" {
			continue
		}
		_, body, _ := strings.Cut(diff, "+++ b/x.go\n")
		body = hunkLine.ReplaceAllString(body, "@@ ... @@")
		patch := "*** Begin Patch\n*** Update File: x.go\n" + strings.ReplaceAll(body, "@@ ... @@", "@@") + "*** End Patch\n"
		for text, parse := range map[string]func(string) ([]Change, error){
			"--- a/x.go\n+++ b/x.go\n" + body: Unified,
			patch:                             V4A,
		} {
			changes, err := parse(text)
			if err != nil || len(changes) != 1 {
				continue // a line of the stock was taken for a header
			}
			got, err := Compose([]byte(before), true, changes[0])
			if err == nil && string(got) != after {
				t.Fatalf("before %q\nafter  %q\ngot    %q\n%s", before, after, got, text)
			}
			if err == nil {
				composed++
			}
		}
	}
	if composed < 1000 {
		t.Errorf("only %d of 6000 composed: the property is hardly tested", composed)
	}
}

var hunkLine = regexp.MustCompile(`(?m)^@@ -\d.* @@$`)

// lineStock holds lines that look like parts of a diff.
var lineStock = []string{"a", "b", "c", "", " ", "}", "\treturn 1", "-- x", "++ y", "+", "-", "@@ -1,2 +1,2 @@", "\\ No newline", "--- a/x", "+++ b/x", "*** End Patch", "======="}

func randomText(rnd *rand.Rand) string {
	n := rnd.IntN(30)
	var lines []string
	for range n {
		lines = append(lines, lineStock[rnd.IntN(len(lineStock))])
	}
	text := strings.Join(lines, "\n")
	if rnd.IntN(3) > 0 && text != "" {
		text += "\n"
	}
	return text
}

func mutate(rnd *rand.Rand, s string) string {
	lines := strings.Split(s, "\n")
	for range 1 + rnd.IntN(4) {
		at := rnd.IntN(len(lines))
		switch rnd.IntN(3) {
		case 0:
			lines = append(lines[:at], lines[at+1:]...)
		case 1:
			lines = append(lines[:at:at], append([]string{fmt.Sprintf("new %d", rnd.IntN(3))}, lines[at:]...)...)
		case 2:
			lines[at] = lineStock[rnd.IntN(len(lineStock))]
		}
		if len(lines) == 0 {
			return ""
		}
	}
	return strings.Join(lines, "\n")
}

func FuzzCompose(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n", uint16(0))
	f.Add("a", "a\n", uint16(1))
	f.Add("", "x", uint16(0))
	f.Add("a\na\na\n", "a\na\n", uint16(5))
	f.Add("x\n-- y\n", "x\n++ z\n", uint16(2))
	f.Add("\ufeff\ufeffa\n", "b\n", uint16(0))
	f.Add("\ufeffa\ufeff", "\ufeff", uint16(0))
	f.Add("\n\n\n\n\n\n\n", "\n\n\n\n\n\n\n\n\nx", uint16(0b11010000))
	f.Add("a\nb\nc\nd\ne\nf\ng\nh\ni\n", "a\nb\nc\nd\nx\nf\ng\nh\ni\n", uint16(0b101010101))
	f.Add("a\nb\nc\nd\n\ne\nf", "a\nx\nc\n\ne\nf\n", uint16(0b1011010))
	f.Fuzz(func(t *testing.T, before, after string, ends uint16) {
		if strings.Contains(before+after, "\r") { // a diff with CR cannot be told from one in CRLF
			return
		}
		checkDiff(t, strings.TrimLeft(before, "\ufeff"), after)
		checkMixedEnds(t, strings.TrimLeft(before, "\ufeff"), after, ends)
		// Any old/new pair either fails or replaces what it names. The mark at
		// the file's begin is none of its text.
		text, marked := strings.CutPrefix(before, "\ufeff")
		want := strings.Replace(text, after, "new", 1)
		if marked {
			want = "\ufeff" + want
		}
		got, err := Compose([]byte(before), true, pair(after, "new"))
		if err == nil && (after != "" && strings.Count(text, after) != 1 || string(got) != want) {
			t.Errorf("%q in %q gave %q", after, before, got)
		}
	})
}

// checkMixedEnds holds that a diff changes a file of which some lines end in CRLF, as
// the bits of ends say, as it changes the one in LF, and leaves the lines above and below
// its hunks as they are.
func checkMixedEnds(t *testing.T, before, after string, ends uint16) {
	t.Helper()
	diff := udiff.Unified("a/x.go", "b/x.go", before, after)
	if diff == "" {
		return
	}
	changes, err := Unified(diff)
	if err != nil || len(changes) != 1 {
		t.Fatalf("%v %v\n%s", changes, err, diff)
	}
	var lines []string
	i := 0
	for line := range strings.Lines(before) {
		if text, ok := strings.CutSuffix(line, "\n"); ok && ends>>(i%16)&1 == 1 {
			line = text + "\r\n"
		}
		lines = append(lines, line)
		i++
	}
	mixed := strings.Join(lines, "")
	got, err := Compose([]byte(mixed), true, changes[0])
	if err != nil || strings.ReplaceAll(string(got), "\r\n", "\n") != after {
		t.Fatalf("%q became %q, not %q: %v", mixed, got, after, err)
	}
	hunks := changes[0].Hunks
	last := hunks[len(hunks)-1]
	above := strings.Join(lines[:max(hunks[0].Line-1, 0)], "")
	below := strings.Join(lines[min(len(lines), max(last.Line-1, 0)+strings.Count(last.Old, "\n")+1):], "")
	if !strings.HasPrefix(string(got), above) || !strings.HasSuffix(string(got), below) {
		t.Fatalf("%q became %q, which does not begin with %q or end with %q", mixed, got, above, below)
	}
}

func BenchmarkCompose(b *testing.B) {
	text := []byte(strings.Repeat("func f() int {\n\treturn 1\n}\n", 2000) + "last\n")
	change := Change{Op: Replace, AtOnce: true, Hunks: []Hunk{{Old: "last\n", New: "first\n", Lines: true}}}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Compose(text, true, change); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkComposeHostile(b *testing.B) {
	text := []byte(strings.Repeat("a\n", 256<<10))
	many := make([]Hunk, 2000)
	for i := range many {
		many[i] = Hunk{Old: strings.Repeat("a\n", 100) + "b\n", New: "c\n", Lines: true}
	}
	for name, c := range map[string]Change{
		"long old text": {Op: Replace, Hunks: []Hunk{{Old: strings.Repeat("a\n", 128<<10) + "b\n", New: "x", Lines: true}}},
		"many matches":  {Op: Replace, Hunks: []Hunk{{Old: "a\n", New: "x", Lines: true}}},
		"replace all":   {Op: Replace, Hunks: []Hunk{{Old: "a", New: strings.Repeat("x", 1<<20), All: true}}},
		"many parts":    {Op: Replace, AtOnce: true, Hunks: many},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Compose(text, true, c); err == nil {
					b.Fatal("composed")
				}
			}
		})
	}
}
