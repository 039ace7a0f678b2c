package diag

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"holdfast/store/event"
)

// fakeDatabase is a database of which only the findings matter.
type fakeDatabase struct {
	found      []event.Finding
	err        error
	info       event.File
	infoErr    error
	hangs      bool
	quickTimes atomic.Int32
}

func (f *fakeDatabase) QuickCheck(ctx context.Context) ([]event.Finding, error) {
	f.quickTimes.Add(1)
	if f.hangs {
		<-ctx.Done()
		return f.found, fmt.Errorf("verify the database: %w", ctx.Err())
	}
	return f.found, f.err
}

func (f *fakeDatabase) Info(context.Context) (event.File, error) { return f.info, f.infoErr }

func watch(ok bool, detail string) func() (bool, string) {
	return func() (bool, string) { return ok, detail }
}

// healthy is a patient whom nothing ails.
func healthy() (Patient, *fakeDatabase) {
	db := &fakeDatabase{info: event.File{Layout: 2, Known: 2, Journal: "wal"}}
	return Patient{
		Database: db,
		Doubt:    func() string { return "" },
		Folder:   "/w",
		Free:     func(string) (uint64, error) { return 5 << 30, nil },
		Grammars: func() error { return nil },
		Upstream: func(context.Context) Finding { return Finding{OK, "it answers"} },
		Watcher:  watch(true, "12 folders are watched"),
	}, db
}

func TestTheDoctorMakesEveryCheckInOneOrder_14_3(t *testing.T) {
	p, db := healthy()
	results := Examine(t.Context(), time.Minute, p.Checks())
	var names []string
	for _, r := range results {
		names = append(names, r.Name)
		if r.Status != OK || r.Detail == "" {
			t.Errorf("%+v", r)
		}
	}
	const want = "sqlite_integrity wal_mode migrations disk_space grammars upstream ledger_chain watcher"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("checks %s, want %s", got, want)
	}
	if n := db.quickTimes.Load(); n != 1 {
		t.Errorf("the database was walked %d times", n)
	}
	if got := Overall(results, 0); got != OK {
		t.Errorf("overall %s", got)
	}
}

