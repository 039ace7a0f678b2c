package engine_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/sessions"

	"holdfast/engine/canon"
	"holdfast/engine/recovery"
	"holdfast/engine/report"
)

// database is where the house's database is.
func (h *house) database() string { return filepath.Join(h.dir, ".holdfast", "holdfast.db") }

// lose stops the engine and removes its database, as rm does.
func (h *house) lose() {
	h.t.Helper()
	must(h.t, h.Close())
	for _, name := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(h.database() + name); err != nil && !errors.Is(err, os.ErrNotExist) {
			h.t.Fatal(err)
		}
	}
}

// checkpoint is the session's block, as holdfast checkpoint prints it.
func (h *house) checkpoint() []byte {
	h.t.Helper()
	text, err := h.Checkpoint(context.Background())
	must(h.t, err)
	return text
}

// recover previews a block and restores from it; the keys of what came of it are
// given by their kinds.
func (h *house) recover(text []byte) map[string][]string {
	h.t.Helper()
	plan, err := h.RecoveryPlan(context.Background(), text)
	must(h.t, err)
	if len(plan.Faults) > 0 {
		h.t.Fatalf("the block is refused: %v", plan.Faults)
	}
	must(h.t, h.Recover(context.Background(), text, plan))
	kinds := map[string][]string{}
	for kind, steps := range map[string][]canon.Step{
		"restored": plan.Plan.Restored, "healed": plan.Plan.Healed, "missing": plan.Plan.Missing, "dropped": plan.Plan.Dropped, "unchanged": plan.Plan.Unchanged,
	} {
		for _, s := range steps {
			kinds[kind] = append(kinds[kind], s.Key)
		}
	}
	return kinds
}

// readOnly fails unless the engine is in read-only mode, for a reason that holds
// these words, in which it forwards requests and does nothing else.
func (h *house) readOnly(words string) {
	h.t.Helper()
	ctx := context.Background()
	if banner := h.Status().Banner; !strings.HasPrefix(banner, "READ-ONLY: ") || !strings.Contains(banner, words) {
		h.t.Fatalf("banner %q, want READ-ONLY and %q", banner, words)
	}
	var doctor report.DoctorReport
	h.get("/doctor", &doctor)
	if doctor.Status != "failing" {
		h.t.Errorf("/doctor says %s", doctor.Status)
	}
	if findings, err := h.Verify(ctx, nil); err != nil || len(findings) == 0 {
		h.t.Errorf("verify proves a record that is not trusted: %v, %v", findings, err)
	}
	before := h.state()
	prompt := "Greet and Part? write both"
	h.chat = nil
	if reply := h.ask(prompt); !strings.Contains(reply, "func Greet") {
		h.t.Errorf("the reply is %q", reply)
	}
	if h.prompt() != prompt {
		h.t.Errorf("something was put before the model:\n%s", h.prompt())
	}
	if list := h.Activities(); len(list) == 0 || list[0].Kind != "forwarded" {
		h.t.Errorf("the request is shown as %+v", list)
	}
	if got := h.state(); !reflect.DeepEqual(got, before) {
		h.t.Errorf("a turn has changed the State Map from %v to %v", before, got)
	}
	_, paste := h.Paste(ctx, "x.go", []byte("func X() {}\n"))
	_, adopt := h.AdoptPaths(ctx, []string{greetFile}, nil)
	_, checkpoint := h.Checkpoint(ctx)
	_, block := h.SessionBlock(ctx, h.Status().Session)
	list, err := h.Sessions(ctx)
	if err != nil || len(list) == 0 || list[0].Name != h.Status().Session {
		h.t.Errorf("the sessions are %+v, %v", list, err)
	}
	for name, err := range map[string]error{"paste": paste, "adopt": adopt, "checkpoint": checkpoint, "block": block, "new": h.NewSession(ctx, "other"), "fork": h.Fork(ctx, "", "other")} {
		if !errors.Is(err, sessions.ErrReadOnly) {
			h.t.Errorf("%s: %v, want ErrReadOnly", name, err)
		}
	}
}

