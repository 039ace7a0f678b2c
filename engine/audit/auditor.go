package audit

import (
	"context"
	"errors"
	"time"

	"holdfast/engine/aside"
	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// Result is what an audit of a Subject found.
type Result struct {
	Subject Subject
	Status  event.AuditStatus
	Model   string
	Said    string // by the model, in full
	Took    time.Duration
}

// Auditor asks about the artifacts of replies.
type Auditor struct {
	// Timeout bounds one question.
	Timeout time.Duration
	// Failed hears why there was no result; cancelled audits are not told.
	Failed func(Subject, error)
}

// Job is a set of questions about the reply of an episode.
type Job struct {
	Episode  string
	Model    string
	Subjects []Subject
	// Each is called with a result.
	Each func(context.Context, Result)
}

// Aside is the job for a Runner, which asks one question after the other until
// someone else wants the model.
func (a Auditor) Aside(j Job) aside.Job {
	return aside.Job{From: "audit", Episode: j.Episode, Model: j.Model, Do: func(ctx context.Context, talk *aside.Talk) {
		for _, s := range j.Subjects {
			result, err := a.ask(ctx, talk, j.Model, s)
			switch {
			case ctx.Err() != nil || errors.Is(err, aside.ErrYielded):
				return
			case err != nil:
				a.Failed(s, err)
			default:
				j.Each(ctx, result)
			}
		}
	}}
}

// maxReplyBody bounds what is read of a reply, in bytes.
const maxReplyBody = 1 << 20

func (a Auditor) ask(ctx context.Context, talk *aside.Talk, model string, s Subject) (Result, error) {
	said, err := talk.Ask(ctx, aside.Message{
		Model: model, Format: wire.ChatCompletions, Text: s.Question(), Behind: func(bool) (string, error) { return s.Behind(), nil },
		MaxTokens: maxAnswer, Timeout: a.Timeout, Most: maxReplyBody,
	})
	if err != nil {
		return Result{}, err
	}
	status, err := Answer(said.Text, s.Entity)
	return Result{Subject: s, Status: status, Model: model, Said: said.Text, Took: said.Took}, err
}
