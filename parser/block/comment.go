package block

import (
	"bytes"
	"strings"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

var (
	commentLabel = pattern.New(`^(?i:@?file ?path|@?file ?name|@?file|@?path|文件名|文件路径|文件|路径)\s*[:：=]\s*`)
	// What may stand before a path comment: a shebang, PHP's tag, a directive.
	preface = pattern.New(`^(?:#!.*|<\?php\s*|<!DOCTYPE.*|<\?xml.*|['"]use \w+['"];?\s*)$`)
)

// comment is a path comment at the head of a block's code.
type comment struct {
	claim
	start, end int // its line in the content, with the blank line after it
}

// pathComment reads a comment on the first line that holds only a path. tag is
// the fence's language, empty if unknown: then the path's own decides which
// comments there are.
func (n *names) pathComment(content []byte, tag source.Language) (comment, bool) {
	at := 0
	line, next := cutLine(content, 0)
	if preface.MatchString(line) {
		at = next
		line, next = cutLine(content, at)
	}
	if len(line) > maxPathLine {
		return comment{}, false
	}
	for _, text := range commentTexts(strings.TrimSpace(line), tag) {
		c, ok := n.commentPath(text)
		if !ok {
			continue
		}
		if tag == "" && !hasComment(line, source.ForPath(c.path)) {
			continue
		}
		if blank, after := cutLine(content, next); after > next && strings.TrimSpace(blank) == "" {
			next = after
		}
		return comment{claim: c, start: at, end: next}, true
	}
	return comment{}, false
}

// cutLine is the line at offset at, and where the next begins.
func cutLine(content []byte, at int) (string, int) {
	line := content[min(at, len(content)):]
	next := len(content)
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line, next = line[:i], at+i+1
	}
	return string(line), next
}

// commentTexts is what a line says if it is nothing but a comment, one reading
// for each comment syntax of the language.
func commentTexts(line string, lang source.Language) []string {
	var all []string
	d := source.Define(lang)
	if d == nil || lang == "text" {
		d = &source.Definition{
			Line:  []string{"//", "#", "--", ";", "%"},
			Block: [][2]string{{"/*", "*/"}, {"<!--", "-->"}},
		}
	}
	for _, b := range d.Block {
		if rest, ok := strings.CutPrefix(strings.Trim(line, "{}"), b[0]); ok {
			if rest, ok = strings.CutSuffix(rest, b[1]); ok {
				all = append(all, strings.Trim(rest, " \t*"))
			}
		}
	}
	for _, token := range d.Line {
		if rest, ok := strings.CutPrefix(line, token); ok && !strings.HasPrefix(rest, "!") {
			all = append(all, strings.TrimSpace(strings.TrimLeft(rest, token)))
		}
	}
	return all
}

// hasComment reports whether line is a comment of that language; of an unknown
// one every line is.
func hasComment(line string, lang source.Language) bool {
	return lang == "" || len(commentTexts(strings.TrimSpace(line), lang)) > 0
}

// commentPath reads a comment's text that is only a path, labelled or bare.
func (n *names) commentPath(text string) (claim, bool) {
	if at := commentLabel.FindStringIndex(text); at != nil {
		word, rest, more := strings.Cut(text[at[1]:], " ")
		rest = strings.TrimSpace(rest)
		if more && !strings.HasPrefix(rest, "(") && !strings.HasPrefix(rest, "- ") {
			return claim{}, false
		}
		c := claim{by: FilepathComment, path: strings.Trim(word, "`\"'"), labelled: true, fragment: partial(rest)}
		return c, n.isPath(c.path, true)
	}
	c := claim{by: FirstLineComment}
	for range 4 {
		if n.isPath(text, false) {
			c.path = text
			return c, true
		}
		before := text
		if text = n.strip(text, &c); text == before {
			break
		}
	}
	return claim{}, false
}
