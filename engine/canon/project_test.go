package canon

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gowebpki/jcs"
)

var noon = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

// hashOf is a content hash, told apart by n.
func hashOf(n int) string { return hashPrefix + fmt.Sprintf("%064x", n) }

// pool is a session with a row of every sort.
func pool() Facts {
	return Facts{
		Seq: 7, Updated: noon, LastHash: hashOf(6),
		Entities: []Entity{
			{Path: "store/pool.go", Symbol: "Pool.Close", Hash: hashOf(1), Seq: 12, Granted: noon.Add(-time.Hour), Grant: "parity", Persisted: true},
			{Path: "store/pool.go", Symbol: "Pool.Acquire", Hash: hashOf(2), Seq: 15, Granted: noon, Grant: "operator", Stale: Edited},
			{Path: "README.md", Symbol: "*", Hash: hashOf(3), Seq: 3, Granted: noon.Add(-2 * time.Hour), Grant: "write_head"},
			{Path: "secret.go", Symbol: "Key", Hash: hashOf(4), Seq: 4, Granted: noon.Add(-2 * time.Hour), Grant: "disk", Persisted: true, Unreadable: "permission denied"},
		},
		Revoked:   []Revocation{{Path: "store/pool.go", Symbol: "Pool.Drain", Seq: 9, Granted: noon.Add(-time.Hour), Grant: "parity", Reason: "tombstoned by the operator"}},
		Contested: []Contest{{Path: "store/pool.go", Symbol: "Pool.Close", Artifact: "a1a1", Reason: "the audit found it partial"}},
		Lost:      []Loss{{Path: "old.go", Symbol: "Gone", Hash: hashOf(9), Reason: "there is no such file"}},
		Proposals: []Proposal{
			{ID: "e5e5", Path: "store/pool.go", Symbol: "Pool.Release", Removes: true},
			{ID: "c3c3", Path: "store/new.go", Symbol: "Open", Reason: "no path was given"},
		},
	}
}

