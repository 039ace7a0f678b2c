package elide

import (
	"slices"
	"strings"
)

var (
	determiners = words("the|all|of|your|any|and|its|my")
	remainders  = words("rest|remainder|remaining|other|existing|everything|previous")
	copulas     = words("is|are|be|should|will|remain|remains|stay|stays|kept|left|the|exactly")
	// staying is what is said of it, and what may follow on that.
	staying = words("same|identical|unchanged|unmodified|unaltered|untouched|omitted|truncated|as is|as before|as above|as it was|as they were|as they are|not shown|" +
		"does not change|do not change|remain|remains|stay|stays")
	further = words("as|from|in|for|exactly|up|until|here")
)

// mostBetween is the number of words between what is left and that it stays.
const mostBetween = 6

// restStays reports whether a phrase says of the rest of something, whatever it is,
// that it stays as it is: "all other settings stay the same".
func restStays(core string) bool {
	w := strings.Fields(core)
	at := 0
	for at < len(w) && slices.Contains(determiners, w[at]) {
		at++
	}
	if at+2 < len(w) && !slices.Contains(remainders, w[at]) && slices.Contains([]string{"of", "for"}, w[at+1]) { // "implementation of the other methods"
		for at += 2; at < len(w) && slices.Contains(determiners, w[at]); {
			at++
		}
	}
	if at >= len(w) || !slices.Contains(remainders, w[at]) {
		return false
	}
	for i := at + 2; i < min(len(w), at+2+mostBetween); i++ {
		from := i
		for from < len(w) && slices.Contains(copulas, w[from]) && !slices.Contains(staying, strings.Join(w[from:], " ")) {
			from++
		}
		if stays(w[from:]) {
			return true
		}
	}
	return false
}

// stays reports whether words say that something stays, and nothing else.
func stays(w []string) bool {
	for n := min(3, len(w)); n > 0; n-- {
		if slices.Contains(staying, strings.Join(w[:n], " ")) && (n == len(w) || slices.Contains(further, w[n])) {
			return true
		}
	}
	return false
}
