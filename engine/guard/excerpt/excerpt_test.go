package excerpt

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"holdfast/parser/source"
)

// functions is a Go file of so many functions.
func functions(n int) string {
	var b strings.Builder
	b.WriteString("package some\n")
	for i := range n {
		fmt.Fprintf(&b, "\n// F%d adds.\nfunc F%d(a, b int) int {\n\ts := `\n\nfunc none() {\n`\n\treturn a + b + len(s)\n}\n", i, i)
	}
	return b.String()
}

func TestAnExcerptHoldsTheChangeAndDefinitionsAroundIt(t *testing.T) {
	before := functions(300)
	after := strings.Replace(before, "// F150 adds.\nfunc F150(a, b int) int {", "func F150(a, b, c int) int {\n\tc++", 1)
	p, ok := New(source.Go, []byte(before), []byte(after)).Excerpt(len(before) + len(after))
	if !ok || p.Size() > 3000 || len(p.Changed) != 1 {
		t.Fatalf("an excerpt of %d bytes is made: %v", p.Size(), ok)
	}
	for _, name := range []string{"func F148(", "func F149(", "func F150(", "func F151(", "func F152("} {
		if !bytes.Contains(p.Before, []byte(name)) || !bytes.Contains(p.After, []byte(name)) {
			t.Errorf("%s is not in it:\n%s", name, p.Before)
		}
	}
	if !bytes.HasPrefix(p.Before, []byte("func F")) || bytes.Count(p.Before, []byte("`"))%2 != 0 {
		t.Errorf("it is cut in the midst of a definition:\n%s", p.Before)
	}
	if changed := string(p.Before[p.Changed[0].Start:p.Changed[0].End]); !strings.HasPrefix(changed, "// F150") || strings.Contains(changed, "return") {
		t.Errorf("the change is said to be in %q", changed)
	}
	checkPair(t, []byte(before), []byte(after), p)
}

func TestNoExcerptIsMadeWhereItSavesNothing(t *testing.T) {
	long := functions(300)
	for what, pair := range map[string][2]string{
		"the same": {long, long}, "short": {functions(5), functions(6)}, "all is new": {long, strings.ReplaceAll(long, "a, b", "c, d")},
		"nothing": {long, ""},
	} {
		if p, ok := New(source.Go, []byte(pair[0]), []byte(pair[1])).Excerpt((len(pair[0]) + len(pair[1])) / 2); ok {
			t.Errorf("%s: an excerpt of %d bytes is made", what, p.Size())
		}
	}
	if _, ok := New(source.Ruby, []byte(long), []byte(long+"x")).Excerpt(1 << 20); ok {
		t.Error("an excerpt is made in a language that is none of those")
	}
}

func TestWhatTheNewTextDoesNotNameIsGone(t *testing.T) {
	before := functions(300)
	after := strings.Replace(strings.ReplaceAll(before, "a, b int", "x, y int"), "func F150(", "func G150(", 1)
	after = strings.Replace(after, "// F150 ", "// G150 ", 1)
	w := New(source.Go, []byte(before), []byte(after)).Whole()
	list, share := w.Gone(10_000)
	if len(list) == 0 || !bytes.Contains(list[0], []byte("func F150(")) || w.Names("F150") || !w.Names("F151") {
		t.Errorf("gone are %q", list)
	}
	if share > .01 {
		t.Errorf("they are %.2f of the file", share)
	}
	w = New(source.Go, []byte(before), []byte(strings.ReplaceAll(before, "F", "G"))).Whole()
	list, share = w.Gone(10_000)
	if size := len(bytes.Join(list, nil)); share < .99 || size > 10_000 || size < 9_000 {
		t.Errorf("%d bytes of 10,000 are told, of %.2f of the file", size, share)
	}
}

func TestWhatLosesTheMostIsShrunk(t *testing.T) {
	before := strings.ReplaceAll(functions(300), "\treturn a + b", "\ta++\n\tb += 1700\n\treturn a + b")
	after := strings.ReplaceAll(before, "\tb += 1700\n", "\tb += 1701\n")
	f9 := between(after, "func F9(", "}\n\n// F10 ")
	after = strings.Replace(after, f9, "func F9(a, b int) int {\n\treturn 0\n", 1)
	w := New(source.Go, []byte(before), []byte(after)).Whole()
	p := w.Shrunk(1 << 20)
	if !bytes.HasPrefix(p.Before, []byte("func F9(")) || bytes.Count(p.Before, []byte("func F")) != 1 || !bytes.Contains(p.After, []byte("return 0")) {
		t.Errorf("shrunk are %q, now %q", p.Before, p.After)
	}
}

