package views

import (
	"strings"
	"time"
)

// Ref names an entity that a request touched, and why.
type Ref struct{ Entity, Hash, Reason string }

// Outcome is what became of one artifact of a request.
type Outcome struct {
	Entity, State, Confidence, Reason string
	Note                              string // what else is to be known of it
}

// RequestPage is a request in full (TSLP 14.3, /recent): what was asked, what was
// put in front of the model, what became of the reply.
type RequestPage struct {
	Request
	Started                    time.Time
	HydratedRefs, WithheldRefs []Ref
	OmittedRefs                []Ref
	NoRoom                     string // see LeftOut
	Outcomes                   []Outcome
	// Note says why no more of it can be shown, "" where it can.
	Note string
}

// Doc is the whole page.
func (p RequestPage) Doc(t *Theme, w int, now time.Time) *Doc {
	d := &Doc{}
	glyph, paint := p.sign(t)
	var l Line
	l.Put(paint, glyph+" "+p.phaseWord())
	l.Put(t.Dim, sep(t)+strings.Join(filled(Clock(p.Started, now), Elapsed(p.Elapsed), p.rateWords(), p.tokenWords()), sep(t)))
	d.Add(l.String())
	d.Prose(t.Dim, strings.Join(filled(p.Path, p.Model, sessionWords(p.Session), kindWords(p.Kind), p.Key), sep(t)), 0, w)
	if wait := p.Wait.words(t, w); wait != "" && p.Phase == "waiting" {
		d.Prose(t.Warn, "The server processes the prompt: "+wait, 0, w)
	}
	if read := p.Read.words(); read != "" {
		d.Prose(t.Dim, read, 0, w)
	}
	if prefix := p.Prefix.words(); prefix != "" {
		d.Prose(t.Dim, prefix, 0, w)
	}
	if p.Error != "" {
		d.Prose(t.Bad, p.Error, 0, w)
	}
	if p.Remark != "" {
		for line := range strings.Lines(p.Remark) {
			d.Prose(t.Warn, strings.TrimSpace(line), 0, w)
		}
	}
	if p.Prompt != "" {
		d.Add("")
		d.Add(t.Title.On("Asked"))
		d.Prose(Paint{}, p.Prompt, 2, w)
	}
	p.outcomes(d, t, w)
	refs(d, "Hydrated: the model saw these, "+Bytes(p.HydratedSize), p.HydratedRefs, Paint{}, t, w)
	refs(d, "Withheld: named, but not safe to show", p.WithheldRefs, t.Warn, t, w)
	omitted(d, "Omitted: named, but over the budget", p.OmittedRefs, p.NoRoom, t, w)
	if p.Note != "" {
		d.Add("")
		d.Prose(t.Dim, p.Note, 0, w)
	}
	return d
}

func (r Request) tokenWords() string {
	if r.TokensOut == 0 {
		return ""
	}
	return itoa(r.TokensOut) + " tokens out"
}

func sessionWords(name string) string {
	if name == "" {
		return ""
	}
	return "session " + name
}

func kindWords(kind string) string {
	switch kind {
	case "side":
		return "side request: gets nothing, changes nothing"
	case "forwarded":
		return "read-only mode: forwarded as it came, nothing of it is recorded"
	case "socket":
		return "WebSocket: holdfast reads only HTTP requests"
	case "operator":
		return "operator's decision"
	case "guard":
		return "a client's hook asked before its tool ran"
	}
	return ""
}

func (p RequestPage) outcomes(d *Doc, t *Theme, w int) {
	if len(p.Outcomes) == 0 {
		return
	}
	d.Add("")
	d.Add(t.Title.On("Outcomes"))
	for _, o := range p.Outcomes {
		o.add(d, t, w)
	}
}

// leastOutcome is the room for an entity below which its confidence stands on
// the next line.
const leastOutcome = 32

// add appends "✓ AUTHORITATIVE  src/pool.go::Acquire  CONFIRMED" and the reason
// below it.
func (o Outcome) add(d *Doc, t *Theme, w int) {
	glyph, paint, state := t.Glyphs.Pass, t.Good, o.State
	switch o.State {
	case "PROPOSED":
		glyph, paint = t.Glyphs.Pending, t.Accent
	case "SUPERSEDED", "TOMBSTONED":
		glyph, paint = t.Glyphs.Tombstone, t.Dim
	case "REJECTED":
		glyph, paint = t.Glyphs.Fail, t.Bad
	case "":
		glyph, paint, state = t.Glyphs.Bullet, t.Dim, "UNLINKED"
	case "NOTHING":
		glyph, paint, state = t.Glyphs.Bullet, t.Dim, "not kept"
	}
	entity := o.Entity
	if entity == "" {
		entity = "code without a symbol"
	}
	var l Line
	l.Put(Paint{}, "  ").Put(paint, glyph+" "+state).To(18).Gap(1)
	reason := Plain(o.Reason)
	below := []string{reason}
	if room := w - l.Width() - 12; room >= leastOutcome {
		l.Put(Paint{}, FitKey(entity, room, t)).Gap(2).Put(t.Dim, o.Confidence)
	} else {
		l.Put(Paint{}, FitKey(entity, max(w-l.Width(), 8), t))
		below = []string{o.Confidence, reason}
	}
	d.Add(cut(l.String(), w, t.Glyphs.Ellipsis))
	d.Prose(t.Dim, strings.Join(filled(below...), sep(t)), 4, w)
	if o.Note != "" && o.Note != o.Reason {
		d.Prose(t.Warn, o.Note, 4, w)
	}
}

// omitted lists what there was no room for. noRoom is why there was less than is
// configured, "" where there was not.
func omitted(d *Doc, title string, list []Ref, noRoom string, t *Theme, w int) {
	if noRoom != "" {
		title = "Omitted: no room in the model's context window"
	}
	refs(d, title, list, t.Warn, t, w)
	if noRoom != "" {
		d.Prose(t.Dim, noRoom+".", 2, w)
	}
}

func refs(d *Doc, title string, list []Ref, ink Paint, t *Theme, w int) {
	if len(list) == 0 {
		return
	}
	d.Add("")
	d.Prose(t.Title, title, 0, w)
	for _, r := range list {
		d.Add("  " + ink.On(FitKey(r.Entity, w-2, t)))
		d.Prose(t.Dim, r.Reason, 4, w)
	}
}
