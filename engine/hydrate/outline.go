package hydrate

import (
	"fmt"
	"strings"

	"holdfast/parser/source"
)

// A file or a class brings along what it contains. Where that is much, and where
// only a part of it is asked for, a model is served better by an overview: the
// signatures.

// Outline is an entity that is shown by its signature.
type Outline struct {
	Entity Entity
	// Signature is one line, "" where it had no room either.
	Signature string
}

const (
	// apartPart of the budget is what the rest of a file may take of which
	// something was named itself.
	apartPart = 3
	// outlinePart of the budget is what signatures may take.
	outlinePart = 6
)

// groups decides what of a selection is shown by its signatures.
type groups struct {
	*Input
	budget int
	by     map[string]bool // of each group
	left   int             // room for signatures
	shown  map[*Block]bool // what is known to stand in the request, or not to
}

// stands reports whether the request shows an entity itself. Of a group that is
// outlined only those are read for that which the request names.
func (g *groups) stands(m *Mention) bool {
	if g.Shown == nil || g.by[m.Group] && !g.Shown.Names(m.Entity) {
		return false
	}
	b, err := g.Block(m.Entity)
	return err == nil && g.shows(b)
}

func (g *groups) shows(b *Block) bool {
	if g.Shown == nil {
		return false
	}
	shown, known := g.shown[b]
	if !known {
		shown = g.Shown.Shows(b)
		if g.shown == nil {
			g.shown = map[*Block]bool{}
		}
		g.shown[b] = shown
	}
	return shown
}

// outlined reports whether the candidate of that index is shown by its signature
// only, and whether that was decided just now for all of its group: they do not
// fit, or take more than a third of the budget while it is something else of the
// group that was asked for.
func (g *groups) outlined(at int, s *Selection) (yes, fresh bool) {
	m := &g.Candidates[at]
	if m.Group == "" || g.budget <= 0 {
		return false, false
	}
	if yes, known := g.by[m.Group]; known {
		return yes && !g.lifted(m, s), false
	}
	if g.by == nil {
		g.by, g.left = map[string]bool{}, g.budget/outlinePart
	}
	rest, shown, several := 0, 0, false
	for _, b := range s.Blocks {
		if m.Rank == ByPath && b.Entity.Path == m.Entity.Path {
			shown += b.Size
		}
	}
	for i := at; i < len(g.Candidates) && !yes; i++ {
		c := &g.Candidates[i]
		if c.Group != m.Group || g.Verdicts[c.Entity.Key()].Withhold != "" || g.Kept != nil && g.Kept(c.Entity) {
			continue
		}
		several = several || i > at
		if b, err := g.Block(c.Entity); err == nil && !g.shows(b) {
			rest += b.Size
		}
		yes = rest > g.budget-s.Size || m.Apart && shown+rest > g.budget/apartPart
	}
	yes = yes && (several || m.Apart)
	g.by[m.Group] = yes
	return yes && !g.lifted(m, s), yes
}

// lifted reports whether an ordinary word of the prompt is the entity's name, so
// that it may well be what is asked for, and it takes little.
func (g *groups) lifted(m *Mention, s *Selection) bool {
	if !m.Word {
		return false
	}
	b, err := g.Block(m.Entity)
	return err == nil && s.Size+b.Size <= g.budget/apartPart
}

// signature returns that of an entity, "" where there is no more room.
func (g *groups) signature(e Entity) string {
	if g.left <= 0 || e.Rest {
		return ""
	}
	b, err := g.Block(e)
	if err != nil {
		return ""
	}
	g.left -= len(outlineLine(e, b.Signature))
	if g.left < 0 {
		return ""
	}
	return b.Signature
}

const outlineTitle = "OUTLINE: of these only the signature is shown, since there is no room for all of their code:"

func outlineLine(e Entity, signature string) string {
	return "- " + oneLine(e.Key()) + "  " + oneLine(signature) + "\n"
}

// outline lists signatures by file.
func outline(list []Outline) string {
	var b strings.Builder
	more := 0
	for _, o := range list {
		if o.Signature == "" {
			more++
			continue
		}
		b.WriteString(outlineLine(o.Entity, o.Signature))
	}
	if more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	return b.String()
}

// maxSignature bounds a signature, in bytes.
const maxSignature = 160

// signature returns the line that declares what a text defines: without comments,
// decorators and body, and with its parameters, however many lines they take.
func signature(path, text string) string {
	var sig strings.Builder
	s := signatureReader{definition: source.Define(source.ForPath(path))}
	for text != "" && sig.Len() < maxSignature {
		var l string
		l, text, _ = strings.Cut(text, "\n")
		l = strings.TrimSpace(l)
		if s.passes(l) {
			continue
		}
		if sig.Len() > 0 {
			sig.WriteByte(' ')
		}
		sig.WriteString(l)
		if s.open += depth(l); s.open <= 0 {
			break
		}
	}
	out := strings.TrimRight(sig.String(), " {")
	if len(out) > maxSignature {
		return cut(out, maxSignature) + "…"
	}
	return out
}

// signatureReader passes over what stands before a declaration.
type signatureReader struct {
	definition *source.Definition
	comment    string // the end of the block comment that is open
	mark       int    // brackets that a decorator has open
	open       int    // brackets that the declaration has open
}

// passes reports whether a line is none of the declaration's.
func (s *signatureReader) passes(l string) bool {
	switch {
	case s.comment != "":
		if strings.Contains(l, s.comment) {
			s.comment = ""
		}
		return true
	case s.mark > 0:
		s.mark += depth(l)
		return true
	case l == "" || s.open > 0:
		return l == ""
	}
	if s.definition != nil {
		for _, c := range s.definition.Line {
			if strings.HasPrefix(l, c) && !strings.HasPrefix(l, "#[") {
				return true
			}
		}
		for _, c := range s.definition.Block {
			if strings.HasPrefix(l, c[0]) {
				if !strings.Contains(l[len(c[0]):], c[1]) {
					s.comment = c[1]
				}
				return true
			}
		}
	}
	if strings.HasPrefix(l, "@") || strings.HasPrefix(l, "#[") {
		s.mark = max(0, depth(l))
		return true
	}
	return false
}

// depth is how many brackets a line leaves open.
func depth(l string) (n int) {
	for i := range len(l) {
		switch l[i] {
		case '(', '[':
			n++
		case ')', ']':
			n--
		}
	}
	return n
}
