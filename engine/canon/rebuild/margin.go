package rebuild

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/engine/canon"
	"holdfast/store/event"
)

// Margin is what a SESSION_STATE tells beside the State Map, and what was
// decided since the last one: a fold of the Ledger's rows, in their order.
type Margin struct {
	waiting  map[string]waiting // PROPOSED artifacts, by id
	episodes []int64            // the rows that opened the last ones
	operator map[string]bool    // the operator's own episodes that are open
	revoked  []revocation
	lost     []event.LostEntity
	changes  []change
	due      int64
	row      int64 // the last one that was folded
}

// NewMargin is the margin of a session that begins.
func NewMargin() *Margin {
	return &Margin{waiting: map[string]waiting{}, operator: map[string]bool{}}
}

// waiting is a PROPOSED artifact.
type waiting struct {
	proposal     canon.Proposal
	origin       event.Origin
	copied       bool // by a fork
	waitsForDisk bool
}

// revocation is a grant that was taken back, and the row that did so.
type revocation struct {
	canon.Revocation
	row int64
}

// change is something that a row did. One that adopted the symbols of a file names them
// beside their path.
type change struct {
	row int64
	canon.Change
	symbols []string
}

// RevokedEpisodes is for how many episodes a grant that was taken back is told.
const RevokedEpisodes = 10

// Reasons of grants that were taken back.
const (
	replacedByDisk     = "replaced by what the disk holds"
	replacedByRecovery = "replaced by a recovery"
)

// ByRecovery is by whom an entity is tombstoned in a recovery (see
// event.EntityTombstoned).
const ByRecovery = "recovery"

// ByFork is by whom a disk version is acknowledged that the parent of a fork has
// acknowledged (see event.EntityAcknowledged).
const ByFork = "fork"

// Fold takes the next row; one that it knows already changes nothing. stood
// gives the entity as it stood before the row, nil where the State Map did not
// hold it.
func (m *Margin) Fold(row int64, ev event.Event, stood func(entity string) *canon.Entity) {
	if row <= m.row {
		return
	}
	m.row = row
	switch ev := ev.(type) {
	case event.EpisodeOpened:
		m.episode(row)
		if ev.Kind == "operator" {
			m.operator[ev.Episode] = true
		}
	case event.EpisodeClosed:
		delete(m.operator, ev.Episode)
	case event.ArtifactRecorded:
		m.Propose(event.Artifact{
			ID: ev.Artifact, Path: ev.Path, Symbol: ev.Symbol, Gates: ev.Gates, Removes: ev.Removes, Origin: ev.Origin, WaitsForDisk: ev.WaitsForDisk,
			FromArtifact: ev.FromArtifact,
		})
	case event.FileAdopted:
		m.adopted(row, ev, stood)
	case event.ArtifactClosed:
		m.closed(row, ev)
	case event.ArtifactPromoted:
		m.promoted(row, ev, stood(ev.Entity))
	case event.EntityTombstoned:
		m.tombstoned(row, ev, stood(ev.Entity))
	case event.FileTombstoned:
		for i := range ev.Symbols {
			single := ev.Single(i)
			m.tombstoned(row, single, stood(single.Entity))
		}
	case event.EntityAcknowledged:
		if ev.By != ByFork && !ev.Withdrawn { // there it was decided before
			m.decided(row, canon.Kept, ev.Entity, "")
		}
	case event.OperatorDecided:
		if ev.Undoes != "" {
			m.decided(row, canon.TakenBack, "decision "+ev.Undoes, "")
		}
	case event.EntityPersisted:
		if len(m.operator) > 0 { // by itself it is no decision of anyone's
			m.decided(row, canon.Persisted, ev.Entity, "")
		}
	case event.SessionForked:
		m.forked(ev)
	case event.SessionRecovered:
		m.anew(ev.Overruled)
		m.due, m.lost = row, ev.Missing
		for _, l := range ev.Missing {
			m.decided(row, canon.Missing, l.Entity, "")
		}
	case event.LossSettled:
		m.find(ev.Entity)
		m.decided(row, canon.LetGo, ev.Entity, "")
	case event.FreshStarted:
		m.anew(ev.Overruled)
		m.due, m.lost = row, nil
	case event.CanonEmitted:
		m.settle(ev.Upto)
	}
}

// anew forgets what came before the operator ended a distrust.
func (m *Margin) anew(o event.Overruled) {
	if o.Doubt != "" {
		clear(m.waiting)
		m.revoked, m.changes = nil, nil
	}
}

