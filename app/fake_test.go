package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/engine"
	"holdfast/store"
)

// noon is when the fake's story takes place.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// fake is an engine of values. It counts its calls.
type fake struct {
	mu         sync.Mutex
	calls      map[string]int
	status     engine.Status
	entities   []engine.Entity
	pending    []engine.Proposal
	activities []engine.Activity
	details    map[string]engine.Detail
	reviews    map[string]engine.Review
	exchanges  map[string]engine.Exchange
	ledger     []engine.LedgerRow // oldest first
	diverged   []engine.Settlement
	doctor     engine.DoctorReport
	adoption   engine.Adoption
	sessions   []engine.SessionInfo
	adopting   func(ctx context.Context, progress func(engine.AdoptProgress)) error // called while files are adopted
	verifying  func()                                                               // called while files are read again
	tools      []engine.ToolCall
	proving    func(ctx context.Context, progress func(stage string, done, total int64)) ([]store.Finding, error)
	decideErr  error
	verifyErr  error
	readErr    error
	decided    []string
	emit       func(engine.Event)
	recoverable
}

func (f *fake) count(name string) func() {
	f.mu.Lock()
	if f.calls == nil {
		f.calls = map[string]int{}
	}
	f.calls[name]++
	return f.mu.Unlock
}

// total is the number of calls so far.
func (f *fake) total() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, c := range f.calls {
		n += c
	}
	return n
}

func (f *fake) Status() engine.Status { defer f.count("Status")(); return f.status }

func (f *fake) Entities(context.Context) ([]engine.Entity, error) {
	defer f.count("Entities")()
	return f.entities, f.readErr
}

func (f *fake) Pending(context.Context) ([]engine.Proposal, error) {
	defer f.count("Pending")()
	return f.pending, f.readErr
}

func (f *fake) ToolCalls() []engine.ToolCall {
	defer f.count("ToolCalls")()
	return slices.Clone(f.tools)
}

func (f *fake) RunTool(_ context.Context, shown engine.ToolCall) error {
	return f.endTool("run ", shown)
}

func (f *fake) DenyTool(_ context.Context, shown engine.ToolCall) error {
	return f.endTool("deny ", shown)
}

func (f *fake) endTool(verb string, shown engine.ToolCall) error {
	defer f.count("Tool")()
	i := slices.IndexFunc(f.tools, func(c engine.ToolCall) bool { return c == shown })
	if i < 0 {
		return engine.ErrChanged
	}
	f.tools = slices.Delete(f.tools, i, i+1)
	f.decided = append(f.decided, verb+shown.Command)
	return nil
}

func (f *fake) Activities() []engine.Activity { defer f.count("Activities")(); return f.activities }

func (f *fake) Detail(_ context.Context, key string) (engine.Detail, error) {
	defer f.count("Detail")()
	d, ok := f.details[key]
	if !ok {
		return d, fmt.Errorf("no entity %s", key)
	}
	return d, nil
}

func (f *fake) Exchange(_ context.Context, episode string) (engine.Exchange, error) {
	defer f.count("Exchange")()
	x, ok := f.exchanges[episode]
	if !ok {
		return x, fmt.Errorf("nothing is recorded of request %s", episode)
	}
	return x, nil
}

// Ledger looks through at most 300 rows at a time.
func (f *fake) Ledger(_ context.Context, q engine.LedgerQuery) (engine.LedgerPage, error) {
	defer f.count("Ledger")()
	rows := slices.Clone(f.ledger)
	if !q.Newer {
		slices.Reverse(rows)
	}
	var p engine.LedgerPage
	looked := 0
	for _, r := range rows {
		if q.Newer && r.Seq <= q.From || !q.Newer && q.From > 0 && r.Seq >= q.From {
			continue
		}
		if len(p.Rows) == q.N || looked == 300 {
			p.More = true
			break
		}
		if looked++; p.Oldest == 0 || r.Seq < p.Oldest {
			p.Oldest = r.Seq
		}
		p.Newest = max(p.Newest, r.Seq)
		if strings.Contains(r.What+" "+r.Entity, q.Filter) {
			p.Rows = append(p.Rows, r)
		}
	}
	if q.Newer {
		slices.Reverse(p.Rows)
	}
	return p, f.readErr
}

