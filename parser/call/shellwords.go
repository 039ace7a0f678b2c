package call

import (
	"strconv"
	"strings"

	"holdfast/parser/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// heredoc is a document in a script.
type heredoc struct {
	text string
	// plain reports whether the shell changes nothing in it: its delimiter is quoted,
	// or it holds nothing that expands.
	plain bool
}

var heredocStart = pattern.New(`(?:^|[^<])<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?)([A-Za-z_][\w.-]*))`)

// mark begins what stands for a heredoc's body in a script. A script that holds
// it itself is left as it is.
const mark = "\ue000"

// liftHeredocs takes the bodies out of a script and puts their number into
// their place, so that the shell's grammar never reads what a model wrote into
// a file. One inside quotes belongs to another shell, which the script only
// hands it to. A "<<" that is no heredoc only makes the script unreadable.
func liftHeredocs(script string) (string, []heredoc) {
	var out strings.Builder
	var bodies []heredoc
	var q quoting
	if strings.Contains(script, mark) {
		return script, nil
	}
	lines := strings.SplitAfter(strings.ReplaceAll(script, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line, passed := lines[i], 0
		out.WriteString(line)
		for _, m := range heredocStart.FindAllStringSubmatchIndex(line, -1) {
			q.pass(line[passed:m[0]])
			passed = m[0]
			if q.quoted() {
				continue
			}
			group := func(n int) string { return line[max(m[2*n], 0):max(m[2*n+1], 0)] }
			end := group(2) + group(3) + group(5)
			body, next, closed := bodyOf(lines, i+1, end, group(1) == "-")
			if !closed {
				return script, nil // as it stands: the grammar says what is wrong
			}
			quoted := m[10] < 0 || group(4) != ""
			bodies = append(bodies, heredoc{text: body, plain: quoted || !strings.ContainsAny(body, "$`\\")})
			if !strings.HasSuffix(out.String(), "\n") {
				out.WriteByte('\n')
			}
			out.WriteString(mark + strconv.Itoa(len(bodies)-1) + "\n" + end + "\n")
			i = next - 1
		}
		q.pass(line[passed:])
	}
	return out.String(), bodies
}

// quoting follows which quotes and parentheses are open in a script. Inside
// double quotes a substitution begins anew.
type quoting struct {
	open    []byte // of ' " (
	escaped bool
	comment bool
	before  byte
}

// maxOpen bounds how deep quoting follows.
const maxOpen = 64

func (q *quoting) top() byte {
	if len(q.open) == 0 {
		return 0
	}
	return q.open[len(q.open)-1]
}

// quoted reports whether what comes next stands inside quotes, or in a comment.
func (q *quoting) quoted() bool { return q.comment || q.top() == '\'' || q.top() == '"' }

func (q *quoting) pass(text string) {
	for i := 0; i < len(text); i++ {
		q.next(text[i])
		q.before = text[i]
	}
}

func (q *quoting) next(c byte) {
	top := q.top()
	switch {
	case q.comment:
		q.comment = c != '\n'
	case q.escaped:
		q.escaped = false
	case top == '\'':
		if c == '\'' {
			q.open = q.open[:len(q.open)-1]
		}
	case c == '\\':
		q.escaped = true
	case c == '"' && top == '"', c == ')' && top == '(':
		q.open = q.open[:len(q.open)-1]
	case c == '(' && (top != '"' || q.before == '$'), c == '"', c == '\'' && top != '"':
		if len(q.open) < maxOpen {
			q.open = append(q.open, c)
		}
	case c == '#' && top != '"':
		q.comment = q.before == 0 || strings.IndexByte(" \t\n;&|(", q.before) >= 0
	}
}

// bodyOf collects the lines up to the delimiter; next is the line after it.
func bodyOf(lines []string, from int, end string, tabs bool) (body string, next int, closed bool) {
	var b strings.Builder
	for i := from; i < len(lines); i++ {
		line := lines[i]
		if tabs {
			line = strings.TrimLeft(line, "\t")
		}
		if strings.TrimSuffix(line, "\n") == end {
			return b.String(), i + 1, true
		}
		b.WriteString(line)
	}
	return "", len(lines), false
}

// body is the text of a heredoc's redirection, if the shell changes nothing in
// it.
func (s *shell) body(redirect *syntax.Redirect) (string, bool) {
	if redirect.Hdoc == nil || redirect.N != nil {
		return "", false
	}
	number, marked := strings.CutPrefix(strings.TrimSpace(redirect.Hdoc.Lit()), mark)
	n, err := strconv.Atoi(number)
	if !marked || err != nil || n < 0 || n >= len(s.bodies) || !s.bodies[n].plain {
		return "", false
	}
	return s.bodies[n].text, true
}

// literals are words that the shell does not expand.
func literals(words []*syntax.Word) ([]string, bool) {
	out := make([]string, 0, len(words))
	for _, w := range words {
		s, ok := literal(w)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// literal is a word that the shell does not expand; ok is false for one with
// variables, substitutions, globs, braces or a home folder.
func literal(w *syntax.Word) (text string, ok bool) {
	var b strings.Builder
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "*?[]{}") || i == 0 && strings.HasPrefix(p.Value, "~") {
				return "", false
			}
			b.WriteString(unescape(p.Value, ""))
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			for _, in := range p.Parts {
				lit, isLit := in.(*syntax.Lit)
				if !isLit || p.Dollar {
					return "", false
				}
				b.WriteString(unescape(lit.Value, "\"\\$`\n"))
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// unescape takes backslashes away, only before the bytes of only where it is
// not empty.
func unescape(s, only string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (only == "" || strings.IndexByte(only, s[i+1]) >= 0) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
