package engine

import (
	"context"
	"net/url"
	"slices"
	"time"

	"holdfast/engine/aside"
	"holdfast/engine/audit"
	"holdfast/engine/decide"
	"holdfast/engine/gates"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// startAside starts what asks the model beside the requests: the shadow audit
// (TSLP 10) and the second reader, each where it is switched on.
func (e *Engine) startAside(s *serving) {
	if !e.cfg.Audit.Enabled && !e.listener.AsksModel() {
		return
	}
	s.aside = aside.Start(aside.Options{
		Base: func() *url.URL { return s.server.Upstream() },
		Busy: func() bool { return e.activity.Live() > 0 },
		Now:  e.now,
	})
	s.closers = append(s.closers, func() error { s.aside.Close(); return nil })
}

// yieldModel gives the model to a request that has begun: what is asked beside
// the requests is cancelled at once, since a local GPU has one slot.
func (e *Engine) yieldModel() {
	if a := e.aside(); a != nil {
		a.Yield()
	}
}

// audit has the model asked about the artifacts of a reply that was recorded.
// It only hands the questions over.
func (t *turn) audit(p *decide.Plan, blocks []block.Block, reply wire.Reply) {
	e := t.session.engine
	s := e.serving.Load()
	if s == nil || s.aside == nil || !e.cfg.Audit.Enabled {
		return
	}
	var list []audit.Candidate
	for _, j := range p.Judged {
		a := j.Artifact
		c := audit.Candidate{
			Subject: audit.Subject{
				Artifact: j.Id, Entity: a.Entity, Code: string(a.Text), Prompt: t.authorship.Written, Reply: reply.Text,
			},
			Confidence: a.Confidence, State: event.Proposed, Gates: j.Report, WaitsForDisk: a.WaitsForDisk, Removes: a.Removes,
		}
		if j.Report.Decision == gates.Promote {
			c.State = event.Authoritative
		}
		list = append(list, c)
	}
	model := e.cfg.Audit.Model
	if model == "" {
		model = t.req.Model
	}
	if subjects := audit.Choose(list); len(subjects) > 0 {
		s.aside.Ask(e.auditor().Aside(audit.Job{Model: model, Subjects: subjects, Each: func(_ context.Context, r audit.Result) {
			t.audited(blocks, reply, r)
		}}))
	}
}

func (e *Engine) auditor() audit.Auditor {
	return audit.Auditor{
		Timeout: time.Duration(e.cfg.Audit.TimeoutSeconds) * time.Second,
		Failed: func(about audit.Subject, err error) {
			e.log.Info("the shadow audit has no result", "entity", about.Entity, "err", err)
		},
	}
}

// audited records what an audit found, and with it what it changes: a proposal
// that lacked nothing but a grant is promoted, a promotion that is doubted is
// contested. What has ended meanwhile is no longer spoken of.
func (t *turn) audited(blocks []block.Block, reply wire.Reply, r audit.Result) {
	s, ctx := t.session, context.Background()
	var a event.Artifact
	var promotes, ended bool
	err := sessions.Retry(func() (err error) {
		if err = s.engine.CatchUp(ctx); err != nil {
			return err
		}
		if a, err = s.engine.db.Artifact(ctx, s.ID, r.Subject.Artifact); err != nil {
			return err
		}
		if ended = a.State != event.Proposed && a.State != event.Authoritative; ended {
			return nil
		}
		events := []event.Event{event.ShadowAudited{
			Artifact: a.ID, Entity: a.Entity, Episode: t.id, Status: r.Status, Model: r.Model,
			Answer: event.Hash([]byte(r.Said)), Millis: int(r.Took.Milliseconds()),
		}}
		more, err := t.promoteAudited(a, blocks, reply, r.Status)
		if err != nil {
			return err
		}
		promotes = len(more) > 0
		return s.Commit(ctx, [][]byte{[]byte(r.Said)}, append(events, more...))
	})
	if ended {
		return
	}
	if err != nil {
		s.engine.log.Warn("what the shadow audit said could not be recorded", "entity", r.Subject.Entity, "err", err)
		return
	}
	if promotes {
		s.lookAgain(a.Entity)
	}
	if e := s.Map.Get(a.Entity); e != nil && e.Artifact == a.ID && stale.Contested(e) {
		s.engine.hub.Alert(a.Entity, a.Entity+" is contested: the shadow audit calls it "+string(r.Status))
	}
	s.engine.hub.Changed()
}

// PromoteAudited makes the events by which a completed audit promotes a proposal
// (TSLP 6, gate B), none where it does not. It is judged anew, with the disk and
// the map of this moment.
func (t *turn) promoteAudited(a event.Artifact, blocks []block.Block, reply wire.Reply, status event.AuditStatus) ([]event.Event, error) {
	if status != event.AuditCompleted || a.State != event.Proposed || a.WaitsForDisk || a.Removes {
		return nil, nil
	}
	s := t.session
	disk := s.engine.diskNow()
	artifacts := t.resolve(blocks, reply, disk).Artifacts
	i := slices.IndexFunc(artifacts, func(x resolve.Artifact) bool { return x.Entity == a.Entity && decide.ContentHash(&x) == a.Hash })
	if i < 0 {
		return nil, nil
	}
	return s.Ground.PromoteAudited(a, &artifacts[i], decide.Writer{Origin: a.Origin, Episode: t.id, Finish: reply.Finish, Audited: status}, disk), nil
}
