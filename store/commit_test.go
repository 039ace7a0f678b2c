package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"holdfast/store/event"
)

// refused commits a batch that must fail, and gives the error.
func (h *house) refused(b Batch, want error) error {
	h.t.Helper()
	head, hash, err := h.db.Head(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.db.Commit(context.Background(), b)
	if !errors.Is(err, want) {
		h.t.Fatalf("Commit: %v, want %v", err, want)
	}
	if after, hashAfter, err := h.db.Head(context.Background()); err != nil || after != head || hashAfter != hash {
		h.t.Fatalf("a refused batch moved the chain from %d to %d (%v)", head, after, err)
	}
	return err
}

func (h *house) state(id string) event.State {
	h.t.Helper()
	a, err := h.db.Artifact(context.Background(), session, id)
	if err != nil {
		h.t.Fatal(err)
	}
	return a.State
}

func TestCommitAppliesTheArtifactStateMachine_5(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	first, one := artifact("a1", "", "pool.go::Acquire", "one")
	h.must(Batch{Session: session, Blobs: [][]byte{one}, Events: []event.Event{first}})
	if got := h.state("a1"); got != event.Proposed {
		t.Errorf("a new artifact is %s, want PROPOSED", got)
	}
	h.must(Batch{Session: session, Events: []event.Event{promotion(first, "")}})
	if got := h.state("a1"); got != event.Authoritative {
		t.Errorf("a promoted artifact is %s, want AUTHORITATIVE", got)
	}
	second, two := artifact("a2", "", "pool.go::Acquire", "two")
	h.must(Batch{Session: session, Blobs: [][]byte{two}, Events: []event.Event{second, promotion(second, "a1")}})
	a1, err := h.db.Artifact(context.Background(), session, "a1")
	if err != nil || a1.State != event.Superseded || a1.Reason != "superseded by a2" {
		t.Errorf("a replaced artifact is %s (%q), want SUPERSEDED: %v", a1.State, a1.Reason, err)
	}
	entry, err := h.db.MapEntry(context.Background(), session, "pool.go::Acquire")
	if err != nil || entry.ID != "a2" || entry.Version != 2 || entry.Grant != "parity" || len(entry.Gates.Checks) != 2 {
		t.Errorf("the State Map holds %+v (%v), want a2, version 2", entry, err)
	}
	third, three := artifact("a3", "", "pool.go::Acquire", "three")
	h.must(Batch{Session: session, Blobs: [][]byte{three}, Events: []event.Event{third,
		event.ArtifactClosed{Artifact: "a3", Entity: third.Entity, By: "operator", Reason: "no"}}})
	if got := h.state("a3"); got != event.Tombstoned {
		t.Errorf("a rejected proposal is %s, want TOMBSTONED", got)
	}
	h.must(Batch{Session: session, Events: []event.Event{event.EntityTombstoned{Entity: third.Entity, Artifact: "a2", By: "operator", Reason: "gone"}}})
	if got := h.state("a2"); got != event.Tombstoned {
		t.Errorf("the truth of a removed entity is %s, want TOMBSTONED", got)
	}
	if _, err := h.db.MapEntry(context.Background(), session, third.Entity); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("a removed entity is still in the State Map: %v", err)
	}
	fourth, _ := artifact("a4", "", "pool.go::Acquire", "two")
	fourth.Origin = event.ByRestore
	h.must(Batch{Session: session, Events: []event.Event{fourth, promotion(fourth, "")}})
	if entry, err := h.db.MapEntry(context.Background(), session, third.Entity); err != nil || entry.ID != "a4" || entry.Version != 3 {
		t.Errorf("a restored entity is %+v (%v), want a4, version 3", entry, err)
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestCommitRefuses(t *testing.T) {
	t.Parallel()
	fresh, content := artifact("new", "", "pool.go::New", "new")
	other, _ := artifact("new", "", "pool.go::Acquire", "new")
	removal := fresh
	removal.Removes, removal.Hash, removal.Text, removal.Block = true, "", "", ""
	strange := fresh
	strange.Confidence = "CERTAIN"
	homeless := fresh
	homeless.Episode = "nowhere"
	empty := fresh
	empty.Hash = ""
	huge := fresh
	huge.Nodes = 1 << 53
	h := newHouse(t)
	h.must(turn(1, ""))
	h.must(turn(2, "artifact-000001"))
	for _, c := range []struct {
		name   string
		events []event.Event
		want   error
		says   string
	}{
		{"a promotion that supersedes what is no longer the truth", []event.Event{other, promotion(other, "artifact-000001")}, event.ErrConflict, "was to be artifact-000001 and is artifact-000002"},
		{"a promotion that overlooks the truth", []event.Event{other, promotion(other, "")}, event.ErrConflict, "was to be none and is artifact-000002"},
		{"a promotion that supersedes where there is no truth", []event.Event{fresh, promotion(fresh, "artifact-000002")}, event.ErrConflict, "was to be artifact-000002 and is none"},
		{"a second promotion", []event.Event{promotion(event.ArtifactRecorded{Artifact: "artifact-000002", Entity: "pool.go::Acquire"}, "artifact-000002")}, event.ErrConflict, "is SUPERSEDED"},
		{"a promotion for another entity", []event.Event{fresh, event.ArtifactPromoted{Artifact: "new", Entity: "pool.go::Else"}}, event.ErrInvalid, "belongs to pool.go::New"},
		{"a promotion of nothing", []event.Event{event.ArtifactPromoted{Artifact: "none", Entity: "pool.go::New"}}, event.ErrNotFound, "artifact none"},
		{"a promotion of a removal", []event.Event{removal, promotion(removal, "")}, event.ErrInvalid, "holds no content"},
		{"closing what is the truth", []event.Event{event.ArtifactClosed{Artifact: "artifact-000002", Entity: "pool.go::Acquire"}}, event.ErrConflict, "was to be PROPOSED and is AUTHORITATIVE"},
		{"an audit of what has ended", []event.Event{event.ShadowAudited{Artifact: "artifact-000001", Entity: "pool.go::Acquire", Status: event.AuditPartial}}, event.ErrConflict, "is SUPERSEDED"},
		{"an audit of another entity", []event.Event{event.ShadowAudited{Artifact: "artifact-000002", Entity: "pool.go::Else", Status: event.AuditPartial}}, event.ErrInvalid, "belongs to pool.go::Acquire"},
		{"an audit with no known result", []event.Event{event.ShadowAudited{Artifact: "artifact-000002", Entity: "pool.go::Acquire", Status: "done"}}, event.ErrInvalid, `"done"`},
		{"an audit without its answer", []event.Event{event.ShadowAudited{Artifact: "artifact-000002", Entity: "pool.go::Acquire", Status: event.AuditPartial, Answer: event.Hash([]byte("never kept"))}}, event.ErrEvidence, event.Hash([]byte("never kept"))},
		{"a tool's result that is not in the Vault", []event.Event{event.ToolRan{Call: fresh.Hash, Result: event.Hash([]byte("never kept")), Status: "done"}}, event.ErrEvidence, event.Hash([]byte("never kept"))},
		{"a tombstone for an old truth", []event.Event{event.EntityTombstoned{Entity: "pool.go::Acquire", Artifact: "artifact-000001"}}, event.ErrConflict, "is artifact-000002"},
		{"a tombstone for no entity", []event.Event{event.EntityTombstoned{Entity: "pool.go::None", Artifact: "artifact-000001"}}, event.ErrConflict, "is none"},
		{"a known artifact id", []event.Event{event.ArtifactRecorded{Artifact: "artifact-000001", Entity: "x", Hash: fresh.Hash, Confidence: event.Confirmed}}, event.ErrExists, "artifact-000001"},
		{"a known episode id", []event.Event{event.EpisodeOpened{Episode: "episode-000001"}}, event.ErrExists, "episode-000001"},
		{"a known session", []event.Event{event.SessionCreated{ID: session, Name: "again"}}, event.ErrExists, "s1"},
		{"an episode closed twice", []event.Event{event.EpisodeClosed{Episode: "episode-000001", Status: event.EpisodeIsClosed}}, event.ErrConflict, "it is closed already"},
		{"an episode closed that was never opened", []event.Event{event.EpisodeClosed{Episode: "none", Status: event.EpisodeIsClosed}}, event.ErrNotFound, "episode none"},
		{"an episode that ends in no known way", []event.Event{event.EpisodeClosed{Episode: "episode-000001", Status: "open"}}, event.ErrInvalid, `"open"`},
		{"an episode without an id", []event.Event{event.EpisodeOpened{}}, event.ErrInvalid, "without an id"},
		{"evidence that is not in the Vault", []event.Event{event.EpisodeOpened{Episode: "e", Prompt: event.Hash([]byte("never kept"))}}, event.ErrEvidence, event.Hash([]byte("never kept"))},
		{"evidence of a loose block that is not in the Vault", []event.Event{event.EpisodeOpened{Episode: "e"},
			event.EpisodeClosed{Episode: "e", Status: event.EpisodeIsClosed, Loose: []event.LooseBlock{{Block: "sha256:0"}}}}, event.ErrEvidence, "sha256:0"},
		{"an artifact without content", []event.Event{empty}, event.ErrInvalid, "lacks a part"},
		{"an artifact of no known confidence", []event.Event{strange}, event.ErrInvalid, "CHECK"},
		{"an artifact of an unknown episode", []event.Event{homeless}, event.ErrInvalid, `"nowhere"`},
		{"an integer beyond 2^53-1", []event.Event{huge}, event.ErrInvalid, "nodes"},
		{"a session in the stream of another", []event.Event{event.SessionCreated{ID: "s9", Name: "nine"}}, event.ErrInvalid, `"s9"`},
		{"a nil event", []event.Event{nil}, event.ErrInvalid, "nil"},
		{"a nil pointer to an event", []event.Event{(*event.EpisodeOpened)(nil)}, event.ErrInvalid, "nil"},
		{"a foreign type of event", []event.Event{foreignEvent{}}, event.ErrInvalid, "artifact_recorded"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := h.refused(Batch{Session: session, Blobs: [][]byte{content}, Events: c.events}, c.want)
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error says %q, not %q", err, c.says)
			}
			if _, err := h.db.Blob(context.Background(), event.Hash(content)); !errors.Is(err, event.ErrNotFound) {
				t.Errorf("the blob of a refused batch was kept: %v", err)
			}
		})
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

type foreignEvent struct{}

func (foreignEvent) Type() string { return "artifact_recorded" }

func TestCommitRefusesUnknownAndMalformedSessions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for id, want := range map[string]error{"nobody": event.ErrNotFound, "": event.ErrInvalid, "a b": event.ErrInvalid, strings.Repeat("x", 65): event.ErrInvalid, `"`: event.ErrInvalid} {
		h.refused(Batch{Session: id, Events: []event.Event{event.EpisodeOpened{Episode: "e"}}}, want)
	}
	h.refused(Batch{Session: "s3", Events: []event.Event{event.SessionCreated{ID: "s3", Name: "main"}}}, event.ErrExists)
	h.refused(Batch{Session: "s3", Events: []event.Event{event.SessionCreated{ID: "s3", Name: "three", Parent: "s4"}}}, event.ErrNotFound)
}

func TestCommitOfAFailingBatchFailsAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var wg sync.WaitGroup
	const callers = 24
	errs := make([]error, callers)
	for i := range callers {
		wg.Go(func() {
			b := turnOf(i, fmt.Sprintf("pool.go::F%d", i), "")
			if i%4 == 0 {
				b = turnOf(i, fmt.Sprintf("pool.go::F%d", i), "nobody")
			}
			_, errs[i] = h.db.Commit(context.Background(), b)
		})
	}
	wg.Wait()
	for i, err := range errs {
		if i%4 == 0 && !errors.Is(err, event.ErrConflict) || i%4 != 0 && err != nil {
			t.Errorf("batch %d: %v", i, err)
		}
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestCommitTellsWhereTheBatchStands(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	r := h.must(turn(1, ""))
	if r.First != 2 || r.Last != 5 || !event.IsHash(r.Head) || r.Time.IsZero() {
		t.Errorf("receipt %+v, want rows 2 to 5", r)
	}
	seq, hash, err := h.db.Head(context.Background())
	if err != nil || seq != r.Last || hash != r.Head {
		t.Errorf("the chain ends at %d %s (%v), the receipt says %+v", seq, hash, err, r)
	}
	only := h.must(Batch{Session: session, Blobs: [][]byte{[]byte("evidence alone")}})
	if only.First != 0 || only.Last != 0 || only.Head != r.Head {
		t.Errorf("a batch of blobs has the receipt %+v", only)
	}
	file, err := os.ReadFile(filepath.Join(h.dir, headFile))
	if err != nil {
		t.Fatal(err)
	}
	var head Head
	if err := json.Unmarshal(file, &head); err != nil || head != (Head{Session: session, Name: "main", Seq: r.Last, Hash: r.Head}) {
		t.Errorf("HEAD says %s (%v)", file, err)
	}
}

func TestCommitKeepsWhatIsNoUTF8AsTheLedgerHasIt(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	a, content := artifact("a", "", "b\xffd.go::F\x00", "x")
	a.Path = "b\xffd.go"
	h.must(Batch{Session: session, Blobs: [][]byte{content}, Events: []event.Event{a, promotion(a, "")}})
	if _, err := h.db.MapEntry(context.Background(), session, "b\uFFFDd.go::F\x00"); err != nil {
		t.Error(err)
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestCommitTakesPointersToEvents(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.must(Batch{Session: session, Events: []event.Event{&event.EpisodeOpened{Episode: "e"}}})
	if _, err := h.db.Episode(context.Background(), session, "e"); err != nil {
		t.Error(err)
	}
}

func TestCommitAfterCloseAndWithAnEndedContext(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := h.db.Commit(ctx, turn(1, "")); !errors.Is(err, context.Canceled) {
		t.Errorf("Commit with an ended context: %v", err)
	}
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := h.db.Commit(context.Background(), turn(2, "")); !errors.Is(err, event.ErrClosed) {
		t.Errorf("Commit after Close: %v", err)
	}
}

// What a connection remembers of the chain is never believed against the
// database: neither for a batch that is refused, nor for one without events.
func TestACommitBehindAnotherProcessStandsOnItsRows(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	beside, err := Open(context.Background(), h.dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = beside.Close() }()
	theirs := func(b Batch) Receipt {
		t.Helper()
		r, err := beside.Commit(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	h.must(turn(1, ""))
	first := theirs(turn(2, "artifact-000001"))
	if r := h.must(Batch{Session: session, Blobs: [][]byte{[]byte("evidence alone")}}); r.Head != first.Head {
		t.Errorf("blobs behind a foreign row have the head %s, want %s", r.Head, first.Head)
	}
	second := theirs(turn(3, "artifact-000002"))
	h.refused(turn(4, "artifact-000002"), event.ErrConflict)
	if r := h.must(turn(5, "artifact-000003")); r.First != second.Last+1 {
		t.Errorf("a commit behind row %d begins at row %d", second.Last, r.First)
	}
	theirs(Batch{Session: "s2", Events: []event.Event{event.SessionCreated{ID: "s2", Name: "theirs"}}})
	h.must(Batch{Session: "s2", Events: []event.Event{event.EpisodeOpened{Episode: "e"}}})
	h.refused(Batch{Session: "s3", Events: []event.Event{event.EpisodeOpened{Episode: "e"}}}, event.ErrNotFound)
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

// TestTwoProcessesShareOneChain stands for a command beside the engine: each
// has its own connections, and neither may trust what it remembers.
func TestTwoProcessesShareOneChain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	beside, err := Open(context.Background(), h.dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = beside.Close() }()
	reader, err := Open(context.Background(), h.dir, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	ctx := context.Background()
	foreign := func(db *DB) bool {
		t.Helper()
		changed, err := db.ForeignCommits(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return changed
	}
	if foreign(h.db) || foreign(beside) || foreign(reader) {
		t.Error("foreign commits before there were any")
	}
	h.must(turn(1, ""))
	if foreign(h.db) {
		t.Error("one's own commit is told as foreign")
	}
	if !foreign(beside) || !foreign(reader) {
		t.Error("a foreign commit is not told")
	}
	var wg sync.WaitGroup
	for i, db := range []*DB{h.db, beside} {
		wg.Go(func() {
			for n := range 40 {
				if _, err := db.Commit(ctx, turnOf(100+i*100+n, fmt.Sprintf("pool.go::F%d_%d", i, n), "")); err != nil {
					t.Errorf("process %d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
	if !foreign(h.db) || !foreign(beside) || foreign(beside) {
		t.Error("foreign commits are to be told once")
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
	if _, err := reader.Commit(ctx, turn(9, "")); !errors.Is(err, event.ErrReadOnly) {
		t.Errorf("a read-only database commits: %v", err)
	}
}
