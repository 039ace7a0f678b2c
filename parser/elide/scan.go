package elide

import (
	"strings"
	"unicode"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

// line is what the scanner makes of one line of code.
type line struct {
	code     string   // what is neither comment nor inside a string
	comments []string // their texts, without the comment signs
	// inBlock: in the midst of a block comment. adjacent: a comment with
	// another one right above or below. wraps: the one above is so long that
	// this one may go on with its sentence.
	inBlock, adjacent, wraps bool
	// only: the line is nothing but a comment. free: no code follows right below.
	// example: the comment is indented behind its sign, as examples are.
	// amid: there is a comment line right above and one right below.
	only, free, example, amid bool
}

// wrapped is the length from which a comment line may go on in the next.
const wrapped = 40

// place is where a comment of the line stands.
func (l line) place(comment string) place {
	switch {
	case l.inBlock, l.wraps, l.amid, l.adjacent && dots(comment):
		return among
	case nothing.MatchString(strings.TrimSpace(l.code)):
		return free
	case !strings.ContainsFunc(l.code, unicode.IsLetter), opensBody(l.code):
		if l.free && !l.adjacent {
			return free
		}
		return alone
	}
	return beside
}

// nothing are statements that do nothing, so that a remark behind one stands for
// what is not there.
var nothing = pattern.New(`^(?:pass|\.\.\.|return(?: (?:nil|null|None|undefined))?;?)$`)

// closes reports whether a line ends what the one above belongs to, or is blank.
func closes(text string) bool {
	t := strings.TrimSpace(text)
	return t == "" || strings.ContainsRune("})]", rune(t[0])) || strings.HasPrefix(t, "</") || t == "end"
}

// opensBody reports whether a line of code opens a body, so that a comment
// behind it stands where the body would.
func opensBody(code string) bool {
	code = strings.TrimRight(code, " \t})")
	return strings.HasSuffix(code, "{") || strings.HasSuffix(code, ":")
}

// scan takes src apart, line by line. A string that never ends was none (a
// quote in a regular expression, say): then strings end with their lines.
func scan(lang source.Language, texts []string) []line {
	syntax := syntaxOf(lang)
	syntax.index()
	out, closed := pass(texts, syntax)
	if !closed {
		syntax.short = true
		out, _ = pass(texts, syntax)
	}
	return out
}

// pass is one pass of the scanner; closed is false if a string is open at the
// end.
func pass(texts []string, syntax syntax) (out []line, closed bool) {
	out = make([]line, len(texts))
	s := &scanner{syntax: syntax}
	for i, t := range texts {
		began := s.until
		out[i] = s.take(t)
		out[i].only = len(out[i].comments) > 0 && strings.TrimSpace(out[i].code) == ""
		out[i].inBlock = began != "" && s.until != ""
	}
	for i := range out {
		above := out[i].only && i > 0 && out[i-1].only
		below := out[i].only && i+1 < len(out) && out[i+1].only
		out[i].adjacent, out[i].amid = above || below, above && below
		out[i].free = i+1 == len(out) || closes(texts[i+1])
		out[i].wraps = above && len(strings.TrimSpace(texts[i-1])) >= wrapped
	}
	return out, s.until == "" || s.comment
}

// scanner carries over from line to line what is open: a string or comment.
type scanner struct {
	syntax
	until   string // what closes it; empty if nothing is open
	comment bool
	escape  bool
}

// take takes one line apart.
func (s *scanner) take(text string) line {
	var l line
	var code strings.Builder
	if s.until == "" && s.plain(text) {
		return line{code: text}
	}
	for i := 0; i < len(text); {
		if s.until != "" {
			i = s.inside(&l, text, i)
			continue
		}
		if s.first[text[i]] {
			if next, ok := s.open(&l, text, i); ok {
				code.WriteByte(' ')
				i = next
				continue
			}
		}
		code.WriteByte(text[i])
		i++
	}
	if s.until != "" && !s.comment && !s.multiline() {
		s.until = ""
	}
	l.code = code.String()
	return l
}

// plain reports whether a line opens neither string nor comment.
func (s *syntax) plain(text string) bool {
	for i := range len(text) {
		if s.first[text[i]] {
			return false
		}
	}
	return true
}

// multiline reports whether the open string may go on in the next line.
func (s *scanner) multiline() bool {
	if s.short {
		return false
	}
	for _, q := range s.quote {
		if q.close == s.until && q.multiline {
			return true
		}
	}
	return false
}

// inside passes over what is open, and returns where to go on.
func (s *scanner) inside(l *line, text string, i int) int {
	end, next := len(text), len(text)
	for j := i; j < len(text); j++ {
		if s.escape && text[j] == '\\' {
			j++
			continue
		}
		if strings.HasPrefix(text[j:], s.until) {
			end, next = j, j+len(s.until)
			break
		}
	}
	if s.comment {
		l.comments = append(l.comments, strings.Trim(text[i:end], " \t*"))
	}
	if next > end {
		s.until, s.comment, s.escape = "", false, false
	}
	return next
}

// open reports whether a comment or string opens at i, and where to go on.
func (s *scanner) open(l *line, text string, i int) (int, bool) {
	rest := text[i:]
	for _, b := range s.block {
		if strings.HasPrefix(rest, b[0]) {
			s.until, s.comment, s.escape = b[1], true, false
			if i+len(b[0]) == len(text) {
				l.comments = append(l.comments, "")
			}
			return i + len(b[0]), true
		}
	}
	for _, t := range s.line {
		if strings.HasPrefix(rest, t) && (!s.hash || i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			said := strings.TrimLeft(rest, t+"!*")
			l.example = strings.HasPrefix(said, "\t") || strings.HasPrefix(said, "   ")
			l.comments = append(l.comments, strings.TrimSpace(said))
			return len(text), true
		}
	}
	if strings.HasPrefix(rest, `'"'`) { // a character
		return i + 3, true
	}
	for _, q := range s.quote {
		if strings.HasPrefix(rest, q.open) {
			s.until, s.comment, s.escape = q.close, false, q.escape
			return i + len(q.open), true
		}
	}
	return i, false
}
