package table

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"holdfast/parser/source"
)

// language is a Definition made ready for matching.
type language struct {
	*source.Definition
	lexis  lexis
	words  words
	rules  []*rule
	closer [256]byte // closing bracket of an opening one
	opener [256]byte // opening bracket of a closing one
	ends   [256]bool

	operand, joinAfter, joinBefore *regexp.Regexp
	label, prefix, prefixNot       *regexp.Regexp
	attached, doc, neutral         *regexp.Regexp
	reserved                       map[string]bool
}

type rule struct {
	source.Rule
	pattern, not, drop, tail *regexp.Regexp
	name, container          int // indices of the groups, -1 where absent
	in                       []string
}

type words struct {
	open, close, head, headAfter, loop, inline, notAfter map[string]bool

	part   [256]bool // bytes that belong to a word
	member [256]bool
	flat   [256]bool
	not    *regexp.Regexp
	any    bool
}

// languages compiles each definition that has rules when it is first asked for.
var languages = sync.OnceValue(func() map[source.Language]func() *language {
	m := map[source.Language]func() *language{}
	for _, d := range source.Languages() {
		if len(d.Rules) > 0 {
			m[d.Name] = sync.OnceValue(func() *language { return compile(d) })
		}
	}
	return m
})

func languageOf(l source.Language) *language {
	if f := languages()[l]; f != nil {
		return f()
	}
	return nil
}

// compile panics on a bad pattern: the table is embedded and a test compiles
// every language of it.
func compile(d *source.Definition) *language {
	x := expander(d.Macros)
	l := &language{
		Definition: d,
		lexis:      compileLexis(d, x),
		words:      compileWords(d.Words, x),
		operand:    x.tail(d.Layout.Operand),
		joinAfter:  x.tail(d.Layout.JoinAfter),
		joinBefore: x.head(d.Layout.JoinBefore),
		label:      x.head(d.Label),
		prefix:     x.head(d.Prefix),
		prefixNot:  x.head(d.PrefixNot),
		attached:   x.head(d.Attached),
		doc:        x.head(d.Doc),
		neutral:    x.head(d.Neutral),
		reserved:   set(d.Reserved),
		ends:       byteSet(cmp.Or(d.Layout.Ends, ";")),
	}
	pairs := cmp.Or(d.Layout.Brackets, "(){}[]")
	for i := 0; i+1 < len(pairs); i += 2 {
		l.closer[pairs[i]], l.opener[pairs[i+1]] = pairs[i+1], pairs[i]
	}
	for _, r := range d.Rules {
		l.rules = append(l.rules, compileRule(r, x))
	}
	return l
}

func compileRule(r source.Rule, x expander) *rule {
	c := &rule{Rule: r, pattern: x.head(r.Pattern), not: x.regexp(r.Not), drop: x.regexp(cmp.Or(r.Drop, `\s+`)), tail: x.head(r.Tail), in: r.In}
	c.name, c.container = c.pattern.SubexpIndex("name"), c.pattern.SubexpIndex("container")
	if len(c.in) == 0 {
		c.in = []string{"top"}
	}
	return c
}

func compileWords(w source.Words, x expander) words {
	c := words{
		open: set(w.Open), close: set(w.Close), head: set(w.Head), headAfter: set(w.HeadAfter),
		loop: set(w.Loops), inline: set(w.Inline), notAfter: set(w.NotAfter),
		member: byteSet(w.Member), flat: byteSet(w.Flat), part: byteSet(w.Extra),
		not: x.head(w.Not), any: len(w.Close) > 0,
	}
	for b := range c.part {
		c.part[b] = c.part[b] || isWord(byte(b))
	}
	return c
}

// declares reports whether a match of r names a symbol or a qualifier.
func (r *rule) declares() bool { return r.name >= 0 || r.Name != "" || r.tail != nil }

// holds reports whether r applies in a scope.
func (r *rule) holds(scope string) bool { return slices.Contains(r.in, scope) }

// expander replaces "{ID}" and a definition's macros in patterns.
type expander map[string]string

const identifier = `[\p{L}_][\p{L}\p{M}\p{N}_]*`

func (x expander) expand(pattern string) string {
	for range 4 { // macros may use macros
		before := pattern
		for name, text := range x {
			pattern = strings.ReplaceAll(pattern, "{"+name+"}", "(?:"+text+")")
		}
		if pattern == before {
			break
		}
	}
	return strings.ReplaceAll(pattern, "{ID}", identifier)
}

// regexp compiles a pattern, nil where there is none.
func (x expander) regexp(pattern string) *regexp.Regexp {
	if pattern == "" {
		return nil
	}
	return regexp.MustCompile(x.expand(pattern))
}

// head compiles a pattern that is anchored at the start of its text.
func (x expander) head(pattern string) *regexp.Regexp {
	if pattern == "" {
		return nil
	}
	return regexp.MustCompile(`\A(?:` + x.expand(pattern) + `)`)
}

// tail compiles a pattern that is anchored at the end of its text.
func (x expander) tail(pattern string) *regexp.Regexp {
	if pattern == "" {
		return nil
	}
	return regexp.MustCompile(`(?:` + x.expand(pattern) + `)\z`)
}

func set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

func byteSet(s string) (b [256]bool) {
	for i := range len(s) {
		b[s[i]] = true
	}
	return b
}

// isWord tells the bytes of which identifiers and keywords are made.
func isWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }
