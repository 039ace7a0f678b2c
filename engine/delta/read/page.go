package read

import (
	"sync"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// page is the prose of a turn, taken apart. Another turn may be written on it once it
// was given back: until then whoever reads it keeps words and stems of it at most.
type page struct {
	blocks   []prose.Passage
	passages []passage
	clauses  []unit       // of the passages, once asked for
	room     english.Room // where their sentences are
}

// passage is a block of prose with its sentences and what stands above it.
type passage struct {
	prose.Passage
	sentences []english.Sentence
	heading   string // the heading above
	intro     string // the paragraph right above a list
	topic     string // what it says last, as a heading
}

// pages are those that nobody reads.
var pages = sync.Pool{New: func() any { return new(page) }}

// pageOf takes a turn apart: its blocks, and what introduces them.
func pageOf(content string) *page {
	p := pages.Get().(*page)
	p.blocks = prose.Append(p.blocks, content)
	heading, intro, topic := "", "", ""
	for _, said := range p.blocks {
		q := passage{Passage: said, heading: heading, intro: intro, topic: topic}
		switch said.Kind {
		case prose.Heading:
			heading, intro = said.Text, said.Text
		case prose.Paragraph:
			intro = said.Text
		}
		if said.Kind == prose.Heading || said.Kind == prose.Paragraph {
			topic = topicLine(intro)
		}
		q.sentences = p.room.Sentences(said.Text)
		if text := repaired(said.Text, q.sentences); text != said.Text {
			q.Text, q.sentences = text, p.room.Sentences(text)
		}
		p.passages = append(p.passages, q)
	}
	return p
}

// units lists the clauses of the turn in order, headings left out.
func (p *page) units() []unit {
	if len(p.clauses) > 0 {
		return p.clauses
	}
	for i := range p.passages {
		q := &p.passages[i]
		if q.Kind == prose.Heading || q.Kind == prose.Row {
			continue
		}
		for k := range q.sentences {
			s := &q.sentences[k]
			for j := range s.Clauses {
				p.clauses = append(p.clauses, unit{&s.Clauses[j], q, s, j, k, len(p.clauses)})
			}
		}
	}
	return p.clauses
}

// giveBack gives the page to whoever reads another turn.
func (p *page) giveBack() {
	clear(p.blocks)
	clear(p.passages)
	clear(p.clauses)
	p.blocks, p.passages, p.clauses = p.blocks[:0], p.passages[:0], p.clauses[:0]
	if p.room.Empty() {
		pages.Put(p)
	}
}

// kept is what was read of a turn's content.
type kept struct {
	page *page // nil where it is not taken apart
	left *floor
}

// Kept is the turn for who reads it more than once, as itself and as what stands
// before the next: its copies share what was read of it, so that they belong to
// one goroutine. Who made it says when it is Done.
func (t Turn) Kept() Turn {
	t.kept = &kept{}
	return t
}

// Done gives back what was read of a kept turn. What it leaves for an answer stays
// known; all else is read anew where the turn is read again.
func (t Turn) Done() {
	if t.kept != nil && t.kept.page != nil {
		t.kept.page.giveBack()
		t.kept.page = nil
	}
}

// open is the turn's prose, which is not changed, until it is closed.
func (t Turn) open() *page {
	if t.kept == nil {
		return pageOf(t.Content)
	}
	if t.kept.page == nil {
		t.kept.page = pageOf(t.Content)
	}
	return t.kept.page
}

// close ends the reading of what was opened.
func (t Turn) close(p *page) {
	if t.kept == nil {
		p.giveBack()
	}
}
