package views

import "strings"

// KeyGroup is the keys of one place.
type KeyGroup struct {
	Name string
	Keys []Key
}

// Key is one key of the help; Verb is its word in the bar, by which it is found,
// Reason tells why it does nothing now. Number is its own among all.
type Key struct {
	Label, Verb, Help, Reason string
	Number                    int
}

// found are the keys of which a filter finds the place, the label or the help.
func (g KeyGroup) found(words []string) []Key {
	var out []Key
	for _, k := range g.Keys {
		if Finds(words, strings.ToLower(g.Name+" "+k.Label+" "+k.Verb+" "+k.Help+" "+k.Reason)) {
			out = append(out, k)
		}
	}
	return out
}

// FoundKeys are the numbers of the keys that a filter finds, in their order.
func FoundKeys(groups []KeyGroup, filter string) (numbers []int) {
	words := FilterWords(filter)
	for _, g := range groups {
		for _, k := range g.found(words) {
			numbers = append(numbers, k.Number)
		}
	}
	return numbers
}

// Keys lists keys by their places, those that a filter finds, the one at a place of
// them under the cursor. Each is a mark of the text. Those that do nothing now say
// why. Names that follow each other unchanged are one group.
func Keys(groups []KeyGroup, filter string, at int, t *Theme, w int) *Doc {
	d := &Doc{}
	last := ""
	words := FilterWords(filter)
	for _, g := range groups {
		if g.Keys = g.found(words); len(g.Keys) == 0 {
			continue
		}
		if g.Name != last {
			if last != "" {
				d.Add("")
			}
			d.Add(t.Title.On(Clean(g.Name)))
			last = g.Name
		}
		for _, k := range g.Keys {
			d.Marks = append(d.Marks, d.Len())
			for _, line := range k.lines(len(d.Marks)-1 == at, t, w) {
				d.Add(line)
			}
			d.Ends = append(d.Ends, d.Len())
		}
	}
	noneFound(d, filter, t, w)
	return d
}

// lines are a key as it is listed. A selected one is painted as a whole.
func (k Key) lines(selected bool, t *Theme, w int) (out []string) {
	const label = 12
	ink, body, text := t.Accent, Paint{}, k.Help
	if k.Reason != "" {
		ink, body, text = t.Dim, t.Dim, k.Help+" ("+k.Reason+")"
	}
	if selected {
		ink, body = Paint{}, Paint{}
	}
	var l Line
	l.Put(ink, cursorOf(t, selected)+" "+k.Label).To(label).Gap(1)
	for i, part := range Wrap(text, w-l.Width()) {
		line := spaces(l.Width()) + body.On(part)
		if i == 0 {
			line = l.String() + body.On(part)
		}
		if selected {
			line = t.Selected.On(line + spaces(w-width(line)))
		}
		out = append(out, line)
	}
	return out
}

// Glossary lists words and what they mean, those that a filter finds.
func Glossary(words [][2]string, filter string, t *Theme, w int) *Doc {
	d := &Doc{}
	sought := FilterWords(filter)
	for _, word := range words {
		if !Finds(sought, strings.ToLower(word[0]+" "+word[1])) {
			continue
		}
		d.Add(t.Accent.On(Clean(word[0])))
		d.Prose(Paint{}, word[1], 2, w)
	}
	noneFound(d, filter, t, w)
	return d
}

// noneFound says that a filter found nothing.
func noneFound(d *Doc, filter string, t *Theme, w int) {
	if d.Len() == 0 && filter != "" {
		d.Prose(t.Dim, "Nothing holds \""+filter+"\". esc drops the filter.", 0, w)
	}
}

// Signs explains the glyphs of the screen, each with its word.
func Signs(t *Theme) KeyGroup {
	g := t.Glyphs
	return KeyGroup{Name: "Signs", Keys: []Key{
		{Label: g.Stale, Help: "stale: the file differs, so the model does not see it"},
		{Label: g.Vanished, Help: "deleted: its file is gone"},
		{Label: g.Unreadable, Help: "unreadable: its file cannot be read, so the model does not see it; in Activity: code whose place is not known"},
		{Label: g.Pending, Help: "pending: a proposal waits for a decision"},
		{Label: g.Kept, Help: "kept: the file differs, and you decided to keep holdfast's version"},
		{Label: g.Banner, Help: "contested: the model doubted in an audit that it is whole"},
		{Label: g.Tombstone, Help: "removed from the State Map; can be restored"},
		{Label: g.Mark, Help: "marked: a decision is about all marked rows at once"},
		{Label: g.New, Help: "new: an item that came since you looked at it last"},
		{Label: g.Changed, Help: "changed: an item that was revised, closed or superseded since you looked at it last"},
		{Label: g.Waiting, Help: "waiting: sent to the model server, no answer yet"},
		{Label: g.Streaming, Help: "streaming: the reply arrives"},
		{Label: g.Settling, Help: "settling: the reply is whole, its code is being checked"},
		{Label: g.Pass, Help: "done, accepted, or a check that passed"},
		{Label: g.Fail, Help: "failed, or rejected"},
	}}
}
