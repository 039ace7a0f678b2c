package statemap

import (
	"sync"

	"holdfast/parser/similar"
	"holdfast/parser/source"
)

// likeness finds the entity of a language that code resembles (TSLP 11). The index
// of a language is made when code without a path first needs it, and brought up to
// date before each search, so that no text is read under the State Map's lock.
type likeness struct {
	searching sync.Mutex // held while an index is brought up to date and searched
	index     map[source.Language]*similar.Index

	mu     sync.Mutex
	behind map[source.Language]map[string]bool // keys that an index does not hold as they are
}

// changed notes that an entity changed or went.
func (l *likeness) changed(e *Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if keys := l.behind[source.Language(e.Language())]; keys != nil {
		keys[e.Key()] = true
	}
}

// taken returns the keys that an index lacks and forgets them; first reports
// whether there is no index yet.
func (l *likeness) taken(lang source.Language) (keys map[string]bool, first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	keys = l.behind[lang]
	if l.behind == nil {
		l.behind = map[source.Language]map[string]bool{}
	}
	l.behind[lang] = map[string]bool{}
	return keys, keys == nil
}

// Similar implements resolve.Map (TSLP 11): it aligns code with one existing
// entity of the language, or of the file where a path is given. The rest of a file is
// no definition, and nothing is a new version or another name of it by looks.
func (m *Map) Similar(lang source.Language, path string, code []byte) (string, bool) {
	if path != "" {
		return m.similarIn(path, code)
	}
	l := &m.likeness
	l.searching.Lock()
	defer l.searching.Unlock()
	index, ok := m.upToDate(lang)
	if !ok {
		return "", false // the Vault cannot be read: nothing is aligned
	}
	found, ok := index.Best(code)
	return found.Key, ok
}

func (m *Map) similarIn(path string, code []byte) (string, bool) {
	var candidates []similar.Candidate
	for _, t := range m.InPath(path) {
		if t.Kind == source.Rest {
			continue
		}
		if text, err := m.Text(t.Key); err == nil {
			candidates = append(candidates, similar.Candidate{Key: t.Key, Text: text})
		}
	}
	found, ok := similar.Best(code, candidates)
	return found.Key, ok
}

// upToDate is the index of a language as the map is now; ok is false where a text
// could not be read. likeness.searching is held.
func (m *Map) upToDate(lang source.Language) (index *similar.Index, ok bool) {
	l := &m.likeness
	keys, first := l.taken(lang)
	if first {
		keys = m.keysIn(lang)
		if l.index == nil {
			l.index = map[source.Language]*similar.Index{}
		}
		l.index[lang] = similar.NewIndex()
	}
	index, ok = l.index[lang], true
	for key := range keys {
		e := m.Get(key)
		if e == nil || source.Language(e.Language()) != lang || e.Rest {
			index.Delete(key)
			continue
		}
		text, err := m.load(e.TextHash())
		if err != nil {
			l.changed(e)
			ok = false
			continue
		}
		index.Put(key, text)
	}
	return index, ok
}

// keysIn are the keys of a language's entities.
func (m *Map) keysIn(lang source.Language) map[string]bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	keys := map[string]bool{}
	for _, f := range m.byPath {
		for _, e := range f {
			if source.Language(e.Language()) == lang {
				keys[e.Key()] = true
			}
		}
	}
	return keys
}
