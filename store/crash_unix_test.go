//go:build unix

package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"holdfast/store/event"
)

// The durability promise is tested on a child process, which is this test
// binary started again, and which dies by SIGKILL in the midst of its work.

// childTask is what a child is told to do, in the environment variable taskVar.
type childTask struct {
	Dir string
	// Die and Pass: kill yourself at this failpoint once it was passed so often.
	Die  string
	Pass int
	// Writers is how many commit at once, each Turns times.
	Writers, Turns int
	// Grow migrates to the layout of testLayout.
	Grow bool
	// Adopts has each turn adopt a file, and end an entity of the one before.
	Adopts bool
	// AckEarly acknowledges the turn of that Pass before it is committed, which
	// is a bug.
	AckEarly bool
}

const taskVar = "HOLDFAST_TEST_CHILD"

// crashesVar is how many random crashes to survive; a few if it is not set.
const crashesVar = "HOLDFAST_TEST_CRASHES"

func TestMain(m *testing.M) {
	if task := os.Getenv(taskVar); task != "" {
		if err := runChild(task); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func runChild(encoded string) error {
	var task childTask
	if err := json.Unmarshal([]byte(encoded), &task); err != nil {
		return err
	}
	var passed atomic.Int64
	o := Options{Failpoint: func(name string) {
		if name == task.Die && passed.Add(1) > int64(task.Pass) {
			die()
		}
	}}
	if task.Grow {
		o.changes = testLayout()
	}
	db, err := Open(context.Background(), task.Dir, o)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	errs := make([]error, task.Writers)
	for w := range task.Writers {
		wg.Go(func() { errs[w] = commitTurns(db, w, task) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return db.Close()
}

// die ends the process as kill -9 does, and does not return.
func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// commitTurns commits turns of one entity and acknowledges each on stdout.
func commitTurns(db *DB, writer int, task childTask) error {
	entity := fmt.Sprintf("pool.go::W%d", writer)
	previous, base := "", 0
	if a, err := db.MapEntry(context.Background(), session, entity); err == nil {
		previous, base = a.ID, int(a.Seq)
	}
	var last int64
	for n := range task.Turns {
		batch := turnOf(1_000_000*(writer+1)+base+n, entity, previous)
		previous = batch.Events[1].(event.ArtifactRecorded).Artifact
		if task.AckEarly && n == task.Pass {
			fmt.Printf("%d %s\n", last+int64(len(batch.Events)), event.Hash([]byte("to be committed")))
		}
		if task.Adopts {
			batch = withAdoption(batch, fmt.Sprintf("w%d/f", writer), base, n)
		}
		r, err := db.Commit(context.Background(), batch)
		if err != nil {
			return err
		}
		last = r.Last
		fmt.Printf("%d %s\n", r.Last, r.Head)
	}
	return nil
}

// withAdoption is a batch that adopts file n of a run as well, and tombstones a symbol of
// the file before.
func withAdoption(b Batch, folder string, run, n int) Batch {
	path := func(n int) string { return fmt.Sprintf("%s%d-%d.go", folder, run, n) }
	text := fmt.Sprintf("func A() { %d }\nfunc B() {}\n", n)
	adoption := func(n int) event.FileAdopted {
		text := fmt.Sprintf("func A() { %d }\nfunc B() {}\n", n)
		episode := fmt.Sprintf("adopts-%s%d-%d", strings.ReplaceAll(folder, "/", "-"), run, n)
		ev := event.FileAdopted{ID: event.Hash([]byte(path(n)))[7:19], Episode: episode, Path: path(n), Method: "ast", Block: event.Hash([]byte(text)), Grant: "write_head"}
		for i, name := range []string{"A", "B"} {
			at := strings.Index(text, "func "+name)
			span := []int{at, at + strings.IndexByte(text[at:], '\n')}
			core, _ := event.CutCore([]byte(text), span)
			sums, _ := event.SumsOf(event.Hash(core), event.Hash(nil), event.Hash([]byte(text[span[0]:span[1]])))
			ev.Symbols = append(ev.Symbols, event.AdoptedSymbol{Name: name, Kind: "function", Position: i, Sums: sums, Core: span, Text: span})
		}
		return ev
	}
	ev := adoption(n)
	b.Blobs = append(b.Blobs, []byte(text))
	b.Events = append(b.Events, inEpisode(ev.Episode, ev)...)
	if n > 0 {
		before := adoption(n - 1)
		b.Events = append(b.Events, event.EntityTombstoned{Entity: before.Entity(0), Artifact: before.Artifact(0), By: "operator", Reason: "gone"})
	}
	return b
}

// crash runs a child until it dies (or until it has acknowledged enough, and
// is killed), and gives what it has acknowledged.
func crash(t *testing.T, task childTask, killAfter int) map[int64]string {
	t.Helper()
	encoded, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), taskVar+"="+string(encoded))
	var stderr bytes.Buffer
	child.Stderr = &stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	acked := map[int64]string{}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		seq, hash, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.ParseInt(seq, 10, 64)
		if err != nil || !event.IsHash(hash) {
			break // cut off in the midst: not acknowledged
		}
		acked[n] = hash
		if len(acked) == killAfter {
			_ = child.Process.Kill()
		}
	}
	_, _ = io.Copy(io.Discard, out)
	err = child.Wait()
	status, _ := child.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGKILL {
		t.Fatalf("the child was to die by SIGKILL: %v\n%s", err, stderr.String())
	}
	return acked
}

// survived says what is wrong with a database after a crash, "" if nothing.
func survived(t *testing.T, dir string, acked map[int64]string, o Options) string {
	t.Helper()
	ctx := context.Background()
	db, err := Open(ctx, dir, o)
	if err != nil {
		return fmt.Sprintf("it does not open: %v", err)
	}
	defer func() { _ = db.Close() }()
	if doubt := db.Distrust(); doubt != "" {
		return "it is distrusted: " + doubt
	}
	findings, err := db.Verify(ctx, nil)
	if err != nil || len(findings) > 0 {
		return fmt.Sprintf("it does not verify: %v %v", err, findings)
	}
	kept := map[int64]string{}
	if err := db.Since(ctx, "", 0, 0, func(r event.Row) error { kept[r.Seq] = r.Hash; return nil }); err != nil {
		return err.Error()
	}
	for _, seq := range slices.Sorted(maps.Keys(acked)) {
		if kept[seq] != acked[seq] {
			return fmt.Sprintf("row %d was acknowledged as %s and is %q", seq, acked[seq], kept[seq])
		}
	}
	return ""
}

// newWorkspace is a folder with a database of one session, closed.
func newWorkspace(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".holdfast")
	db, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Commit(context.Background(), Batch{Session: session, Events: []event.Event{event.SessionCreated{ID: session, Name: "main"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// commitFailpoints are passed by every commit, in this order.
var commitFailpoints = []string{"vault", "vault.kept", "ledger", "ledger.appended", "applied", "commit", "committed", "head.written", "ack"}

// migrateFailpoints are passed by a migration of a database in use.
var migrateFailpoints = []string{"migrate.copy", "migrate.copied", "migrate.begin", "migrate.step", "migrate.commit", "migrate.committed"}

func TestFailpointsAreAllKnown(t *testing.T) {
	t.Parallel()
	dir := newWorkspace(t)
	passed := map[string]bool{}
	db, err := Open(context.Background(), dir, Options{changes: testLayout(), Failpoint: func(name string) { passed[name] = true }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Commit(context.Background(), turn(1, "")); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(append(slices.Clone(commitFailpoints), migrateFailpoints...)))
	if got := slices.Sorted(maps.Keys(passed)); !slices.Equal(got, want) {
		t.Errorf("failpoints %v, want %v", got, want)
	}
}

func TestKilledAtEveryFailpointNothingAcknowledgedIsLost(t *testing.T) {
	t.Parallel()
	for _, point := range commitFailpoints {
		for _, writers := range []int{1, 4} {
			t.Run(fmt.Sprintf("%s/writers=%d", point, writers), func(t *testing.T) {
				dir := newWorkspace(t)
				acked := crash(t, childTask{Dir: dir, Die: point, Pass: 9, Writers: writers, Turns: 30}, 0)
				if got := survived(t, dir, acked, Options{}); got != "" {
					t.Error(got)
				}
			})
		}
	}
}

func TestKilledAmidAdoptionsNothingAcknowledgedIsLost(t *testing.T) {
	t.Parallel()
	for _, point := range commitFailpoints {
		t.Run(point, func(t *testing.T) {
			dir := newWorkspace(t)
			acked := crash(t, childTask{Dir: dir, Die: point, Pass: 29, Writers: 2, Turns: 60, Adopts: true}, 0)
			if got := survived(t, dir, acked, Options{}); got != "" {
				t.Error(got)
			}
			// What a second run adopts goes on from there.
			maps.Copy(acked, crash(t, childTask{Dir: dir, Writers: 2, Turns: 1 << 30, Adopts: true}, 20))
			if got := survived(t, dir, acked, Options{}); got != "" {
				t.Error(got)
			}
		})
	}
}

func TestKilledAtRandomMomentsNothingAcknowledgedIsLost(t *testing.T) {
	t.Parallel()
	crashes := 5
	if v := os.Getenv(crashesVar); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil {
			t.Fatalf("%s: %v", crashesVar, err)
		}
		crashes = n
	}
	dir := newWorkspace(t)
	acked := map[int64]string{}
	for i := range crashes {
		after := 1 + rand.IntN(60)
		maps.Copy(acked, crash(t, childTask{Dir: dir, Writers: 1 + i%4, Turns: 1 << 30}, after))
		if got := survived(t, dir, acked, Options{}); got != "" {
			t.Fatalf("crash %d, after %d acknowledgements: %s", i, after, got)
		}
	}
}

func TestKilledAtEveryStepOfAMigrationNothingIsLost(t *testing.T) {
	t.Parallel()
	for _, point := range migrateFailpoints {
		t.Run(point, func(t *testing.T) {
			dir := newWorkspace(t)
			crash(t, childTask{Dir: dir, Die: point, Grow: true}, 0)
			if got := survived(t, dir, nil, Options{changes: testLayout()}); got != "" {
				t.Error(got)
			}
			copies, err := filepath.Glob(filepath.Join(dir, copyPrefix+"*"))
			if err != nil || len(copies) > 0 {
				t.Errorf("copies were left: %v %v", copies, err)
			}
		})
	}
}

// A store that acknowledges before it commits would not pass the crash tests.
func TestAcknowledgingEarlyIsSeen(t *testing.T) {
	t.Parallel()
	dir := newWorkspace(t)
	acked := crash(t, childTask{Dir: dir, Die: "commit", Pass: 3, Writers: 1, Turns: 30, AckEarly: true}, 0)
	if got := survived(t, dir, acked, Options{}); !strings.Contains(got, "was acknowledged as") || !strings.HasSuffix(got, `and is ""`) {
		t.Errorf("the check says %q of a store that acknowledges before it commits", got)
	}
}

func TestPromotingWithoutSupersedingIsSeen(t *testing.T) {
	t.Parallel()
	h := &house{t: t, dir: newWorkspace(t)}
	h.open(Options{})
	h.must(turn(1, ""))
	h.must(turn(2, "artifact-000001"))
	h.tamper(`DROP INDEX artifact_authoritative`, `UPDATE artifact SET state = 'AUTHORITATIVE' WHERE id = 'artifact-000001'`)
	got := h.verify()
	for _, want := range []string{"artifact artifact-000001 of pool.go::Acquire is kept as AUTHORITATIVE", "the map does not hold artifact artifact-000001"} {
		if !strings.Contains(got, want) {
			t.Errorf("Verify found:\n%s\nwant: %s", got, want)
		}
	}
}
