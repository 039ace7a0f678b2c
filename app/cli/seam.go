package cli

import (
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"holdfast/engine/operator"

	"holdfast/app"
	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// Engine is what commands ask of the engine: what the screen asks, so that a
// command can hand its engine on, and a little more.
type Engine interface {
	app.Engine
	// Start discovers the upstream, takes the workspace's lock and listens; it
	// returns once requests are served. ctx bounds the start only.
	Start(ctx context.Context) error
	// Live returns how many requests are in flight.
	Live() int
	// Close drains the requests in flight, where there are any, and ends.
	Close() error
	// Mend proves the database before a recovery; one that is damaged is put aside,
	// and what it proves is saved.
	Mend(ctx context.Context) error
	// Recent lists episodes of a session ("" is the active one), newest first.
	Recent(ctx context.Context, session string, n int) ([]report.RecentEpisode, error)
	State(ctx context.Context, session string) (report.StateView, error)
	// AcceptAt gives the code of an unresolved or inferred artifact its entity
	// in a file, named from the workspace's root.
	AcceptAt(ctx context.Context, id, path string) error
	// TombstoneAll, KeepAll and TakeGone decide about several entities at
	// once; TakeGone gives those whose files are gone indeed.
	TombstoneAll(ctx context.Context, keys []string, reason string) error
	KeepAll(ctx context.Context, shown []report.ShownDisk) error
	TakeGone(ctx context.Context, keys []string) ([]string, error)
	// Ended lists what has left the State Map, also what cannot be restored any more.
	Listed(ctx context.Context) ([]report.Entity, error)
	Ended(ctx context.Context) ([]report.Ended, error)
	// Items lists what the session's conversations hold, ItemDetail explains one
	// of them: items.ErrNoItem where there is none.
	Items(ctx context.Context) ([]delta.Item, error)
	ItemDetail(ctx context.Context, id string) (items.Detail, error)
	// DeltaLog is the log of deltas, DeltaChanges what it accepted since.
	DeltaLog(ctx context.Context) ([]items.Record, error)
	DeltaChanges(ctx context.Context, since string) (items.Changes, error)
	// Import restores the items from a snapshot: items.ErrNotEmpty where there
	// are some that may not be replaced.
	Import(ctx context.Context, snapshot []byte, replace bool) (int, error)
	// Checkpoint is the session's last CANON_STATE_DELTA, or a new one where its
	// state has changed since.
	Checkpoint(ctx context.Context) ([]byte, error)
	// Paste makes content the truth of a file's symbols (TSLP 9.1).
	Paste(ctx context.Context, path string, content []byte) (operator.PasteResult, error)
}

// Deps are what the commands are wired to. A command whose dependency is nil is
// not offered.
type Deps struct {
	// Open opens a workspace's engine.
	Open func(ctx context.Context, c *config.Config, o OpenOptions) (Engine, error)
	// Verify proves a workspace's database without believing any of it first.
	Verify func(ctx context.Context, c *config.Config, progress func(stage string, done, total int64)) ([]event.Finding, error)
	// Doctor examines a workspace, also one whose database cannot be opened.
	Doctor func(ctx context.Context, c *config.Config) (report.DoctorReport, error)
	// Served tells where an engine answers for a workspace.
	Served func(ctx context.Context, c *config.Config) engine.Served
	// Screen shows the terminal UI until the operator quits.
	Screen func(ctx context.Context, e Engine, o ScreenOptions) error
	// Demo tells the demonstration's story in a throw-away workspace, which it
	// makes and removes.
	Demo func(ctx context.Context, o DemoOptions) error
	// BenchFloor is a bare proxy for Bench to compare with, until ctx ends.
	BenchFloor func(ctx context.Context, w io.Writer, upstream string) error
	// BenchScreen measures an idle screen.
	BenchScreen func(ctx context.Context, w io.Writer) error
	// BenchScale measures how the cost of a code base grows with its size.
	BenchScale func(ctx context.Context, w io.Writer) error
	// Bench measures the proxy and prints its table.
	Bench func(ctx context.Context, w io.Writer) error
	// Evaluate measures the parser against an oracle over a Go source tree and
	// prints its table; falling short of the target is an error.
	Evaluate func(ctx context.Context, w io.Writer, goroot string) error

	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Env and Current are the environment and the folder to start from; zero
	// values stand for the process's own.
	Env     []string
	Current string
	// Now is the clock for ages.
	Now func() time.Time
}

// OpenOptions tell how an engine is opened.
type OpenOptions struct {
	// Beside opens it next to one that may run: no lock, no serving.
	Beside bool
	// Existing refuses a workspace without a database with event.ErrNotFound or
	// event.ErrLost, and creates nothing there.
	Existing bool
	// Mend puts a database aside that cannot be opened, and saves what it proves.
	Mend bool
	// Serves reports whether Start follows: an address that is in use is refused before
	// a workspace that is new is created.
	Serves bool
	// Unattended reports whether no screen will be shown.
	Unattended bool
	Logger     *slog.Logger
}

// ScreenOptions tell where and how the screen is drawn.
type ScreenOptions struct {
	In, Out *os.File
	Theme   string
	ASCII   bool
	Mouse   bool
	Tour    app.Tour // nil for none
}

// DemoOptions tell how the demonstration is run.
type DemoOptions struct {
	// Screen shows the story's engine; nil tells the story in words on Out.
	Screen func(ctx context.Context, e Engine, tour app.Tour) error
	Out    io.Writer
	// Listen is the address that the story's proxy listens on.
	Listen string
}