// episode notes that one began; what was revoked before the last ones is told
// no more.
func (m *Margin) episode(row int64) {
	m.Episodes(append(m.episodes, row))
}

// Episodes takes the rows that opened the last episodes, oldest first, of which not all
// need have been folded.
func (m *Margin) Episodes(rows []int64) {
	m.episodes = rows[max(0, len(rows)-RevokedEpisodes):]
	if len(rows) < RevokedEpisodes {
		return
	}
	m.revoked = slices.DeleteFunc(m.revoked, func(r revocation) bool { return r.row < m.episodes[0] })
}

// Propose notes an artifact that is PROPOSED.
func (m *Margin) Propose(a event.Artifact) {
	w := waiting{origin: a.Origin, copied: a.FromArtifact != "", waitsForDisk: a.WaitsForDisk, proposal: canon.Proposal{ID: a.ID, Path: a.Path, Symbol: a.Symbol, Removes: a.Removes}}
	if len(a.Gates.Reasons) > 0 {
		w.proposal.Reason = a.Gates.Reasons[0]
	}
	m.waiting[a.ID] = w
}

func (m *Margin) decided(row int64, verb canon.Verb, target, grant string) {
	m.due = row
	m.changes = append(m.changes, change{row: row, Change: canon.Change{Verb: verb, Target: target, Grant: grant}})
}

// Accepted begins the reason of a proposal that was closed because what it
// asks for was accepted and done otherwise.
const Accepted = "accepted"

func (m *Margin) closed(row int64, ev event.ArtifactClosed) {
	delete(m.waiting, ev.Artifact)
	switch {
	case ev.By != "operator":
	case strings.HasPrefix(ev.Reason, Accepted):
		m.decided(row, canon.Answered, canon.ProposalID(ev.Artifact), "")
	default:
		m.decided(row, canon.Rejected, ev.Entity, "")
	}
}

func (m *Margin) promoted(row int64, ev event.ArtifactPromoted, before *canon.Entity) {
	promoted := m.waiting[ev.Artifact]
	delete(m.waiting, ev.Artifact)
	m.find(ev.Entity)
	if promoted.copied {
		m.decided(row, canon.Copied, ev.Entity, ev.Grant)
		return
	}
	m.replaced(row, promoted.origin, before)
	m.decided(row, verbOf(promoted.origin), ev.Entity, ev.Grant)
}

// adopted notes what became the truth of a file together. Nothing of it waited.
func (m *Margin) adopted(row int64, ev event.FileAdopted, stood func(entity string) *canon.Entity) {
	origin := cmp.Or(ev.Origin, event.ByDisk)
	verb := verbOf(origin)
	if ev.FromSession != "" {
		verb = canon.Copied
	}
	symbols := make([]string, len(ev.Symbols))
	for i := range ev.Symbols {
		symbols[i] = ev.Symbols[i].Name
		if len(m.lost) > 0 {
			m.find(ev.Entity(i))
		}
		if ev.Symbols[i].Was != "" {
			m.replaced(row, origin, stood(ev.Entity(i)))
		}
	}
	m.due = row
	m.changes = append(m.changes, change{row, canon.Change{Verb: verb, Target: ev.Path, Grant: ev.Grant}, symbols})
}

// replaced notes the grant that what became the truth by its origin has taken back.
func (m *Margin) replaced(row int64, origin event.Origin, before *canon.Entity) {
	switch origin {
	case event.ByDisk:
		m.revoke(row, before, replacedByDisk)
	case event.ByRecovery:
		m.revoke(row, before, replacedByRecovery)
	}
}

// mostAdopted is up to how many entities a decision names one by one that were adopted
// with their files; of more it names the files.
const mostAdopted = 1000

// find has an entity be lost no more. What was handed out before stays as it was.
func (m *Margin) find(entity string) {
	m.lost = slices.DeleteFunc(slices.Clone(m.lost), func(l event.LostEntity) bool { return l.Entity == entity })
}

// Lost are the entities that the last recovery could not bring back, and that
// nothing has settled since. It is not to be changed.
func (m *Margin) Lost() []event.LostEntity { return m.lost }

// forked says of what was copied where it came from.
func (m *Margin) forked(ev event.SessionForked) {
	from := "session " + ev.From
	switch {
	case ev.From == "":
		return // of an earlier release
	case ev.Number > 0:
		from = fmt.Sprintf("state %d of session %s (%s)", ev.Number, ev.From, ev.State)
	}
	for i := range m.changes {
		if m.changes[i].Verb == canon.Copied {
			m.changes[i].From = from
		}
	}
}

