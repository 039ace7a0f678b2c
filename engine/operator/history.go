package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/report"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store"
	"holdfast/store/event"
)

// VersionText is a version of an entity with its code.
type VersionText struct {
	report.Version
	Key, Language string
	Content       []byte
	// Before is the code of the version before it, nil for the first.
	Before []byte
	// Current is the id of the authoritative artifact, "" for none.
	Current string
}

// VersionText reads the version of an entity that has a number; 0 is the last.
func (o *Desk) VersionText(ctx context.Context, key string, number int) (VersionText, error) {
	if err := o.means.Sessions.CatchUp(ctx); err != nil {
		return VersionText{}, err
	}
	s := o.active()
	list, err := s.versions(ctx, key)
	if err != nil {
		return VersionText{}, err
	}
	at, err := versionIn(list, key, number)
	if err != nil {
		return VersionText{}, err
	}
	a := list[at]
	text := VersionText{Version: report.VersionOf(a), Key: key, Language: a.Language, Current: decide.ArtifactOf(s.Map.Get(key))}
	if text.Content, err = o.means.DB.Blob(ctx, a.Text); err != nil {
		return text, err
	}
	if at+1 < len(list) {
		text.Before, err = o.means.DB.Blob(ctx, list[at+1].Text)
	}
	return text, err
}

// versions are the artifacts of an entity that were the truth, the newest first.
func (s *session) versions(ctx context.Context, key string) ([]event.Artifact, error) {
	list, err := s.desk.means.DB.Artifacts(ctx, s.ID, store.Filter{
		Entity: key, States: []event.State{event.Authoritative, event.Superseded, event.Tombstoned},
	})
	list = slices.DeleteFunc(list, func(a event.Artifact) bool { return a.Version == 0 })
	slices.SortFunc(list, func(a, b event.Artifact) int { return b.Version - a.Version })
	return list, err
}

// versionIn finds the version with a number; 0 is the last.
func versionIn(list []event.Artifact, key string, number int) (int, error) {
	if len(list) == 0 {
		return 0, sessions.Refused("%s has no version: it never was AUTHORITATIVE", key)
	}
	if number == 0 {
		return 0, nil
	}
	at := slices.IndexFunc(list, func(a event.Artifact) bool { return a.Version == number })
	if at < 0 {
		return 0, sessions.Refused("%s has no v%d: its versions are v1 to v%d", key, number, list[0].Version)
	}
	return at, nil
}

// ShownVersion is what the operator saw when they chose a version.
type ShownVersion struct {
	Entity  string
	Number  int    // 0 for the last one before the current whose code differs
	Current string // id of the authoritative artifact; "" decides on whatever it is
}

// Revert makes an earlier version of an entity the truth again, as a new artifact.
// An entity that someone edited on disk is settled first, unless the disk holds
// that very version (TSLP 15.5). It gives the number of the version that it took.
func (o *Desk) Revert(ctx context.Context, shown ShownVersion) (int, error) {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return 0, err
	}
	s := o.active()
	current := s.Map.Get(shown.Entity)
	if shown.Current != "" && shown.Current != decide.ArtifactOf(current) {
		return 0, fmt.Errorf("%s: %w", shown.Entity, sessions.ErrChanged)
	}
	list, err := s.versions(ctx, shown.Entity)
	if err != nil {
		return 0, err
	}
	from, err := s.toRevert(list, shown, current)
	if err != nil {
		return 0, err
	}
	disk := o.means.Disk.Reading()
	r := disk.Check(stale.Expect(from.Path, from.Symbol, from.Kind, from.Hash, from.Structure))
	if !stale.Holds(r) {
		if err := decide.MayDecide(current, disk); err != nil {
			return 0, err
		}
	}
	report := gates.Restored(fmt.Sprintf("v%d again by the operator, from %s", from.Version, from.ID))
	why := fmt.Sprintf("the operator went back to v%d", from.Version)
	return from.Version, s.putBack(ctx, verbRevert, from, report, r, why)
}

