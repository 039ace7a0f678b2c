package engine

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"holdfast/engine/author/shelf"
	"holdfast/engine/canon/rebuild"
	"holdfast/engine/config"
	"holdfast/engine/etv"
	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/gateway"
	"holdfast/engine/gateway/scripted"
	"holdfast/engine/hydrate"
	"holdfast/engine/items"
	"holdfast/engine/prompt"
	"holdfast/engine/sessions"
	"holdfast/engine/toolbox"
	"holdfast/engine/turn"
	"holdfast/engine/watch"
	"holdfast/store"
	"holdfast/store/event"
)

// Options are what a configuration file does not say.
type Options struct {
	// Beside opens the database next to a running engine, for reading and for
	// the operator's decisions: no lock is taken and nothing is served.
	Beside bool
	// Existing refuses a workspace without a database (event.ErrNotFound,
	// event.ErrLost) and creates nothing there.
	Existing bool
	// ReadOnly is Beside for reading alone: nothing is created, migrated or
	// recorded, and a workspace without a database is event.ErrNotFound.
	ReadOnly bool
	// Mend puts a database aside that cannot be opened, and goes on with what could
	// be saved of it (see store.Salvage): for the commands that recover. An engine
	// that Serves does the same, so that requests are forwarded.
	Mend bool
	// Serves reports whether Start follows: in a workspace that is new, an address that
	// cannot be listened on is refused before anything is created.
	Serves bool
	// Logger gets what happens, in plain words; nil discards it.
	Logger *slog.Logger
	// Now is the clock; nil is the system's.
	Now func() time.Time
	// Patience is how long a reply is held back for a commit that does not
	// come about, before it is passed on under a NOT RECORDED banner; 0 is 2 s.
	Patience time.Duration
	// Failpoint is called with the name of each point of a commit that is passed.
	// It is for tests that die there; nil otherwise.
	Failpoint func(name string)
	// Unattended reports whether nobody looks at a screen: who would be asked before a
	// command runs (TSLP 8.5) cannot be, and it is refused.
	Unattended bool
	// Home is the user's home, where clients keep texts of commands (product 13);
	// "" is what the system says.
	Home string
	// Script is what the embedded model says where the upstream is "demo"; nil
	// is the demo's own story.
	Script *scripted.Script
}

// The lock order: who holds a lock takes only such as stand in a line below it.
//
//	record.mending, what was said in a session (items.talk.mu), Session.emitting, conversation.mu, likeness.searching
//	folds.mu
//	Chain.mu
//	Sessions.mu, items.Book.mu, conversations.mu, conversation.Finder.mu, Map.mu, Pending.mu, Diverged.mu, Gone.mu
//	Watcher.mu, turn.Pipeline.mu, watching.mu
//	likeness.mu, the locks of events
//
// The database is read under locks of the first two lines only. A request waits for
// none of these while that is done, but for what it needs itself: what others have
// committed, and its own conversation.

// Engine is a workspace that is open. Its methods are safe for concurrent use.
type Engine struct {
	cfg *config.Config
	// unsaved reports whether answers which were not saved yet are shown and built upon,
	// as [etv] not_applied = "hydrate" says; the operator may say so while it runs.
	unsaved atomic.Bool
	db      *store.DB
	log     *slog.Logger
	now     func() time.Time
	limits  gates.Limits
	cache   *hydrate.Cache
	// patience is that of the Options.
	patience time.Duration

	turns    *turn.Pipeline
	recorder *turn.Recorder

	*hub
	*activity
	*sessionRoom
	*watcher
	*itemDesk
	*exporter
	*toolBox
	*reader
	*desk
	*recovers
	said     *items.Book     // what was said in all sessions
	listener *items.Listener // reads it

	shelf *shelf.Shelf // the texts of clients' commands
	slots prompt.Slots // of the model server

	beside  bool
	writes  bool // into the workspace's folder
	script  *scripted.Script
	serving atomic.Pointer[serving]
}

// Open opens the workspace's database and reads the active session's State Map.
// It serves nothing until Start.
func Open(ctx context.Context, cfg *config.Config, o Options) (*Engine, error) {
	e, err := tryOpen(ctx, cfg, o)
	if !store.Unusable(err) || !o.Serves && !o.Mend {
		return e, err
	}
	saved, saving := sessions.Salvage(ctx, cfg.Workspace.Folder(), o.Serves, o.Now)
	if saving != nil {
		return nil, errors.Join(err, saving)
	}
	if e, err = tryOpen(ctx, cfg, o); err != nil {
		return nil, err
	}
	e.Salvaged(saved, o.Serves) // a command recovers: the operator is about to speak
	return e, nil
}

