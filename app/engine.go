package app

import (
	"context"

	"holdfast/engine/operator"

	"holdfast/engine/events"
	"holdfast/engine/export"
	"holdfast/engine/items"
	"holdfast/engine/recovery"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/engine/toolbox"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
)

// Engine is the engine as the screen sees it. Every method may be called from
// any goroutine; none is called by Update or View.
type Engine interface {
	// Status is the top line.
	Status() report.Status
	// Entities is the State Map, tombstoned entities at the end. StateList is the
	// same as the screen lists it, at the price of a few rows.
	Entities(ctx context.Context) ([]report.Entity, error)
	StateList(ctx context.Context) (*report.StateList, error)
	// Pending lists the proposals that wait.
	Pending(ctx context.Context) ([]report.Proposal, error)
	// Activities lists requests, newest first, bounded; EarlierActivities those that
	// only the Ledger knows any more.
	Activities() []events.Activity
	EarlierActivities(ctx context.Context) ([]events.Activity, error)
	// Detail is one entity with its content and history.
	Detail(ctx context.Context, key string) (report.Detail, error)
	// Exchange is a finished turn of the active session in full.
	Exchange(ctx context.Context, episode string) (report.Exchange, error)
	// Coming is what the reply of a request in flight says so far.
	Coming(ctx context.Context, episode string) (report.Coming, bool)
	// Ledger reads a page of what happened in the active session, LedgerEntry one
	// row in full, Explain every version of an entity with evidence and gates.
	Ledger(ctx context.Context, q report.LedgerQuery) (report.LedgerPage, error)
	LedgerEntry(ctx context.Context, seq int64) (report.LedgerEntry, error)
	Explain(ctx context.Context, key string) ([]report.Explained, error)
	// Review is one proposal with its gate report and base.
	Review(ctx context.Context, id string) (report.Review, error)
	// Accept makes a proposal AUTHORITATIVE on the operator's word. It fails with
	// engine.ErrChanged unless what was shown still holds.
	Accept(ctx context.Context, shown report.Shown) error
	// Reject closes a proposal; it fails as Accept does.
	Reject(ctx context.Context, shown report.Shown, reason string) error
	// Link accepts code as an entity of the operator's choice, with what LinkReview
	// has shown; it fails as Accept does.
	LinkReview(ctx context.Context, id, entity string) (report.Review, error)
	Link(ctx context.Context, shown report.Shown, entity string) error
	// Unlinked lists the code of replies that was linked to no file and waits; Link
	// accepts it by the hash of its block, DropCode rejects it.
	Unlinked(ctx context.Context) ([]unlinked.Code, error)
	DropCode(ctx context.Context, shown report.Shown, reason string) error
	// Fates tells what has become of outcomes by now, by their artifacts or blocks.
	Fates(ctx context.Context, outcomes []events.Outcome) (map[string]event.State, error)
	// VersionText is a version of an entity by its number, Revert makes one current
	// again: it fails as Accept does.
	VersionText(ctx context.Context, key string, number int) (operator.VersionText, error)
	Revert(ctx context.Context, shown operator.ShownVersion) (int, error)
	// PlanUndo tells what an Undo of the operator's last decision would do; both fail
	// where there is none that can be taken back.
	PlanUndo(ctx context.Context) (operator.Undo, error)
	Undo(ctx context.Context, shown operator.Undo) (operator.Undo, error)
	// OverruleGuard lets a write run that the guard refused, when the client makes it
	// again.
	OverruleGuard(ctx context.Context, id string) error
	// Divergences lists what the disk and the State Map disagree about: STALE
	// first, then vanished, then unreadable. LatestDivergences asks no file that is
	// watched.
	Divergences(ctx context.Context) ([]stale.Divergence, error)
	LatestDivergences(ctx context.Context) ([]stale.Divergence, error)
	// Settlement is one divergence with what both sides hold.
	Settlement(ctx context.Context, key string) (report.Settlement, error)
	// Adopt makes the disk's version AUTHORITATIVE, Keep acknowledges it and lets
	// the artifact stand. They fail with engine.ErrChanged as Accept does.
	Adopt(ctx context.Context, shown report.ShownDisk) error
	Keep(ctx context.Context, shown report.ShownDisk) error
	// ShowUnsaved writes into the workspace's configuration that answers which are not
	// saved yet are shown to the model, from now on.
	ShowUnsaved(ctx context.Context) (file string, err error)
	// AdoptPaths makes what the disk holds in files and folders, named from the
	// workspace's root, AUTHORITATIVE. It calls progress as it goes; where ctx
	// ends it stops and tells what it has done.
	AdoptPaths(ctx context.Context, paths []string, progress func(events.AdoptProgress)) (events.Adoption, error)
	// Reverify reads every tracked file again and calls progress as it goes.
	Reverify(ctx context.Context, progress func(stage string, done, total int64)) error
	// Doctor is the report on what holdfast stands on.
	Doctor(ctx context.Context) (report.DoctorReport, error)
	// Verify proves the record and calls progress as it goes; each difference is a
	// finding.
	Verify(ctx context.Context, progress func(stage string, done, total int64)) ([]event.Finding, error)
	// KeepAll, AdoptAll and TakeGone settle several at once, and so does TombstoneAll:
	// what vanished with its file leaves the State Map.
	KeepAll(ctx context.Context, shown []report.ShownDisk) error
	AdoptAll(ctx context.Context, shown []report.ShownDisk) error
	TakeGone(ctx context.Context, keys []string) (taken []string, err error)
	TombstoneAll(ctx context.Context, keys []string, reason string) error
	// Tombstone takes an entity out of the State Map, or lets go of one that is
	// lost; reason is for the Ledger and may be empty.
	Tombstone(ctx context.Context, key, reason string) error
	// Forget takes entities out of the State Map without an alert; what waits for them
	// is closed.
	Forget(ctx context.Context, keys []string) error
	// Losses lists what a recovery could not bring back and nothing has settled.
	Losses(ctx context.Context) ([]report.Loss, error)
	// Restore brings a tombstoned entity back.
	Restore(ctx context.Context, key string) error
	// Sessions lists the sessions, the latest active first and the archived last.
	Sessions(ctx context.Context) ([]report.SessionInfo, error)
	// NewSession and Fork begin a session, empty or as a copy, and switch to it.
	NewSession(ctx context.Context, name string) error
	Fork(ctx context.Context, from, name string) error
	// Switch makes a session the active one.
	Switch(ctx context.Context, name string) error
	Rename(ctx context.Context, old, name string) error
	// Archive puts a session aside, which must not be the active one; Unarchive
	// takes it up again.
	Archive(ctx context.Context, name string) error
	Unarchive(ctx context.Context, name string) error
	// CanonDelta is the CANON_STATE_DELTA of the active session with a seq, LastDelta
	// the seq of its last state, and SessionBlock the block that a session is
	// recovered from, as holdfast checkpoint prints it.
	CanonDelta(ctx context.Context, seq int64) ([]byte, error)
	LastDelta() int64
	SessionBlock(ctx context.Context, name string) ([]byte, error)
	// RecoveryPlan tells what a pasted document would do. Recover does it, unless
	// anything of what was shown has moved: engine.ErrChanged.
	RecoveryPlan(ctx context.Context, text []byte) (recovery.Preview, error)
	Recover(ctx context.Context, text []byte, shown recovery.Preview) error
	// FreshStart ends read-only mode without a document.
	FreshStart(ctx context.Context) error
	// ToolCalls lists the commands that replies asked for and that have not ended.
	ToolCalls() []toolbox.Call
	// RunTool has a command run, DenyTool ends its waiting, or its run. They fail
	// with engine.ErrChanged unless what was shown still waits.
	RunTool(ctx context.Context, shown toolbox.Call) error
	DenyTool(ctx context.Context, shown toolbox.Call) error
	// ItemList lists what the active session's conversations hold; it is the same
	// until something changes. Projection renders a page of it as Markdown, ItemDetail
	// explains one item, and SessionState is the session's SESSION_STATE.
	ItemList(ctx context.Context) (items.List, error)
	Projection(ctx context.Context, name string) (string, error)
	ItemDetail(ctx context.Context, id string) (items.Detail, error)
	SessionState(ctx context.Context) (report.SessionStateView, error)
	// PlanItem tells what a change of an item would record, ChangeItem does it. They
	// fail with engine.ErrChanged unless the item is what was shown.
	PlanItem(ctx context.Context, shown items.Shown, c items.Change) (items.Plan, error)
	ChangeItem(ctx context.Context, shown items.Shown, c items.Change) error
	// Export makes the files that tell the active session, for export.Write,
	// and calls progress as it goes.
	Export(ctx context.Context, progress func(stage string, done, total int64)) ([]export.Document, error)
	// Subscribe calls emit with each event until cancel is called. emit never
	// blocks.
	Subscribe(emit func(events.Event)) (cancel func())
}
