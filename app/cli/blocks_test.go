package cli

import (
	"testing"
)

// reply is what a model might send: a new file, an edit of one that is there,
// an elided body, code without a path, a command and a refused path.
const reply = "<think>\n```go secret.go\nfunc Hidden() {}\n```\n</think>\n" +
	"Here is the pool:\n\n```go store/new.go\npackage store\n\nfunc New() *Pool { return &Pool{} }\n\nfunc (p *Pool) Len() int { return 0 }\n```\n\n" +
	"store/pool.go\n```\n<<<<<<< SEARCH\n\treturn <-p.free\n=======\n\treturn <-p.busy\n>>>>>>> REPLACE\n```\n\n" +
	"store/pool.go\n```\n<<<<<<< SEARCH\nnot there\n=======\nx\n>>>>>>> REPLACE\n```\n\n" +
	"```go store/pool.go\nfunc init() {\n\t// ... rest unchanged ...\n}\n```\n\n" +
	"```python\ndef loose():\n    return 1\n```\n\n" +
	"```bash\ngo test ./...\n```\n\n" +
	"```go ../escape.go\npackage x\n```\n"

func TestBlocksOfAReply(t *testing.T) {
	root := tree(t, map[string]string{"store/pool.go": goPool, "reply.md": reply})
	for name, args := range map[string][]string{
		"blocks":      {"blocks", "reply.md"},
		"blocks.json": {"blocks", "-", "--json"},
	} {
		t.Run(name, func(t *testing.T) {
			l := line{workspace: root, stdin: reply}
			if code := l.run(t, args...); code != 0 {
				t.Fatalf("exit code %d: %s", code, l.errout.String())
			}
			golden(t, name, l.out.String())
		})
	}
}

func TestAReplyWithoutCodeYieldsNone(t *testing.T) {
	l := line{stdin: "Sure, I can help."}
	if code := l.run(t, "blocks", "-"); code != 0 || l.out.String() != "The reply yields no code.\n" {
		t.Errorf("exit code %d, %q", code, l.out.String())
	}
	l = line{stdin: "Sure, I can help."}
	if code := l.run(t, "blocks", "-", "--json"); code != 0 || l.out.String() != "{\n  \"blocks\": []\n}\n" {
		t.Errorf("exit code %d, %q", code, l.out.String())
	}
}
