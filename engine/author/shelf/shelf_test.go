package shelf_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/engine/author"
	"holdfast/engine/author/shelf"
)

// place is a workspace and a home, with a clock that stands far ahead of all files.
type place struct {
	t               testing.TB
	workspace, home string
	now             time.Time
	*shelf.Shelf
}

func newPlace(t testing.TB) *place {
	p := &place{t: t, workspace: t.TempDir(), home: t.TempDir(), now: time.Now().Add(time.Hour)}
	p.Shelf = shelf.New(p.workspace, p.home, func() time.Time { return p.now })
	return p
}

func (p *place) write(root, name, text string) {
	p.t.Helper()
	file := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// knows reports whether a message is known as the text of a file.
func (p *place) knows(folder, message string) bool {
	r := author.Of(author.Request{Tools: true, Parts: []string{message}, Text: message, Texts: func() []*author.Text { return p.Texts(folder) }}, nil)
	return r.Written == ""
}

func TestTextsLieInHiddenFoldersAndAtHome_Product13(t *testing.T) {
	const text = "Look at what is new, and name what is odd."
	for name, tc := range map[string]struct {
		home          bool
		file, holds   string
		folder        string
		message       string
		isNotACommand bool
	}{
		"a command":                    {file: ".claude/commands/rev.md", holds: text},
		"a workflow":                   {file: ".clinerules/workflows/rev.md", holds: text},
		"deeper":                       {file: ".kilo/command/team/back/rev.md", holds: text},
		"of a client nobody knows":     {file: ".newcomer/macros/rev.txt", holds: text},
		"in settings":                  {file: ".qwen/commands/rev.toml", holds: "description = \"x\"\nprompt = \"\"\"\n" + text + "\nBe quick.\n\"\"\"\n", message: text + "\nBe quick."},
		"in settings, escaped":         {file: ".opencode/config.json", holds: `{"command": {"rev": {"template": "` + text + `\nBe quick."}}}`, message: text + "\nBe quick."},
		"below the folder of a client": {file: "pkg/.claude/commands/rev.md", holds: text, folder: "pkg/deep"},
		"beside that folder":           {file: "pkg/.claude/commands/rev.md", holds: text, folder: "other", isNotACommand: true},
		"at home":                      {home: true, file: ".pi/agent/prompts/rev.md", holds: text},
		"at home, of no client":        {home: true, file: ".ssh/notes.md", holds: text, isNotACommand: true},
		"at home, no command":          {home: true, file: ".claude/projects/x/rev.md", holds: text, isNotACommand: true},
		"a file of the project's":      {file: "docs/rev.md", holds: text, isNotACommand: true},
		"what git keeps":               {file: ".git/notes.md", holds: text, isNotACommand: true},
		"a library of a client's":      {file: ".opencode/node_modules/x/readme.md", holds: text, isNotACommand: true},
		"no text":                      {file: ".claude/commands/rev.md", holds: text + "\xff", isNotACommand: true},
		"a program":                    {file: ".claude/hooks/rev.py", holds: text, isNotACommand: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			root := p.workspace
			if tc.home {
				root = p.home
			}
			p.write(root, tc.file, tc.holds)
			if tc.message == "" {
				tc.message = text
			}
			if got := p.knows(tc.folder, tc.message); got == tc.isNotACommand {
				t.Errorf("it is known: %v", got)
			}
		})
	}
}

func TestAFileIsReadAgainOnlyWhereItChanged(t *testing.T) {
	p := newPlace(t)
	p.write(p.workspace, ".a/commands/one.md", "Look at what is new, and name what is odd.")
	p.write(p.workspace, ".a/commands/two.md", "Look at what is old, and name what is odd.")
	for range 3 {
		p.Texts("")
	}
	if p.Reads() != 2 {
		t.Errorf("%d files were read", p.Reads())
	}
	p.write(p.workspace, ".a/commands/two.md", "Look at what is gone, and name what is odd.")
	p.write(p.workspace, ".a/commands/three.md", "Look at what is there, and name what is odd.")
	for _, text := range []string{"Look at what is gone, and name what is odd.", "Look at what is there, and name what is odd."} {
		if !p.knows("", text) {
			t.Errorf("%q is not known", text)
		}
	}
	if err := os.Remove(filepath.Join(p.workspace, ".a/commands/one.md")); err != nil {
		t.Fatal(err)
	}
	if p.knows("", "Look at what is new, and name what is odd.") {
		t.Error("what is gone is known")
	}
	if p.Reads() != 4 {
		t.Errorf("%d files were read", p.Reads())
	}
}

// A file that was written just now may be written again within the same tick of
// its clock.
func TestAFileThatWasJustWrittenIsReadAgain(t *testing.T) {
	p := newPlace(t)
	p.now = time.Now()
	p.write(p.workspace, ".a/commands/one.md", "Look at what is new, and name what is odd.")
	p.Texts("")
	p.Texts("")
	if p.Reads() != 2 {
		t.Errorf("%d files were read", p.Reads())
	}
}

func TestNothingIsFollowedOutOfItsPlace(t *testing.T) {
	p := newPlace(t)
	const text = "Look at what is new, and name what is odd."
	elsewhere := t.TempDir()
	p.write(elsewhere, "commands/rev.md", text)
	p.write(p.workspace, "shared/rules/rev.md", "Look at what is shared, and name what is odd.")
	for link, to := range map[string]string{".away": elsewhere, ".round": ".", ".shared": "shared"} {
		if err := os.Symlink(to, filepath.Join(p.workspace, link)); err != nil {
			t.Skip(err)
		}
	}
	if p.knows("", text) {
		t.Error("a link was followed out of the workspace")
	}
	if !p.knows("", "Look at what is shared, and name what is odd.") {
		t.Error("a link within the workspace was not followed")
	}
}

func TestALookIsBounded(t *testing.T) {
	p := newPlace(t)
	for n := range 20 {
		for k := range 60 {
			p.write(p.workspace, fmt.Sprintf(".f%d/d%d/x.md", n, k), strings.Repeat("Look at what is new, and name what is odd.\n", 100))
		}
	}
	if n := len(p.Texts("")); n == 0 || n > 2000 {
		t.Errorf("%d texts", n)
	}
}

func BenchmarkTexts(b *testing.B) {
	p := newPlace(b)
	for n := range 100 {
		p.write(p.workspace, fmt.Sprintf(".c%d/commands/d%d/x%d.md", n%5, n%20, n), strings.Repeat("Look at what is new, and name what is odd.\n", 50))
	}
	p.Texts("")
	for b.Loop() {
		p.Texts("pkg")
	}
}
