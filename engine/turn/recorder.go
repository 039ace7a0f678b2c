package turn

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/engine/events"
)

// Recorder waits for what requests have recorded, and keeps the banner that stands
// while nothing can be. It is safe for concurrent use.
type Recorder struct {
	hub      *events.Hub
	log      *slog.Logger
	patience time.Duration
	underWay sync.WaitGroup
	failed   atomic.Pointer[string]
}

// NewRecorder returns a Recorder that tells of trouble to the hub and the log. patience
// is how long a reply is held back for a commit.
func NewRecorder(hub *events.Hub, log *slog.Logger, patience time.Duration) *Recorder {
	return &Recorder{hub: hub, log: log, patience: patience}
}

// Go records something beside the request.
func (r *Recorder) Go(record func()) { r.underWay.Go(record) }

// Wait returns when all that Go was given has ended.
func (r *Recorder) Wait() { r.underWay.Wait() }

// Await waits for a commit, but not for longer than a reply may be held back:
// then it goes on under the NOT RECORDED banner.
func (r *Recorder) Await(ctx context.Context, done <-chan struct{}) {
	timer := time.NewTimer(r.patience)
	defer timer.Stop()
	select {
	case <-done:
	case <-ctx.Done():
	case <-timer.C:
		r.Outcome(fmt.Errorf("the database did not answer within %s", r.patience))
	}
}

// Outcome keeps the NOT RECORDED banner: up while commits fail, down with the next
// that succeeds.
func (r *Recorder) Outcome(err error) {
	if err == nil {
		if r.failed.Swap(nil) != nil {
			r.hub.Alert("", "recording works again")
			r.hub.Changed()
		}
		return
	}
	text := "NOT RECORDED: " + err.Error()
	r.log.Error("a turn could not be recorded", "err", err)
	if old := r.failed.Swap(&text); old == nil {
		r.hub.Alert("", text)
		r.hub.Changed()
	}
}

// Banner returns the NOT RECORDED banner, "" while all is recorded.
func (r *Recorder) Banner() string {
	if text := r.failed.Load(); text != nil {
		return *text
	}
	return ""
}