// trusted fails where the engine is in read-only mode, also after a restart.
func (h *house) trusted() {
	h.t.Helper()
	for range 2 {
		if banner := h.Status().Banner; banner != "" {
			h.t.Fatalf("banner %q", banner)
		}
		h.reopen()
	}
}

func TestALostDatabaseIsHealedByABlockAndTheDisk(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.ask("use this:\n\n```go lost.go\nfunc Lost() int { return 1 }\n```\n")
	const lost = "lost.go::Lost"
	before, block := h.state(), h.checkpoint()
	seq := h.LastDelta()
	h.lose()
	h.open()
	h.readOnly("HEAD says that session default stood at row")
	if got := h.state(); len(got) > 0 {
		t.Fatalf("the State Map of a lost database: %v", got)
	}
	pasted := append([]byte("Here it is:\n\n```json\n"), append(block, "```\nThat was it.\n"...)...)
	kinds := h.recover(pasted)
	if !reflect.DeepEqual(kinds, map[string][]string{"healed": {greet, part}, "missing": {lost}}) {
		t.Errorf("recovered: %v", kinds)
	}
	delete(before, lost)
	if got := h.state(); !reflect.DeepEqual(got, before) {
		t.Errorf("the State Map is %v, it was %v", got, before)
	}
	h.trusted()

	document, _ := canon.Read(block, canon.StateDelta)
	after, faults := canon.Read(h.checkpoint(), canon.StateDelta)
	if len(faults) == 0 {
		faults = canon.Validate(after, document)
	}
	d, _ := after.Delta()
	if len(faults) > 0 || d.Seq != seq+1 || d.Decision.Mode != canon.ModeB {
		t.Errorf("the delta of the recovery: seq %d after %d, mode %s, %v", d.Seq, seq, d.Decision.Mode, faults)
	}
	if c := d.CurrentState.OpenConflicts; len(c) != 1 || c[0].ConflictID != "missing-"+lost {
		t.Errorf("open conflicts %+v", c)
	}
	h.chat = nil
	h.ask("explain Greet and Lost")
	if p := h.prompt(); !strings.Contains(p, "Entity: "+greet) || strings.Contains(p, "return 1") {
		t.Errorf("hydrated after the recovery:\n%s", p)
	}
	// The block of that state misses it wherever it is recovered.
	again := h.checkpoint()
	_, err := h.Paste(context.Background(), "other.go", []byte("func Other() {}\n"))
	must(t, err)
	if kinds := h.recover(again); !reflect.DeepEqual(kinds, map[string][]string{"unchanged": {greet, part}, "missing": {lost}, "dropped": {"other.go::Other"}}) {
		t.Errorf("recovered again: %v", kinds)
	}
	if open := h.conflicts(); len(open) != 1 || open["missing-"+lost] == "" {
		t.Errorf("open conflicts %v", open)
	}
	_, err = h.Paste(context.Background(), "lost.go", []byte("func Lost() int { return 1 }\n"))
	must(t, err)
	if list := h.deltas(); len(list[len(list)-1].CurrentState.OpenConflicts) != 0 {
		t.Errorf("a conflict that was settled: %+v", list[len(list)-1].CurrentState.OpenConflicts)
	}
	h.verified()
}

// Which sessions there were is lost with the database, and a client that names
// one of them is forwarded as every client is.
func TestAClientOfALostSessionIsForwarded(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	must(t, h.NewSession(ctx, "tried"))
	must(t, h.Switch(ctx, sessions.Default))
	h.lose()
	h.open()
	status := func(path, session string) int {
		code, _ := h.send(path, session, "Greet and Part? write both")
		return code
	}
	for _, c := range []struct{ path, session string }{{"/s/tried/v1/chat/completions", ""}, {completions, "tried"}, {"/s/tried/v1/embeddings", ""}} {
		sent := len(h.model.bodies)
		if got := status(c.path, c.session); len(h.model.bodies) != sent+1 {
			t.Errorf("%s %s went nowhere: %d", c.path, c.session, got)
		}
	}
	resp, err := http.Get(h.url("/s/tried/state"))
	must(t, err)
	must(t, resp.Body.Close())
	if resp.StatusCode != http.StatusNotFound {
		t.Errorf("the state of a session that is lost: %s", resp.Status)
	}
	must(t, h.FreshStart(ctx))
	if got := status(completions, "tried"); got != http.StatusNotFound {
		t.Errorf("after read-only mode a session that is not there: %d", got)
	}
	h.verified()
}

