package engine

import (
	"slices"

	"holdfast/engine/config"
	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// overruled reports whether the disk differs from an entry, and that the operator knows.
func overruled(e *statemap.Entry, r etv.Report) bool {
	return r.Status == etv.Acknowledged || r.Status == etv.Missing && e.Place().Loss
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

// candidate is content that has no place in the map yet, as the disk is
// compared with it.
func candidate(path, symbol, kind, hash, structure string) etv.Expectation {
	x := etv.Expectation{Path: path, Symbol: symbol, Rest: kind == source.Rest}
	x.Hash, _ = etv.ParseDigest(hash)
	x.Structure, _ = etv.ParseDigest(structure)
	return x
}

// reasonOf is why an entity diverges, "" where it does not.
func reasonOf(e *statemap.Entry, r etv.Report) stale.Reason {
	switch o := e.Place(); {
	case r.Status == etv.NotApplied:
		return stale.NotApplied
	case r.Status.Stale():
		return stale.Edited
	case r.Status == etv.Unreadable:
		return stale.Unreadable
	case r.Status == etv.Missing && o.Persisted && !o.Loss:
		return stale.Vanished
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
	*statemap.Entry
	report etv.Report
}

// comparedAtOnce is how many entries are compared in one go: what that takes is
// not to grow with the State Map.
const comparedAtOnce = 256

// compare compares entries with the disk by stat, reading what changed. It
// changes nothing, so that diagnostics may ask (TSLP 14.2). Entries of one path
// should stand together.
func (s *session) compare(entries []*statemap.Entry) []verified {
	out := make([]verified, 0, len(entries))
	expected := make([]etv.Expectation, 0, min(len(entries), comparedAtOnce))
	for some := range slices.Chunk(entries, comparedAtOnce) {
		expected = expected[:0]
		for _, e := range some {
			expected = append(expected, e.Expected())
		}
		for i, r := range s.engine.verifier.Verify(expected, len(entries) > comparedAtOnce) {
			if r.Status == etv.Edited && !r.Gone {
				s.reread(some[i])
				if now := some[i].Expected(); now.Structure != expected[i].Structure {
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
func (s *session) reread(e *statemap.Entry) {
	if e.Place().Reread {
		return
	}
	structure := e.Structure
	if text, err := s.engine.load(e.Hash()); err == nil {
		if sym := resolve.Alone(e.Path, source.Language(e.Language()), e.Symbol, e.Kind(), text); sym != nil {
			structure = statemap.DigestOf(sym.Structure)
		}
	}
	s.state.ReadAs(e, structure)
}

// verify compares entries with the disk, and takes note of what it finds.
func (s *session) verify(entries []*statemap.Entry) []verified {
	found := s.compare(entries)
	s.learn(found)
	return found
}

// lookAgain verifies entities that were just decided on.
func (s *session) lookAgain(keys ...string) {
	s.verify(s.state.EntriesOf(keys))
}

// verdicts is what hydration is told of its candidates (TSLP 15.6).
func (s *session) verdicts(candidates []hydrate.Mention) map[string]hydrate.Verdict {
	keys := make([]string, len(candidates))
	for i, m := range candidates {
		keys[i] = m.Entity.Key
	}
	var verdicts map[string]hydrate.Verdict
	for _, v := range s.verify(s.state.EntriesOf(keys)) {
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
	if s.pending.InReview(v.Key) {
		return hydrate.Verdict{Withhold: hydrate.InReview, Detail: "a paste of yours waits for your review"}
	}
	return s.engine.verdict(v)
}

func (e *Engine) verdict(v verified) hydrate.Verdict {
	switch reason := reasonOf(v.Entry, v.report); reason {
	case stale.NotApplied:
		if e.toleratesUnsaved() {
			return hydrate.Verdict{NotOnDisk: true}
		}
		return hydrate.Verdict{Withhold: hydrate.NotApplied, Detail: v.report.String()}
	case stale.Edited:
		return hydrate.Verdict{Withhold: hydrate.Edited, Detail: v.report.String()}
	case stale.Unreadable:
		return hydrate.Verdict{Withhold: hydrate.Unreadable, Detail: v.report.String()}
	case stale.Vanished:
		return hydrate.Verdict{Withhold: hydrate.Vanished, Detail: "its file was there, and is gone from the disk"}
	}
	return hydrate.Verdict{}
}

// toleratesUnsaved reports whether answers which were not saved yet are shown and
// built upon, as [etv] not_applied = "hydrate" says.
func (e *Engine) toleratesUnsaved() bool { return e.cfg.ETV.NotApplied == config.NotAppliedHydrate }