func TestProjectMakesTheSessionStateOfTheFacts(t *testing.T) {
	got, err := Project(pool()).Encode()
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/pool.json"
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAnEmptySessionHasEveryArray(t *testing.T) {
	text, err := Project(Facts{Updated: noon}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"active_l0_sources", "authorized_deltas", "open_conflicts", "pending_decisions", "last_persistent_artifacts"} {
		if !strings.Contains(string(text), `"`+key+`": []`) {
			t.Errorf("%s is not there, or not empty:\n%s", key, text)
		}
	}
	if strings.Contains(string(text), "last_state_hash") {
		t.Errorf("a first state has nothing before it:\n%s", text)
	}
}

func TestASourceIsJudgedByItsEntities(t *testing.T) {
	many := make([]Entity, 9)
	for i := range many {
		many[i] = Entity{Path: "a.go", Symbol: fmt.Sprint("S", i), Stale: NotApplied}
	}
	tests := []struct {
		name     string
		entities []Entity
		want     Source
	}{
		{"nothing is wrong", []Entity{{Path: "a.go", Symbol: "A"}}, Source{"a.go", "project_file", "inspected", ""}},
		{"one entity is STALE", []Entity{{Path: "a.go", Symbol: "A"}, {Path: "a.go", Symbol: "B", Stale: Edited}}, Source{"a.go", "project_file", "conflicted", "STALE: B"}},
		{"it cannot be read", []Entity{{Path: "a.go", Symbol: "A", Stale: Edited}, {Path: "a.go", Symbol: "B", Unreadable: "it is a pipe"}}, Source{"a.go", "project_file", "unavailable", "cannot be read: it is a pipe"}},
		{"many are STALE", many, Source{"a.go", "project_file", "conflicted", "STALE: S0, S1, S2, S3, S4 and 4 more entities"}},
	}
	for _, test := range tests {
		if got := Project(Facts{Entities: test.entities}).ActiveL0Sources; !slices.Equal(got, []Source{test.want}) {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// anyFacts makes facts of strings that are hard to write.
func anyFacts(r *rand.Rand) Facts {
	texts := []string{"", "a", "A.b", "\"quoted\"", "back\\slash", "tab\tnew\nline\x00\x1f", "ünï/cødé", "日本語", "🦀", "\u2028", "\xff\xfe", "<&>", "\x7f", "e\u0301"}
	text := func() string { return texts[r.IntN(len(texts))] + texts[r.IntN(len(texts))] }
	moment := func() time.Time {
		return noon.Add(time.Duration(r.IntN(100)) * time.Second).In(time.FixedZone("", r.IntN(5)*3600))
	}
	f := Facts{Seq: r.Int64N(maxInteger), Updated: moment()}
	if r.IntN(2) == 0 {
		f.LastHash = hashOf(r.IntN(100))
	}
	used := map[string]bool{}
	for range r.IntN(30) {
		e := Entity{
			Path: text(), Symbol: text() + fmt.Sprint(r.IntN(4)), Hash: hashOf(r.IntN(1000)), Seq: r.Int64N(1 << 40), Granted: moment(),
			Grant: []string{"parity", "disk", "operator", text()}[r.IntN(4)], Persisted: r.IntN(2) == 0,
			Stale: []Staleness{"", "", NotApplied, Edited, "else"}[r.IntN(5)], Unreadable: []string{"", "", "", text()}[r.IntN(4)],
		}
		if !used[e.Key()] {
			f.Entities = append(f.Entities, e)
		}
		used[e.Key()] = true
	}
	for i := range r.IntN(4) {
		f.Revoked = append(f.Revoked, Revocation{Path: text(), Symbol: text(), Seq: int64(i), Granted: moment(), Grant: "parity", Reason: text()})
		f.Contested = append(f.Contested, Contest{Path: text(), Symbol: text(), Artifact: text(), Reason: text()})
		f.Lost = append(f.Lost, Loss{Path: text(), Symbol: text(), Hash: hashOf(i), Reason: text()})
		f.Proposals = append(f.Proposals, Proposal{ID: text(), Path: text(), Symbol: text(), Reason: text(), Removes: r.IntN(2) == 0, Blocking: r.IntN(2) == 0})
	}
	return f
}

// jcsHash is the hash of a document by an implementation of RFC 8785 that
// holdfast uses for nothing else: its canonical form is right, and slow.
func jcsHash(t *testing.T, document []byte) string {
	t.Helper()
	canonical, err := jcs.Transform(document)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(canonical)
	return hashPrefix + hex.EncodeToString(sum[:])
}

// The hash that is streamed is that of RFC 8785 over the document that is made.
func TestTheHashIsThatOfTheCanonicalDocument(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	documents := 1_000
	if testing.Short() {
		documents = 100
	}
	for i := range documents {
		f := anyFacts(r)
		text, err := json.Marshal(Project(f))
		if err != nil {
			t.Fatal(err)
		}
		want := jcsHash(t, text)
		if again, err := HashText(text); err != nil || again != want {
			t.Fatalf("facts %d: %s %v, want %s:\n%s", i, again, err, want, text)
		}
		if got := f.Hash(); got != want {
			t.Fatalf("facts %d: %s, but the document has %s:\n%s", i, got, want, text)
		}
	}
	large := workspace(3_000) // longer than one piece of the stream
	text, _ := json.Marshal(Project(large))
	if large.Hash() != jcsHash(t, text) {
		t.Error("the hash of a long document differs")
	}
}

func TestTheOrderOfTheFactsDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		f := anyFacts(r)
		want, hash := Project(f), f.Hash()
		shuffle(r, f.Entities)
		shuffle(r, f.Revoked)
		shuffle(r, f.Contested)
		shuffle(r, f.Lost)
		if got := Project(f); !reflect.DeepEqual(got, want) {
			t.Fatalf("the document differs:\n%+v\n%+v", got, want)
		}
		if f.Hash() != hash {
			t.Fatal("the hash differs")
		}
	}
}

func shuffle[T any](r *rand.Rand, list []T) {
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

func TestEverySessionStateThatIsMadeIsValid(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		if _, err := Project(anyFacts(r)).Encode(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTimesAreWrittenInRFC3339Only(t *testing.T) {
	s := Project(pool())
	s.AuthorizedDeltas[1].AuthorizedAt = "2025-03-01"
	if _, err := s.Encode(); err == nil || !strings.Contains(err.Error(), "authorized_deltas[1].authorized_at") {
		t.Errorf("%v", err)
	}
	if _, err := Project(Facts{Updated: time.Date(12025, 1, 1, 0, 0, 0, 0, time.UTC)}).Encode(); err == nil {
		t.Error("a year of five digits was written")
	}
}
