package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"holdfast/engine/operator"

	"holdfast/engine/events"
	"holdfast/engine/export"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/engine/toolbox"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
)

// fake is an engine of values. It counts its calls.
type fake struct {
	mu         sync.Mutex
	calls      map[string]int
	status     report.Status
	entities   []report.Entity
	pending    []report.Proposal
	activities []events.Activity
	earlier    []events.Activity
	details    map[string]report.Detail
	reviews    map[string]report.Review
	exchanges  map[string]report.Exchange
	coming     map[string]report.Coming
	ledger     []report.LedgerRow // oldest first
	diverged   []report.Settlement
	unlinked   []unlinked.Code
	fates      map[string]event.State
	losses     []report.Loss
	doctor     report.DoctorReport
	adoption   events.Adoption
	sessions   []report.SessionInfo
	adopting   func(ctx context.Context, progress func(events.AdoptProgress)) error // called while files are adopted
	verifying  func(ctx context.Context, progress func(string, int64, int64)) error // called while files are read again
	tools      []toolbox.Call
	proving    func(ctx context.Context, progress func(stage string, done, total int64)) ([]event.Finding, error)
	exporting  func(ctx context.Context, progress func(stage string, done, total int64)) error // called while an export is made
	exported   []export.Document
	undo       operator.Undo
	undoErr    error
	decideErr  error
	refuses    map[string]error
	verifyErr  error
	readErr    error
	decided    []string
	emit       func(events.Event)
	recoverable
	talk fakeTalk
}

func (f *fake) count(name string) func() {
	f.mu.Lock()
	if f.calls == nil {
		f.calls = map[string]int{}
	}
	f.calls[name]++
	return f.mu.Unlock
}

// total is the number of calls so far.
func (f *fake) total() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, c := range f.calls {
		n += c
	}
	return n
}

func (f *fake) Status() report.Status { defer f.count("Status")(); return f.status }

func (f *fake) Entities(context.Context) ([]report.Entity, error) {
	defer f.count("Entities")()
	return f.entities, f.readErr
}

func (f *fake) StateList(context.Context) (*report.StateList, error) {
	defer f.count("StateList")()
	return report.NewStateList(f.entities), f.readErr
}

func (f *fake) Pending(context.Context) ([]report.Proposal, error) {
	defer f.count("Pending")()
	return f.pending, f.readErr
}

func (f *fake) EarlierActivities(context.Context) ([]events.Activity, error) {
	defer f.count("EarlierActivities")()
	return f.earlier, f.readErr
}

func (f *fake) Activities() []events.Activity { defer f.count("Activities")(); return f.activities }

func (f *fake) Detail(_ context.Context, key string) (report.Detail, error) {
	defer f.count("Detail")()
	d, ok := f.details[key]
	if !ok {
		return d, fmt.Errorf("no entity %s", key)
	}
	return d, nil
}

func (f *fake) Exchange(_ context.Context, episode string) (report.Exchange, error) {
	defer f.count("Exchange")()
	x, ok := f.exchanges[episode]
	if !ok {
		return x, fmt.Errorf("nothing is recorded of request %s", episode)
	}
	return x, nil
}

func (f *fake) Coming(_ context.Context, episode string) (report.Coming, bool) {
	defer f.count("Coming")()
	r, ok := f.coming[episode]
	return r, ok
}

// Ledger looks through at most 300 rows at a time.
func (f *fake) Ledger(_ context.Context, q report.LedgerQuery) (report.LedgerPage, error) {
	defer f.count("Ledger")()
	rows := slices.Clone(f.ledger)
	if !q.Newer {
		slices.Reverse(rows)
	}
	var p report.LedgerPage
	looked := 0
	for _, r := range rows {
		if q.Newer && r.Seq <= q.From || !q.Newer && q.From > 0 && r.Seq >= q.From {
			continue
		}
		if len(p.Rows) == q.N || looked == 300 {
			p.More = true
			break
		}
		if looked++; p.Oldest == 0 || r.Seq < p.Oldest {
			p.Oldest = r.Seq
		}
		p.Newest = max(p.Newest, r.Seq)
		if strings.Contains(r.What+" "+r.Entity, q.Filter) {
			p.Rows = append(p.Rows, r)
		}
	}
	if q.Newer {
		slices.Reverse(p.Rows)
	}
	return p, f.readErr
}

func (f *fake) LedgerEntry(_ context.Context, seq int64) (report.LedgerEntry, error) {
	defer f.count("LedgerEntry")()
	for _, r := range f.ledger {
		if r.Seq == seq {
			return report.LedgerEntry{LedgerRow: r, Canonical: fmt.Appendf(nil, `{"data":{"entity":%q},"prev":%q,"seq":%d}`, r.Entity, r.Prev, seq)}, nil
		}
	}
	return report.LedgerEntry{}, fmt.Errorf("no row %d", seq)
}

func (f *fake) Explain(_ context.Context, key string) ([]report.Explained, error) {
	defer f.count("Explain")()
	d, ok := f.details[key]
	if !ok {
		return nil, fmt.Errorf("no entity %s", key)
	}
	var out []report.Explained
	for _, v := range d.Versions {
		v.Gates = d.Gates
		out = append(out, report.Explained{Version: v, Evidence: string(d.Content), EvidenceSize: len(d.Content)})
	}
	return out, nil
}

func (f *fake) Review(_ context.Context, id string) (report.Review, error) {
	defer f.count("Review")()
	r, ok := f.reviews[id]
	if !ok {
		return r, fmt.Errorf("proposal %s is settled", id)
	}
	return r, nil
}

func (f *fake) LatestDivergences(ctx context.Context) ([]stale.Divergence, error) {
	return f.Divergences(ctx)
}

func (f *fake) Divergences(context.Context) ([]stale.Divergence, error) {
	defer f.count("Divergences")()
	var list []stale.Divergence
	for _, s := range f.diverged {
		list = append(list, s.Divergence)
	}
	return list, f.readErr
}

func (f *fake) Settlement(_ context.Context, key string) (report.Settlement, error) {
	defer f.count("Settlement")()
	for _, s := range f.diverged {
		if s.Key == key {
			return s, nil
		}
	}
	return report.Settlement{}, fmt.Errorf("the disk and the State Map agree about %s by now", key)
}

func (f *fake) Reverify(ctx context.Context, progress func(stage string, done, total int64)) error {
	f.count("Reverify")()
	if f.verifying == nil {
		return f.verifyErr
	}
	return errors.Join(f.verifying(ctx, progress), f.verifyErr)
}

func (f *fake) Verify(ctx context.Context, progress func(stage string, done, total int64)) ([]event.Finding, error) {
	f.count("Verify")()
	if f.proving == nil {
		return nil, nil
	}
	return f.proving(ctx, progress)
}

func (f *fake) Export(ctx context.Context, progress func(stage string, done, total int64)) ([]export.Document, error) {
	f.count("Export")()
	if f.exporting != nil {
		if err := f.exporting(ctx, progress); err != nil {
			return nil, err
		}
	}
	return f.exported, f.readErr
}

func (f *fake) Doctor(context.Context) (report.DoctorReport, error) {
	defer f.count("Doctor")()
	return f.doctor, f.readErr
}

func (f *fake) Subscribe(emit func(events.Event)) func() {
	defer f.count("Subscribe")()
	f.emit = emit
	return func() { defer f.count("Unsubscribe")(); f.emit = nil }
}

var errBroken = errors.New("the database is locked by another program")
