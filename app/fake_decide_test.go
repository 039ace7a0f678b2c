package app

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"holdfast/engine/operator"

	"holdfast/engine"
	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/toolbox"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
)

func (f *fake) Adopt(_ context.Context, s report.ShownDisk) error {
	return f.settle("Adopt", "adopt", s)
}

func (f *fake) Keep(_ context.Context, s report.ShownDisk) error { return f.settle("Keep", "keep", s) }

func (f *fake) KeepAll(ctx context.Context, list []report.ShownDisk) error {
	for _, s := range list {
		if err := f.Keep(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (f *fake) AdoptAll(ctx context.Context, list []report.ShownDisk) error {
	for _, s := range list {
		if err := f.Adopt(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (f *fake) TakeGone(_ context.Context, keys []string) ([]string, error) {
	if err := f.decide("TakeGone", "take out "+strings.Join(keys, " "), ""); err != nil {
		return nil, err
	}
	f.diverged = slices.DeleteFunc(f.diverged, func(d report.Settlement) bool { return slices.Contains(keys, d.Key) })
	f.entities = slices.DeleteFunc(f.entities, func(e report.Entity) bool { return slices.Contains(keys, e.Key) })
	return keys, nil
}

func (f *fake) TombstoneAll(_ context.Context, keys []string, _ string) error {
	return f.decide("TombstoneAll", "tombstone "+strings.Join(keys, " "), "")
}

func (f *fake) settle(name, verb string, s report.ShownDisk) error {
	if err := f.decide(name, verb+" "+s.Entity+" "+s.Artifact+" against "+s.Disk, ""); err != nil {
		return err
	}
	f.diverged = slices.DeleteFunc(f.diverged, func(d report.Settlement) bool { return d.Key == s.Entity })
	for i := range f.entities {
		if f.entities[i].Key == s.Entity {
			f.entities[i].Stale = ""
		}
	}
	f.status.Stale = 0
	for _, d := range f.diverged {
		if d.Reason.Stale() {
			f.status.Stale++
		}
	}
	return nil
}

func (f *fake) AdoptPaths(ctx context.Context, paths []string, progress func(events.AdoptProgress)) (events.Adoption, error) {
	f.count("AdoptPaths")()
	f.decided = append(f.decided, "adopt files "+strings.Join(paths, " "))
	var err error
	if f.adopting != nil {
		err = f.adopting(ctx, progress)
	}
	return f.adoption, errors.Join(err, f.decideErr)
}

func (f *fake) decide(name, what, id string) error {
	defer f.count(name)()
	if err := cmp.Or(f.refuses[id], f.decideErr); err != nil {
		return err
	}
	f.decided = append(f.decided, what)
	for i, p := range f.pending {
		if p.ID == id {
			f.pending = append(f.pending[:i:i], f.pending[i+1:]...)
			f.status.Pending--
			delete(f.reviews, id)
			break
		}
	}
	return nil
}

func (f *fake) Accept(_ context.Context, s report.Shown) error {
	return f.decide("Accept", "accept "+s.Artifact+" "+s.Hash+" on "+s.Base, s.Artifact)
}

func (f *fake) Reject(_ context.Context, s report.Shown, reason string) error {
	return f.decide("Reject", "reject "+s.Artifact+": "+reason, s.Artifact)
}

func (f *fake) Tombstone(_ context.Context, key, reason string) error {
	if reason != "" {
		key += " because " + reason
	}
	if err := f.decide("Tombstone", "tombstone "+key, ""); err != nil {
		return err
	}
	f.losses = slices.DeleteFunc(f.losses, func(l report.Loss) bool { return l.Key == key })
	f.status.Lost = len(f.losses)
	return nil
}

func (f *fake) Losses(context.Context) ([]report.Loss, error) {
	defer f.count("Losses")()
	return slices.Clone(f.losses), f.readErr
}

func (f *fake) Restore(_ context.Context, key string) error {
	return f.decide("Restore", "restore "+key, "")
}

func (f *fake) ToolCalls() []toolbox.Call {
	defer f.count("ToolCalls")()
	return slices.Clone(f.tools)
}

func (f *fake) RunTool(_ context.Context, shown toolbox.Call) error {
	return f.endTool("run ", shown)
}

func (f *fake) DenyTool(_ context.Context, shown toolbox.Call) error {
	return f.endTool("deny ", shown)
}

func (f *fake) endTool(verb string, shown toolbox.Call) error {
	defer f.count("Tool")()
	i := slices.IndexFunc(f.tools, func(c toolbox.Call) bool { return c == shown })
	if i < 0 {
		return engine.ErrChanged
	}
	f.tools = slices.Delete(f.tools, i, i+1)
	f.decided = append(f.decided, verb+shown.Command)
	return nil
}

func (f *fake) Unlinked(context.Context) ([]unlinked.Code, error) {
	defer f.count("Unlinked")()
	return slices.Clone(f.unlinked), f.readErr
}

func (f *fake) Fates(_ context.Context, outcomes []events.Outcome) (map[string]event.State, error) {
	defer f.count("Fates")()
	fates := map[string]event.State{}
	for _, o := range outcomes {
		if state, ok := f.fates[o.Artifact]; ok {
			fates[o.Artifact] = state
		}
	}
	return fates, f.readErr
}

func (f *fake) DropCode(_ context.Context, s report.Shown, reason string) error {
	err := f.decide("DropCode", "drop "+s.Artifact+": "+reason, "")
	if err == nil {
		f.unlinked = slices.DeleteFunc(f.unlinked, func(c unlinked.Code) bool { return c.Block == s.Artifact })
	}
	return err
}

func (f *fake) LinkReview(_ context.Context, id, entity string) (report.Review, error) {
	defer f.count("LinkReview")()
	r, ok := f.reviews[id]
	if isUnlinked(id) && !strings.Contains(entity, "nowhere") {
		r, ok = report.Review{Proposed: []byte("new code\n"), Shown: report.Shown{Artifact: id}}, true
	}
	if !ok {
		return r, errors.New("there is no proposal " + id)
	}
	path, symbol, _ := strings.Cut(entity, "::")
	r.Proposal.Entity, r.Proposal.Path, r.Proposal.Symbol = entity, path, symbol
	r.Base, r.Shown.Base = []byte("base of "+entity+"\n"), "base of "+entity
	return r, nil
}

func (f *fake) Link(_ context.Context, s report.Shown, entity string) error {
	f.unlinked = slices.DeleteFunc(f.unlinked, func(c unlinked.Code) bool { return c.Block == s.Artifact })
	return f.decide("Link", "accept "+s.Artifact+" "+s.Hash+" on "+s.Base+" as "+entity, s.Artifact)
}

func (f *fake) VersionText(_ context.Context, key string, number int) (operator.VersionText, error) {
	defer f.count("VersionText")()
	d, ok := f.details[key]
	if !ok {
		return operator.VersionText{}, errors.New("no entity " + key)
	}
	text := operator.VersionText{Key: key, Language: d.Entity.Language, Current: d.Entity.Artifact}
	for _, v := range d.Versions {
		switch v.Number {
		case number:
			text.Version, text.Content = v, []byte("the code of v"+strconv.Itoa(number)+"\n")
		case number - 1:
			if number > 1 {
				text.Before = []byte("the code of v" + strconv.Itoa(number-1) + "\n")
			}
		}
	}
	return text, f.readErr
}

func (f *fake) Revert(_ context.Context, s operator.ShownVersion) (int, error) {
	return s.Number, f.decide("Revert", "revert "+s.Entity+" to v"+strconv.Itoa(s.Number)+" from "+s.Current, "")
}

func (f *fake) OverruleGuard(_ context.Context, id string) error {
	return f.decide("OverruleGuard", "overrule "+id, "")
}

func (f *fake) PlanUndo(context.Context) (operator.Undo, error) {
	defer f.count("PlanUndo")()
	return f.undo, f.undoErr
}

func (f *fake) Undo(_ context.Context, shown operator.Undo) (operator.Undo, error) {
	return f.undo, f.decide("Undo", "undo "+shown.Decision, "")
}

func (f *fake) Forget(_ context.Context, keys []string) error {
	return f.decide("Forget", "forget "+strings.Join(keys, " "), "")
}

func (f *fake) ShowUnsaved(context.Context) (string, error) {
	defer f.count("ShowUnsaved")()
	f.decided = append(f.decided, "show unsaved")
	return "/home/you/api/.holdfast/config.toml", f.decideErr
}
