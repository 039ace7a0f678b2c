package views

import "strings"

// Recovery is what a pasted document would do, or has done.
type Recovery struct {
	Headline, Total string
	Means           []string // what a confirmation means besides
	Groups          []Fate
	Faults          []Fault // why it is refused; nothing else is set then
}

// Fate is what becomes of some entities.
type Fate struct {
	Kind, Title string
	Entities    []Fated
}

// Fated is an entity with what is to be said of it: Why is "" where the title
// says it, Line the first line of its code.
type Fated struct{ Key, Why, Line string }

// Fault is one thing that is wrong with a document, and where.
type Fault struct{ Path, Text string }

// Lead is the verdict in a few words.
func (r Recovery) Lead(t *Theme) string {
	if n := len(r.Faults); n > 0 {
		return t.Bad.On(t.Glyphs.Fail + " invalid: " + Count(n, "fault", "faults") + ", nothing is changed")
	}
	return t.Good.On(t.Glyphs.Pass + " valid")
}

// Doc is the verdict with every fault, or the preview entity by entity.
func (r Recovery) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	d.Add(r.Lead(t))
	if len(r.Faults) > 0 {
		for _, f := range r.Faults {
			d.Add("")
			d.Prose(t.Strong, f.Path, 0, w)
			d.Prose(Paint{}, f.Text, 2, w)
		}
		return d
	}
	d.Prose(Paint{}, r.Headline, 0, w)
	d.Add("")
	d.Prose(t.Strong, r.Total, 0, w)
	for _, m := range r.Means {
		d.Prose(t.Dim, m, 0, w)
	}
	for _, f := range r.Groups {
		d.Add("")
		d.Marks = append(d.Marks, d.Len())
		f.add(d, t, w)
	}
	return d
}

func (f Fate) add(d *Doc, t *Theme, w int) {
	glyph, paint := f.sign(t)
	d.Prose(paint, glyph+" "+f.Title, 0, w)
	for _, e := range f.Entities {
		e.add(d, t, w)
	}
}

// sign is the sign of a fate, whose title says it in words.
func (f Fate) sign(t *Theme) (glyph string, paint Paint) {
	switch f.Kind {
	case "restored", "healed":
		return t.Glyphs.Pass, t.Good
	case "missing":
		return t.Glyphs.Banner, t.Warn
	case "dropped":
		return t.Glyphs.Tombstone, t.Warn
	}
	return t.Glyphs.Bullet, t.Strong
}

// besides is the width from which the code stands beside the name.
const besides = 76

// add appends "  src/pool.go::Acquire      func (p *Pool) Acquire(", or the code
// below the name where there is no room beside it.
func (e Fated) add(d *Doc, t *Theme, w int) {
	const indent, column = 2, 44
	code := func(room int) string { return t.Dim.On(cut(Clean(e.Line), room, t.Glyphs.Ellipsis)) }
	switch {
	case e.Line == "":
		d.Add(spaces(indent) + FitKey(e.Key, w-indent, t))
	case w < besides:
		d.Add(spaces(indent) + FitKey(e.Key, w-indent, t))
		d.Add(spaces(2*indent) + code(w-2*indent))
	default:
		var l Line
		room := max(column, w*2/5)
		l.Gap(indent).Put(Paint{}, FitKey(e.Key, room-indent, t)).To(room + 2)
		d.Add(l.String() + code(w-room-2))
	}
	if e.Why != "" {
		d.Prose(t.Warn, e.Why, 2*indent, w)
	}
}

// Recovered says what a recovery has done and what to do next.
type Recovered []string

// Doc is all of it, what was done first.
func (r Recovered) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	for i, say := range r {
		if i == 0 {
			d.Prose(t.Good, t.Glyphs.Pass+" "+say, 0, w)
			continue
		}
		d.Add("")
		d.Prose(Paint{}, say, 0, w)
	}
	return d
}

// RecoverGuide says what a recovery is made from, before there is anything.
// ReadOnly is why nothing is recorded until then, "" where all is well.
type RecoverGuide struct{ ReadOnly string }

// Doc is the guide.
func (g RecoverGuide) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	for i, say := range []string{
		"Paste a backup block here, alone or with whatever stands around it: a CANON_STATE_DELTA or a SESSION_STATE.",
		"Or type the path of a file that holds one, and press enter.",
		"What it would do is shown before anything changes.",
	} {
		if i > 0 {
			d.Add("")
		}
		d.Prose(Paint{}, say, 0, w)
	}
	if g.ReadOnly != "" {
		d.Add("")
		d.Prose(t.Warn, t.Glyphs.Banner+" READ-ONLY: "+g.ReadOnly+".", 0, w)
	}
	return d
}

// leaveReadOnly says why nothing is recorded, and how to go on.
func leaveReadOnly(d *Doc, why string, t *Theme, w int) {
	d.Prose(t.Warn, t.Glyphs.Banner+" "+why+".", 2, w)
	d.Prose(Paint{}, "Requests are forwarded, but nothing is hydrated, recorded or decided before you choose:", 2, w)
	d.steps(t, w, []step{
		{"p", "You have a CANON_STATE_DELTA of the session: paste it, here or anywhere. What it brings back is shown first."},
		{"F", "You have none: start empty, and adopt your files."},
	})
}

// ReadOnlyBanner is the banner of read-only mode: which two keys lead out of it,
// and why it was entered.
func ReadOnlyBanner(why string) string {
	why, _, _ = strings.Cut(why, "; ") // the keys say what to do
	return "READ-ONLY: p recovers from a block, F starts empty. Because " + why + ". Requests are forwarded, nothing is recorded"
}
