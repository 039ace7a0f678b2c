package turn

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/aside"
	"holdfast/engine/author/heard"
	"holdfast/engine/author/shelf"
	"holdfast/engine/config"
	finder "holdfast/engine/conversation"
	"holdfast/engine/events"
	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/items"
	"holdfast/engine/prompt"
	"holdfast/engine/sessions"
	"holdfast/engine/toolbox"
	"holdfast/engine/watch"
	"holdfast/store"
)

// Pipeline takes requests from prompt to verdict. It is safe for concurrent use.
type Pipeline struct {
	means     Deps
	prompts   prompt.Watch
	rates     prompt.Rates
	oddCounts sync.Map // the kinds of what a server said of the prompt that cannot be
	last      atomic.Pointer[LastPrompt]

	mu   sync.Mutex
	held map[string]*session // by id
}

// Deps are what a Pipeline works with: five things.
type Deps struct {
	Basis
	// Sessions are where everything is committed, Disk is what the disk shows of them.
	Sessions *sessions.Sessions
	Disk     *watch.Watcher
	Sources
	Audience
}

// Basis is what every room of the engine stands on.
type Basis struct {
	Config *config.Config
	DB     *store.DB // to be read
	Log    *slog.Logger
	Now    func() time.Time
	NewID  func() string
	// Patience is how long the database may take to tell what a request needs.
	Patience time.Duration
}

// Sources are what goes into a prompt, and what is known of one.
type Sources struct {
	// Tolerates reports whether answers that were not saved yet are shown, see
	// config.NotAppliedHydrate.
	Tolerates func() bool
	Blocks    *hydrate.Cache
	// Load reads a text of the Vault.
	Load  func(hash string) ([]byte, error)
	Words *heard.Words // of the model
	Shelf *shelf.Shelf // of the client's commands
	// Windows returns those of the models, nil where there are none.
	Windows func() *prompt.Windows
	// Slots know who asked the model server last.
	Slots *prompt.Slots
}

// Audience are those who hear of a turn.
type Audience struct {
	Hub      *events.Hub
	Activity *events.Log
	Recorder *Recorder
	Listener *items.Listener
	Toolbox  *toolbox.Box
	// Aside returns whoever asks the model beside the requests, nil while nobody does.
	Aside func() *aside.Runner
}

// New returns a pipeline through which no request has come yet.
func New(d Deps) *Pipeline {
	return &Pipeline{means: d, held: map[string]*session{}}
}

// of returns what is kept of a session's conversations. Where the sessions were read
// anew, that begins anew.
func (p *Pipeline) of(room *sessions.Session) *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.held[room.ID]
	if s == nil || s.Session != room {
		s = &session{Session: room, Deps: &p.means, p: p, conversations: conversations{
			byKey:  map[string]*conversation{},
			finder: finder.NewFinder(room.ID, finder.Means{DB: p.means.DB, Log: p.means.Log, Patience: p.means.Patience, NewID: p.means.NewID}),
		}}
		p.held[room.ID] = s
	}
	return s
}

// LastPrompt returns what the model saw last, nil for nothing yet, or where
// Config.Debug is not set.
func (p *Pipeline) LastPrompt() *LastPrompt { return p.last.Load() }

// Begin implements gateway.Pipeline: pre-flight of TSLP 8.1.
func (p *Pipeline) Begin(ctx context.Context, req *wire.Request) (gateway.Turn, error) {
	room, err := p.means.Sessions.For(ctx, req.Session)
	if p.means.Sessions.MayBeLost(req.Session) {
		return p.forward(req), nil
	}
	if err != nil {
		return nil, err
	}
	s := p.of(room)
	if req.Side {
		return p.beginSide(s, req), nil
	}
	if p.means.Sessions.ReadOnly() != "" {
		return p.forward(req), nil
	}
	t := &turn{Reply: p.means.Words.Reply(), sight: sight{session: s, req: req}, id: p.means.NewID(), started: p.means.Now(), recorded: make(chan struct{})}
	t.conv = s.conversationOf(ctx, req)
	s.recallHeld(ctx, t.conv, t.held())
	if err := p.means.Disk.Take(ctx, room, watch.Everywhere); err != nil {
		p.means.Log.Warn("what waited for the disk could not be settled", "err", err)
	}
	t.takeEffects(ctx)
	t.preflight()
	if p.means.Config.Debug {
		p.last.Store(&LastPrompt{Body: wire.NewSpliced(req, t.spliced...).Bytes(), Notices: hydrate.Join(t.insert.newest.Notices(), t.insert.notices), LeftOut: t.insert.leftOut()})
	}
	t.live = p.means.Activity.Begin(t.activity())
	return t, nil
}

// LastPrompt is GET /debug/last-prompt (TSLP 14.3): exactly what the model saw.
type LastPrompt struct {
	Body    json.RawMessage `json:"body"`
	Notices string          `json:"notices"`
	// LeftOut is what the prompt asked for and the model was not shown.
	LeftOut []leftOut `json:"left_out"`
}
