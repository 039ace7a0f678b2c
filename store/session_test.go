package store

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/store/event"
)

// copyOf is the record of a copy of an artifact, for another session.
func copyOf(a event.ArtifactRecorded, from, id string) event.ArtifactRecorded {
	a.FromSession, a.FromArtifact, a.Artifact, a.Episode = from, a.Artifact, id, ""
	return a
}

// sessionStory forks the session, renames the fork, and archives another; the
// fork is the active session in the end.
func sessionStory(h *house) {
	h.must(turn(1, ""))
	original := turn(1, "").Events[1].(event.ArtifactRecorded)
	h.must(Batch{Session: "f1", Events: []event.Event{event.SessionCreated{ID: "f1", Name: "f1", Parent: session, Copying: true}}})
	made := copyOf(original, session, "a-copy")
	promoted := promotion(made, "")
	promoted.Bases = []string{event.Hash([]byte("func Acquire0() {}")), event.DiskAbsent}
	h.must(Batch{Session: "f1", Events: []event.Event{made, promoted}})
	h.must(Batch{Session: "f1", Events: []event.Event{event.SessionForked{Name: "fork", Entities: 1}, event.SessionActivated{}}})
	h.must(Batch{Session: "f1", Events: []event.Event{event.SessionRenamed{Was: "fork", Name: "the.fork_2-b"}}})
	h.must(Batch{Session: "s3", Events: []event.Event{event.SessionCreated{ID: "s3", Name: "aside"}}})
	h.must(Batch{Session: "s3", Events: []event.Event{event.SessionArchived{}}})
	h.must(Batch{Session: "s4", Events: []event.Event{event.SessionCreated{ID: "s4", Name: "back"}, event.SessionArchived{}}})
	h.must(Batch{Session: "s4", Events: []event.Event{event.SessionUnarchived{}, event.SessionRenamed{Was: "back", Name: "fork"}}})
	h.must(Batch{Session: "f2", Events: []event.Event{event.SessionCreated{ID: "f2", Name: "f2", Parent: session, Copying: true}}})
}

func TestSessionsAreWhatTheLedgerMadeOfThem(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx := context.Background()
	if s, err := h.db.Session(ctx, "main"); err != nil || !s.Active {
		t.Errorf("the first session is not active: %+v, %v", s, err)
	}
	sessionStory(h)
	all, err := h.db.Sessions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range all {
		words := []string{s.ID, s.Name, s.Parent}
		if s.Active {
			words = append(words, "active")
		}
		if s.Archived {
			words = append(words, "archived")
		}
		if s.Copying {
			words = append(words, "copying")
		}
		got = append(got, strings.Join(words, " "))
	}
	if got, want := strings.Join(got, ", "), "s1 main , f1 the.fork_2-b s1 active, s3 aside  archived, s4 fork , f2 f2 s1 copying"; got != want {
		t.Errorf("the sessions are %s, want %s", got, want)
	}
	a, err := h.db.MapEntry(ctx, "f1", "pool.go::Acquire")
	if err != nil || a.FromSession != session || a.FromArtifact != "artifact-000001" || len(a.Bases) != 2 || a.Bases[1] != event.DiskAbsent {
		t.Errorf("the copy is %+v, %v", a, err)
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestSessionStatsCountWhatASessionHolds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	ctx := context.Background()
	s, err := h.db.SessionStats(ctx, session)
	if err != nil || s.Entities != 2 || s.Pending != 2 || s.Episodes != 4 || s.Turns != 3 || s.Last.IsZero() {
		t.Errorf("it holds %+v, %v", s, err)
	}
	if s, err := h.db.SessionStats(ctx, "s2"); err != nil || s.Episodes != 0 || s.Last.IsZero() {
		t.Errorf("a new one holds %+v, %v", s, err)
	}
	if _, err := h.db.SessionStats(ctx, "none"); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("an unknown one: %v", err)
	}
}

