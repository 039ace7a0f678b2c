package canon

import (
	"os"
	"path/filepath"
	"testing"
)

// seeds are the cases of testdata.
func seeds(f *testing.F) {
	for _, pattern := range []string{"valid/*", "invalid/*", "chain/*/2.json"} {
		paths, err := filepath.Glob(filepath.Join(cases, pattern))
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Add([]byte(small(1)))
	f.Add([]byte("```\n" + smallDelta(2) + "\n```"))
}

// FuzzRead proves that no text breaks the search, and that what it finds is
// found again, and judged alike, when it stands alone.
func FuzzRead(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, want := range []Kind{Any, SessionState, StateDelta} {
			d, faults := Read(text, want)
			if (d == nil) == (len(faults) == 0) {
				t.Fatalf("%v, and faults %v", d, faults)
			}
			if d == nil {
				continue
			}
			again, faults := Read(d.Text, d.Kind)
			if len(faults) > 0 {
				t.Fatalf("the document alone: %v", faults)
			}
			if len(Validate(d, nil)) != len(Validate(again, nil)) {
				t.Fatal("the document alone is judged otherwise")
			}
		}
	})
}

// FuzzValidate proves that every verdict has its words, and that a valid
// document has the hash that another implementation finds.
func FuzzValidate(f *testing.F) {
	seeds(f)
	prior, _ := Read([]byte(smallDelta(1)), Any)
	f.Fuzz(func(t *testing.T, text []byte) {
		d, faults := Read(text, Any)
		if len(faults) > 0 {
			return
		}
		for _, fault := range append(Validate(d, nil), Validate(d, prior)...) {
			if fault.Path == "" || fault.Text == "" {
				t.Fatalf("a fault without words: %+v", fault)
			}
		}
		if len(Validate(d, nil)) > 0 {
			return
		}
		state := d.Text
		if d.Kind == StateDelta {
			state = d.Text[d.object.state.from:d.object.state.to]
		}
		if hash, err := d.StateHash(); err != nil || hash != jcsHash(t, state) {
			t.Fatalf("%s %v", hash, err)
		}
	})
}
