package engine

import (
	"slices"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/config"
	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// onDisk is what is known of an entry's place on disk beside its hashes. It is
// empty for what the disk was seen to hold.
type onDisk struct {
	// persisted reports whether the disk was seen to hold the artifact.
	persisted bool
	// bases are the versions that the disk may still hold because no answer was
	// saved since: what it held when the first of them came, and each artifact
	// between that and this one.
	bases []etv.Digest
	// acknowledged is the version that the operator knows to differ.
	acknowledged etv.Digest
	// structure is that of the artifact as it is read today, which was looked at if
	// reread: where the disk differs by the recorded one, an older release may have
	// read it otherwise.
	structure etv.Digest
	reread    bool
	// loss reports whether the operator knows the file to be gone.
	loss bool
	// doubt is what a late audit said of a promotion that rests on the model's
	// word alone (TSLP 10); "" where it did not doubt it.
	doubt event.AuditStatus
	// doubted is what doubt would be, had the operator not acknowledged the disk.
	doubted event.AuditStatus
}

// heldByDisk is what is known of most entries.
var heldByDisk = &onDisk{persisted: true}

// held is what is known of an entry once the disk was seen to hold it.
func (o *onDisk) held() *onDisk {
	if !o.reread {
		return heldByDisk
	}
	return &onDisk{persisted: true, structure: o.structure, reread: true}
}

// placed is what a promotion or a row of the database says of the disk.
type placed struct {
	disk         string
	persisted    bool
	acknowledged string
	bases        []string
}

func placeOf(a event.Artifact) placed { return placed{a.Disk, a.Persisted, a.Acknowledged, a.Bases} }

// stands is what is known of the disk by that; before is the entry that is
// replaced, nil for none.
func stands(p placed, before *entry) *onDisk {
	if p.persisted && p.acknowledged == "" {
		return heldByDisk
	}
	o := &onDisk{persisted: p.persisted}
	o.acknowledge(p.acknowledged)
	if p.persisted {
		return o
	}
	for _, base := range p.bases {
		if d, ok := diskDigest(base); ok {
			o.bases = append(o.bases, d)
		}
	}
	if before != nil {
		if was := before.disk.Load(); !was.persisted {
			o.bases = append(append(o.bases, was.bases...), before.content)
		}
	}
	if base, ok := diskDigest(p.disk); ok && !slices.Contains(o.bases, base) {
		o.bases = append(o.bases, base)
	}
	return o
}

// standsOnAll is what stands would have come to, had it followed all versions
// of the entity: earlier are those that a was promoted over, the newest first.
func standsOnAll(a event.Artifact, earlier []event.Artifact) *onDisk {
	from := len(earlier)
	for i, before := range earlier {
		if before.Persisted {
			from = i + 1 // what lies behind it was over once the disk held it
			break
		}
	}
	var last *entry
	for _, before := range slices.Backward(earlier[:from]) {
		next := &entry{content: digestOf(before.Hash)}
		next.disk.Store(stands(placeOf(before), last))
		last = next
	}
	return stands(placeOf(a), last)
}

// acknowledge notes the disk version that the operator knows to differ, or with ""
// that they know of none.
func (o *onDisk) acknowledge(disk string) {
	switch settled := o.settled(); {
	case disk == "" && settled:
		o.doubt, o.doubted = o.doubted, ""
	case disk != "" && !settled:
		o.doubt, o.doubted = "", o.doubt
	}
	o.loss = disk == event.DiskMissing
	o.acknowledged, _ = etv.ParseDigest(disk)
	if disk == event.DiskAbsent {
		o.acknowledged = etv.Absent
	}
}

// audited notes what an audit said of an artifact that stands by a grant. What
// the disk holds, or the operator has looked at, is not in doubt any more.
func (o *onDisk) audited(grant string, status event.AuditStatus) *onDisk {
	if o.persisted || grant == rebuild.ByOperator || !status.Doubts() && o.doubt == "" && o.doubted == "" {
		return o
	}
	noted := *o
	into := &noted.doubt
	if o.settled() {
		into = &noted.doubted
	}
	*into = ""
	if status.Doubts() {
		*into = status
	}
	return &noted
}

// known is the version of the disk that the operator knows to differ, as the Ledger
// names it; "" for none.
func (o *onDisk) known() string {
	switch o.acknowledged {
	case etv.Absent:
		if o.loss {
			return event.DiskMissing
		}
		return event.DiskAbsent
	case etv.Digest{}:
		if o.loss {
			return event.DiskMissing
		}
		return ""
	}
	return o.acknowledged.String()
}

// settled reports whether the operator has acknowledged what the disk holds instead.
func (o *onDisk) settled() bool { return o.loss || o.acknowledged != (etv.Digest{}) }

// overruled reports whether the disk differs from an entry, and that the operator knows.
func overruled(e *entry, r etv.Report) bool {
	return r.Status == etv.Acknowledged || r.Status == etv.Missing && e.disk.Load().loss
}

// diskDigest is the digest that stands for what the disk held. A file that was
// not there defined nothing.
func diskDigest(disk string) (etv.Digest, bool) {
	switch disk {
	case "":
		return etv.Digest{}, false
	case event.DiskAbsent, event.DiskMissing:
		return etv.Absent, true
	}
	return etv.ParseDigest(disk)
}

// diskWord is what the disk holds of an entity, as the Ledger says it.
func diskWord(r etv.Report) string {
	switch {
	case r.Status == etv.Missing:
		return event.DiskMissing
	case r.Gone:
		return event.DiskAbsent
	}
	return r.Disk.String()
}

// holds reports whether the disk holds what was expected of it.
func holds(r etv.Report) bool { return r.Status == etv.Agrees || r.Status == etv.Reformatted }

// expected is the entry as the disk is compared with it (TSLP 15.4).
func (e *entry) expected() etv.Expectation {
	o := e.disk.Load()
	x := etv.Expectation{Path: e.Path, Symbol: e.Symbol, Rest: e.Rest, Hash: e.content, Structure: e.structure, Bases: o.bases}
	if o.reread {
		x.Structure = o.structure
	}
	if o.acknowledged != (etv.Digest{}) {
		x.Acknowledged = []etv.Digest{o.acknowledged}
	}
	return x
}

// candidate is content that has no place in the map yet, as the disk is
// compared with it.
func candidate(path, symbol, kind, hash, structure string) etv.Expectation {
	x := etv.Expectation{Path: path, Symbol: symbol, Rest: kind == source.Rest}
	x.Hash, _ = etv.ParseDigest(hash)
	x.Structure, _ = etv.ParseDigest(structure)
	return x
}

// reasonOf is why an entity diverges, "" where it does not.
func reasonOf(e *entry, r etv.Report) Reason {
	switch o := e.disk.Load(); {
	case r.Status == etv.NotApplied:
		return StaleNotApplied
	case r.Status.Stale():
		return StaleEdited
	case r.Status == etv.Unreadable:
		return Unreadable
	case r.Status == etv.Missing && o.persisted && !o.loss:
		return Vanished
	}
	return ""
}

// reading is the disk as one decision sees it: each file is read once, at the
// moment of the decision (TSLP 15.5).
type reading struct {
	verifier *etv.Verifier
	files    map[string]readFile
}

type readFile struct {
	version *etv.Version
	file    *source.File // nil also where the text was not asked for
	parsed  bool
}

func (e *Engine) diskNow() *reading {
	return &reading{verifier: e.verifier, files: map[string]readFile{}}
}

// File implements resolve.Disk. Whoever compares the file as well asks for its
// text first, so that both are of one moment.
func (r *reading) File(path string) *source.File {
	f := r.files[path]
	if !f.parsed {
		f.version, f.file = r.verifier.Load(path)
		f.parsed = true
		r.files[path] = f
	}
	return f.file
}

func (r *reading) version(path string) *etv.Version {
	f, known := r.files[path]
	if !known {
		f.version = r.verifier.Read(path)
		r.files[path] = f
	}
	return f.version
}

// shows reports whether the disk holds this very text of an entity, its doc comment
// included.
func (r *reading) shows(path, symbol, kind string, text []byte) bool {
	file := r.File(path)
	if file == nil {
		return false
	}
	sym := symbolOf(file, symbol, kind)
	return sym != nil && sameText(resolve.Text(file.Src, *sym), text)
}

// check compares the entity of an expectation with the disk.
func (r *reading) check(x etv.Expectation) etv.Report { return r.version(x.Path).Check(x) }

// verified is an entry with what the disk says of it.
type verified struct {
	*entry
	report etv.Report
}

// comparedAtOnce is how many entries are compared in one go: what that takes is
// not to grow with the State Map.
const comparedAtOnce = 256

// compare compares entries with the disk by stat, reading what changed. It
// changes nothing, so that diagnostics may ask (TSLP 14.2). Entries of one path
// should stand together.
func (s *session) compare(entries []*entry) []verified {
	out := make([]verified, 0, len(entries))
	expected := make([]etv.Expectation, 0, min(len(entries), comparedAtOnce))
	for some := range slices.Chunk(entries, comparedAtOnce) {
		expected = expected[:0]
		for _, e := range some {
			expected = append(expected, e.expected())
		}
		for i, r := range s.engine.verifier.Verify(expected, len(entries) > comparedAtOnce) {
			if r.Status == etv.Edited && !r.Gone {
				s.reread(some[i])
				if now := some[i].expected(); now.Structure != expected[i].Structure {
					r = s.engine.verifier.Read(now.Path).Check(now)
				}
			}
			out = append(out, verified{some[i], r})
		}
	}
	return out
}

// reread reads the artifact of an entry again, once: what an older release recorded of
// the structure of code that was only reformatted since makes it no edit.
func (s *session) reread(e *entry) {
	if e.disk.Load().reread {
		return
	}
	structure := e.structure
	if text, err := s.engine.load(e.hash()); err == nil {
		if sym := resolve.Alone(e.Path, source.Language(e.language()), e.Symbol, e.kind(), text); sym != nil {
			structure = digestOf(sym.Structure)
		}
	}
	s.state.amend(e.Key, e.artifact, func(_ *entry, o onDisk) *onDisk {
		o.structure, o.reread = structure, true
		return &o
	})
}

// verify compares entries with the disk, and takes note of what it finds.
func (s *session) verify(entries []*entry) []verified {
	found := s.compare(entries)
	s.learn(found)
	return found
}

// lookAgain verifies entities that were just decided on.
func (s *session) lookAgain(keys ...string) {
	s.verify(s.entriesOf(keys))
}

// entriesOf are the entries of those keys that the State Map has, in its order.
func (s *session) entriesOf(keys []string) []*entry {
	var entries []*entry
	for _, key := range keys {
		if e := s.state.get(key); e != nil {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, inOrder)
	return entries
}

// verdicts is what hydration is told of its candidates (TSLP 15.6).
func (s *session) verdicts(candidates []hydrate.Mention) map[string]hydrate.Verdict {
	entries := make([]*entry, 0, len(candidates))
	for _, m := range candidates {
		if e := s.state.get(m.Entity.Key); e != nil {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, inOrder)
	entries = slices.Compact(entries)
	var verdicts map[string]hydrate.Verdict
	for _, v := range s.verify(entries) {
		if verdict := s.verdict(v); verdict != (hydrate.Verdict{}) {
			if verdicts == nil {
				verdicts = map[string]hydrate.Verdict{}
			}
			verdicts[v.Key] = verdict
		}
	}
	return verdicts
}

// verdict says whether an entity may be shown: not while what the user pasted for
// it waits for them (product 13), nor while the disk contradicts it.
func (s *session) verdict(v verified) hydrate.Verdict {
	if slices.ContainsFunc(s.pending.of(v.Key), func(w waiting) bool { return w.review }) {
		return hydrate.Verdict{Withhold: hydrate.InReview, Detail: "a paste of yours waits for your review"}
	}
	return s.engine.verdict(v)
}

func (e *Engine) verdict(v verified) hydrate.Verdict {
	switch reason := reasonOf(v.entry, v.report); reason {
	case StaleNotApplied:
		if e.toleratesUnsaved() {
			return hydrate.Verdict{NotOnDisk: true}
		}
		return hydrate.Verdict{Withhold: hydrate.NotApplied, Detail: v.report.String()}
	case StaleEdited:
		return hydrate.Verdict{Withhold: hydrate.Edited, Detail: v.report.String()}
	case Unreadable:
		return hydrate.Verdict{Withhold: hydrate.Unreadable, Detail: v.report.String()}
	case Vanished:
		return hydrate.Verdict{Withhold: hydrate.Vanished, Detail: "its file was there, and is gone from the disk"}
	}
	return hydrate.Verdict{}
}

// toleratesUnsaved reports whether answers which were not saved yet are shown and
// built upon, as [etv] not_applied = "hydrate" says.
func (e *Engine) toleratesUnsaved() bool { return e.cfg.ETV.NotApplied == config.NotAppliedHydrate }
