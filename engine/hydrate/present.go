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

// presentIn tells which pairs the request holds already. Clients reformat and
// wrap what they keep, so texts are compared with their white space folded and
// our own insertions removed; and they rewrite replies, so the user's part
// proves the pair where the assistant's does not. A message of the request
// stands for one pair only, the newest that fits: "continue" is said often.
func presentIn(request []string, pairs []Pair) []bool {
	present := make([]bool, len(pairs))
	if len(request) == 0 {
		return present
	}
	texts := make([]string, len(request))
	for i, r := range request {
		texts[i] = Strip(r)
	}
	used := make([]bool, len(texts))
	find := func(text string) bool {
		text = Strip(text)
		for i := len(texts) - 1; i >= 0; i-- {
			if !used[i] && holds(texts[i], text) {
				used[i] = true
				return true
			}
		}
		return false
	}
	for i := len(pairs) - 1; i >= 0; i-- {
		p := pairs[i]
		present[i] = find(p.User) || (p.User == "" || len(p.Assistant) >= telling) && find(p.Assistant)
	}
	return present
}

// holds tells that message is text, or contains it where it is a telling one,
// whatever the white space between words.
func holds(message, text string) bool {
	text = strings.TrimSpace(text)
	if text == "" {
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
