package views

import (
	"strings"
	"time"
)

// Proposal is one row of Pending: an artifact that waits for the operator or the
// disk (TSLP 5).
type Proposal struct {
	Key, Entity string
	Confidence  string
	Reason      string // the most telling one
	Failed      string // the check that it tells of
	Removes     bool
	Created     time.Time
	Under       string // what the row above it says, "" where it stands alone
	Kind        string // of the symbol, "" where that is not known
	Unlinked    bool   // it is code of which no entity is known
	Candidate   string // the first entity that it may be, where it may be several
}

// ID implements Row.
func (p Proposal) ID() string { return p.Key }

// Match implements Row.
func (p Proposal) Match() string {
	kind := ""
	if p.Kind != "" {
		kind = " kind:" + p.Kind
	}
	return p.Entity + kind + " " + Plain(p.Reason) + " " + p.Confidence + unlinkedWord[p.Unlinked] + " is:pending is:" + strings.ToLower(p.Confidence) + " " + p.Key
}

// Draw implements Row: "> src/pool.go::Release  truncated". The reason gives way
// to the entity.
func (p Proposal) Draw(t *Theme, w int, selected bool) string {
	ink := func(paint Paint) Paint {
		if selected {
			return Paint{}
		}
		return paint
	}
	reason := Plain(p.Reason)
	if p.Removes {
		reason = strings.TrimSuffix("removes it"+sep(t)+reason, sep(t))
	}
	var l Line
	l.Put(Paint{}, cursorOf(t, selected)+" ")
	room := w - l.Width() - 1
	reason = Clean(reason)
	if width(Clean(shortKey(p.Entity, p.Under)))+2+width(reason) > room {
		reason = clause(reason)
	}
	if short := plainChecks[p.Failed].short; short != "" && !p.Removes && width(Clean(shortKey(p.Entity, p.Under)))+2+width(reason) > room {
		reason = short
	}
	name := shortKey(p.Entity, p.Under)
	if p.Unlinked {
		name = t.Glyphs.Unreadable + " " + name
	}
	_, symbol, _ := strings.Cut(Clean(p.Entity), "::")
	least := min(width(symbol)+3, room) // "…::" stands before it
	key := FitKey(name, max(room*3/5, room-width(reason)-2, least), t)
	l.Put(ink(Paint{}), key)
	if left := w - 1 - l.Width() - 2; left >= 4 {
		l.Gap(2).Put(ink(t.Warn), cut(reason, left, t.Glyphs.Ellipsis))
	}
	return l.Fit(w, t)
}

// clause is a sentence up to its first stop.
func clause(s string) string {
	if i := strings.IndexAny(s, ":;,("); i > 3 {
		return strings.TrimSpace(s[:i])
	}
	return s
}

// ProposalHead is the head of a proposal: why it waits comes first.
type ProposalHead struct {
	State, Confidence string
	Reasons           []string
	Removes           bool
	Created           time.Time
	Gates             Gates
}

// Lines are the lines of the head: reasons, facts and the report in brief.
// brief bounds the lines of the report.
func (h ProposalHead) Lines(t *Theme, w int, now time.Time, brief int) []string {
	d := &Doc{}
	if h.Removes {
		d.Prose(t.Bad, "Accepting removes this symbol from the known code.", 0, w)
	}
	reasons := h.Reasons
	if len(reasons) == 0 {
		reasons = h.Gates.Reasons
	}
	for i, r := range reasons {
		if i == 3 {
			d.Add(t.Dim.On("and " + Count(len(reasons)-i, "further reason", "further reasons") + ": see gates"))
			break
		}
		d.Prose(t.Warn, Plain(r), 0, w)
	}
	var l Line
	l.Put(statePaint(h.State, t), "waiting").Put(t.Dim, sep(t))
	l.Put(t.Dim, facts(filled(Place(h.Confidence), Clock(h.Created, now), h.State+" "+h.Confidence), w-l.Width(), t))
	d.Add(l.String())
	lines := make([]string, 0, d.Len()+brief)
	for _, l := range d.lines {
		lines = append(lines, l.s)
	}
	if brief > 0 {
		lines = append(lines, h.Gates.Brief(t, w, brief, reasons)...)
	}
	return lines
}

// unlinkedWord is by what a filter finds code of which no entity is known.
var unlinkedWord = map[bool]string{true: " is:unlinked"}
