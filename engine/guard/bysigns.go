package guard

import (
	"fmt"
	"slices"
	"strings"

	"holdfast/engine/guard/excerpt"
	"holdfast/engine/guard/signs"
	"holdfast/parser"
	"holdfast/parser/edit"
	"holdfast/parser/elide"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// bySigns judges a large file that changes all over by what proves for certain that it
// is wrong: a remark in the place of code, a bracket or literal that does not close
// where all of them did, definitions that the new text does not even name, and those
// that shrink beyond the limits. Of a file that is larger still the remarks alone are
// looked for, if anything is.
func (c oneChange) bySigns(both *excerpt.Versions, g Ground) Verdict {
	var cut, open, lost, shrunk []Fault
	guts := false
	switch {
	case len(c.after) > mostScanned:
	case len(c.before)+len(c.after) > mostSigns:
		cut = elided(c.path, c.lang, c.after, c.before)
	default:
		together(func() { cut = elided(c.path, c.lang, c.after, c.before) }, func() {
			open = c.unclosed(both)
			if w := c.whole(both); w != nil {
				lost, guts = c.lost(w)
				shrunk = c.shrunk(w, g)
			}
		})
	}
	v := Verdict{Decision: Ask, Paths: []string{c.path}, Faults: slices.Concat(cut, lost, open, shrunk)}
	if len(v.Faults) == 0 {
		unjudged := tooLarge(c.path, len(c.before)+len(c.after))
		if len(c.before)+len(c.after) <= mostSigns {
			unjudged.Unjudged += ", and nothing in its words and brackets is wrong"
		}
		return unjudged
	}
	if guts || len(v.Faults) > len(lost) {
		v.Decision = Deny
	}
	v.Subject = SubjectOf([]string{c.path, event.Hash(c.after)})
	v.Summary, v.Reason = summary(v), reason(v)
	return v
}

// together runs functions side by side. It breaks as the first of them that breaks.
func together(all ...func()) {
	broken := make(chan any)
	for _, f := range all {
		go func() {
			defer func() { broken <- recover() }()
			f()
		}()
	}
	var first any
	for range all {
		if b := <-broken; first == nil {
			first = b
		}
	}
	if first != nil {
		panic(first)
	}
}

// whole is the file in pieces, where the change brings all of it; nil where it does not.
func (c oneChange) whole(both *excerpt.Versions) *excerpt.Whole {
	if c.Op != edit.Write {
		return nil
	}
	return both.Whole()
}

// elided is the first remark that stands in a text in the place of code, and stood not in
// the text before.
func elided(path string, lang source.Language, after, before []byte) []Fault {
	marks := elide.FindIn(path, lang, after, before)
	if len(marks) == 0 {
		return nil
	}
	return []Fault{{Kind: Incomplete, Path: path, Detail: fmt.Sprintf("elided at line %d: %q", marks[0].Line, clip(marks[0].Text))}}
}

func (c oneChange) unclosed(both *excerpt.Versions) []Fault {
	if !parser.Defines(c.lang) {
		return nil
	}
	was, now := both.Masks()
	at, ok := signs.Unclosed(c.after, now.Text, now.Unclosed)
	if ok {
		return nil
	}
	if _, clean := signs.Unclosed(c.before, was.Text, was.Unclosed); !clean {
		return nil
	}
	detail := fmt.Sprintf("does not parse: nothing closes the %s of line %d", at.Text, at.Line)
	if at.Closes {
		detail = fmt.Sprintf("does not parse: nothing opens what the %s of line %d closes", at.Text, at.Line)
	}
	return []Fault{{Kind: Broken, Path: c.path, Detail: detail}}
}

// lost are the definitions that the new text does not even name; guts reports whether
// they seem to be half of the file.
func (c oneChange) lost(w *excerpt.Whole) (faults []Fault, guts bool) {
	var names []string
	seen := 0
	pieces, share := w.Gone(mostGone)
	for _, piece := range pieces {
		was := parser.Parse(c.path, c.lang, piece)
		if was.Refused != "" || was.Errors > 0 {
			continue
		}
		seen += symbols(was)
		for _, s := range was.Symbols {
			if s.Top && s.Name != source.Whole && !w.Names(s.Name[strings.LastIndexByte(s.Name, '.')+1:]) {
				names = append(names, s.Name)
			}
		}
	}
	if len(names) == 0 {
		return nil, false
	}
	guts = len(names) > 1 && share >= .5 && 2*len(c.after) <= len(c.before)
	return []Fault{{
		Kind: Lost, Path: c.path, Guts: guts,
		Detail: fmt.Sprintf("it has at least %s, and your version leaves out at least %s", counted(seen, "symbol"), few(names)),
	}}, guts
}

// shrunk are the definitions that fall below the limits.
func (c oneChange) shrunk(w *excerpt.Whole, g Ground) []Fault {
	pair := w.Shrunk(mostShrunk)
	if pair.Size() == 0 {
		return nil
	}
	v, _ := c.part(pair, g)
	if !v.sound {
		return nil
	}
	return slices.DeleteFunc(v.Faults, func(f Fault) bool { return f.Kind != Collapsed })
}
