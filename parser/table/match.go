package table

import (
	"regexp"
	"strings"
)

// maxHeader is how much of a header the rules may see.
const maxHeader = 4096

// maxName is the length of the longest name, in bytes.
const maxName = 512

// match is a rule that holds for a statement.
type match struct {
	rule      *rule
	names     []string // none where the rule declares nothing
	container string
	end       int // where the pattern ended
}

// match finds the first rule of a scope that holds for a statement, and reads
// the statement to its end.
func (w *walker) match(scope string, s *statement) *match {
	var head []byte
	for _, r := range w.rules {
		if !r.holds(scope) || r.Body && s.body == nil {
			continue
		}
		if head == nil {
			head = w.skeleton(s.core, min(s.head, s.core+maxHeader))
		}
		loc := r.pattern.FindSubmatchIndex(head)
		if loc == nil || r.not != nil && r.not.Match(head) {
			continue
		}
		group := func(i int) string {
			if i < 0 || loc[2*i] < 0 {
				return ""
			}
			return string(w.src[s.core+loc[2*i] : s.core+loc[2*i+1]])
		}
		m := &match{rule: r, end: s.core + loc[1], container: w.clean(r.drop.ReplaceAllString(group(r.container), ""))}
		if r.tail == nil {
			m.names = w.names(r, group)
		} else if s.finish("statement"); s.body != nil {
			m.names = w.tailName(r, s)
		}
		if !r.declares() || len(m.names) > 0 {
			s.finish(r.Ends)
			return m
		}
	}
	s.finish("")
	return nil
}

// names are the names that a rule's groups give.
func (w *walker) names(r *rule, group func(int) string) (names []string) {
	name := w.nameOf(r, group)
	if !r.Many {
		return w.appendName(nil, name)
	}
	for n := range strings.SplitSeq(name, ",") {
		names = w.appendName(names, n)
	}
	return names
}

func (w *walker) appendName(names []string, name string) []string {
	if name == "" || len(name) > maxName || w.reserved[name] {
		return names
	}
	return append(names, name)
}

// tailName is the name that stands behind the body.
func (w *walker) tailName(r *rule, s *statement) []string {
	loc := r.tail.FindSubmatchIndex(w.mask[s.body.end:s.End])
	if i := r.tail.SubexpIndex("name"); loc != nil && i > 0 && loc[2*i] >= 0 {
		return w.appendName(nil, string(w.src[s.body.end+loc[2*i]:s.body.end+loc[2*i+1]]))
	}
	return nil
}

var placeholder = regexp.MustCompile(`\$\{(\w+)\}`)

// nameOf builds the name that a rule's groups give.
func (w *walker) nameOf(r *rule, group func(int) string) string {
	name := group(r.name)
	if r.Name != "" {
		name = placeholder.ReplaceAllStringFunc(r.Name, func(p string) string {
			return group(r.pattern.SubexpIndex(p[2 : len(p)-1]))
		})
	}
	return w.clean(r.drop.ReplaceAllString(name, ""))
}

// clean folds white space in a name and turns the language's separator into a
// dot.
func (w *walker) clean(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if w.Separator != "" {
		name = strings.ReplaceAll(name, w.Separator, ".")
	}
	return strings.Trim(name, ".")
}

// skeleton is a header in which brackets of the second depth and what they
// hold are blank, so that a pattern can pass over the brackets of the first.
func (t *text) skeleton(from, to int) []byte {
	head := make([]byte, to-from)
	copy(head, t.mask[from:to])
	depth := 0
	for i, c := range head {
		if t.closer[c] != 0 && c != '{' {
			depth++
		}
		deep := depth > 1
		if t.opener[c] != 0 && c != '}' && depth > 0 {
			depth--
		}
		if deep && c != '\n' {
			head[i] = ' '
		}
	}
	return head
}