func TestEachCheckTellsWhatAilsAndWhatToDo_14_3(t *testing.T) {
	tests := []struct {
		name    string
		ail     func(*Patient, *fakeDatabase)
		check   string
		status  string
		detail  string // all its words, " … " between them
		overall string
	}{
		{"a damaged page", func(_ *Patient, db *fakeDatabase) {
			db.found = []event.Finding{{Check: "file", Where: "holdfast.db", Detail: "page 7 is never used"}, {Check: "map", Where: "default a.go::F", Detail: "its row differs"}}
		}, "sqlite_integrity", Fail, "file: holdfast.db: page 7 is never used (and 1 more) … holdfast verify", Failing},
		{"a broken chain", func(_ *Patient, db *fakeDatabase) {
			db.found = []event.Finding{{Check: "ledger", Where: "row 6", Detail: "rows are missing"}}
		}, "ledger_chain", Fail, "row 6: rows are missing", Failing},
		{"a HEAD that cannot be written", func(_ *Patient, db *fakeDatabase) {
			db.found = []event.Finding{{Check: "head", Where: "HEAD", Detail: "it cannot be written"}}
		}, "ledger_chain", Fail, "HEAD: it cannot be written", Failing},
		{"findings before the time was over", func(_ *Patient, db *fakeDatabase) {
			db.found, db.err = []event.Finding{{Check: "file", Where: "x", Detail: "torn"}}, context.DeadlineExceeded
		}, "sqlite_integrity", Fail, "torn", Failing},
		{"a check that cannot be made", func(_ *Patient, db *fakeDatabase) { db.err = errors.New("the database is busy; try again") },
			"ledger_chain", Fail, "the database is busy; try again", Failing},
		{"read-only mode", func(p *Patient, _ *fakeDatabase) {
			p.Doubt = func() string { return "the database was rolled back; recover the session" }
		}, "ledger_chain", Fail, "rolled back; recover the session", Failing},
		{"another journal mode", func(_ *Patient, db *fakeDatabase) { db.info.Journal = "delete" }, "wal_mode", Fail, `"delete" … start holdfast anew`, Failing},
		{"no answer on the journal mode", func(_ *Patient, db *fakeDatabase) { db.infoErr = errors.New("the disk is full") }, "wal_mode", Fail, "the disk is full", Failing},
		{"no answer on the layout", func(_ *Patient, db *fakeDatabase) { db.infoErr = errors.New("the disk is full") }, "migrations", Fail, "the disk is full", Failing},
		{"a layout that moved under us", func(_ *Patient, db *fakeDatabase) { db.info.Layout = 3 }, "migrations", Fail, "layout 3 … layout 2", Failing},
		{"little room", func(p *Patient, _ *fakeDatabase) { p.Free = func(string) (uint64, error) { return 255<<20 + 1, nil } },
			"disk_space", Warn, "255 MiB are free … less than 256 MiB", Degraded},
		{"hardly any room", func(p *Patient, _ *fakeDatabase) { p.Free = func(string) (uint64, error) { return 31 << 20, nil } },
			"disk_space", Fail, "31 MiB are free … less than 32 MiB", Failing},
		{"just enough room", func(p *Patient, _ *fakeDatabase) { p.Free = func(string) (uint64, error) { return 256 << 20, nil } },
			"disk_space", OK, "256 MiB are free … at least 256 MiB", OK},
		{"a file system that does not tell", func(p *Patient, _ *fakeDatabase) {
			p.Free = func(string) (uint64, error) { return 0, errors.ErrUnsupported }
		}, "disk_space", Warn, "room /w has cannot be told", Degraded},
		{"a broken grammar", func(p *Patient, _ *fakeDatabase) {
			p.Grammars = func() error { return errors.New("the go grammar fails") }
		},
			"grammars", Fail, "the go grammar fails; build holdfast anew", Failing},
		{"a watch that fails", func(p *Patient, _ *fakeDatabase) { p.Watcher = watch(false, "no watches are left") },
			"watcher", Warn, "no watches are left; every file is still verified", Degraded},
		{"a command, which watches nothing", func(p *Patient, _ *fakeDatabase) { p.Watcher = nil },
			"watcher", OK, "not watching: this command only reads", OK},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, db := healthy()
			test.ail(&p, db)
			results := Examine(t.Context(), time.Minute, p.Checks())
			expect(t, results, test.check, test.status, test.detail)
			if got := Overall(results, 0); got != test.overall {
				t.Errorf("overall %s, want %s", got, test.overall)
			}
		})
	}
}

// expect looks for the words of a detail, in their order.
func expect(t *testing.T, results []Result, check, status, words string) {
	t.Helper()
	for _, r := range results {
		if r.Name != check {
			continue
		}
		rest, found := r.Detail, true
		for part := range strings.SplitSeq(words, " … ") {
			if _, rest, found = strings.Cut(rest, part); !found {
				t.Errorf("%s says %q, which lacks %q", check, r.Detail, part)
			}
		}
		if r.Status != status {
			t.Errorf("%s is %s, want %s: %s", check, r.Status, status, r.Detail)
		}
		return
	}
	t.Errorf("there is no check %s", check)
}

func TestADatabaseThatCannotBeOpenedIsToldByTheCheckThatItBelongsTo(t *testing.T) {
	for err, want := range map[error]struct{ check, status, overall string }{
		fmt.Errorf("a database was %w", event.ErrNotFound):         {"sqlite_integrity", Warn, Degraded},
		fmt.Errorf("the file is %w", event.ErrCorrupt):             {"sqlite_integrity", Fail, Failing},
		fmt.Errorf("the file is %w", event.ErrNotDatabase):         {"sqlite_integrity", Fail, Failing},
		fmt.Errorf("the folder %w", event.ErrNotWritable):          {"sqlite_integrity", Fail, Failing},
		fmt.Errorf("it was %w (layout 9)", event.ErrNewerDatabase): {"migrations", Fail, Failing},
		fmt.Errorf("it was %w (layout 1)", event.ErrOlderDatabase): {"migrations", Warn, Degraded},
		fmt.Errorf("the database is %w", event.ErrLost):            {"ledger_chain", Fail, Failing},
	} {
		p, _ := healthy()
		p.Database, p.Unopened = nil, err
		results := Examine(t.Context(), time.Minute, p.Checks())
		expect(t, results, want.check, want.status, err.Error())
		for _, other := range []string{"sqlite_integrity", "wal_mode", "migrations", "ledger_chain"} {
			if other != want.check {
				expect(t, results, other, Warn, "not checked … "+want.check+" tells why")
			}
		}
		if got := Overall(results, 0); got != want.overall {
			t.Errorf("%v: overall %s, want %s", err, got, want.overall)
		}
	}
}

