package store

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/store/event"
)

// verify runs Verify and gives its findings as one text.
func (h *house) verify() string {
	h.t.Helper()
	findings, err := h.db.Verify(context.Background(), nil)
	if err != nil {
		h.t.Fatalf("Verify: %v", err)
	}
	var lines []string
	for _, f := range findings {
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}

// story fills a house with every kind of event and every state.
func story(h *house) {
	h.must(turn(1, ""))
	h.must(turn(2, "artifact-000001"))
	rejected, b1 := artifact("a-rejected", "episode-000002", "pool.go::Release", "func Release() {}")
	rejected.Confidence, rejected.Origin, rejected.WaitsForDisk = event.Inferred, event.ByTool, true
	rejected.Call = "call_1"
	waiting, b2 := artifact("a-waiting", "", "pool.go::Waits", "func Waits() {}")
	removal := event.ArtifactRecorded{Artifact: "a-removal", Entity: "pool.go::Acquire", Path: "pool.go", Symbol: "Acquire",
		Method: "ast", Confidence: event.Confirmed, Origin: event.ByTool, Removes: true}
	gone, b3 := artifact("a-gone", "episode-000002", "old.go::Gone", "func Gone() {}")
	back, b4 := artifact("a-back", "", "old.go::Gone", "func Gone() {}")
	back.Origin = event.ByRestore
	h.must(Batch{Session: session, Blobs: [][]byte{b1, b2, b3, b4, nil, []byte(strings.Repeat("long ", 2000))}, Events: []event.Event{
		rejected, waiting, removal, gone, promotion(gone, ""),
		event.ArtifactClosed{Artifact: "a-rejected", Entity: "pool.go::Release", By: "operator", Reason: "not what I meant"},
		event.EntityTombstoned{Artifact: "a-gone", Entity: "old.go::Gone", By: "operator", Reason: "removed"},
		back, promotion(back, ""),
	}})
	block := []byte("loose code\x00 with ünïcode \u2028 and \"quotes\"\\")
	h.must(Batch{Session: session, Blobs: [][]byte{block}, Events: []event.Event{
		event.EpisodeOpened{Episode: "e-aborted", Conversation: "c2", Turn: 3, Kind: "turn", Model: "qwen\t<3>&\x01",
			Hydrated: []event.EntityRef{{Entity: "pool.go::Acquire", Artifact: event.Hash(nil)}}},
		event.EpisodeClosed{Episode: "e-aborted", Status: event.EpisodeIsAborted, Reason: "client left", Loose: []event.LooseBlock{{Block: event.Hash(block), Reasons: []string{"no path"}}}},
		event.EpisodeOpened{Episode: "e-open", Conversation: "c2", Turn: 4, Kind: "side"},
	}})
	h.must(Batch{Session: "s2", Events: []event.Event{event.SessionCreated{ID: "s2", Name: "fork", Parent: session}}})
}

// diskStory adds what the disk was seen to hold, and another session.
func diskStory(h *house) {
	disk := event.Hash([]byte("func Acquire() { edited() }"))
	kept, b5 := artifact("a-kept", "", "kept.go::Kept", "func Kept() {}")
	keep := promotion(kept, "")
	keep.Disk, keep.Acknowledged = event.DiskAbsent, true
	held, b6 := artifact("a-held", "", "kept.go::Kept", "func Kept() { held() }")
	hold := promotion(held, "a-kept")
	hold.Disk, hold.Persisted = held.Hash, true
	h.must(Batch{Session: session, Blobs: [][]byte{b5, b6}, Events: []event.Event{
		kept, keep, held, hold,
		event.EntityPersisted{Entity: "pool.go::Acquire", Artifact: "artifact-000002", Disk: disk},
		event.EntityAcknowledged{Entity: "pool.go::Acquire", Artifact: "artifact-000002", Disk: disk, By: "operator", Reason: "edited"},
	}})
	h.must(Batch{Session: "s3", Events: []event.Event{event.SessionCreated{ID: "s3", Name: "another"}}})
}

// auditStory adds what the shadow audit said.
func auditStory(h *house) {
	answer := []byte(`{"entity":"pool.go::Acquire","status":"partial"}`)
	audit := func(artifact, entity string, status event.AuditStatus) event.Event {
		return event.ShadowAudited{Artifact: artifact, Entity: entity, Status: status, Model: "m", Answer: event.Hash(answer), Millis: 12}
	}
	h.must(Batch{Session: session, Blobs: [][]byte{answer}, Events: []event.Event{
		audit("artifact-000002", "pool.go::Acquire", event.AuditPartial), audit("a-waiting", "pool.go::Waits", event.AuditDiscussion),
		audit("a-waiting", "pool.go::Waits", event.AuditCompleted),
		event.ToolRan{Episode: "e-open", Conversation: "c2", Call: event.Hash(answer), Result: event.Hash(answer), Status: "done", Exit: 1, By: "operator"},
		event.ToolRan{Episode: "e-open", Call: event.Hash(answer), Status: "denied", By: "operator"},
	}})
}

func TestVerifyComparesWhatTheAuditSaid_10(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	auditStory(h)
	h.must(Batch{Session: session, Events: []event.Event{
		event.ArtifactClosed{Artifact: "a-waiting", Entity: "pool.go::Waits", By: "operator", Reason: "no"},
	}})
	if got := h.verify(); got != "" {
		t.Errorf("findings in a sound database:\n%s", got)
	}
	h.tamper(`UPDATE artifact SET audit = 'completed' WHERE id = 'artifact-000002'`, `UPDATE artifact SET audit = 'partial' WHERE id = 'a-waiting'`)
	got := h.verify()
	for _, want := range []string{`artifact-000002: it is kept otherwise: audit is "completed", not "partial"`, `artifact a-waiting of pool.go::Waits is kept with the audit "partial", not with "completed"`} {
		if !strings.Contains(got, want) {
			t.Errorf("Verify does not find %s:\n%s", want, got)
		}
	}
}

func TestVerifyFindsNothingInASoundDatabase_3_3(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	diskStory(h)
	if got := h.verify(); got != "" {
		t.Errorf("findings in a sound database:\n%s", got)
	}
	findings, err := h.db.QuickCheck(context.Background())
	if err != nil || len(findings) > 0 {
		t.Errorf("QuickCheck: %v, %v", findings, err)
	}
}

// tamper changes the file behind the store's back: guards dropped, the change
// made, guards put back.
func (h *house) tamper(statements ...string) {
	h.t.Helper()
	raw, err := sql.Open("sqlite", h.db.path())
	if err != nil {
		h.t.Fatal(err)
	}
	raw.SetMaxOpenConns(1)
	defer func() { _ = raw.Close() }()
	type guard struct{ name, sql string }
	var guards []guard
	err = each(context.Background(), raw, "list", `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`, nil, func(rows *sql.Rows) error {
		var g guard
		err := rows.Scan(&g.name, &g.sql)
		guards = append(guards, g)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	run := func(statement string) {
		h.t.Helper()
		if _, err := raw.Exec(statement); err != nil {
			h.t.Fatalf("%s: %v", statement, err)
		}
	}
	for _, g := range guards {
		run(`DROP TRIGGER ` + g.name)
	}
	for _, s := range statements {
		run(s)
	}
	for _, g := range guards {
		run(g.sql)
	}
}

// tampering is one change behind the store's back.
type tampering struct {
	name, change string
	// finds must be in the findings of Verify; quick tells whether
	// QuickCheck sees it too.
	finds string
	quick bool
}

func TestVerifyNamesEachDifference_3_3(t *testing.T) {
	told := func(h *house) {
		story(h)
		diskStory(h)
	}
	checkTampering(t, told, []tampering{
		{"a blob changed", `UPDATE vault SET bytes = CAST('func Acquire9() {}' AS BLOB) WHERE bytes = CAST('func Acquire2() {}' AS BLOB)`, "vault: sha256:", false},
		{"a blob with another size", `UPDATE vault SET size = 3 WHERE codec = 'deflate'`, "vault: sha256:", false},
		{"a blob gone", `DELETE FROM vault WHERE bytes = CAST('prompt 1' AS BLOB)`, "evidence: row 2: the Vault does not hold", false},
		{"a blob of an artifact gone", `DELETE FROM vault WHERE bytes = CAST('func Acquire1() {}' AS BLOB)`, "evidence: s1 pool.go::Acquire: the Vault no longer holds sha256:", true},
		{"a row's body changed", `UPDATE ledger SET body = replace(body, 'parity', 'purity') WHERE seq = 4`, "ledger: row 4: its body hashes to", true},
		{"a row's column changed", `UPDATE ledger SET type = 'artifact_closed' WHERE seq = 4`, "ledger: row 4: its columns", true},
		{"a row gone", `DELETE FROM ledger WHERE seq = 5`, "ledger: row 6: it follows row 4: rows are missing", true},
		{"the last row gone", `DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)`, "replay: session 29: no row of the Ledger introduces it", true},
		{"a session renamed", `UPDATE session SET name = 'other' WHERE id = 's2'`, `replay: session s2: it is kept otherwise: name is "other", not "fork"`, false},
		{"an episode changed", `UPDATE episode SET turn = 9 WHERE id = 'e-aborted'`, "replay: row 19: the episode that it introduces is kept otherwise: turn is 9, not 3", false},
		{"an episode reopened", `UPDATE episode SET status = 'open', closed_seq = NULL, closed = NULL WHERE id = 'e-aborted'`, "replay: row 20: episode e-aborted is kept as open", false},
		{"an episode gone", `DELETE FROM episode WHERE id = 'e-open'`, "replay: row 21: the episode that it introduces is missing", false},
		{"an artifact's content changed", `UPDATE artifact SET nodes = 41 WHERE id = 'a-waiting'`, "replay: row 11: the artifact that it introduces is kept otherwise: nodes is 41, not 40", false},
		{"an artifact's gate report changed", `UPDATE artifact SET gates = '{}' WHERE id = 'a-waiting'`, "replay: row 11: the artifact", false},
		{"a promotion's gate report changed", `UPDATE artifact SET gates = '{}' WHERE id = 'artifact-000002'`, "replay: row 8: artifact artifact-000002", false},
		{"an artifact's call changed", `UPDATE artifact SET call = 'call_2' WHERE id = 'a-rejected'`, "replay: row 10: the artifact", false},
		{"an artifact's turn changed", `UPDATE artifact SET turn = 7 WHERE id = 'a-gone'`, "replay: row 13: the artifact", false},
		{"an artifact gone", `DELETE FROM artifact WHERE id = 'a-waiting'`, "replay: row 11: the artifact that it introduces is missing", false},
		{"a proposal made true", `UPDATE artifact SET state = 'AUTHORITATIVE' WHERE id = 'a-waiting'`, "replay: artifact a-waiting", true},
		{"a proposal ended", `UPDATE artifact SET state = 'TOMBSTONED' WHERE id = 'a-waiting'`, "replay: artifact a-waiting: the Ledger says that it is PROPOSED", false},
		{"a rejected proposal revived", `UPDATE artifact SET state = 'PROPOSED' WHERE id = 'a-rejected'`, "replay: row 15: artifact a-rejected", false},
		{"a reason rewritten", `UPDATE artifact SET reason = 'no reason' WHERE id = 'a-rejected'`, "replay: row 15: artifact a-rejected", false},
		{"a superseded artifact's end moved", `UPDATE artifact SET state_seq = 5 WHERE id = 'artifact-000001'`, "replay: row 8: artifact artifact-000001", false},
		{"a version miscounted", `UPDATE artifact SET version = 3 WHERE id = 'artifact-000002'`, "replay: row 8: artifact artifact-000002", false},
		{"a disk version no longer acknowledged", `UPDATE artifact SET acknowledged = '' WHERE id = 'artifact-000002'`, `replay: artifact artifact-000002: it is kept otherwise: acknowledged is "", not "sha256:`, false},
		{"the acknowledgement of an ended artifact changed", `UPDATE artifact SET acknowledged = 'missing' WHERE id = 'a-kept'`, "replay: row 26: artifact a-kept of kept.go::Kept is kept as seen on disk", false},
		{"another row says that the disk holds it", `UPDATE artifact SET persisted = 2 WHERE id = 'a-held'`, "replay: artifact a-held: it is kept otherwise: persisted is 2, not 26", false},
		{"the map emptied", `DELETE FROM state_map`, "map: s1 pool.go::Acquire: the map does not hold", true},
		{"the map at an old artifact", `UPDATE state_map SET artifact = 3, hash = (SELECT hash FROM artifact WHERE seq = 3) WHERE entity = 'pool.go::Acquire'`, `map: s1 pool.go::Acquire: its row is not that of its authoritative artifact: artifact "artifact-000001" is SUPERSEDED`, true},
		{"the map with another hash", `UPDATE state_map SET hash = (SELECT min(hash) FROM vault)`, "map: s1 pool.go::Acquire", true},
		{"the map with a stranger", `INSERT INTO state_map SELECT 's2', entity, path, position, artifact, hash, updated_seq FROM state_map`, "map: s2", true},
		{"two truths for one entity", `DROP INDEX artifact_authoritative; UPDATE artifact SET state = 'AUTHORITATIVE' WHERE id = 'artifact-000001'`, "schema: index artifact_authoritative: it is missing", true},
		{"a guard removed", `CREATE TRIGGER replaced BEFORE DELETE ON session BEGIN SELECT 1; END`, "schema: trigger replaced: this holdfast has not made it", false},
		{"a broken schema", `PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'artifact_by_episode') WHERE name = 'artifact_proposed'`, "file: holdfast.db: verify the database: the database is damaged", true},
	})
}

// checkTampering tells a house a story and sees each change to it found.
func checkTampering(t *testing.T, tell func(*house), cases []tampering) {
	t.Helper()
	told := newHouse(t)
	tell(told)
	if err := told.db.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(filepath.Join(told.dir, databaseFile))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		if testing.Short() && i%4 != 0 {
			continue // each is told by one goroutine
		}
		t.Run(c.name, func(t *testing.T) {
			h := &house{t: t, dir: t.TempDir()}
			writeFile(t, filepath.Join(h.dir, databaseFile), sound)
			h.open(Options{})
			h.tamper(c.change)
			if got := h.verify(); !strings.Contains(got, c.finds) {
				t.Errorf("Verify found:\n%s\nwant: %s", got, c.finds)
			}
			findings, err := h.db.QuickCheck(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if got := len(findings) > 0; got != c.quick {
				t.Errorf("QuickCheck found %v, want any: %v", findings, c.quick)
			}
		})
	}
}