// What holdfast reads, audits and emits of itself, perhaps long after a turn,
// does not make a session the latest that was used.
func TestASessionIsNotActiveByWhatIsDoneOfItself(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	last := h.must(turn(1, "")).Last
	active := func(name string, want int64) {
		t.Helper()
		if s, err := h.db.SessionStats(context.Background(), session); err != nil || s.LastSeq != want {
			t.Errorf("after %s the last row is %d, %v, want %d", name, s.LastSeq, err, want)
		}
	}
	active("a turn", last)
	h.must(Batch{Session: session, Events: []event.Event{
		event.DeltaAccepted{Number: 1, Delta: learned("item-1"), Item: "item-1", Status: "active", Source: event.DeltaByRules},
		event.DeltaRejected{Number: 2, Delta: learned("item-1"), Reason: "there is an item already", Source: event.DeltaByModel},
		event.DeltaCheckpoint{Number: 3, Upto: last},
	}})
	active("a reading", last)
	byHand := h.must(Batch{Session: session, Events: []event.Event{
		event.DeltaAccepted{Number: 4, Delta: learned("item-2"), Item: "item-2", Status: "active", Source: event.DeltaByOperator},
	}})
	active("an operator's verb", byHand.Last)
	h.must(Batch{Session: session, Events: []event.Event{emitted(1, state("1"), event.CanonState{}, byHand.Last)}})
	active("an emission", byHand.Last)
}

