package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// treeOf is a house whose State Map holds some files of one function each.
func treeOf(t *testing.T, files int) *house {
	t.Helper()
	h := openHouse(t, greeter)
	for i := range files {
		h.write(fmt.Sprintf("f%d.go", i), fmt.Sprintf("package p\n\nfunc F%d() {}\n", i))
	}
	a, err := h.AdoptPaths(context.Background(), []string{"."}, nil)
	if err != nil || a.Files != files {
		t.Fatalf("adopted %+v, %v", a, err)
	}
	return h
}

func TestReadingEveryFileAgainTellsHowFarItIs(t *testing.T) {
	h := treeOf(t, 3)
	var told []string
	must(t, h.Reverify(context.Background(), func(stage string, done, total int64) {
		told = append(told, fmt.Sprint(stage, " ", done, "/", total))
	}))
	if want := []string{"read 1/3", "read 2/3", "read 3/3", "compare 1/0"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

func TestReadingEveryFileAgainIsStopped(t *testing.T) {
	h := treeOf(t, 3)
	h.write("f0.go", "package p\n\nfunc F0() { panic(1) }\n")
	ctx, stop := context.WithCancel(context.Background())
	reads := 0
	err := h.Reverify(ctx, func(string, int64, int64) { reads++; stop() })
	if !errors.Is(err, context.Canceled) || reads != 1 {
		t.Errorf("it ended with %v after %d files, want it stopped after the first", err, reads)
	}
	must(t, h.Reverify(context.Background(), nil))
	if got := h.stale(); got["f0.go::F0"] == "" {
		t.Errorf("what was edited is not found afterwards: %v", got)
	}
}
