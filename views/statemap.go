package views

import (
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Entity is one row of the State Map (TSLP 3.3).
type Entity struct {
	Key, Path  string // "path::symbol", and the path of it
	Version    int
	Grant      string
	Origin     string
	Turn       int
	Pending    int
	Stale      string // why the disk disagrees, "" where it does not
	Kept       bool   // the disk differs, and the operator knows
	InReview   bool   // a paste of it waits for a review, and it is withheld
	Contested  string // what a late audit called it, "" where it is not in doubt
	Tombstoned bool
	Forgotten  bool   // tombstoned because it has no place in the State Map
	Kind       string // function, method …
	Under      string // what the row above it says, "" where it stands alone
}

// left is how an entity that is tombstoned is called.
func (e Entity) left() string {
	if e.Forgotten {
		return "forgotten"
	}
	return "tombstoned"
}

// The widths from which a row says in words what its glyphs mean: first how the
// disk disagrees, then all of it.
const (
	wideEnough = 44
	wideRow    = 56
)

// ID implements Row.
func (e Entity) ID() string { return e.Key }

// Match implements Row: a filter finds states by their words as well.
func (e Entity) Match() string {
	if e.plain() && e.Kind != "" {
		return e.Key + " kind:" + e.Kind
	}
	return e.Key + " " + strings.Join(e.words(), " ")
}

// plain reports whether nothing but a kind is said of it, as of most.
func (e Entity) plain() bool {
	return e.Stale == "" && e.Contested == "" && e.Pending == 0 && !e.Tombstoned && !e.InReview && !e.Kept
}

func (e Entity) words() []string {
	var w []string
	if e.Tombstoned {
		w = append(w, e.left(), "is:"+e.left())
	}
	if e.Stale != "" {
		w = append(w, disagreementOf(e.Stale).search())
	}
	if e.InReview {
		w = append(w, disagreementOf("in_review").search())
	}
	if e.Kept {
		w = append(w, "kept", "is:kept")
	}
	if e.Contested != "" {
		w = append(w, "contested", "is:contested")
	}
	if e.Pending > 0 {
		w = append(w, itoa(e.Pending)+" pending", "is:pending")
	}
	if e.Kind != "" {
		w = append(w, "kind:"+e.Kind)
	}
	return w
}

// Draw implements Row: "> src/pool.go::Acquire      ▲ ◆  v7".
func (e Entity) Draw(t *Theme, w int, selected bool) string {
	ink := func(p Paint) Paint {
		if selected {
			return Paint{}
		}
		return p
	}
	var marks Line
	mark := func(on bool, p Paint, glyph, word string, from int) {
		if !on {
			return
		}
		marks.Put(ink(p), " "+glyph)
		if w >= from {
			marks.Put(ink(p), " "+word)
		}
	}
	disk := disagreementOf(e.Stale)
	glyph, paint := disk.sign(t)
	mark(e.Stale != "", paint, glyph, strings.ToLower(disk.state), wideEnough)
	if review := disagreementOf("in_review"); e.InReview {
		glyph, paint := review.sign(t)
		mark(true, paint, glyph, review.word, wideEnough)
	}
	mark(e.Kept, t.Dim, t.Glyphs.Kept, "kept", wideRow)
	mark(e.Contested != "", t.Warn, t.Glyphs.Banner, "contested", wideEnough)
	mark(e.waitsBeside() > 0, t.Accent, t.Glyphs.Pending, itoa(e.Pending)+" pending", wideRow)
	mark(e.Tombstoned, t.Dim, t.Glyphs.Tombstone, e.left(), wideRow)
	version, key := "v"+itoa(e.Version), shortKey(e.Key, e.Under)
	if why := Because(e.Grant, e.Origin); marks.Width() == 0 && width("> "+key+"  "+why+"  "+version+" ") <= w {
		marks.Put(ink(t.Dim), " "+why)
	}
	marks.Gap(max(4-width(version), 1)).Put(ink(t.Dim), version+" ")

	name := ink(Paint{})
	if e.Tombstoned {
		name = ink(t.Dim)
	}
	var l Line
	l.Put(Paint{}, cursorOf(t, selected)+" ")
	room := w - l.Width() - marks.Width()
	l.Put(name, FitKey(key, room, t)).To(w - marks.Width())
	return fit(l.String()+marks.String(), l.Width()+marks.Width(), w, t)
}

// waitsBeside is how many proposals wait, 0 where the one that does is in review.
func (e Entity) waitsBeside() int {
	if e.InReview && e.Pending == 1 {
		return 0
	}
	return e.Pending
}

func cursorOf(t *Theme, selected bool) string {
	if selected {
		return t.Glyphs.Cursor
	}
	return " "
}

// EntityHead is the head of an entity's detail: its state and what it stands on.
type EntityHead struct {
	Entity
	Language, Hash string
	Updated        time.Time
}

// turnWords names a turn, "" for what was decided outside of one.
func turnWords(turn int) string {
	if turn == 0 {
		return ""
	}
	return "turn " + itoa(turn)
}

// Lines are the lines of the head, each at most w wide.
func (h EntityHead) Lines(t *Theme, w int, now time.Time) []string {
	state, ink := "AUTHORITATIVE", t.Good
	if h.Tombstoned {
		state, ink = "TOMBSTONED", t.Dim
	}
	about := filled(turnWords(h.Turn), Grant(h.Grant), strings.TrimSpace(h.Language+" "+h.Kind), Clock(h.Updated, now))
	why := filled(Because(h.Grant, h.Origin), Origin(h.Origin), ShortHash(h.Hash, t))
	if len(why) > 1 && why[0] == why[1] {
		why = why[1:]
	}
	if h.Tombstoned { // the time is that of its end, not of what brought it
		about = filled(h.left()+" "+Clock(h.Updated, now), strings.TrimSpace(h.Language+" "+h.Kind))
		why = filled(Origin(h.Origin)+" before", ShortHash(h.Hash, t))
	}
	var first, second Line
	first.Put(ink, state+" v"+itoa(h.Version)).Put(t.Dim, sep(t))
	first.Put(t.Dim, facts(about, w-first.Width(), t))
	second.Put(t.Dim, facts(why, w, t))
	lines := []string{cut(first.String(), w, t.Glyphs.Ellipsis), cut(second.String(), w, t.Glyphs.Ellipsis)}
	if h.Stale != "" {
		disk := disagreementOf(h.Stale)
		glyph, paint := disk.sign(t)
		for _, l := range Wrap(glyph+" "+disk.state+": "+disk.says+", see Stale (3)", w) {
			lines = append(lines, paint.On(l))
		}
	}
	if h.InReview {
		review := disagreementOf("in_review")
		glyph, paint := review.sign(t)
		for _, l := range Wrap(glyph+" "+review.state+": "+review.says+" in Pending (2); the model is not shown it until then", w) {
			lines = append(lines, paint.On(l))
		}
	}
	if h.Kept {
		say := t.Glyphs.Kept + " kept: the disk differs, which you know of; any further edit makes it STALE"
		for _, l := range Wrap(say, w) {
			lines = append(lines, t.Dim.On(l))
		}
	}
	if h.Contested != "" {
		say := t.Glyphs.Banner + " contested: the shadow audit calls it " + Clean(h.Contested) + "; saved or kept, it stands"
		lines = append(lines, t.Warn.On(cut(say, w, t.Glyphs.Ellipsis)))
	}
	if h.waitsBeside() > 0 {
		say := t.Glyphs.Pending + " " + Count(h.Pending, "proposal waits", "proposals wait") + " for you in Pending (2)"
		lines = append(lines, t.Accent.On(cut(say, w, t.Glyphs.Ellipsis)))
	}
	return lines
}

func sep(t *Theme) string { return " " + t.Glyphs.Bullet + " " }

func filled(parts ...string) []string {
	out := parts[:0]
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// Version is one artifact of an entity's history.
type Version struct {
	State, Confidence, Origin, Grant string
	Audit                            string // what the shadow audit said of it
	Hash, Reason, Convention         string
	Turn                             int
	Number                           int       // 0 for what never was AUTHORITATIVE
	Created                          time.Time // when it came
	Changed                          time.Time // when it got its state
}

// ended reports whether the version is over, so that two times are to be told.
func (v Version) ended() bool { return v.State == "SUPERSEDED" || v.State == "TOMBSTONED" }

// VersionRows are rows of versions, one a line; at is the chosen one.
func VersionRows(versions []Version, at int, t *Theme, w int, now time.Time) []string {
	lines := make([]string, 0, len(versions))
	for i, v := range versions {
		var l Line
		mark := "  "
		if i == at {
			mark = "> "
		}
		l.Put(t.Accent, mark+"v"+strconv.Itoa(v.Number)+" ").Put(statePaint(v.State, t), v.State)
		l.Put(t.Dim, sep(t)+strings.Join(filled(Clock(v.Changed, now), Origin(v.Origin), Grant(v.Grant)), sep(t)))
		lines = append(lines, ansi.Truncate(l.String(), w, t.Glyphs.Ellipsis))
	}
	return lines
}

// History lists versions, newest first.
func History(versions []Version, t *Theme, w int, now time.Time) *Doc {
	d := &Doc{}
	if len(versions) == 0 {
		d.Add(t.Dim.On("No version is on record."))
	}
	for i, v := range versions {
		if i > 0 {
			d.Add("")
		}
		var l Line
		if v.Number > 0 {
			l.Put(Paint{}, "v"+strconv.Itoa(v.Number)+" ")
		}
		when := Clock(v.Created, now)
		if v.ended() && !v.Changed.IsZero() { // when it ended first, and then when it came
			when = Clock(v.Changed, now) + ", came " + when
		}
		l.Put(statePaint(v.State, t), v.stateWord()).Put(t.Dim, sep(t)+strings.Join(filled(turnWords(v.Turn), when), sep(t)))
		d.Add(l.String())
		facts := filled(Origin(v.Origin), Grant(v.Grant), v.Confidence, v.Convention)
		d.Prose(Paint{}, strings.Join(facts, sep(t)), 2, w)
		d.Add("  " + t.Dim.On(ShortHash(v.Hash, t)))
		if v.Audit != "" {
			d.Prose(t.Dim, "shadow audit: "+v.Audit, 2, w)
		}
		if v.Reason != "" {
			d.Prose(t.Warn, v.Reason, 2, w)
		}
	}
	return d
}

// stateWord is the state, where that would mislead in another word: what never was
// current is rejected, not removed.
func (v Version) stateWord() string {
	if v.State == "TOMBSTONED" && v.Number == 0 {
		return "REJECTED"
	}
	return v.State
}

func statePaint(state string, t *Theme) Paint {
	switch state {
	case "AUTHORITATIVE":
		return t.Good
	case "PROPOSED":
		return t.Accent
	}
	return t.Dim
}
