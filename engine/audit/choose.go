package audit

import (
	"slices"

	"holdfast/engine/gates"
	"holdfast/store/event"
)

// Candidate is an artifact of a reply after its decision.
type Candidate struct {
	Subject    Subject
	Confidence event.Confidence
	State      event.State // PROPOSED or AUTHORITATIVE
	Gates      event.GateReport
	// WaitsForDisk reports whether only the disk may promote it, Removes that it
	// holds no content.
	WaitsForDisk, Removes bool
}

// most is how many artifacts of a reply are asked about: each question costs a
// local GPU the time to read it.
const most = 4

// Choose picks what an audit can change something about: proposals that lack
// nothing but a grant (gate B), then promotions that rest on the model's word
// alone. Everything else would only cost time.
func Choose(list []Candidate) []Subject {
	var lacking, standing []Subject
	for _, c := range list {
		switch {
		case c.Confidence != event.Confirmed || c.WaitsForDisk || c.Removes:
		case c.State == event.Proposed && lacksOnlyAGrant(c.Gates):
			lacking = append(lacking, c.Subject)
		case c.State == event.Authoritative && (c.Gates.Grant == gates.GrantParity || c.Gates.Grant == gates.GrantUser):
			standing = append(standing, c.Subject)
		}
	}
	chosen := slices.Concat(lacking, standing)
	return chosen[:min(len(chosen), most)]
}

// lacksOnlyAGrant reports whether every check outside gate B has passed: the proof of
// gate A, and that the disk does not contradict.
func lacksOnlyAGrant(r event.GateReport) bool {
	return len(r.Checks) > 0 && !slices.ContainsFunc(r.Checks, func(c event.Check) bool { return c.Gate != gates.GateB && !c.Pass })
}
