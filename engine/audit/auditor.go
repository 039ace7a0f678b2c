package audit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"holdfast/engine/aside"
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

// Job is a set of questions about one reply.
type Job struct {
	Model    string
	Subjects []Subject
	// Each is called with a result.
	Each func(context.Context, Result)
}

// Aside is the job for a Runner, which asks one question after the other until
// someone else wants the model.
func (a Auditor) Aside(j Job) aside.Job {
	return aside.Job{From: "audit", Do: func(ctx context.Context, ask aside.Ask) {
		for _, s := range j.Subjects {
			result, err := a.ask(ctx, ask, j.Model, s)
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

func (a Auditor) ask(ctx context.Context, ask aside.Ask, model string, s Subject) (Result, error) {
	body, err := s.Body(model)
	if err != nil {
		return Result{}, err
	}
	answer, err := ask(ctx, aside.Question{Path: "v1/chat/completions", Body: body, Timeout: a.Timeout, Most: maxReplyBody})
	if err != nil {
		return Result{}, err
	}
	if answer.Status != http.StatusOK {
		return Result{}, fmt.Errorf("the model server answers %d %s", answer.Status, http.StatusText(answer.Status))
	}
	said, err := Said(answer.Body)
	if err != nil {
		return Result{}, err
	}
	status, err := Answer(said, s.Entity)
	return Result{Subject: s, Status: status, Model: model, Said: said, Took: answer.Took}, err
}
