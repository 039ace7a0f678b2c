package views

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/glamour"
	"github.com/charmbracelet/glamour/ansi"
	"github.com/charmbracelet/glamour/styles"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// Markdown is prose, rendered by glamour in a style of its own: the terminal is
// never asked for its colours.
type Markdown struct {
	ID      string // names the content, a hash
	Content string
}

// Key implements Source.
func (m Markdown) Key() string { return "markdown " + m.ID }

// Fluid implements Source.
func (Markdown) Fluid() bool { return true }

// Text implements Copied.
func (m Markdown) Text() string { return m.Content }

// Draft implements Source: the text as written.
func (m Markdown) Draft(*Theme, int) (*Doc, bool) { return draftOf(m.Content), false }

// Render implements Source. What glamour cannot render is shown as written.
func (m Markdown) Render(t *Theme, w int) *Doc {
	raw := func() *Doc { return NewDoc(SourceLines(m.Content)...) }
	if len(m.Content) > maxHighlighted {
		return raw()
	}
	loadColours()
	r, err := glamour.NewTermRenderer(
		glamour.WithStyles(markdownStyle(t)),
		glamour.WithColorProfile(t.Profile),
		glamour.WithChromaFormatter(chromaFormatter(t.Profile)),
		glamour.WithWordWrap(max(w-1, 20)),
	)
	if err != nil {
		return raw()
	}
	out, err := render(r, m.Content)
	if err != nil {
		return raw()
	}
	d := &Doc{}
	for _, line := range strings.Split(strings.Trim(out, "\n"), "\n") {
		d.Add(onlyPaint(line))
	}
	return d
}

// render is text by glamour, which colours code by lexers that may panic: after
// an error r is of no more use.
func render(r *glamour.TermRenderer, text string) (out string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("rendering markdown: %v", p)
		}
	}()
	return r.Render(tame(text))
}

// markdownStyle is glamour's dark or light style, flush left. Code blocks name a
// chroma style, since the inline one is registered once for the whole process
// and would keep the colours of the first theme.
func markdownStyle(t *Theme) ansi.StyleConfig {
	s, code := styles.LightStyleConfig, "github"
	switch {
	case t.Glyphs == asciiGlyphs:
		s, code = styles.ASCIIStyleConfig, ""
		s.Item.BlockPrefix = "* "
		s.ImageText.Format = "Image: {{.text}} ->"
	case t.Profile == termenv.Ascii:
		s, code = styles.NoTTYStyleConfig, ""
	case t.Dark:
		s, code = styles.DarkStyleConfig, "github-dark"
	}
	flush := uint(0)
	s.Document.Margin, s.Document.BlockPrefix, s.Document.BlockSuffix = &flush, "", ""
	s.CodeBlock.Chroma, s.CodeBlock.Theme = nil, code
	return s
}

func chromaFormatter(p termenv.Profile) string {
	switch p {
	case termenv.TrueColor:
		return "terminal16m"
	case termenv.ANSI256:
		return "terminal256"
	case termenv.ANSI:
		return "terminal16"
	}
	return "noop"
}

var (
	reference = regexp.MustCompile(`&#([xX][0-9a-fA-F]{1,6}|[0-9]{1,7});`)
	fence     = regexp.MustCompile("^ {0,3}(```+|~~~+)[ \t]*$")
	fenceAny  = regexp.MustCompile("^ {0,3}(```+|~~~+)")
	tagged    = regexp.MustCompile("^(.*?(?:```+|~~~+) *)([^ `]+)")
)

// tame makes markdown safe to render, line by line: control characters are made
// visible also where they are written as character references, which glamour
// would decode, a fence without a language becomes text, since chroma tries every
// lexer on it otherwise, as does one of a language whose lexer is endless, and no
// line ends inside a word of prose, unless it is one of thousands of letters.
func tame(content string) string {
	lines := strings.Split(strings.Map(notHeld, content), "\n")
	open := ""
	for i, l := range lines {
		l = cleanLine(strings.TrimSuffix(l, "\r"))
		lines[i] = reference.ReplaceAllStringFunc(l, tameReference)
		if open == "" {
			lines[i] = tagged.ReplaceAllStringFunc(lines[i], tameTag)
		}
		mark := fenceAny.FindString(l)
		switch mark = strings.TrimLeft(mark, " "); {
		case mark == "" && open == "":
			lines[i] = parted(hold(lines[i]))
		case mark == "":
		case open == "":
			open = mark
			if fence.MatchString(l) {
				lines[i] = strings.TrimRight(l, " \t") + "text"
			}
		case mark[0] == open[0] && len(mark) >= len(open) && fence.MatchString(l):
			open = ""
		}
	}
	return strings.Join(lines, "\n")
}

