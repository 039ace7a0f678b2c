package engine

import (
	"holdfast/parser/similar"
	"holdfast/parser/source"
)

// Similar implements resolve.Map (TSLP 11): it aligns code with one existing
// entity of the language, or of the file where a path is given.
func (m *stateMap) Similar(lang source.Language, path string, code []byte) (string, bool) {
	if path != "" {
		return m.similarIn(path, code)
	}
	index, err := m.resemblance(lang)
	if err != nil {
		return "", false // the Vault cannot be read: nothing is aligned
	}
	found, ok := index.Best(code)
	return found.Key, ok
}

func (m *stateMap) similarIn(path string, code []byte) (string, bool) {
	var candidates []similar.Candidate
	for _, t := range m.InPath(path) {
		if text, err := m.Text(t.Key); err == nil {
			candidates = append(candidates, similar.Candidate{Key: t.Key, Text: text})
		}
	}
	found, ok := similar.Best(code, candidates)
	return found.Key, ok
}

// resemble keeps the index of an entity's language up to date, if there is one.
func (m *stateMap) resemble(e *entry) {
	index := m.alike[source.Language(e.language())]
	if index == nil {
		return
	}
	if text, err := m.load(e.text()); err == nil {
		index.Put(e.Key, text)
	}
}

// resemblance is the index of one language's entities. It is made when code
// without a path first needs it.
func (m *stateMap) resemblance(lang source.Language) (*similar.Index, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if index := m.alike[lang]; index != nil {
		return index, nil
	}
	index := similar.NewIndex()
	for e := range m.byKey.All() {
		if source.Language(e.language()) != lang {
			continue
		}
		text, err := m.load(e.text())
		if err != nil {
			return nil, err
		}
		index.Put(e.Key, text)
	}
	if m.alike == nil {
		m.alike = map[source.Language]*similar.Index{}
	}
	m.alike[lang] = index
	return index, nil
}
