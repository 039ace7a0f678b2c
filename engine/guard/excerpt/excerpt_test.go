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
	p, ok := Of(source.Go, []byte(before), []byte(after), len(before)+len(after))
	if !ok || p.Size() > 3000 {
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
	if changed := string(p.Before[p.From:p.To]); !strings.HasPrefix(changed, "// F150") || strings.Contains(changed, "return") {
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
		if p, ok := Of(source.Go, []byte(pair[0]), []byte(pair[1]), 1<<20); ok {
			t.Errorf("%s: an excerpt of %d bytes is made", what, p.Size())
		}
	}
	if _, ok := Of(source.Ruby, []byte(long), []byte(long+"x"), 1<<20); ok {
		t.Error("an excerpt is made in a language that is none of those")
	}
}

func TestABeginningEndsWhereTheTextMayBeCut(t *testing.T) {
	text := []byte(functions(300))
	head := Beginning(source.Go, text, 10_000)
	if len(head) < 9_000 || len(head) > 10_000 || !bytes.HasPrefix(text, head) || !bytes.HasPrefix(text[len(head):], []byte("func F")) {
		t.Errorf("%d bytes, and then %q", len(head), text[len(head):len(head)+20])
	}
	open := "package p\n\nvar s = []int{" + strings.Repeat("\n\nfunc a() {}", 100)
	if got := string(Beginning(source.Go, []byte(open), 500)); got != "package p\n\n" {
		t.Errorf("a text is cut inside of brackets: %q", got)
	}
}

// checkPair reports an excerpt that is not the same of both texts.
func checkPair(t *testing.T, before, after []byte, p Pair) {
	t.Helper()
	for at := 0; at <= len(before)-len(p.Before); at++ {
		below := len(before) - at - len(p.Before)
		if bytes.HasPrefix(before[at:], p.Before) && at+len(p.After)+below == len(after) && bytes.Equal(before[:at], after[:at]) &&
			bytes.Equal(after[at:at+len(p.After)], p.After) && bytes.Equal(before[at+len(p.Before):], after[at+len(p.After):]) {
			if p.From < 0 || p.To < p.From || p.To > len(p.Before) {
				t.Errorf("the change is said to be in %d-%d of %d bytes", p.From, p.To, len(p.Before))
			}
			return
		}
	}
	t.Error("what stands around the excerpt is not the same in both texts")
}

func FuzzOf(f *testing.F) {
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
			if p, ok := Of(lang, []byte(before), []byte(after), len(before)+len(after)); ok {
				checkPair(t, []byte(before), []byte(after), p)
			}
			if p, ok := Of(lang, []byte(after), []byte(before), len(before)+len(after)); ok {
				checkPair(t, []byte(after), []byte(before), p)
			}
			Beginning(lang, []byte(after), 1<<12)
		}
	})
}
