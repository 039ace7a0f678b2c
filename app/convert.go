package app

import (
	"slices"
	"strings"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/fate"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
	"holdfast/views"
)

// entityOf is an entity as the State Map shows it.
func entityOf(e report.Entity) views.Entity {
	return views.Entity{
		Key: e.Key, Path: e.Path, Kind: e.Kind, Version: e.Version, Grant: e.Grant, Origin: string(e.Origin), Turn: e.Turn,
		Pending: e.Pending, Stale: string(e.Stale), Kept: e.Kept, InReview: e.InReview, Contested: string(e.Contested), Tombstoned: e.Tombstoned, Forgotten: e.Forgotten(),
	}
}

// proposalOf is a proposal as Pending shows it.
func proposalOf(p report.Proposal) views.Proposal {
	reason := ""
	if len(p.Reasons) > 0 {
		reason = p.Reasons[0]
	}
	return views.Proposal{
		Key: p.ID, Kind: p.Kind, Entity: named(p.Entity, p.Path), Confidence: string(p.Confidence), Candidate: strings.Join(p.Candidates[:min(1, len(p.Candidates))], ""),
		Reason: reason, Failed: p.Failed, Removes: p.Removes, Created: p.Created,
	}
}

// divergenceHeadOf is the head of a divergence.
func divergenceHeadOf(s report.Settlement) views.DivergenceHead {
	disk := s.Disk
	switch disk {
	case event.DiskAbsent:
		disk = "does not define it"
	case event.DiskMissing:
		disk = "has no such file"
	}
	return views.DivergenceHead{
		Reason: string(s.Reason), Detail: s.Detail, Version: s.Version, Hash: s.Hash, Disk: disk, Changed: s.Changed,
		Pending: s.Pending, Invalidates: s.Invalidates,
	}
}

// reasonsOf are the reasons of divergences.
func reasonsOf(list []stale.Divergence) []string {
	out := make([]string, len(list))
	for i, d := range list {
		out[i] = string(d.Reason)
	}
	return out
}

// adoptionOf is an adoption as its summary shows it.
func adoptionOf(a events.Adoption) views.Adoption {
	out := views.Adoption{Files: a.Files, Adopted: a.Adopted, Unchanged: a.Unchanged, Tombstoned: a.Tombstoned}
	for _, s := range a.Skipped {
		out.Skipped = append(out.Skipped, views.Skipped{Path: s.Path, Why: s.Why})
	}
	for _, f := range a.Faulty {
		out.Faulty = append(out.Faulty, views.Faulty{Path: f.Path, Unread: f.Unread, With: f.With, Kept: f.Kept})
	}
	return out
}

// doctorOf is a report as it is shown.
func doctorOf(r report.DoctorReport) views.Doctor {
	out := views.Doctor{Status: r.Status, Stale: r.Stale}
	for _, f := range r.ReadFailures {
		out.Failures = append(out.Failures, views.ReadFailure{Path: f.Path, Detail: f.Detail})
	}
	for _, c := range r.Checks {
		out.Checks = append(out.Checks, views.Health{Name: c.Name, Status: c.Status, Detail: c.Detail})
	}
	if s := r.Size; s != nil {
		out.Size = &views.DatabaseSize{Bytes: s.Bytes, Content: s.Content, Ledger: s.Ledger, Rest: s.Rest + s.Free, Smaller: s.Smaller}
	}
	return out
}

// sessionOf is a session as the list shows it.
func sessionOf(s report.SessionInfo, now time.Time) views.Session {
	return views.Session{
		Name: s.Name, Parent: s.Parent, Active: s.Active, Archived: s.Archived,
		Entities: s.Entities, Stale: s.Stale, Pending: s.Pending, Turns: s.Turns,
		Begun: views.Age(s.Created, now), Last: views.Age(s.LastActivity, now),
	}
}

// named is what to call something whose entity may be unknown.
func named(entity, path string) string {
	switch {
	case entity != "":
		return entity
	case path != "":
		return path
	}
	return "code without a symbol"
}

// badges are the remarks on a reply in a word or two.
var badges = map[string]string{"no_code": "no code came", "claim": "only claimed", "loop": "in a loop"}

