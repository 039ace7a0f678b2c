package similar

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
)

const (
	// Threshold is the least score of a match: the Jaccard index of the two
	// texts' normalised lines, between 0 and 1.
	Threshold = 0.6
	// Lead is how far a match's score must be above the second best.
	Lead = 0.15
	// MinTokens is the least number of tokens that a text must have: shorter
	// ones look like too much else.
	MinTokens = 30
	// MaxSize is the size in bytes beyond which a text resembles nothing.
	MaxSize = 512 << 10
)

// Candidate is an existing entity's current text.
type Candidate struct {
	Key  string
	Text []byte
}

// Match is the entity that a piece of code resembles.
type Match struct {
	Key string
	// Score is the Jaccard index with the entity, Second that with the next
	// best candidate, 0 if none has a line in common.
	Score, Second float64
}

// Best finds the candidate that code resembles. It is false where none scores
// Threshold, where another comes within Lead of it, or where code has fewer
// than MinTokens tokens. The order of the candidates makes no difference.
func Best(code []byte, candidates []Candidate) (Match, bool) {
	want, ok := fingerprint(code)
	if !ok {
		return Match{}, false
	}
	var r ranking
	for _, c := range candidates {
		if have, ok := fingerprint(c.Text); ok {
			r.add(c.Key, jaccard(common(want, have), len(want), len(have)))
		}
	}
	return r.match()
}

// ranking keeps the two best scores.
type ranking struct{ best Match }

func (r *ranking) add(key string, score float64) {
	if score > r.best.Score {
		r.best = Match{Key: key, Score: score, Second: r.best.Score}
	} else {
		r.best.Second = max(r.best.Second, score)
	}
}

func (r *ranking) match() (Match, bool) {
	if r.best.Score < Threshold || r.best.Score-r.best.Second < Lead-rounding {
		return Match{}, false
	}
	return r.best, true
}

// rounding lets 0.75 lead 0.60 by 0.15 in floating point.
const rounding = 1e-9

func jaccard(both, a, b int) float64 {
	if both == 0 {
		return 0
	}
	return float64(both) / float64(a+b-both)
}

var seed = maphash.MakeSeed()

// fingerprint is the sorted set of the hashes of a text's normalised lines. It
// is false for a text of fewer than MinTokens tokens, or too large a one.
func fingerprint(text []byte) ([]uint64, bool) {
	if len(text) > MaxSize {
		return nil, false
	}
	var lines []uint64
	var buf []byte
	tokens := 0
	for line := range bytes.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if tokens < MinTokens {
			tokens += countTokens(line)
		}
		if buf = normalise(buf[:0], line); len(buf) > 0 {
			lines = append(lines, maphash.Bytes(seed, buf))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines), tokens >= MinTokens && len(lines) > 0
}

// normalise appends a line without outer blanks and with single inner ones. A
// line that holds only brackets and commas says nothing and is dropped.
func normalise(dst, line []byte) []byte {
	for word := range bytes.FieldsSeq(line) {
		if len(dst) > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, word...)
	}
	if len(bytes.Trim(dst, " (){}[]<>,;:")) == 0 {
		return dst[:0]
	}
	return dst
}

func isWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// countTokens counts words and single marks.
func countTokens(line []byte) (n int) {
	inWord := false
	for _, c := range line {
		switch {
		case isWord(c):
			if !inWord {
				n++
			}
			inWord = true
		case c == ' ' || c == '\t':
			inWord = false
		default:
			n++
			inWord = false
		}
	}
	return n
}

// common counts the members of both sorted sets.
func common(a, b []uint64) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch cmp.Compare(a[i], b[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}
