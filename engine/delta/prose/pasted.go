package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/parser/pattern"
	"holdfast/parser/thought"
)

// clean blanks what other programs put into a turn: diffs, tool results between
// brackets, elements ("<environment>…</environment>") that open a line, and
// thoughts. Lines stay, so that the structure around them does.
func clean(s string) string {
	s, _ = thought.Without(strings.ReplaceAll(s, "\r\n", "\n"))
	s = withoutDiffs(s)
	if !hasAny(s, "<[") {
		return s
	}
	var b strings.Builder
	kept := 0                    // from where s is not in b yet
	missing := map[string]bool{} // closing tags that do not come any more
	for at := 0; at < len(s); {
		end := len(s)
		if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := s[at:end]
		closing := wrapperEnd(line)
		if closing == "" || missing[closing] {
			at = end
			continue
		}
		i := strings.Index(s[at:], closing)
		if i < 0 {
			missing[closing] = true
			at = end
			continue
		}
		if kept == 0 {
			b.Grow(len(s))
		}
		b.WriteString(s[kept:at])
		b.WriteString("\n\n")
		at += i + len(closing)
		kept = at
	}
	if kept == 0 {
		return s
	}
	b.WriteString(s[kept:])
	return b.String()
}

// inlineElements are markup that people write themselves.
var inlineElements = map[string]bool{
	"b": true, "i": true, "em": true, "strong": true, "code": true, "a": true, "u": true, "s": true, "kbd": true, "sub": true,
	"sup": true, "mark": true, "br": true, "p": true, "small": true,
}

var (
	elementOpen = pattern.New(`^\s{0,3}<([A-Za-z][A-Za-z0-9_.:-]{0,40})(?:[\s=][^<>\n]*)?>`)
	bracketOpen = pattern.New(`^\s{0,3}\[([a-z][a-z_-]{2,30})(?:\s[^\]\n]*)?\]`)
)

// wrapperEnd is how the wrapper that opens on a line ends, or "".
func wrapperEnd(line string) string {
	t := strings.TrimLeft(line, " ")
	if t == "" || t[0] != '<' && t[0] != '[' {
		return ""
	}
	if m := elementOpen.FindStringSubmatch(line); m != nil && !inlineElements[strings.ToLower(m[1])] {
		return "</" + m[1] + ">"
	}
	if m := bracketOpen.FindStringSubmatch(line); m != nil {
		return "[/" + m[1] + "]"
	}
	return ""
}

// log lines, by how programs begin them.
var logLine = pattern.New(`^(?:` +
	`\d{4}[-/]\d\d[-/]\d\d[T ](?:\w{3} )?\d\d:\d\d|\[?\d\d:\d\d:\d\d|` + // time stamps
	`(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE|PANIC)\b[ :\]]|\[(?:ERROR|WARN|INFO|DEBUG)\]|` +
	`(?:error|warning|note|help)(?:\[[A-Z0-9]+\])?: |` + // compilers
	`[\w./\\-]+\.\w{1,5}:\d+(?::\d+)?:? |` + // file:line
	`Traceback \(|File "|\s*at [\w.$<>]+\(|Caused by:|Exception in |[A-Z]\w+(?:Error|Exception): |` +
	`(?:GET|POST|PUT|PATCH|DELETE|HEAD) /\S* (?:HTTP\S+ )?\d{3}|` + // servers
	`panic: |goroutine \d+|--- (?:FAIL|PASS)|=== RUN|(?:ok(?:\t|  +)[\w./-]+|(?:ok|FAIL)\s+[\w.-]+/[\w./-]+|FAIL\s+[\w./-]+)\s+[\d.(]|` +
	`\$ |>>> |\+\+\+ |--- a/|@@ |diff --git |index [0-9a-f]{6,}|` +
	`(?:npm|yarn|pip) (?:ERR|WARN)|fatal: |make(?:\[\d+\])?: |/\S+:\s)`)

// pasted tells a line that a program wrote, pasted without a fence.
func pasted(line string) bool {
	t := strings.TrimSpace(line)
	if t == "" {
		return true
	}
	return mayBeLog(t) && logLine.MatchString(t) || looksLikeCode(t) || mayBePrompted(t) && prompted.MatchString(t) || isData(t) ||
		strings.Contains(t, ":") && failed.MatchString(t)
}

