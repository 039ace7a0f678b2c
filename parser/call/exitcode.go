package call

import (
	"slices"
	"strings"

	"holdfast/parser/pattern"
)

// exit is a line with which clients tell how a command ended: "Exit code: 1",
// "exit status 1", "Process exited with code 1", "<… completed with exit code 1>".
var exit = pattern.New(`(?i)\b(?:exit(?:ed)?|return(?:ed)?)[ _]?(?:(?:with|a|an|non-?zero|exit|status)[ _])*(?:code|status)(?: (?:of|is|was))?` +
	`[\s:=>"']{0,3}(-?\d{1,10})(?: (?:in|after) [\d.]+ ?m?s\w*)?\W*(?:</?\w+>\W*)?$`)

// Where a client tells an exit code: in a few lines before the output or after it.
const (
	maxHead = 8   // lines
	maxTail = 6   // lines
	maxExit = 200 // bytes of such a line
)

// output ends what stands before the output of a command.
const output = "\nOutput:"

// exitCode is the exit code that a result tells, "0" for a success. A head that
// ends in "Output:" has the say; else what is told last, where programs print
// less than clients do.
func exitCode(text string) (code string, told bool) {
	if head, _, ok := headed(text); ok {
		if code, told = exitIn(head, maxHead); told {
			return code, true
		}
	}
	tail := text[strings.LastIndexByte(text, '\n')+1:]
	if code, told = exitIn(tail, 1); told {
		return code, true
	}
	if code, told = exitIn(lastLines(text, maxTail), maxTail); told {
		return code, true
	}
	return exitIn(text, maxHead)
}

// Ended reports whether a result says with which code its command ended: it ran
// then, whatever came of it.
func Ended(text string) bool {
	_, told := exitCode(strings.TrimSpace(text))
	return told
}

// headed cuts a result at the line "Output:", where that follows a short head.
func headed(text string) (head, rest string, ok bool) {
	before, after, ok := strings.Cut(text[:min(len(text), maxFailure)], output)
	if !ok || after != "" && after[0] != '\n' && after[0] != '\r' || strings.Count(before, "\n") >= maxHead {
		return "", "", false
	}
	return before, strings.TrimSpace(text[len(before)+len(output):]), true
}

// exitIn is the first exit code that the first lines of a text tell.
func exitIn(text string, lines int) (code string, told bool) {
	for line := range strings.Lines(text) {
		if lines--; lines < 0 {
			break
		}
		if code, told = exitOn(line); told {
			return code, true
		}
	}
	return "", false
}

func exitOn(line string) (code string, told bool) {
	if line = strings.TrimSpace(line); len(line) > maxExit {
		return "", false
	}
	m := exit.FindStringSubmatch(line)
	if m == nil {
		return "", false
	}
	if strings.Trim(m[1], "0") == "" {
		return "0", true
	}
	return m[1], true
}

// lastLines are the last lines of a text.
func lastLines(text string, n int) string {
	at := len(text)
	for ; n > 0 && at >= 0; n-- {
		at = strings.LastIndexByte(text[:at], '\n')
	}
	return text[at+1:]
}

// exited is what a command's exit code says: of a failure the line of its output
// that tells of it, else the first one.
func exited(text, code string) (reason string, failed bool) {
	if code == "0" {
		return "", false
	}
	if _, rest, ok := headed(text); ok {
		text = rest
	}
	var lines []string
	for line := range strings.Lines(text[:min(len(text), maxFailure)]) {
		line = strings.TrimSpace(line)
		if _, told := exitOn(line); !told && line != "" && line != strings.TrimSpace(output) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "it ended with exit code " + code, true
	}
	telling := max(0, slices.IndexFunc(lines, func(line string) bool { return denies(said, line) }))
	return short(lines[telling]), true
}
