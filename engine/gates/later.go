package gates

import (
	"slices"

	"holdfast/store/event"
)

// What becomes of a report after its verdict: the disk settles it, the operator has
// the word, another version of the same text comes.

// settledByDisk is the disk grant: the disk outranks every gate, so that what
// it holds is settled even where one has refused it. What had failed stays on
// record among the checks.
func (r *report) settledByDisk() {
	r.add(GateB, "grant_disk", true, "the disk holds exactly this")
	r.Decision, r.Grant, r.Reasons = Promote, GrantDisk, nil
}

// Settled turns the report of a waiting proposal into that of its promotion by
// the disk grant.
func Settled(waiting event.GateReport) event.GateReport {
	r := report{GateReport: waiting}
	r.Checks = slices.Clone(r.Checks)
	r.settledByDisk()
	return r.GateReport
}

// Again notes in a report that the same text had brought another version of the
// entity before: earlier is its artifact, and stands tells that it was promoted.
// The specification knows one authoritative artifact an entity (TSLP 3.3) and
// says nothing of this; the later one is judged as any update is, and the
// operator is told, since only one of the two can have been meant.
func Again(r event.GateReport, earlier string, stands bool) event.GateReport {
	const twice = "the same message brought it twice: "
	detail := twice + "this later version waits, the earlier one (" + earlier + ") was closed"
	switch {
	case r.Decision == Promote:
		detail = twice + "this later version was taken, not the earlier one (" + earlier + ")"
	case stands:
		detail = twice + "the earlier version (" + earlier + ") was taken, this later one waits"
	}
	r.Checks = append(slices.Clone(r.Checks), event.Check{Name: CheckVersions, Gate: GateA, Pass: true, Detail: detail})
	r.Reasons = append(slices.Clone(r.Reasons), detail)
	return r
}

// CheckVersions is the check that Again adds.
const CheckVersions = "one_version"

// Note is what a report tells beside its verdict: that there were two versions;
// "" for nothing.
func Note(r event.GateReport) string {
	for _, c := range r.Checks {
		if c.Name == CheckVersions {
			return c.Detail
		}
	}
	return ""
}

// checkOperator is the check that holds the operator's word.
const checkOperator = "operator"

// Restored is the report of content that the operator's word makes the truth again;
// detail says from where.
func Restored(detail string) event.GateReport {
	return event.GateReport{
		Decision: Promote, Grant: GrantOperator,
		Checks: []event.Check{{Name: checkOperator, Gate: GateB, Pass: true, Detail: detail}},
	}
}

// Operator turns the report of a waiting proposal into that of its acceptance:
// the operator's word is a grant, and what had failed stays on record.
func Operator(r event.GateReport, word string) event.GateReport {
	r.Checks = append(slices.Clone(r.Checks),
		event.Check{Name: checkOperator, Gate: GateB, Pass: true, Detail: word})
	r.Decision, r.Grant = Promote, GrantOperator
	return r
}

// Recovered makes the report of content that the operator has recovered: the document
// of a recovery names it, and detail says where it was found.
func Recovered(detail string) event.GateReport {
	return event.GateReport{Decision: Promote, Grant: GrantRecovery, Checks: []event.Check{
		{Name: checkOperator, Gate: GateB, Pass: true, Detail: detail},
	}}
}

// Reopened turns the report of a proposal that the operator had decided on into
// that of one which waits again: their word counts no more.
func Reopened(r event.GateReport, why string) event.GateReport {
	r.Checks = slices.DeleteFunc(slices.Clone(r.Checks), func(c event.Check) bool { return c.Name == checkOperator })
	r.Decision, r.Grant = Propose, ""
	r.Reasons = append(slices.Clone(r.Reasons), why)
	return r
}
