package export_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/export"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// lies is what a folder holds, by file name; nil where there is none.
func lies(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Name()+"="+strings.TrimSpace(string(text)))
	}
	return out
}

func TestAnExportReplacesOnlyWhatAnExportHasWritten(t *testing.T) {
	const snapshot = `{"version":1,"timestamp":"2026-03-11T12:00:00Z","seq":0,"items":[],"deltaLog":[]}`
	docs := []export.Document{{Name: "snapshot.json", Content: []byte(snapshot)}, {Name: "TASKS.md", Content: []byte("# Tasks\n")}}
	written := []string{"TASKS.md=# Tasks", "snapshot.json=" + snapshot}
	for _, c := range []struct {
		name, folder string
		holds        map[string]string
		refused      string // file
		want         []string
	}{
		{"a folder that is not there is made", "a/b", nil, "", written},
		{"the folder of an export is written again", "out", map[string]string{"snapshot.json": snapshot, "TASKS.md": "old"}, "", written},
		{"the folder that holdfast names is passed over by git when it is made", ".deltamind", nil, "", append([]string{".gitignore=*"}, written...)},
		{"of another version as well", "out", map[string]string{"snapshot.json": `{"version":2}`, "TASKS.md": "old"}, "", written},
		{"what is not of the export stays", "out", map[string]string{"notes.txt": "mine"}, "", append(slices.Clone(written[:1]), "notes.txt=mine", written[1])},
		{"the folder that is named for exports is one, whatever it holds", ".deltamind", map[string]string{"snapshot.json": "broken", "TASKS.md": "old"}, "", written},
		{"a file of somebody's own is not replaced", "docs", map[string]string{"TASKS.md": "mine"}, "TASKS.md", []string{"TASKS.md=mine"}},
		{"nor one beside a snapshot of something else", "docs", map[string]string{"TASKS.md": "mine", "snapshot.json": "[1]"}, "snapshot.json", []string{"TASKS.md=mine", "snapshot.json=[1]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), filepath.FromSlash(c.folder))
			for name, text := range c.holds {
				must(t, os.MkdirAll(dir, 0o755))
				must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
			}
			isNew, ready := export.Ready(dir, false)
			if isNew != (c.holds == nil) || (ready == nil) != (c.refused == "") {
				t.Errorf("the folder is new: %v; beforehand it ended with %v", isNew, ready)
			}
			err := export.Write(context.Background(), dir, docs, nil)
			if ready != nil && ready.Error() != err.Error() {
				t.Errorf("beforehand it ended with %v, in the end with %v", ready, err)
			}
			var foreign *export.ForeignError
			if refused := errors.As(err, &foreign); refused != (c.refused != "") || refused && foreign.Path != filepath.Join(dir, c.refused) {
				t.Errorf("it ended with %v", err)
			}
			if got := lies(t, dir); !slices.Equal(got, c.want) {
				t.Errorf("the folder holds %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnExportThatIsStoppedWritesNothing(t *testing.T) {
	docs := []export.Document{{Name: "a", Content: []byte("new")}, {Name: "b", Content: []byte("new")}}
	for stopAt := range int64(3) {
		dir := filepath.Join(t.TempDir(), export.Folder)
		must(t, os.MkdirAll(dir, 0o755))
		must(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o644))
		ctx, stop := context.WithCancel(context.Background())
		if stopAt == 0 {
			stop()
		}
		err := export.Write(ctx, dir, docs, func(stage string, done, total int64) {
			if stage != "write" || total != 2 {
				t.Errorf("told %s %d/%d", stage, done, total)
			}
			if done == stopAt {
				stop()
			}
		})
		stop()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("stopped after %d files it ended with %v", stopAt, err)
		}
		if got := lies(t, dir); !slices.Equal(got, []string{"a=old"}) {
			t.Errorf("stopped after %d files the folder holds %q", stopAt, got)
		}
	}
}

func TestAnExportSaysWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o644))
	for _, dir := range []string{file, filepath.Join(file, "below"), filepath.Join(file, export.Folder)} {
		_, ready := export.Ready(dir, false)
		for _, err := range []error{ready, export.Write(context.Background(), dir, []export.Document{{Name: "a"}}, nil)} {
			var unwritable *export.UnwritableError
			if !errors.As(err, &unwritable) || err.Error() != "nothing can be written to "+dir+": not a directory" {
				t.Errorf("it ended with %v", err)
			}
		}
	}
}
