package views

import (
	"strings"
	"time"
)

// disagreement is how the disk and the State Map disagree about an entity
// (TSLP 15.4), from a word to a sentence. Only what is called STALE is STALE.
type disagreement struct{ state, word, says, reason string }

// disagreements are named by the engine's reasons.
var disagreements = map[string]disagreement{
	"not_applied": {"STALE", "not saved yet", "the file does not hold this version yet", ""},
	"edited":      {"STALE", "changed", "someone changed it on disk", ""},
	"vanished":    {"VANISHED", "deleted", "its file was there and is gone", ""},
	"in_review":   {"IN REVIEW", "in review", "a paste of it waits for your review", ""},
	"unreadable":  {"UNREADABLE", "unreadable", "its file cannot be read or verified", ""},
}

func disagreementOf(reason string) disagreement {
	if d, ok := disagreements[reason]; ok {
		d.reason = reason
		return d
	}
	return disagreement{"STALE", reason, reason, reason}
}

func (d disagreement) sign(t *Theme) (glyph string, paint Paint) {
	switch d.state {
	case "VANISHED":
		return t.Glyphs.Vanished, t.Bad
	case "UNREADABLE":
		return t.Glyphs.Unreadable, t.Bad
	case "IN REVIEW":
		return t.Glyphs.Pending, t.Warn
	}
	return t.Glyphs.Stale, t.Warn
}

// search is what a filter finds the disagreement by.
func (d disagreement) search() string {
	return strings.Join([]string{strings.ToLower(d.state), "is:" + strings.ToLower(d.state), d.word, "is:" + d.reason, strings.ReplaceAll(d.reason, "_", " "), "is:" + strings.ReplaceAll(d.word, " ", "_"), d.says}, " ")
}

// Withheld says in words why an entity was kept from the model.
func Withheld(reason string) string {
	if d, ok := disagreements[reason]; ok {
		return d.state + ": " + d.says
	}
	if reason == "unavailable" {
		return "its content could not be read"
	}
	return reason
}

// Divergence is one row of Stale: an entity about which the disk and the State
// Map disagree.
type Divergence struct {
	Key    string // "path::symbol"
	Kind   string // "method"
	Reason string
	Age    string // of the file's change, "" where there is no file
	// Added and Removed are the lines that the disk's version adds to the
	// authoritative one and lacks of it; Measured reports whether they are known.
	Added, Removed int
	Measured       bool
	Under          string // what the row above it says, "" where it stands alone
}

// ID implements Row.
func (d Divergence) ID() string { return d.Key }

// Match implements Row.
func (d Divergence) Match() string {
	return d.Key + " " + disagreementOf(d.Reason).search() + " kind:" + d.Kind
}

// leastKey is the width of a key below which a row says less beside it.
const leastKey = 18

// Draw implements Row: "> src/pool.go::Acquire  ▲ edited  3 min  +4 −11". The
// reason always stands there; size and age give way to the entity.
func (d Divergence) Draw(t *Theme, w int, selected bool) string {
	ink := func(p Paint) Paint {
		if selected {
			return Paint{}
		}
		return p
	}
	disk := disagreementOf(d.Reason)
	glyph, paint := disk.sign(t)
	var right Line
	right.Put(ink(paint), glyph+" "+disk.word)
	key := width(Clean(shortKey(d.Key, d.Under)))
	fits := func(more int) bool { return w-3-right.Width()-2-more-2 >= min(key, leastKey) }
	if size := itoa(d.Added) + itoa(d.Removed); d.Measured && fits(len(size)+3) {
		right.Gap(2).Put(ink(t.Added), "+"+itoa(d.Added)).Gap(1).Put(ink(t.Removed), t.Glyphs.Minus+itoa(d.Removed))
	}
	if d.Age != "" && fits(width(d.Age)) {
		right.Gap(2).Put(ink(t.Dim), d.Age)
	}
	right.Gap(1)
	var l Line
	l.Put(Paint{}, cursorOf(t, selected)+" ")
	room := max(w-l.Width()-right.Width()-2, 0)
	l.Put(Paint{}, FitKey(shortKey(d.Key, d.Under), room, t)).To(w - right.Width())
	return fit(l.String()+right.String(), l.Width()+right.Width(), w, t)
}

