package views

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Saw is the exact text that a model saw as the user's newest message: what was
// put before the user's words, then these (TSLP 8). Long lines of prose are
// broken, so that a draft and a frame cost the same whatever a client sends.
type Saw struct {
	ID               string // names both texts
	Inserted, Prompt string
}

// maxColoured is the size in bytes from which an insertion is shown without the
// colours of its code: a lexer takes about 7 ms for a kilobyte.
const maxColoured = 64 << 10

// Key implements Source.
func (s Saw) Key() string { return "saw " + s.ID }

// Fluid implements Source.
func (Saw) Fluid() bool { return true }

// Text is what the page is copied as: the text itself, byte for byte.
func (s Saw) Text() string { return s.Inserted + s.Prompt }

// Draft implements Source: the beginning, without the colours of code.
func (s Saw) Draft(t *Theme, w int) (*Doc, bool) {
	short := s
	short.Inserted = s.Inserted[:beginning(s.Inserted)]
	if len(short.Inserted) == len(s.Inserted) {
		short.Prompt = s.Prompt[:beginning(s.Prompt)]
	} else {
		short.Prompt = ""
	}
	d := short.doc(t, w, s, false)
	return d, s.Inserted == "" && len(short.Prompt) == len(s.Prompt)
}

// Render implements Source.
func (s Saw) Render(t *Theme, w int) *Doc {
	return s.doc(t, w, s, len(s.Inserted) <= maxColoured)
}

// doc draws s, which is whole or its beginning.
func (s Saw) doc(t *Theme, w int, whole Saw, colours bool) *Doc {
	d := &Doc{}
	if whole.Inserted == "" {
		d.Prose(t.Dim, "Nothing was inserted: the model saw the message as the client sent it.", 0, w)
	} else {
		d.Add(t.Title.On("Inserted by holdfast, " + Bytes(len(whole.Inserted))))
		d.Add(Rule(t, w))
		s.inserted(d, t, w, colours)
	}
	if len(s.Inserted) < len(whole.Inserted) {
		return d
	}
	d.Add("")
	d.Marks = append(d.Marks, d.Len())
	d.Add(t.Title.On("The user's message, " + Bytes(len(whole.Prompt))))
	d.Add(Rule(t, w))
	d.broken(Paint{}, s.Prompt, w)
	return d
}

// inserted draws the sections of an insertion: their delimiters stand out, the
// code of an entity has the colours of its file.
func (s Saw) inserted(d *Doc, t *Theme, w int, colours bool) {
	path, code := "", -1 // code is where an entity's code begins, -1 outside of one
	for at := 0; at < len(s.Inserted); {
		line, next := lineAt(s.Inserted, at)
		switch {
		case code >= 0 && line == "[END CURRENT STATE]":
			d.code(path, s.Inserted[code:at], t, colours)
			d.broken(t.Accent, line, w)
			code = -1
		case code >= 0:
		case isDelimiter(line):
			d.Marks = append(d.Marks, d.Len())
			d.broken(t.Accent, line, w)
		case strings.HasPrefix(line, "Source: ") && path != "":
			d.broken(t.Dim, line, w)
			code = next
		default:
			if key, ok := strings.CutPrefix(line, "Entity: "); ok {
				path, _, _ = strings.Cut(key, "::")
			}
			d.broken(Paint{}, line, w)
		}
		at = next
	}
	if code >= 0 {
		d.code(path, s.Inserted[code:], t, false)
	}
}

// lineAt returns the line that begins at at, and where the next one does.
func lineAt(text string, at int) (line string, next int) {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return text[at : at+n], at + n + 1
	}
	return text[at:], len(text)
}

// isDelimiter tells the lines that open a section (TSLP 8.2, 8.3). Code that
// holds such a line is painted otherwise, and that is all.
func isDelimiter(line string) bool {
	return strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && strings.ToUpper(line) == line
}

// longest is how wide a line of code may be: w wraps it, h and l scroll over it.
const longest = 400

