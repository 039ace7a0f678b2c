package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/events"
)

func Test152AFolderIsAdoptedAndWhatItLeftOutIsTold(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, greeter)
	h.write("greet.go", goFile(hello, bye))
	h.write("notes/plan.md", "# Plan\n\nShip it.\n")
	h.write("logo.png", "\x89PNG\x00\x00")
	h.write(".gitignore", "build/\n")
	h.write("build/out.go", goFile(hello))
	var seen []string
	a, err := h.AdoptPaths(ctx, []string{"."}, func(p events.AdoptProgress) { seen = append(seen, p.Path) })
	if err != nil {
		t.Fatal(err)
	}
	var skipped []string
	for _, s := range a.Skipped {
		skipped = append(skipped, s.Path)
	}
	if a.Files != 3 || a.Adopted != 4 || !slices.Contains(skipped, "logo.png") || !slices.Contains(seen, "greet.go") {
		t.Errorf("adopted %+v, progress %v", a, seen)
	}
	state := h.state()
	for _, want := range []string{greet, part, "notes/plan.md::*", ".gitignore::*"} {
		if state[want] == "" {
			t.Errorf("%s is not in the map: %v", want, state)
		}
	}
	if state["build/out.go::Greet"] != "" {
		t.Error("an ignored file was adopted")
	}
	h.ask("explain Greet")
	if !strings.Contains(h.prompt(), hello) {
		t.Error("what was adopted is not hydrated")
	}

	h.write("greet.go", goFile(byHand))
	b, err := h.AdoptPaths(ctx, []string{"greet.go"}, nil)
	if err != nil || b.Adopted != 1 || !slices.Equal(b.Tombstoned, []string{part}) || len(h.stale()) > 0 {
		t.Errorf("adopted again: %+v, %v; diverges %v", b, err, h.stale())
	}
	c, err := h.AdoptPaths(ctx, []string{"greet.go"}, nil)
	if err != nil || c.Adopted != 0 || c.Unchanged != 1 {
		t.Errorf("adopted a third time: %+v, %v", c, err)
	}
	h.verified()
}

// What cannot be read is no proof that something is gone (TSLP 12).
func Test152OfAFileWithASyntaxErrorItIsToldWhatWasAdopted(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, greeter)
	h.write("greet.go", goFile(hello, bye))
	h.write("part.py", "def one():\n    return 1\n")
	if _, err := h.AdoptPaths(ctx, []string{"."}, nil); err != nil {
		t.Fatal(err)
	}
	h.write("greet.go", "package greet\n\nfunc Greet() {\n\tif true {\n\n"+bye)
	h.write("part.py", "def one(:\n    return 1\n")
	a, err := h.AdoptPaths(ctx, []string{"."}, nil)
	want := []events.FaultyFile{
		{Path: "greet.go", Unread: "lines 3-8", With: []string{"Greet"}, Kept: []string{part}},
		{Path: "part.py", With: []string{"one"}},
	}
	if err != nil || !reflect.DeepEqual(a.Faulty, want) || len(a.Tombstoned) > 0 {
		t.Errorf("adopted %+v, %v; want %+v", a, err, want)
	}
	if stale := h.stale(); stale[part] == "" {
		t.Errorf("nothing tells that the disk does not define what was kept: %v", stale)
	}
	h.verified()
}

// codeBase writes files of ten functions each.
func codeBase(b testing.TB, dir string, files int) {
	for i := range files {
		var text strings.Builder
		fmt.Fprintf(&text, "package p%d\n", i%50)
		for j := range 10 {
			fmt.Fprintf(&text, "\n// Do%d does the work of step %d.\nfunc Do%d_%d(in []string, limit int) (out []string, err error) {\n", j, j, i, j)
			fmt.Fprintf(&text, "\tfor n, s := range in {\n\t\tif n > limit+%d {\n\t\t\treturn nil, fmt.Errorf(\"step %d: %%q is over %%d\", s, limit)\n\t\t}\n\t\tout = append(out, s)\n\t}\n\treturn out, nil\n}\n", i, j)
		}
		name := filepath.Join(dir, fmt.Sprintf("p%d", i%50), fmt.Sprintf("f%d.go", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAdopt takes in 1,000 files with 10,000 symbols. The goal is 10 s on
// two cores.
func BenchmarkAdopt(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		h := openHouse(b, greeter)
		codeBase(b, h.dir, 1000)
		b.StartTimer()
		a, err := h.AdoptPaths(context.Background(), []string{"."}, nil)
		if err != nil || a.Files != 1000 || a.Adopted != 10_000 {
			b.Fatalf("%+v, %v", a, err)
		}
		b.StopTimer()
		if err := h.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// A doc comment stands outside what is compared, and is shown to the model all
// the same: who brings a new one is believed as with any code.
func Test91ANewDocCommentIsTakenThoughTheCodeIsTheSame(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	old, now := "// Greet is old.\n"+hello, "// Greet is new.\n"+hello
	for name, c := range map[string]struct {
		bring func(h *house)
		grant string
	}{
		"from disk": {func(h *house) {
			h.write("greet.go", goFile(now))
			a, err := h.AdoptPaths(ctx, []string{"."}, nil)
			if err != nil || a.Adopted != 1 {
				h.t.Errorf("%+v, %v", a, err)
			}
			if a, err = h.AdoptPaths(ctx, []string{"."}, nil); err != nil || a.Adopted != 0 || a.Unchanged != 1 {
				h.t.Errorf("again: %+v, %v", a, err)
			}
		}, "write_head"},
		"by a paste": {func(h *house) {
			_, err := h.Paste(ctx, "greet.go", []byte(goFile(now)))
			must(h.t, err)
		}, "write_head"},
		"by a reply that saw the code": {func(h *house) {
			h.model.answer = func(string) reply { return say(fenced(now)) }
			h.ask("document Greet")
		}, "parity"},
		"and code without a comment changes nothing": {func(h *house) {
			_, err := h.Paste(ctx, "greet.go", []byte(goFile(now)))
			must(h.t, err)
			_, err = h.Paste(ctx, "greet.go", []byte(goFile(hello)))
			must(h.t, err)
		}, "write_head"},
	} {
		t.Run(name, func(t *testing.T) {
			h := openHouse(t, greeter)
			h.write("greet.go", goFile(old))
			if _, err := h.AdoptPaths(ctx, []string{"."}, nil); err != nil {
				t.Fatal(err)
			}
			c.bring(h)
			d, err := h.Detail(ctx, greet)
			if err != nil || string(d.Content) != now || d.Entity.Version != 2 || d.Entity.Grant != c.grant {
				t.Errorf("it is v%d by %s: %q, %v", d.Entity.Version, d.Entity.Grant, d.Content, err)
			}
			h.ask("explain Greet")
			if !h.sees(greet) {
				t.Error("the new comment is not shown")
			}
			h.verified()
		})
	}
}
