package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// What a prompt asks for is put in, and first, whatever else it names (product 14).
func TestWhatIsAskedForIsShown_Product14(t *testing.T) {
	t.Parallel()
	var big, small strings.Builder
	for i := range 60 {
		fmt.Fprintf(&big, "def step%d(a, b):\n    %s\n    return a\n\n\n", i, strings.Repeat("a = a + b\n    ", 60))
	}
	big.WriteString("def close(a):\n    return a\n\n\ndef tidyrows(a):\n    return [a]\n")
	for i := range 3 {
		fmt.Fprintf(&small, "func Step%d() int { return %d }\n\n", i, i)
	}
	h := openHouse(t, func(string) reply { return say("Ok.") })
	h.write("src/big.py", big.String())
	h.write("src/small.go", "package src\n\n"+small.String())
	h.write("src/cafe\u0301.py", "def brew(a):\n    return a\n")
	if _, err := h.AdoptPaths(context.Background(), []string{"src"}, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, prompt   string
		shown, missing []string
		most           int // bytes before the prompt
	}{
		{"a name and its file", "Explain `close` in src/big.py", []string{"Entity: src/big.py::close"}, []string{"Entity: src/big.py::step0"}, 5000},
		{"an ordinary word beside its file", "Why does close in big.py fail?", []string{"Entity: src/big.py::close", "- src/big.py::step0  def step0(a, b):"}, nil, 5000},
		{"a name in plain prose", "Make tidyrows faster.", []string{"Entity: src/big.py::tidyrows"}, nil, 500},
		{"an ordinary word in plain prose", "Please close the issue.", nil, []string{"[CURRENT STATE"}, 0},
		{"pasted code", "Why is this slow?\n```go src/small.go\nfunc main() { step7(); Step1() }\n```\n",
			[]string{"Entity: src/small.go::Step1"}, []string{"step7", "Step0"}, 500},
		{"a path that spells its letters in another way", "What is in src/caf\u00e9.py?", []string{"Entity: src/cafe\u0301.py::brew"}, nil, 500},
	} {
		h.chat = nil
		h.ask(c.prompt)
		got := h.prompt()
		before := strings.Index(got, c.prompt)
		if before < 0 || before > c.most {
			t.Errorf("%s: %d bytes before the prompt, at most %d wanted", c.name, before, c.most)
			continue
		}
		for _, w := range c.shown {
			if !strings.Contains(got[:before], w) {
				t.Errorf("%s: %q is not shown:\n%.600s", c.name, w, got)
			}
		}
		for _, w := range c.missing {
			if strings.Contains(got[:before], w) {
				t.Errorf("%s: %q is shown:\n%.600s", c.name, w, got)
			}
		}
	}
}

// A path that spells its letters in another way than the workspace does means the
// same file.
func TestAPathMeansTheFileThatIsSpelledOtherwise(t *testing.T) {
	t.Parallel()
	const before, after = "def rim(r):\n    return 6 * r\n", "def rim(r):\n    return 7 * r\n"
	for onDisk, said := range map[string]string{"src/gro\u0308sse.py": "src/gr\u00f6sse.py", "src/ma\u00f1ana.py": "src/man\u0303ana.py"} {
		for _, adopted := range []bool{true, false} {
			h := openHouse(t, func(string) reply { return say(said + "\n```python\n" + after + "```\n") })
			h.write(onDisk, before)
			if adopted {
				if _, err := h.AdoptPaths(context.Background(), []string{onDisk}, nil); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := h.post([]message{{"user", "Change rim in " + said}}, false); err != nil { // the model's stream parts runes
				t.Fatal(err)
			}
			for key := range h.state() {
				if key != onDisk+"::rim" {
					t.Errorf("%+q is a file of its own", key)
				}
			}
			if pending, err := h.Pending(context.Background()); err != nil || len(pending) > 0 && pending[0].Entity != onDisk+"::rim" {
				t.Errorf("%+v waits, %v", pending, err)
			}
			if adopted && h.state()[onDisk+"::rim"] == "" {
				t.Errorf("%+q is not in the State Map", onDisk)
			}
		}
	}
}