// code appends source code with the colours of its file's language.
func (d *Doc) code(path, content string, t *Theme, colours bool) {
	var lines []string
	if lexer := lexerFor(path); colours && lexer != nil {
		lines = highlight(lexer.Config().Name, content, t)
	}
	if lines == nil {
		lines = SourceLines(content)
	}
	for _, l := range lines {
		if width(l) <= longest {
			d.Add(l)
			continue
		}
		for _, part := range breakPainted(l, longest) {
			d.Add(part)
		}
	}
}

// broken appends foreign text line by line; lines over w columns are broken, at
// a blank where there is one.
func (d *Doc) broken(p Paint, text string, w int) {
	if text == "" {
		d.Add("")
		return
	}
	for _, l := range SourceLines(text) {
		if width(l) <= w {
			d.Add(p.On(l))
			continue
		}
		for part := range strings.SplitSeq(ansi.Wrap(l, max(w, 1), ""), "\n") {
			d.Add(p.On(part))
		}
	}
}

// LeftOut are the entities that a prompt named and that the model was not shown.
type LeftOut struct {
	Withheld, Omitted []Ref
	// NoRoom says why there was less room than is configured, "" where there was
	// not; Earlier is how many earlier pairs of messages there was none for.
	NoRoom  string
	Earlier int
}

// Doc says which, and why.
func (l LeftOut) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	if len(l.Withheld)+len(l.Omitted)+l.Earlier == 0 {
		d.Prose(t.Dim, "Nothing was left out: the model was shown every symbol that the prompt named.", 0, w)
		return d
	}
	refs(d, "Withheld: not safe to show, and the model was told so", l.Withheld, t.Warn, t, w)
	omitted(d, "Omitted: over the budget, named in a notice", l.Omitted, l.NoRoom, t, w)
	if l.Earlier > 0 {
		d.Add("")
		d.Prose(t.Warn, "The model's context window has no room for "+Count(l.Earlier, "earlier pair", "earlier pairs")+" of messages.", 0, w)
	}
	if d.lines[0].s == "" {
		d.lines = d.lines[1:] // refs begin with a blank line
	}
	return d
}

// Judged is an artifact of a request with the report of its gates.
type Judged struct {
	Version
	Entity string
	Gates  Gates
}

// Artifacts is what a request brought: artifacts with their gates, code that was
// linked to no entity, and code that changed nothing.
type Artifacts struct {
	Judged    []Judged
	Loose     []Outcome
	Unchanged []Ref
}

// Doc lists them. Each is a mark, to jump to.
func (a Artifacts) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	if len(a.Judged)+len(a.Loose)+len(a.Unchanged) == 0 {
		d.Prose(t.Dim, "Neither the message nor the reply held code.", 0, w)
		return d
	}
	for _, j := range a.Judged {
		a.next(d)
		j.add(d, t, w)
	}
	for _, o := range a.Loose {
		a.next(d)
		o.add(d, t, w)
	}
	if len(a.Unchanged) > 0 && d.Len() > 0 && len(a.Judged)+len(a.Loose) > 0 {
		d.Add("")
	}
	for _, r := range a.Unchanged {
		d.Add(t.Dim.On(t.Glyphs.Bullet+" unchanged  ") + FitKey(r.Entity, w-13, t))
	}
	return d
}

func (Artifacts) next(d *Doc) {
	if d.Len() > 0 {
		d.Add("")
	}
	d.Marks = append(d.Marks, d.Len())
}

// add appends the artifact: what it is, where it came from, each of its checks.
func (j Judged) add(d *Doc, t *Theme, w int) {
	Outcome{Entity: j.Entity, State: j.State, Confidence: j.Confidence}.add(d, t, w)
	d.Prose(t.Dim, strings.Join(filled(Origin(j.Origin), j.Convention, ShortHash(j.Hash, t)), sep(t)), 4, w)
	if j.Reason != "" {
		d.Prose(t.Warn, Plain(j.Reason), 4, w)
	}
	for _, l := range j.Gates.Doc(t, max(w-4, 1)).lines {
		d.Add("    " + l.s)
	}
}
