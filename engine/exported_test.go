package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"holdfast/engine/export"
)

// What an export is refused for is every file that it would write, and no other.
func TestAFileOfAnyNameOfAnExportIsFoundBeforehand(t *testing.T) {
	h := openHouse(t, greeter)
	docs, err := h.Export(context.Background(), nil)
	must(t, err)
	for _, d := range docs {
		dir := t.TempDir()
		path := filepath.Join(dir, d.Name)
		must(t, os.WriteFile(path, []byte("mine"), 0o644))
		var foreign *export.ForeignError
		if _, err := export.Ready(dir, false); !errors.As(err, &foreign) || foreign.Path != path {
			t.Errorf("%s: it ended with %v", d.Name, err)
		}
		canon := d.Name == "SESSION_STATE.json" || d.Name == "CANON_STATE_DELTA.json"
		if _, err := export.Ready(dir, true); (err == nil) != canon {
			t.Errorf("%s, in read-only mode: it ended with %v", d.Name, err)
		}
	}
}

func TestAnExportTellsHowFarItIsAndIsStopped(t *testing.T) {
	h := openHouse(t, greeter)
	h.ask("write both")
	var told []int64
	docs, err := h.Export(context.Background(), func(stage string, done, total int64) {
		if stage != "collect" || total != 4 {
			t.Errorf("told %s %d/%d", stage, done, total)
		}
		told = append(told, done)
	})
	if err != nil || len(docs) != 8 || !slices.Equal(told, []int64{1, 2, 3, 4}) {
		t.Errorf("%d documents, %v; told %v", len(docs), err, told)
	}
	ctx, stop := context.WithCancel(context.Background())
	if _, err := h.Export(ctx, func(string, int64, int64) { stop() }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped after the first step it ended with %v", err)
	}
	stop()
}