func tryOpen(ctx context.Context, cfg *config.Config, o Options) (*Engine, error) {
	e := &Engine{
		cfg: cfg, log: o.Logger, now: o.Now, beside: o.Beside || o.ReadOnly, writes: !o.ReadOnly, script: o.Script,
		patience: cmp.Or(o.Patience, 2*time.Second), hub: &events.Hub{},
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	if e.now == nil {
		e.now = time.Now
	}
	e.limits = gates.LimitsOf(cfg.Gates.NodeRatio, cfg.Gates.TokenRatio, cfg.Gates.MinTokens)
	e.cache = hydrate.NewCache(e.loadAll, hydrate.DefaultCacheSize)
	e.recorder = turn.NewRecorder(e.hub, e.log, e.patience)
	e.activity = events.NewLog(e.now, e.hub, e.yieldModel)
	err := e.tryListen(o)
	if err != nil {
		return nil, err
	}
	if e.db, err = store.Open(ctx, cfg.Workspace.Folder(), store.Options{ReadOnly: o.ReadOnly, Existing: o.Existing, Now: e.now, Failpoint: o.Failpoint}); err != nil {
		return nil, err
	}
	if err := e.openDisk(); err != nil {
		return nil, errors.Join(err, e.db.Close())
	}
	e.toolBox = toolbox.New(cfg.Bridge, cfg.Workspace.Root, o.Unattended, e.hub, e.now)
	home := o.Home
	if home == "" {
		home, _ = os.UserHomeDir() // where there is none, nothing lies there
	}
	e.shelf = shelf.New(cfg.Workspace.Root, home, e.now)
	if err := e.openRooms(ctx); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// tryListen sees to it that a start which cannot succeed leaves no folder behind
// where there was none. A workspace that there is has its lock asked first: who
// holds that holds the address as well.
func (e *Engine) tryListen(o Options) error {
	if _, err := os.Lstat(e.cfg.Workspace.Folder()); !o.Serves || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return gateway.TryListen(e.cfg.Listen)
}

// Close stops serving, waits for what is being recorded and closes the
// database. It is safe to call twice.
func (e *Engine) Close() error {
	err := e.stop()
	e.recorder.Wait()
	e.watcher.Wait()
	if e.listener != nil {
		e.listener.Close()
	}
	if e.sessionRoom != nil {
		e.sessionRoom.Wait()
	}
	return errors.Join(err, e.watcher.Close(), e.db.Close())
}

// parsedFile is where the workspace's folder keeps what parsing the files has
// found, for the next start. It can be deleted at any time.
const parsedFile = "parsed"

// openDisk makes what looks at the workspace's disk.
func (e *Engine) openDisk() error {
	disk, err := etv.Open(e.cfg.Workspace.Root)
	if err != nil {
		return err
	}
	verifier := etv.NewVerifier(disk, e.now)
	verifier.KeepIn(filepath.Join(e.cfg.Workspace.Folder(), parsedFile))
	e.watcher = watch.New(watch.Means{DB: e.db, Disk: disk, Verifier: verifier, Log: e.log, Hub: e.hub, Beside: e.beside, Spare: e.activity.Beside, Keeps: e.writes, Roots: e.cfg.Workspace.Roots()})
	return nil
}

// newID makes an episode id: sortable by time, unique by chance.
func (e *Engine) newID() string {
	var random [5]byte
	_, _ = rand.Read(random[:]) // never fails (crypto/rand)
	return fmt.Sprintf("%010x-%s", e.now().UnixMilli(), hex.EncodeToString(random[:]))
}

// VerifyWorkspace is Verify for a workspace that no engine needs to be able to
// open: a damaged database is what it is for, and one that cannot be opened at all
// is a finding.
func VerifyWorkspace(ctx context.Context, cfg *config.Config, progress func(stage string, done, total int64)) (found []event.Finding, err error) {
	db, err := store.Open(ctx, cfg.Workspace.Folder(), store.Options{Existing: true})
	if store.Unusable(err) {
		return []event.Finding{{Check: "file", Where: "holdfast.db", Detail: err.Error()}}, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if closing := db.Close(); len(found) == 0 { // what is damaged may not even be closed well
			err = errors.Join(err, closing)
		}
	}()
	return verify(ctx, db, progress)
}

// Verify re-hashes the Vault, walks the Ledger's chain, rebuilds every
// projection and every state that was emitted, and compares; each difference is
// a finding.
func (e *Engine) Verify(ctx context.Context, progress func(stage string, done, total int64)) ([]event.Finding, error) {
	return verify(ctx, e.db, progress)
}

// verify proves a database, that it is the one which the workspace had last, and
// the logs in it that only the engine can replay. Where the database is damaged
// that is told alone.
func verify(ctx context.Context, db *store.DB, progress func(stage string, done, total int64)) ([]event.Finding, error) {
	found, err := db.Verify(ctx, progress)
	if err != nil {
		return found, err
	}
	if doubt := db.Distrust(); doubt != "" {
		found = append(found, event.Finding{Check: "head", Where: "HEAD", Detail: doubt})
	}
	states, err := rebuild.Verify(ctx, db, progress)
	if found = append(found, states...); err != nil || len(found) > 0 {
		return found, err
	}
	return items.Verify(ctx, db)
}
