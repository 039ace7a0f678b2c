package block

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/parser/pattern"
)

var (
	numbering = pattern.New(`^(?:\d{1,3}[.)、]|\(\d{1,3}\)|(?i:step|步骤|第)\s*\d{1,3}\s*[步]?\s*[:：.)、-]?)\s*`)
	label     = pattern.New(`^[*_]{0,3}(?i:(?:(?:the|new|updated|modified|complete|full|target|create|edited|source)\s+)*` +
		`(?:file ?name|file ?path|file(?: to (?:create|add|edit|modify|update|change))?|path)|文件名|文件路径|文件|路径|ファイル名?|fichier|archivo|datei|файл)` +
		`[*_]{0,3}\s*[:：=][*_]{0,3}\s*`)
	// A note may stand behind a path: "(new file)", "[updated]", "— new".
	note      = pattern.New(`(?:\s+[(\[]([^()\[\]]{1,60})[)\]]|\s*[（【]([^（）【】]{1,60})[）】])$`)
	dashNote  = pattern.New(`\s+[-–—]+\s*(?i:new|updated|modified|created|edited|changed|full|complete)(?:\s+(?i:file|version))?$`)
	rangeNote = pattern.New(`\s*,?\s+(?i:lines?)\s+\d+(?:\s*[-–]\s*\d+)?$`)
	// A note that gives the size, or says that all is there, tells of no part.
	wholeWords = pattern.New(`(?i)\b(?:complete|full|whole|entire|all)\b|完整|全部`)
	sizeNote   = pattern.New(`(?i)^[~≈]?\d+ (?:lines?|loc)\b`)
	changeNote = pattern.New(`(?i)\b(?:changed|changes?|differs?|updated|modified|added|removed|fixed)$`)
	partWords  = pattern.New(`(?i)\b(?:partial|excerpt|snippet|fragment|continued|cont|part|lines?|only)\b|片段|部分|节选|摘录`)
	markLink   = pattern.New(`^\[([^\[\]]+)\]\(([^()\s]*)\)$`)
	ruled      = pattern.New(`^(?:={2,}|-{2,}|#{2,}|\*{2,})\s+(.*?)\s+(?:={2,}|-{2,}|#{2,}|\*{2,})$`)
)

// maxPathLine is the length of a line beyond which it cannot hold only a path.
const maxPathLine = 600

// pathOnLine reads a line that holds only a path, in whatever dress: heading,
// list item, bold, backticks, label, number, colon, note.
func (n *names) pathOnLine(line string) (claim, bool) {
	if len(line) > maxPathLine {
		return claim{}, false
	}
	known, ok := n.lines[line]
	if !ok {
		known.claim, known.ok = n.readLine(line)
		n.lines[line] = known
	}
	return known.claim, known.ok
}

func (n *names) readLine(line string) (claim, bool) {
	c := claim{by: LineAbove}
	s := undress(line)
	for range 8 { // each round takes one garment off
		if n.isPath(s, c.labelled) || spacedPath(s) {
			c.path = s
			return c, true
		}
		before := s
		s = n.strip(s, &c)
		if s == before {
			break
		}
	}
	return claim{}, false
}

