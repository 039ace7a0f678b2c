package canon

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Project is the SESSION_STATE of a session's facts.
func Project(f Facts) State {
	p := newProjection(f)
	s := State{
		Protocol:                Protocol,
		ProtocolVersion:         ProtocolVersion,
		StateSeq:                f.Seq,
		UpdatedAt:               timestamp(f.Updated),
		ActiveL0Sources:         []Source{},
		AuthorizedDeltas:        make([]AuthorizedDelta, 0, len(f.Entities)+len(f.Revoked)),
		OpenConflicts:           []Conflict{},
		PendingDecisions:        []PendingDecision{},
		LastPersistentArtifacts: make([]PersistentArtifact, 0, len(f.Entities)),
		LastStateHash:           f.LastHash,
	}
	p.sources(func(r Source) { s.ActiveL0Sources = append(s.ActiveL0Sources, r) })
	for file := range p.files {
		for _, e := range file {
			s.AuthorizedDeltas = append(s.AuthorizedDeltas, grantOf(e))
			s.LastPersistentArtifacts = append(s.LastPersistentArtifacts, artifactOf(e))
		}
	}
	p.revoked(func(r AuthorizedDelta) { s.AuthorizedDeltas = append(s.AuthorizedDeltas, r) })
	p.conflicts(func(r Conflict) { s.OpenConflicts = append(s.OpenConflicts, r) })
	p.decisions(func(r PendingDecision) { s.PendingDecisions = append(s.PendingDecisions, r) })
	return s
}

// projection yields the rows of a SESSION_STATE one by one, for the document
// and for its hash alike.
type projection struct {
	facts Facts
	files iter.Seq[[]*Entity]
}

func newProjection(f Facts) *projection {
	return &projection{facts: f, files: f.files()}
}

// sources are the files of the State Map.
func (p *projection) sources(yield func(Source)) {
	for file := range p.files {
		yield(sourceOf(file[0].Path, file))
	}
}

// sourceOf is one file: unreadable counts before STALE, since nothing is known
// of a file that cannot be read.
func sourceOf(path string, entities []*Entity) Source {
	s := Source{SourceID: path, SourceType: sourceFile, Status: statusInspected}
	var stale []string
	for _, e := range entities {
		if e.Unreadable != "" {
			s.Status, s.Notes = statusUnavailable, "cannot be read: "+e.Unreadable
			return s
		}
		if e.Stale != "" {
			stale = append(stale, e.Symbol)
		}
	}
	if len(stale) > 0 {
		s.Status, s.Notes = statusConflicted, "STALE: "+enumerate(stale, "entity", "entities")
	}
	return s
}

// grantOf is the grant by which an entity stands. The hash writes the same row
// by grantRow.
func grantOf(e *Entity) AuthorizedDelta {
	return AuthorizedDelta{
		DeltaID: grantID(e.Seq), AuthorizedAt: timestamp(e.Granted), Scope: Scope(e.Grant),
		Status: persistence(e), Target: e.Key(),
	}
}

func persistence(e *Entity) string {
	if e.Persisted {
		return statusPersisted
	}
	return statusPending
}

// artifactOf is an entity's row of the State Map. The hash writes the same row
// by artifactRow.
func artifactOf(e *Entity) PersistentArtifact {
	return PersistentArtifact{
		ArtifactID: e.Hash, ArtifactType: artifactSource, CreatedAt: timestamp(e.Granted), PathOrLabel: e.Key(),
	}
}

// revoked are the grants that were taken back, as they were given.
func (p *projection) revoked(yield func(AuthorizedDelta)) {
	revoked := slices.Clone(p.facts.Revoked)
	slices.SortFunc(revoked, func(a, b Revocation) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), strings.Compare(key(a.Path, a.Symbol), key(b.Path, b.Symbol)), strings.Compare(a.Reason, b.Reason))
	})
	for _, r := range revoked {
		target := key(r.Path, r.Symbol)
		yield(AuthorizedDelta{
			DeltaID: grantID(r.Seq), AuthorizedAt: timestamp(r.Granted), Scope: Scope(r.Grant) + "; revoked: " + r.Reason,
			Status: statusRevoked, Target: target,
		})
	}
}

// grantID names a grant by the Ledger's row that made it.
func grantID(seq int64) string { return grantPrefix + strconv.FormatInt(seq, 10) }

const grantPrefix = "grant-"

// scopes say what each kind of grant permits.
var scopes = map[string]string{
	"parity":            "AUTHORITATIVE by parity grant",
	"disk":              "AUTHORITATIVE by disk grant",
	"audit":             "AUTHORITATIVE by shadow audit",
	"user_verification": "AUTHORITATIVE by user verification",
	"write_head":        "AUTHORITATIVE as the user wrote it",
	"operator":          "AUTHORITATIVE by the operator's decision",
	"restore":           "AUTHORITATIVE again, restored by the operator",
	"recovery":          "AUTHORITATIVE again, recovered",
}

