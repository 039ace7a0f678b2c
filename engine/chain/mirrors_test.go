package chain_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/canon"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/chain"
	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// session is one session's mirrors, which fold what is committed, and the database that
// they could be filled from.
type session struct {
	t        *testing.T
	id       string
	db       *store.DB
	random   *rand.Rand
	at       time.Time
	state    *statemap.Map
	pending  *statemap.Pending
	diverged *stale.Diverged
	chain    *chain.Chain
	records  map[string]event.ArtifactRecorded
	batch    []event.Event
	blobs    [][]byte
	n        int // of what was named
	last     int64
}

func newSession(t *testing.T, seed uint64) *session {
	t.Helper()
	s := &session{t: t, id: "s1", random: rand.New(rand.NewPCG(seed, 7)), at: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), records: map[string]event.ArtifactRecorded{}}
	now := func() time.Time { s.at = s.at.Add(time.Second); return s.at }
	db, err := store.Open(t.Context(), t.TempDir(), store.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s.db = db
	s.mirrors()
	s.add(event.SessionCreated{ID: s.id, Name: "main"})
	s.commit()
	return s
}

// mirrors begins with empty ones.
func (s *session) mirrors() {
	s.state = statemap.New(hydrate.Options{}, func(hash string) ([]byte, error) { return s.db.Blob(context.Background(), hash) })
	s.pending, s.diverged = statemap.NewPending(), stale.NewDiverged()
	s.chain = chain.New(s.id, s.state, s.diverged)
}

// filled are mirrors of the same session that were read from the database.
func (s *session) filled() *session {
	s.t.Helper()
	f := &session{t: s.t, id: s.id, db: s.db, records: map[string]event.ArtifactRecorded{}}
	f.mirrors()
	for _, fill := range []func() error{
		func() error { return f.state.Fill(s.t.Context(), s.db, s.id) },
		func() error { return f.pending.Fill(s.t.Context(), s.db, s.id) },
		func() error { return f.chain.Fill(s.t.Context(), s.db) },
	} {
		if err := fill(); err != nil {
			s.t.Fatal(err)
		}
	}
	return f
}

func (s *session) add(list ...event.Event) { s.batch = append(s.batch, list...) }

func (s *session) blob(text string) string {
	s.blobs = append(s.blobs, []byte(text))
	return event.Hash([]byte(text))
}

// commit makes the batch true and has the mirrors fold it, in the order of package
// sessions.
func (s *session) commit() {
	s.t.Helper()
	batch, blobs := s.batch, s.blobs
	s.batch, s.blobs = nil, nil
	receipt, err := s.db.Commit(s.t.Context(), store.Batch{Session: s.id, Blobs: blobs, Events: batch})
	if err != nil {
		s.t.Fatalf("%v: %+v", err, batch)
	}
	for i, ev := range batch {
		s.fold(event.Row{Session: s.id, Seq: receipt.First + int64(i), Time: receipt.Time}, ev)
	}
	s.last = receipt.Last
	s.chain.Mark(receipt.Last)
}

func (s *session) fold(row event.Row, ev event.Event) {
	s.t.Helper()
	s.chain.Fold(row, ev)
	s.diverged.Fold(ev)
	s.pending.Fold(ev)
	switch ev := ev.(type) {
	case event.ArtifactRecorded:
		s.records[ev.Artifact] = ev
	case event.ArtifactPromoted:
		a := statemap.Recorded(s.records[ev.Artifact])
		a.Changed, a.Grant, a.StateSeq = row.Time, ev.Grant, row.Seq
		if ev.Supersedes == "" {
			if err := s.state.Recall(s.t.Context(), s.db, s.id, row.Seq); err != nil {
				s.t.Fatal(err)
			}
		}
		s.state.Promote(a, ev)
	default:
		s.state.Fold(ev)
	}
}

func (s *session) name(what string) string {
	s.n++
	return fmt.Sprintf("%s%d", what, s.n)
}

// text is one of a few contents, so that versions come back.
func (s *session) text() string { return fmt.Sprintf("func F() int { return %d }\n", s.random.IntN(4)) }

