package resolve

import (
	"bytes"
	"fmt"
	"strings"

	"holdfast/parser/elide"
	"holdfast/parser/source"
)

// shell is how a text shows a class, or another container, around its members.
type shell int

const (
	shellDefined shell = iota // the container's own definition
	shellWrapper              // only says where its members belong
	shellPart                 // lacks lines of the container, which may be gone or only left out
)

// shellOf tells what a text means by a container. Models send a changed method
// inside its class and leave out the rest: such a class says where the method
// belongs, and its fields are not lost (TSLP 7).
func (r *resolver) shellOf(u update, sym source.Symbol, at ground, base []byte) (kind shell, reason string) {
	if sym.IsRest() {
		return restOf(u, sym, at, base)
	}
	known := at.known
	shown := members(u.file, sym)
	if u.whole || u.composed || len(base) == 0 || len(shown) == 0 {
		return shellDefined, ""
	}
	tracked, omitted := 0, 0
	for symbol, t := range known {
		if t.Container == sym.Name {
			tracked++
			if !shown[symbol] {
				omitted++
			}
		}
	}
	lost, added, body := compareShells(ownLines(base), ownLines(Text(u.file.Src, withoutDocs(sym))))
	headerOnly := added == 0 && body == 0
	switch {
	case lost == 0:
		return shellDefined, ""
	case headerOnly && (omitted > 0 || tracked == 0):
		return shellWrapper, ""
	case headerOnly || omitted > 0:
		return shellPart, fmt.Sprintf("leaves out %d lines of %s itself and %d of its %d tracked members", lost, sym.Name, omitted, tracked)
	}
	return shellDefined, ""
}

// restOf tells what a text means by the statements that stand outside of its
// definitions. They are those of the file where they hold all that was there, or where
// the text is meant as the whole file: it leaves out none of its definitions, and begins
// as the file does or keeps most of its statements. Beside a part of a file they may as
// well be a few of them, or show how it is used (product 3, 8).
func restOf(u update, sym source.Symbol, at ground, base []byte) (kind shell, reason string) {
	if u.whole || u.composed {
		return shellDefined, ""
	}
	omitted := omits(u.file, at)
	if len(base) == 0 {
		if omitted == 0 {
			return shellDefined, ""
		}
		return shellPart, fmt.Sprintf("statements beside a part of %s: %d of its definitions are not in it", u.file.Path, omitted)
	}
	was := ownLines(base)
	lost, added, _ := compareShells(was, ownLines(Text(u.file.Src, withoutDocs(sym))))
	meant := omitted == 0 && (2*lost <= len(was) || at.disk != nil && beginsAs(u.file.Src, at.disk.Src))
	switch {
	case lost == 0 || meant:
		return shellDefined, ""
	case added == 0:
		return shellWrapper, ""
	}
	return shellPart, fmt.Sprintf("leaves out %d of the %d lines that stand outside of the definitions of %s", lost, len(was), u.file.Path)
}

// omits counts the top-level definitions of a file, as the map or the disk has it, that
// a text lacks.
func omits(f *source.File, at ground) int {
	gone := map[string]bool{}
	for symbol, t := range at.known {
		if t.Top && f.Find(symbol) == nil {
			gone[symbol] = true
		}
	}
	if at.disk != nil {
		for _, sym := range at.disk.Symbols {
			if sym.Top && f.Find(sym.Name) == nil {
				gone[sym.Name] = true
			}
		}
	}
	return len(gone)
}

// members are the symbols that stand inside the container's own braces: a Go
// method, which stands outside its type, makes the type no wrapper.
func members(f *source.File, container source.Symbol) map[string]bool {
	inside := map[string]bool{}
	for _, s := range f.Symbols {
		if s.Container != container.Name || len(s.Extents) == 0 {
			continue
		}
		for _, e := range container.Extents {
			if e.Start <= s.Extents[0].Start && s.Extents[0].End <= e.End {
				inside[s.Name] = true
			}
		}
	}
	return inside
}

func withoutDocs(sym source.Symbol) source.Symbol {
	sym.Docs = nil
	return sym
}

// compareShells counts the lines of the base that the text lacks, those that
// are new in it, and those of the base's body that it keeps.
func compareShells(base, text []string) (lost, added, body int) {
	left := map[string]int{}
	for _, l := range base {
		left[l]++
	}
	kept, header := 0, true
	for _, l := range text {
		annotation := strings.HasPrefix(l, "@") || strings.HasPrefix(l, "#[")
		if left[l] == 0 {
			added++
		} else {
			left[l]--
			kept++
			if !header {
				body++
			}
		}
		header = header && annotation // the declaration ends the header
	}
	return len(base) - kept, added, body
}

// ownLines are the lines that say something: no blank ones, no lone brackets,
// no comments.
func ownLines(text []byte) []string {
	var out []string
	for line := range bytes.Lines(text) {
		l := strings.TrimSpace(string(line))
		if strings.Trim(l, "{}()[];,") != "" && l != "end" && !comment(l) {
			out = append(out, l)
		}
	}
	return out
}

func comment(line string) bool {
	for _, mark := range []string{"//", "/*", "*", "# ", "--"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// trimDocs takes an elision marker that stands above a definition out of its
// doc comment: what it says is left out stands before the definition, which
// may be whole.
func trimDocs(lang source.Language, src []byte, sym source.Symbol, base []byte) source.Symbol {
	docs := make([]source.Range, 0, len(sym.Docs))
	for _, d := range sym.Docs {
		markers := elide.Find(lang, src[d.Start:d.End], base)
		if len(markers) == 0 {
			docs = append(docs, d)
			continue
		}
		rest := d.Start
		for range markers[len(markers)-1].Line {
			at := bytes.IndexByte(src[rest:d.End], '\n')
			if at < 0 {
				rest = d.End
				break
			}
			rest += at + 1
		}
		for rest < d.End && (src[rest] == ' ' || src[rest] == '\t') {
			rest++
		}
		if rest < d.End {
			docs = append(docs, source.Range{Start: rest, End: d.End})
		}
	}
	sym.Docs = docs
	return sym
}
