package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"holdfast/store/event"
)

// replay rebuilds the projections from the Ledger without the code that wrote
// them. Rows of a projection stand in the order of the ledger rows that
// introduced them, so both are read side by side; how a row ended is looked up
// when its last event comes by. What is kept in memory is what still lives:
// open episodes, proposals, and the truth of each entity.
type replay struct {
	in        *inspection
	sessions  *cursor[sessionRow]
	episodes  *cursor[episodeRow]
	artifacts *cursor[artifactRow]
	adoptions *cursor[adoptedRow]
	chain     *cursor[canonRow]

	evidence *sql.Stmt
	ended    *sql.Stmt
	settled  *sql.Stmt
	content  *sql.Stmt // of the Vault
	body     *sql.Stmt // of a row of the Ledger
	end      *sql.Stmt // of symbols of an adoption

	known  map[string]*place // sessions
	active *place
	open   map[name]int64      // episodes, and the seq that opened them
	alive  map[name]*standing  // artifacts, PROPOSED or AUTHORITATIVE
	truth  map[name]*standing  // entities
	last   map[name]int        // entities without a truth that had one: their last version
	canon  map[string]canonRow // the last state of each session's chain
	deltas map[string]int64    // the last delta event of each session
	lost   map[name]bool       // entities that a recovery could not bring back
	files  map[name][]*adopting
	// bulkEnds counts the ends of what stood by an adoption, by rows that end several.
	bulkEnds int
}

// name is an id, or an entity, within a session.
type name struct{ session, id string }

// standing is an artifact that has not ended.
type standing struct {
	id, entity string
	state      event.State
	seq        int64 `column:"state_seq"` // of the row that brought the state
	at         int64 `column:"changed"`
	version    int
	removes    bool
	// persisted is the row by which the disk was seen to hold it, 0 for none;
	// acknowledged the disk version that is known to differ.
	persisted    int64
	acknowledged string
	// audit is what the shadow audit said of it last.
	audit event.AuditStatus
}

func newReplay(ctx context.Context, in *inspection) (*replay, error) {
	re := &replay{in: in, known: map[string]*place{}, open: map[name]int64{}, alive: map[name]*standing{},
		truth: map[name]*standing{}, last: map[name]int{}, canon: map[string]canonRow{}, deltas: map[string]int64{}, lost: map[name]bool{}, files: map[name][]*adopting{}}
	var err error
	open := func(into **sql.Stmt, query string) {
		if err == nil {
			*into, err = in.tx.PrepareContext(ctx, query)
		}
	}
	open(&re.evidence, `SELECT 1 FROM vault WHERE hash = ?`)
	open(&re.ended, `SELECT status, closed_seq, closed FROM episode WHERE session = ? AND id = ?`)
	open(&re.settled, `SELECT state, state_seq, changed, version, granted, disk, ended_by, reason, gates,
		ifnull(persisted, 0), acknowledged, bases, audit FROM artifact WHERE session = ? AND id = ?`)
	open(&re.content, `SELECT size, codec, bytes FROM vault WHERE hash = ?`)
	open(&re.body, `SELECT body FROM ledger WHERE seq = ?`)
	open(&re.end, `SELECT names, versions FROM adopted_end WHERE adopted = ? AND seq = ?`)
	if err == nil {
		re.sessions, err = openCursor(ctx, in.tx, selectSessionRows, scanSessionRow)
	}
	if err == nil {
		re.episodes, err = openCursor(ctx, in.tx, selectEpisodeRows, scanEpisodeRow)
	}
	if err == nil {
		re.artifacts, err = openCursor(ctx, in.tx, selectArtifactRows, scanArtifactRow)
	}
	if err == nil {
		re.adoptions, err = openCursor(ctx, in.tx, selectAdoptedRows, scanAdoptedRow)
	}
	if err == nil {
		re.chain, err = openCursor(ctx, in.tx, selectCanonRows, scanCanonRow)
	}
	if err != nil {
		return nil, errors.Join(explain("rebuild the projections", err), re.close())
	}
	return re, nil
}

func (re *replay) close() error {
	errs := []error{re.sessions.close(), re.episodes.close(), re.artifacts.close(), re.adoptions.close(), re.chain.close()}
	for _, s := range []*sql.Stmt{re.evidence, re.ended, re.settled, re.content, re.body, re.end} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}

