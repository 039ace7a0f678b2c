package prose

import (
	"slices"
	"strings"
	"testing"

	"holdfast/parser/pattern"
	"holdfast/parser/pattern/sample"
)

func texts(turn string) []string {
	var out []string
	for _, p := range Read(turn) {
		out = append(out, p.Text)
	}
	return out
}

func TestWhatIsPastedIsNoProse(t *testing.T) {
	tests := []struct {
		name, turn string
		want       []string
	}{
		{"fenced code", "Look:\n\n```go\n// must not change\n```\n\nThanks.", []string{"Look:", "Thanks."}},
		{"an open fence", "Look:\n```\nTODO", []string{"Look:"}},
		{"a quotation", "He wrote:\n\n> It has been decided.\n\nI disagree.", []string{"He wrote:", "I disagree."}},
		{"a tool result", "[tool_result shell exit=1]\nyou must upgrade\n[/tool_result]\nok?", []string{"ok?"}},
		{"a wrapper element", "<system-reminder>\nNever do X.\n</system-reminder>\nadd a flag", []string{"add a flag"}},
		{"a call that leaked into the text", "<function=write>\n<parameter=text>\nwe must never do X\n</parameter>\n</function>\nDone.", []string{"Done."}},
		{"a thought", "[THINK]We must use X.[/THINK]\nWe use Y.", []string{"We use Y."}},
		{"a thought behind words", "Well. <think>\nWe must use X.\n</think>\nWe use Y.", []string{"Well.", "We use Y."}},
		{"a thought that never ends", "Fine.\n\n<think>\nIt may be the cache.", []string{"Fine."}},
		{"a wrapper that never ends", "<b-side> is the name", []string{"<b-side> is the name"}},
		{"a compiler's lines", "it says\nmain.go:3:1: x must be int\nerror: must specify\nhelp me", []string{"it says\nhelp me"}},
		{"a stack trace", "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: must be set\nwhat is that?", []string{"what is that?"}},
		{"the head of a function", "Look:\n\nasync def ring(bell, *, loud=True) -> None:\n    bell.strike()\n\nThanks.", []string{"Look:", "Thanks."}},
		{"raw HTML", "<!-- TODO: decide -->\n\nfine", []string{"fine"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := texts(test.turn); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A unified diff is told by its form: git's lines before the hunks, and the lines that
// the head of each hunk counts.
func TestADiffIsNobodysWords(t *testing.T) {
	const hunk = "@@ -3,2 +3,4 @@ func ring() {\n # The bell must never ring at night.\n+- We use brass.\n+x = 1\n \n"
	tests := []struct {
		name, turn string
		want       []string
	}{
		{"of git", "diff --git a/bell.py b/bell.py\nindex 12ab..34cd 100644\n--- a/bell.py\n+++ b/bell.py\n" + hunk, nil},
		{"of a new file", "diff --git a/bell.py b/bell.py\nnew file mode 100644\nindex 0000..34cd\n--- /dev/null\n+++ b/bell.py\n@@ -0,0 +1 @@\n+You must not ring.\n\\ No newline at end of file", nil},
		{"of a name", "diff --git a/bell.py b/gong.py\nsimilarity index 98%\nrename from bell.py\nrename to gong.py\n\nIs that fine?", []string{"Is that fine?"}},
		{"of a picture", "diff --git a/bell.png b/bell.png\nBinary files a/bell.png and b/bell.png differ\nWhy?", []string{"Why?"}},
		{"of diff", "--- bell.py\t2026-03-11\n+++ gong.py\t2026-03-11\n" + hunk + hunk + "We use tin.", []string{"We use tin."}},
		{"between words", "Look at this:\n" + hunk + "- We use tin.\n", []string{"Look at this:", "We use tin."}},
		{"in a fence", "Look:\n```diff\n" + hunk + "```\nWe use tin.", []string{"Look:", "We use tin."}},
		{"cut short", "@@ -1,90 +1,90 @@\n-a bell\n+a gong\n\nWe use tin.\n+ and a rope", []string{"We use tin.", "and a rope"}},
		{"a list is none", "+ We use brass.\n+ We use tin.\n\n--- \n\nindex the bells", []string{"We use brass.", "We use tin.", "index the bells"}},
		{"nor what speaks of one", "The hunk @@ -1 +1 @@ is wrong, and so is diff --git a/x b/x.", []string{"The hunk @@ -1 +1 @@ is wrong, and so is diff --git a/x b/x."}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := texts(test.turn); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestLinesOfProgramsAreTold(t *testing.T) {
	for _, line := range []string{
		"2026-03-11 12:00 up", "12:00:01 up", "[12:00:01] up", "ERROR no disk", "WARN: x", "INFO] x", "[DEBUG] x", "error: x", "warning[E0382]: x", "main.go:3: x", "src/a.b.c:12:1 x",
		"Traceback (most recent call last):", `File "a.py", line 1`, "at java.lang.Thread.run(Thread.java)", "Caused by: x", "Exception in thread main", "ValueError: x", "panic: x", "goroutine 7 running",
		"--- FAIL: TestX", "=== RUN TestX", "ok  a/b 0.3s", "FAIL a/b (cached)", "$ ls", ">>> x", "+++ b/x", "--- a/x", "@@ -1 +1 @@", "diff --git a/x b/x", "index 0123abc", "index abcdef0",
		"npm ERR code", "yarn WARN x", "pip ERR x", "fatal: x", "make[1]: x", "make: x", "/bin/sh: x",
	} {
		if !pasted(line) {
			t.Errorf("%q is no prose", line)
		}
	}
	for _, line := range []string{"ok then", "ok but 45", "ok then 30 seconds", "index the files", "at my desk", "Exceptions are fine", "We use it", "goroutines leak", "different ones", "npm is fine"} {
		if pasted(line) {
			t.Errorf("%q is prose", line)
		}
	}
}

func TestListsInParenthesesAreLists(t *testing.T) {
	for turn, want := range map[string][]string{
		"Please:\n(a) a schedule\n(b) a test":    {"Please:", "a schedule", "a test"},
		"Please:\n(1) a schedule\n(2) a test":    {"Please:", "a schedule", "a test"},
		"Please:\na) a schedule\nb) a test":      {"Please:", "a schedule", "a test"},
		"(a) is done. See (b) for the remainder": {"(a) is done. See (b) for the remainder"},
	} {
		if got := texts(turn); !slices.Equal(got, want) {
			t.Errorf("%q yields %q, want %q", turn, got, want)
		}
	}
}

func TestListsBoxesAndTablesKeepTheirShape(t *testing.T) {
	ps := Read("## Plan\n\n- [x] **walker**\n- [ ] [hash](http://x)\n\n1. `a_b`\n\n| | Vite | Rsbuild |\n|---|---|---|\n| size | small | _small_ |\n")
	want := []Passage{
		{Kind: Heading, Text: "Plan"},
		{Kind: Item, Text: "walker", List: 1, Ordinal: 1, Box: Ticked},
		{Kind: Item, Text: "hash", List: 1, Ordinal: 2, Box: Unticked},
		{Kind: Item, Text: "`a_b`", List: 2, Ordinal: 1, Ordered: true},
		{Kind: Row, Text: ", Vite, Rsbuild", List: 3, Ordinal: 1},
		{Kind: Row, Text: "size, small, small", List: 3, Ordinal: 2},
	}
	if len(ps) != len(want) {
		t.Fatalf("%+v", ps)
	}
	for i, p := range ps {
		p.Cells = nil
		if p.Kind != want[i].Kind || p.Text != want[i].Text || p.Box != want[i].Box || p.Ordinal != want[i].Ordinal || p.Ordered != want[i].Ordered {
			t.Errorf("%+v, want %+v", p, want[i])
		}
	}
}

func TestALongTurnIsReadToABound(t *testing.T) {
	size := 0
	for _, p := range Read(strings.Repeat("We need a flag. ", 100_000)) {
		size += len(p.Text)
	}
	if size == 0 || size > MaxProse {
		t.Errorf("%d bytes of prose", size)
	}
}

// What spares most lines a pattern spares none that the pattern matches.
func TestWhatSparesAPatternMakesNothingElseOfALine(t *testing.T) {
	has := func(sign string) func(string) bool {
		return func(line string) bool { return strings.Contains(line, sign) }
	}
	command := func(line string) bool {
		first, _, _ := strings.Cut(line, " ")
		return line[0] == '-' || commands[first]
	}
	for _, c := range []struct {
		form *pattern.Regexp
		may  func(line string) bool
	}{
		{logLine, mayBeLog}, {prompted, mayBePrompted}, {called, mayBeCalled}, {failed, has(":")}, {assigned, has("=")}, {flagged, command},
	} {
		for line := range sample.Of(c.form.String(), 8000) {
			if line = strings.TrimSpace(line); line != "" && c.form.MatchString(line) && !c.may(line) {
				t.Fatalf("%q is spared, and matches %s", line, c.form)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, turn := range []string{
		"- a\n  - [ ] b\n> c\n\n| x |\n<div>\n[tool x]\n`", "a\n\n2. x", "\n0)", "\u00a0\n\n2. x\n", "a\n    b\n\n    c", "a\n\r\nb\n***", "|a|b|\n|-|-|\n\n- c",
		"x\n===\ny\n---", "[a]: b\n\n[a]", "1) a\n10. b", "a\fb\n\f\n- x", "\x00\n\n- a\n\n\x00b", "a\n\n- b\nc\n\nd\n\n> e\nf\n\ng\n```\nh\n\ni",
		"t 0\nindex 0..0\n-0\n@@ -0,0 +0 @@\n-a\n 0\n", "error: x\n2026/01/02 03:04:05 y\nmain.go:3: x\nat a.b(c)\nmake[2]: x\nok a 1.2", "5 s\nare (too) long: it\nfails",
		"diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n b\n\\ No newline at end of file\n@@ -9999999999999999999,1 +1,99999999999999999999 @@\n+x\n- y",
	} {
		f.Add(turn)
	}
	f.Fuzz(func(t *testing.T, turn string) {
		got, size := Read(turn), 0
		for _, p := range got {
			size += len(p.Text)
		}
		if size > MaxProse {
			t.Errorf("%d bytes of prose", size)
		}
		if strings.Count(withoutDiffs(turn), "\n") != strings.Count(turn, "\n") {
			t.Error("a diff takes lines with it")
		}
		for line := range strings.SplitSeq(turn, "\n") {
			if line = strings.TrimSpace(line); line != "" && logLine.MatchString(line) && !mayBeLog(line) {
				t.Errorf("%q is a log's", line)
			}
			if line != "" && (prompted.MatchString(line) && !mayBePrompted(line) || called.MatchString(line) && !mayBeCalled(line)) {
				t.Errorf("%q is of a terminal, or a call", line)
			}
		}
	})
}

// Titles are set in bold, too.
func TestABoldLineIsAHeading(t *testing.T) {
	for turn, want := range map[string]Kind{
		"**What is left**\n\n- the mail": Heading, "**Option A – a class each**\nEasy to test.": Heading, "**What is left:**\n\n- the mail": Heading,
		"**All tests pass.**\n\nShall I go on?": Paragraph, "**Interval:** 60 s\nFine?": Paragraph, "**the whole answer**": Paragraph, "**Port: 80 only**\nAnd so on.": Paragraph, "****\n\nx": Paragraph,
	} {
		if got := Read(turn); got[0].Kind != want {
			t.Errorf("%q begins with %v", turn, got[0])
		}
	}
}
