package sentry

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/engine/config"
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/guard"
	"holdfast/engine/guard/hook"
	"holdfast/engine/guard/target"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/parser/call"
	"holdfast/store"
	"holdfast/store/event"
)

// Answer is what the guard says of a call: what the client is to do, and the reason
// that it passes to the model.
type Answer struct {
	Decision guard.Decision
	// ID is by what the operator overrules it, "" where it was simply allowed.
	ID              string
	Reason, Summary string
	// Unjudged says why the call was let pass unjudged, "" where it was judged.
	Unjudged string
}

// Judge judges a call that a client is about to make in a workspace (guard.md). It
// needs no engine, reads the files and the database, and records what it says unless
// the call is simply allowed. Where it fails, the call is allowed, and the error says
// why nothing was judged. A folder that no holdfast has ever worked in is none of its
// business.
func Judge(ctx context.Context, cfg *config.Config, c hook.Call, now func() time.Time) (Answer, error) {
	allowed, began := Answer{Decision: guard.Allow}, now()
	actions := target.Resolved(call.Read(call.Call{Name: c.Tool, Arguments: c.Arguments}), placeOf(cfg, c))
	if !guard.Touches(actions) && !cfg.Guard.Loops {
		return allowed, nil
	}
	disk, err := etv.Open(cfg.Workspace.Root)
	if err != nil {
		return allowed, err
	}
	defer disk.Close()
	l := ledger{cfg: cfg, now: now}
	defer l.close()
	if !l.exists() {
		return allowed, nil
	}
	verdict, err := l.judge(ctx, actions, c, disk)
	unjudged := verdict.Unjudged
	if err == nil && verdict.Decision == guard.Allow && cfg.Guard.Loops {
		verdict, err = l.loops(ctx, actions, c)
	}
	if err != nil || verdict.Decision == guard.Allow {
		allowed.Unjudged = unjudged
		return allowed, err
	}
	said := event.GuardDecided{
		Guard: newID(), Client: string(c.Client), Talk: c.Session, Tool: c.Tool, Call: c.ID,
		Paths: verdict.Paths, Summary: verdict.Summary, Reason: verdict.Reason, Subject: verdict.Subject,
	}
	if err := l.open(ctx, store.Options{Existing: true}); err != nil {
		return allowed, err
	}
	decision := guard.Apply(verdict, cfg.Guard.Mode, c.Client.Asks())
	if said.Overruled, err = l.overruled(ctx, verdict.Subject); err != nil {
		return allowed, err
	}
	if said.Overruled != "" {
		decision = guard.Allow
	}
	said.Decision, said.Millis = string(decision), int(now().Sub(began).Milliseconds())
	if err := sessions.Alone(ctx, l.db, l.session, said); err != nil {
		return allowed, err
	}
	return Answer{Decision: decision, ID: said.Guard, Reason: guard.Told(verdict, decision, said.Guard), Summary: verdict.Summary}, nil
}

func newID() string {
	var random [4]byte
	_, _ = rand.Read(random[:]) // never fails (crypto/rand)
	return "g" + hex.EncodeToString(random[:])
}

// ledger is the database as the guard needs it, without an engine.
type ledger struct {
	cfg     *config.Config
	now     func() time.Time
	db      *store.DB
	session string // its id
	// waiting are the proposals for the entities of a file, by its path, the newest first.
	waiting map[string][]event.Artifact
}

// exists reports whether holdfast has ever worked in the workspace.
func (l *ledger) exists() bool {
	for _, name := range []string{"holdfast.db", "HEAD"} { // HEAD alone tells of one that was lost
		if _, err := os.Stat(filepath.Join(l.cfg.Workspace.Folder(), name)); err == nil {
			return true
		}
	}
	return false
}

// read opens the database for reading alone, unless it is open. A call that passes
// without a question to it needs none.
func (l *ledger) read(ctx context.Context) error {
	if l.db != nil {
		return nil
	}
	return l.open(ctx, store.Options{ReadOnly: true})
}

func (l *ledger) open(ctx context.Context, o store.Options) error {
	l.close()
	o.Now = l.now
	db, err := store.Open(ctx, l.cfg.Workspace.Folder(), o)
	if err != nil {
		return err
	}
	l.db = db
	if doubt := db.Distrust(); doubt != "" {
		return fmt.Errorf("the record is not trusted: %s", doubt)
	}
	rows, err := db.Sessions(ctx)
	if err != nil {
		return err
	}
	for _, s := range rows {
		if s.Active && l.session == "" || s.Name == l.cfg.Session && !s.Archived {
			l.session = s.ID
		}
	}
	if l.session == "" {
		return fmt.Errorf("no session: %w", event.ErrNotFound)
	}
	return nil
}

