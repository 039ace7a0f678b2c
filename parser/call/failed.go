package call

import (
	"path"
	"strings"

	"holdfast/parser/pattern"
)

// Bounds on a result that is read as the report of a failure.
const (
	maxFailure = 16 << 10 // bytes: a client may quote the old text
	maxPrinted = 12       // lines of a command's output that a client's refusal has at most
	maxNotRead = 3        // lines of a report that a file could not be read
	maxReason  = 160      // characters of a reason
)

// kind is what the result of a call may be made of, which decides what in it is
// the client's own word.
type kind int

const (
	said    kind = iota // the client's words about what it did to files
	printed             // what a command printed, and what the client says around it
	shows               // what a file holds, or why it was not read
	prints              // the same by a command: it may tell how that ended
)

// kindOf is the kind of a call's result. Of a call that is not known only what it
// brought is: it changes files.
func kindOf(did []Action) kind {
	k := said
	for _, a := range did {
		switch {
		case a.Kind == Show && a.Shape == Shell:
			return prints
		case a.Kind == Show:
			return shows
		case a.Shape == Shell:
			k = printed
		}
	}
	return k
}

// Failed reports whether the result of a call that did this says that it failed,
// or was denied, rejected or cancelled by the user, and the reason in a few words
// (product 10). isError is what the client's format says outright. Else the form
// tells: a JSON object that says so, a command's exit code, or a first line that
// a client says and that denies. What a file holds is no failure, nor what a
// program prints, and a line that tells of a success as well is none: where the
// form does not tell, the disk does.
func Failed(did []Action, text string, isError bool) (reason string, failed bool) {
	if isError {
		return short(text), true
	}
	k, text := kindOf(did), strings.TrimSpace(text)
	if o, is := outcomes(text); is {
		return o.failed(k == shows || k == prints)
	}
	if k != shows {
		if code, told := exitCode(text); told {
			return exited(text, code)
		}
	}
	if len(text) > maxFailure {
		return "", false
	}
	line, rest, _ := strings.Cut(strings.TrimSpace(tags.ReplaceAllString(text, "")), "\n")
	lines := 1 + strings.Count(rest, "\n") // further ones
	if strings.HasPrefix(text, "<tool_use_error>") || denies(k, line) && fits(k, did, line, lines) {
		return short(text), true
	}
	return "", false
}

// fits reports whether the rest of a result leaves its first line the client's.
func fits(k kind, did []Action, line string, lines int) bool {
	switch k {
	case printed:
		return lines <= maxPrinted
	case shows, prints:
		return lines <= maxNotRead && !strings.ContainsAny(line, "{};=") && about(did, line)
	}
	return true
}

// aboutFiles are words of a client that speaks of what it was to read.
var aboutFiles = pattern.New(`(?i)\b(?:file|directory|folder|path|tool|permission)\b`)

// about reports whether a line speaks of the call rather than stands in the file
// that it reads.
func about(did []Action, line string) bool {
	for _, a := range did {
		if a.Path != "" && strings.Contains(line, path.Base(strings.ReplaceAll(a.Path, `\`, "/"))) {
			return true
		}
	}
	return aboutFiles.MatchString(line)
}

var tags = pattern.New(`</?[a-z_]+>`)

// short is the first line of a text that says something, cut for display.
func short(text string) string {
	text = tags.ReplaceAllString(text[:min(len(text), maxFailure)], "")
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.ToValidUTF8(strings.TrimSpace(line), "\ufffd")
	if r := []rune(line); len(r) > maxReason {
		return string(r[:maxReason]) + "…"
	}
	if line == "" {
		return "the client reports that it failed"
	}
	return line
}
