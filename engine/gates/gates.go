package gates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"holdfast/store/event"
)

// Names of gates in a report.
const (
	GateA = "A"
	GateB = "B"
	ETV   = "ETV"
)

// Decisions of a report.
const (
	Promote   = "promote"
	Propose   = "propose"
	Unchanged = "unchanged"
)

// Grants by which an artifact becomes AUTHORITATIVE (TSLP 6, gate B).
const (
	GrantParity   = "parity"
	GrantUser     = "user_verification"
	GrantWrite    = "write_head"
	GrantDisk     = "disk"
	GrantAudit    = "audit"
	GrantOperator = "operator"
	GrantRecovery = "recovery"
)

// FinishCut is the finish reason of a reply that broke off: its connection died,
// or its client left.
const FinishCut = "cut"

// Measure is the mechanical size of a definition. Parity compares measures;
// it never asks what code means (TSLP 7).
type Measure struct {
	Nodes  int // AST nodes
	Tokens int // leaf tokens
	Errors int // ERROR and MISSING nodes
	Count  int // definitions merged under one name
}

// Base is the version that an artifact would replace.
type Base struct {
	Artifact string // id of the authoritative artifact, empty for a disk base
	Hash     string
	Measure  Measure
	FromDisk bool // the map does not hold the entity, its file on disk does
	// Acknowledged reports whether the model saw this very version in this turn:
	// by hydration, or in a file read that crossed the proxy.
	Acknowledged bool
}

// Candidate is an artifact before its decision.
type Candidate struct {
	Entity     string
	Hash       string
	Confidence event.Confidence
	// Resolution says in words how the entity was found.
	Resolution string
	// Incomplete are the reasons why this is not a full definition, from its
	// form alone: open fence, line quotation, elision, no body.
	Incomplete []string
	// Review says why the user's paste waits for a review although the user may
	// have written it (product 13); "" where nothing stands against it.
	Review string
	// Finish is the reply's finish reason; empty for what no model wrote.
	Finish  string
	Measure Measure
	Origin  event.Origin
	// Lost are the top-level symbols that a whole-file update omits.
	Lost []string
	// NewDoc reports whether its code is the base's, and its leading doc comment is not:
	// that stands outside the hash, and is shown to the model all the same.
	NewDoc bool
	// Settles reports whether it is what the user pasted of a STALE entity: were it
	// theirs, it would settle that, even where it is the base's own code.
	Settles bool
	// RenameOf is the tracked entity that this one seems to rename (TSLP 12).
	RenameOf string
	// WaitsForDisk reports whether a client applies it: then nothing but the disk
	// promotes it (product 10).
	WaitsForDisk bool
	// Candidates are the entities of which it may be any (see event.GateReport).
	Candidates []string
}

// Evidence is what else bears on the decision.
type Evidence struct {
	// Base is nil where the entity is new and its file on disk lacks it.
	Base *Base
	// Disk is what the disk says of the entity, read for this very decision
	// (TSLP 15.5).
	Disk Disk
	// UserVerified reports whether the entity was hydrated in the previous turn
	// and that the user now asks to change it without bringing code for it.
	UserVerified bool
	// Audit is what the shadow audit said of this artifact (TSLP 10), "" where
	// it was not asked, or not yet.
	Audit event.AuditStatus
}

// Disk is what the disk says of an entity. Its zero value is a disk that does
// not contradict the map.
type Disk struct {
	// Stale says why the disk contradicts the map; empty where it does not.
	Stale string
	// Unread says why the disk could not be compared; empty where it could.
	Unread string
	// Tolerated says why a STALE entity takes promotions nevertheless: the
	// operator has configured that answers need not be saved in between.
	Tolerated string
	// Holds reports whether the disk holds exactly the candidate.
	Holds bool
	// Seen reports whether the model was shown in this turn what the disk holds.
	Seen bool
}

