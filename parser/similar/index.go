package similar

// Index answers Best over many entities without reading their texts again. It
// is not safe for concurrent use. Keep one per language: code is never aligned
// with an entity of another language.
type Index struct {
	entries []entry
	byKey   map[string]int32
	free    []int32
	lines   map[uint64][]int32 // hash of a line -> entries that hold it
}

type entry struct {
	key   string
	lines []uint64
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{byKey: map[string]int32{}, lines: map[uint64][]int32{}}
}

// Len is the number of entities that can be matched.
func (x *Index) Len() int { return len(x.byKey) }

// Put adds an entity, or replaces its text. A text too short to be matched is
// left out.
func (x *Index) Put(key string, text []byte) {
	x.Delete(key)
	lines, ok := fingerprint(text)
	if !ok {
		return
	}
	id := x.place(entry{key: key, lines: lines})
	x.byKey[key] = id
	for _, h := range lines {
		x.lines[h] = append(x.lines[h], id)
	}
}

// place stores an entry where one is free.
func (x *Index) place(e entry) int32 {
	if n := len(x.free); n > 0 {
		id := x.free[n-1]
		x.free = x.free[:n-1]
		x.entries[id] = e
		return id
	}
	x.entries = append(x.entries, e)
	return int32(len(x.entries) - 1)
}

// Delete removes an entity; it is no error if there is none of that key.
func (x *Index) Delete(key string) {
	id, known := x.byKey[key]
	if !known {
		return
	}
	for _, h := range x.entries[id].lines {
		x.unlist(h, id)
	}
	x.entries[id] = entry{}
	x.free = append(x.free, id)
	delete(x.byKey, key)
}

func (x *Index) unlist(h uint64, id int32) {
	list := x.lines[h]
	for i, e := range list {
		if e == id {
			list[i] = list[len(list)-1]
			list = list[:len(list)-1]
			break
		}
	}
	if len(list) == 0 {
		delete(x.lines, h)
		return
	}
	x.lines[h] = list
}

// Best is the function Best over all entities of the index.
func (x *Index) Best(code []byte) (Match, bool) {
	want, ok := fingerprint(code)
	if !ok {
		return Match{}, false
	}
	shared := make([]int32, len(x.entries))
	var touched []int32
	for _, h := range want {
		for _, id := range x.lines[h] {
			if shared[id] == 0 {
				touched = append(touched, id)
			}
			shared[id]++
		}
	}
	var r ranking
	for _, id := range touched {
		r.add(x.entries[id].key, jaccard(int(shared[id]), len(want), len(x.entries[id].lines)))
	}
	return r.match()
}
