package applied_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"holdfast/engine/applied"
	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// folder is a workspace with files.
type folder struct {
	t        *testing.T
	dir      string
	verifier *etv.Verifier
}

func newFolder(t *testing.T, files map[string]string) *folder {
	t.Helper()
	f := &folder{t: t, dir: t.TempDir()}
	disk, err := etv.Open(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	f.verifier = etv.NewVerifier(disk, time.Now)
	for path, text := range files {
		f.write(path, text)
	}
	return f
}

func (f *folder) write(path, text string) {
	f.t.Helper()
	at := filepath.Join(f.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) now() *stale.Reading { return stale.NewReading(f.verifier) }

func emptyMap() *statemap.Map {
	return statemap.New(hydrate.Options{}, func(string) ([]byte, error) { return nil, event.ErrNotFound })
}

const before, after = "package a\n\nfunc F() int {\n\treturn 1\n}\n", "package a\n\nfunc F() int {\n\treturn 2\n}\n"

const reply = "```go a.go\nfunc F() int {\n\treturn 2\n}\n```\n"

func certain(string) bool { return true }

func (f *folder) reply(episode, text string, paths ...string) *applied.Reply {
	return applied.NewReply(episode, text, block.Extract(text, block.Options{}), paths, certain, f.now())
}

// A file whose change is all in the reply was made by the client of the reply, with the
// user's consent; any line of another's is none of it (product 10).
func TestAReplyExplainsWhatItsClientSaved_Product10(t *testing.T) {
	const diff = "```diff\n--- a/a.go\n+++ b/a.go\n@@ -3,3 +3,3 @@\n func F() int {\n-\treturn 1\n+\treturn 2\n }\n```\n"
	tests := []struct {
		name, reply, saved string
		want               bool
	}{
		{"as the reply has it", diff, after, true},
		{"indented otherwise", diff, "package a\n\nfunc F() int {\n        return 2\n}\n", true},
		{"with CRLF line ends", diff, "package a\r\n\r\nfunc F() int {\r\n\treturn 2\r\n}\r\n", true},
		{"with a line that nobody said", diff, "package a\n\nfunc F() int {\n\tlog.Print(2)\n\treturn 2\n}\n", false},
		{"with something else in its place", diff, "package a\n\nfunc F() int {\n\treturn 3\n}\n", false},
		{"without a line that the reply did not take away", diff, "func F() int {\n\treturn 2\n}\n", false},
		{"a block as a whole, laid over the file", reply, "func F() int {\n\treturn 2\n}\n", true},
		{"emptied", diff, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFolder(t, map[string]string{"a.go": before})
			r := f.reply("e", tt.reply, "a.go")
			l := &applied.Replies{}
			l.Add(r)
			if got := r.Explains(l.Files(r)["a.go"], []byte(tt.saved)); got != tt.want {
				t.Errorf("%t", got)
			}
		})
	}
}

// What is awaited is bounded, and nothing is where there is nothing to wait for (TSLP 13).
func TestWhatIsAwaited_Product10(t *testing.T) {
	f := newFolder(t, map[string]string{"a.go": before, "b.go": before})
	if f.reply("e", "Nothing to do.", "a.go") != nil || f.reply("e", reply) != nil {
		t.Error("a reply without code, or about no file, is awaited")
	}
	if f.reply("e", reply+string(make([]byte, 1<<20)), "a.go") != nil {
		t.Error("a reply of more than 1 MiB is awaited")
	}
	l := &applied.Replies{}
	var all []*applied.Reply
	for i := range 20 {
		r := f.reply(fmt.Sprint(i), reply, "a.go", "b.go")
		all = append(all, r)
		l.Add(r)
	}
	about := func(path string) (list []string) {
		for _, r := range l.Of(func(p string) bool { return p == path }) {
			list = append(list, r.Episode)
		}
		return list
	}
	if got := about("a.go"); len(got) != 16 || got[0] != "4" || got[15] != "19" {
		t.Errorf("%q are awaited", got)
	}
	if about("c.go") != nil {
		t.Error("a file of no reply is awaited")
	}
	// A file that was saved ends the wait of its reply, and of those before it.
	last := all[17]
	if l.Last(last, "a.go") {
		t.Error("b.go is awaited, too")
	}
	l.Done(last, "a.go")
	if got := about("a.go"); !slices.Equal(got, []string{"18", "19"}) {
		t.Errorf("%q are awaited after the file was saved", got)
	}
	if got := l.Files(last); len(got) != 1 || got["b.go"].Path != "b.go" {
		t.Errorf("%v", got)
	}
	if !l.Last(last, "b.go") || l.Last(all[19], "b.go") {
		t.Error("b.go is the last of the one, and not of the other")
	}
}

// A command rewrites the file that it names, or the tracked files of its folder
// (product 10).
func TestWhatACommandRewrites_Product10(t *testing.T) {
	f := newFolder(t, map[string]string{"src/a.go": before, "src/b/c.go": before, "srcs/d.go": before})
	tracked := func() []string { return []string{"srcs/d.go", "src/b/c.go", "src/a.go"} }
	paths := func(list []applied.Rewritten) (out []string) {
		for _, w := range list {
			out = append(out, w.Path)
			if w.Before == nil || w.Before.Missing() != (w.Path == "none.go") || w.Call != "c1" {
				t.Errorf("%+v", w)
			}
		}
		return out
	}
	for _, tt := range []struct {
		name, path string
		folder     bool
		most       int
		want       []string
	}{
		{"a file", "src/a.go", false, 9, []string{"src/a.go"}},
		{"a file that is not there yet", "none.go", false, 9, []string{"none.go"}},
		{"a folder, whose name begins another's", "src", true, 9, []string{"src/a.go", "src/b/c.go"}},
		{"no more than so many", "src", true, 1, []string{"src/a.go"}},
		{"none", "src", true, 0, nil},
		{"less than none", "src", true, -3, nil},
		{"a folder of nothing that is tracked", "docs", true, 9, nil},
	} {
		got := paths(applied.Rewriting(resolve.Rewrite{Path: tt.path, Call: "c1"}, tt.folder, tracked, f.now(), tt.most))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// What a command made of a file is what differs from before; nothing follows from what
// could not be read (TSLP 12).
func TestWhatACommandMadeOfAFile_12(t *testing.T) {
	const other = "\nfunc G() int {\n\treturn 9\n}\n"
	tests := []struct {
		name   string
		before string // "" for no file
		change func(*folder)
		want   []string
	}{
		{"a symbol changed", before + other, func(f *folder) { f.write("a.go", after+other) }, []string{"a.go::F"}},
		{"a symbol came", before, func(f *folder) { f.write("a.go", before+other) }, []string{"a.go::G"}},
		{"nothing changed", before, func(f *folder) { f.write("a.go", before) }, nil},
		{"it was reformatted", before, func(f *folder) { f.write("a.go", "package a\n\nfunc F() int { return 1 }\n") }, nil},
		{"a file came", "", func(f *folder) { f.write("a.go", before) }, []string{"a.go::F"}},
		{"a log came, which defines nothing", "", func(f *folder) { f.write("a.go", "package a\n") }, nil},
		{"it cannot be read any more", before, func(f *folder) { f.write("a.go", "package a\x00\xff") }, nil},
		{"it could not be read before", "package a\x00\xff", func(f *folder) { f.write("a.go", before) }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			if tt.before != "" {
				files["a.go"] = tt.before
			}
			f := newFolder(t, files)
			w := applied.Rewritten{Rewrite: resolve.Rewrite{Path: "a.go", Call: "c1"}, Before: f.now().Version("a.go")}
			tt.change(f)
			var got []string
			for _, a := range applied.Rewrote(w, emptyMap(), f.now()).Artifacts {
				got = append(got, a.Entity)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
