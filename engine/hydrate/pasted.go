package hydrate

import (
	"strings"

	"holdfast/parser/source"
)

// pasted is what is known of the code in a fence.
type pasted struct {
	from int // where it begins
	// lang is the language of the fence, "" where it does not tell one.
	lang source.Language
	// file is the tracked file whose code it is said to be, nil for none.
	file *file
}

// mentioned is the file that was named last.
type mentioned struct {
	file *file
	end  int // of its path
	// asked reports whether the mention asks for the file.
	asked bool
}

// named notes that f is named, by a path that ends at i, and returns where to go
// on. In code a path asks for nothing; the one on its first line says whose code
// it is.
func (sc *scanner) named(f *file, i int) int {
	switch {
	case sc.fence == 0 || sc.said:
		sc.found.file(f)
		sc.last = mentioned{f, i, true}
		return sc.traced(f, i)
	case sc.code.file == nil && sc.heads(i):
		sc.code.file = f
		sc.found.knows(f)
	case sc.code.lang == "" || shells[sc.code.lang]: // output, or a command
		sc.found.file(f)
	default:
		sc.found.knows(f)
	}
	return i
}

// heads reports whether a path that ends at i is all that the first line of the
// open fence says, but for the marks of a comment.
func (sc *scanner) heads(i int) bool {
	before := sc.s[sc.code.from:i]
	if strings.Contains(strings.TrimSpace(before), "\n") || strings.Trim(line(sc.s[i:]), " \t\r*/->#:") != "" {
		return false
	}
	for k, word := range strings.Fields(before) {
		switch {
		case k == 0 && !strings.ContainsFunc(word, isWordRune): // of a comment
		case strings.HasSuffix(before, word):
			return true
		case k > 1 || !strings.HasSuffix(word, ":"): // "file:"
			return false
		}
	}
	return false
}

// shells are languages whose code names files in order to work on them.
var shells = map[source.Language]bool{"bash": true, "fish": true, "powershell": true}

// opens reads the line that opens a fence, of which the mark ends at j, and
// returns where to go on. "json" there names no function, and a path asks for
// nothing: neither there nor on the line above.
func (sc *scanner) opens(i, j int) int {
	info := line(sc.s[j:])
	sc.code = pasted{from: j + len(info)}
	info = info[:min(len(info), maxToken)]
	for first := true; info != ""; {
		token := info
		if k := strings.IndexAny(info, " \t\r:={}\"'`,()"); k >= 0 {
			token, info = info[:k], info[k+1:]
		} else {
			info = ""
		}
		if token == "" {
			continue
		}
		if f := sc.file(token); f != nil {
			sc.code.file = f
		}
		if first {
			sc.code.lang = source.ForTag(token)
		}
		first = false
	}
	if l := sc.last; sc.code.file == nil && l.asked && labels(sc.s[l.end:i]) {
		sc.code.file = l.file
		sc.found.files[l.file]--
		sc.last.asked = false
	}
	if f := sc.code.file; f != nil {
		if sc.found.knows(f); sc.said {
			sc.found.file(f)
		}
		if sc.code.lang == "" {
			sc.code.lang = source.ForPath(f.path)
		}
	}
	return sc.code.from
}

// labels reports whether nothing but the end of a label stands between a path and
// a fence.
func labels(between string) bool {
	return strings.Count(between, "\n") <= 2 && strings.Trim(between, " \t\r\n:*_`'\")>(") == ""
}

// pasted notes what a name in pasted code means: in its own file, else in its own
// language where just one entity bears it, or a few together with what contains
// them. It tells whether it means anything.
func (sc *scanner) pasted(n *name, bound int) bool {
	if f := sc.code.file; f != nil && sc.found.nameIn(n, f, ByPasted) {
		return true
	}
	if bound != qualifiedNames {
		bound = min(bound, 1)
	}
	key := pastedName{n, sc.code.lang}
	known, seen := sc.met[key]
	if !seen {
		for _, p := range outermost(spoken(n.places(), sc.code.lang), bound) {
			known = true
			for _, e := range p.bearers() {
				sc.found.add(e, hit{rank: ByPasted})
			}
		}
		if sc.met == nil {
			sc.met = map[pastedName]bool{}
		}
		sc.met[key] = known
	}
	if known {
		sc.found.hits++
	}
	return known
}

// pastedName is a name in code of a language.
type pastedName struct {
	name *name
	lang source.Language
}

// spoken returns the places of a name in files of a language, or all for "". It
// returns none of a name that is in many places: it points at nothing.
func spoken(places []*place, lang source.Language) []*place {
	if lang == "" || len(places) > 4*qualifiedNames {
		return places
	}
	var list []*place
	for _, p := range places {
		if kin(source.ForPath(p.all()[0].Path), lang) {
			list = append(list, p)
		}
	}
	return list
}

// kin reports whether code of two languages calls each other's: JavaScript and
// TypeScript, C and C++.
func kin(a, b source.Language) bool { return root(a) == root(b) }

func root(l source.Language) source.Language {
	for d := source.Define(l); d != nil && d.Like != ""; d = source.Define(l) {
		l = source.Language(d.Like)
	}
	return l
}
