package block

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/parser/edit"
	"holdfast/parser/source"
)

// hostile are texts made to make a Markdown reader slow, each a unit that is
// repeated.
var hostile = []struct{ name, prefix, unit, suffix string }{
	{"backticks", "", "`", ""},
	{"less than", "", "<", ""},
	{"dots", "```go a.go\n", ".", ""},
	{"brackets, opened", "```\n```\n", "[", ""},
	{"documents", "", "```md\n", ""},
	{"documents with fences", "", "```md\n```go\n```\n", ""},
	{"documents with bare fences", "", "```md a.md\n\n```\na\n```\n", ""},
	{"fences in list items", "", "- ```\n", ""},
	{"fences of one length in lists", "", "- ```go\n```x\n", ""},
	{"marks at the end of lines", "", "a```\n", ""},
	{"fences with marks at the end of lines", "", "```go\na```\na.go\n", ""},
	{"fences opened again", "", "```go\na.go\n```go\n", ""},
	{"edits in fences", "", "```\n<<<<<<< SEARCH\n", ""},
	{"edits in one fence", "```\n", "<<<<<<< SEARCH\n", ""},
	{"sources", "", "<source>\n", ""},
	{"sources that end", "", "<source>\na\n</source>\n", ""},
	{"calls", "", "<invoke name=\"a\">\n", ""},
	{"calls on one line", "```\n```\n", "<a name=\"a\"></a>", ""},
	{"files on one line", "", "<file path=\"a.go\">a</file>", ""},
	{"unknown marks", "```go a.go\n", "<<< A\n", "```\n"},
	{"path comments", "```go a.go\n", "\n// a/b.go\n", "```\n"},
	{"lists of signs", "```go a.go\n", "-a\n+b\n", "```\n"},
	{"numbered lines", "```go a.go\n", "1 | a\n", "```\n"},
	{"dividers", "```go a.go\n<<<<<<< SEARCH\n", "=======\n", "```\n"},
	{"backtick lines", "", "```\n", ""},
	{"opening fences", "", "```go a.go\n", ""},
	{"one fence of short lines", "```go a.go\n", "a\n", ""},
	{"one fence of blank lines", "```go a.go\n", "\n", ""},
	{"one long line in a fence", "```go a.go\n", "abcdefgh ", "\n```\n"},
	{"one long info string", "```go ", "a/b.go ", "\nx\n```\n"},
	{"one long line above", "", "`a/b.go` ", "\n```go\nx\n```\n"},
	{"quotes in one line", "```\n```\n", "> ", "x"},
	{"quotes, then lazy lines", "```\n```\n" + strings.Repeat("> ", 1000), "a\n", ""},
	{"lists in one line", "```\n```\n", "- ", "x"},
	{"numbered lists in one line", "```\n```\n", "1. ", "x"},
	{"list items", "```\n```\n", "- a\n", ""},
	{"deep list, then blank lines", "```\n```\n" + strings.Repeat("- ", 1000) + "x\n", "\n", ""},
	{"deep list, then a fence", strings.Repeat("- ", 20) + "```go a.go\n", strings.Repeat(" ", 40) + "a\n", ""},
	{"stars", "```\n```\n", "* ", "x"},
	{"paragraphs", "```\n```\n", "a\n\n", ""},
	{"headings", "```\n```\n", "# a\n", ""},
	{"unclosed comments", "```\n```\n", "a <!--a\n", ""},
	{"emphasis", "```\n```\n", "*a_b*c_d**e_f*g**h*i_j**", ""},
	{"brackets", "```\n```\n", "[a](", ""},
	{"elements", "", "<file path=\"a.go\">\n", ""},
	{"elements on one line", "", "<file path=\"a.go\">", ""},
	{"thoughts", "```\n```\n", "<think>\n", ""},
	{"thoughts opened and closed", "```\n```\n", "<think>\n</think>\n", ""},
	{"SEARCH marks", "", "<<<<<<< SEARCH\n", ""},
	{"SEARCH blocks", "```\n", "a.go\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", "```\n"},
	{"patches", "", "*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch\n", ""},
	{"diff headers", "```diff\n", "--- a/x\n+++ b/x\n@@ -1,999999 +1,999999 @@\n", ""},
	{"hunks that never end", "```diff\n--- a/x\n+++ b/x\n", "@@ -1,999999 +1,999999 @@\n-a\n", ""},
	{"raw diffs", "", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n", ""},
	{"tabs", "```go a.go\n", "\t", "\n"},
	{"CRLF", "```go a.go\r\n", "\r\n", ""},
	{"NUL", "```go a.go\n", "\x00", "\n"},
}

// sized repeats a hostile unit up to about size bytes.
func sized(i, size int) string {
	h := hostile[i]
	return h.prefix + strings.Repeat(h.unit, max(0, size-len(h.prefix)-len(h.suffix))/len(h.unit)) + h.suffix
}

func TestHostileRepliesAreReadOrRefused(t *testing.T) {
	for i, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			text := sized(i, 64<<10)
			for _, b := range Extract(text, Options{Files: []string{"a.go"}}) {
				checkBlock(t, text, b)
			}
		})
	}
}

