package app

import (
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// maxDocs is how many rendered texts are kept.
const maxDocs = 32

// docKey names a rendered text.
type docKey struct {
	source string
	w      int // 0 where the width does not matter
	t      *views.Theme
}

// place is where a text is wanted: a newer wish replaces an older one.
type place int

const (
	inDetail place = iota
	inReview
	inSheet
	places
)

// docs keeps rendered texts, the least recently used leaving first, and has
// missing ones rendered one at a time, off Update.
type docs struct {
	kept   map[docKey]*views.Doc
	order  []docKey // least recently used first
	wanted [places]docKey
	worker *worker
}

func newDocs() docs { return docs{kept: map[docKey]*views.Doc{}, worker: &worker{}} }

// worker renders one text at a time: renderers are not safe to share. What
// nobody wants any more when its turn comes is not rendered.
type worker struct {
	turn   sync.Mutex
	mu     sync.Mutex
	wanted [places]docKey
}

func (w *worker) want(p place, k docKey) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wanted[p] = k
}

func (w *worker) wants(p place, k docKey) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.wanted[p] == k
}

// docMsg is a text that was rendered.
type docMsg struct {
	place place
	key   docKey
	doc   *views.Doc
}

// get returns a text for a place: as it is kept, else its draft and the command
// that renders it. whole reports whether it is no draft.
func (d *docs) get(p place, s views.Source, w int, t *views.Theme) (doc *views.Doc, whole bool, render func() tea.Msg) {
	k := docKey{source: s.Key(), t: t}
	if s.Fluid() {
		k.w = w
	}
	if doc, ok := d.kept[k]; ok {
		d.touch(k)
		return doc, true, nil
	}
	doc, whole = s.Draft(t, w)
	if whole {
		return doc, true, nil
	}
	if d.wanted[p] == k {
		return doc, false, nil // on its way
	}
	d.wanted[p] = k
	worker := d.worker
	worker.want(p, k)
	return doc, false, func() tea.Msg {
		worker.turn.Lock()
		defer worker.turn.Unlock()
		if !worker.wants(p, k) {
			return nil
		}
		return docMsg{place: p, key: k, doc: s.Render(t, w)}
	}
}

// put keeps a rendered text.
func (d *docs) put(msg docMsg) {
	if d.wanted[msg.place] == msg.key {
		d.wanted[msg.place] = docKey{}
	}
	if _, ok := d.kept[msg.key]; !ok && len(d.kept) >= maxDocs {
		delete(d.kept, d.order[0])
		d.order = d.order[1:]
	}
	d.kept[msg.key] = msg.doc
	d.touch(msg.key)
}

func (d *docs) touch(k docKey) {
	for i, o := range d.order {
		if o == k {
			d.order = append(d.order[:i], d.order[i+1:]...)
			break
		}
	}
	d.order = append(d.order, k)
}
