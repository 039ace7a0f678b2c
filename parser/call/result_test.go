package call

import (
	"strings"
	"testing"
)

func TestAReportIsTakenOutOfWhatTheClientPutAroundIt(t *testing.T) {
	const code = "package a\n\nfunc A() {}\n"
	tests := []struct {
		name, text string
		content    string
		first      int
		whole, cut bool
	}{
		{name: "raw", text: code, content: code},
		{name: "raw with a trailer of pi", text: "package a\n\n[40 more lines in file. Use offset=3 to continue.]", content: "package a\n", cut: true},
		{name: "opencode", text: "<path>/ws/a.go</path>\n<type>file</type>\n<content>\n1: package a\n2: \n3: func A() {}\n\n(End of file - total 3 lines)\n</content>",
			content: code, first: 1, whole: true},
		{name: "opencode, a part", text: "<path>/ws/a.go</path>\n<type>file</type>\n<content>\n2: \n3: func A() {}\n\n(Showing lines 2-3 of 9. Use offset=4 to continue.)\n</content>",
			content: "\nfunc A() {}\n", first: 2, cut: true},
		{name: "opencode, the end of a part", text: "<path>/ws/a.go</path>\n<type>file</type>\n<content>\n2: \n3: func A() {}\n\n(End of file - total 3 lines)\n</content>",
			content: "\nfunc A() {}\n", first: 2},
		{name: "opencode before", text: "<file>\n00001| package a\n00002| \n00003| func A() {}\n\n(End of file - total 3 lines)\n</file>",
			content: code, first: 1, whole: true},
		{name: "opencode with a reminder behind", text: "<file>\n00001| package a\n00002| \n00003| func A() {}\n\n(End of file - total 3 lines)\n</file>\n\n<system-reminder>\nBe brief.\n</system-reminder>",
			content: code, first: 1, whole: true},
		{name: "crush", text: "<file>\n     1|package a\n     2|\n     3|func A() {}\n</file>\n", content: code, first: 1},
		{name: "zero-padded", text: "001|package a\n002|\n003|func A() {}", content: code, first: 1},
		{name: "cline", text: "1 | package a\n2 | \n3 | func A() {}", content: code, first: 1},
		{name: "cline from line 9", text: " 9 | a\n10 | b", content: "a\nb\n", first: 9},
		{name: "arrows", text: "     1→package a\n     2→\n     3→func A() {}\n", content: code, first: 1},
		{name: "arrows, one line", text: "     1→package a", content: "package a\n", first: 1},
		{name: "claude-code with tabs", text: "1\tpackage a\n2\t\n3\tfunc A() {}\n4\t", content: code, first: 1},
		{name: "claude-code, cut", text: "1\tpackage a\n\n[Truncated: PARTIAL view — 1 of 90 lines]", content: "package a\n", first: 1, cut: true},
		{name: "text editor", text: "Here's the result of running `cat -n` on /ws/a.go:\n     1\tpackage a\n     2\t\n     3\tfunc A() {}\n", content: code, first: 1},
		{name: "continue", text: "Content of a.go:\n" + code, content: code},
		{name: "qwen-code, a part", text: "Showing lines 1-3 of 80 total lines.\n\n---\n\n" + code, content: code, cut: true},
		{name: "gemini-cli, a part", text: "\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines 1-3 of 80 total lines.\nAction: To read more, use offset: 3.\n\n--- FILE CONTENT (truncated) ---\n" + code,
			content: code, cut: true},
		{name: "gemini-cli, all lines after all", text: "\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines 1-3 of 3 total lines.\nAction: To read more, use offset: 3.\n\n--- FILE CONTENT (truncated) ---\n" + code,
			content: code, whole: true},
		{name: "codex", text: "Chunk ID: 7f\nWall time: 0.05 seconds\nProcess exited with code 0\nOriginal token count: 9\nOutput:\n" + code, content: code},
		{name: "a line that was cut", text: "1: package a\n2: var x = \"aaa... (line truncated to 2000 chars)", content: "package a\nvar x = \"aaa... (line truncated to 2000 chars)\n", first: 1, cut: true},
		{name: "numbers with a gap are the file's own", text: "1: a\n3: b\n", content: "1: a\n3: b\n"},
		{name: "numbers in two styles are the file's own", text: "1: a\n2 | b\n", content: "1: a\n2 | b\n"},
		{name: "numbers on some lines are the file's own", text: "1: a\nb\n", content: "1: a\nb\n"},
		{name: "one line alone proves no numbering", text: "1: a", content: "1: a"},
		{name: "a file that begins with an element", text: "<file>\nno numbers\n</file>", content: "<file>\nno numbers\n</file>"},
		{name: "a file that ends in brackets", text: "a\n(b)\n", content: "a\n(b)\n"},
		{name: "empty", text: "", content: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Result(tt.text)
			if string(got.Content) != tt.content || got.First != tt.first || got.Whole != tt.whole || got.Cut != tt.cut || got.NoContent {
				t.Errorf("got %q first %d whole %t cut %t none %t", got.Content, got.First, got.Whole, got.Cut, got.NoContent)
			}
		})
	}
}