// Scope says what a grant permits, for whatever is its target. A decision says
// it in the same words (CANON_STATE_DELTA, decision.authorized_delta).
func Scope(grant string) string {
	if scope, ok := scopes[grant]; ok {
		return scope
	}
	return "AUTHORITATIVE by " + grant
}

// conflicts are the STALE entities, the contested promotions and what a
// recovery could not bring back.
func (p *projection) conflicts(yield func(Conflict)) {
	for file := range p.files {
		for _, e := range file {
			if e.Stale != "" {
				yield(Conflict{ConflictID: stalePrefix + e.Key(), Description: staleWords(e.Key(), e.Stale), Status: statusOpen})
			}
		}
	}
	var rest []Conflict
	for _, c := range p.facts.Contested {
		rest = append(rest, Conflict{
			ConflictID:  "contested-" + c.Artifact,
			Description: key(c.Path, c.Symbol) + contestedBecause + c.Reason,
			Status:      statusOpen,
		})
	}
	for _, l := range p.facts.Lost {
		rest = append(rest, Conflict{
			ConflictID:  MissingID(l.Key()),
			Description: l.Key() + lostAt + l.Hash + lostBecause + l.Reason,
			Status:      statusOpen,
		})
	}
	slices.SortFunc(rest, func(a, b Conflict) int {
		return cmp.Or(strings.Compare(a.ConflictID, b.ConflictID), strings.Compare(a.Description, b.Description))
	})
	for _, c := range rest {
		yield(c)
	}
}

// How a conflict tells which entity it is about, and what a recovery could not
// bring back.
const (
	stalePrefix      = "stale-"
	contestedBecause = " is contested: "

	missingPrefix = "missing-"
	lostAt        = " at "
	lostBecause   = " could not be recovered: "
)

// about is the entity that a conflict is about; of a foreign document that does
// not say so, the conflict's id.
func (c Conflict) about() string {
	if entity, _, contested := strings.Cut(c.Description, contestedBecause); contested {
		return entity
	}
	for _, prefix := range []string{stalePrefix, missingPrefix} {
		if entity, ok := strings.CutPrefix(c.ConflictID, prefix); ok {
			return entity
		}
	}
	return c.ConflictID
}

func staleWords(entity string, reason Staleness) string {
	switch reason {
	case NotApplied:
		return entity + " is STALE: the disk does not hold the answer yet; save it, or adopt what the disk holds"
	case Edited:
		return entity + " is STALE: its file was edited; adopt what the disk holds, or keep the artifact"
	}
	return entity + " is STALE: " + string(reason)
}

// decisions are the proposals that wait for the operator.
func (p *projection) decisions(yield func(PendingDecision)) {
	waiting := slices.Clone(p.facts.Proposals)
	slices.SortFunc(waiting, func(a, b Proposal) int {
		return cmp.Or(strings.Compare(key(a.Path, a.Symbol), key(b.Path, b.Symbol)), strings.Compare(a.ID, b.ID))
	})
	for _, q := range waiting {
		question := asksToAccept + key(q.Path, q.Symbol) + accepted
		if q.Removes {
			question = asksToRemove + key(q.Path, q.Symbol) + removed
		}
		if q.Reason != "" {
			question += waitsBecause + q.Reason
		}
		yield(PendingDecision{DecisionID: ProposalID(q.ID), Question: question, Blocking: q.Blocking})
	}
}

// How a pending decision asks about an entity.
const (
	asksToAccept, accepted = "Accept the proposed ", "?"
	asksToRemove, removed  = "Take ", " out of the State Map?"
	waitsBecause           = " It waits because: "
)

// about is the entity that a decision is about; of a foreign document that does
// not say so, the decision's id.
func (d PendingDecision) about() string {
	question, _, _ := strings.Cut(d.Question, waitsBecause)
	for _, asked := range []struct{ begins, ends string }{{asksToAccept, accepted}, {asksToRemove, removed}} {
		if rest, ok := strings.CutPrefix(question, asked.begins); ok {
			if entity, ok := strings.CutSuffix(rest, asked.ends); ok && entity != "" {
				return entity
			}
		}
	}
	return d.DecisionID
}

// ProposalID names the decision that a proposal waits for.
func ProposalID(artifact string) string { return "proposal-" + artifact }

// enumerate names the first things of a list and counts the others.
func enumerate(names []string, one, many string) string {
	const shown = 5
	if len(names) <= shown+1 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:shown], ", ") + " and " + count(len(names)-shown, "more "+one, "more "+many)
}

// count is "1 entity", "2 entities".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
