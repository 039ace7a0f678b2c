package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"holdfast/store/event"
)

// told is a folder with everything that there can be in a database, closed.
func told(t testing.TB) (dir string, content []byte) {
	t.Helper()
	h := newHouse(t)
	story(h)
	diskStory(h)
	for n := range 6 {
		h.must(noted(fmt.Sprintf("output %d: %s", n, strings.Repeat("x", n*300))))
	}
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(h.db.path())
	if err != nil {
		t.Fatal(err)
	}
	return h.dir, content
}

// dump is all that a database holds, projection by projection.
func dump(t *testing.T, path string) map[string][]string {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	out := map[string][]string{}
	for _, table := range []string{"vault", "ledger", "session", "episode", "artifact", "state_map", "canon"} {
		order := "seq"
		switch table {
		case "vault":
			order = "hash"
		case "state_map":
			order = "session, entity"
		}
		rows, err := raw.Query(`SELECT * FROM ` + table + ` ORDER BY ` + order)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			row := make([]any, len(columns))
			into := make([]any, len(columns))
			for i := range row {
				into[i] = &row[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			out[table] = append(out[table], fmt.Sprintf("%q", row))
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// Of a sound file all is saved: what the projections are follows from the Ledger.
func TestAllOfASoundLedgerIsSaved_3_3(t *testing.T) {
	t.Parallel()
	for name, tamper := range map[string]string{
		"nothing": `SELECT 1`, "the State Map": `DELETE FROM state_map`,
		"artifacts": `UPDATE artifact SET state = 'TOMBSTONED'`, "episodes": `DELETE FROM episode`, "guards": `DROP TRIGGER vault_never_updated`,
		"an index": `DROP INDEX artifact_by_entity`, "sessions' names": `UPDATE session SET name = 'x' || seq`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			dir, content := told(t)
			path := filepath.Join(dir, databaseFile)
			was := dump(t, path)
			raw, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			raw.SetMaxOpenConns(1)
			for _, statement := range []string{`DROP TRIGGER state_map_keeps_truth`, `DROP TRIGGER artifact_transition`, `DROP TRIGGER episode_never_deleted`, `DROP TRIGGER session_stays_named`, tamper} {
				if _, err := raw.Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
			if err := raw.Close(); err != nil {
				t.Fatal(err)
			}
			damaged, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			saved, err := Salvage(ctx, dir, Options{Now: func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC) }})
			if err != nil || !saved.Whole || saved.Gone != 0 || saved.Rows != int64(len(was["ledger"])) || saved.Contents != int64(len(was["vault"])) {
				t.Fatalf("saved %+v, %v", saved, err)
			}
			if got := dump(t, path); !reflect.DeepEqual(got, was) {
				t.Errorf("it is\n%v\nand was\n%v", got, was)
			}
			if want := "holdfast.db.damaged-20260304-050607"; saved.Aside != want {
				t.Errorf("put aside as %s, want %s", saved.Aside, want)
			}
			kept, err := os.ReadFile(filepath.Join(dir, saved.Aside))
			if err != nil || !bytes.Equal(kept, damaged) || bytes.Equal(content, damaged) && name != "nothing" && name != "guards" {
				t.Errorf("what is kept is not what was there: %v", err)
			}
			db, err := Open(ctx, dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			findings, err := db.Verify(ctx, nil)
			if err != nil || len(findings) > 0 || db.Distrust() != "" {
				t.Errorf("verify: %v, %v; %s", findings, err, db.Distrust())
			}
		})
	}
}

// Whatever becomes of the bytes, the folder opens again, what was saved is proven,
// the damaged file is kept, and what is missing is not kept quiet.
func TestADamagedFileIsPutAsideAndWhatItProvesIsSaved_P1(t *testing.T) {
	t.Parallel()
	dir, content := told(t)
	head, err := os.ReadFile(filepath.Join(dir, headFile))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	type damage struct {
		name  string
		bytes []byte
	}
	var list []damage
	for _, n := range []int{1, 15, 99, 512, 4096, 3*4096 + 1, len(content) / 2, len(content) - 1} {
		list = append(list, damage{fmt.Sprintf("cut to %d", n), content[:n]})
	}
	page := func(name string, at, n int, fill func([]byte)) {
		b := bytes.Clone(content)
		at = min(at, len(b)-1)
		fill(b[at:min(at+n, len(b))])
		list = append(list, damage{fmt.Sprintf("%s in page %d", name, at/4096), b})
	}
	noise := func(b []byte) {
		for i := range b {
			b[i] = byte(random.Uint32())
		}
	}
	for at := 0; at < len(content); at += 4096 * 5 {
		page("zeros", at, 4096, func(b []byte) { clear(b) })
		page("noise", at+4096, 4096, noise)
		page("a few bytes", at+2*4096+random.IntN(4000), 8, noise)
	}
	list = append(list, damage{"a text", []byte("hello, this is my diary\n")}, damage{"zeros alone", make([]byte, 1<<20)}, damage{"a page of text", bytes.Repeat([]byte("text\n"), 4000)})
	for _, d := range list {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, databaseFile), d.bytes)
			writeFile(t, filepath.Join(dir, headFile), head)
			sound := openAndVerify(t, dir)
			saved, err := Salvage(ctx, dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d.name == fmt.Sprintf("cut to %d", len(content)-1) && saved.Rows == 0 {
				t.Errorf("nothing is saved of a file that lacks its last byte")
			}
			if kept, err := os.ReadFile(filepath.Join(dir, saved.Aside)); err != nil || !bytes.Equal(kept, d.bytes) {
				t.Errorf("the file was not kept as it was: %v", err)
			}
			db, err := Open(ctx, dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			findings, err := db.Verify(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range findings {
				if saved.Gone == 0 {
					t.Errorf("what was saved is not proven: %s", f)
				}
			}
			if distrusted := db.Distrust() != ""; distrusted == saved.Whole {
				t.Errorf("saved %+v, and the distrust is %q", saved, db.Distrust())
			}
			if sound && !saved.Whole {
				t.Errorf("nothing was wrong, and not all is saved: %+v", saved)
			}
		})
	}
}

// openAndVerify reports whether a database opens and nothing is found; it must
// never end the process, nor hang.
func openAndVerify(t *testing.T, dir string) bool {
	t.Helper()
	ctx := context.Background()
	db, err := Open(ctx, dir, Options{Existing: true})
	if err != nil {
		if !Unusable(err) && !errors.Is(err, event.ErrNewerDatabase) {
			t.Errorf("the error says nothing of damage: %v", err)
		}
		return false
	}
	findings, err := db.Verify(ctx, nil)
	if err != nil && !Unusable(err) {
		t.Errorf("verify: %v", err)
	}
	_, _ = db.QuickCheck(ctx)
	distrust := db.Distrust()
	_ = db.Close() // of a damaged file it may complain
	return err == nil && len(findings) == 0 && distrust == ""
}

func TestWhatIsNoFileIsPutAside_P1(t *testing.T) {
	t.Parallel()
	for name, put := range map[string]func(path string) error{
		"a folder": func(path string) error {
			return errors.Join(os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, "mine"), []byte("x"), 0o600))
		},
		"a link to nowhere": func(path string) error { return os.Symlink("/nowhere", path) },
		"a foreign log": func(path string) error {
			return errors.Join(os.WriteFile(path, []byte("no database"), 0o600), os.WriteFile(path+logSuffix, bytes.Repeat([]byte("no log"), 900), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := put(filepath.Join(dir, databaseFile)); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(context.Background(), dir, Options{}); !Unusable(err) || !strings.Contains(err.Error(), "holdfast recover --fresh") {
				t.Errorf("Open: %v", err)
			}
			saved, err := Salvage(context.Background(), dir, Options{})
			if err != nil || saved.Whole || saved.Rows != 0 {
				t.Fatalf("saved %+v, %v", saved, err)
			}
			if _, err := os.Lstat(filepath.Join(dir, saved.Aside)); err != nil {
				t.Error(err)
			}
			db, err := Open(context.Background(), dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if got := db.Distrust(); !strings.Contains(got, "is kept as .holdfast/"+saved.Aside) {
				t.Errorf("the distrust is %q", got)
			}
		})
	}
}

// A file of which no question has an answer is not asked for each row.
func TestAFileThatAnswersNothingIsAskedOnce_P1(t *testing.T) {
	t.Parallel()
	_, content := told(t)
	for name, c := range map[string]struct {
		at    int
		bytes string
		asked bool
	}{
		"sound": {0, "", true}, "a first page of another kind": {100, "\x05\x00\x00\x00\x03", false}, "no SQLite": {0, "not SQLite", false}, "the tail": {len(content) - 100, "tail", true},
	} {
		b := bytes.Clone(content)
		copy(b[c.at:], c.bytes)
		path := filepath.Join(t.TempDir(), databaseFile)
		writeFile(t, path, b)
		_, done, err := damaged(context.Background(), path)
		if (err == nil) != c.asked || err != nil && !Unusable(err) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			done()
		}
	}
}

// FuzzDamagedDatabase overwrites and cuts a database: opening, proving and saving
// it neither crash nor hang, and what is saved opens.
func FuzzDamagedDatabase(f *testing.F) {
	dir, content := told(f)
	head, err := os.ReadFile(filepath.Join(dir, headFile))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), []byte("not SQLite"), uint32(0))
	f.Add(uint32(60), []byte{0xff, 0xff, 0xff, 0xff}, uint32(0))
	f.Add(uint32(4096), bytes.Repeat([]byte{0xff}, 200), uint32(5000))
	f.Add(uint32(100), []byte{0x05, 0, 0, 0, 3}, uint32(0))
	f.Add(uint32(len(content)-100), []byte("tail"), uint32(1))
	f.Fuzz(func(t *testing.T, at uint32, bytesThere []byte, cut uint32) {
		b := bytes.Clone(content)
		copy(b[int(at)%len(b):], bytesThere)
		b = b[:len(b)-int(cut)%len(b)]
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, databaseFile), b)
		writeFile(t, filepath.Join(dir, headFile), head)
		openAndVerify(t, dir)
		if _, err := Salvage(context.Background(), dir, Options{}); err != nil {
			t.Fatal(err)
		}
		db, err := Open(context.Background(), dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
