package schemas

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Root is the path of a document as a whole.
const Root = "$"

// Fault is one thing that is wrong with a document.
type Fault struct {
	// Path leads from the document's root to the value, or to where a missing
	// one should be: current_state.open_conflicts[0].status. Root is the whole.
	Path string
	// Text says in words what is wrong there.
	Text string
}

// String is the fault on one line, "path: text".
func (f Fault) String() string { return f.Path + ": " + f.Text }

// Path joins keys (string) and indices (int) to a path. A key that is no plain
// name stands quoted in brackets, so that a path has one meaning.
func Path(steps ...any) string {
	var b strings.Builder
	for _, step := range steps {
		switch s := step.(type) {
		case int:
			b.WriteString("[" + strconv.Itoa(s) + "]")
		case string:
			switch {
			case !plain(s):
				b.WriteString("[" + quote(s) + "]")
			case b.Len() > 0:
				b.WriteString("." + s)
			default:
				b.WriteString(s)
			}
		}
	}
	if b.Len() == 0 {
		return Root
	}
	return b.String()
}

// plain reports whether a key can stand in a path as it is.
func plain(key string) bool {
	for i, r := range key {
		if r != '_' && r != '-' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return key != "" && len(key) <= longest
}

// longest is how much of a foreign text is repeated in a sentence, in bytes.
const longest = 60

// quote repeats a foreign text, or its beginning, on one line.
func quote(s string) string {
	if len(s) <= longest {
		return strconv.Quote(s)
	}
	end := longest
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return strconv.Quote(s[:end] + "…")
}

// place is a fault with what its order is taken from.
type place struct {
	location []string
	fault    Fault
}

// inOrder are the faults in the order of their paths, each once.
func inOrder(found []place) []Fault {
	slices.SortStableFunc(found, func(a, b place) int {
		return cmp.Or(slices.CompareFunc(a.location, b.location, compareSteps), cmp.Compare(a.fault.Text, b.fault.Text))
	})
	faults := make([]Fault, len(found))
	for i, p := range found {
		faults[i] = p.fault
	}
	return slices.Compact(faults)
}

// compareSteps orders indices by number, keys by their letters.
func compareSteps(a, b string) int {
	x, xErr := strconv.Atoi(a)
	y, yErr := strconv.Atoi(b)
	if xErr == nil && yErr == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a, b)
}

// pathOf is the path of a location, whose indices stand as digits; no key of these
// schemas is a number, and a foreign one is only named.
func pathOf(location []string) string {
	steps := make([]any, len(location))
	for i, step := range location {
		steps[i] = step
		if n, err := strconv.Atoi(step); err == nil && i > 0 {
			steps[i] = n
		}
	}
	return Path(steps...)
}

// missing says that a key is not there; without its current_state a delta is
// differential, for which the specification has words of its own.
func missing(key string) string {
	if key == "current_state" {
		return "is missing: a differential-only delta cannot restore a session, since it needs every delta before it"
	}
	return "is missing"
}

// forms says what a text must look like, by the name of its definition.
var forms = map[string]string{
	"timestamp": "is no ISO 8601 timestamp such as 2025-01-15T14:10:00Z",
	"hash":      `is no hash: it must be "sha256:" and 64 hexadecimal digits`,
}

// noneOf says that a text is not one of those that may stand there.
func noneOf(got any, want []string) string {
	if len(want) == 2 {
		return fmt.Sprintf("%s is neither %s nor %s", value(got), quote(want[0]), quote(want[1]))
	}
	return fmt.Sprintf("%s is none of %s", value(got), strings.Join(said(want, quote), ", "))
}

// unlike says that a text does not match the pattern of the definition of that name.
func unlike(got, pattern, definition string) string {
	if form, ok := forms[definition]; ok {
		return fmt.Sprintf("%s %s", quote(got), form)
	}
	return fmt.Sprintf("%s does not match %s", quote(got), pattern)
}

// article is a JSON type as a sentence names it.
func article(typ string) string {
	switch typ {
	case "null":
		return "null"
	case "array", "object", "integer":
		return "an " + typ
	}
	return "a " + typ
}

func said(names []string, say func(string) string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = say(name)
	}
	return out
}

// value shows a JSON value; of what has parts, only the type.
func value(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return quote(v)
	case bool:
		return strconv.FormatBool(v)
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case json.Number:
		return v.String()
	}
	return fmt.Sprint(v)
}
