package english

import (
	"slices"
	"sync"
)

// room is where a text is taken apart. What is kept of it leaves in slices of its
// own size, of which nobody knows before how large they will be.
type room struct {
	words   []byte
	tokens  []Token
	clauses []Clause
	stems   []string // of the content of a sentence's clauses, then of its own, and so on
	hits    []cueHit // of the clauses' cues
}

// rooms are those that nobody is in.
var rooms = sync.Pool{New: func() any { return new(room) }}

func enter() *room { return rooms.Get().(*room) }

// maxRoom is how many tokens a room may have had that is used again.
const maxRoom = 4096

// leave gives an empty room back.
func (r *room) leave() {
	if cap(r.tokens) > maxRoom {
		return
	}
	clear(r.tokens)
	clear(r.clauses)
	clear(r.stems)
	r.words, r.tokens, r.clauses, r.stems, r.hits = r.words[:0], r.tokens[:0], r.clauses[:0], r.stems[:0], r.hits[:0]
	rooms.Put(r)
}

// contentOf are the content stems of tokens.
func (r *room) contentOf(tokens []Token) []string {
	from := len(r.stems)
	r.stems = appendContent(r.stems, tokens)
	return r.stems[from:]
}

// cuesOf are the cues of tokens.
func (r *room) cuesOf(tokens []Token) Cues {
	from := len(r.hits)
	c := findCues(tokens, r.hits[from:])
	r.hits = append(r.hits, c.hit...)
	return c
}

// pack gives sentences their clauses and all content for keeps.
func (r *room) pack(sentences []Sentence) {
	clauses, stems, hits := slices.Clone(r.clauses), slices.Clone(r.stems), slices.Clone(r.hits)
	for i := range sentences {
		s := &sentences[i]
		n := len(s.Clauses)
		s.Clauses, clauses = clauses[:n:n], clauses[n:]
		for k := range s.Clauses {
			c := &s.Clauses[k]
			n, m := len(c.content), len(c.Cues.hit)
			c.content, stems = stems[:n:n], stems[n:]
			c.Cues.hit, hits = hits[:m:m], hits[m:]
		}
		n = len(s.content)
		s.content, stems = stems[:n:n], stems[n:]
	}
}
