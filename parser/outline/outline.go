package outline

import (
	"bytes"
	"path"
	"strings"

	"holdfast/parser/pattern"
)

// Outline is what a text holds at its top level.
type Outline struct {
	// Keys are the names of its parts, in order, with repetitions: members,
	// sections, selectors, headings, targets. nil where its format has none.
	Keys []string
	// Broken says why the text is no whole file of its format, as a clause; ""
	// where nothing speaks against it.
	Broken string
}

// Of returns the outline of a text by the format that its file's name tells.
func Of(file string, text []byte) Outline {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	if read := reader(file); read != nil {
		return read(text)
	}
	return Outline{}
}

// reader returns how a file's format is read, nil for one that has no parts.
func reader(file string) func([]byte) Outline {
	name := strings.ToLower(path.Base(file))
	switch {
	case strings.HasPrefix(name, "dockerfile"), strings.HasPrefix(name, "containerfile"), strings.HasSuffix(name, ".dockerfile"):
		return docker
	case name == "makefile", name == "gnumakefile", strings.HasSuffix(name, ".mk"):
		return lines(target)
	case strings.HasPrefix(name, ".env"), strings.HasSuffix(name, ".env"):
		return lines(assigned)
	}
	switch path.Ext(name) {
	case ".json", ".jsonc", ".json5":
		return object
	case ".yml", ".yaml":
		return yaml
	case ".toml", ".ini", ".cfg", ".conf", ".properties", ".editorconfig":
		return sections
	case ".xml", ".html", ".htm", ".svg", ".vue", ".svelte", ".xaml", ".csproj":
		return elements
	case ".css", ".scss", ".less":
		return rules
	case ".sql":
		return statements
	case ".md", ".markdown", ".mdx":
		return headings
	}
	return nil
}

var (
	target   = pattern.New(`^([\w.$(){}/%-][\w.$(){}/% -]*):(?:[^=]|$)`)
	assigned = pattern.New(`^(?:export )?([\w.-]+)[ \t]*=`)
	yamlKey  = pattern.New(`^((?:"[^"]*"|'[^']*'|[^\s#'"\[{>|-][^#:]*|-[^\s][^#:]*)):(?:\s|$)`)
	section  = pattern.New(`^(\[\[?[^\]]+\]\]?)`)
	opening  = pattern.New(`^<([A-Za-z][\w:.-]*)`)
	heading  = pattern.New(`^(##?[ \t]+.*\S)[ \t]*#*$`)
)

// lines reads a format whose keys stand at the start of lines.
func lines(key *pattern.Regexp) func([]byte) Outline {
	return func(text []byte) Outline {
		var o Outline
		for line := range bytes.Lines(text) {
			if m := key.FindSubmatch(bytes.TrimRight(line, "\n")); m != nil {
				o.Keys = append(o.Keys, string(m[1]))
			}
		}
		return o
	}
}

// first is the first line that says something, as it stands.
func first(text []byte) []byte {
	for line := range bytes.Lines(text) {
		if t := bytes.TrimSpace(line); len(t) > 0 && t[0] != '#' {
			return bytes.TrimRight(line, " \t\n")
		}
	}
	return nil
}

func docker(text []byte) Outline {
	var o Outline
	head := strings.ToUpper(string(first(text)))
	if !strings.HasPrefix(head, "FROM ") && !strings.HasPrefix(head, "ARG ") {
		o.Broken = "it does not begin with FROM"
	}
	for line := range bytes.Lines(text) {
		if words := strings.Fields(string(line)); len(words) > 1 && strings.EqualFold(words[0], "FROM") {
			o.Keys = append(o.Keys, "FROM")
		}
	}
	return o
}

func yaml(text []byte) Outline {
	o := lines(yamlKey)(text)
	if head := first(text); len(head) > 0 && (head[0] == ' ' || head[0] == '\t') {
		o.Broken = "its first line is indented"
	}
	return o
}

// sections reads sections, and the keys that stand before the first.
func sections(text []byte) Outline {
	var o Outline
	for line := range bytes.Lines(text) {
		if m := section.FindSubmatch(line); m != nil {
			o.Keys = append(o.Keys, string(m[1]))
		} else if m := assigned.FindSubmatch(line); m != nil && (len(o.Keys) == 0 || o.Keys[len(o.Keys)-1][0] != '[') {
			o.Keys = append(o.Keys, string(m[1]))
		}
	}
	return o
}