// onDisk is something that the disk may hold, as the Ledger says it.
func (s *session) onDisk() string {
	return []string{event.DiskAbsent, event.DiskMissing, event.Hash([]byte(s.text())), event.Hash([]byte(s.text()))}[s.random.IntN(4)]
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (s *session) chance(percent int) bool { return s.random.IntN(100) < percent }

func (s *session) recorded(episode, entity string, removes bool) event.ArtifactRecorded {
	path, symbol, _ := strings.Cut(entity, "::")
	text := s.text()
	rec := event.ArtifactRecorded{
		Artifact: s.name("a"), Episode: episode, Entity: entity, Path: path, Symbol: symbol, Language: "go", Kind: "function",
		Structure: event.Hash([]byte("structure of " + text)), Block: s.blob("```\n" + text + "```"), Position: s.random.IntN(3),
		Method: "ast", Nodes: s.random.IntN(50), Tokens: s.random.IntN(50), Count: 1, Top: true, Confidence: event.Confirmed,
		Origin: pick(s.random, []event.Origin{event.ByModel, event.ByTool, event.ByUser, event.ByDisk}), Removes: removes,
		WaitsForDisk: s.chance(30), Gates: event.GateReport{Decision: "propose", Reasons: []string{"why it waits"}},
	}
	if !removes {
		rec.Hash, rec.Text = s.blob(text), s.blob("// F counts.\n"+text)
	}
	return rec
}

func (s *session) promote(rec event.ArtifactRecorded, episode string) {
	ev := event.ArtifactPromoted{
		Artifact: rec.Artifact, Entity: rec.Entity, Episode: episode,
		Grant: pick(s.random, []string{"parity", "disk", "write_head", "user_verification", "operator", "audit"}), Gates: event.GateReport{Decision: "promote"},
	}
	if e := s.state.Get(rec.Entity); e != nil {
		ev.Supersedes = e.Artifact()
	}
	switch s.random.IntN(4) {
	case 0:
		ev.Persisted, ev.Disk = true, rec.Hash
	case 1:
		ev.Disk, ev.Acknowledged = s.onDisk(), true
	case 2:
		ev.Disk = s.onDisk()
	}
	s.add(ev)
}

// step commits one random thing that a session can do.
func (s *session) step() {
	s.t.Helper()
	entity := fmt.Sprintf("%s::%s", pick(s.random, []string{"a.go", "b/c.go", "größe.go"}), pick(s.random, []string{"F", "T.Close", "Äh"}))
	stands := s.state.Get(entity)
	waiting := s.pending.In(func(string) bool { return true })
	switch what := s.random.IntN(10); {
	case what < 4: // a turn
		episode := s.name("e")
		s.add(event.EpisodeOpened{Episode: episode, Kind: "turn"})
		rec := s.recorded(episode, entity, s.chance(10))
		s.add(rec)
		if !rec.Removes && s.chance(70) {
			s.promote(rec, episode)
		}
		s.add(event.EpisodeClosed{Episode: episode, Status: "closed"})
	case what == 4 && len(waiting) > 0:
		w := pick(s.random, waiting)
		by := pick(s.random, []string{"operator", "engine", "disk"})
		s.add(event.ArtifactClosed{Artifact: w.ID, Entity: w.Entity, By: by, Reason: pick(s.random, []string{"rejected", "accepted: done"})})
	case what == 5 && len(waiting) > 0:
		if w := pick(s.random, waiting); !w.Removes {
			s.promote(s.records[w.ID], "")
		}
	case stands == nil:
		return
	case what == 6:
		s.add(event.EntityTombstoned{Entity: entity, Artifact: stands.Artifact(), By: "operator", Reason: "not needed any more"})
	case what == 7 && !stands.Place().Persisted:
		s.add(event.EntityPersisted{Entity: entity, Artifact: stands.Artifact(), Disk: stands.Hash()})
	case what == 8:
		known := stands.Place().Known()
		ev := event.EntityAcknowledged{Entity: entity, Artifact: stands.Artifact(), By: "operator", Reason: "edited", Was: known}
		if ev.Withdrawn = known != "" && s.chance(50); !ev.Withdrawn {
			ev.Disk = s.onDisk()
		}
		s.add(ev)
	case what == 9:
		status := pick(s.random, []event.AuditStatus{event.AuditCompleted, event.AuditPartial, event.AuditDiscussion})
		s.add(event.ShadowAudited{Artifact: stands.Artifact(), Entity: entity, Status: status, Answer: s.blob("{}")})
	}
	if len(s.batch) > 0 {
		s.commit()
	}
}

// tell records the deltas that are due, and returns their numbers.
func (s *session) tell() (numbers []int64) {
	s.t.Helper()
	for m := s.chain.Next(); m != nil; m = s.chain.Next() {
		ev, due := s.chain.Tell(m, s.at)
		if !due {
			s.t.Fatal("a moment is due that was told")
		}
		receipt, err := s.db.Commit(s.t.Context(), store.Batch{Session: s.id, Events: []event.Event{ev}})
		if err != nil {
			s.t.Fatal(err)
		}
		s.fold(event.Row{Session: s.id, Seq: receipt.First, Time: receipt.Time}, ev)
		s.last = receipt.Last
		numbers = append(numbers, ev.Number)
	}
	return numbers
}

// entries are everything that the State Map says of each entity.
func (s *session) entries() []string {
	out := []string{}
	for _, e := range s.state.Sorted() {
		o := e.Place()
		bases := slices.Clone(o.Bases) // a set
		slices.SortFunc(bases, func(a, b etv.Digest) int { return bytes.Compare(a[:], b[:]) })
		out = append(out, fmt.Sprintf("%s %s v%d %s %s %s at %d: %s %s %s %s %s %v; saved %t, bases %v, kept %q, lost %t, doubt %q",
			e.Key(), e.Artifact(), e.Version, e.Hash(), e.Structure(), e.TextHash(), e.Position, e.Kind(), e.Grant(), e.Origin(), e.Language(),
			e.Changed().Format(time.RFC3339), e.Measure(), o.Persisted, slices.Compact(bases), o.Known(), o.Loss, o.Doubt))
	}
	return out
}

// waiting are the proposals that wait, the oldest first.
func (s *session) waiting() []string {
	out := []string{}
	for _, w := range s.pending.In(func(string) bool { return true }) {
		out = append(out, fmt.Sprintf("%s %s %s removes %t, review %t, waits %t", w.ID, w.Entity, w.Hash, w.Removes, w.Review, w.WaitsForDisk))
	}
	return out
}

// Recovery: the State Map is rebuildable from Vault and Ledger (TSLP 3.3). Whatever a
// session does, its mirrors in memory are what the database would fill them with.
func TestMirrorsThatFoldAreMirrorsThatAreFilled_3_3(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			s := newSession(t, seed)
			for step := range 120 {
				s.step()
				if step%3 == 0 {
					s.tell()
				}
				if step%5 != 0 {
					continue
				}
				f := s.filled()
				if got, want := s.entries(), f.entries(); !slices.Equal(got, want) {
					t.Fatalf("step %d: the State Map folds to\n%s\nand is filled with\n%s", step, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				if got, want := s.waiting(), f.waiting(); !slices.Equal(got, want) {
					t.Fatalf("step %d: %q wait, and the database has %q", step, got, want)
				}
				_, live := s.chain.At(s.last)
				last, read := f.chain.At(s.last)
				if got, want := live.State(last, s.at), read.State(last, s.at); !reflect.DeepEqual(got, want) {
					t.Fatalf("step %d: the next state is\n%+v\nand read from the database\n%+v", step, got, want)
				}
			}
			if len(s.entries()) == 0 {
				t.Fatal("nothing stands at the end: the steps prove little")
			}
		})
	}
}