// tameTag takes the language from a fence, be it in a list or a quotation, where
// the lexer is endless.
func tameTag(fence string) string {
	m := tagged.FindStringSubmatch(fence)
	if lexer := lexerOf(m[2]); lexer == nil || !endless[lexer.Config().Name] {
		return fence
	}
	return m[1] + "text"
}

// glamour ends the lines of a list also behind the marks of breaks, and would tear
// "pool.py" apart. Those inside a word are held as runes of private use until the
// line is drawn.
const (
	breaks = ".,;"
	held   = '\uf2e0' // the first mark, those that follow it behind
)

// link is what may be a link's address, which glamour would write escaped.
var link = regexp.MustCompile(`://|\][(:]`)

// hold puts a rune of private use in the place of each mark inside a word.
func hold(line string) string {
	if !strings.ContainsAny(line, breaks) || link.MatchString(line) {
		return line
	}
	runes := []rune(line)
	for i := 1; i+1 < len(runes); i++ {
		if at := strings.IndexRune(breaks, runes[i]); at >= 0 && inWord(runes[i-1]) && inWord(runes[i+1]) {
			runes[i] = held + rune(at)
		}
	}
	return string(runes)
}

// glamour measures a word anew at each of its letters. One that is longer than any
// address, such as a picture in base64, is parted, and the rest stays as it is.
const (
	longestWord = 2000 // bytes
	wordPart    = 200
)

// parted puts blanks into the words of a line that are too long.
func parted(line string) string {
	if len(line) <= longestWord {
		return line
	}
	words := strings.Split(line, " ")
	for i, word := range words {
		if len(word) <= longestWord {
			continue
		}
		var parts []string
		for len(word) > wordPart {
			end := wordPart
			for !utf8.RuneStart(word[end]) {
				end--
			}
			parts, word = append(parts, word[:end]), word[end:]
		}
		words[i] = strings.Join(append(parts, word), " ")
	}
	return strings.Join(words, " ")
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// released is the rune that was held as r, or r itself.
func released(r rune) rune {
	if r >= held && r < held+rune(len(breaks)) {
		return rune(breaks[r-held])
	}
	return r
}

// notHeld replaces what a text itself has of the runes of private use.
func notHeld(r rune) rune {
	if released(r) != r {
		return utf8.RuneError
	}
	return r
}

// tameReference replaces a character reference to a rune that cannot be seen.
func tameReference(ref string) string {
	digits, base := strings.TrimSuffix(ref[2:], ";"), 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil || n >= 0x20 && n != 0x7f && !invisible(rune(n)) {
		return ref
	}
	var b strings.Builder
	writeVisible(&b, rune(n), "")
	return b.String()
}

// onlyPaint keeps of a rendered line its text and the sequences that colour it.
func onlyPaint(line string) string {
	var b strings.Builder
	var state byte
	for len(line) > 0 {
		seq, w, n, next := xansi.DecodeSequence(line, state, nil)
		switch {
		case w > 0:
			for text := seq; len(text) > 0; {
				r, k := utf8.DecodeRuneInString(text)
				if plain := released(r); plain != r {
					b.WriteRune(plain)
				} else {
					writeVisible(&b, r, text[:k])
				}
				text = text[k:]
			}
		case isPaint(seq):
			b.WriteString(seq)
		}
		line, state = line[n:], next
	}
	return b.String()
}

// isPaint tells a sequence that sets colours and attributes from any other.
func isPaint(seq string) bool {
	if len(seq) < 3 || seq[:2] != "\x1b[" || seq[len(seq)-1] != 'm' {
		return false
	}
	for _, c := range seq[2 : len(seq)-1] {
		if c != ';' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
