package acts

import (
	"holdfast/engine/delta/english"
	"slices"
	"strconv"
)

// sink takes the features of a unit: their hashes, and their names where somebody
// wants to read them.
type sink struct {
	buf   []byte
	ids   []uint64
	names []string
	named bool
}

// add notes a feature that several parts name.
func (s *sink) add(parts ...string) {
	s.buf = s.buf[:0]
	for _, p := range parts {
		s.buf = append(s.buf, p...)
	}
	s.note()
}

func (s *sink) note() {
	s.ids = append(s.ids, hashOf(s.buf))
	if s.named {
		s.names = append(s.names, string(s.buf))
	}
}

// is notes a feature of the speaker that holds.
func (s *sink) is(role, name string, holds bool) {
	if holds {
		s.add(role, name)
	}
}

// cues notes the cues of a clause, of some or of all.
func (s *sink) cues(name string, c *english.Clause, some ...english.Cue) {
	for q := range english.AllCues {
		if c.Has(q) && (len(some) == 0 || slices.Contains(some, q)) {
			s.add(name, q.String())
		}
	}
}

// hashOf is FNV-1a.
func hashOf(text []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range text {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

func (s *sink) reset() { s.ids, s.names = s.ids[:0], s.names[:0] }

func bucket(n int) string {
	switch {
	case n <= 4:
		return strconv.Itoa(n)
	case n <= 7:
		return "5"
	case n <= 12:
		return "8"
	}
	return "many"
}
