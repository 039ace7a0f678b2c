package block

import (
	"strings"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

// infoString is what a fence's info string says.
type infoString struct {
	tag    string // the language's name as written, or the path if it names one only
	claims []claim
	// part reports whether it speaks of a range of lines.
	part bool
}

var (
	quoteOfLines = pattern.New(`^(\d+):(\d+):(.+)$`)
	lineSuffix   = pattern.New(`(?:#L\d+(?:-L?\d+)?|:L?\d+(?:[-:]L?\d+)?|\(L?\d+(?:-L?\d+)?\))$`)
	lineRange    = pattern.New(`^(?:\(?(?:L|lines?=?)?\d+\s*[-–:]\s*L?\d+\)?|#L\d+(?:-L?\d+)?|L\d+)$`)
	// filler are words of an info string that belong to no path.
	filler = pattern.New(`^(?i:(?://|#|--|[-–—:+>|])*|file|filename|filepath|path|title|name|in|for|at|to|of|the|new|updated|modified|complete|full|create|edit|source|` +
		`linenums|line-numbers|showlinenumbers|live|copy|wrap|ignore|no_run|should_panic|editable|runnable)[:=]?$`)
	pathKey = pattern.New(`^(?i:title|file|filename|file_name|filepath|file_path|path|name|src)\s*[=:]\s*(.*)$`)
)

// readInfo reads a fence's info string.
func (n *names) readInfo(info string) infoString {
	s, ok := n.infos[info]
	if !ok {
		s = n.parseInfo(info)
		n.infos[info] = s
	}
	return s
}

func (n *names) parseInfo(info string) infoString {
	words := splitInfo(info)
	if len(words) == 0 {
		return infoString{}
	}
	var s infoString
	if k := n.spaced(words); k > 0 {
		s.tag = strings.Join(words[:k], " ")
	} else {
		words = append(n.firstWord(&s, words[0]), words[1:]...)
	}
	stray := "" // the last word that nothing explains
	for i := 0; i < len(words); i++ {
		w := words[i]
		if k := n.spaced(words[i:]); k > 0 {
			s.claims = append(s.claims, claim{by: InfoString, path: strings.Join(words[i:i+k], " ")})
			i += k - 1
			continue
		}
		if in, ok := strings.CutPrefix(w, "{"); ok && strings.Contains(in, "=") { // {file="a.go"}
			w = strings.TrimRight(in, "}")
		}
		if m := pathKey.FindStringSubmatch(w); m != nil {
			if m[1] == "" && i+1 < len(words) { // "file: a.go"
				i++
				m[1] = words[i]
			}
			if !n.claimInfo(&s, unwrap(m[1]), true) && m[1] != "" && !strings.ContainsAny(m[1], `"'`) {
				stray = m[1]
			}
			continue
		}
		switch {
		case lineRange.MatchString(w):
			s.part = true
		case partWords.MatchString(w) && !n.isPath(unwrap(w), false):
			s.part = true
		case n.claimInfo(&s, unwrap(w), false):
			s.claims[len(s.claims)-1].stray = stray
			stray = ""
		case !filler.MatchString(w):
			stray = w
		}
	}
	for i := range s.claims {
		s.claims[i].fragment = s.part
	}
	return s
}

// maxSpaced is how many words a path of an info string may have.
const maxSpaced = 6

// spaced tells how many of the words are one path with blanks in it, which only
// the workspace can tell; 0 for none.
func (n *names) spaced(words []string) int {
	for k := min(len(words), maxSpaced); k > 1; k-- {
		if p := strings.Join(words[:k], " "); strings.Contains(words[k-1], ".") && !strings.ContainsAny(p, `="'{`) && n.isPath(p, false) {
			return k
		}
	}
	return 0
}

// firstWord reads what a language stands in: "go", "go:a.go", "a.go",
// "1:9:a.go", "{.go". It returns what is left to read as further words.
func (n *names) firstWord(s *infoString, w string) []string {
	if m := quoteOfLines.FindStringSubmatch(w); m != nil && n.isPath(m[3], true) {
		s.tag, s.part = m[3], true
		s.claims = append(s.claims, claim{by: LineQuote, path: m[3]})
		return nil
	}
	w = strings.TrimPrefix(strings.Trim(w, "{}"), ".")
	if pathKey.MatchString(w) && strings.Contains(w, "=") {
		return []string{w}
	}
	if lang, rest, ok := strings.Cut(w, ":"); ok && rest != "" && !drive.MatchString(w) {
		if n.isPath(lang, false) && source.ForTag(lang) == "" {
			if source.ForTag(rest) != "" { // a.go:go
				n.claimInfo(s, lang, false)
				s.tag = rest
				return nil
			}
			n.claimInfo(s, w, false) // a.go:10-20
			s.tag = lang
			return nil
		}
		s.tag = lang
		return []string{"file=" + rest}
	}
	bare, _, _ := strings.Cut(w, "{")
	bare, _, _ = strings.Cut(bare, ",")
	if source.ForTag(bare) == "" && n.claimInfo(s, w, false) {
		s.tag = w
		return nil
	}
	s.tag = bare
	return nil
}

// claimInfo takes w as the path if it is one, and tells whether it was.
func (n *names) claimInfo(s *infoString, w string, labelled bool) bool {
	if at := lineSuffix.FindStringIndex(w); at != nil && at[0] > 0 && !n.isPath(w, false) {
		w, s.part = w[:at[0]], true
	}
	if !n.isPath(w, labelled) {
		return false
	}
	s.claims = append(s.claims, claim{by: InfoString, path: w, labelled: labelled})
	return true
}

// splitInfo cuts at blanks outside quotes and brackets.
func splitInfo(info string) []string {
	const most = 2000 // nobody writes a longer one
	var words []string
	var quote byte
	start := -1
	info = info[:min(len(info), most)]
	for i := 0; i < len(info); i++ {
		c := info[i]
		blank := c == ' ' || c == '\t'
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
			continue
		case blank && start >= 0:
			words = append(words, info[start:i])
			start = -1
			continue
		case blank:
			continue
		case start < 0:
			start = i
		}
		if c == '"' || c == '\'' {
			quote = c
		}
	}
	if start >= 0 {
		words = append(words, info[start:])
	}
	return words
}

// unwrap takes quotes or brackets off a word.
func unwrap(w string) string {
	w = strings.TrimRight(w, "}")
	for _, p := range []string{`""`, "''", "[]", "()", "{}", "<>"} {
		if len(w) > 2 && w[0] == p[0] && w[len(w)-1] == p[1] {
			return w[1 : len(w)-1]
		}
	}
	return strings.Trim(w, `"'`)
}
