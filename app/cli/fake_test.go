package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/operator"

	"holdfast/engine"
	"holdfast/engine/canon"
	"holdfast/engine/config"
	"holdfast/engine/delta"
	"holdfast/engine/etv"
	"holdfast/engine/events"
	"holdfast/engine/export"
	"holdfast/engine/items"
	"holdfast/engine/recovery"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/engine/toolbox"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// now is the time of every test.
var now = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

// fakeEngine answers from its fields and notes what it was asked to do.
type fakeEngine struct {
	cfg     *config.Config
	options OpenOptions

	status   report.Status
	entities []report.Entity
	pending  []report.Proposal
	details  map[string]report.Detail
	recent   []report.RecentEpisode
	state    report.StateView
	findings []event.Finding
	paste    operator.PasteResult
	diverge  []stale.Divergence
	losses   []report.Loss
	doctor   report.DoctorReport
	adoption events.Adoption
	items    []delta.Item
	item     items.Detail
	log      []items.Record
	export   []export.Document
	sessions []report.SessionInfo
	recovery recovery.Preview
	undo     operator.Undo
	err      error // of every verb
	events   []events.Event

	subscribers []func(events.Event)
	calls       []string
}

func (f *fakeEngine) note(format string, args ...any) error {
	f.calls = append(f.calls, fmt.Sprintf(format, args...))
	return f.err
}

func (f *fakeEngine) Start(context.Context) error { return f.note("start") }

func (f *fakeEngine) Live() int { return 0 }
func (f *fakeEngine) Close() error {
	f.calls = append(f.calls, "close")
	for _, emit := range f.subscribers {
		if emit != nil {
			emit(events.Event{Kind: events.KindAlert, Alert: "told while draining"})
		}
	}
	return nil
}
func (f *fakeEngine) ToolCalls() []toolbox.Call { return nil }
func (f *fakeEngine) RunTool(_ context.Context, c toolbox.Call) error {
	return f.note("run %s", c.Command)
}
func (f *fakeEngine) DenyTool(_ context.Context, c toolbox.Call) error {
	return f.note("deny %s", c.Command)
}
func (f *fakeEngine) Status() report.Status         { return f.status }
func (f *fakeEngine) Activities() []events.Activity { return nil }
func (f *fakeEngine) EarlierActivities(context.Context) ([]events.Activity, error) {
	return nil, nil
}
func (f *fakeEngine) Listed(ctx context.Context) ([]report.Entity, error) { return f.Entities(ctx) }