func TestCommitRefusesWhatASessionCannotBecome(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sessionStory(h)
	stranger, content := artifact("a-stranger", "", "pool.go::Acquire", "func Acquire7() {}")
	of := func(id string, e ...event.Event) Batch {
		return Batch{Session: id, Blobs: [][]byte{content}, Events: e}
	}
	created := func(name string) event.Event { return event.SessionCreated{ID: "s9", Name: name} }
	for _, c := range []struct {
		name  string
		batch Batch
		want  error
		says  string
	}{
		{"a name that is taken", of("s9", created("main")), event.ErrExists, `"main"`},
		{"the name of one that is archived", of("s9", created("aside")), event.ErrExists, `"aside"`},
		{"no name", of("s9", created("")), event.ErrInvalid, "1 to 64"},
		{"a name with a space", of("s9", created("a b")), event.ErrInvalid, `"a b"`},
		{"a name with a slash", of("s9", created("a/b")), event.ErrInvalid, `"a/b"`},
		{"a name that climbs", of("s9", created("..")), event.ErrInvalid, `".."`},
		{"a name in another script", of("s9", created("ä")), event.ErrInvalid, "1 to 64"},
		{"a name of 65 letters", of("s9", created(strings.Repeat("x", 65))), event.ErrInvalid, "1 to 64"},
		{"a fork of nothing", of("s9", event.SessionCreated{ID: "s9", Name: "s9", Copying: true}), event.ErrInvalid, "s9"},
		{"a fork with a name before it is whole", of("s9", event.SessionCreated{ID: "s9", Name: "nine", Parent: session, Copying: true}), event.ErrInvalid, "nine"},
		{"a rename of what is named otherwise", of(session, event.SessionRenamed{Was: "other", Name: "x"}), event.ErrConflict, `"other"`},
		{"a rename to a name that is taken", of(session, event.SessionRenamed{Was: "main", Name: "aside"}), event.ErrExists, `"aside"`},
		{"a rename to no name", of(session, event.SessionRenamed{Was: "main", Name: "a:b"}), event.ErrInvalid, `"a:b"`},
		{"a rename of an unfinished fork", of("f2", event.SessionRenamed{Was: "f2", Name: "x"}), event.ErrConflict, "f2"},
		{"a rename of one that is archived", of("s3", event.SessionRenamed{Was: "aside", Name: "x"}), event.ErrArchived, "aside"},
		{"the active one archived", of("f1", event.SessionArchived{}), event.ErrActive, "switch to another"},
		{"an unfinished fork archived", of("f2", event.SessionArchived{}), event.ErrConflict, "cannot be used yet"},
		{"one archived twice", of("s3", event.SessionArchived{}), event.ErrArchived, "aside"},
		{"one taken up that is not archived", of(session, event.SessionUnarchived{}), event.ErrConflict, "not archived"},
		{"an archived one made active", of("s3", event.SessionActivated{}), event.ErrArchived, "aside"},
		{"an unfinished fork made active", of("f2", event.SessionActivated{}), event.ErrConflict, "cannot be used yet"},
		{"a turn in an archived session", of("s3", event.EpisodeOpened{Episode: "e", Kind: "turn"}), event.ErrArchived, "aside"},
		{"an artifact in an archived session", of("s3", stranger), event.ErrArchived, "aside"},
		{"a fork finished twice", of("f1", event.SessionForked{Name: "x"}), event.ErrConflict, "nothing is being copied"},
		{"a fork finished with a name that is taken", of("f2", event.SessionForked{Name: "main"}), event.ErrExists, `"main"`},
		{"a fork finished without a name", of("f2", event.SessionForked{}), event.ErrInvalid, "1 to 64"},
		{"a copy of what never was", of("f2", copyOf(stranger, session, "a-x")), event.ErrInvalid, "a-x"},
		{"a copy with other content", of("f2", func() event.Event {
			a := copyOf(stranger, session, "a-x")
			a.FromArtifact = "artifact-000001"
			return a
		}()), event.ErrInvalid, "a-x"},
		{"a copy of half a name", of("f2", func() event.Event { a := stranger; a.FromSession = session; return a }()), event.ErrInvalid, "a-stranger"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := h.refused(c.batch, c.want); !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error says %q, not %q", err, c.says)
			}
		})
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestGuardsOfSessions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sessionStory(h)
	raw, err := sql.Open("sqlite", writerDSN(h.db.path()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	for _, c := range []struct{ name, change, says string }{
		{"a row of an archived session", `INSERT INTO ledger SELECT max(seq) + 1, 's3', 'episode_opened', hash, hash, body FROM ledger`, "archived session"},
		{"a session without a name", `INSERT INTO session (seq, id, name, created) VALUES (1, 'x', '', 0)`, "needs a name"},
		{"a session named as a path", `INSERT INTO session (seq, id, name, created) VALUES (1, 'x', 'a/b', 0)`, "needs a name"},
		{"a session renamed to climb", `UPDATE session SET name = '..' WHERE id = 's1'`, "needs a name"},
		{"a session's id changed", `UPDATE session SET id = 'x' WHERE id = 's3'`, "cannot be changed"},
		{"a session's parent changed", `UPDATE session SET parent = 's3' WHERE id = 'f1'`, "cannot be changed"},
		{"a session opened again", `UPDATE session SET opened = 9 WHERE id = 's1'`, "opened once"},
		{"a session closed", `UPDATE session SET opened = NULL WHERE id = 's1'`, "opened once"},
		{"the active one archived", `UPDATE session SET archived = 9 WHERE id = 'f1'`, "active session cannot be archived"},
		{"one archived by other evidence", `UPDATE session SET archived = 9 WHERE id = 's3'`, "cannot be archived"},
		{"one made active by older evidence", `UPDATE session SET activated = 2 WHERE id = 's1'`, "newer evidence"},
		{"an archived one made active", `UPDATE session SET activated = 18 WHERE id = 's3'`, "only an open session"},
		{"an unfinished one made active", `UPDATE session SET activated = 18 WHERE id = 'f2'`, "only an open session"},
		{"none active", `UPDATE session SET activated = NULL`, "only an open session"},
		{"another origin of a copy", `UPDATE artifact SET from_artifact = 'x' WHERE id = 'a-copy'`, "content of an artifact"},
		{"other bases of a copy", `UPDATE artifact SET bases = '' WHERE id = 'a-copy'`, "found on disk"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := raw.Exec(c.change)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("SQLite says %v, want %q", err, c.says)
			}
		})
	}
}