func BenchmarkHostileRepliesOf100KB(b *testing.B) {
	for i, h := range hostile {
		b.Run(h.name, func(b *testing.B) {
			text := sized(i, 100<<10)
			for b.Loop() {
				Extract(text, Options{Files: []string{"a.go"}})
			}
		})
	}
}

func TestAReplyTooLargeIsRefusedWithAReason(t *testing.T) {
	text := "```go a.go\n" + strings.Repeat("x", MaxReply)
	got := Extract(text, Options{})
	if len(got) != 1 || got[0].Confidence != Unresolved || got[0].Full || len(got[0].Reasons) != 1 ||
		got[0].Reasons[0] != "the reply has 8 MB; more than 8 MB are not read" || got[0].Span.Len() != len(text) {
		t.Errorf("got %+v", got)
	}
	nested := Extract("```\n```\n"+strings.Repeat("# a\n", maxBlocks+1), Options{})
	if len(nested) != 1 || nested[0].Full || nested[0].Reasons[0] != "the reply has too many lines or Markdown blocks to be read" {
		t.Errorf("got %+v", nested)
	}
}

// checkBlock holds what is true of every block.
func checkBlock(t *testing.T, text string, b Block) {
	t.Helper()
	if b.Span.Start < 0 || b.Span.Start > b.Span.End || b.Span.End > len(text) {
		t.Fatalf("span %v of %d bytes", b.Span, len(text))
	}
	if b.Path != "" {
		if clean, err := CleanPath(b.Path, ""); clean != b.Path || err != nil {
			t.Fatalf("path %q is not canonical: %v", b.Path, err)
		}
	}
	if (b.Confidence != Unresolved) != (b.Path != "") {
		t.Fatalf("%s with path %q", b.Confidence, b.Path)
	}
	if b.Full && (!b.Closed || b.Fragment) {
		t.Fatalf("full, though closed=%v fragment=%v", b.Closed, b.Fragment)
	}
	if (!b.Full || b.Confidence != Confirmed && b.Kind != Command) && len(b.Reasons) == 0 {
		t.Fatalf("%s, full=%v, without a reason: %+v", b.Confidence, b.Full, b)
	}
	for what, text := range map[string][]byte{"content": b.Content, "comment": b.Comment} {
		if strings.Contains(string(text), "\r\n") {
			t.Fatalf("CRLF in the %s", what)
		}
	}
	checkLines(t, text, b)
	checkEdits(t, b)
}

// checkLines holds that a block has no line that the reply does not have there.
func checkLines(t *testing.T, text string, b Block) {
	t.Helper()
	there := text[b.Span.Start:b.Span.End]
	for line := range strings.Lines(string(b.Comment) + string(b.Content)) {
		if line = strings.TrimSpace(line); !strings.Contains(there, line) {
			t.Fatalf("%q stands not in its span %q", line, there)
		}
	}
}

// checkEdits holds what is true of the change that a block makes.
func checkEdits(t *testing.T, b Block) {
	t.Helper()
	switch {
	case b.Kind != Edit && len(b.Edits) > 0, len(b.Edits) > 1:
		t.Fatalf("%s of %d changes", b.Kind, len(b.Edits))
	case b.Kind == Edit && b.Full && len(b.Edits) == 0:
		t.Fatal("a full edit that changes nothing")
	}
	for _, c := range b.Edits {
		if c.Op == "" || c.Path != b.Path {
			t.Fatalf("%q of %q in a block of %q", c.Op, c.Path, b.Path)
		}
		if to, err := CleanPath(c.NewPath, ""); (c.Op == edit.Rename) != (c.NewPath != "") || c.NewPath != "" && (to != c.NewPath || err != nil) {
			t.Fatalf("%s to %q: %v", c.Op, c.NewPath, err)
		}
		texts := string(c.Content)
		for _, h := range c.Hunks {
			texts += h.Old + h.New
		}
		if strings.Contains(texts, "\r\n") {
			t.Fatalf("CRLF in a change: %+v", c)
		}
	}
}

