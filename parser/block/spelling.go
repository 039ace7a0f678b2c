package block

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Spelled returns a canonical path as the workspace spells it. Systems and
// editors write letters with marks in two ways, as one character or as several;
// a path that differs from a file's in nothing else means that file. tracked are
// the paths among which it is looked for, known reports whether a path is tracked
// or exists.
func Spelled(p string, tracked []string, known func(path string) bool) string {
	if ascii(p) || known(p) {
		return p
	}
	composed := Composed(p)
	for _, t := range tracked {
		if !ascii(t) && Composed(t) == composed {
			return t
		}
	}
	for _, other := range []string{composed, norm.NFD.String(p)} {
		if other != p && known(other) {
			return other
		}
	}
	return p
}

// Composed returns a path, or a part of one, with each letter and its marks as one
// character where there is one: the form in which spellings are compared.
func Composed(p string) string {
	if ascii(p) {
		return p
	}
	return norm.NFC.String(p)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