func TestVerifyNamesWhatBecameOfSessions_3_3(t *testing.T) {
	checkTampering(t, sessionStory, []tampering{
		{"another session active", `UPDATE session SET activated = 18 WHERE id = 's1'`, "replay: session s1: it is kept otherwise: activated is 18, not 1", false},
		{"the active one forgotten", `UPDATE session SET activated = NULL WHERE id = 'f1'`, "replay: session f1: it is kept otherwise: activated is 0", false},
		{"an archived one taken up", `UPDATE session SET archived = NULL WHERE id = 's3'`, "replay: session s3: it is kept otherwise: archived is 0", false},
		{"one archived", `UPDATE session SET archived = 18 WHERE id = 's4'`, "replay: session s4: it is kept otherwise: archived is 18, not 0", false},
		{"an unfinished fork opened", `UPDATE session SET opened = 18 WHERE id = 'f2'`, "replay: session f2: it is kept otherwise: opened is 18, not 0", false},
		{"a fork renamed back", `UPDATE session SET name = 'x' WHERE id = 'f1'`, `replay: session f1: it is kept otherwise: name is "x", not "the.fork_2-b"`, false},
		{"another parent", `UPDATE session SET parent = 's3' WHERE id = 'f1'`, `parent is "s3", not "s1"`, false},
		{"another origin of a copy", `UPDATE artifact SET from_session = 's3' WHERE id = 'a-copy'`, `from_session is "s3", not "s1"`, false},
		{"a copy said to be none", `UPDATE artifact SET from_session = NULL, from_artifact = NULL WHERE id = 'a-copy'`, `from_artifact is "", not "artifact-000001"`, false},
		{"other bases of a copy", `UPDATE artifact SET bases = 'absent' WHERE id = 'a-copy'`, "artifact a-copy of pool.go::Acquire is kept as version 1", false},
		{"a session gone", `DELETE FROM session WHERE id = 's4'`, "replay: session s4: the Ledger created it, and it is not kept", false},
	})
}

// TestVerifyNamesAHistoryOfSessionsThatCannotBe writes rows that no guard would
// let pass: the chain is whole, the history is not.
func TestVerifyNamesAHistoryOfSessionsThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, session string
		event         event.Event
		finds         string
	}{
		{"the active session archived", "f1", event.SessionArchived{}, "it archives session f1, which is the active one"},
		{"an archived session written to", "s3", event.SessionActivated{}, "session s3 is archived, and was written to"},
		{"a rename from another name", session, event.SessionRenamed{Was: "other", Name: "x"}, `from "other", which is named "main"`},
		{"an open session opened", session, event.SessionForked{Name: "x"}, "it opens session s1, which is open"},
		{"a fork miscounted", "f2", event.SessionForked{Name: "x", Entities: 7}, "7 entities were copied into session f2, which has 0"},
		{"an unknown session", "s9", event.SessionActivated{}, "session s9 was never created"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			sessionStory(h)
			last, hash, err := h.db.Head(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			e, err := event.Encode(c.event)
			if err != nil {
				t.Fatal(err)
			}
			body := event.Row{Seq: last + 1, Session: c.session, Type: e.Type, Time: h.now(), Prev: hash, Data: e.Data}.Canonical()
			quoted := strings.ReplaceAll(string(body), "'", "''")
			h.tamper(`INSERT INTO ledger SELECT seq + 1, '` + c.session + `', '` + e.Type + `', hash, '` + event.Hash(body) + `', '` + quoted +
				`' FROM ledger ORDER BY seq DESC LIMIT 1`)
			if got := h.verify(); !strings.Contains(got, c.finds) {
				t.Errorf("Verify found:\n%s\nwant: %s", got, c.finds)
			}
		})
	}
}

// TestSessionsOfAnOlderLayoutAreOpen migrates a database that knew sessions by
// their creation only.
func TestSessionsOfAnOlderLayoutAreOpen(t *testing.T) {
	h := &house{t: t, dir: filepath.Join(t.TempDir(), ".holdfast")}
	older, err := embeddedMigrations()
	if err != nil {
		t.Fatal(err)
	}
	h.open(Options{changes: older[:2]})
	// The release of that layout wrote the row; this one cannot any more.
	body := event.Row{Seq: 1, Session: session, Type: event.SessionCreated{}.Type(), Time: h.now(), Data: []byte(`{"id":"s1","name":"main"}`)}.Canonical()
	raw, err := sql.Open("sqlite", writerDSN(h.db.path()))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query string
		args  []any
	}{
		{`INSERT INTO ledger VALUES (1, ?, 'session_created', '', ?, ?)`, []any{session, event.Hash(body), string(body)}},
		{`INSERT INTO session VALUES (1, ?, 'main', NULL, ?)`, []any{session, h.now().Add(-1e9).UnixMilli()}},
	} {
		if _, err := raw.Exec(c.query, c.args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(raw.Close(), h.db.Close()); err != nil {
		t.Fatal(err)
	}
	h.open(Options{})
	s, err := h.db.Session(context.Background(), "main")
	if err != nil || !s.Active || s.Copying || s.Archived {
		t.Errorf("it is %+v, %v", s, err)
	}
	h.must(turn(1, ""))
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}