// fact replays one row of the Ledger.
func (re *replay) fact(ctx context.Context, r event.Row, ev event.Event) error {
	if err := re.checkEvidence(ctx, r, ev); err != nil {
		return err
	}
	if done, err := re.session(r, ev); done || err != nil {
		return err
	}
	if done, err := re.delta(r, ev); done || err != nil {
		return err
	}
	if err := re.reach(ctx, r, ev); err != nil {
		return err
	}
	switch e := ev.(type) {
	case event.FileAdopted:
		return re.fileAdopted(ctx, r, e)
	case event.FileTombstoned:
		return re.fileTombstoned(ctx, r, e)
	case event.EpisodeOpened:
		re.open[name{r.Session, e.Episode}] = r.Seq
		return re.compareEpisode(r, e)
	case event.EpisodeClosed:
		return re.episodeClosed(ctx, r, e)
	case event.ArtifactRecorded:
		re.alive[name{r.Session, e.Artifact}] = &standing{id: e.Artifact, entity: e.Entity, state: event.Proposed,
			seq: r.Seq, at: r.Time.UnixMilli(), removes: e.Removes}
		return re.compareArtifact(r, e)
	case event.ArtifactPromoted:
		return re.promoted(ctx, r, e)
	case event.ArtifactClosed:
		return re.ends(ctx, r, e.Artifact, e.Entity, event.Proposed, ending{event.Tombstoned, e.By, e.Reason})
	case event.ShadowAudited:
		return re.audited(r, e)
	case event.ToolRan, event.ModelSaid, event.GuardDecided, event.GuardOverruled, event.CodeSettled, event.OperatorDecided:
		return nil // its evidence was looked for, and there is nothing else to it
	case event.EntityTombstoned:
		return re.ends(ctx, r, e.Artifact, e.Entity, event.Authoritative, ending{event.Tombstoned, e.By, e.Reason})
	case event.EntityPersisted:
		return re.onTruth(r, e.Entity, e.Artifact, func(s *standing) {
			s.persisted, s.acknowledged = cmp.Or(s.persisted, r.Seq), ""
		})
	case event.EntityAcknowledged:
		return re.onTruth(r, e.Entity, e.Artifact, func(s *standing) { s.acknowledged = e.Disk })
	case event.CanonEmitted:
		return re.canonEmitted(r, e)
	case event.SessionRecovered:
		return re.sessionRecovered(r, e)
	case event.LossSettled:
		return re.lossSettled(r, e)
	case event.FreshStarted:
		re.missing(r.Session, nil)
		return nil
	}
	return re.wrong(r, "nothing is known of what %T changes", ev)
}

// wrong reports a history that cannot have happened, or a projection that is
// not what the row makes of it.
func (re *replay) wrong(r event.Row, format string, args ...any) error {
	return re.in.found("replay", rowName(r.Seq), "%s", fmt.Sprintf(format, args...))
}

