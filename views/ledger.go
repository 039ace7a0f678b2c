package views

import (
	"strings"
	"time"
)

// LedgerLine is one row of the Ledger in words (TSLP 3.2): when, who, what,
// which entity, why.
type LedgerLine struct {
	Key        string // names the row
	Short, At  string // when, in 5 columns and in 11
	Who, What  string
	Entity     string
	Why        string
	Type, Hash string
}

// LedgerClock is when a row was written, in 5 columns and in 11.
func LedgerClock(at, now time.Time) (short, long string) {
	at = at.In(now.Location())
	if at.Year() == now.Year() && at.YearDay() == now.YearDay() {
		return at.Format("15:04"), at.Format("15:04:05")
	}
	return at.Format("01-02"), at.Format("01-02 15:04")
}

// ID implements Row.
func (r LedgerLine) ID() string { return r.Key }

// Match implements Row.
func (r LedgerLine) Match() string {
	return strings.Join([]string{r.Who, r.What, r.Entity, r.Why, r.Type}, " ")
}

// ledgerWide is the width from which a row has room for seconds and reasons.
const ledgerWide = 76

// ledgerWidest is the width from which the longest of what happens is told whole.
const ledgerWidest = 110

// Draw implements Row.
func (r LedgerLine) Draw(t *Theme, w int, selected bool) string {
	ink := func(p Paint) Paint {
		if selected {
			return Paint{}
		}
		return p
	}
	var l Line
	l.Put(Paint{}, cursorOf(t, selected)+" ")
	when := 6
	at := r.Short
	if w >= ledgerWide {
		when, at = 12, r.At
	}
	from := l.Width()
	l.Put(ink(t.Dim), at).To(from + when)
	from = l.Width()
	l.Put(Paint{}, cut(Clean(r.Who), 9, t.Glyphs.Ellipsis)).To(from + 10)
	from = l.Width()
	what := 14
	if w >= ledgerWidest {
		what = 21 // "constraint superseded"
	}
	l.Put(ink(r.paint(t)), cut(Clean(r.What), what, t.Glyphs.Ellipsis)).To(from + what + 1)
	room := w - l.Width()
	switch {
	case r.Entity == "":
		l.Put(ink(t.Dim), r.Why)
	case w < ledgerWide || r.Why == "":
		l.Put(Paint{}, FitKey(r.Entity, room, t))
	default:
		l.Put(Paint{}, FitKey(r.Entity, max(room*3/5, leastKey), t)).Gap(2).Put(ink(t.Dim), r.Why)
	}
	return l.Fit(w, t)
}

// paint is that of what a row tells.
func (r LedgerLine) paint(t *Theme) Paint {
	switch r.What {
	case "AUTHORITATIVE", "holds it":
		return t.Good
	case "proposed":
		return t.Accent
	case "rejected", "tombstoned", "was cut off":
		return t.Warn
	}
	return Paint{}
}

// LedgerHead is the head of a row in full.
type LedgerHead struct {
	LedgerLine
	Seq, Prev, Session string
}

// Lines are the lines of the head. Hashes stand in full: they are what a row is
// checked by.
func (h LedgerHead) Lines(t *Theme, w int) []string {
	d := &Doc{}
	say := strings.Join(filled(h.Who, h.What, h.Entity), " ")
	if h.Why != "" {
		say += ": " + h.Why
	}
	d.Prose(Paint{}, say, 0, w)
	d.Prose(t.Dim, strings.Join(filled("row "+h.Seq, h.At, h.Type), sep(t)), 0, w)
	d.Prose(t.Dim, "hash "+h.Hash, 0, w)
	prev := h.Prev
	if prev == "" {
		prev = "none, this is the first row"
	}
	d.Prose(t.Dim, "prev "+prev, 0, w)
	return d.texts()
}

// Explained is one version of an entity with its evidence and its gates.
type Explained struct {
	Version
	Artifact     string
	Gates        Gates
	Evidence     string // the raw block, or its beginning
	EvidenceSize int
}

// Explain is every version of an entity, newest first (TSLP 6, 15.5).
type Explain struct {
	ID       string // names the versions
	Versions []Explained
	Now      time.Time
}

// Key implements Source.
func (x Explain) Key() string { return "explain " + x.ID }

// Fluid implements Source.
func (Explain) Fluid() bool { return true }

// Draft implements Source: the newest versions, which are what a screen holds.
func (x Explain) Draft(t *Theme, w int) (*Doc, bool) {
	const most = 3
	if len(x.Versions) <= most {
		return x.Render(t, w), true
	}
	x.Versions = x.Versions[:most]
	return x.Render(t, w), false
}

// Render implements Source. Each version is a mark, to jump to.
func (x Explain) Render(t *Theme, w int) *Doc {
	d := &Doc{}
	for _, v := range x.Versions {
		if d.Len() > 0 {
			d.Add("")
			d.Add(Rule(t, w))
		}
		d.Marks = append(d.Marks, d.Len())
		v.add(d, t, w, x.Now)
	}
	return d
}

func (v Explained) add(d *Doc, t *Theme, w int, now time.Time) {
	d.lines = append(d.lines, History([]Version{v.Version}, t, w, now).lines...)
	d.Prose(t.Dim, "artifact "+v.Artifact, 2, w)
	d.Add("")
	for _, l := range v.Gates.Doc(t, max(w-2, 1)).lines {
		d.Add("  " + l.s)
	}
	if v.EvidenceSize == 0 {
		return
	}
	d.Add("")
	title := "Evidence, " + Bytes(v.EvidenceSize)
	if len(v.Evidence) < v.EvidenceSize {
		title += ", " + Bytes(len(v.Evidence)) + " of it shown"
	}
	d.Add("  " + t.Title.On(title))
	for _, l := range SourceLines(v.Evidence) {
		if width(l) > longest {
			l = cut(l, longest, t.Glyphs.Ellipsis)
		}
		d.Add("    " + l)
	}
}