func (f *fake) LedgerEntry(_ context.Context, seq int64) (engine.LedgerEntry, error) {
	defer f.count("LedgerEntry")()
	for _, r := range f.ledger {
		if r.Seq == seq {
			return engine.LedgerEntry{LedgerRow: r, Canonical: fmt.Appendf(nil, `{"data":{"entity":%q},"prev":%q,"seq":%d}`, r.Entity, r.Prev, seq)}, nil
		}
	}
	return engine.LedgerEntry{}, fmt.Errorf("no row %d", seq)
}

func (f *fake) Explain(_ context.Context, key string) ([]engine.Explained, error) {
	defer f.count("Explain")()
	d, ok := f.details[key]
	if !ok {
		return nil, fmt.Errorf("no entity %s", key)
	}
	var out []engine.Explained
	for _, v := range d.Versions {
		v.Gates = d.Gates
		out = append(out, engine.Explained{Version: v, Evidence: string(d.Content), EvidenceSize: len(d.Content)})
	}
	return out, nil
}

func (f *fake) Review(_ context.Context, id string) (engine.Review, error) {
	defer f.count("Review")()
	r, ok := f.reviews[id]
	if !ok {
		return r, fmt.Errorf("proposal %s is settled", id)
	}
	return r, nil
}

func (f *fake) Divergences(context.Context) ([]engine.Divergence, error) {
	defer f.count("Divergences")()
	var list []engine.Divergence
	for _, s := range f.diverged {
		list = append(list, s.Divergence)
	}
	return list, f.readErr
}

func (f *fake) Settlement(_ context.Context, key string) (engine.Settlement, error) {
	defer f.count("Settlement")()
	for _, s := range f.diverged {
		if s.Key == key {
			return s, nil
		}
	}
	return engine.Settlement{}, fmt.Errorf("the disk and the State Map agree about %s by now", key)
}

func (f *fake) Adopt(_ context.Context, s engine.ShownDisk) error {
	return f.settle("Adopt", "adopt", s)
}

func (f *fake) Keep(_ context.Context, s engine.ShownDisk) error { return f.settle("Keep", "keep", s) }

func (f *fake) settle(name, verb string, s engine.ShownDisk) error {
	if err := f.decide(name, verb+" "+s.Entity+" "+s.Artifact+" against "+s.Disk, ""); err != nil {
		return err
	}
	f.diverged = slices.DeleteFunc(f.diverged, func(d engine.Settlement) bool { return d.Key == s.Entity })
	for i := range f.entities {
		if f.entities[i].Key == s.Entity {
			f.entities[i].Stale = ""
		}
	}
	f.status.Stale = 0
	for _, d := range f.diverged {
		if d.Stale() {
			f.status.Stale++
		}
	}
	return nil
}

func (f *fake) AdoptPaths(ctx context.Context, paths []string, progress func(engine.AdoptProgress)) (engine.Adoption, error) {
	f.count("AdoptPaths")()
	f.decided = append(f.decided, "adopt files "+strings.Join(paths, " "))
	var err error
	if f.adopting != nil {
		err = f.adopting(ctx, progress)
	}
	return f.adoption, errors.Join(err, f.decideErr)
}

func (f *fake) Reverify(context.Context) error {
	defer f.count("Reverify")()
	if f.verifying != nil {
		f.verifying()
	}
	return f.verifyErr
}

func (f *fake) Verify(ctx context.Context, progress func(stage string, done, total int64)) ([]store.Finding, error) {
	f.count("Verify")()
	if f.proving == nil {
		return nil, nil
	}
	return f.proving(ctx, progress)
}

func (f *fake) Doctor(context.Context) (engine.DoctorReport, error) {
	defer f.count("Doctor")()
	return f.doctor, f.readErr
}

func (f *fake) decide(name, what, id string) error {
	defer f.count(name)()
	if f.decideErr != nil {
		return f.decideErr
	}
	f.decided = append(f.decided, what)
	for i, p := range f.pending {
		if p.ID == id {
			f.pending = append(f.pending[:i:i], f.pending[i+1:]...)
			f.status.Pending--
			delete(f.reviews, id)
			break
		}
	}
	return nil
}

