package table

import (
	"regexp"
	"strings"
)

// maxHeader is how much of a header the rules may see.
const maxHeader = 4096

// match is a rule that holds for a statement.
type match struct {
	rule            *rule
	name, container string
}

// match finds the first rule of a scope that holds for a statement.
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
		m := &match{rule: r}
		if !r.declares() {
			return m
		}
		group := func(i int) string {
			if i < 0 || loc[2*i] < 0 {
				return ""
			}
			return string(w.src[s.core+loc[2*i] : s.core+loc[2*i+1]])
		}
		m.name = w.nameOf(r, group)
		m.container = w.clean(group(r.container))
		if m.name != "" && !w.reserved[m.name] {
			return m
		}
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
	if r.drop != nil {
		name = r.drop.ReplaceAllString(name, "")
	}
	return w.clean(name)
}

// clean takes blanks and the language's separator out of a name.
func (w *walker) clean(name string) string {
	name = strings.Join(strings.Fields(name), "")
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