func TestABlockIsRecoveredInAnotherWorkspace(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	block := h.checkpoint()
	elsewhere := openHouse(t, greeter)
	elsewhere.write(greetFile, goFile(hello))
	if kinds := elsewhere.recover(block); !reflect.DeepEqual(kinds, map[string][]string{"healed": {greet}, "missing": {part}}) {
		t.Errorf("recovered: %v", kinds)
	}
	if got := elsewhere.LastDelta(); got != h.LastDelta()+1 {
		t.Errorf("the chain goes on with %d after %d", got, h.LastDelta())
	}
	elsewhere.verified()

	// In a session with a chain of its own it is no state of that.
	other := openHouse(t, greeter)
	other.ask("a better greeting, please")
	plan, err := other.RecoveryPlan(context.Background(), block)
	must(t, err)
	if len(plan.Faults) != 1 || plan.Faults[0].Path != "basis.previous_hash" || !strings.Contains(plan.Faults[0].Text, "of another session or workspace") {
		t.Errorf("faults %v", plan.Faults)
	}
}

func TestAnOlderStateIsRecoveredAndTheNewerOneAfterIt(t *testing.T) {
	t.Parallel()
	h := openHouse(t, greeter)
	h.ask("write both")
	older := h.checkpoint()
	was := h.state()
	h.ask("a better greeting, please: Greet")
	h.ask("use this:\n\n```go new.go\nfunc New() {}\n```\n")
	newer := h.checkpoint()
	is := h.state()
	last := h.LastDelta()
	if kinds := h.recover(older); !reflect.DeepEqual(kinds, map[string][]string{"restored": {greet}, "dropped": {"new.go::New"}, "unchanged": {part}}) {
		t.Errorf("recovered the older: %v", kinds)
	}
	if got := h.state(); !reflect.DeepEqual(got, was) || h.LastDelta() != last+1 {
		t.Errorf("the State Map is %v, it was %v; seq %d after %d", got, was, h.LastDelta(), last)
	}
	h.reopen()
	if kinds := h.recover(newer); !reflect.DeepEqual(kinds, map[string][]string{"restored": {greet, "new.go::New"}, "unchanged": {part}}) {
		t.Errorf("recovered the newer: %v", kinds)
	}
	if got := h.state(); !reflect.DeepEqual(got, is) || h.LastDelta() != last+2 {
		t.Errorf("the State Map is %v, it was %v; seq %d after %d", got, is, h.LastDelta(), last)
	}
	h.recover(newer) // the operator's word, though nothing has to change
	if got := h.LastDelta(); got != last+3 {
		t.Errorf("seq %d after %d", got, last)
	}
	h.deltas()
	h.verified()
}

// The specification's own example is of another tool, whose artifacts are no
// entities of code: it is taken, and everything in it is told as missing.
func TestABlockOfAnotherToolIsRecovered(t *testing.T) {
	t.Parallel()
	block, err := os.ReadFile("../testdata/canon/valid/spec-complete-delta.json")
	must(t, err)
	h := openHouse(t, greeter)
	if kinds := h.recover(block); !reflect.DeepEqual(kinds, map[string][]string{"missing": {"src/auth/index.ts", "README.md"}}) {
		t.Errorf("recovered: %v", kinds)
	}
	prior, faults := canon.Read(block, canon.StateDelta)
	next, more := canon.Read(h.checkpoint(), canon.StateDelta)
	if faults = append(append(faults, more...), canon.Validate(next, prior)...); len(faults) > 0 {
		t.Fatalf("the delta of the recovery does not follow it: %v", faults)
	}
	var ids []string
	for _, c := range next.State().OpenConflicts {
		ids = append(ids, c.ConflictID)
	}
	if want := []string{"missing-README.md", "missing-src/auth/index.ts"}; !slices.Equal(ids, want) {
		t.Errorf("its conflicts are %q, want %q", ids, want)
	}
	h.verified()
}

func TestWhatIsInvalidChangesNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, greeter)
	h.ask("write both")
	h.ask("a better greeting, please: Greet")
	block := h.checkpoint()
	head, state := h.Status().Head, h.state()
	for name, c := range map[string]struct{ text, path string }{
		"an altered content":       {strings.Replace(string(block), state[greet], state[part], 1), "current_state"},
		"an altered chain":         {strings.ReplaceAll(string(block), previousHash(t, block), "sha256:"+strings.Repeat("0", 64)), "basis.previous_hash"},
		"a seq that is not its":    {strings.Replace(string(block), `"seq": 2`, `"seq": 7`, 1), "current_state.state_seq"},
		"a block that is cut":      {string(block[:len(block)-9]), ""},
		"a differential-only one":  {`{"type":"CANON_STATE_DELTA","seq":3}`, ""},
		"a seq beyond all numbers": {strings.NewReplacer(`"seq": 2`, `"seq": 9007199254740991`, `"state_seq": 2`, `"state_seq": 9007199254740991`).Replace(string(block)), "current_state.state_seq"},
	} {
		plan, err := h.RecoveryPlan(ctx, []byte(c.text))
		must(t, err)
		found := false
		for _, f := range plan.Faults {
			found = found || c.path == "" || f.Path == c.path
		}
		if !found || len(plan.Plan.Restored)+len(plan.Plan.Dropped) > 0 {
			t.Errorf("%s: faults %v, plan %+v", name, plan.Faults, plan.Plan)
		}
		if err := h.Recover(ctx, []byte(c.text), plan); err == nil {
			t.Errorf("%s was recovered", name)
		}
	}
	shown, err := h.RecoveryPlan(ctx, block)
	must(t, err)
	must(t, h.Tombstone(ctx, part, ""))
	if err := h.Recover(ctx, block, shown); !errors.Is(err, sessions.ErrChanged) {
		t.Errorf("a plan that has moved: %v, want ErrChanged", err)
	}
	must(t, h.Restore(ctx, part))
	if got := h.state(); !reflect.DeepEqual(got, state) {
		t.Errorf("the State Map is %v, it was %v (row %d)", got, state, head)
	}
	h.verified()
}

func previousHash(t *testing.T, block []byte) string {
	document, _ := canon.Read(block, canon.StateDelta)
	d, ok := document.Delta()
	if !ok || d.Basis.PreviousHash == "" {
		t.Fatal("the block has no previous hash")
	}
	return d.Basis.PreviousHash
}

// tamper changes the closed database behind holdfast's back.
func (h *house) tamper(statements ...string) {
	h.t.Helper()
	db, err := sql.Open("sqlite", h.database())
	must(h.t, err)
	db.SetMaxOpenConns(1)
	type guard struct{ name, sql string }
	var guards []guard
	rows, err := db.Query(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
	must(h.t, err)
	for rows.Next() {
		var g guard
		must(h.t, rows.Scan(&g.name, &g.sql))
		guards = append(guards, g)
	}
	must(h.t, rows.Close())
	for _, g := range guards {
		_, err := db.Exec(`DROP TRIGGER ` + g.name)
		must(h.t, err)
	}
	for _, s := range statements {
		_, err := db.Exec(s)
		must(h.t, err)
	}
	for _, g := range guards {
		_, err := db.Exec(g.sql)
		must(h.t, err)
	}
	must(h.t, db.Close())
}

func TestADatabaseThatWasTamperedWithIsReadOnlyUntilItIsRecovered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change, says string
	}{
		"a row of the chain":       {`UPDATE ledger SET body = replace(body, 'parity', 'purity')`, "what was recorded is damaged (ledger: "},
		"a row that is no row":     {`UPDATE ledger SET body = 'x' WHERE type = 'artifact_promoted'`, "what was recorded is damaged (ledger: "},
		"the State Map":            {`DELETE FROM state_map WHERE entity = '` + part + `'`, "what was recorded is damaged (map: "},
		"an artifact and its row":  {`UPDATE artifact SET hash = text; UPDATE state_map SET hash = (SELECT hash FROM artifact a WHERE a.seq = artifact)`, "has another content"},
		"what the disk holds":      {`UPDATE artifact SET persisted = NULL`, "stands otherwise"},
		"a state of the chain":     {`UPDATE canon SET hash = (SELECT 'sha256:' || substr(hash, 40) || substr(hash, 8, 32) FROM canon LIMIT 1) WHERE number = (SELECT max(number) FROM canon)`, "its chain goes on from another state than the Ledger says: hash is "},
		"a state that is gone":     {`DELETE FROM canon WHERE number = (SELECT max(number) FROM canon)`, "what was recorded is damaged (canon: session default: "},
		"an artifact that is gone": {`UPDATE artifact SET state = 'TOMBSTONED' WHERE entity = '` + part + `'; DELETE FROM state_map WHERE entity = '` + part + `'`, "it lacks 1 entities"},
	} {
		t.Run(name, func(t *testing.T) {
			h := savedHouse(t)
			h.checkpoint()
			h.reopen() // what the disk holds is recorded by now
			block := h.checkpoint()
			was := h.state()
			must(t, h.Close())
			h.tamper(c.change)
			h.open()
			h.readOnly(c.says)
			plan, err := h.RecoveryPlan(context.Background(), block)
			must(t, err)
			err = h.Recover(context.Background(), block, plan)
			must(t, err)
			if got := h.state(); !reflect.DeepEqual(got, was) {
				t.Errorf("the State Map is %v, it was %v", got, was)
			}
			h.trusted()
			h.ask("explain Greet")
			if !h.sees(greet) {
				t.Errorf("not shown after the recovery:\n%s", h.prompt())
			}
			h.verified() // it stands on what was proven
			if kept, err := filepath.Glob(h.database() + ".damaged-????????-??????"); err != nil || len(kept) != 1 {
				t.Errorf("what was tampered with is kept as %v, %v", kept, err)
			}
		})
	}
}

// A copy of last week's database is not what the workspace had: the chain goes
// on from the block, not from what the copy knows.
func TestARolledBackDatabaseIsReadOnlyUntilItIsRecovered(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	must(t, h.Close())
	old, err := os.ReadFile(h.database())
	must(t, err)
	h.open()
	h.ask("a better greeting, please: Greet")
	h.write(greetFile, goFile(goodDay, bye))
	h.ask("is Greet fine?")
	block, was, last := h.checkpoint(), h.state(), h.LastDelta()
	h.lose()
	must(t, os.WriteFile(h.database(), old, 0o600))
	h.open()
	h.readOnly("it was rolled back")
	if kinds := h.recover(block); !reflect.DeepEqual(kinds, map[string][]string{"healed": {greet}, "restored": {part}}) {
		t.Errorf("recovered: %v", kinds)
	}
	if got := h.state(); !reflect.DeepEqual(got, was) || h.LastDelta() != last+1 {
		t.Errorf("the State Map is %v, it was %v; seq %d after %d", got, was, h.LastDelta(), last)
	}
	h.trusted()
	document, _ := canon.Read(block, canon.StateDelta)
	text, err := h.CanonDelta(context.Background(), last+1)
	must(t, err)
	if next, faults := canon.Read(text, canon.StateDelta); len(faults) > 0 || len(canon.Validate(next, document)) > 0 {
		t.Errorf("the delta of the recovery does not follow the block: %v %v", faults, canon.Validate(next, document))
	}
	h.verified()
}