func TestAReportThatShowsNothingIsNoContent(t *testing.T) {
	for _, text := range []string{
		"File unchanged since last read. The content from the earlier result is still current.",
		"<path>/ws</path>\n<type>directory</type>\n<entries>\na.go\n</entries>",
		"[outdated - see the latest file content]",
		"Read image file [image/png]",
	} {
		if got := Result(text); !got.NoContent || len(got.Content) > 0 || (Action{Kind: Show}).ShowsAll(got) {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestOneReportMayCoverSeveralFiles(t *testing.T) {
	got := Results(`[{"query":"/ws/a.go","result":"1 | package a\n2 | ","success":true},{"query":"/ws/b.go:4-5","result":"4 | x\n5 | y","success":true},{"query":"/ws/c.go","result":"","error":"Error reading file: gone","success":false}]`)
	if len(got) != 3 || got[0].Path != "/ws/a.go" || string(got[0].Content) != "package a\n" || got[0].Cut ||
		got[1].Path != "/ws/b.go" || got[1].First != 4 || !got[1].Cut || !got[2].NoContent {
		t.Errorf("%+v", got)
	}
	for _, file := range []string{`[{"query":"q","result":1}]`, `[{"query":":1-2","result":"x","success":true}]`} {
		if got := Results(file); len(got) != 1 || string(got[0].Content) != file {
			t.Errorf("a file that looks alike: %+v", got)
		}
	}
}

func TestARangeOrAFailureOutweighsWhatTheReportInsideSays(t *testing.T) {
	const all = `<file>\n00001| x\n\n(End of file - total 1 lines)\n</file>`
	for list, want := range map[string]bool{
		`[{"query":"a.go","result":"` + all + `","success":true}]`:     true,
		`[{"query":"a.go:1-1","result":"` + all + `","success":true}]`: false,
		`[{"query":"a.go","result":"` + all + `","success":false}]`:    false,
	} {
		got := Results(list)
		if len(got) != 1 || got[0].Path != "a.go" || got[0].Whole != want || (Action{Kind: Show}).ShowsAll(got[0]) != want {
			t.Errorf("%s: %+v", list, got)
		}
	}
}

func TestAReadShowsAllOnlyWithProof(t *testing.T) {
	whole, part := Action{Kind: Show}, Action{Kind: Show, Partial: true}
	tests := []struct {
		name string
		a    Action
		s    Shown
		want bool
	}{
		{"asked for all, nothing cut", whole, Shown{First: 1}, true},
		{"asked for all, raw", whole, Shown{}, true},
		{"asked for all, cut", whole, Shown{First: 1, Cut: true}, false},
		{"asked for all, but it begins further down", whole, Shown{First: 2}, false},
		{"asked for a part", part, Shown{First: 1}, false},
		{"asked for a part that proves to be all", part, Shown{First: 1, Whole: true}, true},
		{"nothing was read", Action{Kind: Change}, Shown{Whole: true}, false},
	}
	for _, tt := range tests {
		if got := tt.a.ShowsAll(tt.s); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

func FuzzResult(f *testing.F) {
	for _, text := range []string{"1: a\n2: b\n", "<file>\n00001| x\n</file>", "     1→x\n", "[{\"query\":\"a\",\"result\":\"1 | x\",\"success\":true}]",
		"a\n\n(End of file - total 1 lines)", "(End of file)", "[truncated]", "Showing lines 1-3 of 80 total lines.\n\n---\n\nx",
		"<path>a</path>\n<content>\n1: x\n</content>", "Output:\nx", "<system-reminder></system-reminder>"} {
		f.Add(text)
	}
	f.Add(`[{"query":"a","result":"` + strings.Repeat("\xff", 40) + `","success":true}]`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Results(text) {
			// A byte that is no UTF-8 becomes the three of U+FFFD where JSON is read.
			if len(s.Content) > len("\ufffd")*len(text)+1 || s.First < 0 || s.Whole && (s.Cut || s.NoContent) || s.NoContent && s.Path == "" && len(s.Content) > 0 {
				t.Errorf("%+v", s)
			}
			if s.First == 0 && !s.Whole && !s.Cut && s.Path == "" && !strings.Contains(text, string(s.Content)) {
				t.Errorf("raw content %q that is not in the report", s.Content)
			}
		}
	})
}
