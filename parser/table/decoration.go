package table

import "regexp"

// unlabel passes over the labels in front of a statement.
func (t *text) unlabel(pos, limit int) int {
	for next := pos; next < limit; next = t.skipEmpty(next, limit) {
		pos = next
		if next = t.past(t.label, pos, limit); next <= pos {
			break
		}
	}
	return pos
}

// undecorate passes over the decorations in front of a declaration.
func (t *text) undecorate(pos, limit int) int {
	for next := pos; next < limit; next = t.skipSpace(next, limit) {
		pos = next
		if matches(t.prefixNot, t.mask, pos, lookAhead) {
			break
		}
		if next = t.past(t.prefix, pos, limit); next <= pos {
			break
		}
	}
	return pos
}

// lookAhead is how many bytes of a statement a label or decoration may take.
const lookAhead = 256

// past is the end of what a pattern matches at pos; where that ends in an
// opening bracket, the end of what the bracket holds. It is pos if nothing
// matches.
func (t *text) past(r *regexp.Regexp, pos, limit int) int {
	if r == nil {
		return pos
	}
	loc := r.FindIndex(t.mask[pos:min(limit, pos+lookAhead)])
	if loc == nil || loc[1] == 0 {
		return pos
	}
	if end := pos + loc[1]; t.mate[end-1] == 0 {
		return end
	}
	return t.closedAt(pos+loc[1]-1, limit)
}