// requestOf is a request as Activity shows it.
func requestOf(a events.Activity, now time.Time) views.Request {
	r := views.Request{
		Key: a.Episode, Kind: a.Kind, Path: a.Path, Model: a.Model, Phase: string(a.Phase),
		TokensOut: a.TokensOut, Hydrated: len(a.Hydrated), HydratedSize: a.HydratedSize,
		Read:     views.PromptRead{Tokens: a.Read.Tokens, Cached: a.Read.Cached, Processed: a.Read.Processed, Took: time.Duration(a.Read.Millis) * time.Millisecond},
		Prefix:   prefixOf(a.Prefix),
		Wait:     views.Wait{For: a.Wait.For, New: a.Wait.New, Tokens: a.Wait.Tokens},
		Withheld: len(a.Withheld), Prompt: a.Prompt, Error: a.Error, Session: a.Session,
		When: views.ShortClock(a.Started, now),
	}
	var touched []string
	for _, o := range a.Outcomes {
		touched = append(touched, o.Entity)
	}
	for _, ref := range slices.Concat(a.Hydrated, a.Withheld) {
		touched = append(touched, ref.Entity)
	}
	if a.Kind == "guard" {
		touched = append(touched, a.Path)
	}
	r.Touched = strings.Join(touched, " ")
	for _, m := range a.Remarks {
		if b := badges[m.Kind]; b != "" && !strings.Contains(r.Badge, b) {
			r.Badge = strings.TrimPrefix(r.Badge+", "+b, ", ")
		}
		r.Remark = strings.TrimPrefix(r.Remark+"\n"+m.Detail, "\n")
	}
	if r.Live() {
		r.Size = a.Bytes
	}
	end := now
	if !a.Ended.IsZero() {
		end = a.Ended
	}
	if !a.Started.IsZero() {
		// Whole seconds, so that a row looks the same until one has passed.
		r.Elapsed = end.Sub(a.Started).Truncate(time.Second)
	}
	if d := end.Sub(a.FirstChunk); !a.FirstChunk.IsZero() && d >= time.Second/2 && r.TokensOut > 0 {
		r.Rate = int(float64(a.TokensOut)/d.Seconds() + 0.5)
	}
	for _, o := range a.Outcomes {
		switch o.State {
		case event.Authoritative, event.Superseded:
			r.Promoted++
		case event.Proposed:
			r.Proposed++
		case fate.Rejected:
			r.Rejected++
		case "":
			r.Loose++
		}
	}
	return r
}

// prefixOf is where a prompt's prefix ends, as Activity shows it.
func prefixOf(p *event.PrefixEnd) views.PrefixEnd {
	if p == nil {
		return views.PrefixEnd{}
	}
	return views.PrefixEnd{By: p.By, What: p.What, Message: p.Message, Same: p.Same, Again: p.Again, Bytes: p.Bytes}
}

// requestPageOf is a request in full.
func requestPageOf(a events.Activity, now time.Time) views.RequestPage {
	p := views.RequestPage{
		Request: requestOf(a, now), Started: a.Started,
		HydratedRefs: refsOf(a.Hydrated), WithheldRefs: withheldOf(a.Withheld), OmittedRefs: refsOf(a.Omitted), NoRoom: a.NoRoom,
	}
	for _, o := range a.Outcomes {
		p.Outcomes = append(p.Outcomes, views.Outcome{
			Entity: o.Entity, State: string(o.State), Confidence: string(o.Confidence), Reason: o.Reason, Note: o.Note,
		})
	}
	return p
}

func refsOf(refs []event.EntityRef) []views.Ref {
	out := make([]views.Ref, 0, len(refs))
	for _, r := range refs {
		out = append(out, views.Ref{Entity: r.Entity, Hash: r.Artifact, Reason: r.Reason})
	}
	return out
}

// withheldOf are refs whose reasons are told in words.
func withheldOf(refs []event.EntityRef) []views.Ref {
	out := refsOf(refs)
	for i, r := range out {
		out[i].Reason = views.Withheld(r.Reason)
	}
	return out
}

// gatesOf is a gate report as it is shown.
func gatesOf(g event.GateReport) views.Gates {
	out := views.Gates{Decision: g.Decision, Grant: g.Grant, Base: g.Base, Reasons: g.Reasons}
	for _, c := range g.Checks {
		out.Checks = append(out.Checks, views.Check{
			Name: c.Name, Gate: c.Gate, Pass: c.Pass, Detail: c.Detail, Was: c.Was, Now: c.Now,
		})
	}
	return out
}

// topLineOf is the top line; live and alerts are what this screen counted, behind
// is the work that goes on behind it.
func topLineOf(s report.Status, live, alerts int, behind string) views.TopLine {
	return views.TopLine{
		Session: s.Session, Listen: s.Listen, Upstream: s.Upstream, Model: s.Model, Demo: s.Demo,
		Stale: s.Stale, Lost: s.Lost, Pending: s.Pending, Live: live, Alerts: alerts, Reading: s.Reading, Behind: behind,
	}
}
