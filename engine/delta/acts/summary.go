package acts

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// summary is what a unit says, without the words that only open it.
func (r *reader) summary(i int) string {
	u := &r.units[i]
	text := u.text
	if s := u.clause.Start; s > 0 && s < len(u.clause.Tokens) {
		from := u.clause.Tokens[s].Start - u.clause.Tokens[0].Start + u.clause.Inset
		if from > 0 && from < len(text) && strings.HasPrefix(text, u.clause.Text) && english.HasContent(u.clause.Tokens[s:]) {
			text = text[from:]
		}
	}
	text = strings.TrimSpace(text)
	if !balanced(text) {
		return u.text
	}
	return text
}

// revised is what a revision says: its own words where they say enough, else those of
// the item with the new value in the place of the old one.
func (r *reader) revised(i int, e *entry) string {
	u := &r.units[i]
	if len(withoutNumbers(u.content)) > 1 {
		return r.summary(i)
	}
	old, new := numberIn(e.summary), numberIn(u.text)
	if len(old) == 1 && len(new) > 0 {
		return e.summary[:old[0].Start] + u.text[new[0].Start:new[0].End] + e.summary[old[0].End:]
	}
	return r.summary(i)
}

// numberIn are the tokens of a text that are figures.
func numberIn(text string) []english.Token {
	return slices.DeleteFunc(english.Tokens(text), func(t english.Token) bool { return t.Class != english.Number })
}
