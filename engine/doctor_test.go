package engine_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/events"
	"holdfast/engine/report"
)

// configured is the configuration of a command in the house's workspace.
func configured(t *testing.T, dir, upstream string) *config.Config {
	t.Helper()
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: []string{}, Flags: map[string]string{"upstream": upstream}})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// checkOf finds a check of a report.
func checkOf(t *testing.T, r report.DoctorReport, name string) report.DoctorCheck {
	t.Helper()
	for _, c := range r.Checks {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("there is no check %s in %+v", name, r)
	return report.DoctorCheck{}
}

// wantCheck holds a check to its status and a part of its words.
func wantCheck(t *testing.T, r report.DoctorReport, name, status, words string) {
	t.Helper()
	if c := checkOf(t, r, name); c.Status != status || !strings.Contains(c.Detail, words) {
		t.Errorf("%s is %s (%s), want %s and %q", name, c.Status, c.Detail, status, words)
	}
}

// wantSize wants all parts of a database to be told, and that together they are its file.
func wantSize(t *testing.T, s *report.DatabaseSize) {
	t.Helper()
	if s == nil {
		t.Fatal("the size of the database is not told")
	}
	if s.Content <= 0 || s.Ledger <= 0 || s.Rest <= 0 || s.Bytes != s.Content+s.Ledger+s.Rest+s.Free {
		t.Errorf("the database takes %+v", s)
	}
	if len(s.Rows) == 0 || s.Rows[0].Bytes <= 0 || s.Rows[0].Bytes > s.Ledger || s.Smaller == nil {
		t.Errorf("the Ledger has rows %+v, and what would make it smaller is %v", s.Rows, s.Smaller)
	}
}

func Test143DoctorReportsAndChangesNothing(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	head, asked := h.Status().Head, len(h.model.bodies)
	var first, second report.DoctorReport
	h.get("/doctor", &first)
	for _, name := range []string{"sqlite_integrity", "wal_mode", "migrations", "grammars", "ledger_chain"} {
		wantCheck(t, first, name, "ok", "")
	}
	wantCheck(t, first, "upstream", "ok", h.model.URL+" answers")
	wantSize(t, first.Size)
	if watcher := checkOf(t, first, "watcher"); strings.Contains(watcher.Detail, "only reads") {
		t.Errorf("an engine that serves says %s", watcher.Detail)
	}
	if len(first.Checks) != 8 || first.Stale != 0 || first.ReadFailures == nil || len(first.ReadFailures) != 0 || first.Status == "failing" {
		t.Errorf("%+v", first)
	}
	h.get("/doctor", &second)
	for i, c := range first.Checks {
		// The room changes, and the watch may still be taking up its folders.
		if c.Name != "disk_space" && c.Name != "watcher" && c != second.Checks[i] {
			t.Errorf("the second time it says %+v, not %+v", second.Checks[i], c)
		}
	}
	if now := h.Status().Head; now != head || len(h.model.bodies) != asked {
		t.Errorf("the Ledger went from row %d to %d, the model was asked %d times more", head, now, len(h.model.bodies)-asked)
	}
}

func Test157DoctorCountsWhatIsStaleAndTellsWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.write(greetFile, goFile(byHand, bye))
	var r report.DoctorReport
	h.get("/doctor", &r)
	if r.Stale != 1 || len(r.ReadFailures) != 0 {
		t.Errorf("%d STALE, %v", r.Stale, r.ReadFailures)
	}
	unreadable := strings.Repeat("日", 200) + ".go" // no file system reads such a name
	if _, err := h.Paste(context.Background(), unreadable, []byte("func F() {}\n\nfunc G() {}\n")); err != nil {
		t.Fatal(err)
	}
	h.get("/doctor", &r)
	if r.Stale != 1 || len(r.ReadFailures) != 1 || r.ReadFailures[0].Path != unreadable || r.ReadFailures[0].Detail != "file name too long" || r.Status != "degraded" {
		t.Errorf("%+v", r)
	}
	h.model.Close()
	h.get("/doctor", &r)
	wantCheck(t, r, "upstream", "warn", "does not answer")
	if r.Status != "degraded" {
		t.Errorf("without a model server it is %s", r.Status)
	}
}

func Test143DoctorOfACommandTellsTheSameBesideAnEngineAndAlone(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.write(greetFile, goFile(byHand, bye))
	for _, running := range []bool{true, false} {
		if !running {
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
		}
		r, err := engine.DoctorWorkspace(context.Background(), configured(t, h.dir, h.model.URL))
		if err != nil || r.Status != "ok" || r.Stale != 1 {
			t.Errorf("running %v: %+v, %v", running, r, err)
		}
		wantCheck(t, r, "watcher", "ok", "not watching: this command only reads")
	}
	h.open()
}