// Tally counts divergences, those that are STALE first: "2 STALE · 1 vanished".
// Where word is empty they are told as a number alone, 0 too.
func Tally(reasons []string, word string, t *Theme) string {
	var stale, vanished, unreadable int
	for _, r := range reasons {
		switch disagreementOf(r).state {
		case "VANISHED":
			vanished++
		case "UNREADABLE":
			unreadable++
		default:
			stale++
		}
	}
	var parts []string
	if stale > 0 || word == "" {
		parts = append(parts, strings.TrimSpace(itoa(stale)+" "+word))
	}
	if vanished > 0 {
		parts = append(parts, itoa(vanished)+" vanished")
	}
	if unreadable > 0 {
		parts = append(parts, itoa(unreadable)+" unreadable")
	}
	return strings.Join(parts, sep(t))
}

// DivergenceHead is the head of a divergence: in words why the disk and the
// State Map disagree, then what each of them holds.
type DivergenceHead struct {
	Reason, Detail string
	Version        int
	Hash           string // of the authoritative artifact
	Disk           string // a hash, or what there is instead in words
	Changed        time.Time
	Pending        int
	Invalidates    []string // proposals that adopting the disk closes
	Reviewed       bool     // it stands in the review, which has a key that the list has not
}

// Lines are the lines of the head.
func (h DivergenceHead) Lines(t *Theme, w int, now time.Time) []string {
	disk := disagreementOf(h.Reason)
	glyph, paint := disk.sign(t)
	d := &Doc{}
	d.Prose(paint, glyph+" "+disk.state+": "+disk.says, 0, w)
	d.Prose(Paint{}, h.Detail, 0, w)
	if h.Reason == "not_applied" {
		ways := "c copies it: save it in the file, and this row goes. In its review, s shows unsaved answers to the model."
		if h.Reviewed {
			ways = "c copies it: save it in the file. s shows unsaved answers to the model."
		}
		d.Prose(t.Dim, ways, 0, w)
	}
	facts := []string{"State Map v" + itoa(h.Version) + " " + ShortHash(h.Hash, t)}
	if h.Disk != "" {
		disk := h.Disk
		if strings.HasPrefix(disk, "sha256:") {
			disk = ShortHash(disk, t)
		}
		facts = append(facts, "disk "+disk)
	}
	if !h.Changed.IsZero() {
		facts = append(facts, "changed "+Clock(h.Changed, now))
	}
	d.Prose(t.Dim, strings.Join(facts, sep(t)), 0, w)
	if h.Pending > 0 {
		d.Prose(t.Accent, t.Glyphs.Pending+" "+Count(h.Pending, "proposal waits", "proposals wait")+" for it in Pending (2)", 0, w)
	}
	if n := len(h.Invalidates); n > 0 {
		d.Prose(t.Warn, "Adopting the disk closes "+Count(n, "proposal that was", "proposals that were")+" built on what it replaces: "+
			strings.Join(h.Invalidates, ", "), 0, w)
	}
	return d.texts()
}

// Choice is one way of settling a divergence: its key, its name, and what it
// does in words.
type Choice struct{ Key, Name, Does string }

// Choices lists ways of settling, the chosen one marked by a sign; chosen is an
// index or -1.
func Choices(list []Choice, chosen int, t *Theme, w int) []string {
	var out []string
	for i, c := range list {
		mark, ink := " ", t.Dim
		if i == chosen {
			mark, ink = t.Glyphs.Cursor, t.Strong
		}
		head := mark + " " + c.Key + " "
		for n, part := range Wrap(c.Name+": "+c.Does, w-width(head)) {
			var l Line
			if n == 0 {
				l.Put(Paint{}, mark+" ").Put(t.Accent, c.Key).Gap(1)
			} else {
				l.Gap(width(head))
			}
			out = append(out, l.Put(ink, part).String())
		}
	}
	return out
}
