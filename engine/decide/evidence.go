package decide

import (
	"holdfast/engine/config"
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
)

// What bears on the decision about an artifact, gathered before any gate is asked.

func (d *judging) candidate(a *resolve.Artifact) gates.Candidate {
	return gates.Candidate{
		Entity: a.Entity, Hash: ContentHash(a), Confidence: a.Confidence, Resolution: a.Resolution, Incomplete: a.Incomplete,
		Review: d.Pasting.review(a.Block, d.contradicts(a)), Settles: d.settles(a), Finish: d.Finish, Origin: d.from(a), Lost: a.Lost, RenameOf: a.RenameOf,
		Measure: measure(a.Definition), WaitsForDisk: a.WaitsForDisk, Candidates: a.Candidates,
	}
}

// contradicts says what an artifact differs from, be it the map or the disk, ""
// for nothing: reformatted code is the same.
func (d *judging) contradicts(a *resolve.Artifact) string {
	if d.Pasting == nil || !d.Pasting.Tools {
		return ""
	}
	base, structure := d.base(a), etv.Digest{}
	if base != nil {
		structure = statemap.DigestOf(a.Definition.Structure)
	}
	switch {
	case a.FromDisk != nil && (a.Removes || a.FromDisk.Structure != a.Definition.Structure):
		return "the disk holds another version"
	case base == nil:
		return ""
	case !a.Removes && base.Structure() == structure:
		if d.settles(a) {
			return "the State Map holds this version, and stays STALE: " + staysStale
		}
		return ""
	}
	if r := d.disk.Check(base.Expected()); r.Status == etv.Missing || r.Gone {
		return "the State Map holds another version"
	}
	return "the disk holds another version"
}

// settles reports whether an artifact is the user's paste of an entity that is
// STALE, and withheld for that.
func (d *judging) settles(a *resolve.Artifact) bool {
	base := d.state.Get(a.Entity)
	if d.Pasting == nil || base == nil || a.Removes || d.overlay[a.Entity] != nil {
		return false
	}
	switch stale.ReasonOf(base, d.disk.Check(base.Expected())) {
	case stale.Edited:
		return true
	case stale.NotApplied:
		return !d.tolerates()
	}
	return false
}

func measure(s source.Symbol) gates.Measure {
	return gates.Measure{Nodes: s.Nodes, Tokens: s.Tokens, Errors: s.Errors, Count: s.Count}
}

func (d *judging) evidence(a *resolve.Artifact, base *statemap.Entry) gates.Evidence {
	e := gates.Evidence{UserVerified: d.Verified != nil && d.Verified(a.Entity), Disk: d.onDisk(a), Audit: d.Audited}
	switch {
	case base != nil:
		own := d.overlay[a.Entity] != nil // the same text wrote it
		e.Base = &gates.Base{
			Artifact: base.Artifact(), Hash: base.Hash(), Measure: base.Measure(),
			Acknowledged: own || a.Fits || d.Acknowledged != nil && d.Acknowledged(a.Entity, base.Hash()),
		}
	case a.FromDisk != nil:
		e.Base = &gates.Base{
			Hash: a.FromDisk.Hash, Measure: measure(*a.FromDisk), FromDisk: true,
			Acknowledged: a.Fits || d.Acknowledged != nil && d.Acknowledged(a.Entity, a.FromDisk.Hash),
		}
	}
	return e
}

// Place asks the disk about an artifact, inside its decision (TSLP 15.5).
func (d *judging) onDisk(a *resolve.Artifact) gates.Disk {
	var says gates.Disk
	if base := d.state.Get(a.Entity); base != nil && sameForm(base, a.Definition.Kind) {
		r := d.disk.Check(base.Expected())
		says = d.contradiction(base, r)
		says.Seen = says.Stale != "" && d.Acknowledged != nil && d.Acknowledged(a.Entity, stale.Word(r))
	} else if r := d.disk.Check(etv.Expectation{Path: a.Path, Symbol: a.Symbol}); r.Status == etv.Unreadable || r.Status == etv.Unverifiable {
		says.Unread = r.Why
	}
	says.Holds = !a.Removes && stale.Holds(d.disk.Check(Found(a)))
	return says
}

// Found returns what an artifact would have the disk hold.
func Found(a *resolve.Artifact) etv.Expectation {
	return stale.Expect(a.Path, a.Symbol, a.Definition.Kind, a.Definition.Hash, a.Definition.Structure)
}

// contradiction is what stands between an entity and a promotion.
func (g *Ground) contradiction(base *statemap.Entry, r etv.Report) gates.Disk {
	switch stale.ReasonOf(base, r) {
	case stale.NotApplied:
		says := gates.Disk{Stale: string(stale.NotApplied) + ": the version before is not saved yet, the file on disk still holds the older one"}
		if g.tolerates() {
			says.Tolerated = "[etv] not_applied is " + config.NotAppliedHydrate
		}
		return says
	case stale.Edited:
		return gates.Disk{Stale: string(stale.Edited) + ": " + stale.ChangedOnDisk(r)}
	case stale.Unreadable:
		return gates.Disk{Unread: r.Why}
	}
	return gates.Disk{}
}
