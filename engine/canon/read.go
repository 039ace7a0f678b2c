package canon

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/go-json-experiment/json/jsontext"

	"holdfast/schemas"
)

// Fault is one thing that is wrong with a document: where, and what in words.
type Fault = schemas.Fault

// Kind tells the two documents apart.
type Kind string

// The documents, and either of them.
const (
	Any          Kind = ""
	SessionState Kind = "SESSION_STATE"
	StateDelta   Kind = "CANON_STATE_DELTA"
)

// Document is a SESSION_STATE or a CANON_STATE_DELTA as it was found, not yet
// validated.
type Document struct {
	Kind Kind
	Text []byte // the JSON alone
	Line int    // where it begins in the text, from 1

	object object
	rest   []byte // what follows it in its fence or text
	fenced bool
}

// Read finds the document of a kind in pasted text: in prose, in a code fence,
// after a byte order mark, with the line ends of any system and the escape
// sequences of a terminal. Of several the delta comes before the bare state,
// the highest seq before others, and the last of equals. Text that holds a
// document which is cut off is refused even if it holds another, since the one
// that is missing may be the one that is meant.
//
// A fault says why no document could be read. Whether what was read is valid
// is for Validate.
func Read(text []byte, want Kind) (*Document, []Fault) {
	if len(text) > MaxBytes {
		return nil, whole("is larger than %d MiB, which is the most that is read", MaxBytes>>20)
	}
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		return nil, whole("is UTF-16 text; save it as UTF-8")
	}
	text = plainText(text)
	s := &search{text: text, decoder: jsontext.NewDecoder(new(bytes.Buffer))}
	for _, part := range partsOf(text) {
		s.part(part)
	}
	d, faults := s.choose(want)
	if len(faults) > 0 {
		return nil, faults
	}
	if faults := d.leftover(); len(faults) > 0 {
		return nil, faults
	}
	if len(d.object.faults) > 0 {
		return nil, d.object.faults
	}
	return d, nil
}

// whole is a fault of the text as a whole.
func whole(format string, args ...any) []Fault {
	return []Fault{{Path: schemas.Root, Text: fmt.Sprintf(format, args...)}}
}

// plainText takes away what editors and terminals add around JSON.
func plainText(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if bytes.IndexByte(text, 0x1b) >= 0 {
		text = []byte(ansi.Strip(string(text)))
	}
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	return text
}

// part is a stretch of text: prose, or what a code fence holds.
type part struct {
	span
	fenced bool
}

// partsOf splits a text at the lines that open or close a code fence
// (CommonMark 4.5). None can stand inside JSON, whose strings hold no line
// break.
func partsOf(text []byte) []part {
	var parts []part
	from, opened := 0, "" // the fence that is open
	for start := 0; start < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		fence, info := fenceOf(text[start:end])
		if fence != "" && (opened == "" || closes(fence, opened, info)) {
			parts = append(parts, part{span{from, start}, opened != ""})
			from = end
			if opened == "" {
				opened = fence
			} else {
				opened = ""
			}
		}
		start = end + 1
	}
	return append(parts, part{span{from, len(text)}, opened != ""})
}

// fenceOf is the fence that a line begins with, "" for none, and what follows.
func fenceOf(line []byte) (fence string, info []byte) {
	indent := 0
	for indent < len(line) && indent < 4 && line[indent] == ' ' {
		indent++
	}
	line = line[indent:]
	if indent > 3 || len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return "", nil
	}
	n := 1
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < 3 || line[0] == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return "", nil
	}
	return string(line[:n]), line[n:]
}

// closes tells whether a fence line ends the fence that is open.
func closes(fence, opened string, info []byte) bool {
	return fence[0] == opened[0] && len(fence) >= len(opened) && len(bytes.TrimSpace(info)) == 0
}

// damaged is an object that would be one of the documents if it could be read.
type damaged struct {
	Fault
	line int
	kind Kind // what its first keys tell; Any where they tell nothing
	cut  bool
}

// search collects what a text holds.
type search struct {
	text    []byte
	decoder *jsontext.Decoder
	objects int // that were looked at
	found   []*Document
	damaged []damaged
	cut     *damaged  // the last object of unknown kind that is cut off
	other   *Document // the first object that is neither document
	others  int

	at, lines int // how far lines were counted, and how many began
}

// part looks for objects in a stretch of text. Its work is linear: it goes on
// behind what it has read, whether that was an object or not.
func (s *search) part(p part) {
	for from := p.from; from < p.to && s.objects <= maxObjects; {
		open := bytes.IndexByte(s.text[from:p.to], '{')
		if open < 0 {
			return
		}
		from += open
		text := s.text[from:p.to]
		// Most braces of a text open no JSON: they are passed over cheaply.
		if at := 1 + space(text[1:]); at == len(text) || text[at] != '"' && text[at] != '}' {
			if !named(text) {
				from++
				continue
			}
			from += s.damage(from, text, &broken{path: schemas.Root, err: errNoKey, at: at})
			continue
		}
		s.objects++
		object, b := readObject(s.decoder, text)
		if b == nil {
			s.add(&Document{Text: text[:object.end], object: object, rest: text[object.end:], fenced: p.fenced}, from)
			from += object.end
			continue
		}
		from += s.damage(from, text, b)
	}
}

