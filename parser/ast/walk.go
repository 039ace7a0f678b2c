package ast

import (
	"slices"
	"strings"
	"unicode"

	"holdfast/parser/source"
)

// span is a run of sibling nodes, subtrees included, and the text they cover.
type span struct {
	from, to int32
	source.Range
}

// decl is one declaration as a walk finds it.
type decl struct {
	scope
	span
	name string // qualified
	kind string
	// shell reports whether members of it are declarations of their own.
	shell bool
	doc   span
	// hole is what the declaration leaves out of its container: span, and the
	// comments that trail it.
	hole span
}

// scope is where a declaration stands.
type scope struct {
	container string // qualified name of what encloses it
	prefix    string // of the names here: Ruby's "self."
	inner     bool   // inside a class or the like: not top-level
	space     bool   // inside a module that may serve as a namespace
	method    bool   // functions here are methods
	bare      bool   // inside the wrapper around a bare member
}

// walk collects the declarations of one tree, in order of appearance.
type walk struct {
	*tree
	reading
	decls []decl
	// loose reports whether a statement stands outside every declaration.
	loose bool
	// rest are such statements, in order of appearance, and what they hold.
	rest  []int32
	depth int
}

// maxDepth is how deep walks go into containers and blocks. Real code ends at
// ten; names would grow without bound.
const maxDepth = 50

// each visits the children of node i in scope s. Every recursion of a walk
// goes through it.
func (w *walk) each(i int32, s scope, visit func(int32, scope)) {
	if i < 0 || w.depth >= maxDepth {
		return
	}
	w.depth++
	for c := range w.children(i) {
		visit(c, s)
	}
	w.depth--
}

// maxName is the length of the longest name, in bytes, and maxQualified that of
// one with its containers.
const (
	maxName      = 256
	maxQualified = 1024
)

// add records the declaration that runs from node from to the end of node
// last, and returns the scope of its members.
func (w *walk) add(s scope, name, kind string, from, last int32) scope {
	return w.record(s, name, kind, w.spanOf(from, last), false)
}

// addShell is add for a container, whose members are recorded in the scope
// that it returns.
func (w *walk) addShell(s scope, name, kind string, from, last int32) scope {
	return w.record(s, name, kind, w.spanOf(from, last), true)
}

func (w *walk) record(s scope, name, kind string, at span, shell bool) scope {
	if w.wrapped && name == "" && s == (scope{}) {
		return s.asBare() // the wrapper, whose name lies outside the text
	}
	name = cleanName(name)
	qualified := join(s.container, s.prefix+name)
	if name == "" || at.Len() == 0 || len(qualified) > maxQualified {
		return s
	}
	w.decls = append(w.decls, decl{
		scope: s, span: w.trimComments(at), name: qualified, kind: kind, shell: shell,
		doc: w.docBefore(at.from), hole: at,
	})
	return scope{container: qualified, inner: true}
}

// spanOf covers the siblings from..last, without white space at the end.
func (w *walk) spanOf(from, last int32) span {
	s := span{from: from, to: w.nodes[last].next}
	s.Start, s.End = int(w.nodes[from].start), int(w.nodes[last].end)
	for s.End > s.Start && isSpace(w.src[s.End-1]) {
		s.End--
	}
	return s
}

// trimComments takes the comments off that the grammar counts to a block
// although they come after its last statement: they stand outside the hash, as
// doc comments do. Only Python's blocks end without a token of their own.
func (w *walk) trimComments(s span) span {
	to := s.to
	for to-1 > s.from && w.flag(w.nodes[to-1].kind, isComment) && w.nodes[to-1].next == to {
		to--
	}
	if to < s.to {
		s.to, s.End = to, int(w.nodes[to-1].end)
	}
	return s
}

// other is called for each top-level node that is no declaration.
func (w *walk) other(i int32) {
	n := &w.nodes[i]
	if w.flag(n.kind, isComment|isScaffold) || !w.named(i) && n.kind != errorKind || n.start == n.end {
		return
	}
	if w.loose = true; n.kind != errorKind {
		w.statement(i)
	}
}

// statement notes a statement outside every declaration, which may hold some.
func (w *walk) statement(i int32) {
	w.loose = true
	w.rest = append(w.rest, i)
}

// addRest adds the statements outside every declaration as one more, that of the
// rest of the file. What stands beside a member in its wrapper is its class's.
func (w *walk) addRest() {
	if w.wrapped || slices.ContainsFunc(w.decls, func(d decl) bool { return d.name == source.Whole }) {
		return // Ruby's operator, say
	}
	end := int32(0)
	for _, i := range w.rest {
		if i < end {
			continue // a part of the statement before
		}
		end = w.nodes[i].next
		w.record(scope{}, source.Whole, source.Rest, w.spanOf(i, w.terminator(i)), false)
	}
}

// semicolon is the ";" that directly follows node c as a node of its own, or c.
func (w *walk) semicolon(c int32) int32 {
	next := w.nodes[c].next
	if int(next) < len(w.nodes) && w.nodes[next].prev == c && w.is(next, ";") && w.nodes[next].start == w.nodes[c].end {
		return next
	}
	return c
}

// terminator is the token of its own that ends statement i on its line, or i.
func (w *walk) terminator(i int32) int32 {
	next := w.nodes[i].next
	if int(next) < len(w.nodes) && w.nodes[next].prev == i && w.is(next, ";", "empty_statement") && w.nodes[next].start == w.nodes[i].end {
		return next
	}
	return i
}

// cleanName is name as an identity: no white space but between two words, dots
// between its parts, and nothing at all where the grammar took something else
// for a name.
func cleanName(name string) string {
	name = strings.TrimSpace(name)
	if len(name) > maxName {
		return ""
	}
	if strings.IndexFunc(name, unicode.IsSpace) >= 0 {
		words := strings.Fields(name)
		name = words[0]
		for _, word := range words[1:] {
			if isWord(name[len(name)-1]) && isWord(word[0]) {
				name += " "
			}
			name += word
		}
	}
	if strings.ContainsAny(name, "{};\"") {
		return ""
	}
	return strings.ReplaceAll(name, "::", ".")
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// docBefore is the run of comments that stands directly above node i, each on
// lines of its own.
func (w *walk) docBefore(i int32) span {
	for w.nodes[i].prev < 0 && i > 0 && w.nodes[w.nodes[i].parent].start == w.nodes[i].start {
		i = w.nodes[i].parent // a body's first member: its comment stands before the body
	}
	doc := span{}
	below := int(w.nodes[i].start)
	for c := w.nodes[i].prev; c >= 0 && w.flag(w.nodes[c].kind, isComment); c = w.nodes[c].prev {
		w.looks++
		at := w.spanOf(c, c)
		lines, blank := gap(w.src[at.End:below])
		if _, opens := source.Indentation(w.src, at.Start); !blank || lines != 1 || !opens {
			break
		}
		if doc.to == 0 {
			doc.to, doc.End = at.to, at.End
		}
		doc.from, doc.Start = c, at.Start
		below = at.Start
	}
	return doc
}

// gap counts the line ends in text and tells whether it holds nothing else.
func gap(text []byte) (lines int, blank bool) {
	for i, c := range text {
		switch {
		case c == '\n', c == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			lines++
		case !isSpace(c):
			return lines, false
		}
	}
	return lines, true
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}

func join(container, name string) string {
	if container == "" {
		return name
	}
	return container + "." + name
}
