package english

import (
	"slices"
	"sync"
)

// room is where a text is taken apart. What is kept of it leaves in slices of its
// own size, of which nobody knows before how large they will be.
type room struct {
	words  []byte
	tokens []Token
	stems  []string // of the clauses' content, then of the sentence's
	out    []Clause // of one sentence
	hits   []cueHit // of the clauses' cues
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
	r.tokens, r.words = r.tokens[:0], r.words[:0]
	r.clear()
	rooms.Put(r)
}

// clear forgets the clauses and all stems.
func (r *room) clear() {
	clear(r.out)
	clear(r.stems)
	r.out, r.stems, r.hits = r.out[:0], r.stems[:0], r.hits[:0]
}

// contentOf are the content stems of tokens.
func (r *room) contentOf(tokens []Token) []string {
	from := len(r.stems)
	r.stems = append(r.stems, appendContent(r.stems[from:], tokens)...)
	return r.stems[from:]
}

// cuesOf are the cues of tokens.
func (r *room) cuesOf(tokens []Token) Cues {
	from := len(r.hits)
	c := findCues(tokens, r.hits[from:])
	r.hits = append(r.hits, c.hit...)
	return c
}

// pack gives the clauses and the content of their sentence for keeps.
func (r *room) pack(content []string) ([]Clause, []string) {
	clauses, stems, hits := slices.Clone(r.out), slices.Clone(r.stems), slices.Clone(r.hits)
	for i := range clauses {
		c := &clauses[i]
		n, m := len(c.content), len(c.Cues.hit)
		c.content, stems = stems[:n:n], stems[n:]
		c.Cues.hit, hits = hits[:m:m], hits[m:]
	}
	n := len(content)
	r.clear()
	return clauses, stems[:n:n]
}