func (f *fake) Accept(_ context.Context, s engine.Shown) error {
	return f.decide("Accept", "accept "+s.Artifact+" "+s.Hash+" on "+s.Base, s.Artifact)
}

func (f *fake) Reject(_ context.Context, s engine.Shown, reason string) error {
	return f.decide("Reject", "reject "+s.Artifact+": "+reason, s.Artifact)
}

func (f *fake) Tombstone(_ context.Context, key string) error {
	return f.decide("Tombstone", "tombstone "+key, "")
}

func (f *fake) Restore(_ context.Context, key string) error {
	return f.decide("Restore", "restore "+key, "")
}

func (f *fake) Sessions(context.Context) ([]engine.SessionInfo, error) {
	defer f.count("Sessions")()
	return slices.Clone(f.sessions), f.readErr
}

func (f *fake) NewSession(_ context.Context, name string) error {
	return f.session("NewSession", "new "+name, name, func() {
		f.sessions = append([]engine.SessionInfo{{Name: name, Created: noon, LastActivity: noon}}, f.sessions...)
	})
}

func (f *fake) Fork(_ context.Context, from, name string) error {
	return f.session("Fork", "fork "+from+" to "+name, name, func() {
		f.sessions = append([]engine.SessionInfo{{Name: name, Parent: from, Created: noon, LastActivity: noon}}, f.sessions...)
	})
}

func (f *fake) Switch(_ context.Context, name string) error {
	return f.session("Switch", "switch "+name, name, func() {})
}

func (f *fake) Rename(_ context.Context, old, name string) error {
	active := f.status.Session
	if active == old {
		active = name
	}
	return f.session("Rename", "rename "+old+" to "+name, active, func() { f.info(old).Name = name })
}

func (f *fake) Archive(_ context.Context, name string) error {
	return f.session("Archive", "archive "+name, f.status.Session, func() { f.info(name).Archived = true })
}

func (f *fake) Unarchive(_ context.Context, name string) error {
	return f.session("Unarchive", "unarchive "+name, f.status.Session, func() { f.info(name).Archived = false })
}

// session changes the sessions, and has one be the active one after that.
func (f *fake) session(name, what, active string, change func()) error {
	if err := f.decide(name, what, ""); err != nil {
		return err
	}
	change()
	f.status.Session = active
	for i := range f.sessions {
		f.sessions[i].Active = f.sessions[i].Name == active
	}
	return nil
}

func (f *fake) info(name string) *engine.SessionInfo {
	return &f.sessions[slices.IndexFunc(f.sessions, func(s engine.SessionInfo) bool { return s.Name == name })]
}

func (f *fake) Subscribe(emit func(engine.Event)) func() {
	defer f.count("Subscribe")()
	f.emit = emit
	return func() { defer f.count("Unsubscribe")(); f.emit = nil }
}

var errBroken = errors.New("the database is locked by another program")

const acquireGo = `// Acquire takes a connection or waits for one.
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) == 0 {
		if err := p.wait(ctx); err != nil {
			return nil, fmt.Errorf("wait for a connection: %w", err)
		}
	}
	c := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return c, nil
}
`

const releaseBefore = `// Release gives a connection back.
func (p *Pool) Release(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.Close()
		return
	}
	p.idle = append(p.idle, c)
	p.cond.Signal()
}
`

const releaseAfter = `// Release gives a connection back.
func (p *Pool) Release(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, c)
	p.cond.Broadcast()
	// ... rest unchanged ...
}
`

const acquireOnDisk = `// Acquire takes a connection or waits for one.
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) == 0 {
		if err := p.wait(ctx); err != nil {
			return nil, err
		}
	}
	c := p.idle[0]
	p.idle = p.idle[1:]
	return c, nil
}
`

// examined is the story with a doctor who finds some fault.
func examined() *fake {
	f := disputed()
	f.doctor = engine.DoctorReport{
		Status: "failing", Stale: 2,
		ReadFailures: []engine.ReadFailure{{Path: "cmd/server/main.go", Detail: "permission denied"}},
		Checks: []engine.DoctorCheck{
			{Name: "sqlite_integrity", Status: "ok", Detail: "the database is whole"},
			{Name: "wal_mode", Status: "ok", Detail: "write-ahead log, synchronous=FULL"},
			{Name: "disk_space", Status: "warn", Detail: "212 MiB are free, holdfast wants 256 MiB: free some before turns are not recorded any more"},
			{Name: "upstream", Status: "fail", Detail: "http://127.0.0.1:11434/v1 does not answer: start Ollama, or name another with --upstream"},
			{Name: "watcher", Status: "ok", Detail: "watches 12 folders"},
		},
	}
	return f
}