// Limits are the thresholds of parity.
type Limits struct {
	// NodeRatio and TokenRatio are the smallest share of the base's AST nodes
	// and leaf tokens that an update may keep, in per cent.
	NodePercent, TokenPercent int
	// MinTokens is the size of a base below which it cannot collapse.
	MinTokens int
}

// LimitsOf returns the limits of ratios between 0 and 1, as a configuration has them.
func LimitsOf(nodeRatio, tokenRatio float64, minTokens int) Limits {
	percent := func(ratio float64) int { return int(ratio*100 + 0.5) }
	return Limits{NodePercent: percent(nodeRatio), TokenPercent: percent(tokenRatio), MinTokens: minTokens}
}

// DefaultLimits are measured: they flag 1.9 % of legitimate edits and catch
// 99 % of truncated replies.
var DefaultLimits = Limits{NodePercent: 50, TokenPercent: 50, MinTokens: 40}

// Judge decides one artifact (TSLP 6): promoted if it passes gate A, one grant
// of gate B and the ETV gate; otherwise PROPOSED.
func Judge(c Candidate, e Evidence, l Limits) event.GateReport {
	r := report{GateReport: event.GateReport{Candidates: c.Candidates}}
	if e.Base != nil {
		r.Base = e.Base.Artifact
		if e.Base.Hash == c.Hash && !e.Base.FromDisk && !c.NewDoc && !(c.Settles && c.Review != "") {
			r.Decision = Unchanged
			return r.GateReport
		}
	}
	writeHead := c.Origin == event.ByUser || c.Origin == event.ByRestore
	r.add(GateA, "resolution", c.Confidence == event.Confirmed, resolution(c))
	r.fullDefinition(c)
	r.parity(c, e, l, writeHead)
	r.etv(e.Disk, writeHead)
	r.authorship(c)
	if c.WaitsForDisk && !writeHead {
		r.sight(c, e)
	}
	r.grants(c, e, writeHead)
	if e.Disk.Holds && c.Confidence == event.Confirmed {
		r.settledByDisk()
		return r.GateReport
	}
	r.conclude(c)
	return r.GateReport
}

type report struct {
	event.GateReport
	failed  bool
	granted string
}

func (r *report) add(gate, name string, pass bool, detail string) {
	r.check(event.Check{Name: name, Gate: gate, Pass: pass, Detail: detail})
}

func (r *report) check(c event.Check) {
	r.Checks = append(r.Checks, c)
	if !c.Pass && c.Gate != GateB {
		r.failed = true
		r.Reasons = append(r.Reasons, c.Detail)
	}
}

func resolution(c Candidate) string {
	if c.Resolution == "" {
		return string(c.Confidence)
	}
	return string(c.Confidence) + ": " + c.Resolution
}

func (r *report) fullDefinition(c Candidate) {
	detail := "full definition"
	if len(c.Incomplete) > 0 {
		detail = strings.Join(c.Incomplete, "; ")
	}
	r.add(GateA, "full_definition", len(c.Incomplete) == 0, detail)
	if c.Origin != event.ByModel && c.Origin != event.ByTool {
		return
	}
	switch c.Finish { // in the words of wire.Reply
	case "stop", "tool_calls":
		r.add(GateA, "finish", true, "the reply finished: "+c.Finish)
	case "":
		r.add(GateA, "finish", false, "the reply ended without a finish reason")
	case FinishCut:
		r.add(GateA, "finish", false, "the reply broke off before its end")
	case "length":
		r.add(GateA, "finish", false, "the reply was cut at the token limit (finish reason length)")
	default:
		r.add(GateA, "finish", false, "the reply did not finish (finish reason "+c.Finish+")")
	}
}