// checkEvidence asks the Vault for what an event names. What an artifact names
// is proven already: its row is compared with the event, and the foreign keys
// of that row were checked with the file.
func (re *replay) checkEvidence(ctx context.Context, r event.Row, ev event.Event) error {
	if _, artifact := ev.(event.ArtifactRecorded); artifact {
		return nil
	}
	for _, hash := range event.Evidence(ev) {
		var one int
		err := re.evidence.QueryRowContext(ctx, hash).Scan(&one)
		if errors.Is(err, sql.ErrNoRows) {
			err = re.in.found(event.EvidenceCheck, rowName(r.Seq), "the Vault does not hold %s, which it names", hash)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (re *replay) episodeClosed(ctx context.Context, r event.Row, e event.EpisodeClosed) error {
	key := name{r.Session, e.Episode}
	if _, ok := re.open[key]; !ok {
		return re.wrong(r, "it closes episode %s, which is not open", e.Episode)
	}
	delete(re.open, key)
	var status string
	var seq, at sql.NullInt64
	err := re.ended.QueryRowContext(ctx, r.Session, e.Episode).Scan(&status, &seq, &at)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil // told where it was opened
	case err != nil:
		return err
	case status != e.Status || seq.Int64 != r.Seq || at.Int64 != r.Time.UnixMilli():
		return re.wrong(r, "episode %s is kept as %s by row %d, not as %s by this one", e.Episode, status, seq.Int64, e.Status)
	}
	return nil
}

// promoted replays a promotion: one truth ends, another begins.
func (re *replay) promoted(ctx context.Context, r event.Row, e event.ArtifactPromoted) error {
	entity := name{r.Session, e.Entity}
	before := re.truth[entity]
	version := re.last[entity] + 1
	switch {
	case before == nil && e.Supersedes != "":
		if err := re.wrong(r, "it supersedes artifact %s, which is not the truth of %s", e.Supersedes, e.Entity); err != nil {
			return err
		}
	case before != nil && before.id != e.Supersedes:
		if err := re.wrong(r, "%s has artifact %s, but this supersedes %q: it would have two truths", e.Entity, before.id, e.Supersedes); err != nil {
			return err
		}
	}
	if before != nil {
		version = before.version + 1
		err := re.ends(ctx, r, before.id, e.Entity, event.Authoritative, ending{event.Superseded, "", "superseded by " + e.Artifact})
		if err != nil {
			return err
		}
	}
	now := re.alive[name{r.Session, e.Artifact}]
	if now == nil || now.state != event.Proposed || now.entity != e.Entity || now.removes {
		return re.wrong(r, "it promotes artifact %s of %s, which is no proposal of content for it", e.Artifact, e.Entity)
	}
	delete(re.lost, entity)
	now.state, now.seq, now.at, now.version = event.Authoritative, r.Seq, r.Time.UnixMilli(), version
	if e.Persisted {
		now.persisted = r.Seq
	}
	if e.Acknowledged {
		now.acknowledged = e.Disk
	}
	re.truth[entity] = now
	delete(re.last, entity)
	return re.compareGrant(ctx, r, e, version)
}

// onTruth replays what is noted of an entity's authoritative artifact.
func (re *replay) onTruth(r event.Row, entity, artifact string, note func(*standing)) error {
	s := re.truth[name{r.Session, entity}]
	if s == nil || s.id != artifact {
		return re.wrong(r, "it speaks of artifact %s, which is not the truth of %s", artifact, entity)
	}
	note(s)
	return nil
}

// audited replays what an audit said of an artifact that has not ended.
func (re *replay) audited(r event.Row, e event.ShadowAudited) error {
	s := re.alive[name{r.Session, e.Artifact}]
	if s == nil || s.entity != e.Entity {
		return re.wrong(r, "it audits artifact %s of %s, which is neither PROPOSED nor AUTHORITATIVE", e.Artifact, e.Entity)
	}
	s.audit = e.Status
	return nil
}

// ending is how an artifact ends.
type ending struct {
	state      event.State
	by, reason string
}

// ends replays the end of an artifact and compares it with what is kept.
func (re *replay) ends(ctx context.Context, r event.Row, id, entity string, from event.State, how ending) error {
	key := name{r.Session, id}
	s := re.alive[key]
	if s == nil || s.state != from || s.entity != entity {
		return re.wrong(r, "it ends artifact %s of %s, which is not %s", id, entity, from)
	}
	delete(re.alive, key)
	if from == event.Authoritative {
		delete(re.truth, name{r.Session, entity})
		re.last[name{r.Session, entity}] = s.version
	}
	kept, err := re.kept(ctx, r, id)
	if err != nil || kept == nil {
		return err
	}
	if kept.state != how.state || kept.stateSeq != r.Seq || kept.changed != r.Time.UnixMilli() ||
		kept.by != how.by || kept.reason != how.reason {
		return re.wrong(r, "artifact %s of %s is kept as %s by row %d (%q, %q), not as %s by this one (%q, %q)",
			id, entity, kept.state, kept.stateSeq, kept.by, kept.reason, how.state, how.by, how.reason)
	}
	if kept.persisted != s.persisted || kept.acknowledged != s.acknowledged {
		return re.wrong(r, "artifact %s of %s is kept as seen on disk by row %d with %q acknowledged, not by row %d with %q",
			id, entity, kept.persisted, kept.acknowledged, s.persisted, s.acknowledged)
	}
	if kept.audit != s.audit {
		return re.wrong(r, "artifact %s of %s is kept with the audit %q, not with %q", id, entity, kept.audit, s.audit)
	}
	return nil
}

// keptState is the changeable part of an artifact's row.
type keptState struct {
	state                          event.State
	stateSeq, changed              int64
	version                        int
	grant, disk, by, reason, gates string
	persisted                      int64
	acknowledged, bases            string
	audit                          event.AuditStatus
}

// kept looks an artifact up; nil where it is missing, which is told where it
// was recorded.
func (re *replay) kept(ctx context.Context, r event.Row, id string) (*keptState, error) {
	var k keptState
	err := re.settled.QueryRowContext(ctx, r.Session, id).
		Scan(&k.state, &k.stateSeq, &k.changed, &k.version, &k.grant, &k.disk, &k.by, &k.reason, &k.gates, &k.persisted, &k.acknowledged, &k.bases, &k.audit)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &k, err
}

// compareGrant compares what a promotion leaves for good.
func (re *replay) compareGrant(ctx context.Context, r event.Row, e event.ArtifactPromoted, version int) error {
	kept, err := re.kept(ctx, r, e.Artifact)
	if err != nil || kept == nil {
		return err
	}
	gates, err := e.Gates.Canonical()
	if err != nil {
		return err
	}
	if kept.version != version || kept.grant != e.Grant || kept.disk != e.Disk || kept.bases != basesText(e.Bases) || kept.gates != gates {
		return re.wrong(r, "artifact %s of %s is kept as version %d by grant %q with disk %q, not as version %d by %q with %q, or with other bases or another gate report",
			e.Artifact, e.Entity, kept.version, kept.grant, kept.disk, version, e.Grant, e.Disk)
	}
	return nil
}
