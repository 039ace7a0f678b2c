package table

import (
	"sort"

	"holdfast/parser/source"
)

// maxDepth bounds how deep containers are looked into.
const maxDepth = 64

// found is one definition that a rule matched.
type found struct {
	rule            *rule
	name, container string // qualified
	parent          int    // index of the symbol that encloses it, -1 if none
	top             bool
	extent          source.Range
	docs            source.Range // empty if none
}

// walker collects the definitions of a text.
type walker struct {
	*text
	lines []line // of texts of indented style
	found []found
	loose bool
	rest  []source.Range // the statements outside of every declaration
}

// place is where the walk stands.
type place struct {
	scope  string
	name   string // the containers' qualified name
	parent int
	inner  bool // within something that is no namespace
	depth  int
}

func (w *walker) run() {
	at := place{scope: "top", parent: -1}
	if w.Style == "indent" {
		w.lines = w.logicalLines()
		w.walkLines(0, len(w.lines), at)
		return
	}
	w.walkRegion(source.Range{End: len(w.mask)}, at)
}

// walkRegion reads the statements of a region one after the other.
func (w *walker) walkRegion(r source.Range, at place) {
	above := lead{attached: -1, doc: -1}
	for pos := w.skipEmpty(r.Start, r.End); pos < r.End; {
		s := w.statementAt(pos, r.End)
		m := w.match(at.scope, &s)
		if inner, ok := w.visit(&s, m, &at, &above); ok {
			if body := w.bodyOf(&s, m); body != nil {
				w.walkRegion(body.inside, inner)
			}
		}
		pos = w.skipEmpty(max(s.next, pos+1), r.End)
	}
}

// bodyOf is the block whose statements are looked into, nil if there is none.
func (w *walker) bodyOf(s *statement, m *match) *block {
	if !m.rule.Group {
		return s.body
	}
	open := m.end - 1
	if w.mate[open] == 0 {
		return nil
	}
	return s.scan.blockAt(open, open+1)
}

// walkLines does the same for the logical lines from..to.
func (w *walker) walkLines(from, to int, at place) {
	above := lead{attached: -1, doc: -1}
	for i := from; i < to; {
		s, next := w.indented(i, to)
		m := w.match(at.scope, &s)
		if inner, ok := w.visit(&s, m, &at, &above); ok && s.body != nil {
			first := sort.Search(len(w.lines), func(k int) bool { return w.lines[k].Start >= s.body.inside.Start })
			w.walkLines(first, next, inner)
		}
		i = next
	}
}

// lead is what stands above a declaration and belongs to it.
type lead struct {
	attached int // start of the first attached statement, -1 if none
	doc      int // start of the statement that documents it, -1 if none
	docEnd   int
}

func (l *lead) clear() { *l = lead{attached: -1, doc: -1} }

// visit records what a statement is, and tells where its body is looked into.
func (w *walker) visit(s *statement, m *match, at *place, above *lead) (inner place, descend bool) {
	if m == nil || len(at.name) > maxName {
		w.plain(s, at, above)
		return inner, false
	}
	defer above.clear()
	*at, inner = w.declare(s, m, *at, above)
	return inner, m.rule.Opens != "" && inner.depth < maxDepth
}

// declare records what a rule declares, and tells where the walk goes on after
// the statement and inside of it.
func (w *walker) declare(s *statement, m *match, at place, above *lead) (after, inner place) {
	r := m.rule
	inner = at
	inner.scope, inner.depth = r.Opens, at.depth+1
	if r.Opens == "=" {
		inner.scope = at.scope
	}
	if len(m.names) == 0 {
		if r.Kind == "" && at.parent < 0 {
			w.statement(s.Range)
		}
		return at, inner
	}
	outer := at.name
	if r.Absolute {
		at.name = ""
	}
	name := join(join(at.name, m.container), m.names[0])
	switch {
	case r.Ends == "rest":
		at.name = name
		return at, at
	case r.Kind == "": // it only qualifies
		inner.name = name
		return at, inner
	case r.Container:
		inner.name, inner.parent = name, len(w.found)
		inner.inner = at.inner || r.Kind != "namespace" && r.Kind != "module"
	}
	w.add(s, m, at, above)
	at.name = outer
	return at, inner
}

// plain handles a statement that declares nothing.
func (w *walker) plain(s *statement, at *place, above *lead) {
	text := w.mask[s.core:min(s.End, s.core+256)]
	switch {
	case w.doc != nil && w.doc.Match(text):
		above.doc, above.docEnd = s.Start, s.End
		return
	case w.attached != nil && w.attached.Match(text):
		if above.attached < 0 {
			above.attached = s.Start
		}
		return
	case at.parent < 0 && !(w.neutral != nil && w.neutral.Match(text)):
		w.statement(s.Range)
	}
	above.clear()
}

// statement notes a statement outside of every declaration, which may hold some.
func (w *walker) statement(r source.Range) {
	w.loose = true
	if n := len(w.rest); r.Len() > 0 && (n == 0 || r.Start >= w.rest[n-1].End) {
		w.rest = append(w.rest, r)
	}
}

// add records what a statement defines. A clause joins the definition before
// it.
func (w *walker) add(s *statement, m *match, at place, above *lead) {
	f := found{
		rule: m.rule, container: join(at.name, m.container),
		parent: at.parent, top: !at.inner && !m.rule.Member, extent: s.Range,
	}
	if n := len(w.found) - 1; m.rule.Clauses && n >= 0 && w.found[n].name == join(f.container, m.names[0]) && w.found[n].parent == at.parent {
		w.found[n].extent.End = f.extent.End
		return
	}
	if above.attached >= 0 {
		f.extent.Start = above.attached
	}
	f.docs = w.docsAbove(f.extent.Start, above)
	for _, n := range m.names {
		f.name = join(f.container, n)
		w.found = append(w.found, f)
	}
}

// docsAbove is the doc comment of what starts at pos: a statement that
// documents it, and comments directly above.
func (w *walker) docsAbove(pos int, above *lead) (docs source.Range) {
	if above.doc >= 0 && above.doc < pos {
		docs = source.Range{Start: above.doc, End: above.docEnd}
		pos = above.doc
	}
	if c, ok := w.commentsAbove(pos); ok {
		docs.Start, docs.End = c.Start, max(docs.End, c.End)
	}
	return docs
}

// commentsAbove is the run of comments that stands on lines of its own
// directly above pos.
func (w *walker) commentsAbove(pos int) (source.Range, bool) {
	r := source.Range{Start: pos}
	for i := sort.Search(len(w.comments), func(k int) bool { return w.comments[k].End > pos }) - 1; i >= 0; i-- {
		c := w.comments[i]
		if !w.adjoins(c.End, r.Start) || !w.alone(c.Start) {
			break
		}
		r.Start = c.Start
		if r.End == 0 {
			r.End = c.End
		}
	}
	return r, r.End > 0
}

// adjoins reports whether nothing but blanks and one newline lie between.
func (w *walker) adjoins(from, to int) bool {
	newlines := 0
	for ; from < to && newlines < 2; from++ {
		if w.src[from] == '\n' {
			newlines++
		} else if !isBlank(w.src[from]) {
			return false
		}
	}
	return newlines == 1
}

// alone reports whether only blanks stand before pos on its line.
func (w *walker) alone(pos int) bool {
	for pos > 0 && isBlank(w.src[pos-1]) {
		pos--
	}
	return pos == 0 || w.src[pos-1] == '\n'
}

func join(container, name string) string {
	if container == "" || name == "" {
		return container + name
	}
	return container + "." + name
}
