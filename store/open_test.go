package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"holdfast/store/event"
)

// testLayout is the layout of a release to come.
func testLayout() []migration {
	changes, err := embeddedMigrations()
	if err != nil {
		return nil
	}
	return append(changes, migration{name: "test.sql", sql: `CREATE TABLE note (text TEXT NOT NULL) STRICT; INSERT INTO note VALUES ('grown')`})
}

func TestOpenCreatesThePrivateFolder(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ignore, err := os.ReadFile(filepath.Join(h.dir, ignoreFile))
	if err != nil || string(ignore) != "*\n" {
		t.Errorf(".gitignore is %q (%v)", ignore, err)
	}
	for _, name := range []string{databaseFile, databaseFile + "-wal", databaseFile + "-shm", headFile, ignoreFile} {
		info, err := os.Stat(filepath.Join(h.dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, want a file for its owner only: %v", name, info, err)
		}
	}
}

func TestOpenRefusesWhatIsNoHoldfastDatabase(t *testing.T) {
	plain := func(content string) func(*testing.T, string) {
		return func(t *testing.T, path string) { writeFile(t, path, []byte(content)) }
	}
	other := func(statements string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			raw, err := sql.Open("sqlite", path)
			if err == nil {
				_, err = raw.Exec(statements)
			}
			if err = errors.Join(err, raw.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name string
		make func(*testing.T, string)
		want error
	}{
		{"text", plain("this is no database at all, though it is long enough to be one\n"), event.ErrNotDatabase},
		{"another program's", other(`CREATE TABLE x (y); PRAGMA application_id = 7`), event.ErrNotDatabase},
		{"tables but no mark", other(`CREATE TABLE x (y)`), event.ErrNotDatabase},
		{"a newer release's", other(fmt.Sprintf(`CREATE TABLE x (y); PRAGMA application_id = %d; PRAGMA user_version = 99`, applicationID)), event.ErrNewerDatabase},
		{"a folder", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, event.ErrNotDatabase},
		{"a link that leaves the folder", func(t *testing.T, path string) {
			target := filepath.Join(t.TempDir(), "elsewhere")
			writeFile(t, target, nil)
			if err := os.Symlink(target, path); err != nil {
				t.Fatal(err)
			}
		}, event.ErrNotDatabase},
	} {
		for _, readOnly := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/readonly=%v", c.name, readOnly), func(t *testing.T) {
				dir := t.TempDir()
				path := filepath.Join(dir, databaseFile)
				c.make(t, path)
				before, _ := os.ReadFile(path)
				_, err := Open(context.Background(), dir, Options{ReadOnly: readOnly})
				if !errors.Is(err, c.want) {
					t.Fatalf("Open: %v, want %v", err, c.want)
				}
				if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
					t.Error("the file was changed")
				}
			})
		}
	}
}

func TestOpenReadOnlyOrExistingCreatesNothing(t *testing.T) {
	for name, o := range map[string]Options{"read-only": {ReadOnly: true}, "existing": {Existing: true}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, path := range []string{dir, filepath.Join(dir, "none")} {
				if _, err := Open(context.Background(), path, o); !errors.Is(err, event.ErrNotFound) {
					t.Errorf("Open of %s: %v, want ErrNotFound", path, err)
				}
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
				t.Errorf("files were made: %v %v", entries, err)
			}
			writeFile(t, filepath.Join(dir, databaseFile), nil)
			if _, err := Open(context.Background(), dir, o); !errors.Is(err, event.ErrNotFound) {
				t.Errorf("Open of an empty file: %v, want ErrNotFound", err)
			}
		})
	}
}

func TestOpenWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, nil)
	if _, err := Open(context.Background(), filepath.Join(file, ".holdfast"), Options{}); !errors.Is(err, event.ErrNotWritable) {
		t.Errorf("Open below a file: %v, want ErrNotWritable", err)
	}
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere: the rest needs another user")
	}
	dir := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), dir, Options{}); !errors.Is(err, event.ErrNotWritable) {
		t.Errorf("Open in a folder without rights: %v, want ErrNotWritable", err)
	}
}

// TestOpenOfADamagedFile turns pages to noise, one at a time: nothing may
// panic, and either Open or Verify must tell.
func TestOpenOfADamagedFile(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(h.dir, databaseFile)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	step := page
	if testing.Short() {
		step = 8 * page
	}
	for at := 0; at < len(sound); at += step {
		damaged := bytes.Clone(sound)
		for i := range page {
			damaged[at+i] ^= byte(i*7 + 1)
		}
		writeFile(t, path, damaged)
		db, err := Open(context.Background(), h.dir, Options{})
		if err != nil {
			if !errors.Is(err, event.ErrCorrupt) && !errors.Is(err, event.ErrNotDatabase) {
				t.Errorf("page %d: Open: %v, want ErrCorrupt or ErrNotDatabase", at/page, err)
			}
			continue
		}
		findings, err := db.Verify(context.Background(), nil)
		if err != nil || len(findings) == 0 {
			t.Errorf("page %d: Verify finds %v (%v)", at/page, findings, err)
		}
		if err := db.Close(); err != nil && !errors.Is(err, event.ErrCorrupt) {
			t.Errorf("page %d: Close: %v", at/page, err)
		}
	}
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestMigrationKeepsWhatWasThere(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), h.dir, Options{ReadOnly: true, changes: testLayout()}); !errors.Is(err, event.ErrOlderDatabase) {
		t.Errorf("a read-only opening of an older layout: %v, want ErrOlderDatabase", err)
	}
	h.open(Options{changes: testLayout()})
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
	var note string
	if err := h.db.readers.QueryRow(`SELECT text FROM note`).Scan(&note); err != nil || note != "grown" {
		t.Errorf("the migration gave %q (%v)", note, err)
	}
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), h.dir, Options{}); !errors.Is(err, event.ErrNewerDatabase) {
		t.Errorf("the old holdfast opens the new layout: %v, want ErrNewerDatabase", err)
	}
}

