package resolve

import (
	"strings"
	"testing"

	"holdfast/parser/block"
)

const countsBefore = "class Counter:\n    def add(self, n):\n        self.total += n\n\n    def drop(self):\n        self.total = 0\n"

func TestAFileIsExplainedByTheReplyThatItsClientApplied(t *testing.T) {
	fence := func(text string) []block.Block { return []block.Block{{Kind: block.Edit, Content: []byte(text)}} }
	plain := func(text string) []block.Block { return []block.Block{{Kind: block.Code, Content: []byte(text)}} }
	shifted := fence("<<<<<<< SEARCH\ndef add(self, n):\n    self.total += n\n=======\ndef add(self, n):\n    self.total += abs(n)\n>>>>>>> REPLACE\n")
	after := strings.Replace(countsBefore, "+= n", "+= abs(n)", 1)
	for _, c := range []struct {
		name   string
		blocks []block.Block
		after  string
		want   bool
	}{
		{"an edit whose indentation the client shifted", shifted, after, true},
		{"a diff whose unchanged lines lack their space", fence("@@ ... @@\ndef add(self, n):\n-        self.total += n\n+        self.total += abs(n)\n"), after, true},
		{"a block laid over the file", fence("def add(n):\n  return n\n"), "def add(n):\n  return n", true},
		{"a block that loses all but one line", fence("class Counter:\n"), "class Counter:\n", true},
		{"an edit, and a line of the user's own", shifted, after + "\nLIMIT = 3\n", false},
		{"an edit, and a line that the user deleted", shifted, strings.Replace(after, "        self.total = 0\n", "", 1), false},
		{"another edit", shifted, strings.Replace(countsBefore, "= 0", "= 1", 1), false},
		{"nothing", shifted, countsBefore, false},
		{"only moved lines", shifted, "class Counter:\n    def drop(self):\n        self.total = 0\n\n    def add(self, n):\n        self.total += n\n", false},
		{"a part of a block, over the file", fence("def add(n):\n  return n\n\nadd(1)\n"), "def add(n):\n  return n\n", false},
		{"code that holds what is gone from the file", plain("def add(self, n):\n    self.total += n\n\ndef drop(self):\n    self.total = 0\n"),
			strings.Replace(countsBefore, "        self.total += n\n", "", 1), false},
		{"code that holds the line that another has taken the place of", plain("class Counter:\n    self.total = 0\n    pass\n"),
			strings.Replace(countsBefore, "        self.total = 0\n", "        pass\n", 1), false},
		{"a command", []block.Block{{Kind: block.Command, Content: []byte("make clean\n")}}, "make clean\n", false},
	} {
		if got := CodeOf(c.blocks).Explains(LinesOf([]byte(countsBefore)), []byte(c.after)); got != c.want {
			t.Errorf("%s: explained is %v", c.name, got)
		}
	}
}

func FuzzExplains(f *testing.F) {
	f.Add(countsBefore, "+a\n-b\n", "a\n")
	f.Add("", "x", "x\n\n")
	f.Fuzz(func(t *testing.T, before, said, after string) {
		code := CodeOf([]block.Block{{Kind: block.Code, Content: []byte(said)}})
		if !code.Explains(LinesOf([]byte(before)), []byte("\n"+said+"\n")) {
			t.Errorf("a block over the file does not explain it: %q", said)
		}
		if code.Explains(LinesOf([]byte(before)), []byte(after)) && strings.TrimSpace(said) == "" && len(LinesOf([]byte(after))) > 0 {
			t.Errorf("no code explains %q from %q", after, before)
		}
		both := CodeOf([]block.Block{{Kind: block.Edit, Content: []byte(before)}, {Kind: block.Edit, Content: []byte(after)}})
		if lines := LinesOf([]byte(before)); len(lines.Without(LinesOf([]byte(after)))) > 0 && !both.Explains(lines, []byte(after)) {
			t.Errorf("both texts do not explain the change from one to the other: %q, %q", before, after)
		}
	})
}