// failed is a line that names an error with its message, or a place in a file with its
// line: "Config error in Lamp: no bulb", "(shop 0.1.0) lib/shop/cart.ex:30: total/1".
var failed = pattern.New(`^(?:[A-Z][\w.]* )?[\w.]*(?:[Ee]rror|Exception)(?:\[\w+\])?(?: in \S+)?: |[\w/\\-]+\.[a-z]{1,4}(?::\d+(?::\d+)?(?:[:,) ]|$)|\(\d+,\d+\):)`)

// prompted is a line of a terminal, behind the prompt of a shell.
var prompted = pattern.New(`^(?:PS )?[A-Za-z][\w.:~\\/@-]{1,60}[>$#](?: |$)|^(?:\.\.\.|[❯➜▲✓✔✗✖×]) {1,3}\S`)

// mayBePrompted spares most lines the pattern of terminals.
func mayBePrompted(t string) bool { return t[0] == '.' || t[0] >= utf8.RuneSelf || hasAny(t, ">$#") }

// isData tells a line of values: of at least two words hardly any is one that people
// write, as in "Position: top=304px, left=258px".
func isData(line string) bool {
	words, plain := plainWords(line)
	return words > 1 && 3*plain < words
}

// withoutPasted are the lines of a text that no program wrote. Beside lines that one
// surely wrote, others are kept only where they read like a sentence.
func withoutPasted(text string) (said string, some bool) {
	var kept []string
	any := false
	for line := range strings.SplitSeq(text, "\n") {
		if pasted(line) {
			any = any || strings.TrimSpace(line) != ""
		} else {
			kept = append(kept, line)
		}
	}
	if !any {
		return text, false
	}
	own := kept[:0]
	for _, line := range kept {
		if sentenceLike(line) {
			own = append(own, line)
		}
	}
	return strings.Join(own, "\n"), true
}

// sentenceLike tells a line of several words of which most are plain ones: of more than
// a label and its value, or with the stop of a sentence.
func sentenceLike(line string) bool {
	words, plain := plainWords(line)
	label, _, labelled := strings.Cut(line, ": ")
	bare := labelled && words < 5 && len(label) > 0 && label[0] >= 'A' && label[0] <= 'Z'
	return words >= 2 && 4*plain >= 3*words && !bare
}

// plainWords counts the words of a line, and those of letters alone.
func plainWords(line string) (words, plain int) {
	for w := range strings.FieldsSeq(line) {
		words++
		if strings.TrimFunc(w, ofWord) == "" && strings.Trim(w[:max(0, len(w)-1)], ".:()") == w[:max(0, len(w)-1)] {
			plain++
		}
	}
	return words, plain
}

// ofWord reports whether a sign is one of those of which plain words are made.
func ofWord(r rune) bool {
	return isLetter(byte(min(r, utf8.RuneSelf))) || strings.ContainsRune("'’,.!?;:()-", r) || r >= utf8.RuneSelf && unicode.In(r, unicode.L, unicode.M)
}