// toRevert is the version that the operator goes back to.
func (s *session) toRevert(list []event.Artifact, shown ShownVersion, current *statemap.Entry) (event.Artifact, error) {
	number := shown.Number
	if number == 0 && current != nil {
		earlier := slices.IndexFunc(list, func(a event.Artifact) bool {
			return a.ID != current.Artifact() && (a.Hash != current.Hash() || a.Text != current.TextHash())
		})
		if earlier < 0 {
			return event.Artifact{}, sessions.Refused("%s has no earlier version with other code", shown.Entity)
		}
		return list[earlier], nil
	}
	at, err := versionIn(list, shown.Entity, number)
	if err != nil {
		return event.Artifact{}, err
	}
	if a := list[at]; current != nil && a.Hash == current.Hash() && a.Text == current.TextHash() {
		return a, sessions.Refused("v%d of %s holds the code that is current: there is nothing to go back to", a.Version, shown.Entity)
	}
	return list[at], nil
}

// putBack makes content that was the truth before that again, as a new artifact. why
// is for what reason the entity's proposals are invalid then, "" where they are not.
func (s *session) putBack(ctx context.Context, verb string, from event.Artifact, report event.GateReport, disk etv.Report, why string) error {
	if err := s.Ground.WholeOfSymbols(from); err != nil {
		return err
	}
	if whole := resolve.Key(from.Path, source.Whole); from.Symbol != source.Whole && s.Map.Get(whole) != nil && s.Map.Get(whole).Whole() {
		return fmt.Errorf("%s is tracked as a whole: tombstone %s before a symbol of it is restored", from.Path, whole)
	}
	a := s.Ground.Batch(s.desk.means.NewID())
	a.Origin = event.ByRestore
	if why != "" {
		a.Events = s.Ground.Invalidate(from.Entity, why)
	}
	// A file that was there when this was the truth, and is not there now, is gone.
	gone := disk.Status == etv.Missing && from.Persisted
	a.Back(from, report, disk, decide.ArtifactOf(s.Map.Get(from.Entity)), gone)
	if err := s.decided(ctx, verb, nil, a.Commanded()); err != nil {
		if errors.Is(err, event.ErrConflict) {
			return fmt.Errorf("%s: %w", from.Entity, sessions.ErrChanged)
		}
		return err
	}
	s.desk.means.Disk.LookAgain(s.Session, from.Entity)
	s.desk.means.Hub.Changed()
	return nil
}

// Restore makes the last version of a tombstoned entity AUTHORITATIVE again, as a
// new artifact with the same content, within the limit of TSLP 9.2.
func (o *Desk) Restore(ctx context.Context, key string) error {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return err
	}
	s := o.active()
	if current := s.Map.Get(key); current != nil {
		return sessions.Refused("%s is live, v%d is current: there is nothing to restore; holdfast revert %s N goes back to an earlier version", key, current.Version, key)
	}
	ended, err := o.means.Reader.Ended(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(ended, func(x report.Ended) bool { return x.Key == key })
	if at < 0 {
		return fmt.Errorf("%s is not known: holdfast state lists the State Map, and what can be restored", key)
	}
	if x := ended[at]; !x.Expired.IsZero() {
		return sessions.Refused("%s could be restored until %s, for %d requests after it left the State Map; its last version is in the Vault for good: holdfast show %s --version %d prints it, holdfast revert %s %d makes it current again",
			key, x.Expired.Local().Format("2006-01-02 15:04"), o.means.Config.Gates.TombstoneEpisodes, key, x.Version, key, x.Version)
	}
	from, err := o.means.DB.Artifact(ctx, s.ID, ended[at].Artifact)
	if err != nil {
		return err
	}
	r := o.means.Disk.Reading().Check(stale.Expect(from.Path, from.Symbol, from.Kind, from.Hash, from.Structure))
	return s.putBack(ctx, verbRestore, from, gates.Restored("restored by the operator from "+from.ID), r, "")
}
