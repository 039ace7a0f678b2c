package store

import (
	"database/sql"
	"strings"
	"testing"

	"holdfast/store/event"
)

// TestGuardsRefuseWhatMayNeverBe tries each change that the schema forbids
// with plain SQL, as a bug or another program would.
func TestGuardsRefuseWhatMayNeverBe_3(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	diskStory(h)
	second, _ := artifact("a-second", "", "pool.go::Acquire", "func Waits() {}")
	h.must(Batch{Session: session, Events: []event.Event{second, event.EpisodeOpened{Episode: "e-last"}}})
	raw, err := sql.Open("sqlite", writerDSN(h.db.path()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	for _, c := range []struct{ name, change, says string }{
		{"a blob changed", `UPDATE vault SET size = size + 1`, "Vault is immutable"},
		{"a blob deleted", `DELETE FROM vault`, "Vault is immutable"},
		{"a blob replaced", `INSERT OR REPLACE INTO vault SELECT hash, 0, codec, bytes FROM vault`, "Vault is immutable"},
		{"a row changed", `UPDATE ledger SET session = 'x'`, "append-only"},
		{"a row deleted", `DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)`, "append-only"},
		{"a row replaced", `INSERT OR REPLACE INTO ledger SELECT * FROM ledger WHERE seq = 2`, "chain"},
		{"a row that skips", `INSERT INTO ledger SELECT max(seq) + 2, session, type, hash, hash, body FROM ledger`, "chain"},
		{"a row that does not continue", `INSERT INTO ledger SELECT max(seq) + 1, session, type, '', hash, body FROM ledger`, "chain"},
		{"a session deleted", `DELETE FROM session WHERE id = 's2'`, "session cannot be deleted"},
		{"an episode born closed", `INSERT INTO episode SELECT 1, session, 'x', '', 0, '', 0, 'closed', 2, 0 FROM episode LIMIT 1`, "begins open"},
		{"an episode reopened", `UPDATE episode SET status = 'open', closed_seq = NULL, closed = NULL WHERE status = 'closed'`, "closes once"},
		{"an episode changed", `UPDATE episode SET turn = 99`, "cannot be changed"},
		{"an episode deleted", `DELETE FROM episode`, "cannot be deleted"},
		{"an artifact born true", `INSERT INTO artifact SELECT 1, session, 'x', episode, turn, 'y', path, symbol, language, kind, container, hash, structure, text, block, position, method, nodes, tokens, errors, count, top, confidence, convention, origin, waits_for_disk, removes, created, 'AUTHORITATIVE', 1, changed, 0, granted, disk, ended_by, reason, gates, acknowledged, persisted, NULL, NULL, '', '', '', NULL FROM artifact LIMIT 1`, "begins PROPOSED"},
		{"an artifact's content changed", `UPDATE artifact SET hash = (SELECT max(hash) FROM vault)`, "content of an artifact"},
		{"an artifact's id changed", `UPDATE artifact SET id = 'x' WHERE id = 'a-waiting'`, "content of an artifact"},
		{"an artifact's call changed", `UPDATE artifact SET call = 'other' WHERE id = 'a-waiting'`, "content of an artifact"},
		{"an artifact deleted", `DELETE FROM artifact`, "cannot be deleted"},
		{"SUPERSEDED to AUTHORITATIVE", `UPDATE artifact SET state = 'AUTHORITATIVE', state_seq = 31 WHERE state = 'SUPERSEDED'`, "no such transition"},
		{"TOMBSTONED to PROPOSED", `UPDATE artifact SET state = 'PROPOSED', state_seq = 31 WHERE state = 'TOMBSTONED'`, "no such transition"},
		{"PROPOSED to SUPERSEDED", `UPDATE artifact SET state = 'SUPERSEDED', state_seq = 31 WHERE state = 'PROPOSED'`, "no such transition"},
		{"AUTHORITATIVE to PROPOSED", `UPDATE artifact SET state = 'PROPOSED', state_seq = 31 WHERE state = 'AUTHORITATIVE'`, "no such transition"},
		{"a transition without newer evidence", `UPDATE artifact SET state = 'TOMBSTONED' WHERE state = 'PROPOSED'`, "no such transition"},
		{"a transition with evidence that does not exist", `UPDATE artifact SET state = 'TOMBSTONED', state_seq = 999 WHERE id = 'a-waiting'`, "FOREIGN KEY"},
		{"a proposal that the disk was seen to hold", `UPDATE artifact SET persisted = 20 WHERE state = 'PROPOSED'`, "AUTHORITATIVE artifacts only"},
		{"an artifact seen on disk twice", `UPDATE artifact SET persisted = 20 WHERE id = 'artifact-000002'`, "seen to hold one once"},
		{"an acknowledgement of what is no truth", `UPDATE artifact SET acknowledged = 'missing' WHERE state = 'TOMBSTONED'`, "AUTHORITATIVE artifacts only"},
		{"an audit of what has ended", `UPDATE artifact SET audit = 'partial' WHERE state = 'TOMBSTONED'`, "have not ended"},
		{"a removal made true", `UPDATE artifact SET state = 'AUTHORITATIVE', state_seq = 31 WHERE id = 'a-removal'`, "holds no content"},
		{"a second truth", `UPDATE artifact SET state = 'AUTHORITATIVE', state_seq = 31 WHERE id = 'a-second'`, "UNIQUE"},
		{"a map row for a proposal", `INSERT INTO state_map SELECT session, entity, path, position, seq, hash, state_seq FROM artifact WHERE id = 'a-waiting'`, "AUTHORITATIVE artifacts only"},
		{"a map row moved to an old artifact", `UPDATE state_map SET artifact = 3`, "AUTHORITATIVE artifacts only"},
		{"a map row with another hash", `UPDATE state_map SET hash = (SELECT max(hash) FROM vault)`, "AUTHORITATIVE artifacts only"},
		{"a map row before its evidence", `UPDATE state_map SET updated_seq = 999`, "AUTHORITATIVE artifacts only"},
		{"the truth dropped from the map", `DELETE FROM state_map`, "cannot leave the State Map"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := raw.Exec(c.change)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("SQLite says %v, want %q", err, c.says)
			}
		})
	}
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

func TestConnectionsHaveEveryPragma(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	type setting struct{ pragma, want string }
	both := []setting{{"journal_mode", "wal"}, {"busy_timeout", "5000"}, {"trusted_schema", "0"}, {"mmap_size", "0"}, {"temp_store", "1"}}
	for name, c := range map[string]struct {
		dsn  string
		want []setting
	}{
		"writer": {writerDSN(h.db.path()), append([]setting{{"synchronous", "2"}, {"foreign_keys", "1"}, {"recursive_triggers", "1"},
			{"cache_size", "-500"}, {"journal_size_limit", "16777216"}}, both...)},
		"reader":                  {readerDSN(h.db.path()), append([]setting{{"query_only", "1"}, {"cache_size", "-200"}}, both...)},
		"reader in a slow folder": {roomy(readerDSN(h.db.path())), append([]setting{{"query_only", "1"}, {"cache_size", "-4000"}}, both...)},
	} {
		pool, err := openPool(c.dsn, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.want {
			var got string
			if err := pool.QueryRow(`PRAGMA ` + s.pragma).Scan(&got); err != nil || got != s.want {
				t.Errorf("%s: %s is %q (%v), want %q", name, s.pragma, got, err, s.want)
			}
		}
		if _, err := pool.Exec(`CREATE TABLE x (y)`); strings.HasPrefix(name, "reader") && err == nil {
			t.Error("a reader can write")
		}
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	}
}