// housed is the story with several sessions.
func housed() *fake {
	f := story()
	f.sessions = []engine.SessionInfo{
		{Name: f.status.Session, Active: true, Created: noon.Add(-90 * time.Hour), LastActivity: noon.Add(-3 * time.Minute), Entities: 142, Stale: 2, Pending: 3, Turns: 31},
		{Name: "a-name-that-is-as-long-as-they-may-be-0123456789-0123456789-01234", Parent: "api-refactor", Created: noon.Add(-5 * time.Hour), LastActivity: noon.Add(-4 * time.Hour), Entities: 12345, Pending: 12, Turns: 1204},
		{Name: "docs", Created: noon.Add(-30 * time.Hour), LastActivity: noon.Add(-30 * time.Hour)},
		{Name: "spike", Archived: true, Parent: "docs", Created: noon.Add(-80 * time.Hour), LastActivity: noon.Add(-70 * time.Hour), Entities: 3, Pending: 1, Turns: 2},
	}
	return f
}

// idle is housed while no request is live.
func idle() *fake {
	f := housed()
	f.activities = slices.DeleteFunc(f.activities, func(a engine.Activity) bool {
		return a.Phase != engine.Done && a.Phase != engine.Failed
	})
	return f
}

// adoptable is the story over a folder that can be adopted in part.
func adoptable() *fake {
	f := story()
	f.adoption = engine.Adoption{
		Files: 14, Adopted: 120, Unchanged: 9, Tombstoned: []string{"src/pool.go::Pool.Stats"},
		Skipped: []engine.SkippedFile{
			{Path: "web/logo.png", Why: "binary"}, {Path: "web/font.woff2", Why: "binary"}, {Path: "data/words.json", Why: "larger than 2 MiB"},
		},
	}
	return f
}

// disputed is the story while the disk and the State Map disagree in every way.
func disputed() *fake {
	f := story()
	f.status.Stale, f.status.Workspace = 2, "/home/you/api"
	dispute := func(key, reason, detail, disk string, minutes int, onDisk string) {
		for i := range f.entities {
			e := &f.entities[i]
			if e.Key != key {
				continue
			}
			e.Stale = reason
			d := f.details[key]
			d.Entity.Stale = reason
			f.details[key] = d
			s := engine.Settlement{
				Divergence: engine.Divergence{
					Key: key, Path: e.Path, Symbol: e.Symbol, Kind: e.Kind, Language: e.Language, Reason: reason, Detail: detail,
					Artifact: e.Artifact, Hash: e.Hash, Version: e.Version, Disk: disk, Pending: e.Pending,
				},
				Truth: d.Content, Shown: engine.ShownDisk{Entity: key, Artifact: e.Artifact, Disk: disk},
			}
			if minutes >= 0 {
				s.Changed = noon.Add(-time.Duration(minutes) * time.Minute)
			}
			if onDisk != "" {
				s.OnDisk = []byte(onDisk)
			}
			if e.Pending > 0 {
				s.Invalidates = []string{"p1"}
			}
			f.diverged = append(f.diverged, s)
		}
	}
	dispute("src/pool.go::Pool.Acquire", engine.StaleEdited, "the disk holds other code: 83 tokens where there were 88", "sha256:d15c01", 3, acquireOnDisk)
	dispute("src/pool.go::Pool.Release", engine.StaleNotApplied, "the accepted version is not saved yet: the file on disk still holds the one before", "sha256:d15c02", 130,
		strings.Replace(releaseBefore, "\tp.cond.Signal()\n", "", 1))
	dispute("src/jwt.go::Verify", engine.Vanished, "the file is gone from the disk", store.DiskMissing, -1, "")
	dispute("cmd/server/main.go::main", engine.Unreadable, "permission denied", "", 0, "")
	return f
}