func TestAFreshStartIsDeclared(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	if err := h.FreshStart(ctx); !errors.Is(err, recovery.ErrTrusted) {
		t.Errorf("a fresh start without a reason: %v", err)
	}
	h.lose()
	h.open()
	h.readOnly("missing or empty")
	h.reopen()
	h.readOnly("missing or empty") // also after a restart
	must(t, h.FreshStart(ctx))
	h.trusted()
	_, err := h.AdoptPaths(ctx, []string{"."}, nil)
	must(t, err)
	if got := h.state(); len(got) != 2 {
		t.Errorf("the State Map is %v", got)
	}
	h.deltas()
	h.verified()

	must(t, h.Close())
	h.tamper(`UPDATE ledger SET body = replace(body, 'fresh_started', 'fresh_startet')`)
	h.open()
	h.readOnly("damaged")
	must(t, h.FreshStart(ctx))
	if got := h.state(); len(got) != 0 {
		t.Errorf("after a fresh start the State Map is %v", got)
	}
	h.trusted()
	_, err = h.AdoptPaths(ctx, []string{"."}, nil)
	must(t, err)

	must(t, h.Close())
	h.tamper(`DELETE FROM state_map`, `UPDATE adopted SET names = char(10)`)
	h.open()
	h.readOnly("damaged")
	must(t, h.FreshStart(ctx))
	if got := h.state(); len(got) != 0 {
		t.Errorf("after a fresh start the State Map is %v", got)
	}
	h.trusted()
	must(t, h.Restore(ctx, greet)) // the Vault keeps it
	if document, faults := canon.Read(h.checkpoint(), canon.StateDelta); len(faults) > 0 || len(canon.Validate(document, nil)) > 0 {
		t.Error(faults)
	}
	last, err := h.CanonDelta(ctx, h.LastDelta()) // of what came since
	must(t, err)
	if !bytes.Equal(last, h.checkpoint()) {
		t.Errorf("the last delta is\n%s", last)
	}
}

// A command recovers beside an engine that runs read-only, which goes on with
// its very next request.
func TestARecoveryBesideARunningEngineIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	block := h.checkpoint()
	h.lose()
	h.open()
	h.readOnly("missing or empty")
	command := &house{Engine: h.beside(), t: t, dir: h.dir}
	command.recover(block)
	h.chat = nil
	h.ask("explain Greet")
	if !strings.Contains(h.prompt(), "Entity: "+greet) {
		t.Errorf("not hydrated after the recovery:\n%s", h.prompt())
	}
	h.trusted()
	h.verified()
}

func TestARecoveryIsAllOrNothing(t *testing.T) {
	t.Parallel()
	for _, point := range []string{"vault", "ledger.appended", "applied", "commit", "committed", "head.written", "ack"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			h := savedHouse(t)
			was, block := h.state(), h.checkpoint()
			h.lose()
			dieRecovering(t, h.dir, point, block)
			h.open()
			switch got := h.state(); {
			case len(got) == 0:
				h.readOnly("missing or empty")
				h.recover(block)
			case !reflect.DeepEqual(got, was):
				t.Fatalf("half of it was recovered: %v", got)
			}
			if got := h.state(); !reflect.DeepEqual(got, was) {
				t.Errorf("the State Map is %v, it was %v", got, was)
			}
			h.trusted()
			if list := h.deltas(); len(list) != 1 {
				t.Errorf("%d deltas tell of one recovery", len(list))
			}
			h.verified()
		})
	}
}

func TestATextOfTheVaultThatIsDamagedIsNotRestored(t *testing.T) {
	t.Parallel()
	h := openHouse(t, greeter)
	h.ask("write both")
	block := h.checkpoint()
	must(t, h.Tombstone(context.Background(), greet, ""))
	must(t, h.Close())
	h.tamper(`UPDATE vault SET bytes = CAST('x' AS BLOB) WHERE hash IN (SELECT hash FROM artifact WHERE entity = '` + greet + `')`)
	h.open()
	if kinds := h.recover(block); !reflect.DeepEqual(kinds, map[string][]string{"missing": {greet}, "unchanged": {part}}) {
		t.Errorf("recovered: %v", kinds)
	}
	if banner := h.Status().Banner; banner != "" {
		t.Error(banner)
	}
}
