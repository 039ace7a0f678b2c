package views

// Command is a row of the palette: what can be done, its key and what does the same
// without a screen.
type Command struct {
	Number                              int
	Key, Verb, Help, CLI, Place, Reason string
}

// ID implements Row.
func (c Command) ID() string { return itoa(c.Number) }

// Match implements Row.
func (c Command) Match() string {
	return c.Verb + " " + c.Help + " " + c.CLI + " " + c.Place + " " + c.Key
}

// Draw implements Row: "> accept  review to accept …  Pending  a  holdfast accept".
// The help gives way to the names.
func (c Command) Draw(t *Theme, w int, selected bool) string {
	ink := func(p Paint) Paint {
		if selected {
			return Paint{}
		}
		return p
	}
	var right Line
	if w >= TwoColumns && c.CLI != "" {
		right.Gap(2).Put(ink(t.Dim), "holdfast "+c.CLI)
	}
	if w >= 60 {
		right.Gap(2).Put(ink(t.Dim), c.Place)
	}
	right.Gap(2).Put(ink(t.Accent), c.Key).Gap(1)
	say, body := c.Help, Paint{}
	if c.Reason != "" {
		say, body = c.Help+" ("+c.Reason+")", ink(t.Dim)
	}
	var l Line
	l.Put(Paint{}, cursorOf(t, selected)+" ").Put(ink(t.Strong), c.Verb).To(18).Gap(1)
	if room := w - l.Width() - right.Width(); room > 3 {
		l.Put(body, cut(Clean(say), room, t.Glyphs.Ellipsis))
	}
	left := max(w-right.Width(), 0)
	return fit(l.Fit(left, t)+right.String(), left+right.Width(), w, t)
}

// Whole is the command with all its words: what it does, what does the same without a
// screen, and why it does nothing now.
func (c Command) Whole(t *Theme, w int) (lines []string) {
	say := []string{c.Help}
	if c.Reason != "" {
		say = append(say, "not now: "+c.Reason)
	}
	if c.CLI != "" {
		say = append(say, "without the screen: holdfast "+c.CLI)
	}
	for _, part := range say {
		for _, l := range Wrap(Clean(part), w) {
			lines = append(lines, t.Dim.On(l))
		}
	}
	return lines
}