// story is a fake in the middle of a session.
func story() *fake {
	passed := store.GateReport{
		Decision: "promote", Grant: "parity", Base: "a41",
		Checks: []store.Check{
			{Name: "stale", Gate: "ETV", Pass: true, Detail: "the disk holds the base"},
			{Name: "resolution", Gate: "A", Pass: true, Detail: "AST: method Acquire of Pool in src/pool.go"},
			{Name: "full_definition", Gate: "A", Pass: true, Detail: "body present, fence closed, finish reason stop"},
			{Name: "parity_tokens", Gate: "A", Pass: true, Detail: "leaf tokens of the entity", Was: 88, Now: 97},
			{Name: "grant_parity", Gate: "B", Pass: true, Detail: "same symbols, and the model saw the base in this turn"},
			{Name: "grant_user", Gate: "B", Detail: "the prompt does not name the entity"},
		},
	}
	held := store.GateReport{
		Decision: "propose", Base: "b12",
		Reasons: []string{"elided: line 6 says \"rest unchanged\"", "token count fell from 61 to 38, below 0.7 of the base"},
		Checks: []store.Check{
			{Name: "stale", Gate: "ETV", Pass: true, Detail: "the disk holds the base"},
			{Name: "resolution", Gate: "A", Pass: true, Detail: "AST: method Release of Pool in src/pool.go"},
			{Name: "elision", Gate: "A", Detail: "line 6: \"... rest unchanged ...\""},
			{Name: "parity_tokens", Gate: "A", Detail: "leaf tokens of the entity", Was: 61, Now: 38},
			{Name: "grant_parity", Gate: "B", Pass: true, Detail: "same symbols, and the model saw the base in this turn"},
		},
	}
	f := &fake{
		status: engine.Status{
			Session: "api-refactor", Listen: "127.0.0.1:4141", Upstream: "http://127.0.0.1:11434/v1", Model: "qwen2.5-coder:7b",
			Entities: 9, Pending: 3,
		},
		details: map[string]engine.Detail{}, reviews: map[string]engine.Review{},
	}
	for i, key := range []string{
		"README.md::*", "cmd/server/main.go::main", "src/jwt.go::Sign", "src/jwt.go::Verify", "src/pool.go::Pool",
		"src/pool.go::Pool.Acquire", "src/pool.go::Pool.Release", "web/components/SessionTimeoutDialog.tsx::SessionTimeoutDialog",
		"src/pool.go::drain",
	} {
		path, symbol, _ := strings.Cut(key, "::")
		e := engine.Entity{
			Key: key, Path: path, Symbol: symbol, Kind: "function", Language: "go", Artifact: fmt.Sprintf("a%d", i),
			Hash: fmt.Sprintf("sha256:%064x", 0x9f2c41d0+i), Version: i + 1, Grant: "parity", Origin: store.ByModel,
			Turn: 20 + i, Updated: noon.Add(-time.Duration(90-i*7) * time.Minute),
		}
		content := "func " + symbol + "() {\n\treturn\n}\n"
		switch symbol {
		case "*":
			e.Language, e.Kind = "markdown", "file"
			content = "# api\n\nA *small* server.\n\n- one\n- two\n\n```\nmake run\n```\n"
		case "Pool.Acquire":
			content = acquireGo
		case "Pool.Release":
			content, e.Pending = releaseBefore, 1
		case "SessionTimeoutDialog":
			e.Language = "tsx"
		case "drain":
			e.Tombstoned = true
		}
		f.entities = append(f.entities, e)
		f.details[key] = engine.Detail{
			Entity: e, Content: []byte(content), Gates: passed,
			Versions: []engine.Version{
				{Artifact: e.Artifact, Hash: e.Hash, State: store.Authoritative, Confidence: store.Confirmed, Origin: store.ByModel, Grant: "parity", Turn: e.Turn, Convention: "fence info", Created: e.Updated},
				{Artifact: "old", Hash: "sha256:aa", State: store.Superseded, Confidence: store.Confirmed, Origin: store.ByUser, Grant: "write_head", Turn: 3, Created: noon.AddDate(0, 0, -2), Reason: "superseded by turn 25"},
			},
		}
	}
	propose := func(id, entity string, confidence store.Confidence, gates store.GateReport, base, proposed string) {
		path, symbol, _ := strings.Cut(entity, "::")
		p := engine.Proposal{
			ID: id, Entity: entity, Path: path, Symbol: symbol, State: store.Proposed, Confidence: confidence,
			Reasons: gates.Reasons, Created: noon.Add(-2 * time.Minute), Episode: "e2",
		}
		f.pending = append(f.pending, p)
		r := engine.Review{Proposal: p, Gates: gates, Language: "go", Proposed: []byte(proposed), Shown: engine.Shown{Artifact: id, Hash: "sha256:" + id}}
		if base != "" {
			r.Base, r.Shown.Base = []byte(base), "b12"
		}
		f.reviews[id] = r
	}
	propose("p1", "src/pool.go::Pool.Release", store.Confirmed, held, releaseBefore, releaseAfter)
	propose("p2", "src/retry.go::Retry", store.Inferred, store.GateReport{
		Decision: "propose", Reasons: []string{"inferred: the path comes from similarity alone"},
		Checks: []store.Check{{Name: "resolution", Gate: "A", Detail: "similar to src/retry.go::Backoff, not equal"}},
	}, "", "func Retry(n int, f func() error) error {\n\treturn f()\n}\n")
	propose("p3", "src/jwt.go::Sign", store.Confirmed, store.GateReport{
		Decision: "propose", Reasons: []string{"waits for the disk: the client has not applied it yet"},
		Checks: []store.Check{{Name: "grant_disk", Gate: "B", Detail: "src/jwt.go does not hold it"}},
	}, "func Sign() {\n\treturn\n}\n", "func Sign(key []byte) {\n\treturn\n}\n")

	at := func(s int) time.Time { return noon.Add(-time.Duration(s) * time.Second) }
	ref := func(keys ...string) (out []store.EntityRef) {
		for _, k := range keys {
			out = append(out, store.EntityRef{Entity: k, Artifact: "sha256:aa"})
		}
		return out
	}
	f.exchanges = map[string]engine.Exchange{"e2": exchanged(passed, held)}
	f.ledger = recorded()
	f.status.Head = int64(len(f.ledger))
	f.activities = []engine.Activity{
		{
			Episode: "e3", Kind: "turn", Path: "/v1/chat/completions", Model: "qwen2.5-coder:7b", Phase: engine.Streaming,
			Started: at(7), FirstChunk: at(6), Bytes: 1650, TokensOut: 412, HydratedSize: 6200,
			Hydrated: ref("src/pool.go::Pool", "src/pool.go::Pool.Acquire", "src/pool.go::Pool.Release"),
			Prompt:   "Make Release wake only one waiter, and close what comes back late",
		},
		{
			Episode: "e2", Kind: "turn", Path: "/v1/chat/completions", Model: "qwen2.5-coder:7b", Phase: engine.Done,
			Started: at(150), FirstChunk: at(148), Ended: at(138), Bytes: 2900, TokensOut: 730, HydratedSize: 4100,
			Hydrated: ref("src/pool.go::Pool.Acquire"), Withheld: []store.EntityRef{{Entity: "src/jwt.go::Verify", Reason: engine.StaleEdited}},
			Prompt: "Acquire must give up when the context ends",
			Outcomes: []engine.Outcome{
				{Artifact: "a41", Entity: "src/pool.go::Pool.Acquire", State: store.Authoritative, Confidence: store.Confirmed, Reason: "parity grant"},
				{Artifact: "p1", Entity: "src/pool.go::Pool.Release", State: store.Proposed, Confidence: store.Confirmed, Reason: "elided: line 6 says \"rest unchanged\""},
				{Artifact: "x", Reason: "no path, no known symbol"},
			},
		},
		{Episode: "e1", Kind: "side", Path: "/v1/chat/completions", Model: "qwen2.5-coder:7b", Phase: engine.Done, Started: at(200), Ended: at(199), Prompt: "Write a title for this conversation"},
		{Episode: "e0", Kind: "turn", Path: "/v1/messages", Model: "qwen2.5-coder:7b", Phase: engine.Failed, Started: at(400), Ended: at(399), Prompt: "hi", Error: "upstream does not answer: http://127.0.0.1:11434"},
	}
	return f
}

