package etv

import (
	"os"
	"testing"
)

// Where the disk folds case its own spelling is told; what is not there stays as it is.
func TestThePathIsSpelledAsTheDiskSpellsIt(t *testing.T) {
	w := newWorkspace(t)
	w.write("Src/Deep/Foo.go", "package a\n")
	w.write("both/x.go", "package a\n")
	w.write("both/X.go", "package a\n")
	if w.disk.Folds() {
		t.Error("this disk keeps two spellings apart")
	}
	if got := w.disk.Spelled("src/deep/foo.go"); got != "src/deep/foo.go" {
		t.Errorf("nothing is folded here: %s", got)
	}
	w.disk.folds = true // lists are read as they are there too
	for given, want := range map[string]string{
		"Src/Deep/Foo.go": "Src/Deep/Foo.go", "SRC/deep/FOO.GO": "Src/Deep/Foo.go", "src/Deep": "Src/Deep", "Src/Deep/new.go": "Src/Deep/new.go",
		"nowhere/x.go": "nowhere/x.go", "both/X.go": "both/X.go", "both/x.go": "both/x.go", ".HOLDFAST/x": ".HOLDFAST/x", "../x": "../x", "": "",
	} {
		if got := w.disk.Spelled(given); got != want {
			t.Errorf("%s is spelled %s, want %s", given, got, want)
		}
	}
}

// That a disk folds case is seen by holdfast's own folder.
func TestADiskThatFoldsCaseIsSeen(t *testing.T) {
	w := newWorkspace(t)
	for _, own := range []string{ownFolder, ".HOLDFAST"} {
		w.do(os.MkdirAll(w.abs(own), 0o755))
		if w.disk.foldsCase() {
			t.Errorf("with %s, two folders are taken for one", own)
		}
	}
}

// Some systems show it by files alone: that a folder has two names is none of theirs.
func TestADiskThatFoldsTheCaseOfFilesIsSeen(t *testing.T) {
	w := newWorkspace(t)
	w.write(ownFolder+"/"+ignoreFile, "*\n")
	if w.disk.foldsCase() {
		t.Error("there is one name")
	}
	w.do(os.Link(w.abs(ownFolder+"/"+ignoreFile), w.abs(ownFolder+"/.GITIGNORE"))) // as such a system would answer
	if !w.disk.foldsCase() {
		t.Error("two names of one file are not seen")
	}
}

// A name that nothing can show is left out with its reason.
func TestAFileIsLeftOutForItsName(t *testing.T) {
	w := newWorkspace(t)
	want := map[string]string{}
	for name, why := range map[string]string{
		"good.go": "", "new\nline.go": string(controlled), "esc\x1b[31m.go": string(controlled), "bad\xff.go": string(notUTF8), "dir\xff/in.go": string(notUTF8),
	} {
		w.write(name, "package a\n")
		want[name] = why
	}
	want["dir\xff"] = want["dir\xff/in.go"] // it is not entered
	delete(want, "dir\xff/in.go")
	got := map[string]string{}
	for c, err := range w.disk.Collect(t.Context(), []string{"."}) {
		w.do(err)
		got[c.Path] = c.Skipped
	}
	if len(got) != len(want) {
		t.Errorf("collected %q, want %q", got, want)
	}
	for name, why := range want {
		if got[name] != why {
			t.Errorf("%q: %q, want %q", name, got[name], why)
		}
	}
	for c, err := range w.disk.Collect(t.Context(), []string{"bad\xff.go", "new\nline.go"}) {
		w.do(err)
		if c.Skipped != want[c.Path] || c.Skipped == "" {
			t.Errorf("%q, which was named: %q", c.Path, c.Skipped)
		}
	}
}