// undress takes off what Markdown puts before a line's text.
func undress(line string) string {
	s := strings.TrimSpace(line)
	for range 6 {
		before := s
		s = strings.TrimSpace(strings.TrimLeft(s, ">"))
		if h := strings.TrimLeft(s, "#"); len(s)-len(h) <= 6 && strings.HasPrefix(h, " ") && h != s {
			s = strings.TrimSpace(strings.TrimRight(h, "#"))
		}
		if len(s) > 2 && strings.ContainsRune("-*+•", firstRune(s)) {
			rest := s[utf8.RuneLen(firstRune(s)):]
			if strings.HasPrefix(rest, " ") {
				s = strings.TrimSpace(rest)
			}
		}
		s = strings.TrimSpace(strings.TrimLeftFunc(s, decoration))
		if s == before {
			break
		}
	}
	return s
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// decoration is an emoji, arrow or the like.
func decoration(r rune) bool {
	return r > 127 && (unicode.IsSymbol(r) || unicode.Is(unicode.Mn, r) || r == '\u200d')
}

// strip takes one garment off s.
func (n *names) strip(s string, c *claim) string {
	s = strings.TrimSpace(s)
	if t := strings.TrimRight(s, ":：,"); t != s {
		return t
	}
	for _, p := range [][2]string{{"**", "**"}, {"__", "__"}, {"`", "`"}, {"*", "*"}, {"_", "_"}, {`"`, `"`}, {"'", "'"},
		{"“", "”"}, {"‘", "’"}, {"「", "」"}, {"《", "》"}, {"【", "】"}, {"[", "]"}, {"<", ">"}, {"(", ")"}} {
		if inner, ok := strings.CutPrefix(s, p[0]); ok {
			if inner, ok = strings.CutSuffix(inner, p[1]); ok && inner != "" {
				return inner
			}
		}
	}
	if m := ruled.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if at := label.FindStringIndex(s); at != nil {
		c.labelled = true
		return s[at[1]:]
	}
	if m := numbering.FindString(s); m != "" && m != s {
		return s[len(m):]
	}
	if m := note.FindStringSubmatchIndex(s); m != nil && m[0] > 0 {
		c.fragment = c.fragment || partial(s[m[0]:])
		return s[:m[0]]
	}
	if at := dashNote.FindStringIndex(s); at != nil && at[0] > 0 {
		return s[:at[0]]
	}
	if at := rangeNote.FindStringIndex(s); at != nil && at[0] > 0 {
		c.fragment = true
		return s[:at[0]]
	}
	if m := markLink.FindStringSubmatch(s); m != nil {
		return n.linked(m[1], m[2])
	}
	if at := lineSuffix.FindStringIndex(s); at != nil && at[0] > 0 {
		c.fragment = true
		return s[:at[0]]
	}
	return s
}

// linked is the path that a link means: its target, unless only its label is one,
// or names more of the way to the same file.
func (n *names) linked(label, target string) string {
	label = strings.Trim(label, "`* ")
	file, line := strings.TrimPrefix(target, "./"), ""
	if at := lineSuffix.FindStringIndex(file); at != nil {
		file, line = file[:at[0]], file[at[0]:]
	}
	switch {
	case !n.isPath(file, false), strings.HasSuffix(label, "/"+file) && n.isPath(label, false):
		return label
	}
	return file + line
}

// partial reports whether a note says that the code is a part of the file.
func partial(text string) bool {
	text = strings.Trim(text, " ()[]（）【】")
	if wholeWords.MatchString(text) {
		return false
	}
	var left []string
	for note := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' || r == '，' }) {
		if note = strings.TrimSpace(note); !sizeNote.MatchString(note) && !changeNote.MatchString(note) {
			left = append(left, note)
		}
	}
	return partWords.MatchString(strings.Join(left, ", "))
}

// lineAbove reads the path line above a block, at most one blank line away.
func (n *names) lineAbove(lines []string) (claim, bool) { return n.nearest(lines, n.pathOnLine) }

// nearest reads the line above a block, at most one blank line away.
func (n *names) nearest(lines []string, read func(string) (claim, bool)) (claim, bool) {
	for i, line := range lines {
		if blankLine(line) {
			if i > 0 {
				break
			}
			continue
		}
		if underline(line) && i+1 < len(lines) { // of a setext heading
			return read(lines[i+1])
		}
		return read(line)
	}
	return claim{}, false
}

// farAbove reads the nearest line above a block, some blank lines away, if it holds
// only a path.
func (n *names) farAbove(lines []string) (path string) {
	const most = 4
	for _, line := range lines[:min(len(lines), most+1)] {
		if !blankLine(line) {
			c, _ := n.pathOnLine(line)
			return c.path
		}
	}
	return ""
}

func blankLine(s string) bool { return strings.TrimSpace(strings.TrimLeft(s, " \t>")) == "" }

func underline(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) > 2 && (strings.Trim(s, "=") == "" || strings.Trim(s, "-") == "")
}
