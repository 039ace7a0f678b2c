package views

import "strings"

// Plain says what a gate report says in the words of somebody who has not read the
// specification. The report itself stays as it was recorded: this is how it is drawn.
func Plain(said string) string { return plainly(said, 1) }

// plainly goes as deep into what a sentence quotes.
func plainly(said string, deep int) string {
	for _, r := range [...]struct{ said, plain string }{
		{"mutation base unacknowledged: the model did not see the current version in this turn", "the model answered without seeing the current version"},
		{"{} of {} definitions of this name", "the file defines this name {1} times, the reply has {0} of them"},
		{"{} collapse from {} to {} ({} %, below {} %)", "much smaller than before: {2} of {1} {0} are left ({3} %)"},
		{"{} (collapse waived by the user)", "{0}, much smaller, as you asked for"},
		{"hydrated in the previous turn, and the user asks for the change", "the model was shown it in the turn before, and you ask for the change"},
		{"not hydrated in the previous turn and asked for by the user", "it was not shown in the turn before and then asked for by you"},
		{"INFERRED: {}", "the place is guessed: {0}"},
		{"each symbol matches one entity of the map{}", "the names fit one known place{0}"},
		{"superseded by {}", "replaced by {0}"},
		{"the entity is new", "the symbol is new"},
		{"the symbol set shrinks", "symbols would be lost"},
		{"{}, the base has {}", "{0}, the current version has {1}"},
		{"the disk does not contradict the map", "the file does not contradict it"},
		{"not comparable with the disk ({}), written by the user", "the file cannot be compared ({0}), and you wrote it"},
		{"the disk cannot be compared: {}", "the file cannot be compared: {0}"},
		{"waits until the disk holds it", "waits until the file contains it"},
		{"{}the disk holds{}", "{0}the file holds{1}"},
	} {
		if holes, ok := holesOf(said, r.said); ok {
			return filledIn(r.plain, holes, deep)
		}
	}
	return said
}

// holesOf are what stands in a text where a pattern has "{}".
func holesOf(text, pattern string) (holes []string, ok bool) {
	first, rest, more := strings.Cut(pattern, "{}")
	text, ok = strings.CutPrefix(text, first)
	for ok && more {
		var next, hole string
		next, rest, more = strings.Cut(rest, "{}")
		if next == "" && !more { // the pattern ends with a hole
			return append(holes, text), true
		}
		hole, text, ok = strings.Cut(text, next)
		holes = append(holes, hole)
	}
	return holes, ok && text == ""
}

// filledIn is a text with each "{n}" replaced by the hole of that number, in plain words.
func filledIn(text string, holes []string, deep int) string {
	var pairs []string
	for i, h := range holes {
		if deep > 0 {
			h = plainly(h, deep-1)
		}
		pairs = append(pairs, "{"+itoa(i)+"}", h)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// plainChecks are the checks of the gates in plain words: as a review names them, and in
// a word or two, for where there is no room for the reason.
var plainChecks = map[string]struct{ name, short string }{
	"resolution":      {"place certain", "guessed"},
	"unlinked":        {"file known", "no file"},
	"full_definition": {"whole code", "not whole"},
	"finish":          {"whole reply", "cut off"},
	"parity_symbols":  {"keeps all symbols", "loses symbols"},
	"rename":          {"keeps the name", "renamed?"},
	"parity_errors":   {"syntax", "syntax error"},
	"parity_count":    {"keeps all definitions", "loses one"},
	"parity_nodes":    {"size", "shrunk"},
	"parity_tokens":   {"size in tokens", "shrunk"},
	"stale":           {"file agrees", "file differs"},
	"authorship":      {"written by you", "your paste"},
	"write_head":      {"you wrote it", ""},
	"grant_parity":    {"model saw it", "not seen"},
	"grant_user":      {"you asked for it", ""},
	"grant_disk":      {"file holds it", ""},
	"grant_audit":     {"audit", ""},
}

// checkName is a check in plain words.
func checkName(name string) string {
	if c, ok := plainChecks[name]; ok {
		return c.name
	}
	return strings.ReplaceAll(name, "_", " ")
}

// Place says how certain it is which symbol code is.
func Place(confidence string) string {
	switch confidence {
	case "CONFIRMED":
		return "place certain"
	case "INFERRED":
		return "place guessed"
	case "UNRESOLVED":
		return "place unknown"
	}
	return confidence
}