func TestAFileThatCannotBeReadDegradesAndNothingHealsAFailure_15_7(t *testing.T) {
	tests := []struct {
		statuses []string
		unread   int
		want     string
	}{
		{nil, 0, OK},
		{[]string{OK, OK}, 1, Degraded},
		{[]string{Warn, OK}, 0, Degraded},
		{[]string{Fail, Warn, OK}, 1, Failing},
		{[]string{OK, "nonsense"}, 0, Failing},
	}
	for _, test := range tests {
		var results []Result
		for _, s := range test.statuses {
			results = append(results, Result{Status: s})
		}
		if got := Overall(results, test.unread); got != test.want {
			t.Errorf("%v with %d unread: %s, want %s", test.statuses, test.unread, got, test.want)
		}
	}
}

func TestWhatHangsIsLeftAfterItsTimeAndTheRestIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, db := healthy()
		db.hangs = true
		began := time.Now()
		results := Examine(t.Context(), Limit, p.Checks())
		if took := time.Since(began); took != Limit {
			t.Errorf("it took %s of fake time", took)
		}
		expect(t, results, "sqlite_integrity", Warn, "nothing was found in the time … holdfast verify")
		expect(t, results, "ledger_chain", Warn, "nothing was found in the time")
		expect(t, results, "disk_space", OK, "5120 MiB")
	})
}

func TestTheModelServerIsAskedForItsListAndNothingElse_14_2(t *testing.T) {
	const list = `{"object":"list","data":[{"id":"a"},{"id":"b"}]}`
	tests := []struct {
		name   string
		serve  http.HandlerFunc
		status string
		detail string
	}{
		{"a list of models", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, list) }, OK, "m answers, and offers 2 models"},
		{"one model", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"data":[{"id":"a"}]}`) }, OK, "offers 1 model"},
		{"no model", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"data":[]}`) }, Warn, "offers no model: load one"},
		{"a key is wanted, which is the client's", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, OK, "m answers … 401 Unauthorized"},
		{"a model that is being loaded", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, Warn, "503 Service Unavailable"},
		{"another kind of server", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, Warn, "not answer as a model server … --upstream"},
		{"a connection that breaks", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, Warn, "not answer as a model server"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var asked []string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = append(asked, r.Method+" "+r.URL.Path)
				test.serve(w, r)
			}))
			base, err := url.Parse(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			f := Reach(t.Context(), "m", base)
			server.Close()
			expect(t, []Result{{"upstream", f.Status, f.Detail}}, "upstream", test.status, test.detail)
			for _, a := range asked {
				if a != "GET /v1/models" {
					t.Errorf("it was asked %s", a)
				}
			}
		})
	}
}

func TestAModelServerThatIsDownOrHangsIsAWarning(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	server.Close()
	f := Reach(t.Context(), "m", base)
	expect(t, []Result{{"upstream", f.Status, f.Detail}}, "upstream", Warn, "m does not answer ( … connection refused … start it")
	f = reached("m", 0, context.DeadlineExceeded)
	expect(t, []Result{{"upstream", f.Status, f.Detail}}, "upstream", Warn, "no answer in time")
}

func TestFreeSpaceIsThatOfTheFileSystem(t *testing.T) {
	free, err := FreeSpace(t.TempDir())
	if err != nil || free == 0 {
		t.Errorf("%d bytes, %v", free, err)
	}
	if _, err := FreeSpace(t.TempDir() + "/none"); err == nil {
		t.Error("a folder that does not exist has room")
	}
}
