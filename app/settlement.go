package app

import (
	"bytes"
	"context"
	"hash/fnv"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
	"holdfast/views"
)

// way is how a divergence is settled.
type way int

const (
	undecided way = iota
	adoptDisk
	keepArtifact
)

// settlement is the matter of a review that settles what the disk and the State
// Map disagree about (TSLP 15.5): adopting the disk, or keeping the artifact.
type settlement struct {
	key   string
	shown *dispute // nil until it was read
	way   way
}

// dispute is a divergence with both sides as they were read at once.
type dispute struct {
	report.Settlement
	id string // names both texts
}

func disputeOf(s report.Settlement) dispute {
	// The disk's hash is that of its canonical form: two layouts share it.
	layout := fnv.New64a()
	_, _ = layout.Write(s.OnDisk)
	return dispute{s, s.Artifact + " " + s.Disk + " " + strconv.FormatUint(layout.Sum64(), 16)}
}

// same reports whether o shows what d shows.
func (d dispute) same(o dispute) bool {
	return d.Shown == o.Shown && d.Reason == o.Reason && d.Detail == o.Detail && bytes.Equal(d.Truth, o.Truth) && bytes.Equal(d.OnDisk, o.OnDisk)
}

// gone reports whether the disk holds nothing of the entity.
func (d dispute) gone() bool { return d.Disk == event.DiskAbsent || d.Disk == event.DiskMissing }

// texts sets the truth on one side, the disk on the other, whichever way is
// chosen: a diff that turned around would be read the wrong way once. Of what is
// not saved yet it shows what saving it does to the file.
func (d dispute) texts(split bool) views.Source {
	if d.Reason == stale.Unreadable {
		return views.Words(func(t *views.Theme, w int) *views.Doc {
			doc := &views.Doc{}
			doc.Prose(views.Paint{}, "There is nothing to compare. Until the file can be read and verified, the symbol is not shown to the model, "+
				"and no change to it is accepted. Once it can, this row goes by itself or tells what differs.", 0, w)
			return doc
		})
	}
	disk := "disk"
	if d.gone() {
		disk = "disk: nothing of it"
	}
	diff := views.Diff{
		ID: d.id, Language: d.Language, Before: string(d.Truth), After: string(d.OnDisk),
		From: "State Map v" + strconv.Itoa(d.Version), To: disk, Split: split,
	}
	if d.Reason == stale.NotApplied {
		diff.Before, diff.After, diff.From, diff.To = diff.After, diff.Before, diff.To, diff.From
	}
	return diff
}

func (s *settlement) id() string     { return s.key }
func (s *settlement) entity() string { return s.key }
func (*settlement) place() string    { return "Review of the disk" }

func (s *settlement) read(ctx context.Context, e Engine) (func() bool, error) {
	read, err := e.Settlement(ctx, s.key)
	if err != nil {
		return nil, err
	}
	came := disputeOf(read)
	return func() bool {
		if s.shown == nil {
			s.shown = &came
			return true
		}
		changed := !s.shown.same(came)
		if changed {
			s.way = undecided // what was chosen was chosen for something else
		}
		s.shown = &came
		return changed
	}, nil
}

func (s *settlement) choices(r *review) []binding {
	able := func(m *Model) string {
		if why := r.nothing(m); why != "" {
			return why
		}
		return s.unsettleable()
	}
	return append(s.unsaved(), []binding{
		{keys: []string{"d"}, verb: "take the disk", help: "take the disk: its version becomes the current one", cli: "adopt", bar: 2, do: s.choose(adoptDisk), unless: able},
		{keys: []string{"m"}, verb: "keep mine", help: "keep mine: ignore this version of the file, holdfast's stays the current one", cli: "keep", bar: 3, do: s.choose(keepArtifact), unless: able},
		{keys: []string{"e"}, verb: "editor", help: "open the file in $VISUAL or $EDITOR, where the symbol is", bar: 4, do: s.edit, unless: s.noFile(r)},
		{keys: []string{"c"}, verb: "copy", help: "copy holdfast's version, to paste it into the file", bar: 5, do: s.copy, unless: r.nothing},
	}...)
}

func (s *settlement) choose(w way) action {
	return func(*Model) tea.Cmd {
		s.way = w
		return nil
	}
}

// unsettleable is why neither way is open.
func (s *settlement) unsettleable() string {
	if s.shown.Reason == stale.Unreadable {
		return "the disk cannot be read: there is nothing to decide"
	}
	return ""
}

func (s *settlement) noFile(r *review) func(*Model) string {
	return func(m *Model) string {
		if why := r.nothing(m); why != "" {
			return why
		}
		return noEditorOf(m, s.shown.Divergence)
	}
}

func (s *settlement) edit(m *Model) tea.Cmd {
	at := spot{s.shown.Path, s.shown.OnDisk}
	return editFile(m, func(context.Context, Engine) (spot, error) { return at, nil })
}

func (s *settlement) copy(m *Model) tea.Cmd { return copyText(m, "artifact", string(s.shown.Truth)) }

func (s *settlement) head(t *views.Theme, w int, now time.Time, _ int) []string {
	head := divergenceHeadOf(s.shown.Settlement)
	head.Reviewed = true
	return head.Lines(t, w, now)
}

func (s *settlement) foot(t *views.Theme, w int) []string {
	if s.unsettleable() != "" {
		return nil
	}
	return views.Choices([]views.Choice{
		{Key: "d", Name: "take the disk", Does: s.adopting()},
		{Key: "m", Name: "keep mine", Does: s.keeping()},
	}, int(s.way)-1, t, w)
}

func (s *settlement) adopting() string {
	if s.shown.gone() {
		return "the file does not hold it, so it is removed; a in the State Map restores it, " + untilRequests(s.shown.Restorable)
	}
	return "the file's version becomes the current one (v" + strconv.Itoa(s.shown.Version+1) + ")"
}

func (s *settlement) keeping() string {
	if s.shown.gone() {
		return "ignore that the file does not hold it; holdfast's version stays current"
	}
	return "ignore this version of the file; holdfast's stays current until the file changes again"
}

func (s *settlement) texts(split bool) views.Source { return s.shown.texts(split) }

func (s *settlement) oneSided() string {
	if s.shown.gone() {
		return "the disk holds nothing to stand beside it"
	}
	return s.unsettleable()
}

func (s *settlement) undecided() string {
	if s.shown == nil {
		return "it is being read"
	}
	if why := s.unsettleable(); why != "" {
		return why
	}
	if s.way == undecided {
		return "choose first: d takes the disk, m keeps mine"
	}
	return ""
}

func (s *settlement) verdict() string {
	switch {
	case s.way == keepArtifact:
		return "keep mine: ignore this version of the file"
	case s.shown.gone():
		return "take the disk: the symbol is removed"
	}
	return "take the disk: its version becomes the current one"
}

func (s *settlement) verb() string {
	switch s.way {
	case adoptDisk:
		return "take the disk"
	case keepArtifact:
		return "keep mine"
	}
	return "confirm"
}

func (s *settlement) decision() (func(context.Context, Engine) error, string) {
	shown := s.shown.Shown
	if s.way == keepArtifact {
		return func(ctx context.Context, e Engine) error { return e.Keep(ctx, shown) }, "Kept yours of " + s.key + ": this version of the file is ignored"
	}
	done := "Adopted " + s.key + " from disk"
	if s.shown.gone() {
		done = "Removed " + s.key + ": the file does not hold it"
	}
	return func(ctx context.Context, e Engine) error { return e.Adopt(ctx, shown) }, done
}
