package english

import "strings"

// drawnOut tells a word with a letter three times in a row: "yesss".
func drawnOut(word string) bool {
	for i := 2; i < len(word); i++ {
		if word[i] == word[i-1] && word[i] == word[i-2] {
			return true
		}
	}
	return false
}

// squeezed is a word with each letter that is drawn out written once.
func squeezed(word string) string {
	if !drawnOut(word) {
		return word
	}
	out := make([]byte, 0, len(word))
	for i := 0; i < len(word); {
		end := i
		for end < len(word) && word[end] == word[i] {
			end++
		}
		if end-i < 3 {
			out = append(out, word[i:end]...)
		} else {
			out = append(out, word[i])
		}
		i = end
	}
	return string(out)
}

// nextWord is the small letters with which a text begins behind its blanks, and what
// follows them.
func nextWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " ")
	end := strings.IndexFunc(s, func(r rune) bool { return r < 'a' || r > 'z' })
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:]
}
