package hydrate

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// telling is how many bytes a text needs for being found inside another one, or
// for proving alone that its pair is known. A short one ("yes", "Done.") may
// be written many times and must be a whole message.
const telling = 32

// Said is a message that a request holds.
type Said struct {
	Text string
	// Own is what the user themself wrote of it, "" where it is no turn of theirs:
	// clients put more beside it.
	Own string
}

// presentIn reports which pairs the request holds already. Clients reformat and
// wrap what they keep, so texts are compared with their white space folded and
// our own insertions removed; and they rewrite replies, so the user's part
// proves the pair where the assistant's does not. A message of the request
// stands for one pair only, the newest that fits: "continue" is said often.
func presentIn(request []Said, pairs []Pair) []bool {
	present := make([]bool, len(pairs))
	if len(request) == 0 {
		return present
	}
	in := holding{list: make([]Said, len(request)), used: make([]bool, len(request))}
	for i, r := range request {
		in.list[i].Text = Strip(r.Text)
		switch r.Own {
		case "":
		case r.Text:
			in.list[i].Own = in.list[i].Text
		default:
			in.list[i].Own = Strip(r.Own)
		}
	}
	for i := len(pairs) - 1; i >= 0; i-- {
		p := Pair{strings.TrimSpace(Strip(pairs[i].User)), strings.TrimSpace(Strip(pairs[i].Assistant))}
		present[i] = in.find(p.User) || (p.User == "" || len(p.Assistant) >= telling) && in.find(p.Assistant) || in.together(p)
	}
	return present
}

// holding are the messages of a request; used tells which stand for a pair.
type holding struct {
	list []Said
	used []bool
}

// find looks for a text, the newest message first.
func (h *holding) find(text string) bool {
	for i := len(h.list) - 1; i >= 0; i-- {
		if m := h.list[i]; !h.used[i] && (holds(m.Own, text) || m.Text != m.Own && holds(m.Text, text)) {
			h.used[i] = true
			return true
		}
	}
	return false
}

// together looks for the two sides of a pair one after the other. Then a few
// lines of a message are enough, however short: a client may have put a date or
// a file beside them, or taken it away since.
func (h *holding) together(p Pair) bool {
	if p.User == "" || p.Assistant == "" {
		return false
	}
	for i := len(h.list) - 1; i >= 0; i-- {
		if m := h.list[i]; h.used[i] || m.Own == "" || !akin(m.Own, p.User) && !akin(m.Text, p.User) {
			continue
		}
		for k := i + 1; k < len(h.list) && h.list[k].Own == ""; k++ {
			if !h.used[k] && akin(h.list[k].Text, p.Assistant) {
				h.used[i], h.used[k] = true, true
				return true
			}
		}
	}
	return false
}

// akin reports whether one of two texts is a run of the other's lines.
func akin(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	if len(a) < len(b) {
		a, b = b, a
	}
	if b == "" {
		return false
	}
	for at, tries := 0, 0; tries < maxAkin; tries++ {
		k := strings.Index(a[at:], b)
		if k < 0 {
			return false
		}
		at += k
		if lineBegins(a[:at]) && lineEnds(a[at+len(b):]) {
			return true
		}
		at++
	}
	return false
}

// maxAkin bounds how many places of a text are looked at for a run of lines.
const maxAkin = 64

func lineBegins(before string) bool {
	before = strings.TrimRightFunc(before, withinLine)
	return before == "" || before[len(before)-1] == '\n'
}

func lineEnds(after string) bool {
	after = strings.TrimLeftFunc(after, withinLine)
	return after == "" || after[0] == '\n'
}

func withinLine(r rune) bool { return r != '\n' && unicode.IsSpace(r) }

// holds reports whether message is text, or contains it where it is a telling one,
// whatever the white space between words.
func holds(message, text string) bool {
	if text == "" || message == "" {
		return false
	}
	if message == text {
		return true
	}
	if rest, ok := afterFolded(strings.TrimSpace(message), text); ok && rest == "" {
		return true
	}
	if len(text) < telling {
		return false
	}
	first := text
	if k := strings.IndexFunc(text, unicode.IsSpace); k >= 0 {
		first = text[:k]
	}
	for at, tries := 0, 0; tries < maxAnchors; tries++ {
		k := strings.Index(message[at:], first)
		if k < 0 {
			return false
		}
		if _, ok := afterFolded(message[at+k:], text); ok {
			return true
		}
		at += k + len(first)
	}
	return false
}

// maxAnchors bounds how many places of a message are compared with a text.
const maxAnchors = 1000

// afterFolded returns what follows text at the head of s, where any white space
// equals any other.
func afterFolded(s, text string) (rest string, ok bool) {
	for text != "" {
		r, n := utf8.DecodeRuneInString(text)
		if unicode.IsSpace(r) {
			trimmed := strings.TrimLeftFunc(s, unicode.IsSpace)
			if len(trimmed) == len(s) {
				return s, false
			}
			s, text = trimmed, strings.TrimLeftFunc(text, unicode.IsSpace)
			continue
		}
		if !strings.HasPrefix(s, text[:n]) {
			return s, false
		}
		s, text = s[n:], text[n:]
	}
	return s, true
}