// What was emitted can be made again of the Ledger alone, by code that shares nothing
// with the mirrors (CANON_STATE_DELTA: seq, previous_seq, previous_hash, current_state).
func TestWhatIsEmittedIsRebuiltFromTheLedger_CanonDelta(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			s := newSession(t, 100+seed)
			var numbers []int64
			for range 80 {
				s.step()
				if s.chance(60) { // else several moments are told one after the other
					numbers = append(numbers, s.tell()...)
				}
			}
			numbers = append(numbers, s.tell()...)
			if len(numbers) < 20 {
				t.Fatalf("%d deltas", len(numbers))
			}
			findings, err := rebuild.Verify(t.Context(), s.db, nil)
			if err != nil || len(findings) > 0 {
				t.Fatalf("%v: %+v", err, findings)
			}
			before, at := canon.Link{}, 0
			err = rebuild.Deltas(t.Context(), s.db, s.id, func(d canon.Delta) error {
				if d.Seq != numbers[at] || d.CurrentState.StateSeq != d.Seq {
					t.Errorf("delta %d: seq %d, state_seq %d, emitted as %d", at, d.Seq, d.CurrentState.StateSeq, numbers[at])
				}
				if d.Basis.PreviousSeq != before.Seq || d.Basis.PreviousHash != before.Hash {
					t.Errorf("delta %d follows %+v, not %+v", d.Seq, d.Basis, before)
				}
				if mode := d.Decision.Mode; mode != canon.ModeB && mode != canon.ModeC {
					t.Errorf("delta %d is of mode %q", d.Seq, mode)
				}
				text, err := d.Encode()
				if err != nil {
					return err
				}
				doc, faults := canon.Read(text, canon.StateDelta)
				if len(faults) == 0 {
					faults = canon.Validate(doc, nil)
				}
				if len(faults) > 0 {
					t.Errorf("delta %d: %+v", d.Seq, faults)
					return nil
				}
				hash, err := doc.StateHash()
				before, at = canon.Link{Seq: d.Seq, Hash: hash}, at+1
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if link := s.chain.Link(); link != before || at != len(numbers) {
				t.Errorf("the chain ends in %+v after %d, the Ledger in %+v after %d", link, len(numbers), before, at)
			}
			one, err := rebuild.Delta(t.Context(), s.db, s.id, numbers[len(numbers)/2])
			if err != nil || one.Seq != numbers[len(numbers)/2] {
				t.Errorf("one delta made again by itself: %d, %v", one.Seq, err)
			}
			entitiesNow(t, s)
		})
	}
}

