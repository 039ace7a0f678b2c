package decide

import (
	"slices"

	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// LaterArtifacts is where the artifacts begin, in the count of their episode, that the
// disk shows after its end (see Writer).
const LaterArtifacts = 1 << 20

// Writer is who wrote a text and what is known of the turn it came in.
type Writer struct {
	Origin  event.Origin
	Episode string
	Finish  string
	First   int // index of its first artifact in the episode
	// Acknowledged tells whether the model saw this version of the entity in
	// this turn; verified whether the user asked to change what was hydrated in
	// the turn before. Nil means never.
	Acknowledged func(entity, hash string) bool
	Verified     func(entity string) bool
	// Pasting is how code of the user's came; nil where nobody pasted it.
	Pasting *Pasting
	// Audited is what the shadow audit said of it, "" before it was asked.
	Audited event.AuditStatus
}

// Plan is everything that one text changes, decided but not yet committed: one
// batch for the database and what the mirror folds once it is durable.
type Plan struct {
	Blobs     [][]byte
	Events    []event.Event
	Promoted  []*statemap.Entry
	removed   []string
	Outcomes  []events.Outcome
	Unchanged []event.EntityRef
	Loose     []event.LooseBlock
	// Unlinked reports whether what was said held code that was linked to no entity,
	// or by inference only (TSLP 8.3).
	Unlinked bool
	Judged   []Judged
}

// Judged is an artifact that was recorded, with the decision on it.
type Judged struct {
	Id       string
	Artifact *resolve.Artifact
	Report   event.GateReport
}

// Plan judges resolved artifacts one after the other against the State Map (TSLP 6): a
// later block of the same text sees what an earlier one promoted.
func (g *Ground) Plan(res resolve.Result, by Writer, disk *stale.Reading) *Plan {
	d := judging{Ground: g, Writer: by, disk: disk, plan: &Plan{}, overlay: map[string]*statemap.Entry{}, proposed: map[string]string{}}
	for i := range res.Artifacts {
		d.artifact(by.First+i, &res.Artifacts[i])
	}
	for _, l := range res.Loose {
		kept := event.LooseBlock{
			Block: d.blob(l.Block), Language: string(l.Language), Path: l.Path, Reasons: l.Reasons, Changes: l.Changes, Call: l.Call,
		}
		d.plan.Loose = append(d.plan.Loose, kept)
		if l.Call == "" { // a call names what it does; it is no code that was said
			d.plan.Unlinked = true
		}
		d.plan.Outcomes = append(d.plan.Outcomes, events.LooseOutcome(kept))
	}
	return d.plan
}

// judging is one text under judgement.
type judging struct {
	*Ground
	Writer
	plan     *Plan
	disk     *stale.Reading
	overlay  map[string]*statemap.Entry // promoted by this plan
	proposed map[string]string          // entity -> proposal made by this plan
	block    []byte                     // the last block that is in the blobs, and its hash
	hash     string
}

func (d *judging) blob(b []byte) string {
	d.plan.Blobs = append(d.plan.Blobs, b)
	return event.Hash(b)
}

// blobOf is blob for the block of an artifact. A file's many artifacts share theirs,
// which is hashed once.
func (d *judging) blobOf(block []byte) string {
	if len(block) == 0 || len(block) != len(d.block) || &block[0] != &d.block[0] {
		d.block, d.hash = block, d.blob(block)
	}
	return d.hash
}

func (d *judging) current(entity string) *statemap.Entry {
	if e := d.overlay[entity]; e != nil {
		return e
	}
	return d.state.Get(entity)
}

// base is what an artifact would replace. A file as a whole is no version of the rest
// of one (product 3).
func (d *judging) base(a *resolve.Artifact) *statemap.Entry {
	if e := d.current(a.Entity); e != nil && sameForm(e, a.Definition.Kind) {
		return e
	}
	return nil
}

// sameForm reports whether an entry and what would take its key are both the rest of a
// file, or neither.
func sameForm(e *statemap.Entry, kind string) bool {
	return e.Symbol != source.Whole || e.Rest == (kind == source.Rest)
}

func (d *judging) artifact(n int, a *resolve.Artifact) {
	base := d.base(a)
	candidate, evidence := d.candidate(a), d.evidence(a, base)
	if d.newDoc(a, base) {
		candidate.NewDoc = true
		evidence.Disk.Holds = evidence.Disk.Holds && d.disk.Shows(a.Path, a.Symbol, a.Definition.Kind, a.Text)
	}
	report := gates.Judge(candidate, evidence, d.limits)
	if d.Finish == gates.FinishCut && report.Decision != gates.Propose {
		return // what the disk or the map holds already needs no reply that broke off
	}
	if report.Decision == gates.Unchanged {
		d.plan.Unchanged = append(d.plan.Unchanged, event.EntityRef{Entity: a.Entity, Artifact: base.Hash()})
		d.returnTo(a, base)
		d.acknowledge(a, base)
		return
	}
	if a.Removes && base == nil {
		return
	}
	if a.Confidence != event.Confirmed && a.Call == "" {
		d.plan.Unlinked = true
	}
	if report.Decision == gates.Propose && d.waits(a) {
		return
	}
	if earlier := d.before(a); earlier != "" {
		report = gates.Again(report, earlier, d.overlay[a.Entity] != nil)
	}
	rec := d.record(n, a, report)
	d.plan.Judged = append(d.plan.Judged, Judged{rec.Artifact, a, report})
	d.replace(a.Entity, rec.Artifact)
	if report.Decision == gates.Promote {
		d.promote(rec, base)
	} else {
		d.proposed[a.Entity] = rec.Artifact
		d.plan.Outcomes = append(d.plan.Outcomes, events.OutcomeOf(rec))
	}
}

// before is the artifact by which the same text has brought another version of
// the entity, "" for none. An edit goes on from what was there.
func (d *judging) before(a *resolve.Artifact) string {
	if a.Composed {
		return ""
	}
	for _, j := range slices.Backward(d.plan.Judged) {
		if j.Artifact.Entity == a.Entity && ContentHash(j.Artifact) != ContentHash(a) {
			return j.Id
		}
	}
	return ""
}

// newDoc reports whether only the leading doc comment is new. A repetition that
// leaves the comment out changes nothing.
func (d *judging) newDoc(a *resolve.Artifact, base *statemap.Entry) bool {
	if base == nil || len(a.Definition.Docs) == 0 || ContentHash(a) != base.Hash() {
		return false
	}
	return d.showsOther(base.TextHash(), a.Text)
}

// showsOther reports whether a text of the same code is shown otherwise than one of
// the Vault: by its doc comment, since indentation and line ends do not count.
func (g *Ground) showsOther(hash string, text []byte) bool {
	if event.Hash(text) == hash {
		return false
	}
	kept, err := g.state.Load(hash)
	return err == nil && !stale.SameText(kept, text)
}

// waits reports whether this very content waits for a decision already.
func (d *judging) waits(a *resolve.Artifact) bool {
	hash := ContentHash(a)
	for _, p := range d.pending.Of(a.Entity) {
		if p.Hash == hash && p.Removes == a.Removes && d.proposed[a.Entity] == "" {
			return true
		}
	}
	return false
}

// ContentHash returns the content hash of an artifact, "" for a removal, which has no
// content.
func ContentHash(a *resolve.Artifact) string {
	if a.Removes {
		return ""
	}
	return a.Definition.Hash
}

// staysStale says why a paste does not settle what is STALE.
const staysStale = "the disk holds another version, and nothing proves that you wrote this one"

// from is who wrote an artifact (TSLP 15.2).
func (d *judging) from(a *resolve.Artifact) event.Origin {
	if a.Call != "" && d.Origin == event.ByModel {
		return event.ByTool
	}
	return d.Origin
}

// returnTo closes what the user has pasted before, where they now paste what stands.
func (d *judging) returnTo(a *resolve.Artifact, base *statemap.Entry) {
	if d.Origin != event.ByUser || d.Pasting.review(a.Block, "") != "" {
		return
	}
	for _, p := range d.pending.Of(a.Entity) {
		if p.Review {
			d.close(p.ID, a.Entity, base.Artifact())
		}
	}
}

// acknowledge has the user's own repetition of what the map holds settle a
// STALE entity, as any paste does (TSLP 15.5).
func (d *judging) acknowledge(a *resolve.Artifact, base *statemap.Entry) {
	if d.Origin != event.ByUser || d.overlay[base.Key()] != nil || d.Pasting.review(a.Block, "") != "" || d.Pasting != nil && d.Pasting.Tools {
		return
	}
	r := d.disk.Check(base.Expected())
	if word := stale.Word(r); r.Status.Stale() && word != "" {
		d.plan.Events = append(d.plan.Events, event.EntityAcknowledged{
			Entity: base.Key(), Artifact: base.Artifact(), Disk: word, By: "user", Reason: string(stale.ReasonOf(base, r)),
		})
	}
}

func (d *judging) record(n int, a *resolve.Artifact, report event.GateReport) event.ArtifactRecorded {
	rec := event.ArtifactRecorded{
		Artifact: ArtifactID(d.Episode, n, a.Entity, ContentHash(a)), Episode: d.Episode, Entity: a.Entity, Path: a.Path, Symbol: a.Symbol,
		Language: string(a.Language), Kind: a.Definition.Kind, Structure: a.Definition.Structure,
		Block: d.blobOf(a.Block), Position: a.Position, Method: string(a.Method),
		Nodes: a.Definition.Nodes, Tokens: a.Definition.Tokens, Errors: a.Definition.Errors, Count: a.Definition.Count,
		Top: a.Definition.Top, Container: a.Definition.Container, Confidence: a.Confidence, Convention: a.Convention,
		Origin: d.from(a), Gates: report, WaitsForDisk: a.WaitsForDisk, Removes: a.Removes, Call: a.Call,
	}
	if !a.Removes {
		rec.Hash, rec.Text = d.blob(a.Definition.Canon), d.blob(a.Text)
	}
	d.plan.Events = append(d.plan.Events, rec)
	return rec
}

// replace closes the proposals that a newer artifact of the entity overtakes.
func (d *judging) replace(entity, by string) {
	for _, p := range d.pending.Of(entity) {
		if p.Review && d.Origin != event.ByUser {
			continue // what the user has pasted waits for them alone
		}
		d.close(p.ID, entity, by)
	}
	if mine := d.proposed[entity]; mine != "" {
		d.close(mine, entity, by)
		delete(d.proposed, entity)
	}
}

func (d *judging) close(id, entity, by string) {
	for _, e := range d.plan.Events {
		if c, ok := e.(event.ArtifactClosed); ok && c.Artifact == id {
			return
		}
	}
	d.plan.Events = append(d.plan.Events, event.ArtifactClosed{
		Artifact: id, Entity: entity, Episode: d.Episode, By: "engine", Reason: "replaced by " + by,
	})
}

func (d *judging) promote(rec event.ArtifactRecorded, base *statemap.Entry) {
	if rec.Kind == source.Rest {
		d.displace(rec)
	} else if base == nil && rec.Symbol == source.Whole {
		base = d.current(rec.Entity) // the rest of what had symbols
	}
	r := d.disk.Check(stale.Expect(rec.Path, rec.Symbol, rec.Kind, rec.Hash, rec.Structure))
	ev := Promotion(rec.Artifact, rec.Entity, d.Episode, base, rec.Gates, r)
	ev.Acknowledged = d.Origin == event.ByUser && !ev.Persisted && ev.Disk != ""
	d.plan.Events = append(d.plan.Events, ev)
	granted := statemap.Recorded(rec)
	granted.Grant = rec.Gates.Grant
	e := statemap.EntryOf(granted)
	d.overlay[rec.Entity] = e
	d.plan.Promoted = append(d.plan.Promoted, e)
	d.plan.Outcomes = append(d.plan.Outcomes, events.OutcomeOf(rec))
	if rec.Symbol == source.Whole {
		return
	}
	d.displace(rec)
}

// displace ends what is known of a file as a whole: what has no symbols, such as a
// reply that was cut, can be the truth of the file no more.
func (d *judging) displace(rec event.ArtifactRecorded) {
	whole := resolve.Key(rec.Path, source.Whole)
	rest := func(id string) bool {
		return slices.ContainsFunc(d.plan.Judged, func(j Judged) bool { return j.Id == id && j.Artifact.Definition.IsRest() })
	}
	for _, p := range d.pending.Of(whole) {
		if p.Kind != source.Rest && (!p.Review || d.Origin == event.ByUser) {
			d.close(p.ID, whole, rec.Artifact)
		}
	}
	if mine := d.proposed[whole]; mine != "" && !rest(mine) {
		d.close(mine, whole, rec.Artifact)
		delete(d.proposed, whole)
	}
	if e := d.current(whole); e != nil && e.Whole() {
		d.tombstone(e, "the file is tracked by its symbols now")
	}
}

func (d *judging) tombstone(e *statemap.Entry, reason string) {
	for _, key := range d.plan.removed {
		if key == e.Key() {
			return
		}
	}
	d.plan.Events = append(d.plan.Events, event.EntityTombstoned{
		Entity: e.Key(), Artifact: e.Artifact(), Episode: d.Episode, By: "update", Reason: reason,
	})
	d.plan.removed = append(d.plan.removed, e.Key())
}
