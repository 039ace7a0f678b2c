package views

import "strings"

// Doctor is the report on what holdfast stands on (TSLP 14.3).
type Doctor struct {
	Status   string // ok, degraded, failing
	Stale    int
	Failures []ReadFailure
	Checks   []Health
	Size     *DatabaseSize // nil where it cannot be told
}

// DatabaseSize is what the database takes in bytes, by part, and what would make it
// smaller.
type DatabaseSize struct {
	Bytes, Content, Ledger, Rest int64
	Smaller                      []string
}

// ReadFailure is a tracked file that cannot be read.
type ReadFailure struct{ Path, Detail string }

// Health is one check: its Status is ok, warn or fail.
type Health struct{ Name, Status, Detail string }

// Doc is the whole report.
func (r Doctor) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	glyph, paint := healthSign(r.Status, t)
	d.Prose(paint, glyph+" "+r.Status+": "+r.summary(), 0, w)
	var l Line
	if r.Stale > 0 {
		l.Put(t.Warn, t.Glyphs.Stale+" "+Count(r.Stale, "symbol is", "symbols are")+" STALE, see Stale (3)")
	} else {
		l.Put(t.Dim, "no symbol is STALE")
	}
	d.Add(cut(l.String(), w, t.Glyphs.Ellipsis))
	d.Add("")
	for _, c := range r.Checks {
		c.add(d, t, w)
	}
	if s := r.Size; s != nil {
		d.Add("")
		d.Prose(Paint{}, "The database takes "+Bytes(int(s.Bytes))+": content "+Bytes(int(s.Content))+", Ledger "+Bytes(int(s.Ledger))+", rest "+Bytes(int(s.Rest)), 0, w)
		for _, hint := range s.Smaller {
			d.Prose(t.Dim, hint, 2, w)
		}
	}
	if n := len(r.Failures); n > 0 {
		d.Add("")
		d.Add(t.Title.On("Files that cannot be read: " + itoa(n)))
		for _, f := range r.Failures {
			d.Add("  " + t.Bad.On(t.Glyphs.Unreadable) + " " + FitKey(f.Path, w-4, t))
			d.Prose(t.Dim, f.Detail, 4, w)
		}
	}
	return d
}

// summary counts the checks that did not pass.
func (r Doctor) summary() string {
	warn, fail := 0, 0
	for _, c := range r.Checks {
		switch c.Status {
		case "warn":
			warn++
		case "fail":
			fail++
		}
	}
	if warn+fail == 0 {
		return "every check passed"
	}
	var parts []string
	if fail > 0 {
		parts = append(parts, Count(fail, "check fails", "checks fail"))
	}
	if warn > 0 {
		parts = append(parts, Count(warn, "check warns", "checks warn"))
	}
	return strings.Join(parts, ", ")
}

// healthSign is the sign of a check's or a report's status, which is said as a
// word beside it.
func healthSign(status string, t *Theme) (glyph string, paint Paint) {
	switch status {
	case "ok":
		return t.Glyphs.Pass, t.Good
	case "warn", "degraded":
		return t.Glyphs.Banner, t.Warn
	}
	return t.Glyphs.Fail, t.Bad
}

// add appends "✓ ok    ledger chain      1,204 rows agree", the detail wrapped in
// a column of its own, or below where there is no room for one.
func (c Health) add(d *Doc, t *Theme, w int) {
	const name, detail = 8, 27
	glyph, paint := healthSign(c.Status, t)
	var l Line
	l.Put(paint, glyph+" "+c.Status).To(name).Put(Paint{}, strings.ReplaceAll(c.Name, "_", " "))
	if w < detail+24 {
		d.Add(cut(l.String(), w, t.Glyphs.Ellipsis))
		d.Prose(t.Dim, c.Detail, name, w)
		return
	}
	l.To(detail)
	ink := t.Dim
	if c.Status != "ok" {
		ink = Paint{}
	}
	head := l.String()
	for _, part := range Wrap(c.Detail, w-l.Width()) {
		d.Add(head + ink.On(part))
		head = spaces(l.Width())
	}
	if c.Detail == "" {
		d.Add(head)
	}
}
