package acts

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// options are the alternatives of the choice that the i-th unit begins to lay out, and
// the unit behind them: those of a list or table, those that an "or" joins, or those
// that are told one after the other.
func (r *reader) options(i int) (options []string, to int) {
	u := &r.units[i]
	if u.passage.List > 0 {
		if o := r.listed(u.passage); len(o) > 1 {
			return o, r.behind(i, func(v *unit) bool { return v.passage.List == u.passage.List || v.passage.Nested })
		}
	}
	if o := either(u.sentence.Text); len(o) > 1 {
		return o, r.behind(i, func(v *unit) bool { return v.sentence == u.sentence })
	}
	if o := r.listed(u.passage); len(o) > 1 {
		return o, r.behind(i, func(v *unit) bool { return v.passage == u.passage || v.passage.List > 0 })
	}
	to = i
	for k := i; k < len(r.units) && k < i+6 && len(options) < 4; k++ {
		if k > i && r.told[k][Branch] < 0.15 {
			continue
		}
		options, to = append(options, r.units[k].text), k+1
	}
	return options, to
}

// behind is the first unit after the i-th that does not belong to what it begins.
func (r *reader) behind(i int, belongs func(*unit) bool) int {
	for i < len(r.units) && belongs(&r.units[i]) {
		i++
	}
	return i
}

// maxOptions is how many alternatives a choice has at most.
const maxOptions = 8

// listed are the items of the list in which a passage stands, or which follows it.
func (r *reader) listed(p *prose.Passage) (out []string) {
	list := 0
	for k := range r.pass {
		if &r.pass[k] == p {
			if p.List > 0 {
				list = p.List
			} else if k+1 < len(r.pass) {
				list = r.pass[k+1].List
			}
		}
	}
	if list == 0 {
		return nil
	}
	worded := false
	defer func() {
		if !worded {
			out = nil // of files or values
		}
	}()
	for k := range r.pass {
		if q := &r.pass[k]; q.List == list && !q.Nested && len(out) < maxOptions {
			worded = worded || slices.ContainsFunc(english.Tokens(q.Text), func(t english.Token) bool { return t.Class == english.Word && english.HasContent([]english.Token{t}) })
			if q.Kind == prose.Row && q.Ordinal == 1 {
				continue
			}
			out = append(out, title(q))
		}
	}
	return out
}

// title is how an item of a list names its option.
func title(p *prose.Passage) string {
	if len(p.Strong) > 0 && strings.HasPrefix(p.Text, p.Strong[0]) {
		return p.Strong[0]
	}
	if p.Kind == prose.Row && len(p.Cells) > 0 {
		return p.Cells[0]
	}
	text := p.Text
	for _, end := range []string{": ", " - ", " – ", " — ", ". ", " ("} {
		if at := strings.Index(text, end); at > 3 {
			text = text[:at]
		}
	}
	return text
}

// either are the alternatives of a sentence that "or" joins.
func either(sentence string) []string {
	tokens := english.Tokens(sentence)
	at := -1
	for k := range tokens {
		if tokens[k].Word == "or" && k > 0 && k+1 < len(tokens) {
			at = k
		}
	}
	if at < 0 {
		return nil
	}
	from := 0
	for k := at; k >= 0; k-- {
		if w := tokens[k].Word; w == ":" || w == ";" || w == "either" || w == "between" || w == "whether" || w == "." {
			from = k + 1
			break
		}
	}
	to := len(tokens)
	for k := at; k < to; k++ {
		if w := tokens[k].Word; w == "?" || w == ";" || w == "." {
			to = k
		}
	}
	var out []string
	begin := from
	for k := from; k <= at; k++ {
		if k == at || tokens[k].Word == "," || tokens[k].Word == "or" {
			if k > begin {
				out = append(out, strings.TrimSpace(sentence[tokens[begin].Start:tokens[k-1].End]))
			}
			begin = k + 1
		}
	}
	if at+1 < to {
		out = append(out, strings.TrimSpace(sentence[tokens[at+1].Start:tokens[to-1].End]))
	}
	return out
}
