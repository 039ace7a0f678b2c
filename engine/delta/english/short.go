package english

// shortWord is a word of at most maxShort letters a to z as a number, five bits a
// letter, by which it is found without comparing its letters.
type shortWord uint64

const maxShort = 12

// and is the word with one more letter.
func (w shortWord) and(letter byte) shortWord { return w<<5 | shortWord(letter&31) }

// shortWords finds the ids of short words. Each stands where its number, mixed,
// says, or in the next free place.
type shortWords struct {
	places []place // some power of two
	shift  uint
}

type place struct {
	word shortWord // 0 for a free place
	id   wordID
}

// shortWordsOf takes the short words from others, and gives the rest.
func shortWordsOf(ids map[string]wordID) (s shortWords, others WordSet) {
	s = shortWords{places: make([]place, 1), shift: 64}
	var long []string
	for 2*len(s.places) < 3*len(ids) {
		s.places, s.shift = make([]place, 2*len(s.places)), s.shift-1
	}
	for w, id := range ids {
		if len(w) > maxShort || !letters(w) {
			long = append(long, w)
			continue
		}
		var word shortWord
		for i := 0; i < len(w); i++ {
			word = word.and(w[i])
		}
		*s.find(word) = place{word, id}
	}
	return s, SetOf(long)
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
