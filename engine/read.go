package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/engine/gates"
	"holdfast/engine/report"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// Status is the top line of every screen.
func (e *Engine) Status() report.Status {
	s := e.active()
	st := report.Status{
		ReadOnly: e.ReadOnly(), Kept: e.record.kept(),
		Session: s.name(), Workspace: e.cfg.Workspace.Root, Entities: s.state.Len(), Pending: s.pending.Len(), Stale: s.diverged.Count(), Lost: len(s.losses()),
		Live: e.activity.Live(), Reading: e.listener.Asking(), Model: e.cfg.Model, Head: e.folds.last.Load(), Listed: e.listed(), Restorable: e.cfg.Gates.TombstoneEpisodes,
	}
	if named := e.activity.LastModel(); named != "" {
		st.Model = named
	}
	st.Banner = e.notice()
	if s := e.serving.Load(); s != nil {
		s.tell(&st)
	}
	return st
}

// Entities lists the State Map by path and order of appearance, and after it
// what was tombstoned within the last episodes and can be restored.
func (e *Engine) Entities(ctx context.Context) ([]report.Entity, error) {
	if err := e.catchUp(ctx); err != nil {
		return nil, err
	}
	s := e.active()
	counts, reviews := s.pending.Counts(), s.pending.Reviews()
	found := s.compare(s.state.Sorted())
	out := make([]report.Entity, 0, len(found))
	for _, x := range found {
		row := rowOf(x.Entry)
		row.Pending, row.Stale, row.Kept = counts[x.Key], stale.ReasonOf(x.Entry, x.Report), stale.Overruled(x.Entry, x.Report)
		row.InReview = reviews[x.Key]
		out = append(out, row)
	}
	gone, err := e.tombstoned(ctx, s)
	return append(out, gone...), err
}

func entityOf(a event.Artifact) report.Entity {
	return report.Entity{
		Key: a.Entity, Path: a.Path, Symbol: a.Symbol, Kind: a.Kind, Language: a.Language, Artifact: a.ID, Hash: a.Hash,
		Version: a.Version, Grant: a.Grant, Origin: a.Origin, Turn: a.Turn, Updated: a.Changed,
	}
}

// Pending lists the proposals that wait for the operator or the disk, oldest
// first.
func (e *Engine) Pending(ctx context.Context) ([]report.Proposal, error) {
	s := e.active()
	list, err := e.db.Artifacts(ctx, s.id, store.Filter{States: []event.State{event.Proposed}})
	if err != nil {
		return nil, err
	}
	out := make([]report.Proposal, 0, len(list))
	for _, a := range slices.Backward(list) {
		out = append(out, s.proposal(a))
	}
	return out, nil
}

// proposal is a waiting artifact as it stands now: one whose base is STALE is
// invalid until that is settled (TSLP 15.6).
func (s *session) proposal(a event.Artifact) report.Proposal {
	p := proposalOf(a)
	if current := s.state.Get(a.Entity); current != nil {
		v := s.compare([]*statemap.Entry{current})[0]
		if stale.ReasonOf(current, v.Report) == stale.Edited && !s.engine.restates(a, current) {
			p.Failed = "stale"
			p.Reasons = append([]string{"invalid while its base is STALE (" + stale.ChangedOnDisk(v.Report) + "): adopt or keep the disk's version first"}, p.Reasons...)
		}
	}
	return p
}

func proposalOf(a event.Artifact) report.Proposal {
	return report.Proposal{
		ID: a.ID, Entity: a.Entity, Path: a.Path, Symbol: a.Symbol, State: a.State, Confidence: a.Confidence,
		Reasons: a.Gates.Reasons, Candidates: a.Gates.Candidates, Failed: failed(a.Gates), Created: a.Created, Episode: a.Episode, Removes: a.Removes,
	}
}

// failed is the check for which an artifact was not promoted: the first of gate A
// and the disk, else the grant that it lacks.
func failed(r event.GateReport) string {
	for _, c := range r.Checks {
		if !c.Pass && c.Gate != gates.GateB {
			return c.Name
		}
	}
	if slices.ContainsFunc(r.Checks, func(c event.Check) bool { return c.Gate == gates.GateB && c.Pass }) {
		return ""
	}
	return "grant_parity"
}

// Review is everything that a decision on a proposal needs.
func (e *Engine) Review(ctx context.Context, id string) (report.Review, error) {
	if err := e.catchUp(ctx); err != nil {
		return report.Review{}, err
	}
	s := e.active()
	a, err := e.db.Artifact(ctx, s.id, id)
	if errors.Is(err, event.ErrNotFound) {
		return report.Review{}, fmt.Errorf("there is no proposal %s: `holdfast pending` lists what waits", id)
	}
	if err != nil {
		return report.Review{}, err
	}
	r := report.Review{Proposal: s.proposal(a), Gates: a.Gates, Language: a.Language, Shown: report.Shown{Artifact: a.ID, Hash: a.Hash}}
	if !a.Removes {
		if r.Proposed, err = e.db.Blob(ctx, a.Text); err != nil {
			return report.Review{}, err
		}
	}
	if current := s.state.Get(a.Entity); current != nil {
		r.Shown.Base = current.Artifact
		if r.Base, err = e.db.Blob(ctx, current.TextHash()); err != nil {
			return report.Review{}, err
		}
	}
	return r, nil
}

