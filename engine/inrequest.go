package engine

import (
	"bytes"
	"regexp"
	"strings"

	"holdfast/engine/resolve"
	"holdfast/parser/source"
)

// requestText is what the request itself shows of the code: files that a client puts
// into a message count as seen, word for word as the disk or the map has them
// (product 11). It is looked at when a reply is judged.
type requestText struct {
	texts   []string // of the messages, without carriage returns
	numbers bool     // numbered lines were taken off
}

// mostShown is how much of a request is looked through, in bytes, from its end.
const mostShown = 4 << 20

// requestText gathers the texts of the request.
func (t *turn) requestText() *requestText {
	if t.text == nil {
		t.text = &requestText{}
		left := mostShown
		add := func(text string) {
			if left -= len(text); left >= 0 && text != "" {
				t.text.texts = append(t.text.texts, strings.ReplaceAll(text, "\r\n", "\n"))
			}
		}
		for i := len(t.req.Since) - 1; i >= 0; i-- {
			add(t.req.Since[i].Text)
		}
		add(t.req.Prompt)
		for i := len(t.req.History) - 1; i >= 0; i-- {
			add(t.req.History[i].Text)
		}
	}
	return t.text
}

// lineNumber is how clients number the lines of a file that they put into a message.
var lineNumber = regexp.MustCompile(`(?m)^ *\d{1,6}(?:→|\t|: ?| ?\| ?)`)

// holds reports whether a text stands in the request, with or without numbers
// before its lines.
func (s *requestText) holds(text string) bool {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if text == "" {
		return false
	}
	if s.has(text) {
		return true
	}
	if s.numbers {
		return false
	}
	s.numbers = true
	for _, shown := range s.texts[:len(s.texts):len(s.texts)] {
		if plain := lineNumber.ReplaceAllString(shown, ""); plain != shown {
			s.texts = append(s.texts, plain)
		}
	}
	return s.has(text)
}

// holdsParts is holds for what a file holds outside of its symbols: its parts, which
// blank lines tell from one another, stand in the file wherever they do.
func (s *requestText) holdsParts(rest string) bool {
	for part := range strings.SplitSeq(strings.TrimSpace(rest), "\n\n") {
		if part != "" && !s.holds(part) {
			return false
		}
	}
	return rest != ""
}

// endsLine reports whether a line ends before rest. A client that puts a file into a
// message whose last line has no end closes its fence on that very line.
func endsLine(rest string) bool {
	return rest == "" || rest[0] == '\n' || strings.HasPrefix(rest, "```")
}

// has looks for whole lines.
func (s *requestText) has(text string) bool {
	for _, shown := range s.texts {
		for at := 0; ; {
			n := strings.Index(shown[at:], text)
			if n < 0 {
				break
			}
			from, to := at+n, at+n+len(text)
			begins := strings.TrimRight(shown[:from], " \t")
			if (begins == "" || strings.HasSuffix(begins, "\n")) && endsLine(shown[to:]) {
				return true
			}
			at = from + 1
		}
	}
	return false
}

// inSight reports whether the request shows this version of an entity, as the map
// or the disk has it.
func (t *turn) inSight(entity, hash string) bool {
	s := t.session
	path, symbol := resolve.Split(entity)
	if file := s.engine.diskNow().File(path); file != nil {
		if sym := file.Find(symbol); sym != nil && sym.Hash == hash && t.showsFile(file, sym) {
			return true
		}
	}
	e := s.state.get(entity)
	if e == nil || e.hash() != hash {
		return false
	}
	text, err := s.engine.load(e.text())
	if err == nil && e.Rest {
		return t.requestText().holdsParts(string(text))
	}
	return err == nil && t.requestText().holds(string(text))
}

// showsFile reports whether the request shows a symbol of a file as it stands there.
// Where it shows all of the file, it also shows what is no single piece of it: a
// class without its members, what stands between the symbols. An empty file has
// nothing to show.
func (t *turn) showsFile(file *source.File, sym *source.Symbol) bool {
	if len(bytes.TrimSpace(file.Src)) == 0 || t.requestText().holds(string(file.Src)) {
		return true
	}
	text := string(resolve.Text(file.Src, *sym))
	if sym.IsRest() {
		return t.requestText().holdsParts(text)
	}
	return t.requestText().holds(text)
}
