package canon

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"

	"holdfast/schemas"
)

// damaged is an object that would be one of the documents if it could be read.
type damaged struct {
	Fault
	line int
	cut  bool // the text ends before the object does
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
	d := damaged{cut: b.err == errCut}
	known := kindOf(b.seen) != Any || named(text)
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
		text := "holds a current_state, but the delta around it is not JSON"
		s.damaged = append(s.damaged, damaged{Fault: Fault{Path: schemas.Root, Text: text}, line: s.line(at)})
		return
	}
	d.Line = s.line(at)
	s.found = append(s.found, d)
}

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

// named reports whether what cannot be read names one of the documents among its
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
		return nil, []Fault{otherJSON}
	}
	return nil, []Fault{noJSON}
}

// What is said of a text that has nothing to do with the documents.
var (
	otherJSON = Fault{Path: schemas.Root, Text: "holds JSON, but neither a SESSION_STATE nor a CANON_STATE_DELTA"}
	noJSON    = Fault{Path: schemas.Root, Text: "holds no JSON object, so neither a SESSION_STATE nor a CANON_STATE_DELTA"}
)

// Foreign reports whether Read has refused a text because nothing in it is, or
// seems to have been, one of the documents.
func Foreign(faults []Fault) bool {
	return len(faults) == 1 && (faults[0] == otherJSON || faults[0] == noJSON)
}

func (d damaged) faults() []Fault {
	return []Fault{{Path: d.Path, Text: fmt.Sprintf("%s (line %d)", d.Text, d.line)}}
}
