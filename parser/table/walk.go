package table

import (
	"sort"

	"holdfast/parser/source"
)

// maxDepth bounds how deep containers are looked into.
const maxDepth = 64

// found is one definition that a rule matched.
type found struct {
	*match
	qualified string // with its containers
	container string
	parent    int // index of the container, -1 at top level
	extent    source.Range
	docs      source.Range // empty if none
}

// walker collects the definitions of a text.
type walker struct {
	*text
	lines []line // of texts of indented style
	found []found
	loose bool
}

// place is where the walk stands.
type place struct {
	scope  string
	name   string // the containers' qualified name
	parent int
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
	above := lead{doc: -1, attached: -1}
	for pos := w.skipEmpty(r.Start, r.End); pos < r.End; {
		s := w.statementAt(pos, r.End)
		m := w.match(at.scope, &s)
		ends := ""
		if m != nil {
			ends = m.rule.Ends
		}
		s.finish(ends)
		if inner, ok := w.visit(&s, m, &at, &above); ok && s.body != nil {
			w.walkRegion(s.body.inside, inner)
		}
		pos = w.skipEmpty(max(s.next, pos+1), r.End)
	}
}

// walkLines does the same for the logical lines from..to.
func (w *walker) walkLines(from, to int, at place) {
	above := lead{doc: -1, attached: -1}
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

// visit records what a statement is, and tells where its body is looked into.
func (w *walker) visit(s *statement, m *match, at *place, above *lead) (inner place, descend bool) {
	if m == nil {
		w.plain(s, at, above)
		return inner, false
	}
	defer func() { *above = lead{attached: -1, doc: -1} }()
	name := at.name
	if m.name != "" {
		if m.container != "" {
			name = join(at.name, m.container)
		}
		name = join(name, m.name)
	}
	if m.rule.Ends == "rest" {
		at.name = m.name
		return inner, false
	}
	inner = place{scope: m.rule.Opens, name: at.name, parent: at.parent, depth: at.depth + 1}
	if inner.scope == "=" {
		inner.scope = at.scope
	}
	switch {
	case m.name == "":
		w.loose = w.loose || m.rule.Kind == "" && at.parent < 0
	case m.rule.Kind == "": // it only qualifies
		inner.name = name
	default:
		if m.rule.Container {
			inner.name = name
			inner.parent = len(w.found)
		}
		w.add(s, m, name, *at, above)
	}
	return inner, m.rule.Opens != "" && inner.depth < maxDepth
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
		w.loose = true
	}
	*above = lead{attached: -1, doc: -1}
}

// add records a definition; it joins the one before it where clauses do.
func (w *walker) add(s *statement, m *match, name string, at place, above *lead) {
	f := found{match: m, qualified: name, container: at.name, parent: at.parent, extent: s.Range}
	if m.container != "" {
		f.container = join(at.name, m.container)
	}
	top := s.Start
	if above.attached >= 0 {
		f.extent.Start, top = above.attached, above.attached
	}
	if above.doc >= 0 && above.doc < f.extent.Start {
		f.docs = source.Range{Start: above.doc, End: above.docEnd}
		top = above.doc
	}
	if c, ok := w.commentsAbove(top); ok {
		f.docs.Start = c.Start
		if f.docs.End == 0 {
			f.docs.End = c.End
		}
	}
	if n := len(w.found); m.rule.Clauses && n > 0 && w.found[n-1].qualified == name && w.found[n-1].parent == at.parent {
		w.found[n-1].extent.End = f.extent.End
		return
	}
	w.found = append(w.found, f)
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

// adjoins tells that nothing but blanks and one newline lie between.
func (w *walker) adjoins(from, to int) bool {
	newlines := 0
	for ; from < to; from++ {
		if w.src[from] == '\n' {
			newlines++
		} else if !isBlank(w.src[from]) {
			return false
		}
		if newlines > 1 {
			return false
		}
	}
	return true
}

// alone tells that only blanks stand before pos on its line.
func (w *walker) alone(pos int) bool {
	for pos > 0 && isBlank(w.src[pos-1]) {
		pos--
	}
	return pos == 0 || w.src[pos-1] == '\n'
}

func join(container, name string) string {
	if container == "" {
		return name
	}
	return container + "." + name
}