// mayBeLog spares most lines the pattern: the lines of programs that begin with a
// letter or digit have a colon, a hyphen or the strokes of a date in their first word,
// or begin like few others.
func mayBeLog(t string) bool {
	if c := t[0]; !isLetter(c) && (c < '0' || c > '9') {
		return strings.IndexByte(logSigns, c) >= 0
	}
	first, _, _ := strings.Cut(t, " ")
	if hasAny(first, ":-/") {
		return true
	}
	for _, begin := range logBeginnings[t[0]|0x20] {
		if strings.HasPrefix(t, begin) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// logSigns are those with which lines of programs begin.
const logSigns = "[-=$>+@/.\\_"

// logBeginnings are those of the lines of programs whose first word has no colon,
// by their first letter.
var logBeginnings = [256][]string{
	'a': {"at "}, 'c': {"Caused by:"}, 'd': {"DEBUG", "diff ", "DELETE /"}, 'e': {"ERROR", "Exception in "}, 'f': {"FATAL", "FAIL", "File \""}, 'g': {"goroutine ", "GET /"}, 'h': {"HEAD /"},
	'i': {"INFO", "index "}, 'n': {"npm "}, 'o': {"ok"}, 'p': {"PANIC", "pip ", "POST /", "PUT /", "PATCH /"}, 't': {"TRACE", "Traceback ("}, 'w': {"WARN"}, 'y': {"yarn "},
}

// definition is the head of a function or class that a colon ends: "def ring(bell):".
var definition = pattern.New(`^(?:async )?(?:def|class) \w[\w.]*\(.*\)(?: ?-> ?.+)?:$`)

var (
	// assigned is a value that a line gives a name: "QA_MAX = 3", "user.name := f()".
	assigned = pattern.New(`^(?:(?:const|let|var|export|static|final|int|float|double|string|bool|auto|local|my) )*[$@A-Za-z_][\w.$\[\]"'-]*(?:: ?[\w<>\[\]]+)? *(?:=|:=|\+=|-=)(?:[^=].*|)$`)
	// ruled is a line of a report that signs frame: "==== 1 failed in 0.38s ====".
	ruled = pattern.New(`^(?:[=*#~_-]{4,}.*|[│┃║┌└├╭╰┏┗━─].*|[>E] {3,}.*)$`)
	// called is a call, an import or a decorator that stands alone.
	called = pattern.New(`^(?:(?:await |return |raise |throw |yield |new )?[A-Za-z_][\w.]*\(.*\)[;,]?|from [\w.]+ import .*|import (?:[\w.]+|[\w{*].* from ['"].*|['"].*)|#include .*|@\w+(?:\(.*\))?)$`)
	// flagged is the rest of a command: "-H 'accept: application/json'".
	flagged = pattern.New(`^(?:-{1,2}[A-Za-z][\w-]*[ =]['"].*|curl .*|sudo .*|(?:npm|npx|pip3?|yarn|pnpm|docker|git|cd|mkdir|python3?|node|cargo|go|dotnet|make) (?:-|[\w./-]+\.(?:py|js|ts|sh|rb|go)\b|[\w./-]+ -|(?:install|run|build|add|start|init|test|commit|push|pull|checkout) ?)[^.?!]*)$`)
	tagged  = pattern.New(`^<(?:[!/]?[A-Za-z][^<>]*>?$|[A-Za-z].*(?:>|="[^"]*"?)$)`)
)

// commands are those with which flagged begins.
var commands = map[string]bool{
	"curl": true, "sudo": true, "npm": true, "npx": true, "pip": true, "pip3": true, "yarn": true, "pnpm": true, "docker": true, "git": true, "cd": true,
	"mkdir": true, "python": true, "python3": true, "node": true, "cargo": true, "go": true, "dotnet": true, "make": true,
}

// mayBeCalled spares most lines the pattern of calls: those end with a bracket, the
// others begin like few lines.
func mayBeCalled(t string) bool {
	switch t[0] {
	case '@', '#', 'f', 'i':
		return true
	}
	return strings.Contains(t, "(") && strings.IndexByte("),;", t[len(t)-1]) >= 0
}

// looksLikeCode tells a statement that stands alone on a line.
func looksLikeCode(t string) bool {
	switch t[len(t)-1] {
	case '\\':
		return true // a command that goes on
	case ':':
		return definition.MatchString(t)
	case '{', ';', '(', '[':
		return strings.ContainsAny(t, "(){}=[]") || t[len(t)-1] == '{'
	case '}', ')', ']':
		if strings.Trim(t, "(){}[],; ") == "" || strings.ContainsAny(t[:1], "{})]") {
			return true
		}
	}
	switch t[0] {
	case '-', 'c', 's', 'n', 'p', 'y', 'd', 'g', 'm':
		if command, _, _ := strings.Cut(t, " "); (t[0] == '-' || commands[command]) && flagged.MatchString(t) {
			return true
		}
	case '<':
		return tagged.MatchString(t)
	case '{', '}', ')', ']':
		return true
	}
	return (!isLetter(t[0]) || t[0] == 'E') && ruled.MatchString(t) ||
		strings.Contains(t, "=") && assigned.MatchString(t) && !strings.HasSuffix(t, ".") ||
		mayBeCalled(t) && called.MatchString(t)
}