// Detail is an entity with its authoritative content and its whole history.
func (e *Engine) Detail(ctx context.Context, key string) (report.Detail, error) {
	if err := e.catchUp(ctx); err != nil {
		return report.Detail{}, err
	}
	s := e.active()
	list, err := e.db.Artifacts(ctx, s.id, store.Filter{Entity: key})
	if err != nil {
		return report.Detail{}, err
	}
	if len(list) == 0 {
		return report.Detail{}, fmt.Errorf("%s is not known: `holdfast state` lists the State Map", key)
	}
	d := report.Detail{Entity: report.Entity{Key: key, Path: list[0].Path, Symbol: list[0].Symbol}}
	for _, a := range list {
		d.Versions = append(d.Versions, report.VersionOf(a))
	}
	d, err = e.withContent(ctx, d, list)
	if current := s.state.Get(key); current != nil {
		r := s.compare([]*statemap.Entry{current})[0].Report
		d.Entity.Stale, d.Entity.Kept = stale.ReasonOf(current, r), stale.Overruled(current, r)
		d.Entity.Contested, d.Entity.InReview = current.Place().Doubt, s.pending.Reviews()[key]
	}
	return d, err
}

// withContent adds the content of the version that stands, or stood last.
func (e *Engine) withContent(ctx context.Context, d report.Detail, list []event.Artifact) (report.Detail, error) {
	at := -1
	for i, a := range list {
		if a.State == event.Authoritative || at < 0 && a.Version > 0 {
			at = i
		}
		if a.State == event.Authoritative {
			break
		}
	}
	if at < 0 {
		at = 0
	}
	a := list[at]
	d.Entity = entityOf(a)
	d.Entity.Tombstoned = a.State == event.Tombstoned && a.Version > 0
	d.Entity.Ended = report.EndOf(a)
	d.Gates = a.Gates
	for _, v := range list {
		if v.State == event.Proposed {
			d.Entity.Pending++
		}
	}
	content, err := e.db.Blob(ctx, a.Text)
	d.Content = bytes.TrimRight(content, "\n")
	return d, err
}

// Resolve finds the entities that a person means by a full key, a symbol or
// the end of a key.
func (e *Engine) Resolve(ctx context.Context, name string) ([]string, error) {
	entities, err := e.Entities(ctx)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, x := range entities {
		if x.Key == name {
			return []string{name}, nil
		}
		if matches(x, name) {
			found = append(found, x.Key)
		}
	}
	return found, nil
}

func matches(x report.Entity, name string) bool {
	path, symbol := resolve.Split(name)
	if symbol == "" {
		return x.Symbol == name || statemap.LastName(x.Symbol) == name || x.Path == name && x.Symbol == "*"
	}
	return (x.Symbol == symbol || statemap.LastName(x.Symbol) == symbol) && (x.Path == path || hasSuffixPath(x.Path, path))
}

func hasSuffixPath(path, suffix string) bool {
	return len(path) > len(suffix) && path[len(path)-len(suffix)-1] == '/' && path[len(path)-len(suffix):] == suffix
}

// LastPrompt is GET /debug/last-prompt (TSLP 14.3): exactly what the model saw.
type LastPrompt struct {
	Body    json.RawMessage `json:"body"`
	Notices string          `json:"notices"`
	// LeftOut is what the prompt asked for and the model was not shown.
	LeftOut []leftOut `json:"left_out"`
}

// StateEntry is one entity of GET /state (TSLP 15.7).
type StateEntry struct {
	Artifact    string       `json:"artifact"`
	LastUpdated time.Time    `json:"last_updated"`
	Stale       bool         `json:"stale"`
	StaleReason stale.Reason `json:"stale_reason,omitempty"`
	State       event.State  `json:"state"`
}

// StateView is GET /state: authoritative truth and nothing else.
type StateView struct {
	Session  string                `json:"session"`
	Entities map[string]StateEntry `json:"entities"`
}

// State is the named session's State Map, hashes and times only.
func (e *Engine) State(ctx context.Context, session string) (StateView, error) {
	s, err := e.sessionFor(ctx, session)
	if err != nil {
		return StateView{}, err
	}
	if err := e.catchUp(ctx); err != nil {
		return StateView{}, err
	}
	view := StateView{Session: s.name(), Entities: map[string]StateEntry{}}
	for _, x := range s.compare(s.state.Sorted()) {
		row := StateEntry{Artifact: x.Hash(), LastUpdated: x.Changed(), State: event.Authoritative}
		if reason := stale.ReasonOf(x.Entry, x.Report); reason.Stale() {
			row.Stale, row.StaleReason = true, reason
		}
		view.Entities[x.Key] = row
	}
	return view, nil
}
