package turn

import (
	"context"
	"slices"
	"strings"
	"time"

	"holdfast/engine/aside"
	"holdfast/engine/audit"
	"holdfast/engine/decide"
	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// audit has the model asked about the artifacts of a reply that was recorded.
// It only hands the questions over.
func (t *turn) audit(p *decide.Plan, blocks []block.Block, reply wire.Reply) {
	cfg := t.session.Config.Audit
	runner := t.session.Aside()
	if runner == nil || !cfg.Enabled {
		return
	}
	model := cfg.Model
	if model == "" {
		model = t.req.Model
	}
	x := audited{turn: t, blocks: blocks, reply: reply}
	if subjects := audit.Choose(t.candidates(p, reply)); len(subjects) > 0 {
		runner.Ask(t.session.p.auditor().Aside(audit.Job{Episode: t.id, Model: model, Subjects: subjects, Each: x.record}))
	}
}

// keepPrefix has the conversation known to those who ask about it: what was sent, and
// what the reply says. Behind a call of a tool that has no result yet no message can
// stand: what is asked then leaves the call out, so that the client's next request finds
// all of the conversation but that.
func keepPrefix(t *turn, reply wire.Reply) {
	runner, since := t.session.Aside(), t.req.Since
	goesOn := strings.TrimSpace(reply.Text) != "" && !reply.Truncated && t.req.Choices < 2 && t.cut == nil &&
		t.req.Previous == "" && t.req.Thread == "" && (len(since) == 0 || since[len(since)-1].Role != "assistant")
	if runner == nil || !goesOn {
		return
	}
	p := aside.Prefix{
		Episode: t.id, Format: t.req.Format, Model: t.req.Model, Sent: wire.NewSpliced(t.req, t.spliced...), Said: reply.Text,
		Tools: t.req.HasTools, Window: t.window().Runs,
	}
	if reply.TokensIn > 0 && reply.TokensOut > 0 {
		p.Tokens = reply.TokensIn + reply.TokensOut
	}
	runner.Keep(p)
}

// candidates are the artifacts of a reply that the model may be asked about.
func (t *turn) candidates(p *decide.Plan, reply wire.Reply) (list []audit.Candidate) {
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
	return list
}

func (p *Pipeline) auditor() audit.Auditor {
	return audit.Auditor{
		Timeout: time.Duration(p.means.Config.Audit.TimeoutSeconds) * time.Second,
		Failed: func(about audit.Subject, err error) {
			p.means.Log.Info("the shadow audit has no result", "entity", about.Entity, "err", err)
			p.means.Hub.Alert("", "the shadow audit has no result: "+err.Error())
		},
	}
}

// audited is a reply that the model is asked about.
type audited struct {
	*turn
	blocks []block.Block
	reply  wire.Reply
}

// record records what an audit found, and with it what it changes: a proposal
// that lacked nothing but a grant is promoted, a promotion that is doubted is
// contested. What has ended meanwhile is no longer spoken of.
func (t audited) record(ctx context.Context, r audit.Result) {
	s, ctx := t.session, context.WithoutCancel(ctx)
	var a event.Artifact
	var promotes, ended bool
	err := sessions.Retry(func() (err error) {
		if err = s.Sessions.CatchUp(ctx); err != nil {
			return err
		}
		if a, err = s.DB.Artifact(ctx, s.ID, r.Subject.Artifact); err != nil {
			return err
		}
		if ended = a.State != event.Proposed && a.State != event.Authoritative; ended {
			return nil
		}
		events := []event.Event{event.ShadowAudited{
			Artifact: a.ID, Entity: a.Entity, Episode: t.id, Status: r.Status, Model: r.Model,
			Answer: event.Hash([]byte(r.Said)), Millis: int(r.Took.Milliseconds()),
		}}
		more, err := t.promote(a, r.Status)
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
		s.Log.Warn("what the shadow audit said could not be recorded", "entity", r.Subject.Entity, "err", err)
		return
	}
	if promotes {
		s.Disk.LookAgain(s.Session, a.Entity)
	}
	if e := s.Map.Get(a.Entity); e != nil && e.Artifact() == a.ID && stale.Contested(e) {
		s.Hub.Emit(events.Event{Kind: events.KindAlert, Entity: a.Entity, Episode: t.id,
			Alert: a.Entity + " is contested: the shadow audit calls it " + string(r.Status)})
	}
	s.Hub.Changed()
}

// promote makes the events by which a completed audit promotes a proposal
// (TSLP 6, gate B), none where it does not. It is judged anew, with the disk and
// the map of this moment.
func (t audited) promote(a event.Artifact, status event.AuditStatus) ([]event.Event, error) {
	if status != event.AuditCompleted || a.State != event.Proposed || a.WaitsForDisk || a.Removes {
		return nil, nil
	}
	s := t.session
	disk := s.Disk.Reading()
	artifacts := t.resolve(t.blocks, t.reply, disk).Artifacts
	i := slices.IndexFunc(artifacts, func(x resolve.Artifact) bool { return x.Entity == a.Entity && decide.ContentHash(&x) == a.Hash })
	if i < 0 {
		return nil, nil
	}
	return s.Ground.PromoteAudited(a, &artifacts[i], decide.Writer{Origin: a.Origin, Episode: t.id, Finish: t.reply.Finish, Audited: status}, disk), nil
}