// entitiesNow compares the mirror of the State Map with what the Ledger makes of it.
func entitiesNow(t *testing.T, s *session) {
	t.Helper()
	list := s.state.Frozen()
	if len(list) != s.state.Len() {
		t.Fatalf("%d of %d entities are listed", len(list), s.state.Len())
	}
	of := func(list []statemap.Frozen) string {
		differ, err := rebuild.Compare(t.Context(), s.db, map[string]rebuild.Held{s.id: frozen(list)}, math.MaxInt64, rebuild.AtOnce)
		if err != nil {
			t.Fatal(err)
		}
		return differ[s.id]
	}
	if differ := of(list); differ != "" {
		t.Errorf("the Ledger makes another State Map than the mirror is: %s", differ)
	}
	if len(list) == 0 {
		return
	}
	at := len(list) / 2
	if differ := of(slices.Delete(slices.Clone(list), at, at+1)); differ != "it lacks 1 entities" {
		t.Errorf("of a map without %s the Ledger says %q", list[at].Key(), differ)
	}
	turned := slices.Clone(list)
	turned[at].Stood = &statemap.Place{Persisted: !list[at].Stood.Persisted}
	if differ := of(turned); differ != list[at].Key()+" stands otherwise" {
		t.Errorf("of a map in which the disk holds %s otherwise the Ledger says %q", list[at].Key(), differ)
	}
	strange := slices.Clone(list)
	strange[at].Entry = statemap.EntryOf(event.Artifact{Entity: list[at].Key() + "x"})
	if differ := of(strange); differ != list[at].Key()+"x was never made AUTHORITATIVE" {
		t.Errorf("of a map with an entity more the Ledger says %q", differ)
	}
	other := slices.Clone(list)
	other[at].Entry = statemap.EntryOf(event.Artifact{Entity: list[at].Key(), Hash: event.Hash([]byte("another"))})
	if differ := of(other); differ != list[at].Key()+" has another content" {
		t.Errorf("of a map with another content the Ledger says %q", differ)
	}
}

// frozen is a State Map as rebuild compares it.
type frozen []statemap.Frozen

func (f frozen) Len() int { return len(f) }

func (f frozen) Find(entity string) (int, bool) { return statemap.FindFrozen(f, entity) }

func (f frozen) Name(at int) string { return f[at].Key() }

func (f frozen) At(at int) rebuild.Standing {
	e := f[at]
	return rebuild.Standing{Hash: e.Content(), Seq: e.Granted(), Granted: e.Changed().UnixMilli(), Grant: e.Grant(), Persisted: e.Stood.Persisted}
}
