package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTheEditorIsTheOperatorsOwn(t *testing.T) {
	for _, c := range []struct{ visual, editor, want string }{
		{"", "", ""}, {"", "vi", "vi"}, {"code --wait", "vi", "code --wait"}, {"  ", " nano ", "nano"},
	} {
		got := editorCommand(func(key string) string { return map[string]string{"VISUAL": c.visual, "EDITOR": c.editor}[key] })
		if got != c.want {
			t.Errorf("$VISUAL=%q and $EDITOR=%q: %q, want %q", c.visual, c.editor, got, c.want)
		}
	}
}

func TestAFileIsOpenedAtItsLine(t *testing.T) {
	const file = "/w/a b.go"
	for _, c := range []struct {
		command string
		want    []string
	}{
		{"vim", []string{"vim", "+12", file}},
		{"/usr/bin/nvim -p", []string{"/usr/bin/nvim", "-p", "+12", file}},
		{"nano", []string{"nano", "+12", file}},
		{"emacsclient -t", []string{"emacsclient", "-t", "+12", file}},
		{"code", []string{"code", "--wait", "--goto", file + ":12"}},
		{"hx", []string{"hx", file + ":12"}},
		{"an-editor-of-its-own --flag", []string{"an-editor-of-its-own", "--flag", file}},
		// Quoted for a shell, as other programs take it: the file stays an argument.
		{`"/opt/my editor/vim" -p`, []string{"sh", "-c", `"/opt/my editor/vim" -p "$@"`, `"/opt/my editor/vim" -p`, "+12", file}},
	} {
		if got := editCommand(c.command, file, 12).Args; !slices.Equal(got, c.want) {
			t.Errorf("%s opens %q, want %q", c.command, got, c.want)
		}
	}
}

func TestAHostileNameOfAFileIsOnlyAName(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	script := filepath.Join(dir, "my editor.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nfor a; do printf '<%s>' \"$a\"; done >'"+out+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "+!touch x; $(touch y) `touch z` \"'.go")
	for _, command := range []string{`"` + script + `"`, "'" + script + "' --flag"} {
		if b, err := editCommand(command, file, 1).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		got, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		want := "<" + file + ">"
		if command[0] == '\'' {
			want = "<--flag>" + want
		}
		if string(got) != want {
			t.Errorf("%s was given %s, want %s", command, got, want)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("a file's name was run: %v %v", files, err)
	}
}

func TestTheLineOfASymbolIsWhereItsTextStands(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "pool.go"), []byte("package pool\n\n// A comment.\nfunc A() {\n}\n\nfunc B() {\n\treturn\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("pool.go", filepath.Join(root, "link.go")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path, text string
		want             int
		fails            bool
	}{
		{"as a whole", "pool.go", "func B() {\n\treturn\n}", 7, false},
		{"without the blanks around it", "pool.go", "\n\nfunc B() {\n\treturn\n}\n\n", 7, false},
		{"where only its beginning stands", "pool.go", "func B() {\n\tpanic(1)\n}", 7, false},
		{"nowhere", "pool.go", "func C() {}", 1, false},
		{"of nothing", "pool.go", "", 1, false},
		{"in a file that is none", "link.go", "func B() {", 1, false},
		{"in a file that is gone", "gone.go", "func B() {", 0, true},
		{"in a file outside", "../pool.go", "func B() {", 0, true},
	} {
		got, err := lineOf(root, c.path, []byte(c.text))
		if got != c.want || (err != nil) != c.fails {
			t.Errorf("%s: line %d, %v; want %d", c.name, got, err, c.want)
		}
	}
}

func TestTheFileOfARowOrAProposalIsOpenedInTheEditor(t *testing.T) {
	f := story()
	f.status.Workspace = "/w"
	for i := range f.pending {
		f.pending[i].Path = "src/" + f.pending[i].ID + ".go"
		r := f.reviews[f.pending[i].ID]
		r.Proposal = f.pending[i]
		f.reviews[f.pending[i].ID] = r
	}
	d := drive(t, f).Size(80, 24).Press("G", "e") // of the State Map, by its content
	d.Press("2", "e")                             // of a proposal, by its base
	d.Press("enter", "e").Press("esc", "j", "e")  // in its review as well; of one without a base, as it is proposed
	want := []string{"/w src/pool.go func drain() {", "/w src/p1.go " + first(releaseBefore), "/w src/p1.go " + first(releaseBefore), "/w src/p2.go func Retry(n int, f func() error) error {"}
	if !slices.Equal(d.edited, want) {
		t.Errorf("opened %q, want %q", d.edited, want)
	}
	delete(f.reviews, "p2")
	d.Press("e").Sees("The editor: proposal p2 is settled")
	d.m.opts.Edit = nil
	d.Press("e").Sees("e: set $VISUAL or $EDITOR").Press("j", "enter", "e").Sees("e: set $VISUAL or $EDITOR")
}

func first(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
