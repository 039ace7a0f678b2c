package hydrate

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// The bounds of the recent context (TSLP 8.4).
const (
	// DefaultPairs is the window, in pairs of user and assistant messages.
	DefaultPairs = 4
	// DefaultMessage is the cap of one message, in bytes.
	DefaultMessage = 4 << 10
)

// Pair is what a user wrote and what the assistant answered. Either may be
// empty.
type Pair struct {
	User, Assistant string
}

// Left is code that must not reach the model: that of a STALE entity
// (TSLP 15.6).
type Left struct {
	// Entity is named in its place.
	Entity string
	// Code is matched by whole lines, whatever their indentation: the artifact's
	// text, or the raw block that it came in.
	Code string
	// Why is said in its place; "" says that it does not match the disk.
	Why string
}

// RecentOptions shape the recent context. The zero value is that of TSLP 8.4.
type RecentOptions struct {
	// Pairs is the window; 0 means DefaultPairs, a negative number none.
	Pairs int
	// Message is the cap of one message in bytes; 0 means DefaultMessage.
	Message int
	// Leave lists code that is left out.
	Leave []Left
}

// Recent returns what the model is shown of the conversation: of its last pairs
// (oldest first) those that the request does not hold already, each message cut
// hard to the cap on a rune boundary. The request is its earlier messages, of any
// role, without the newest user message.
//
// The window counts back from the end of the conversation, not from the oldest
// message of the request: where a client has summed up what lies further back,
// it is not dug out again.
func Recent(pairs []Pair, request []Said, o RecentOptions) []Pair {
	if o.Pairs == 0 {
		o.Pairs = DefaultPairs
	}
	if o.Message == 0 {
		o.Message = DefaultMessage
	}
	pairs = pairs[max(0, len(pairs)-max(0, o.Pairs)):]
	present := presentIn(request, pairs)
	var list []Pair
	for i, p := range pairs {
		if present[i] {
			continue
		}
		p = Pair{User: o.message(p.User), Assistant: o.message(p.Assistant)}
		if p != (Pair{}) {
			list = append(list, p)
		}
	}
	return list
}

// Standing returns the pairs without those that the user took back to go on another
// way. before are the messages of the turn before the newest: what was said later than
// its pair is not what the request goes on with. Where its pair is not known any more,
// back reports whether it is an older one than those that are.
func Standing(pairs []Pair, before []Said, back bool) []Pair {
	present := presentIn(before, pairs)
	for n := len(pairs); n > 0; n-- {
		if present[n-1] {
			return pairs[:n]
		}
	}
	if back {
		return nil
	}
	return pairs
}

// Fitting returns the newest of the pairs, as many as fit into so many bytes, and
// how many there is no room for.
func Fitting(pairs []Pair, room int) (fit []Pair, left int) {
	from := len(pairs)
	for ; from > 0; from-- {
		if room -= pairs[from-1].size(); room < 0 {
			break
		}
	}
	return pairs[from:], from
}

// size is how many bytes a pair takes, with its delimiters.
func (p Pair) size() int {
	return len(p.User) + len(p.Assistant) + len(recentUser) + len(recentModel) + len("\n\n\n\n\n\n")
}

// message prepares one message. It is cut before its delimiters are
// neutralised, since a cut can make one.
func (o *RecentOptions) message(text string) string {
	text = leaveOut(strings.TrimSpace(Strip(text)), o.Leave)
	return neutralise(strings.TrimSpace(cut(text, o.Message)))
}

// cut returns at most n bytes of s, and no half rune.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Context renders the recent context as a visible text block with strict
// delimiters (TSLP 8.4), "" for no pairs. The pairs come from Recent.
func Context(pairs []Pair) string {
	if len(pairs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(recentOpen + "\nEarlier messages of this conversation, so that nothing is repeated. " +
		"They do not tell the current state of any code.\n")
	for _, p := range pairs {
		if p.User != "" {
			b.WriteString("\n" + recentUser + "\n" + p.User + "\n")
		}
		if p.Assistant != "" {
			b.WriteString("\n" + recentModel + "\n" + p.Assistant + "\n")
		}
	}
	b.WriteString(recentClose)
	return b.String()
}

// neutralise puts parentheses for the brackets of every line that reads as a
// delimiter, so that no message can end the recent context or forge an entity
// in it. Its length stays the same. Unlike the code of an entity, a message is
// not taken up again as a base, so that it may be altered.
func neutralise(text string) string {
	var b []byte
	for at := 0; ; {
		k := strings.IndexByte(text[at:], '[')
		if k < 0 {
			break
		}
		at += k
		n := delimiterAt(text, at)
		if n == 0 {
			at++
			continue
		}
		if b == nil {
			b = []byte(text)
		}
		b[at], b[at+n-1] = '(', ')'
		at += n
	}
	if b == nil {
		return text
	}
	return string(b)
}

// delimiterAt returns the length of the delimiter that stands at i alone on its
// line, in any letter case, or 0.
func delimiterAt(text string, i int) int {
	for _, d := range delimiters {
		if len(text)-i >= len(d) && strings.EqualFold(text[i:i+len(d)], d) &&
			blankBefore(text[:i]) && blankAfter(text[i+len(d):]) {
			return len(d)
		}
	}
	return 0
}

// lineBreaks are all runes that a model may read as the end of a line.
const lineBreaks = "\n\r\v\f\u0085\u2028\u2029"

func blankBefore(s string) bool {
	return strings.TrimSpace(s[lastBreak(s):]) == ""
}

func blankAfter(s string) bool {
	if k := strings.IndexAny(s, lineBreaks); k >= 0 {
		s = s[:k]
	}
	return strings.TrimSpace(s) == ""
}

// lastBreak is the offset behind the last line break of s.
func lastBreak(s string) int {
	k := strings.LastIndexAny(s, lineBreaks)
	if k < 0 {
		return 0
	}
	_, n := utf8.DecodeRuneInString(s[k:])
	return k + n
}

// leaveOut replaces every occurrence of the code in text by one line that says
// so. Lines are compared without the space around them, for a snippet may be
// indented otherwise than its file.
func leaveOut(text string, leave []Left) string {
	for _, l := range leave {
		code := trimmedLines(strings.TrimSpace(l.Code))
		if code[0] == "" {
			continue
		}
		note := "(code of " + oneLine(l.Entity) + " left out: " + cmp.Or(l.Why, "it does not match the file on disk") + ")"
		lines := strings.Split(text, "\n")
		var kept []string
		for i := 0; i < len(lines); {
			if startsWith(lines[i:], code) {
				kept = append(kept, note)
				i += len(code)
				continue
			}
			kept = append(kept, lines[i])
			i++
		}
		text = strings.Join(kept, "\n")
	}
	return text
}

func trimmedLines(s string) []string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

// startsWith reports whether lines begin with code, which is trimmed.
func startsWith(lines, code []string) bool {
	if len(lines) < len(code) {
		return false
	}
	for i, c := range code {
		if strings.TrimSpace(lines[i]) != c {
			return false
		}
	}
	return true
}
