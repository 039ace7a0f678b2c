package store

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// differences tells which columns of two rows of the same struct differ: what
// is kept, and what it must be. A column is called as its field, or as the
// field's tag says.
func differences[R any](kept, must R) string {
	k, m := reflect.ValueOf(kept), reflect.ValueOf(must)
	var list []string
	for i := range k.NumField() {
		if k.Field(i).Equal(m.Field(i)) {
			continue
		}
		field := k.Type().Field(i)
		name := field.Tag.Get("column")
		if name == "" {
			name = field.Name
		}
		was, want := excerpts(fmt.Sprint(k.Field(i)), fmt.Sprint(m.Field(i)))
		if k.Field(i).Kind() == reflect.String {
			was, want = fmt.Sprintf("%q", was), fmt.Sprintf("%q", want)
		}
		list = append(list, fmt.Sprintf("%s is %s, not %s", name, was, want))
	}
	return strings.Join(list, "; ")
}

// How much of a value is shown, and of what precedes the first difference, in
// bytes.
const (
	excerptSize = 48
	excerptLead = 12
)

// excerpts cuts two texts to what is around their first difference.
func excerpts(a, b string) (string, string) {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	from := 0
	if max(len(a), len(b)) > excerptSize {
		from = max(0, same-excerptLead)
	}
	return excerpt(a, from), excerpt(b, from)
}

// excerpt is a piece of s from a position on, which may be inside of a rune.
func excerpt(s string, from int) string {
	from = runeStart(s, from)
	cut := s[min(from, len(s)):]
	if from > 0 {
		cut = "…" + cut
	}
	if len(cut) <= excerptSize {
		return cut
	}
	return cut[:runeStart(cut, excerptSize)] + "…"
}

// runeStart is where the rune begins in which at lies. What is no rune is left as
// it is: else a run of such bytes would go as a whole.
func runeStart(s string, at int) int {
	for start := at; start >= 0 && start < len(s) && at-start < utf8.UTFMax; start-- {
		if utf8.RuneStart(s[start]) {
			return start
		}
	}
	return at
}
