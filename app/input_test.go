package app

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// spelled writes pieces down: keys quoted, messages by their type.
func spelled(in []input) string {
	var out []string
	for _, i := range in {
		switch msg := i.msg.(type) {
		case nil:
			out = append(out, fmt.Sprintf("%q", i.keys))
		case tea.FocusMsg:
			out = append(out, "focus")
		case tea.BlurMsg:
			out = append(out, "blur")
		case pasteMsg:
			out = append(out, fmt.Sprintf("paste(%q)", msg.Text))
		}
	}
	return strings.Join(out, " ")
}

// joined is what pieces mean, however text was cut.
func joined(in []input) string {
	var out []input
	for _, i := range in {
		last := len(out) - 1
		if i.msg == nil && last >= 0 && out[last].msg == nil && i.keys[0] != 0x1b && out[last].keys[0] != 0x1b {
			out[last].keys = append(out[last].keys, i.keys...)
			continue
		}
		out = append(out, i)
	}
	return spelled(out)
}

var terminalBytes = []struct{ name, in, want string }{
	{"text is one piece", "abc", `"abc"`},
	{"an arrow is whole", "\x1b[A", `"\x1b[A"`},
	{"keys around a sequence", "a\x1b[1;5Cb", `"a" "\x1b[1;5C" "b"`},
	{"an application key", "\x1bOP", `"\x1bOP"`},
	{"alt and a rune", "\x1b\xc3\xa4", `"\x1bä"`},
	{"alt and an arrow", "\x1b\x1b[A", `"\x1b\x1b[A"`},
	{"escape before a rune that is alt", "\x1b\x1bx", `"\x1b" "\x1bx"`},
	{"a mouse report", "\x1b[<64;10;20M", `"\x1b[<64;10;20M"`},
	{"an old mouse report", "\x1b[M !!x", `"\x1b[M !!" "x"`},
	{"a key of the Linux console", "\x1b[[Ax", `"\x1b[[A" "x"`},
	{"focus reports are messages", "\x1b[Ia\x1b[O", `focus "a" blur`},
	{"a paste is a message", "j\x1b[200~y\ry\n\x1b[201~k", `"j" paste("y\ny\n") "k"`},
	{"escapes in a paste stay text", "\x1b[200~\x1b[A\x1b[200~\x1b[201~", "paste(\"\\x1b[A\\x1b[200~\")"},
	{"an empty paste", "\x1b[200~\x1b[201~", `paste("")`},
	{"CRLF in a paste is one line end", "\x1b[200~a\r\nb\rc\x1b[201~", `paste("a\nb\nc")`},
	{"bytes in a paste that are no UTF-8", "\x1b[200~a\xffb\x1b[201~", `paste("a�b")`},
	{"an end without a start", "\x1b[201~x", `"x"`},
	{"an answer about colours is no key", "\x1b]11;rgb:0000/0000/0000\x1b\\x", `"x"`},
	{"an answer that a bell ends", "\x1b]11;rgb:ff/ff/ff\ax", `"x"`},
	{"a device answer is no key", "\x1bP>|tmux 3.3a\x1b\\x", `"x"`},
	{"wide runes", "日本語", `"日本語"`},
}

func TestInputIsTakenInWholePieces(t *testing.T) {
	for _, c := range terminalBytes {
		t.Run(c.name, func(t *testing.T) {
			var s splitter
			if got := spelled(s.feed([]byte(c.in))); got != c.want {
				t.Errorf("%q came as %s, want %s", c.in, got, c.want)
			}
			if s.waiting() {
				t.Errorf("%q leaves %q waiting", c.in, s.buf)
			}
		})
	}
}