func (l *ledger) close() {
	if l.db != nil {
		_ = l.db.Close() // what was read is read, and a commit has been acknowledged
		l.db = nil
	}
}

// judge asks the room that judges, with what the database knows of the model.
func (l *ledger) judge(ctx context.Context, actions []call.Action, c hook.Call, disk *etv.Disk) (v guard.Verdict, err error) {
	v = guard.Judge(actions, guard.Ground{
		Disk: stale.NewReading(etv.NewVerifier(disk, l.now)), Roots: l.cfg.Workspace.Roots(),
		Folder: folderIn(l.cfg.Workspace.Roots(), c.Folder),
		Limits: gates.LimitsOf(l.cfg.Gates.NodeRatio, l.cfg.Gates.TokenRatio, l.cfg.Gates.MinTokens),
		Unseen: func(entity, hash string) bool {
			if err != nil {
				return false
			}
			var unseen bool
			unseen, err = l.unseen(ctx, entity, hash)
			return unseen
		},
	})
	return v, err
}

// placeOf is where the client of a call works.
func placeOf(cfg *config.Config, c hook.Call) target.Place {
	home, _ := os.UserHomeDir() // "" where there is none
	return target.Place{Root: cfg.Workspace.Root, Folder: folderIn(cfg.Workspace.Roots(), c.Folder), Home: home}
}

// folderIn returns the folder of the workspace that an absolute one is, "" for all of
// it and for one that lies elsewhere.
func folderIn(roots []string, folder string) string {
	for _, root := range roots {
		rel, err := filepath.Rel(root, folder)
		if err == nil && rel != "." && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return ""
}

// unseen reports whether this version of an entity waits in the record of a reply,
// and had been made without a sight of what it replaces.
func (l *ledger) unseen(ctx context.Context, entity, hash string) (bool, error) {
	path, _ := resolve.Split(entity)
	waiting, known := l.waiting[path]
	if !known { // one question for all that a file defines
		err := l.read(ctx)
		if err == nil {
			waiting, err = l.db.Artifacts(ctx, l.session, store.Filter{Path: path, States: []event.State{event.Proposed}})
		}
		if err != nil {
			return false, err
		}
		l.waiting = map[string][]event.Artifact{path: waiting}
	}
	for _, a := range waiting {
		if a.Entity == entity && a.Hash == hash && a.WaitsForDisk {
			return gates.Unseen(a.Gates), nil
		}
	}
	return false, nil
}

// overruled returns the decision about the same write that the operator has overruled,
// "" for none.
func (l *ledger) overruled(ctx context.Context, subject string) (id string, err error) {
	err = l.db.LatestOf(ctx, l.session, event.GuardOverruled{}.Type(), guardRows, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		if o, ok := ev.(event.GuardOverruled); ok && o.Subject == subject {
			id = o.Guard
			return errFound
		}
		return err
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return id, err
}

// errFound ends a look at the Ledger.
var errFound = errors.New("found")

// guardRows bounds how far back in the Ledger the guard looks.
const guardRows = 20_000

// Overrule overrules a decision of the guard: the same write may run when the client
// makes it again. It returns what it was about. id may be the beginning of one; the
// error is event.ErrNotFound where there is none.
func Overrule(ctx context.Context, cfg *config.Config, id string, now func() time.Time) (event.GuardDecided, error) {
	l := ledger{cfg: cfg, now: now}
	defer l.close()
	if err := l.open(ctx, store.Options{Existing: true}); err != nil {
		return event.GuardDecided{}, err
	}
	found, err := Decided(ctx, l.db, l.session, id)
	if err != nil {
		return found, err
	}
	return found, sessions.Alone(ctx, l.db, l.session, event.GuardOverruled{Guard: found.Guard, Subject: found.Subject})
}

// Decided finds a decision of the guard in a session by its id, or the beginning of it;
// the error is event.ErrNotFound where there is none.
func Decided(ctx context.Context, db *store.DB, session, id string) (found event.GuardDecided, err error) {
	err = db.LatestOf(ctx, session, event.GuardDecided{}.Type(), guardRows, func(row event.Row) error {
		ev, err := event.Decode(row.Type, row.Data)
		d, ok := ev.(event.GuardDecided)
		if !ok || !strings.HasPrefix(d.Guard, id) || id == "" {
			return err
		}
		if found.Guard != "" {
			return fmt.Errorf("%s is %w: %s and %s begin so", id, event.ErrAmbiguous, found.Guard, d.Guard)
		}
		found = d
		return nil
	})
	if err == nil && found.Guard == "" {
		err = fmt.Errorf("decision %s of the guard: %w", id, event.ErrNotFound)
	}
	return found, err
}