func TestMigrationThatFailsLeavesTheOldDatabaseAndItsCopy(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	broken := append(testLayout(), migration{name: "broken.sql", sql: `CREATE TABLE session (x)`})
	_, err := Open(context.Background(), h.dir, Options{changes: broken})
	if err == nil || !strings.Contains(err.Error(), "broken.sql") {
		t.Fatalf("Open: %v, want an error that names the migration", err)
	}
	copies, err := filepath.Glob(filepath.Join(h.dir, copyPrefix+"*"))
	if err != nil || len(copies) != 1 {
		t.Errorf("copies: %v %v, want one", copies, err)
	}
	h.open(Options{})
	if got := h.verify(); got != "" {
		t.Errorf("findings:\n%s", got)
	}
}

// TestOpenAtOnceInANewWorkspace is an engine and a command that start together.
func TestOpenAtOnceInANewWorkspace(t *testing.T) {
	for range 5 {
		dir := filepath.Join(t.TempDir(), "a b?c#d%20é")
		var wg sync.WaitGroup
		for i := range 6 {
			wg.Go(func() {
				db, err := Open(context.Background(), dir, Options{})
				if err != nil {
					t.Errorf("Open %d: %v", i, err)
					return
				}
				id := fmt.Sprintf("s%d", i)
				if _, err := db.Commit(context.Background(), Batch{Session: id, Events: []event.Event{event.SessionCreated{ID: id, Name: id}}}); err != nil {
					t.Errorf("Commit %d: %v", i, err)
				}
				if err := db.Close(); err != nil {
					t.Errorf("Close %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		h := &house{t: t, dir: dir}
		h.open(Options{})
		if sessions, err := h.db.Sessions(context.Background()); err != nil || len(sessions) != 6 || h.verify() != "" {
			t.Errorf("six have created %d sessions (%v): %s", len(sessions), err, h.verify())
		}
	}
}

func TestInfoTellsTheKindOfFile(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	info, err := h.db.Info(context.Background())
	if err != nil || info.Layout != 10 || info.Known != 10 || info.Journal != "wal" || info.Bytes < 4096 || info.Path != h.db.path() {
		t.Errorf("Info is %+v (%v)", info, err)
	}
}

// The parts of the database are all of its pages, and each part is what it says.
func TestSizeIsOfAllParts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for n := 1; n <= 20; n++ {
		h.must(turnOf(n, fmt.Sprintf("pool.go::Acquire%d", n), ""))
	}
	if err := os.WriteFile(filepath.Join(h.dir, asidePrefix+"1"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	size, err := h.db.Size(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var pages int64
	if err := h.db.readers.QueryRow(`SELECT c.page_count * s.page_size FROM pragma_page_count c, pragma_page_size s`).Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if size.Database() != pages || size.Content <= 0 || size.Ledger <= 0 || size.Rest <= 0 || size.Log <= 0 {
		t.Errorf("of %d bytes the parts are %+v", pages, size)
	}
	var rows, bytes int64
	for _, kind := range size.Kinds {
		rows, bytes = rows+kind.Rows, bytes+kind.Bytes
	}
	var head int64
	if err := h.db.readers.QueryRow(`SELECT max(seq) FROM ledger`).Scan(&head); err != nil {
		t.Fatal(err)
	}
	if rows != head || bytes > size.Ledger {
		t.Errorf("the types have %d of %d rows, and %d of %d bytes", rows, head, bytes, size.Ledger)
	}
	if want := []event.KeptFile{{Name: asidePrefix + "1", Bytes: 7}}; !slices.Equal(size.Kept, want) {
		t.Errorf("put aside are %v", size.Kept)
	}
}

func TestOpenTellsALostDatabaseFromOneThatNeverWas(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"the file is gone":  os.Remove,
		"the file is empty": func(path string) error { return os.WriteFile(path, nil, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.must(turn(1, ""))
			if err := h.db.Close(); err != nil {
				t.Fatal(err)
			}
			if err := lose(filepath.Join(h.dir, databaseFile)); err != nil {
				t.Fatal(err)
			}
			for _, o := range []Options{{ReadOnly: true}, {Existing: true}} {
				_, err := Open(context.Background(), h.dir, o)
				if !errors.Is(err, event.ErrLost) || !strings.Contains(err.Error(), "HEAD says that session main stood at row 5") {
					t.Errorf("Open: %v, want ErrLost and what HEAD says", err)
				}
			}
		})
	}
}