func elements(text []byte) Outline {
	o := lines(opening)(text)
	if head := first(text); len(head) > 0 && head[0] != '<' {
		o.Broken = "it does not begin with an element"
	}
	return o
}

func headings(text []byte) Outline {
	var o Outline
	fence := ""
	for line := range bytes.Lines(text) {
		t := strings.TrimSpace(string(line))
		switch {
		case fence != "":
			if strings.HasPrefix(t, fence) {
				fence = ""
			}
		case strings.HasPrefix(t, "```"), strings.HasPrefix(t, "~~~"):
			fence = t[:3]
		default:
			if m := heading.FindStringSubmatch(strings.TrimRight(string(line), "\n")); m != nil {
				o.Keys = append(o.Keys, m[1])
			}
		}
	}
	return o
}

func statements(text []byte) Outline {
	var o Outline
	for _, statement := range bytes.Split(text, []byte(";")) {
		var words []string
		for line := range bytes.Lines(statement) {
			if t := bytes.TrimSpace(line); len(t) > 0 && !bytes.HasPrefix(t, []byte("--")) {
				words = append(words, strings.Fields(strings.ToUpper(string(t)))...)
			}
			if len(words) >= 3 {
				break
			}
		}
		if len(words) > 0 {
			o.Keys = append(o.Keys, strings.Join(words[:min(3, len(words))], " "))
		}
	}
	return o
}

// object reads JSON and what is like it: members at depth 1.
func object(text []byte) Outline {
	s := scan(text, "{[", "}]", `"`)
	head := bytes.TrimSpace(text)
	switch {
	case len(head) > 0 && head[0] != '{' && head[0] != '[' && !bytes.HasPrefix(head, []byte("/")):
		s.Broken = "it is no JSON object"
	case s.Broken != "":
		s.Broken = "its brackets do not match"
	}
	return s
}

// rules reads style sheets: selectors at depth 0.
func rules(text []byte) Outline {
	s := scan(text, "{", "}", "")
	if s.Broken != "" {
		s.Broken = "its braces do not match"
	}
	return s
}

// scan follows brackets, outside of strings and comments. Where quote is given the
// keys are the quoted names at depth 1, else what stands before a bracket at
// depth 0.
func scan(text []byte, opens, closes, quote string) Outline {
	var o Outline
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		if end := comment(text[i:], quote != ""); end > 0 {
			i += end - 1
			if depth == 0 {
				from = min(i+1, len(text))
			}
			continue
		}
		switch c := text[i]; {
		case c == '"' || c == '\'' && quote == "":
			end := i + quoted(text[i:])
			if quote != "" && depth == 1 && end < len(text) && bytes.HasPrefix(bytes.TrimLeft(text[end+1:], " \t\n"), []byte(":")) {
				o.Keys = append(o.Keys, string(text[i+1:end]))
			}
			i = end
		case strings.IndexByte(opens, c) >= 0:
			if depth == 0 && quote == "" {
				o.Keys = append(o.Keys, strings.Join(strings.Fields(string(text[from:i])), " "))
			}
			depth++
		case strings.IndexByte(closes, c) >= 0:
			if depth--; depth < 0 {
				o.Broken = "unbalanced"
				depth = 0
			}
			from = i + 1
		case c == ';' && depth == 0:
			from = i + 1
		}
	}
	if depth != 0 {
		o.Broken = "unbalanced"
	}
	return o
}

// comment is the length of the comment that text begins with, 0 for none; those
// of a line count where lines is set.
func comment(text []byte, lines bool) int {
	switch {
	case bytes.HasPrefix(text, []byte("/*")):
		if n := bytes.Index(text, []byte("*/")); n >= 0 {
			return n + len("*/")
		}
		return len(text)
	case lines && bytes.HasPrefix(text, []byte("//")):
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			return n + 1
		}
		return len(text)
	}
	return 0
}

// quoted is the place of the quote or the line's end that closes the text which
// begins with a quote; past the end of text where nothing does.
func quoted(text []byte) int {
	end := 1
	for end < len(text) && text[end] != text[0] && text[end] != '\n' {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	return end
}
