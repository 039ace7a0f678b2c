package engine

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"

	"holdfast/engine/aside"
	"holdfast/engine/config"
	"holdfast/engine/diag"
	"holdfast/engine/gateway"
	"holdfast/engine/prompt"
	"holdfast/engine/report"
	"holdfast/engine/turn"
	"holdfast/store"
)

// serving is the engine while it is a proxy.
type serving struct {
	server   *gateway.Server
	lock     *store.FileLock
	token    bool          // requests must carry one
	examine  bool          // the sessions are still to be compared with their Ledger
	aside    *aside.Runner // nil where nothing is asked beside the requests
	upstream atomic.Pointer[upstream]
	windows  *prompt.Windows // of the model server's models
	slots    *prompt.Slots   // of the model server
	closers  []func() error  // undone in reverse
	cancel   context.CancelFunc
	done     sync.WaitGroup
}

// Start takes the workspace's lock, finds the upstream, listens and serves
// until Close. It returns once requests are answered.
func (e *Engine) Start(ctx context.Context) error {
	if e.beside {
		return errors.New("this engine was opened beside another; it cannot serve")
	}
	if s := e.serving.Load(); s != nil {
		return fmt.Errorf("this engine serves already, on %s", s.server.Addr())
	}
	s := &serving{token: e.cfg.Token != "", windows: prompt.NewWindows(), slots: &e.slots}
	if err := e.prepare(ctx, s); err != nil {
		return errors.Join(err, s.undo())
	}
	run, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.done.Go(func() { e.Follow(run, s.keep) })
	if s.examine {
		s.done.Go(func() { e.ExamineBehind(run, e.activity.Beside(run)) })
	}
	s.done.Go(func() { e.shelf.Texts("") }) // so that the first prompt need not wait for it
	if s.server.Upstream() == nil {
		s.done.Go(func() { e.keepLooking(run, s) })
	}
	s.done.Go(func() { s.windows.Learn(run, e.now, s.windowOf) })
	s.done.Go(func() {
		if err := s.server.Serve(run); err != nil {
			e.log.Error("the proxy stopped", "err", err)
			e.hub.Alert("", "the proxy stopped: "+err.Error())
		}
	})
	e.serving.Store(s)
	if e.cfg.Model != "" {
		e.windows().Of(e.cfg.Model, e.now()) // so that it is known when the first prompt comes
	}
	e.listener.Wake(e.Active().ID) // what was not read when the engine was stopped
	return nil
}

// prepare does all of a start that can fail.
func (e *Engine) prepare(ctx context.Context, s *serving) (err error) {
	s.lock, err = store.Lock(e.cfg.Workspace.Folder(), store.LockInfo{PID: os.Getpid(), Address: e.cfg.Listen})
	if err != nil {
		return err
	}
	s.closers = append(s.closers, s.lock.Unlock)
	if s.examine, err = e.ExamineRebuilt(ctx); err != nil {
		return err
	}
	for _, s := range e.All() {
		s.EmitLeftOver(ctx)
	}
	target, err := e.findUpstream(ctx, s)
	if err != nil {
		return err
	}
	if s.server, err = gateway.New(e.gatewayOptions(target)); err != nil {
		return err
	}
	if err := s.server.Listen(); err != nil {
		return err
	}
	if err := s.lock.Tell(store.LockInfo{PID: os.Getpid(), Address: s.server.Addr()}); err != nil {
		e.log.Warn("the lock file could not be told the address", "err", err)
	}
	s.closers = append(s.closers, e.Watch())
	e.startAside(s)
	e.toolBox.Begin()
	s.closers = append(s.closers, func() error { e.toolBox.End(); return nil })
	return nil
}

func (e *Engine) gatewayOptions(target *url.URL) gateway.Options {
	views := diag.Views{
		State:  func(ctx context.Context, session string) (any, error) { return e.State(ctx, session) },
		Recent: e.recentView,
		Doctor: func(ctx context.Context, session string) (any, error) { return e.doctor(ctx, session) },
	}
	views.Notice = e.notice
	if e.cfg.Debug {
		views.LastPrompt = func() (any, bool) { p := e.turns.LastPrompt(); return p, p != nil }
	}
	return gateway.Options{
		Pipeline: way{e.turns, e.sessionRoom}, Upstream: target, Listen: e.cfg.Listen, Token: e.cfg.Token, Logger: e.log,
		MaxBody: int64(e.cfg.Limits.BodyMiB) << 20, MaxReply: e.cfg.Limits.ReplyMiB << 20,
		Window:      e.window(),
		Earlier:     turn.GoesOn(basisOf(e)),
		Diagnostics: diag.Handler(views),
	}
}

// way is the way of a request through the engine, as the gateway needs it.
type way struct {
	*turn.Pipeline
	gateway.Sessions
}

// window is how many pairs of the client's own history go upstream, 0 for all.
func (e *Engine) window() int {
	if e.cfg.Hydrate.History == config.HistoryWindow {
		return e.cfg.Hydrate.RecentPairs
	}
	return 0
}

func (e *Engine) recentView(ctx context.Context, session string, n int) (any, error) {
	episodes, err := e.Recent(ctx, session, n)
	return struct {
		Episodes []report.RecentEpisode `json:"episodes"`
	}{episodes}, err
}

// keep says whether the workspace is still this engine's: a *store.HeldError where
// another holds its lock.
func (s *serving) keep() error {
	return s.lock.Keep(store.LockInfo{PID: os.Getpid(), Address: s.server.Addr()})
}

// undo gives back what a start has taken, the last first.
func (s *serving) undo() error {
	var errs []error
	for len(s.closers) > 0 {
		last := len(s.closers) - 1
		errs = append(errs, s.closers[last]())
		s.closers = s.closers[:last]
	}
	return errors.Join(errs...)
}

// stop ends serving: requests in flight drain, then what the start has taken is
// given back.
func (e *Engine) stop() error {
	s := e.serving.Swap(nil)
	if s == nil {
		return nil
	}
	s.cancel()
	s.done.Wait()
	return s.undo()
}

// tell adds what serving knows to the status.
func (s *serving) tell(st *report.Status) {
	st.Listen = s.server.Addr()
	st.Token = s.token
	u := s.upstream.Load()
	st.Upstream, st.Demo = u.name, u.name == config.UpstreamDemo
	if st.Model == "" {
		st.Model = u.model
	}
	st.Tried = u.tried
	if st.Banner == "" && u.fault != "" {
		st.Banner = noUpstream
	}
}
