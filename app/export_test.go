package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine/events"
	"holdfast/engine/export"
)

// exportable is a story in a workspace of its own.
func exportable(t *testing.T) (f *fake, folder string) {
	f = story()
	f.status.Workspace = t.TempDir()
	return f, filepath.Join(f.status.Workspace, export.Folder)
}

// wantExported fails unless a folder holds an export, or does not where want is
// false.
func wantExported(t *testing.T, folder string, want bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "TASKS.md"))
	if got := err == nil && string(text) == "# Tasks\n"; got != want {
		t.Errorf("%s holds an export: %v, want %v (%v)", folder, got, want, err)
	}
}

func TestTheSessionIsExportedToAFolder(t *testing.T) {
	f, folder := exportable(t)
	d := drive(t, f).Size(120, 40).Press("E").Sees("export to: .deltamind", "a folder; enter writes it")
	wantExported(t, folder, false)
	d.Press("enter").Sees("┌─ Exported", "2 files of session api-refactor were written to a new folder", "snapshot.json", "TASKS.md", "8 B", "recovered from")
	wantExported(t, folder, true)
	d.Press("esc", "E", "enter").Sees("2 files").SeesNo("a new folder") // its own files are replaced
	for range len(export.Folder) {
		d.Press("backspace")
	}
	d.Press("esc", "4", "E").Send(pasteMsg{Text: ".deltamind/../out"}).Press("enter").Sees("┌─ Exported")
	wantExported(t, filepath.Join(f.status.Workspace, "out"), true)
	f.status.ReadOnly = "the database is missing"
	d.Press("esc").Emit(events.Event{Kind: events.KindState}).Press("E", "enter").Sees("READ-ONLY: there is no state to vouch for")
	wantDecided(t, f)
}

func TestTheFolderOfAnExportCanBeAnywhere(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	f, _ := exportable(t)
	d := drive(t, f).Size(120, 40)
	to := func(path string) {
		d.Press("E")
		for range len(export.Folder) {
			d.Press("backspace")
		}
		d.Type(path).Press("enter").Sees("┌─ Exported").Press("esc")
	}
	to("~/kept")
	wantExported(t, filepath.Join(home, "kept"), true)
	to(filepath.Join(home, "b"))
	wantExported(t, filepath.Join(home, "b"), true)
	to("")
	wantExported(t, filepath.Join(f.status.Workspace, export.Folder), true)
}

func TestAnExportIsRefusedInClearWords(t *testing.T) {
	f, _ := exportable(t)
	docs := filepath.Join(f.status.Workspace, "docs")
	if err := os.MkdirAll(docs, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(docs, "TASKS.md"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := drive(t, f).Size(200, 60)
	to := func(path string) *driver {
		d.Press("esc", "E")
		for range len(export.Folder) {
			d.Press("backspace")
		}
		return d.Type(path).Press("enter")
	}
	says := func(want string) {
		t.Helper()
		if got := d.Sees("┌─ Not exported", "E asks for another folder").m.overlays.top().(*reader).make(d.m, 1000).Text(); !strings.Contains(got, want) {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	to("docs")
	says(filepath.Join(docs, "TASKS.md") + " is there already and is not of an export: nothing was written")
	wantExported(t, docs, false)
	to("docs/TASKS.md")
	says("nothing can be written to " + filepath.Join(docs, "TASKS.md") + ": not a directory")
	if n := f.calls["Export"]; n != 0 {
		t.Errorf("the session was collected %d times for folders that are refused", n)
	}
	f.readErr = errBroken
	to("out").Sees("Not exported: the database is locked")
	wantExported(t, filepath.Join(f.status.Workspace, "out"), false)
}

func TestAnExportShowsItsProgressAndIsStopped(t *testing.T) {
	f, folder := exportable(t)
	d := drive(t, f).Size(80, 24)
	b := newBeside(d)
	var progress func(string, int64, int64)
	f.exporting = func(ctx context.Context, p func(string, int64, int64)) error { progress = p; return b.work(ctx) }
	d.Press("E")
	b.begins("enter")
	d.Sees("┌─ Exporting session api-refactor", "esc stop")
	b.step(func() { progress("collect", 2, 4) })
	d.Wait(progressTime).Sees("collecting what the session holds", "2/4").Press("esc").Sees("stopping")
	b.end().Sees("The export was stopped: nothing was written.").SeesNo("┌─ Export")
	wantExported(t, folder, false)

	f.exporting = func(context.Context, func(string, int64, int64)) error { return errors.New("the disk is gone") }
	d.Press("E", "enter").Sees("Not exported: the disk is gone")
}