// parity runs the structural guards of TSLP 7.
func (r *report) parity(c Candidate, e Evidence, l Limits, writeHead bool) {
	if len(c.Lost) > 0 {
		r.add(GateA, "parity_symbols", writeHead, "the file loses "+list(c.Lost))
	} else {
		r.add(GateA, "parity_symbols", true, "no top-level symbol is lost")
	}
	if c.RenameOf != "" {
		r.add(GateA, "rename", writeHead, fmt.Sprintf("looks like %s renamed to %s; the old name is kept", c.RenameOf, c.Entity))
	}
	var base Measure
	if e.Base != nil {
		base = e.Base.Measure
	}
	r.check(event.Check{
		Name: "parity_errors", Gate: GateA, Pass: c.Measure.Errors <= base.Errors,
		Detail: errorsDetail(c.Measure.Errors, base.Errors), Was: base.Errors, Now: c.Measure.Errors,
	})
	if e.Base == nil {
		return
	}
	if base.Count > 1 {
		r.check(event.Check{
			Name: "parity_count", Gate: GateA, Pass: writeHead || c.Measure.Count >= base.Count,
			Detail: fmt.Sprintf("%d of %d definitions of this name", c.Measure.Count, base.Count), Was: base.Count, Now: c.Measure.Count,
		})
	}
	if base.Tokens < l.MinTokens {
		return
	}
	waived := writeHead || e.UserVerified
	r.collapse("parity_nodes", "AST nodes", base.Nodes, c.Measure.Nodes, l.NodePercent, waived)
	r.collapse("parity_tokens", "tokens", base.Tokens, c.Measure.Tokens, l.TokenPercent, waived)
}

func (r *report) collapse(name, unit string, was, now, percent int, waived bool) {
	kept := now*100 >= was*percent
	detail := fmt.Sprintf("%s: %d of %d", unit, now, was)
	switch {
	case !kept && waived:
		detail += " (collapse waived by the user)"
	case !kept:
		detail = fmt.Sprintf("%s collapse from %d to %d (%d %%, below %d %%)", unit, was, now, now*100/was, percent)
	}
	r.check(event.Check{Name: name, Gate: GateA, Pass: kept || waived, Detail: detail, Was: was, Now: now})
}

func errorsDetail(now, was int) string {
	switch {
	case now == 0:
		return "parses without errors"
	case now <= was:
		return fmt.Sprintf("%s, the base has %d", parseErrors(now), was)
	case was == 0:
		return "does not parse cleanly: " + parseErrors(now)
	default:
		return fmt.Sprintf("%s, the base has only %d", parseErrors(now), was)
	}
}

func parseErrors(n int) string {
	if n == 1 {
		return "1 parse error"
	}
	return fmt.Sprintf("%d parse errors", n)
}

// etv is the promotion guard of TSLP 15.5: only a user's write passes a STALE
// entity, and nobody else's passes a disk that cannot be read.
func (r *report) etv(d Disk, writeHead bool) {
	switch {
	case d.Holds:
		r.add(ETV, "stale", true, "the disk holds exactly this")
	case d.Stale == "" && d.Unread == "":
		r.add(ETV, "stale", true, "the disk does not contradict the map")
	case writeHead && d.Stale != "":
		r.add(ETV, "stale", true, "STALE ("+d.Stale+"), resolved by the user's own write")
	case writeHead:
		r.add(ETV, "stale", true, "not comparable with the disk ("+d.Unread+"), written by the user")
	case d.Unread != "":
		r.add(ETV, "stale", false, "the disk cannot be compared: "+d.Unread)
	case d.Tolerated != "":
		r.add(ETV, "stale", true, "STALE ("+d.Stale+"), tolerated: "+d.Tolerated)
	default:
		r.add(ETV, "stale", false, "STALE: "+d.Stale)
	}
}

// checkAuthorship is the check that holds what was pasted where nothing proves that
// the user wrote it.
const checkAuthorship = "authorship"

// authorship demands that the user's paste is theirs, and contradicts nothing
// where others write under their role, too (product 13).
func (r *report) authorship(c Candidate) {
	switch {
	case c.Origin != event.ByUser:
	case c.Review != "":
		r.add(GateA, checkAuthorship, false, c.Review)
		r.Reasons = append(r.Reasons, "clients with tools also send what you did not write as yours: accept it if you wrote it")
	default:
		r.add(GateA, checkAuthorship, true, "written by the user")
	}
}