func (f *fakeEngine) Entities(context.Context) ([]report.Entity, error) {
	return f.entities, nil
}
func (f *fakeEngine) Pending(context.Context) ([]report.Proposal, error) { return f.pending, nil }
func (f *fakeEngine) Detail(_ context.Context, key string) (report.Detail, error) {
	d, ok := f.details[key]
	if !ok {
		return d, errors.New("no detail of " + key)
	}
	return d, nil
}
func (f *fakeEngine) Exchange(_ context.Context, episode string) (report.Exchange, error) {
	return report.Exchange{}, errors.New("nothing is recorded of request " + episode)
}
func (f *fakeEngine) Ledger(context.Context, report.LedgerQuery) (report.LedgerPage, error) {
	return report.LedgerPage{}, f.err
}
func (f *fakeEngine) LedgerEntry(context.Context, int64) (report.LedgerEntry, error) {
	return report.LedgerEntry{}, f.err
}
func (f *fakeEngine) Explain(context.Context, string) ([]report.Explained, error) { return nil, f.err }
func (f *fakeEngine) Review(_ context.Context, id string) (report.Review, error) {
	i := slices.IndexFunc(f.pending, func(p report.Proposal) bool { return p.ID == id })
	if i < 0 {
		return report.Review{}, errors.New("no proposal " + id)
	}
	return report.Review{Proposal: f.pending[i], Shown: report.Shown{Artifact: id, Hash: "hash of " + id, Base: "base of " + id}}, nil
}
func (f *fakeEngine) Recent(_ context.Context, session string, n int) ([]report.RecentEpisode, error) {
	return f.recent[:min(n, len(f.recent))], f.note("recent %q %d", session, n)
}
func (f *fakeEngine) State(context.Context, string) (report.StateView, error) { return f.state, nil }
func (f *fakeEngine) Verify(_ context.Context, progress func(string, int64, int64)) ([]event.Finding, error) {
	progress("vault", 1, 1)
	return f.findings, f.err
}
func (f *fakeEngine) Accept(_ context.Context, s report.Shown) error {
	return f.note("accept %s %s %s", s.Artifact, s.Hash, s.Base)
}
func (f *fakeEngine) AcceptAt(_ context.Context, id, path string) error {
	return f.note("accept %s at %s", id, path)
}
func (f *fakeEngine) Reject(_ context.Context, s report.Shown, reason string) error {
	return f.note("reject %s because %q", s.Artifact, reason)
}
func (f *fakeEngine) Tombstone(_ context.Context, key, reason string) error {
	if reason != "" {
		key += " because " + reason
	}
	return f.note("tombstone %s", key)
}
func (f *fakeEngine) TombstoneAll(ctx context.Context, keys []string, reason string) error {
	for _, key := range keys {
		if err := f.Tombstone(ctx, key, reason); err != nil {
			return err
		}
	}
	return nil
}
func (f *fakeEngine) Forget(_ context.Context, keys []string) error { return f.note("forget %v", keys) }
func (f *fakeEngine) KeepAll(ctx context.Context, shown []report.ShownDisk) error {
	for _, s := range shown {
		if err := f.Keep(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
func (f *fakeEngine) AdoptAll(ctx context.Context, shown []report.ShownDisk) error {
	for _, s := range shown {
		if err := f.Adopt(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
func (f *fakeEngine) Unlinked(context.Context) ([]unlinked.Code, error) { return nil, nil }
func (f *fakeEngine) DropCode(_ context.Context, s report.Shown, reason string) error {
	return f.note("drop %s %s", s.Artifact, reason)
}
func (f *fakeEngine) Fates(context.Context, []events.Outcome) (map[string]event.State, error) {
	return nil, nil
}
func (f *fakeEngine) TakeGone(_ context.Context, keys []string) ([]string, error) {
	return keys, f.note("take gone %v", keys)
}
func (f *fakeEngine) Ended(context.Context) ([]report.Ended, error) {
	var list []report.Ended
	for _, n := range f.entities {
		if n.Tombstoned {
			list = append(list, report.Ended{Entity: n, Left: 10})
		}
	}
	return list, nil
}
func (f *fakeEngine) VersionText(_ context.Context, key string, number int) (operator.VersionText, error) {
	d := f.details[key]
	return operator.VersionText{Version: report.Version{Number: number, State: event.Superseded}, Key: key, Content: d.Content}, f.err
}
func (f *fakeEngine) Revert(_ context.Context, s operator.ShownVersion) (int, error) {
	return max(s.Number, 1), f.note("revert %s %d", s.Entity, s.Number)
}
func (f *fakeEngine) OverruleGuard(context.Context, string) error { return nil }

func (f *fakeEngine) PlanUndo(context.Context) (operator.Undo, error) { return f.undo, nil }
func (f *fakeEngine) Undo(_ context.Context, shown operator.Undo) (operator.Undo, error) {
	return f.undo, f.note("undo %s", shown.Decision)
}
func (f *fakeEngine) LinkReview(_ context.Context, id, entity string) (report.Review, error) {
	return report.Review{Shown: report.Shown{Artifact: id, Hash: "hash of " + id, Base: "base of " + entity}}, nil
}
func (f *fakeEngine) Link(_ context.Context, s report.Shown, entity string) error {
	return f.note("accept %s %s %s as %s", s.Artifact, s.Hash, s.Base, entity)
}
func (f *fakeEngine) Losses(context.Context) ([]report.Loss, error) { return f.losses, nil }
func (f *fakeEngine) Restore(_ context.Context, key string) error   { return f.note("restore %s", key) }
func (f *fakeEngine) Paste(_ context.Context, path string, content []byte) (operator.PasteResult, error) {
	return f.paste, f.note("paste %s %q", path, content)
}
func (f *fakeEngine) Checkpoint(context.Context) ([]byte, error) {
	return []byte("{\n  \"type\": \"CANON_STATE_DELTA\"\n}\n"), f.note("checkpoint")
}
func (f *fakeEngine) RecoveryPlan(_ context.Context, text []byte) (recovery.Preview, error) {
	return f.recovery, f.note("plan %q", text)
}
func (f *fakeEngine) Recover(_ context.Context, text []byte, shown recovery.Preview) error {
	return f.note("recover %q from %d", text, shown.Seq)
}
func (f *fakeEngine) FreshStart(context.Context) error { return f.note("fresh start") }

func (f *fakeEngine) Mend(context.Context) error { return f.note("mend") }
func (f *fakeEngine) StateList(ctx context.Context) (*report.StateList, error) {
	list, err := f.Entities(ctx)
	return report.NewStateList(list), err
}

func (f *fakeEngine) LatestDivergences(ctx context.Context) ([]stale.Divergence, error) {
	return f.Divergences(ctx)
}

func (f *fakeEngine) Divergences(context.Context) ([]stale.Divergence, error) {
	return f.diverge, f.err
}
func (f *fakeEngine) Settlement(_ context.Context, key string) (report.Settlement, error) {
	i := slices.IndexFunc(f.diverge, func(d stale.Divergence) bool { return d.Key == key })
	if i < 0 {
		return report.Settlement{}, fmt.Errorf("they agree about %s: %w", key, engine.ErrChanged)
	}
	d := f.diverge[i]
	return report.Settlement{Divergence: d, Shown: report.ShownDisk{Entity: key, Artifact: d.Artifact, Disk: d.Disk}}, nil
}
func (f *fakeEngine) Adopt(_ context.Context, s report.ShownDisk) error {
	return f.note("adopt %s %s over %s", s.Entity, s.Disk, s.Artifact)
}
func (f *fakeEngine) AdoptPaths(_ context.Context, paths []string, progress func(events.AdoptProgress)) (events.Adoption, error) {
	if progress != nil {
		progress(events.AdoptProgress{Files: 1, Path: paths[0]})
	}
	return f.adoption, f.note("adopt %q", paths)
}
func (f *fakeEngine) Keep(_ context.Context, s report.ShownDisk) error {
	return f.note("keep %s %s over %s", s.Entity, s.Artifact, s.Disk)
}
func (f *fakeEngine) Sessions(context.Context) ([]report.SessionInfo, error) {
	return f.sessions, f.err
}
func (f *fakeEngine) NewSession(_ context.Context, name string) error { return f.note("new %s", name) }
func (f *fakeEngine) Fork(_ context.Context, from, name string) error {
	return f.note("fork %s to %s", from, name)
}
func (f *fakeEngine) Switch(_ context.Context, name string) error { return f.note("switch %s", name) }
func (f *fakeEngine) Rename(_ context.Context, old, name string) error {
	return f.note("rename %s to %s", old, name)
}
func (f *fakeEngine) Archive(_ context.Context, name string) error { return f.note("archive %s", name) }
func (f *fakeEngine) Unarchive(_ context.Context, name string) error {
	return f.note("unarchive %s", name)
}
func (f *fakeEngine) Items(context.Context) ([]delta.Item, error) {
	return slices.Clone(f.items), f.err
}
func (f *fakeEngine) ItemDetail(_ context.Context, id string) (items.Detail, error) {
	if id != f.item.Item.ID {
		return items.Detail{}, items.ErrNoItem
	}
	return f.item, nil
}
func (f *fakeEngine) DeltaLog(context.Context) ([]items.Record, error) {
	return slices.Clone(f.log), f.err
}
func (f *fakeEngine) DeltaChanges(_ context.Context, since string) (items.Changes, error) {
	var found items.Changes
	for _, r := range f.log {
		if r.Type == delta.Accepted {
			found.Records = append(found.Records, r)
		}
	}
	if found.Records != nil {
		found.Items = f.items[:1]
	}
	return found, f.note("changed since %s", since)
}
func (f *fakeEngine) Export(context.Context, func(string, int64, int64)) ([]export.Document, error) {
	return f.export, f.err
}
func (f *fakeEngine) Import(_ context.Context, snapshot []byte, replace bool) (int, error) {
	return 1, f.note("import %s replace=%v", snapshot, replace)
}
func (f *fakeEngine) CanonDelta(context.Context, int64) ([]byte, error)    { return nil, f.err }
func (f *fakeEngine) SessionBlock(context.Context, string) ([]byte, error) { return nil, f.err }
func (f *fakeEngine) LastDelta() int64                                     { return 7 }
func (f *fakeEngine) Subscribe(emit func(events.Event)) func() {
	for _, e := range f.events {
		emit(e)
	}
	at := len(f.subscribers)
	f.subscribers = append(f.subscribers, emit)
	return func() { f.subscribers[at] = nil }
}

// story is an engine with an entity of every sort.
func story() *fakeEngine {
	acquire := report.Entity{
		Key: "store/pool.go::Pool.Acquire", Path: "store/pool.go", Symbol: "Pool.Acquire", Kind: "method", Language: "go",
		Artifact: "a1a1a1a1a1a1", Hash: "sha256:9f2c41d0aa139f2c41d0aa13", Version: 2, Grant: "parity", Origin: event.ByModel, Turn: 31,
		Updated: now.Add(-3 * time.Minute), Pending: 1,
	}
	config := report.Entity{
		Key: "README.md::*", Path: "README.md", Symbol: "*", Kind: "file", Language: "markdown",
		Artifact: "b2b2b2b2b2b2", Hash: "sha256:77aa", Version: 1, Grant: "write_head", Origin: event.ByUser, Turn: 2,
		Updated: now.Add(-50 * time.Hour), Stale: "edited",
	}
	long := report.Entity{
		Key: "internal/platform/observability/collector/metrics_exporter.go::Exporter.Flush", Path: "internal/platform/observability/collector/metrics_exporter.go",
		Symbol: "Exporter.Flush", Version: 1, Grant: "user_verification", Turn: 4, Updated: now.Add(-time.Hour),
	}
	gone := report.Entity{Key: "store/pool.go::Pool.Drain", Path: "store/pool.go", Symbol: "Pool.Drain", Tombstoned: true, Updated: now.Add(-20 * time.Second)}
	gates := event.GateReport{Decision: "propose", Checks: []event.Check{
		{Name: "full_definition", Gate: "A", Pass: true, Detail: "the body is present"},
		{Name: "parity_tokens", Gate: "A", Detail: "61 tokens, the base has 212: that is below half of it, so most of the body may be missing", Was: 212, Now: 61},
	}, Reasons: []string{"61 tokens, the base has 212: below half"}}
	proposals := []report.Proposal{
		{ID: "c3c3c3c3c3c3", Entity: acquire.Key, Path: acquire.Path, Symbol: acquire.Symbol, State: event.Proposed, Confidence: event.Confirmed, Reasons: gates.Reasons, Created: now.Add(-time.Minute)},
		{ID: "c3c3c3c3d4d4", Entity: "store/new.go::Open", Path: "store/new.go", Symbol: "Open", State: event.Proposed, Confidence: event.Inferred, Created: now.Add(-2 * time.Minute)},
		{ID: "e5e5e5e5e5e5", Entity: "store/pool.go::Pool.Close", Path: "store/pool.go", Symbol: "Pool.Close", State: event.Proposed, Confidence: event.Confirmed, Reasons: []string{"the new file does not hold it"}, Removes: true, Created: now},
	}
	return &fakeEngine{
		recovery: recoveryOfEverySort(long.Key),
		status:   report.Status{Session: "default", Listen: "127.0.0.1:4141", Upstream: "http://127.0.0.1:11434", Workspace: "/w", Restorable: 10},
		entities: []report.Entity{config, acquire, long, gone},
		pending:  proposals,
		details: map[string]report.Detail{
			config.Key: {Entity: config, Content: []byte("# pool")},
			acquire.Key: {Entity: acquire, Content: []byte("func (p *Pool) Acquire() <-chan int {\n\treturn p.free\n}"), Versions: []report.Version{
				{Artifact: "c3c3c3c3c3c3", Hash: "sha256:0101", State: event.Proposed, Confidence: event.Confirmed, Origin: event.ByModel, Episode: "ep9", Turn: 32, Convention: "info_string", Gates: gates, Created: now.Add(-time.Minute), Changed: now.Add(-time.Minute), Block: "sha256:bb"},
				{Artifact: acquire.Artifact, Hash: acquire.Hash, State: event.Authoritative, Confidence: event.Confirmed, Origin: event.ByModel, Grant: "parity", Episode: "ep8", Turn: 31, Convention: "line_above", Number: 2, Created: acquire.Updated, Changed: acquire.Updated, Block: "sha256:cc"},
			}},
			gone.Key: {Entity: gone},
			"store/new.go::Open": {Entity: report.Entity{Key: "store/new.go::Open"}, Versions: []report.Version{
				{Artifact: "c3c3c3c3d4d4", Hash: "sha256:02", State: event.Proposed, Confidence: event.Inferred, Origin: event.ByTool, Episode: "ep9", Turn: 32, Created: now, Changed: now},
			}},
		},
		recent: []report.RecentEpisode{
			{ID: "ep9", Kind: "turn", Asked: "Pool.Acquire must give up when the pool is closed while it waits.", Timestamp: now.Add(-time.Minute), Entities: []string{acquire.Key, ""}, Artifacts: []report.ArtifactState{
				{Entity: acquire.Key, Artifact: "sha256:0101", State: event.Proposed, Confidence: event.Confirmed},
				{Entity: "", Artifact: "sha256:5ee5aa01bb02cc03dd04", State: event.Proposed, Confidence: event.Unresolved},
				{Entity: acquire.Key, Artifact: "sha256:0102", State: event.Tombstoned, Confidence: event.Confirmed, Ended: "never AUTHORITATIVE, the proposal was closed: replaced by b2b2", Reason: "replaced by b2b2"},
			}},
			{ID: "ep8", Timestamp: now.Add(-3 * time.Minute), Problem: "aborted: the client left before the reply was complete"},
		},
		diverge: []stale.Divergence{
			{Key: config.Key, Path: config.Path, Symbol: "*", Reason: stale.Edited, Detail: "the disk holds 3 lines of another version",
				Artifact: config.Artifact, Hash: config.Hash, Version: 1, Disk: "sha256:d15c", Changed: now.Add(-4 * time.Minute)},
			{Key: acquire.Key, Path: acquire.Path, Symbol: acquire.Symbol, Reason: stale.NotApplied, Detail: "the accepted version is not saved yet: the file on disk still holds the one before",
				Artifact: acquire.Artifact, Hash: acquire.Hash, Version: 2, Disk: event.DiskAbsent, Changed: now.Add(-2 * time.Hour), Pending: 1},
			{Key: long.Key, Path: long.Path, Symbol: long.Symbol, Reason: stale.Vanished, Detail: "the file is gone from the disk", Artifact: "f6f6", Hash: "sha256:06", Version: 1, Disk: event.DiskMissing},
			{Key: "etc/secret.txt::*", Path: "etc/secret.txt", Symbol: "*", Reason: stale.Unreadable, Detail: "permission denied", Artifact: "a7a7", Hash: "sha256:07", Version: 3, Changed: now.Add(-time.Hour)},
		},
		doctor: report.DoctorReport{Status: "degraded", Stale: 2, ReadFailures: []report.ReadFailure{{Path: "etc/secret.txt", Detail: "permission denied"}}, Checks: []report.DoctorCheck{
			{Name: "sqlite_integrity", Status: "ok", Detail: "the file is sound, and the State Map is that of its artifacts"},
			{Name: "disk_space", Status: "warn", Detail: "200 MiB are free where the database is, less than 256 MiB: free some space"},
			{Name: "upstream", Status: "warn", Detail: "no model server answers; start one, or name it with --upstream URL. Tried Ollama at http://127.0.0.1:11434: connect: connection refused"},
		}, Size: &report.DatabaseSize{
			Bytes: 402_000_000, Content: 48_300_000, Ledger: 310_200_000, Rest: 43_500_000, Log: 1_200_000,
			Rows:    []report.RowsOf{{Type: "episode_closed", Rows: 101_204, Bytes: 172_800_000}, {Type: "artifact_recorded", Rows: 9_120, Bytes: 9_000_000}},
			Smaller: []string{"holdfast.db.damaged-20260102-101112 takes 12.5 MB: it was put aside as damaged; remove it once you need nothing of it"},
		}},
		sessions: []report.SessionInfo{
			{Name: "default", Active: true, Created: now.Add(-90 * time.Hour), LastActivity: now.Add(-3 * time.Minute), Entities: 142, Stale: 2, Pending: 3, Episodes: 40, Turns: 31},
			{Name: "api-refactor.with-a-name-of-some-length_that-is-still-allowed_64", Parent: "default", Created: now.Add(-5 * time.Hour), LastActivity: now.Add(-4 * time.Hour), Entities: 12345, Pending: 12, Episodes: 12, Turns: 9},
			{Name: "spike", Archived: true, Parent: "default", Created: now.Add(-80 * time.Hour), LastActivity: now.Add(-70 * time.Hour), Entities: 3, Pending: 1, Episodes: 2, Turns: 2},
		},
		items: conversed(), log: conversedLog(), item: items.Detail{
			Item: conversed()[1],
			Turns: []items.Turn{
				{ID: "ep8.user", Episode: "ep8", Role: "user", Turn: 31, At: now.Add(-3 * time.Minute)},
				{ID: "b.operator", Role: "operator"}, {ID: "t-9"},
			},
			Events: []items.Event{
				{Record: conversedLog()[1], Before: "Take PostgreSQL", Summary: "Take SQLite", Quote: "SQLite it is, no server."},
				{Record: conversedLog()[2]},
			},
		},
		export: []export.Document{{Name: "snapshot.json", Content: []byte("{}\n")}, {Name: "TASKS.md", Content: []byte("# Tasks\n")}},
		state: report.StateOf("default", slices.Values([]stale.Verified{
			foundAs(acquire, etv.Agrees), foundAs(config, etv.Edited),
		})),
	}
}

// foundAs is a row of the State Map as the disk was found for it.
func foundAs(row report.Entity, found etv.Status) stale.Verified {
	return stale.Verified{
		Entry:  statemap.EntryOf(event.Artifact{Entity: row.Key, Hash: event.Hash([]byte(row.Hash)), Changed: row.Updated}),
		Report: etv.Report{Status: found},
	}
}

// line is one command line and what came of it.
type line struct {
	engine      *fakeEngine
	workspace   string
	current     string // "" is the workspace
	stdin       string
	env         []string
	deps        func(*Deps)
	ctx         context.Context
	asks        func() bool // whether somebody can be asked
	out, errout bytes.Buffer
}

// run runs a command line in a workspace of its own.
func (l *line) run(t *testing.T, args ...string) int {
	t.Helper()
	if l.workspace == "" {
		l.workspace = t.TempDir()
	}
	if l.engine == nil {
		l.engine = story()
	}
	if l.ctx == nil {
		l.ctx = t.Context()
	}
	if l.current == "" {
		l.current = l.workspace
	}
	d := Deps{
		Verify: func(ctx context.Context, _ *config.Config, progress func(string, int64, int64)) ([]event.Finding, error) {
			return l.engine.Verify(ctx, progress)
		},
		Doctor: func(_ context.Context, c *config.Config) (report.DoctorReport, error) {
			l.engine.cfg = c
			return l.engine.doctor, l.engine.err
		},
		Open: func(_ context.Context, c *config.Config, o OpenOptions) (Engine, error) {
			l.engine.cfg, l.engine.options = c, o
			return l.engine, nil
		},
		Screen: func(context.Context, Engine, ScreenOptions) error { return errors.New("no screen in tests") },
		Stdin:  strings.NewReader(l.stdin), Stdout: &l.out, Stderr: &l.errout,
		Env: append([]string{"HOME=" + filepath.Join(l.workspace, "home")}, l.env...), Current: l.current,
		Now: func() time.Time { return now },
	}
	if l.deps != nil {
		l.deps(&d)
	}
	return run(l.ctx, &program{Deps: d, tune: func() {}, someone: l.asks}, args)
}

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs\n--- got\n%s--- want\n%s", path, got, want)
	}
}

func (f *fakeEngine) Reverify(context.Context, func(string, int64, int64)) error { return f.err }

func (f *fakeEngine) Doctor(context.Context) (report.DoctorReport, error) {
	return report.DoctorReport{}, f.err
}

// recoveryOfEverySort has an entity for each thing that may become of one.
func recoveryOfEverySort(long string) recovery.Preview {
	return recovery.Preview{
		Kind: canon.StateDelta, Seq: 12, Hash: "sha256:77aa", Decision: canon.Decision{Mode: canon.ModeC, Summary: "The model's code became AUTHORITATIVE: store/pool.go::Pool.Acquire"},
		Plan: canon.Plan{
			Restored: []canon.Step{{Key: "store/pool.go::Pool.Acquire", Reason: "the Vault has this version; it replaces sha256:9f2c41d0aa13"}},
			Healed:   []canon.Step{{Key: "README.md::*", Reason: "the disk has this version"}},
			Missing:  []canon.Step{{Key: long, Reason: "the Vault does not have this version, and there is no such file"}},
			Dropped:  []canon.Step{{Key: "new.go::New", Reason: "the document does not hold it"}},
		},
	}
}

func (f *fakeEngine) ItemList(context.Context) (items.List, error) {
	return items.List{Items: f.items}, f.err
}
func (f *fakeEngine) Projection(_ context.Context, name string) (string, error) {
	return items.ProjectionOf(name, f.items).Markdown(), f.err
}
func (f *fakeEngine) SessionState(context.Context) (report.SessionStateView, error) {
	return report.SessionStateView{}, f.err
}
func (f *fakeEngine) PlanItem(context.Context, items.Shown, items.Change) (items.Plan, error) {
	return items.Plan{}, f.err
}
func (f *fakeEngine) ChangeItem(_ context.Context, shown items.Shown, c items.Change) error {
	return f.note("%s %s", c.Verb, shown.ID)
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

func (f *fakeEngine) Coming(context.Context, string) (report.Coming, bool) {
	return report.Coming{}, false
}

func (f *fakeEngine) ShowUnsaved(context.Context) (string, error) { return "", f.err }