// exchanged is the story's finished turn in full.
func exchanged(passed, held store.GateReport) engine.Exchange {
	x := engine.Exchange{
		Inserted: "[CURRENT STATE: AUTHORITATIVE]\nEntity: src/pool.go::Pool.Acquire\nArtifact: sha256:9f2c41d5\nSource: Confirmed via AST\n\n" +
			acquireGo + "[END CURRENT STATE]\n\n" +
			"[STATE NOTICE]\nSTALE: the file on disk was changed, the State Map does not match it:\n- src/jwt.go::Verify\n" +
			"Their content is withheld. Do not rewrite them from memory: read the file, or ask for the current code.\n[END NOTICE]\n\n",
		Prompt: "Acquire must give up when the context ends",
		Reply:  "Acquire now returns the error of the context:\n\n```go src/pool.go\n" + acquireGo + "```\n\n- *Release* wakes every waiter.\n",
		Artifacts: []engine.Version{
			{Artifact: "a41", Hash: "sha256:" + strings.Repeat("41", 32), State: store.Authoritative, Confidence: store.Confirmed, Origin: store.ByModel, Grant: "parity", Turn: 25, Convention: "fence info", Gates: passed},
			{Artifact: "p1", Hash: "sha256:" + strings.Repeat("b1", 32), State: store.Proposed, Confidence: store.Confirmed, Origin: store.ByModel, Turn: 25, Convention: "fence info", Gates: held},
		},
		Entities: []string{"src/pool.go::Pool.Acquire", "src/pool.go::Pool.Release"},
	}
	x.ID, x.Status, x.Kind = "e2", store.EpisodeIsClosed, "turn"
	x.Withheld = []store.EntityRef{{Entity: "src/jwt.go::Verify", Reason: engine.StaleEdited}}
	x.Omitted = []store.EntityRef{{Entity: "src/pool.go::Pool.Stats", Reason: "31,204 bytes, 24,576 are left"}}
	x.EpisodeClosed.Reply = "sha256:reply"
	x.Loose = []store.LooseBlock{{Language: "sh", Reasons: []string{"no path, no known symbol"}}}
	x.Unchanged = []store.EntityRef{{Entity: "src/pool.go::Pool"}}
	return x
}

