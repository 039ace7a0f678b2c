package app

import (
	"bytes"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// maxPaste is the size in bytes above which a paste is refused.
const maxPaste = 8 << 20

// pasteMsg is a paste as a whole, with line ends as "\n".
type pasteMsg struct {
	Text   string
	TooBig bool // over maxPaste; Text is empty
	Bare   bool // the terminal did not bracket it
}

// leastBare is from how many bytes in one read, of more than one line, text is a
// paste that the terminal does not bracket: nobody types that much between two
// reads.
const leastBare = 64

// isBare reports whether what came in one read begins such a paste.
func isBare(b []byte) bool {
	b, _, _ = bytes.Cut(b, []byte{0x1b}) // the focus may be reported right after it
	lines := false
	for _, c := range b {
		switch {
		case c == '\r' || c == '\n':
			lines = true
		case c < ' ' && c != '\t':
			return false // a key
		}
	}
	return lines && len(b) >= leastBare
}

// burstMsg says that several keys came in one read: they follow, and none of
// them may confirm anything. A person's keys come one by one; a paste from a
// terminal that does not bracket it comes at once.
type burstMsg struct{}

// isBurst reports whether what came in one read is more than one key.
func isBurst(in []input) bool {
	n := 0
	for _, i := range in {
		switch {
		case len(i.keys) == 0:
		case i.keys[0] == 0x1b:
			n++
		default:
			n += utf8.RuneCount(i.keys)
		}
	}
	return n > 1
}

// input is one thing that a terminal sent: keys as bytes that bubbletea decodes,
// or a message that it must not see as bytes.
type input struct {
	keys []byte
	msg  tea.Msg
}

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// splitter cuts a terminal's bytes into whole pieces, however reads cut them.
// bubbletea v1 takes the end of a short read for the end of a sequence: a paste
// marker that two reads share would make the pasted text arrive as live keys.
type splitter struct {
	buf     []byte // a piece that is not whole yet
	pasting bool
	bare    bool // the paste has no brackets: it ends where nothing follows
	paste   []byte
	tooBig  bool
}

// waiting reports whether the last bytes may be the beginning of more.
func (s *splitter) waiting() bool { return len(s.buf) > 0 || s.pasting }

// beginBare has what is fed next be a paste without brackets.
func (s *splitter) beginBare() { s.pasting, s.bare = true, true }

// feed takes bytes as they were read and returns the pieces that they complete.
func (s *splitter) feed(b []byte) []input {
	s.buf = append(s.buf, b...)
	var out []input
	for len(s.buf) > 0 {
		if s.pasting {
			in, ok := s.takePaste()
			if !ok {
				return out
			}
			out = append(out, in)
			continue
		}
		n, kind := piece(s.buf)
		if n == 0 {
			break
		}
		out = s.emit(out, s.buf[:n], kind)
		s.buf = s.buf[n:]
	}
	s.buf = append([]byte(nil), s.buf...) // let go of what was cut off
	return out
}

// flush gives up waiting: an escape that nothing followed is the key, and a
// paste whose end never came is what came of it.
func (s *splitter) flush() []input {
	if s.pasting {
		s.paste = append(s.paste, s.buf...)
		s.buf = nil
		return []input{{msg: s.endPaste()}}
	}
	if len(s.buf) == 0 {
		return nil
	}
	keys := s.buf
	s.buf = nil
	if string(keys) == "\x1b\x1b" { // the escape key twice
		return []input{{keys: keys[:1]}, {keys: keys[1:]}}
	}
	return []input{{keys: keys}}
}

// emit appends what a piece means.
func (s *splitter) emit(out []input, b []byte, kind pieceKind) []input {
	switch {
	case kind == answer:
		return out
	case string(b) == pasteStart:
		s.pasting = true
		return out
	case string(b) == pasteEnd: // without a start
		return out
	case string(b) == "\x1b[I":
		return append(out, input{msg: tea.FocusMsg{}})
	case string(b) == "\x1b[O":
		return append(out, input{msg: tea.BlurMsg{}})
	}
	return append(out, input{keys: append([]byte(nil), b...)})
}

// takePaste moves pasted bytes out of buf; ok reports whether the paste is whole.
func (s *splitter) takePaste() (in input, ok bool) {
	if s.bare {
		end := bytes.IndexByte(s.buf, 0x1b) // such as a report of the focus
		if end < 0 {
			s.keep(s.buf)
			s.buf = nil
			return input{}, false
		}
		s.keep(s.buf[:end])
		s.buf = s.buf[end:]
		return input{msg: s.endPaste()}, true
	}
	if i := bytes.Index(s.buf, []byte(pasteEnd)); i >= 0 {
		s.keep(s.buf[:i])
		s.buf = s.buf[i+len(pasteEnd):]
		return input{msg: s.endPaste()}, true
	}
	hold := 0 // the beginning of an end marker may be the end of this read
	for n := min(len(pasteEnd)-1, len(s.buf)); n > 0; n-- {
		if strings.HasPrefix(pasteEnd, string(s.buf[len(s.buf)-n:])) {
			hold = n
			break
		}
	}
	s.keep(s.buf[:len(s.buf)-hold])
	s.buf = append([]byte(nil), s.buf[len(s.buf)-hold:]...)
	return input{}, false
}

func (s *splitter) keep(b []byte) {
	if s.tooBig || len(s.paste)+len(b) > maxPaste {
		s.tooBig, s.paste = true, nil
		return
	}
	s.paste = append(s.paste, b...)
}

func (s *splitter) endPaste() pasteMsg {
	msg := pasteMsg{TooBig: s.tooBig, Bare: s.bare}
	if !s.tooBig {
		text := strings.ReplaceAll(string(s.paste), "\r\n", "\n")
		msg.Text = strings.ToValidUTF8(strings.ReplaceAll(text, "\r", "\n"), "\uFFFD")
	}
	s.pasting, s.bare, s.tooBig, s.paste = false, false, false, nil
	return msg
}

// pieceKind is what a piece is for.
type pieceKind int

const (
	keys   pieceKind = iota
	answer           // a terminal's answer to a question that nobody asked
)

// Longest pieces that are waited for; of what is longer, that much is passed on as
// it is, or all of it left out where it is an answer.
const (
	maxSequence = 64
	maxAnswer   = 4096
)

// piece returns the length of the first whole piece of b, 0 where its end is
// still to come: text up to the next escape, or one escape sequence.
func piece(b []byte) (int, pieceKind) {
	if b[0] != 0x1b {
		return text(b), keys
	}
	if len(b) == 1 {
		return 0, keys
	}
	switch b[1] {
	case '[':
		return bounded(csi(b), b), keys
	case 'O':
		return bounded(3, b), keys
	case ']', 'P', '_', '^', 'X':
		if n := stringEnd(b); n > 0 {
			return n, answer
		}
		if len(b) > maxAnswer {
			return len(b), answer
		}
		return 0, answer
	case 0x1b: // alt and a sequence, or the escape key twice
		if len(b) == 2 {
			return 0, keys
		}
		if b[2] != '[' && b[2] != 'O' {
			return 1, keys
		}
		n, kind := piece(b[1:])
		if n == 0 {
			return 0, kind
		}
		return n + 1, kind
	}
	if !utf8.FullRune(b[1:]) {
		return 0, keys
	}
	_, n := utf8.DecodeRune(b[1:])
	return 1 + n, keys
}

// text is the length of the text that b begins with, without a rune whose end is
// still to come; 0 where that is all.
func text(b []byte) int {
	end := bytes.IndexByte(b, 0x1b)
	if end >= 0 {
		return end
	}
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		tail := b[len(b)-n:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return len(b) - n
			}
			break
		}
	}
	return len(b)
}

// csi is the length of the control sequence that b begins with, 0 where its end
// is still to come.
func csi(b []byte) int {
	if len(b) < 3 {
		return 0
	}
	switch b[2] {
	case '[': // function keys of the Linux console: ESC [ [ A
		return 4
	case 'M': // X10 mouse: three bytes follow
		return 6
	}
	for i := 2; i < len(b); i++ {
		if b[i] >= 0x40 && b[i] <= 0x7e {
			return i + 1
		}
		if b[i] < 0x20 || b[i] > 0x7e {
			return i // no sequence after all
		}
	}
	return 0
}

// bounded is n where b holds that much, else 0; a sequence that does not end
// within its bound is let go there, also where its end is known already, so that
// it means the same however it was read.
func bounded(n int, b []byte) int {
	switch {
	case n > maxSequence, len(b) > maxSequence && n == 0:
		return maxSequence
	case n > len(b):
		return 0
	}
	return n
}

// stringEnd is the length of a string sequence, which ends with BEL or ESC \.
func stringEnd(b []byte) int {
	for i := 2; i < len(b); i++ {
		if b[i] == '\a' {
			return i + 1
		}
		if b[i] == '\\' && b[i-1] == 0x1b {
			return i + 1
		}
	}
	return 0
}