// Unproven reports whether an artifact waits because nothing proves that the user
// wrote it, or because their paste contradicts what is known.
func Unproven(r event.GateReport) bool {
	return slices.ContainsFunc(r.Checks, func(c event.Check) bool { return c.Name == checkAuthorship && !c.Pass })
}

// Unseen reports whether the model was not shown what the disk held of an artifact's
// base when a report was made: its base was not acknowledged, or where the State Map
// held another version than the disk, the disk's was not.
func Unseen(r event.GateReport) bool {
	refused := func(name string) (refused, told bool) {
		i := slices.IndexFunc(r.Checks, func(c event.Check) bool { return c.Name == name })
		return i >= 0 && !r.Checks[i].Pass, i >= 0
	}
	if unseen, told := refused(checkDiskSeen); told {
		return unseen
	}
	if shrinks, _ := refused("parity_symbols"); shrinks {
		return false // the grant was refused for that
	}
	unseen, _ := refused("grant_parity")
	return unseen
}

// checkDiskSeen is the check that tells whether the model was shown the version that
// the disk holds, where the grant does not tell it: of a STALE entity, and of one in a
// file whose symbols become fewer. It refuses and grants nothing.
const checkDiskSeen = "disk_seen"

// sight adds that check. Which symbols a file loses is told by the State Map, and a disk
// that has moved on may have lost them before.
func (r *report) sight(c Candidate, e Evidence) {
	switch {
	case e.Disk.Stale != "":
		r.add(GateB, checkDiskSeen, e.Disk.Seen, seenWords[e.Disk.Seen])
	case len(c.Lost) > 0 && e.Base != nil:
		r.add(GateB, checkDiskSeen, e.Base.Acknowledged, seenWords[e.Base.Acknowledged])
	}
}

// grants lists every grant of gate B; the first that holds is the one named.
func (r *report) grants(c Candidate, e Evidence, writeHead bool) {
	if writeHead {
		r.grant("write_head", GrantWrite, c.Review == "", cmp.Or(c.Review, "written by the "+string(c.Origin)))
		return
	}
	switch {
	case len(c.Lost) > 0:
		r.grant("grant_parity", GrantParity, false, "the symbol set shrinks")
	case e.Base == nil:
		r.grant("grant_parity", GrantParity, true, "the entity is new")
	case e.Base.Acknowledged:
		r.grant("grant_parity", GrantParity, true, "same symbols, and the model saw the current version in this turn")
	case e.Base.FromDisk:
		r.grant("grant_parity", GrantParity, false, "the file on disk already defines it, and the model did not see that version")
	default:
		r.grant("grant_parity", GrantParity, false, "mutation base unacknowledged: the model did not see the current version in this turn")
	}
	if e.UserVerified {
		r.grant("grant_user", GrantUser, true, "hydrated in the previous turn, and the user asks for the change")
	} else {
		r.grant("grant_user", GrantUser, false, "not hydrated in the previous turn and asked for by the user")
	}
	if e.Audit != "" {
		r.grant("grant_audit", GrantAudit, e.Audit == event.AuditCompleted, "the shadow audit calls it "+string(e.Audit))
	}
}

var seenWords = map[bool]string{
	true:  "the model saw in this turn what the disk holds",
	false: "the model did not see in this turn what the disk holds",
}

func (r *report) grant(check, grant string, pass bool, detail string) {
	r.add(GateB, check, pass, detail)
	if pass && r.granted == "" {
		r.granted = grant
	}
}

func (r *report) conclude(c Candidate) {
	switch {
	case r.failed || r.granted == "":
		r.Decision = Propose
		if r.granted == "" {
			for _, c := range r.Checks {
				if c.Gate == GateB && c.Name == "grant_parity" {
					r.Reasons = append(r.Reasons, c.Detail)
				}
			}
		}
	case c.WaitsForDisk:
		r.Decision = Propose
		r.Reasons = append(r.Reasons, "waits until the disk holds it")
	default:
		r.Decision, r.Grant = Promote, r.granted
	}
}

func list(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