// recorded is what the Ledger tells of the story.
func recorded() []engine.LedgerRow {
	rows := []engine.LedgerRow{
		{Type: "session_created", Who: "you", What: "began", Why: "session api-refactor", Time: noon.AddDate(0, 0, -2)},
		{Type: "episode_opened", Who: "you", What: "asked", Why: "turn 25, qwen2.5-coder:7b, 1 hydrated, 1 withheld", Episode: "e2", Time: noon.Add(-150 * time.Second)},
		{Type: "episode_closed", Who: "model", What: "answered", Why: "730 tokens, finish stop, 1 unlinked", Episode: "e2", Time: noon.Add(-138 * time.Second)},
		{Type: "artifact_recorded", Who: "model", What: "proposed", Entity: "src/pool.go::Pool.Acquire", Why: "CONFIRMED", Episode: "e2", Time: noon.Add(-138 * time.Second)},
		{Type: "artifact_promoted", Who: "gates", What: "AUTHORITATIVE", Entity: "src/pool.go::Pool.Acquire", Why: "parity grant, in place of a40", Episode: "e2", Time: noon.Add(-138 * time.Second)},
		{Type: "artifact_recorded", Who: "model", What: "proposed", Entity: "src/pool.go::Pool.Release", Why: "CONFIRMED: elided: line 6 says \"rest unchanged\"", Episode: "e2", Time: noon.Add(-138 * time.Second)},
		{Type: "entity_acknowledged", Who: "you", What: "kept", Entity: "web/components/SessionTimeoutDialog.tsx::SessionTimeoutDialog", Why: "although the disk holds sha256:d15c01", Time: noon.Add(-60 * time.Second)},
		{Type: "artifact_closed", Who: "you", What: "rejected", Entity: "src/jwt.go::Sign", Why: "it drops the expiry", Time: noon.Add(-20 * time.Second)},
	}
	for i := range rows {
		rows[i].Seq, rows[i].Hash = int64(i+1), fmt.Sprintf("sha256:%064x", i+1)
		if i > 0 {
			rows[i].Prev = rows[i-1].Hash
		}
	}
	return rows
}
