package engine

import (
	"holdfast/engine/config"
	"holdfast/engine/hydrate"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
)

func (e *Engine) diskNow() *stale.Reading { return e.watcher.Reading() }

// compare compares entries of the session with the disk, and changes nothing.
func (s *session) compare(entries []*statemap.Entry) []stale.Verified {
	return s.engine.watcher.Compare(s.Session, entries)
}

// verify compares entries with the disk, and takes note of what it finds.
func (s *session) verify(entries []*statemap.Entry) []stale.Verified {
	return s.engine.watcher.Verify(s.Session, entries)
}

// lookAgain verifies entities that were just decided on.
func (s *session) lookAgain(keys ...string) { s.engine.watcher.LookAgain(s.Session, keys...) }

// verdicts is what hydration is told of its candidates (TSLP 15.6).
func (s *session) verdicts(candidates []hydrate.Mention) map[string]hydrate.Verdict {
	keys := make([]string, len(candidates))
	for i, m := range candidates {
		keys[i] = m.Entity.Key
	}
	var verdicts map[string]hydrate.Verdict
	for _, v := range s.verify(s.Map.EntriesOf(keys)) {
		if verdict := stale.VerdictOf(v, s.Pending.InReview(v.Key), s.engine.toleratesUnsaved()); verdict != (hydrate.Verdict{}) {
			if verdicts == nil {
				verdicts = map[string]hydrate.Verdict{}
			}
			verdicts[v.Key] = verdict
		}
	}
	return verdicts
}

// toleratesUnsaved reports whether answers which were not saved yet are shown and
// built upon, as [etv] not_applied = "hydrate" says.
func (e *Engine) toleratesUnsaved() bool { return e.cfg.ETV.NotApplied == config.NotAppliedHydrate }