func TestInputMeansTheSameHoweverItIsCut(t *testing.T) {
	for _, c := range terminalBytes {
		var bytewise splitter
		var each []input
		for i := range len(c.in) {
			each = append(each, bytewise.feed([]byte(c.in[i:i+1]))...)
		}
		if got := joined(each); got != c.want {
			t.Errorf("%s: byte by byte %q came as %s, want %s", c.name, c.in, got, c.want)
		}
		for cut := 1; cut < len(c.in); cut++ {
			var s splitter
			in := append(s.feed([]byte(c.in[:cut])), s.feed([]byte(c.in[cut:]))...)
			if got := joined(in); got != c.want {
				t.Errorf("%s: %q cut at %d came as %s, want %s", c.name, c.in, cut, got, c.want)
			}
		}
	}
}

func TestWhatNothingFollowsIsTakenAsItIs(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"the escape key", "\x1b", `"\x1b"`},
		{"alt and [", "\x1b[", `"\x1b["`},
		{"the escape key twice at once", "\x1b\x1b", `"\x1b" "\x1b"`},
		{"half a rune", "\xe6\x97", `"\xe6\x97"`},
		{"a paste without an end", "\x1b[200~abc", `paste("abc")`},
		{"a paste that ends within its end", "\x1b[200~abc\x1b[20", `paste("abc\x1b[20")`},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s splitter
			if got := spelled(s.feed([]byte(c.in))); got != "" {
				t.Errorf("%q came at once as %s", c.in, got)
			}
			if got := spelled(s.flush()); got != c.want {
				t.Errorf("%q came as %s, want %s", c.in, got, c.want)
			}
			if s.waiting() {
				t.Error("something waits after a flush")
			}
		})
	}
}

func TestAPasteIsBounded(t *testing.T) {
	var s splitter
	in := s.feed([]byte(pasteStart + strings.Repeat("x", maxPaste+1) + pasteEnd + "k"))
	if len(in) != 2 {
		t.Fatalf("it came as %d pieces, want a paste and a key", len(in))
	}
	p, ok := in[0].msg.(pasteMsg)
	if !ok || !p.TooBig || p.Text != "" {
		t.Errorf("the paste came as %+v of %d bytes, want one that is too big", p.TooBig, len(p.Text))
	}
	in = s.feed([]byte(pasteStart + "small" + pasteEnd))
	if got := spelled(in); got != `paste("small")` {
		t.Errorf("the next paste came as %s", got)
	}
}

func TestASequenceWithoutAnEndIsLetGo(t *testing.T) {
	var s splitter
	s.feed([]byte("\x1b[" + strings.Repeat("1", 2*maxSequence)))
	s.feed([]byte("\x1b]" + strings.Repeat("1", 2*maxAnswer)))
	if got := spelled(s.feed([]byte("x"))); got != `"x"` {
		t.Errorf("the next key came as %s", got)
	}
}

func FuzzInput(f *testing.F) {
	for _, c := range terminalBytes {
		f.Add([]byte(c.in), 1)
		f.Add([]byte(c.in), 3)
	}
	f.Add([]byte("\x1b[200~\x1b[201"), 5)
	for _, n := range []int{maxSequence - 3, maxSequence - 2, maxSequence} {
		f.Add([]byte("\x1b["+strings.Repeat("1", n)+"m\x1b\x1b["+strings.Repeat("1", n)+"m"), 1)
	}
	f.Fuzz(func(t *testing.T, b []byte, cut int) {
		if cut < 1 || len(b) > 4096 {
			t.Skip()
		}
		for _, bare := range []bool{false, true} {
			var whole, parts splitter
			if bare {
				whole.beginBare()
				parts.beginBare()
			}
			a := append(whole.feed(b), whole.flush()...)
			var p []input
			for from := 0; from < len(b); from += cut {
				p = append(p, parts.feed(b[from:min(from+cut, len(b))])...)
			}
			p = append(p, parts.flush()...)
			if joined(a) != joined(p) {
				t.Fatalf("%q means %s in one read and %s in reads of %d (a bare paste: %v)", b, joined(a), joined(p), cut, bare)
			}
		}
	})
}
