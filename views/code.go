package views

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// maxHighlighted is the size in bytes from which code is shown without colours.
const maxHighlighted = 256 << 10

// Code is source code, coloured by its language.
type Code struct {
	ID       string // names the content, a hash
	Language string // a name of symbols.json, "" for none
	Content  string
}

// Key implements Source.
func (c Code) Key() string { return "code " + c.Language + " " + c.ID }

// Fluid implements Source.
func (Code) Fluid() bool { return false }

// Text implements Copied.
func (c Code) Text() string { return c.Content }

// Draft implements Source: the text without colours.
func (c Code) Draft(*Theme, int) (*Doc, bool) {
	return draftOf(c.Content), false
}

// Render implements Source.
func (c Code) Render(t *Theme, _ int) *Doc {
	if lines := highlight(c.Language, c.Content, t); lines != nil {
		return NewDoc(lines...)
	}
	return NewDoc(SourceLines(c.Content)...)
}

// highlight colours code line by line, or returns nil where spansOf does.
func highlight(language, content string, t *Theme) []string {
	lines := spansOf(language, content, t)
	if lines == nil {
		return nil
	}
	out := make([]string, len(lines))
	var b strings.Builder
	for i, spans := range lines {
		b.Reset()
		for _, s := range spans {
			b.WriteString(s.paint.On(s.text))
		}
		out[i] = b.String()
	}
	return out
}

// span is a piece of a line of code in one paint: clean, its tabs expanded.
type span struct {
	text  string
	paint Paint
}

// spansOf takes code apart line by line, or returns nil where it cannot be sure to
// show exactly the content: the language is unknown, the text is too long, or
// the lexer failed, came to stand still or lost bytes.
func spansOf(language, content string, t *Theme) (lines [][]span) {
	if language == "" || len(content) > maxHighlighted {
		return nil
	}
	lexer := lexerOf(language)
	if lexer == nil {
		return nil
	}
	defer func() {
		if recover() != nil { // chroma's iterators panic where a lexer is at fault
			lines = nil
		}
	}()
	text := strings.ReplaceAll(content, "\r\n", "\n")
	it, err := chroma.Coalesce(ending{lexer}).Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return nil
	}
	var b codeLines
	seen := 0
	for token := it(); token != chroma.EOF; token = it() {
		if !strings.HasPrefix(text[seen:], token.Value) {
			if strings.TrimSuffix(token.Value, "\n") != text[seen:] { // a line end that the lexer added
				return nil
			}
		}
		seen = min(seen+len(token.Value), len(text))
		b.add(codePaint(token.Type, t), token.Value)
	}
	if seen != len(text) {
		return nil
	}
	return b.finish()
}

// endless are the names of lexers that come to stand still on some texts and make
// empty tokens for ever.
var endless = map[string]bool{"JSONata": true, "Jungle": true}

// maxIdle is how many empty tokens in a row are no sign of that.
const maxIdle = 1000

// ending is a lexer that ends where it comes to stand still.
type ending struct{ chroma.Lexer }

// Tokenise implements chroma.Lexer.
func (e ending) Tokenise(o *chroma.TokeniseOptions, text string) (chroma.Iterator, error) {
	next, err := e.Lexer.Tokenise(o, text)
	if err != nil {
		return nil, err
	}
	idle := 0
	return func() chroma.Token {
		token := next()
		if idle++; token.Value != "" {
			idle = 0
		}
		if idle > maxIdle {
			return chroma.EOF
		}
		return token
	}, nil
}

// codeLines joins tokens into lines, with tabs expanded to columns.
type codeLines struct {
	lines [][]span
	line  []span
	col   int
}

func (b *codeLines) add(p Paint, text string) {
	for {
		part, rest, more := strings.Cut(text, "\n")
		if part != "" {
			var piece strings.Builder
			b.col = writeColumns(&piece, part, b.col)
			if strings.TrimSpace(part) == "" {
				p = Paint{}
			}
			b.line = append(b.line, span{piece.String(), p})
		}
		if !more {
			return
		}
		b.lines = append(b.lines, b.line)
		b.line, b.col = nil, 0
		text = rest
	}
}

func (b *codeLines) finish() [][]span {
	if len(b.line) > 0 {
		b.lines = append(b.lines, b.line)
	}
	return b.lines
}

// codePaint is the paint of a kind of token.
func codePaint(k chroma.TokenType, t *Theme) Paint {
	switch {
	case k == chroma.KeywordType, k == chroma.NameClass, k == chroma.NameBuiltin, k == chroma.NameNamespace:
		return t.Code.Type
	case k.InCategory(chroma.Keyword):
		return t.Code.Keyword
	case k == chroma.NameFunction, k == chroma.NameFunctionMagic, k == chroma.NameDecorator, k == chroma.NameTag:
		return t.Code.Function
	case k.InSubCategory(chroma.LiteralString):
		return t.Code.Text
	case k.InSubCategory(chroma.LiteralNumber), k == chroma.NameConstant, k == chroma.KeywordConstant:
		return t.Code.Number
	case k.InCategory(chroma.Comment):
		return t.Code.Comment
	case k.InCategory(chroma.Operator):
		return t.Code.Operator
	}
	return Paint{}
}
