package views

import "strings"

// Connection is how one of several clients is pointed at holdfast.
type Connection struct {
	Names []string // of all clients
	At    int      // the one that is shown, of Names

	Base, Speaks string
	Session      string // the client stays in this one, "" follows the active one
	Steps        []ConnectStep
	Replace      []string // what to replace in the settings, and by what
	Note         string
}

// ConnectStep is text to put somewhere, exactly as it is.
type ConnectStep struct{ Where, Text string }

// Doc is the whole of it. Lines that are too long are broken, not cut: they are
// copied with a key, but must be readable to be trusted.
func (c Connection) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	c.names(d, t, w)
	d.Add("")
	var l Line
	l.Put(t.Dim, "base URL ").Put(t.Strong, c.Base)
	d.Add(cut(l.String(), w, t.Glyphs.Ellipsis))
	session := "posts to " + c.Speaks + " in the session that is active"
	if c.Session != "" {
		session = "posts to " + c.Speaks + " in session " + c.Session + ", whichever is active"
	}
	d.Prose(t.Dim, session, 0, w)
	for _, s := range c.Steps {
		d.Add("")
		d.Prose(t.Title, "In "+s.Where, 0, w)
		code := &Doc{}
		for line := range strings.Lines(s.Text) {
			code.Add("  " + Clean(strings.TrimSuffix(line, "\n")))
		}
		d.lines = append(d.lines, code.wrap(max(w, 1)).lines...)
	}
	if len(c.Replace)+len(c.Note) > 0 {
		d.Add("")
	}
	for _, r := range c.Replace {
		d.Prose(t.Warn, "Replace "+r+".", 0, w)
	}
	if c.Note != "" {
		d.Prose(t.Dim, c.Note, 0, w)
	}
	return d
}

// names lists all clients, the shown one marked by a sign too.
func (c Connection) names(d *Doc, t *Theme, w int) {
	var l Line
	for i, name := range c.Names {
		paint, text := t.Dim, " "+name
		if i == c.At {
			paint, text = t.Accent, t.Glyphs.Cursor+name
		}
		if l.Width() > 0 && l.Width()+1+width(text) > w {
			d.Add(l.String())
			l = Line{}
		}
		if l.Width() > 0 {
			l.Gap(1)
		}
		l.Put(paint, text)
	}
	d.Add(l.String())
}