// verbOf is what it is called that an artifact of an origin becomes the truth.
func verbOf(origin event.Origin) canon.Verb {
	switch origin {
	case event.ByUser:
		return canon.Pasted
	case event.ByDisk:
		return canon.Adopted
	case event.ByRestore:
		return canon.Restored
	case event.ByRecovery:
		return canon.Recovered
	}
	return canon.Promoted
}

func (m *Margin) tombstoned(row int64, ev event.EntityTombstoned, before *canon.Entity) {
	m.revoke(row, before, ev.Reason)
	verb := canon.Tombstoned
	if ev.By == ByRecovery {
		verb = canon.Dropped
	}
	if verb == canon.Dropped && slices.ContainsFunc(m.lost, func(l event.LostEntity) bool { return l.Entity == ev.Entity }) {
		return // it is told as missing
	}
	m.decided(row, verb, ev.Entity, "")
}

func (m *Margin) revoke(row int64, before *canon.Entity, reason string) {
	if before == nil {
		return
	}
	m.revoked = append(m.revoked, revocation{row: row, Revocation: canon.Revocation{
		Path: before.Path, Symbol: before.Symbol, Seq: before.Seq, Granted: before.Granted, Grant: before.Grant, Reason: reason,
	}})
}

// settle forgets what a delta has told.
func (m *Margin) settle(upto int64) {
	m.changes = slices.DeleteFunc(m.changes, func(c change) bool { return c.row <= upto })
}

// Due is the last row that wants a delta: it changed the State Map, or the
// operator decided. 0 for none.
func (m *Margin) Due() int64 { return m.due }

// Changes are what the rows up to one did that no delta has told.
func (m *Margin) Changes(upto int64) []canon.Change {
	var list []canon.Change
	adopted := 0
	for _, c := range m.changes {
		if c.row <= upto && c.Verb == canon.Adopted {
			adopted += len(c.symbols)
		}
	}
	for _, c := range m.changes {
		switch {
		case c.row > upto:
		case c.symbols == nil:
			list = append(list, c.Change)
		case c.Verb == canon.Adopted && adopted > mostAdopted:
			c.Verb = canon.AdoptedFile
			list = append(list, c.Change)
		default:
			for _, symbol := range c.symbols {
				list = append(list, canon.Change{Verb: c.Verb, Target: c.Target + "::" + symbol, Grant: c.Grant, From: c.From})
			}
		}
	}
	return list
}

// Facts adds what the margin holds to facts.
func (m *Margin) Facts(f *canon.Facts) {
	f.Revoked = make([]canon.Revocation, len(m.revoked))
	for i, r := range m.revoked {
		f.Revoked[i] = r.Revocation
	}
	for _, l := range m.lost {
		path, symbol := canon.Split(l.Entity)
		f.Lost = append(f.Lost, canon.Loss{Path: path, Symbol: symbol, Hash: l.Artifact, Reason: l.Reason})
	}
	for _, w := range m.waiting {
		if !w.waitsForDisk { // what waits for the disk needs no decision
			f.Proposals = append(f.Proposals, w.proposal)
		}
	}
}

// Keep has the event of a delta hold what earlier rows say, for Resume.
func (m *Margin) Keep(ev *event.CanonEmitted) {
	ev.Lost = m.lost
	revoked := make([]event.RevokedGrant, len(m.revoked))
	for i, r := range m.revoked {
		revoked[i] = event.RevokedGrant{
			Row: r.row, Grant: r.Seq, Entity: r.Path + "::" + r.Symbol, Kind: r.Grant, Granted: canon.Timestamp(r.Granted), Reason: r.Reason,
		}
	}
	ev.SetRevoked(revoked)
}

// Resume takes up what the last delta has kept. episodes are the rows that
// opened the last episodes before it, oldest first.
func (m *Margin) Resume(ev event.CanonEmitted, episodes []int64) error {
	m.lost, m.episodes = ev.Lost, episodes[max(0, len(episodes)-RevokedEpisodes):]
	for _, r := range ev.AllRevoked() {
		granted, err := time.Parse(time.RFC3339, r.Granted)
		if err != nil {
			return fmt.Errorf("delta %d names a revoked grant without a time: %w", ev.Number, err)
		}
		path, symbol := canon.Split(r.Entity)
		m.revoked = append(m.revoked, revocation{row: r.Row, Revocation: canon.Revocation{
			Path: path, Symbol: symbol, Seq: r.Grant, Granted: granted, Grant: r.Kind, Reason: r.Reason,
		}})
	}
	return nil
}
