package canon

import (
	"bytes"
	"fmt"
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
	s, faults := find(text)
	if len(faults) > 0 {
		return nil, faults
	}
	d, faults := s.choose(want)
	if len(faults) == 0 {
		faults = d.readable()
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return d, nil
}

// Others finds what Read passes over in a text: the documents beside the one that
// it chooses, which have their own faults, and the faults of what was meant for one.
func Others(text []byte, chosen *Document) (others []*Document, broken []Fault) {
	s, faults := find(text)
	if len(faults) > 0 {
		return nil, faults
	}
	for _, d := range s.found {
		if chosen == nil || d.Line != chosen.Line || !bytes.Equal(d.Text, chosen.Text) {
			if faults := d.readable(); len(faults) > 0 {
				broken = append(broken, faults...)
				continue
			}
			others = append(others, d)
		}
	}
	for _, d := range s.damaged {
		broken = append(broken, d.faults()...)
	}
	return others, broken
}

// readable is what is wrong with a document before it is validated.
func (d *Document) readable() []Fault {
	if faults := d.leftover(); len(faults) > 0 {
		return faults
	}
	return d.object.faults
}

// find looks for everything in a text that is or may be meant for a document.
func find(text []byte) (*search, []Fault) {
	if len(text) > MaxBytes {
		return nil, whole("is larger than %d MiB, which is the most that is read", MaxBytes>>20)
	}
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		return nil, whole("is UTF-16 text; save it as UTF-8")
	}
	if bytes.IndexByte(text, escape) >= 0 {
		if at := firstInvalid(text); at >= 0 {
			// Beside escape sequences such a byte may get lost unnoticed.
			return nil, whole("the byte %#02x is not UTF-8 (line %d)", text[at], 1+bytes.Count(text[:at], []byte("\n")))
		}
	}
	text = plainText(text)
	s := &search{text: text, decoder: jsontext.NewDecoder(new(bytes.Buffer))}
	for _, part := range partsOf(text) {
		s.part(part)
	}
	return s, nil
}

// whole is a fault of the text as a whole.
func whole(format string, args ...any) []Fault {
	return []Fault{{Path: schemas.Root, Text: fmt.Sprintf(format, args...)}}
}

// escape begins the sequences by which programs steer a terminal.
const escape = 0x1b

// firstInvalid is where a text stops being UTF-8, -1 where it nowhere does.
func firstInvalid(text []byte) int {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// plainText takes away what editors and terminals add around JSON.
func plainText(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if bytes.IndexByte(text, escape) >= 0 {
		text = []byte(ansi.Strip(string(text)))
	}
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	return text
}

// before reports whether a document gives way to one that stands above it.
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
