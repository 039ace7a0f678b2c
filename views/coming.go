package views

import "strings"

// Coming is a reply on its way, as far as it has come.
type Coming struct {
	Text, Reasoning string
	Calls           []string // names of tools
	Found           []Found
}

// Found is an entity that a reply brings.
type Found struct {
	Entity       string
	Known, Whole bool
}

// Doc is what was recognised, and below it the text to where it has come.
func (c Coming) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	for _, name := range c.Calls {
		d.Add(t.Accent.On(t.Glyphs.Arrow) + " calls " + Clean(name))
	}
	text := c.Text
	if text == "" && c.Reasoning != "" {
		d.Prose(t.Dim, "The model is thinking:", 0, w)
		text = c.Reasoning
	}
	code := false
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		switch {
		case line == "":
			d.Add("")
			continue
		case fence:
			code = !code
		case !code:
			d.Prose(Paint{}, line, 0, w)
			continue
		}
		for _, part := range hard(Clean(strings.ReplaceAll(line, "\t", "    ")), w) {
			d.Add(part)
		}
	}
	if len(c.Found) == 0 {
		return d
	}
	d.Add("")
	d.Add(t.Title.On("Recognised so far"))
	for _, f := range c.Found {
		glyph, paint, note := t.Glyphs.New, t.Good, "new"
		if f.Known {
			glyph, paint, note = t.Glyphs.Changed, t.Accent, "known"
		}
		if !strings.Contains(f.Entity, "::") && !f.Known {
			glyph, paint, note = t.Glyphs.Unreadable, t.Warn, "no file was named"
		}
		if !f.Whole {
			note += ", still coming"
		}
		var l Line
		l.Put(paint, glyph+" ").Put(Paint{}, FitKey(f.Entity, max(w-4-width(note), 8), t)).Gap(2).Put(t.Dim, note)
		d.Add(cut(l.String(), w, t.Glyphs.Ellipsis))
	}
	return d
}

// hard breaks a line of code into parts of at most w columns.
func hard(line string, w int) []string {
	var parts []string
	for width(line) > w && w > 0 {
		part := cut(line, w, "")
		if part == "" {
			break
		}
		parts, line = append(parts, part), strings.TrimPrefix(line, part)
	}
	return append(parts, line)
}
