package acts

import (
	"regexp"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// page is a turn taken apart: its prose as units.
type page struct {
	turn  Turn
	units []unit
	pass  []prose.Passage
	code  bool // it shows code or output
}

// unit is one thing said: a clause with those that only support it.
type unit struct {
	text     string // as it stands in the passage
	passage  *prose.Passage
	sentence *english.Sentence
	clause   *english.Clause   // the main one
	others   []*english.Clause // that depend on it
	content  []string          // stems
	number   int               // among the units of its sentence
	last     bool              // of its sentence
}

// maxUnits bounds what is read of one turn.
const maxUnits = 240

// open takes a turn apart.
func open(turn Turn) *page {
	p := &page{turn: turn, pass: prose.Read(turn.Content), code: strings.Contains(turn.Content, "```")}
	for i := range p.pass {
		if len(p.units) >= maxUnits {
			break
		}
		p.read(&p.pass[i])
	}
	return p
}

// read puts the units of a passage on the page.
func (p *page) read(passage *prose.Passage) {
	sentences := english.Sentences(passage.Text)
	for i := range sentences {
		s := &sentences[i]
		from, whole := len(p.units), uncut(s.Text)
		for k := range s.Clauses {
			c := &s.Clauses[k]
			if u := p.hangsOn(from, c); u != nil || k > 0 && whole && len(p.units) > from {
				if u == nil {
					u = &p.units[from]
				}
				u.others = append(u.others, c)
				continue
			}
			p.units = append(p.units, unit{passage: passage, sentence: s, clause: c, number: len(p.units) - from})
		}
		for k := from; k < len(p.units); k++ {
			u := &p.units[k]
			u.last = k+1 == len(p.units)
			if u.text = u.words(passage.Text); whole {
				u.text = s.Text
			}
			if !balanced(u.text) && balanced(s.Text) {
				u.text = s.Text
			}
			if u.content = u.stems(); u.text == s.Text {
				u.content = s.Content()
			}
		}
	}
}

// hangsOn is the unit of the sentence to which a clause belongs, nil where it is one
// of its own.
func (p *page) hangsOn(from int, c *english.Clause) *unit {
	if len(p.units) == from {
		return nil
	}
	u := &p.units[len(p.units)-1]
	if c.Lead.Dependent() || c.Aside || u.clause.Lead == english.If && len(u.others) == 0 {
		return u
	}
	if c.Lead == english.Colon && len(u.clause.Content()) <= 2 {
		return u
	}
	return nil
}

// words are the unit's clauses as they stand in the text, from the first to the last.
func (u *unit) words(text string) string {
	from, to := u.span(text)
	return strings.TrimSpace(text[from:to])
}

// stems are those of the unit's clauses, each once.
func (u *unit) stems() []string {
	out := u.clause.Content()
	for _, c := range u.others {
		for _, w := range c.Content() {
			if !english.Holds(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// span is where a unit stands in its passage.
func (u *unit) span(text string) (from, to int) {
	from, to = span(text, u.clause)
	for _, c := range u.others {
		f, t := span(text, c)
		from, to = min(from, f), max(to, t)
	}
	return from, to
}

// span is where a clause stands in a text.
func span(text string, c *english.Clause) (from, to int) {
	from = c.Tokens[0].Start - c.Inset
	return max(0, from), min(len(text), max(from, 0)+len(c.Text))
}

// asked reports whether the unit asks something.
func (u *unit) asked() bool {
	return u.clause.Asked
}

// formula is what a sentence holds that must not be cut: a formula, a piece of code or
// of data. Each form has one of the signs, or the word.
const formulaSigns = `=*+/@<>^|-{}[]("`

var formula = regexp.MustCompile(`\S [=*+/@<>^|-]{1,3} \S|[{}\[\]]|\w\*\*\w|\w\([^()]*\)\S|==|=>|":|\beither\b`)

// uncut reports whether a sentence must not be cut.
func uncut(text string) bool {
	return (strings.ContainsAny(text, formulaSigns) || strings.Contains(text, "either")) && formula.MatchString(text)
}
