package author

import (
	"slices"
	"strings"
	"unicode"

	"holdfast/parser/pattern"
)

// Text is one that lies in a file of a client's: of a command, a workflow, a skill.
// Clients send it under role user where somebody has typed its name, often with
// nothing to tell it by; what they typed behind the name stands in its places for
// arguments, or behind it.
type Text struct {
	file    string
	lines   []textLine
	letters int // of what is the same in every message
	holes   int
}

// textLine is a line of a Text.
type textLine struct {
	hash    uint64
	letters int // 0 for one that need not be sent
	// hole reports whether something is put into it; before and after are what
	// stands around that. typed reports whether it is what somebody has typed.
	// Before is also the last line, behind which that may stand.
	hole, typed   bool
	before, after string
}

// Bounds on texts, and on the messages that are held against them.
const (
	leastText   = 16       // letters that are the same in every message
	mostText    = 64 << 10 // bytes
	mostAgainst = 1 << 20  // bytes of a part of a message
	mostParts   = 64       // that may be a command's text
)

var (
	// typedHole stands for what somebody has typed behind a command's name.
	typedHole = pattern.New(`\$(?:[@*]|[0-9]+|[A-Z][A-Z0-9_]*)(?:\[[^\]\n]*\])?|\$\{[^{}\n]*\}|\{\{[^{}\n]*\}\}`)
	// filledHole stands for what a client puts in: the output of a command, a file.
	filledHole = pattern.New("!`[^`\n]*`|[!@]\\{[^{}\n]*\\}")
)

// NewText reads what lies in a file, nil where it is too little to be told from what
// people type, or too much for a command.
func NewText(file, text string) *Text {
	if len(text) > mostText {
		return nil
	}
	t := &Text{file: file}
	front := frontMatter(text)
	at := 0
	last := ""
	for raw := range strings.Lines(text) {
		line := strings.TrimSpace(raw)
		n := len(t.lines)
		if t.add(line, at < front); len(t.lines) > n {
			last = line
		}
		at += len(raw)
	}
	if n := len(t.lines); n > 0 && !t.lines[n-1].hole { // what was typed may stand right behind it
		t.lines[n-1].before = last
	}
	if t.letters < leastText {
		return nil
	}
	return t
}

// frontMatter is the length of the settings with which a text begins.
func frontMatter(text string) int {
	if !strings.HasPrefix(text, "---\n") && !strings.HasPrefix(text, "---\r\n") {
		return 0
	}
	n := strings.Index(text[3:], "\n---")
	if n < 0 {
		return 0
	}
	return lineEnd(text, 3+n+1)
}

func (t *Text) add(raw string, optional bool) {
	put := func(l textLine) {
		if optional {
			l.letters = 0
		}
		t.letters += l.letters
		t.lines = append(t.lines, l)
	}
	var typed, filled [][]int
	if strings.ContainsAny(raw, "${!@") {
		typed, filled = typedHole.FindAllStringIndex(raw, -1), filledHole.FindAllStringIndex(raw, -1)
	}
	if len(typed)+len(filled) == 0 || t.holes == maxHoles {
		eachLine(raw, func(x line) { put(textLine{hash: x.hash, letters: x.letters}) })
		return
	}
	t.holes++
	first, last := len(raw), 0
	for _, h := range slices.Concat(typed, filled) {
		first, last = min(first, h[0]), max(last, h[1])
	}
	l := textLine{hole: true, typed: len(filled) == 0, before: strings.TrimSpace(raw[:first]), after: strings.TrimSpace(raw[last:])}
	eachLine(l.before, func(x line) { l.letters += x.letters })
	put(l)
}

// brought takes from the user the texts of the client's files.
func (d *decision) brought() {
	if d.Texts == nil {
		return
	}
	var texts []*Text
	for i, looked := 0, 0; i < len(d.parts) && looked < mostParts; i++ {
		p := &d.parts[i]
		m := messageOf(p)
		if m.letters < leastText {
			continue
		}
		if looked++; looked == 1 {
			texts = d.Texts()
		}
		for _, t := range texts {
			if found := m.find(t); found != nil {
				for _, s := range found {
					p.give(span{s.from, s.to, Unknown, "stands in " + t.file + ", as the text of a command"})
				}
				break
			}
		}
	}
}