// damage notes what cannot be read, if it seems to be one of the documents, and
// returns how much of the text is done with.
func (s *search) damage(from int, text []byte, b *broken) int {
	d := damaged{kind: kindOf(b.seen), cut: b.err == errCut}
	known := d.kind != Any || named(text)
	if !known && !d.cut {
		return max(b.at, 1)
	}
	d.Fault, d.line = Fault{Path: b.path, Text: b.words(text)}, s.line(from+b.at)
	if !known {
		s.cut = &d
		return len(text)
	}
	s.damaged = append(s.damaged, d)
	return balanced(text)
}

func (s *search) add(d *Document, at int) {
	d.Kind = kindOf(d.object.members)
	switch {
	case d.Kind == Any:
		s.others++
		if s.other == nil {
			s.other = d
			d.Line = s.line(at)
		}
		return
	case d.Kind == SessionState && partOfDelta.Match(s.text[max(0, at-40):at]):
		// A bare state is a document; the state of a delta that cannot be
		// read is not.
		b := broken{path: schemas.Root, err: errWrapper}
		s.damaged = append(s.damaged, damaged{Fault: Fault{Path: b.path, Text: b.words(nil)}, line: s.line(at), kind: StateDelta})
		return
	}
	d.Line = s.line(at)
	s.found = append(s.found, d)
}

// errWrapper is about what stands around a state.
var errWrapper = errors.New("the delta around the state cannot be read")

// partOfDelta is what stands before the state of a delta.
var partOfDelta = regexp.MustCompile(`current_state["']?\s*:\s*$`)

// line is the number of the line at an offset. Offsets mostly grow.
func (s *search) line(at int) int {
	at = min(at, len(s.text))
	if at < s.at {
		return 1 + bytes.Count(s.text[:at], []byte("\n"))
	}
	s.lines += bytes.Count(s.text[s.at:at], []byte("\n"))
	s.at = at
	return 1 + s.lines
}

// stateKeys are keys that only a SESSION_STATE has.
var stateKeys = []string{"state_seq", "protocol_version", "active_l0_sources", "authorized_deltas", "last_persistent_artifacts", "pending_decisions", "open_conflicts"}

// kindOf tells which document an object is, or wants to be.
func kindOf(members map[string]any) Kind {
	has := func(key string) bool { _, ok := members[key]; return ok }
	if members["type"] == DeltaType || has("current_state") || has("basis") && has("decision") {
		return StateDelta
	}
	n := 0
	for _, key := range stateKeys {
		if has(key) {
			n++
		}
	}
	if n >= 2 || n == 1 && has("protocol") {
		return SessionState
	}
	return Any
}

// named tells whether what cannot be read names one of the documents among its
// first keys, before any other object begins.
func named(text []byte) bool {
	const head = 300
	text = text[1:min(len(text), head)]
	if next := bytes.IndexByte(text, '{'); next >= 0 {
		text = text[:next]
	}
	return bytes.Contains(text, []byte(DeltaType)) || bytes.Contains(text, []byte(Protocol))
}

// balanced is where the object at the beginning of a text ends, going by braces
// and quotes alone.
func balanced(text []byte) int {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString && c == '\n':
			inString = false // no string has a line break: this one lost its end
		case inString:
		case c == '{':
			depth++
		case c == '}':
			depth--
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// choose finds the document that is meant, or says why there is none.
func (s *search) choose(want Kind) (*Document, []Fault) {
	if s.objects > maxObjects {
		return nil, whole("holds more than %d objects; give the block alone", maxObjects)
	}
	for _, d := range s.damaged {
		if d.cut {
			return nil, d.faults()
		}
	}
	var best *Document
	for _, d := range s.found {
		if (want == Any || d.Kind == want) && !d.before(best) {
			best = d
		}
	}
	switch {
	case best != nil:
		return best, nil
	case len(s.damaged) > 0:
		return nil, s.damaged[0].faults()
	case len(s.found) > 0:
		return nil, whole("is a %s, not a %s", s.found[0].Kind, want)
	case s.cut != nil:
		return nil, s.cut.faults()
	case want != Any && s.others == 1: // its faults say what it lacks
		s.other.Kind = want
		return s.other, nil
	case s.others > 0:
		return nil, whole("holds JSON, but neither a SESSION_STATE nor a CANON_STATE_DELTA")
	}
	return nil, whole("holds no JSON object, so neither a SESSION_STATE nor a CANON_STATE_DELTA")
}

func (d damaged) faults() []Fault {
	return []Fault{{Path: d.Path, Text: fmt.Sprintf("%s (line %d)", d.Text, d.line)}}
}

// before tells whether a document gives way to one that stands above it.
func (d *Document) before(best *Document) bool {
	if best == nil || d.Kind != best.Kind {
		return best != nil && best.Kind == StateDelta
	}
	return d.seq() < best.seq()
}

func (d *Document) seq() int64 {
	key := "seq"
	if d.Kind == SessionState {
		key = "state_seq"
	}
	n, _ := integer(d.object.members[key])
	return n
}

// leftover refuses a document that is followed by what seems to be more of it.
// In a fence nothing else may follow but another object; around bare JSON there
// may be prose.
func (d *Document) leftover() []Fault {
	rest := strings.TrimSpace(string(d.rest[:min(len(d.rest), 1<<10)]))
	if rest == "" || rest[0] == '{' || !d.fenced && !strings.ContainsRune("}],:", rune(rest[0])) {
		return nil
	}
	line := d.Line + bytes.Count(d.Text, []byte("\n"))
	return whole("is followed by %q, which does not belong to it (line %d)", clip(strings.ToValidUTF8(rest, string(utf8.RuneError))), line)
}