// inOrder reports whether what is said to be changed stands in the excerpt, in order.
func inOrder(p Pair) bool {
	at := 0
	for _, c := range p.Changed {
		if c.Start < at || c.End < c.Start || c.End > len(p.Before) {
			return false
		}
		at = c.End
	}
	return true
}

// checkPieces reports an excerpt that leaves out what is not the same in both texts.
func checkPieces(t *testing.T, before, after []byte, p Pair) {
	t.Helper()
	left := map[string]int{}
	count := func(text []byte, by int) {
		for line := range bytes.Lines(text) {
			left[string(line)] += by
		}
	}
	count(before, 1)
	count(p.Before, -1)
	count(after, -1)
	count(p.After, 1)
	for line, n := range left {
		if n != 0 {
			t.Fatalf("the excerpt leaves out %q %d times more of one text", line, n)
		}
	}
	if !inOrder(p) {
		t.Errorf("the changes are said to be in %v of %d bytes", p.Changed, len(p.Before))
	}
}

func TestAChangeInManyPlacesIsCutToThem(t *testing.T) {
	before := functions(3000)
	after := before
	for _, n := range []int{10, 11, 900, 2000, 2900} {
		after = strings.Replace(after, fmt.Sprintf("// F%d adds.", n), fmt.Sprintf("// F%d sums.", n), 1)
	}
	after = strings.Replace(after, between(after, "// F1500 ", "// F1501 "), "", 1)
	after = strings.Replace(after, "// F700 ", "// New is new.\nfunc New() {}\n\n// F700 ", 1)
	p, ok := New(source.Go, []byte(before), []byte(after)).Excerpt(20_000)
	if !ok || p.Size() > 8_000 || len(p.Changed) < 6 {
		t.Fatalf("an excerpt of %d bytes is made with %d changes: %v", p.Size(), len(p.Changed), ok)
	}
	for text, in := range map[string][]byte{"// F1500 ": p.Before, "func New() {}": p.After, "// F2000 adds": p.Before, "// F2000 sums": p.After, "// F698 ": p.After} {
		if !bytes.Contains(in, []byte(text)) {
			t.Errorf("%q is not in the excerpt", text)
		}
	}
	if bytes.Contains(p.Before, []byte("// F1200 ")) || bytes.Contains(p.After, []byte("// F1500 ")) {
		t.Error("there is more in it than the changes")
	}
	checkPieces(t, []byte(before), []byte(after), p)
}

// between is a part of a text, without its end.
func between(text, from, to string) string {
	text = text[strings.Index(text, from):]
	return text[:strings.Index(text, to)]
}

// checkPair reports an excerpt that is not the same of both texts.
func checkPair(t *testing.T, before, after []byte, p Pair) {
	t.Helper()
	for at := 0; at <= len(before)-len(p.Before); at++ {
		below := len(before) - at - len(p.Before)
		if bytes.HasPrefix(before[at:], p.Before) && at+len(p.After)+below == len(after) && bytes.Equal(before[:at], after[:at]) &&
			bytes.Equal(after[at:at+len(p.After)], p.After) && bytes.Equal(before[at+len(p.Before):], after[at+len(p.After):]) {
			if !inOrder(p) {
				t.Errorf("the change is said to be in %v of %d bytes", p.Changed, len(p.Before))
			}
			return
		}
	}
	t.Error("what stands around the excerpt is not the same in both texts")
}

func FuzzExcerpt(f *testing.F) {
	for _, s := range []string{"func F() {\n", "`", "\n\n", "\"", "/*", "\x00\xff", "", "\r\n\n"} {
		f.Add(s, 60, 4)
	}
	base := functions(40)
	f.Fuzz(func(t *testing.T, text string, at, cut int) {
		if at < 0 || cut < 0 || at > len(base) || cut > len(base)-at || len(text) > 1<<16 {
			return
		}
		for _, lang := range []source.Language{source.Go, source.Python, source.TSX} {
			// What is large enough is made so by what stands above.
			before := strings.Repeat(base, 3) + base
			after := strings.Repeat(base, 3) + base[:at] + text + base[at+cut:]
			if p, ok := New(lang, []byte(before), []byte(after)).Excerpt(len(before) + len(after)); ok {
				checkPair(t, []byte(before), []byte(after), p)
			}
			if p, ok := New(lang, []byte(after), []byte(before)).Excerpt(len(before) + len(after)); ok {
				checkPair(t, []byte(after), []byte(before), p)
			}
			if s, ok := New(lang, []byte(before), []byte(after)).span(); ok {
				checkPieces(t, s.before, s.after, s.pieces())
			}
			if w := New(lang, []byte(before), []byte(after)).Whole(); w != nil {
				w.Gone(1 << 12)
				w.Shrunk(1 << 12)
			}
		}
	})
}