func TestPromise5DoctorTellsThatTurnsAreNotRecorded(t *testing.T) {
	t.Parallel()
	h := openHouseWith(t, engine.Options{Patience: 20 * time.Millisecond}, poolModel(t))
	alerts := make(chan string, 16)
	defer h.Subscribe(func(ev events.Event) {
		if ev.Kind == events.KindAlert {
			alerts <- ev.Alert
		}
	})()
	release := holdDatabase(t, filepath.Join(h.dir, ".holdfast", "holdfast.db"))
	h.ask("write the pool")
	<-alerts
	var r report.DoctorReport
	h.get("/doctor", &r)
	wantCheck(t, r, "ledger_chain", "fail", "NOT RECORDED")
	if r.Status != "failing" {
		t.Errorf("overall %s", r.Status)
	}
	release()
	<-alerts
}

func Test143DoctorOfAWorkspaceThatCannotBeOpenedIsAReport(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		ail    func(t *testing.T, database string)
		check  string
		status string
		words  string
		whole  string
	}{
		{"a file of noise", func(t *testing.T, database string) {
			noise := []byte(strings.Repeat("this is no database at all ", 400))
			if err := os.WriteFile(database, noise, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "sqlite_integrity", "fail", "not a holdfast database", "failing"},
		{"a database whose pages are noise", func(t *testing.T, database string) {
			content, err := os.ReadFile(database)
			if err != nil {
				t.Fatal(err)
			}
			for i := 4096; i < len(content); i++ {
				content[i] ^= byte(i*7 + 1)
			}
			if err := os.WriteFile(database, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "sqlite_integrity", "fail", "", "failing"},
		{"a newer release's database", func(t *testing.T, database string) { execute(t, database, `PRAGMA user_version = 99`) },
			"migrations", "fail", "newer holdfast (layout 99", "failing"},
		{"an older release's database, which it does not migrate", func(t *testing.T, database string) { execute(t, database, `PRAGMA user_version = 1`) },
			"migrations", "warn", "older holdfast (layout 1", "degraded"},
		{"a database that is lost", func(t *testing.T, database string) {
			if err := os.Remove(database); err != nil {
				t.Fatal(err)
			}
		}, "ledger_chain", "fail", "HEAD says that session", "failing"},
		{"an empty file in place of the database", func(t *testing.T, database string) {
			if err := os.WriteFile(database, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "ledger_chain", "fail", "HEAD says that session", "failing"},
		{"a chain with a hole", func(t *testing.T, database string) {
			execute(t, database, `DROP TRIGGER ledger_never_deleted; DELETE FROM ledger WHERE seq = 3`)
		}, "ledger_chain", "fail", "row 4", "failing"},
		{"a State Map that is gone", func(t *testing.T, database string) { execute(t, database, `DROP TABLE state_map`) },
			"sqlite_integrity", "fail", "", "failing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := savedHouse(t)
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			database := filepath.Join(h.dir, ".holdfast", "holdfast.db")
			test.ail(t, database)
			before := contents(t, h.dir)
			r, err := engine.DoctorWorkspace(context.Background(), configured(t, h.dir, h.model.URL))
			if err != nil {
				t.Fatal(err)
			}
			wantCheck(t, r, test.check, test.status, test.words)
			if r.Status != test.whole || len(r.Checks) != 8 {
				t.Errorf("overall %+v", r)
			}
			if after := contents(t, h.dir); after != before {
				t.Errorf("the workspace was changed, from %d bytes to %d", len(before), len(after))
			}
		})
	}
}

func Test143DoctorOfAFolderWithoutAWorkspaceCreatesNothing(t *testing.T) {
	dir := t.TempDir()
	r, err := engine.DoctorWorkspace(context.Background(), configured(t, dir, "demo"))
	if err != nil || r.Status != "degraded" {
		t.Errorf("%+v, %v", r, err)
	}
	wantCheck(t, r, "sqlite_integrity", "warn", "start holdfast in this workspace first")
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("made %v, %v", entries, err)
	}
}

func Test143DoctorOfASoundDatabaseWithAWrongNameIsWrongUse(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	cfg := configured(t, h.dir, h.model.URL)
	cfg.Session = "elsewhere"
	if _, err := engine.DoctorWorkspace(context.Background(), cfg); err == nil || !strings.Contains(err.Error(), `no session "elsewhere"`) {
		t.Errorf("%v", err)
	}
}

func execute(t *testing.T, database, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", database)
	if err == nil {
		_, err = db.Exec(statements)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// contents lists the workspace's files with their contents, but for what SQLite
// keeps beside a database that is open.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "-shm") || strings.HasSuffix(path, "-wal") {
			return err
		}
		content, err := os.ReadFile(path)
		list.WriteString(path + " " + string(content) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}
