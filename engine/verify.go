package engine

import (
	"holdfast/engine/config"
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

// toleratesUnsaved reports whether answers which were not saved yet are shown and
// built upon, as [etv] not_applied = "hydrate" says.
func (e *Engine) toleratesUnsaved() bool { return e.cfg.ETV.NotApplied == config.NotAppliedHydrate }
