package call

import (
	"regexp"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// heredoc is a document in a script.
type heredoc struct {
	text string
	// plain tells that the shell changes nothing in it: its delimiter is quoted,
	// or it holds nothing that expands.
	plain bool
}

var heredocStart = regexp.MustCompile(`(?:^|[^<])<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?)([A-Za-z_][\w.-]*))`)

// liftHeredocs takes the bodies out of a script and puts their number into
// their place, so that the shell's grammar never reads what a model wrote into
// a file. A "<<" that is no heredoc only makes the script unreadable.
func liftHeredocs(script string) (string, []heredoc) {
	var out strings.Builder
	var bodies []heredoc
	lines := strings.SplitAfter(strings.ReplaceAll(script, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i])
		for _, m := range heredocStart.FindAllStringSubmatch(lines[i], -1) {
			end := m[2] + m[3] + m[5]
			body, next, closed := bodyOf(lines, i+1, end, m[1] == "-")
			if !closed {
				return script, nil // as it stands: the grammar says what is wrong
			}
			quoted := m[5] == "" || m[4] != ""
			bodies = append(bodies, heredoc{text: body, plain: quoted || !strings.ContainsAny(body, "$`\\")})
			if !strings.HasSuffix(out.String(), "\n") {
				out.WriteByte('\n')
			}
			out.WriteString(strconv.Itoa(len(bodies)-1) + "\n" + end + "\n")
			i = next - 1
		}
	}
	return out.String(), bodies
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
	n, err := strconv.Atoi(strings.TrimSpace(redirect.Hdoc.Lit()))
	if err != nil || n < 0 || n >= len(s.bodies) || !s.bodies[n].plain {
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
