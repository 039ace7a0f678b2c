package english

import "sync"

// Room is where texts are taken apart. What is taken apart in a room stays in it, so
// that it costs nothing anew in the next; the words and stems themselves, which are
// strings, may be kept. The zero value is an empty room.
type Room struct {
	words     []byte
	tokens    []Token
	sentences []Sentence
	clauses   []Clause
	stems     []string // of the content of a sentence's clauses, then of its own, and so on
	hits      []cueHit // of the clauses' cues
}

// Size is how many sentences and clauses are in the room.
func (r *Room) Size() (sentences, clauses int) { return len(r.sentences), len(r.clauses) }

// maxRoom is how many tokens a room may have had that is used again.
const maxRoom = 4096

// Empty empties the room for other texts: nobody must look any more at the sentences
// that were taken apart in it. It tells whether the room is worth keeping.
func (r *Room) Empty() bool {
	if cap(r.tokens) > maxRoom {
		*r = Room{}
		return false
	}
	clear(r.tokens)
	clear(r.sentences)
	clear(r.clauses)
	clear(r.stems)
	r.words, r.tokens, r.sentences, r.clauses, r.stems, r.hits = r.words[:0], r.tokens[:0], r.sentences[:0], r.clauses[:0], r.stems[:0], r.hits[:0]
	return true
}

// rooms are empty ones for texts of which nothing stays but words and stems.
var rooms = sync.Pool{New: func() any { return new(Room) }}

func enter() *Room { return rooms.Get().(*Room) }

func (r *Room) leave() {
	if r.Empty() {
		rooms.Put(r)
	}
}

// contentOf are the content stems of tokens.
func (r *Room) contentOf(tokens []Token) []string {
	from := len(r.stems)
	r.stems = appendContent(r.stems, tokens)
	return r.stems[from:]
}

// cuesOf are the cues of tokens.
func (r *Room) cuesOf(tokens []Token) Cues {
	from := len(r.hits)
	c := findCues(tokens, r.hits[from:])
	r.hits = append(r.hits, c.hit...)
	return c
}
