package event

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// Whatever a row of the Ledger holds, nothing that is made of it fails.
func FuzzFileAdopted(f *testing.F) {
	sums, _ := SumsOf(Hash(nil), Hash([]byte("a")), Hash([]byte("b")))
	good, err := json.Marshal(FileAdopted{ID: "0123456789ab", Episode: "e", Path: "a.go", Block: Hash(nil), Grant: "write_head",
		Symbols: []AdoptedSymbol{{Name: "A", Sums: sums, Core: []int{0, 1}, Text: []int{0, 2}}, {Name: "B", Position: 1, Sums: sums, Count: 2}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good, []byte("package a\n"))
	f.Add([]byte(`{"symbols":[{"name":"a\\nb","core":[2,1],"sums":"AAAA"}]}`), []byte{})
	f.Fuzz(func(t *testing.T, data, file []byte) {
		ev, err := Decode(FileAdopted{}.Type(), data)
		if err != nil {
			return
		}
		e := ev.(FileAdopted)
		sound := e.Check() == nil
		Evidence(e)
		singles := Expand(e)
		if len(singles) != 2*len(e.Symbols) {
			t.Fatalf("%d events of %d symbols", len(singles), len(e.Symbols))
		}
		for i := range e.Symbols {
			a, rec := e.Stands(i, 1, "s", 0, time.Time{}), singles[2*i].(ArtifactRecorded)
			if a.Entity != rec.Entity || a.ID != rec.Artifact || a.Hash != rec.Hash || sound && (!IsHash(a.Hash) || !IsHash(a.Text) || !IsHash(a.Structure)) {
				t.Errorf("symbol %d stands as %+v and is recorded as %+v", i, a, rec)
			}
			if sound && e.Find(e.Symbols[i].Name) != i {
				t.Errorf("symbol %d is not found", i)
			}
			_, _ = CutCore(file, e.Symbols[i].Core)
			_, _ = CutText(file, e.Symbols[i].Text)
		}
		if !sound {
			return
		}
		encoded, err := Encode(e)
		if err != nil {
			if !strings.Contains(err.Error(), "beyond the integers") {
				t.Error(err)
			}
			return
		}
		if again, err := Decode(encoded.Type, encoded.Data); err != nil || !Canonical(again, encoded.Data) {
			t.Errorf("it does not survive the Ledger: %v", err)
		}
	})
}

func TestHashesComeBackOfTheirSums(t *testing.T) {
	hash, structure, text := Hash([]byte("1")), Hash([]byte("2")), Hash([]byte("3"))
	sums, ok := SumsOf(hash, structure, text)
	s := AdoptedSymbol{Sums: sums}
	if h, st, te := s.Hashes(); !ok || h != hash || st != structure || te != text {
		t.Errorf("%s %s %s come back of %q", h, st, te, sums)
	}
	if _, ok := SumsOf(hash, "", text); ok {
		t.Error("no hash is taken for one")
	}
	for _, bad := range []string{"", sums[1:], strings.Repeat("!", len(sums)), sums[:len(sums)-1] + "\n"} {
		s.Sums = bad
		if h, _, _ := s.Hashes(); h != "" {
			t.Errorf("%q holds %s", bad, h)
		}
	}
}
