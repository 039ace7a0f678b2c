package canon

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// mistakes are what people and models write in place of JSON, by how it begins.
var mistakes = []struct{ begins, words string }{
	{"\n", "a line breaks inside a string: a terminal may have wrapped it; copy the block again, unwrapped"},
	{"NaN", "NaN is no JSON number"},
	{"Infinity", "Infinity is no JSON number"},
	{"-Infinity", "-Infinity is no JSON number"},
	{"undefined", "undefined is no JSON value"},
	{"None", "None is Python; JSON has null"},
	{"True", "True is Python; JSON has true"},
	{"False", "False is Python; JSON has false"},
	{"'", "a string in single quotes; JSON wants double quotes"},
	{"“", "typographic quotes; JSON wants plain double quotes"},
	{"”", "typographic quotes; JSON wants plain double quotes"},
	{"//", "a comment; JSON has none"},
	{"/*", "a comment; JSON has none"},
	{"...", "an elision; the whole document is needed"},
	{"…", "an elision; the whole document is needed"},
	{",", "a comma with nothing before or after it, or a value is missing"},
	{"}", "a comma with nothing after it, or a value is missing"},
	{"]", "a comma with nothing after it, or a value is missing"},
	{"\u00a0", "a no-break space, as web pages put it, where a space should be"},
}

// words says why an object could not be read; text begins where the object does.
func (b *broken) words(text []byte) string {
	switch b.err {
	case errCut:
		return "is cut off: the text ends here before the document does; copy all of it"
	case errTooDeep:
		return fmt.Sprintf("is nested deeper than %d levels; no SESSION_STATE is", maxDepth)
	}
	rest := text[min(b.at, len(text)):]
	if r, size := utf8.DecodeRune(rest); r == utf8.RuneError && size == 1 {
		return fmt.Sprintf("the byte %#02x is not UTF-8", rest[0])
	}
	for _, m := range mistakes {
		if strings.HasPrefix(string(rest[:min(len(rest), 16)]), m.begins) {
			return "is not JSON: " + m.words
		}
	}
	err := b.err
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && syntax.Err != nil {
		err = syntax.Err
	}
	return "is not JSON: " + strings.TrimPrefix(err.Error(), "jsontext: ")
}

// clip is the beginning of a foreign text, for a sentence.
func clip(s string) string {
	const longest = 40
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if len(s) <= longest {
		return s
	}
	end := longest
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}
