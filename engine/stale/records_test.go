package stale_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser"
	"holdfast/store/event"
)

// verifierOf is that of a workspace with one file.
func verifierOf(t *testing.T, path, text string) *etv.Verifier {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	disk, err := etv.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	return etv.NewVerifier(disk, time.Now)
}

// What an older release has read otherwise is read again: with the file of which it was
// adopted, once for all that it defines, else by itself.
func TestWhatWasRecordedIsReadAgain(t *testing.T) {
	const made, saved = "export function a() { return 'a' }\nexport function b() { return 'b' }\n", "export function a() {\n  return \"a\";\n}\nexport function b() {\n  return \"b\";\n}\nexport function c() {}\n"
	const path = "a.js"
	file := parser.Parse(path, "", []byte(made))
	for _, c := range []struct {
		name   string
		origin event.Origin
		vault  map[string]string
		want   int // how often a content is looked for
	}{
		{"adopted", event.ByDisk, map[string]string{hash(made): made}, 1},
		{"adopted, and its file is lost", event.ByDisk, map[string]string{file.Symbols[0].Hash: string(file.Symbols[0].Canon), file.Symbols[1].Hash: string(file.Symbols[1].Canon)}, 4},
		{"written by the model", event.ByModel, map[string]string{file.Symbols[0].Hash: string(file.Symbols[0].Canon), file.Symbols[1].Hash: string(file.Symbols[1].Canon)}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			loads := 0
			m := statemap.New(hydrate.Options{}, func(hash string) ([]byte, error) {
				loads++
				if text, ok := c.vault[hash]; ok {
					return []byte(text), nil
				}
				return nil, event.ErrNotFound
			})
			var entries []*statemap.Entry
			for i, sym := range file.Symbols {
				key := path + "::" + sym.Name
				a := event.Artifact{ID: sym.Name, Entity: key, Hash: sym.Hash, Structure: hash("as it was read before"), Block: hash(made), Convention: "disk", Origin: c.origin, Language: string(file.Language), Kind: sym.Kind, Position: i, Version: 1}
				m.Promote(a, event.ArtifactPromoted{Artifact: a.ID, Entity: key, Persisted: true})
				entries = append(entries, m.Get(key))
			}
			verifier := verifierOf(t, path, saved)
			for range 2 { // and not again
				for _, v := range stale.Compare(verifier, m, entries) {
					if v.Report.Status != etv.Reformatted {
						t.Errorf("%s is %s", v.Key(), v.Report)
					}
				}
			}
			if loads != c.want {
				t.Errorf("contents were looked for %d times, want %d", loads, c.want)
			}
		})
	}
}
