package table

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"holdfast/parser/source"
)

// window is how many bytes a literal's opening pattern may see.
const window = 64

// lexis is what the mask needs to know of a language.
type lexis struct {
	by           [256][]*literal // by first byte, longest opener first
	escape       byte
	join         byte
	directive    byte
	operandWords map[string]bool
	outer        *literal
	uncomment    string
}

// literal is a StringSyntax made ready.
type literal struct {
	source.StringSyntax
	pattern  *regexp.Regexp
	spaced   bool
	escape   byte
	notAfter [256]bool
}

func compileLexis(d *source.Definition, x expander) lexis {
	l := lexis{operandWords: set(d.Layout.OperandWords)}
	l.escape, l.join, l.directive = first(d.Layout.Escape), first(d.Layout.Join), first(d.Layout.Directive)
	l.uncomment = d.Uncomment
	add := func(s source.StringSyntax, spaced bool) {
		lit := &literal{StringSyntax: s, spaced: spaced, pattern: x.head(s.Pattern), escape: first(s.Escape), notAfter: byteSet(s.NotAfter)}
		lit.Parts = cmp.Or(lit.Parts, 1)
		l.by[s.Open[0]] = append(l.by[s.Open[0]], lit)
		if s.Outer {
			l.outer = lit
		}
	}
	for _, s := range d.Strings {
		add(s, false)
	}
	for _, b := range d.Block {
		add(source.StringSyntax{Open: b[0], Close: b[1], Multiline: true, Nested: d.Nested, Comment: true}, false)
	}
	for _, open := range d.Line {
		add(source.StringSyntax{Open: open, Close: "\n", Comment: true, Endless: true}, d.Spaced)
	}
	for _, list := range l.by {
		slices.SortStableFunc(list, func(a, b *literal) int { return cmp.Compare(len(b.Open), len(a.Open)) })
	}
	return l
}

func first(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// mirror is the closing counterpart of a delimiter.
func mirror(open byte) byte {
	if i := strings.IndexByte("([{<", open); i >= 0 {
		return ")]}>"[i]
	}
	return open
}
