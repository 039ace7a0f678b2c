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
// chosen: a diff that turned around would be read the wrong way once.
func (d dispute) texts(split bool) views.Source {
	if d.Reason == stale.Unreadable {
		return views.Words(func(t *views.Theme, w int) *views.Doc {
			doc := &views.Doc{}
			doc.Prose(views.Paint{}, "There is nothing to compare. Until the file can be read and verified, the entity is not shown to the model, "+
				"and nothing is promoted over it. Once it can, this row goes by itself or tells what differs.", 0, w)
			return doc
		})
	}
	disk := "disk"
	if d.gone() {
		disk = "disk: nothing of it"
	}
	return views.Diff{
		ID: d.id, Language: d.Language, Before: string(d.Truth), After: string(d.OnDisk),
		From: "State Map v" + strconv.Itoa(d.Version), To: disk, Split: split,
	}
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
	return []binding{
		{keys: []string{"o"}, verb: "adopt disk", help: "adopt disk: the disk's version becomes the truth", bar: 2, do: s.choose(adoptDisk), unless: able},
		{keys: []string{"k"}, verb: "keep", help: "keep: this disk version is acknowledged, the artifact stays the truth", bar: 3, do: s.choose(keepArtifact), unless: able},
		{keys: []string{"e"}, verb: "editor", help: "open the file in $VISUAL or $EDITOR, where the symbol is", bar: 4, do: s.edit, unless: s.noFile(r)},
		{keys: []string{"c"}, verb: "copy", help: "copy the artifact, to paste it into the file", bar: 5, do: s.copy, unless: r.nothing},
	}
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
	return divergenceHeadOf(s.shown.Settlement).Lines(t, w, now)
}

func (s *settlement) foot(t *views.Theme, w int) []string {
	if s.unsettleable() != "" {
		return nil
	}
	return views.Choices([]views.Choice{
		{Key: "o", Name: "adopt disk", Does: s.adopting()},
		{Key: "k", Name: "keep", Does: s.keeping()},
	}, int(s.way)-1, t, w)
}

func (s *settlement) adopting() string {
	if s.shown.gone() {
		return "the disk does not hold it, so it is tombstoned; a in the State Map restores it, " + untilRequests(s.shown.Restorable)
	}
	return "the disk's version becomes the truth (v" + strconv.Itoa(s.shown.Version+1) + ")"
}

func (s *settlement) keeping() string {
	if s.shown.gone() {
		return "that the disk does not hold it is acknowledged, the artifact stays the truth"
	}
	return "overwrite approved, this disk version is acknowledged, the artifact stays the truth"
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
		return "choose first: o adopts the disk, k keeps the artifact"
	}
	return ""
}

func (s *settlement) verdict() string {
	switch {
	case s.way == keepArtifact:
		return "keep: the artifact stays the truth"
	case s.shown.gone():
		return "adopt disk: the entity is tombstoned"
	}
	return "adopt disk: its version becomes the truth"
}

func (s *settlement) verb() string {
	switch s.way {
	case adoptDisk:
		return "adopt disk"
	case keepArtifact:
		return "keep"
	}
	return "confirm"
}

func (s *settlement) decision() (func(context.Context, Engine) error, string) {
	shown := s.shown.Shown
	if s.way == keepArtifact {
		return func(ctx context.Context, e Engine) error { return e.Keep(ctx, shown) }, "Kept " + s.key + ": this disk version is acknowledged"
	}
	done := "Adopted " + s.key + " from disk"
	if s.shown.gone() {
		done = "Tombstoned " + s.key + ": the disk does not hold it"
	}
	return func(ctx context.Context, e Engine) error { return e.Adopt(ctx, shown) }, done
}
