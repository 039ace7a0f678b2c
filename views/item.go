package views

// Told is one thing that is told of an item: a label, and words.
type Told struct{ Label, Text string }

// ItemTurn is a turn that an item came from: who spoke when, and the sentence.
type ItemTurn struct {
	Words  string
	Quote  string
	Picked bool // the turn that a jump would go to
	Linked bool // there is something to jump to
}

// ItemEvent is an event of an item's log.
type ItemEvent struct {
	Title   string
	Refused bool
	Facts   []Told
}

// Item is an item with where it came from.
type Item struct {
	Facts  []Told
	Turns  []ItemTurn
	Events []ItemEvent
}

// Doc tells what the item is and who said it. Each turn is a mark.
func (x Item) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	told(d, x.Facts, 0, t, w)
	d.Add("")
	d.Add(t.Title.On("Its turns"))
	if len(x.Turns) == 0 {
		d.Prose(t.Dim, "It came from no turn of this workspace.", gutter, w)
	}
	for _, turn := range x.Turns {
		d.Marks = append(d.Marks, d.Len())
		ink, lead := Paint{}, spaces(gutter)
		if turn.Picked {
			ink, lead = t.Accent, t.Accent.On(t.Glyphs.Cursor)+" "
		}
		for i, l := range Wrap(turn.Words, w-gutter) {
			if i > 0 {
				lead = spaces(gutter)
			}
			d.Add(lead + ink.On(l))
		}
		switch {
		case turn.Quote != "":
			d.Prose(Paint{}, "“"+turn.Quote+"”", 2*gutter, w)
		case turn.Linked:
			d.Prose(t.Dim, "its words are in the turn itself: o opens it", 2*gutter, w)
		}
		d.Ends = append(d.Ends, d.Len())
	}
	return d
}

// Log tells the item's events, the oldest first. Each is a mark.
func (x Item) Log(t *Theme, w int) *Doc {
	d := &Doc{}
	for i, e := range x.Events {
		if i > 0 {
			d.Add("")
		}
		d.Marks = append(d.Marks, d.Len())
		paint, glyph := t.Good, t.Glyphs.Pass
		if e.Refused {
			paint, glyph = t.Bad, t.Glyphs.Fail
		}
		lead := paint.On(glyph) + " "
		for _, l := range Wrap(e.Title, w-gutter) {
			d.Add(lead + t.Strong.On(l))
			lead = spaces(gutter)
		}
		told(d, e.Facts, gutter, t, w)
		d.Ends = append(d.Ends, d.Len())
	}
	if len(x.Events) == 0 {
		d.Prose(t.Dim, "Its events are not in this workspace: the item was imported as it is.", 0, w)
	}
	return d
}

// told adds facts, the labels in a column of their own.
func told(d *Doc, facts []Told, indent int, t *Theme, w int) {
	column := 0
	for _, f := range facts {
		column = max(column, width(Clean(f.Label)))
	}
	column += 2
	for _, f := range facts {
		label := Clean(f.Label)
		head := spaces(indent) + t.Dim.On(label) + spaces(column-width(label))
		for _, l := range Wrap(f.Text, w-indent-column) {
			d.Add(head + l)
			head = spaces(indent + column)
		}
	}
}

// ItemChange is what a change of an item would record.
type ItemChange struct {
	Was, Says string // its words before and after; Says empty where it ends
	Records   []Told // the deltas
	Refused   string // why none of them is recorded
	Note      string // what an operator should know of it
}

// Doc draws the change.
func (c ItemChange) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	side := func(p Paint, sign, text string) {
		for i, l := range Wrap(text, w-gutter) {
			if i > 0 {
				sign = " "
			}
			d.Add(p.On(sign + " " + l))
		}
	}
	side(t.Removed, t.Glyphs.Minus, c.Was)
	if c.Says != "" {
		side(t.Added, "+", c.Says)
	}
	d.Add("")
	if c.Refused != "" {
		d.Prose(t.Bad, t.Glyphs.Fail+" refused: "+c.Refused, 0, w)
		return d
	}
	d.Add(t.Title.On("What is recorded, with you as its source"))
	told(d, c.Records, gutter, t, w)
	if c.Note != "" {
		d.Add("")
		d.Prose(t.Dim, c.Note, 0, w)
	}
	return d
}
