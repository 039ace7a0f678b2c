package english

// shortWord is a word of at most maxShort letters a to z as a number, five bits a
// letter, by which it is found without comparing its letters.
type shortWord uint64

const maxShort = 12

// and is the word with one more letter.
func (w shortWord) and(letter byte) shortWord { return w<<5 | shortWord(letter&31) }

// shortWordOf is a word as a short one, where it is that.
func shortWordOf(w string) (short shortWord, ok bool) {
	if len(w) > maxShort {
		return 0, false
	}
	for i := 0; i < len(w); i++ {
		if w[i] < 'a' || w[i] > 'z' {
			return 0, false
		}
		short = short.and(w[i])
	}
	return short, true
}

// shortWords finds the ids of short words. Each stands where its number, mixed,
// says, or in the next free place.
type shortWords struct {
	places []place // some power of two, of which a third at least is free
	shift  uint
	n      int
}

type place struct {
	word shortWord // 0 for a free place
	id   wordID
}

// put adds a word.
func (s *shortWords) put(w shortWord, id wordID) {
	if s.n++; 3*s.n > 2*len(s.places) {
		old := s.places
		s.places, s.shift = make([]place, max(1, 2*len(old))), 64
		for n := len(s.places); n > 1; n /= 2 {
			s.shift--
		}
		for _, p := range old {
			if p.word != 0 {
				*s.find(p.word) = p
			}
		}
	}
	*s.find(w) = place{w, id}
}

// id is that of a word, 0 where it is none of them.
func (s *shortWords) id(w shortWord) wordID { return s.find(w).id }

// find is the place of a word, or the free one where it would stand.
func (s *shortWords) find(w shortWord) *place {
	for at := uint64(w) * 0x9e3779b97f4a7c15 >> s.shift; ; at++ {
		if p := &s.places[at&uint64(len(s.places)-1)]; p.word == w || p.word == 0 {
			return p
		}
	}
}

// otherWords finds the ids of the words that are not short, of which there are few
// of each mark.
type otherWords [256][]otherWord

type otherWord struct {
	word string
	id   wordID
}

// put adds a word.
func (o *otherWords) put(w string, id wordID) {
	of := &o[markOf(w)]
	*of = append(*of, otherWord{w, id})
}

// id is that of a word, 0 where it is none of them.
func (o *otherWords) id(w string) wordID {
	for _, other := range o[markOf(w)] {
		if other.word == w {
			return other.id
		}
	}
	return 0
}