func TestTheContentHasLFLineEndsWhateverTheReplyHad(t *testing.T) {
	for reply, want := range map[string]string{
		"```go a.go\r\nx\r\ny\r\n```\r\n": "x\ny\n",
		"```go a.go\nx\r\r\ny\n```\n":     "x\ny\n", // CRLF that was made CRLF again
		"```go a.go\nx\ry\n```\n":         "x\ry\n",
		"```go a.go\r\nx\r":               "x\n", // cut between CR and LF
		"```go a.go\nx\r```\n":            "x\n", // the fence's end hangs at the line
		"```go a.go\nx\r\r``` \n":         "x\n",
	} {
		got := Extract(reply, Options{})
		if len(got) != 1 || string(got[0].Content) != want {
			t.Errorf("%q: %+v", reply, got)
			continue
		}
		checkBlock(t, reply, got[0])
	}
}

func FuzzExtract(f *testing.F) {
	files, _ := filepath.Glob("../../testdata/replies/*.md")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			f.Add(string(text), "src/a.go")
		}
	}
	for i := range hostile {
		f.Add(sized(i, 256), "a.go")
	}
	f.Add("```go a.go\nx\r\r\n```\n", "a.go")
	f.Add("```go a.go\nx\r", "a.go")
	f.Add("```go a.go\nx\r```", "a.go")
	f.Add("```go /w/C:a.go\nx\n```\n", "a.go")
	f.Add("<apply_diff>\n<path>a.go</path>\n<diff>\n<<<<<<< SEARCH\nx\n=======\n>>>>>>> REPLACE\n</dif>\n</apply_diff>", "a.go")
	f.Add("<write_to_file><path>a.go</path><content>\nx\n</write_to_file>", "a.go")
	f.Add("> ```go\n> // a.go\n> package a\n>\n> // b/b.go\n> package b\n", "a.go")
	f.Add("*** Begin Patch\n*** Update File: a.go\n*** Move to: ~/b.go\n-x\n+y\n*** Delete File: c.go\n*** End Patch\n", "a.go")
	f.Fuzz(func(t *testing.T, text, known string) {
		o := Options{Roots: []string{"/w"}, Files: []string{"cmd/main.go"}, Known: func(p string) bool { return p == known }}
		end := 0
		for i, b := range Extract(text, o) {
			if b.Index != i || b.Span.Start < end && b.Kind != Edit {
				t.Fatalf("block %d has index %d, begins at %d behind %d", i, b.Index, b.Span.Start, end)
			}
			end = b.Span.End
			checkBlock(t, text, b)
		}
		if lf, crlf := text, strings.ReplaceAll(text, "\n", "\r\n"); !strings.Contains(text, "\r") {
			if one, other := contents(Extract(lf, o)), contents(Extract(crlf, o)); one != other {
				t.Fatalf("in CRLF its blocks are others:\n%s\nand\n%s", one, other)
			}
		}
	})
}

// contents says of each block what it is and holds.
func contents(blocks []Block) string {
	all := told(blocks)
	for _, b := range blocks {
		all += fmt.Sprintf("\n%q %q %q %+v", b.Comment, b.Content, b.Reasons, b.Edits)
	}
	return all
}

func BenchmarkExtract4KB(b *testing.B) {
	text := strings.Repeat("Here is the change to the handler, in `src/handler.go`:\n\n**src/handler.go**\n\n```go\npackage handler\n\nfunc Handle() error {\n\treturn nil\n}\n```\n\n- It returns nil.\n- It is *short*.\n\n", 21)
	o := Options{Files: []string{"src/handler.go"}}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if len(Extract(text, o)) != 21 {
			b.Fatal("blocks lost")
		}
	}
}

func BenchmarkExtractProse4KB(b *testing.B) {
	text := strings.Repeat("Nothing but prose, with a `name` here and there.\n", 85)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Extract(text, Options{})
	}
}

// BenchmarkExtractHostile reads the longest hostile texts that are not refused
// for their size or their number of lines.
func BenchmarkExtractHostile(b *testing.B) {
	for i, h := range hostile {
		size := MaxReply
		if n := strings.Count(h.unit, "\n"); n > 0 {
			size = min(size, len(h.prefix)+len(h.suffix)+len(h.unit)*(maxLines-9)/n)
		}
		text := sized(i, size)
		b.Run(h.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Extract(text, Options{Files: []string{"a.go"}})
			}
		})
	}
}

func TestLanguagesOfAFamilyAgree(t *testing.T) {
	tests := []struct {
		tag, file source.Language
		want      bool
	}{
		{"go", "go", true}, {"", "go", true}, {"go", "", true}, {"javascript", "tsx", true}, {"c", "cpp", true},
		{"text", "go", true}, {"go", "python", false}, {"css", "scss", true}, {"json", "yaml", false},
	}
	for _, tt := range tests {
		if got := agree(tt.tag, tt.file); got != tt.want {
			t.Errorf("%q and %q: %v", tt.tag, tt.file, got)
		}
	}
}
