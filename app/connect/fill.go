package connect

import (
	"encoding/json"
	"strings"
)

// Placeholders of the table's texts. In shell they stand for a word or a part
// of one, elsewhere they stand inside double quotes.
const (
	rootMark  = "{root}"
	baseMark  = "{base}"
	modelMark = "{model}"
	keyMark   = "{key}"
	// jsonModelMark is the model as JSON's inside, between a shell's single quotes.
	jsonModelMark = "{model in json}"
)

// fill puts a target into a text, escaped as its syntax asks.
func fill(syntax, text string, t Target) string {
	escape := quoted
	if syntax == "shell" {
		escape = shellWord
	}
	return strings.NewReplacer(
		rootMark, escape(t.Root()), baseMark, escape(t.Base()), modelMark, escape(t.model()), keyMark, escape(t.key()),
		jsonModelMark, singleQuoted(quoted(t.model())),
	).Replace(text)
}

// quoted is s inside double quotes: JSON's escapes are those of TOML, YAML and
// JavaScript too.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return "" // a string is always encoded
	}
	return strings.TrimSuffix(strings.TrimPrefix(b.String(), `"`), "\"\n")
}

// shellWord is s as a word, or a part of one, of a POSIX shell.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+,", r)
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	return "'" + singleQuoted(s) + "'"
}

// singleQuoted is s between single quotes of a shell.
func singleQuoted(s string) string { return strings.ReplaceAll(s, "'", `'\''`) }