// message is what the user seems to have written in a part, line by line.
type message struct {
	text    string
	lines   []line
	at      map[uint64][]int // the lines of a hash
	letters int
}

func messageOf(p *part) *message {
	m := &message{text: p.text}
	p.users(func(from, to int) {
		to = min(to, mostAgainst)
		if from >= to {
			return
		}
		eachLine(p.text[from:to], func(l line) {
			l.from, l.to = l.from+from, l.to+from
			if m.at == nil {
				m.at = map[uint64][]int{}
			}
			m.at[l.hash] = append(m.at[l.hash], len(m.lines))
			m.lines, m.letters = append(m.lines, l), m.letters+l.letters
		})
	})
	return m
}

// stretch is a part of a message's text.
type stretch struct{ from, to int }

// find returns where a text stands in the message, in order; nil where less than
// three quarters of it do.
func (m *message) find(t *Text) []stretch {
	f := finder{message: m}
	missed := 0 // letters
	for _, l := range t.lines {
		at, end := m.look(l, f.next)
		if at < 0 {
			if missed += l.letters; 4*missed > t.letters {
				return nil
			}
			f.opened(l)
			continue
		}
		f.reach(m.lines[at].from)
		f.take(m.lines[at].from, end)
		f.next, f.typed, f.filled, f.after = at+1, l.hole && l.typed, l.hole && !l.typed, l.after
	}
	f.reach(min(len(m.text), mostAgainst))
	return f.found
}

// finder goes through a text and a message side by side.
type finder struct {
	*message
	found []stretch
	next  int // the line to look from
	// What may stand between the latest line that was found and the next: what
	// somebody typed, with after behind it, or what the client has put in.
	typed, filled bool
	after         string
}

// opened notes a line that is not there as it is: what stands in its place is not
// the user's, unless they typed it.
func (f *finder) opened(l textLine) {
	f.typed = f.typed || l.hole && l.typed
	f.filled = f.filled || l.hole && !l.typed
}

// reach decides about what stands between the latest line and the next one, or the
// end: the user's is what they typed into a place of the text's, and what they put
// where the text has nothing.
func (f *finder) reach(to int) {
	if len(f.found) == 0 {
		return
	}
	from := f.found[len(f.found)-1].to
	switch {
	case f.typed && f.after != "":
		if n := strings.LastIndex(f.text[from:to], f.after); n >= 0 {
			f.take(from+n, from+n+len(f.after))
		}
	case f.filled && !f.typed:
		f.take(from, to)
	}
}

// take takes a stretch, with what says nothing before it.
func (f *finder) take(from, to int) {
	n := len(f.found)
	before := 0
	if n > 0 {
		before = f.found[n-1].to
	}
	switch silent := !strings.ContainsFunc(f.text[before:from], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }); {
	case silent && n > 0:
		f.found[n-1].to = to
	case silent:
		f.found = append(f.found, stretch{0, to})
	default:
		f.found = append(f.found, stretch{from, to})
	}
}

// look finds a line of a text from a line of the message on, and where what is the
// same in every message ends; -1 for nowhere.
func (m *message) look(l textLine, next int) (at, end int) {
	if !l.hole {
		list := m.at[l.hash]
		if k, _ := slices.BinarySearch(list, next); k < len(list) {
			return list[k], m.lineEnd(list[k])
		}
	}
	if l.before == "" {
		return -1, 0
	}
	for at := next; at < len(m.lines) && at < next+mostTyped; at++ {
		raw := m.text[m.lines[at].from:m.lines[at].to]
		begins := len(raw) - len(strings.TrimLeft(raw, " \t"))
		if strings.HasPrefix(raw[begins:], l.before) {
			return at, m.lines[at].from + begins + len(l.before)
		}
	}
	return -1, 0
}

// mostTyped is how many lines somebody may have typed into one place of a text,
// maxHoles how many such places there may be.
const (
	mostTyped = 200
	maxHoles  = 64
)

// lineEnd is where a line of the message ends, its line feed included.
func (m *message) lineEnd(at int) int {
	end := m.lines[at].to
	if end < len(m.text) && m.text[end] == '\n' {
		end++
	}
	return end
}
