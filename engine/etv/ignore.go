package etv

import (
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignoreFile is where a folder says which files are none of the project's.
const ignoreFile = ".gitignore"

// ignores are the rules of the .gitignore files from the root down to a folder,
// the deepest last. What a rule says of a folder holds for all in it, so who
// walks does not enter it. The format is git's, whose patterns are those of
// doublestar but for character classes by name; git also lets "**" that stands
// beside other characters match slashes where no wildcard stands before it,
// which its documentation excludes, and which is not done here.
type ignores []rule

// rule is one line of a .gitignore.
type rule struct {
	dir     string // of the file; the pattern matches below it
	line    string
	pattern string
	keeps   bool // "!": what an earlier rule ignored is not
	folders bool // matches folders only
	name    bool // matches the last part of the path, not the whole
}

// parseIgnores reads a .gitignore of the folder dir.
func parseIgnores(dir, text string) ignores {
	var rules ignores
	for line := range strings.Lines(strings.TrimPrefix(text, "\uFEFF")) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if r, ok := parseRule(line); ok {
			r.dir = dir
			rules = append(rules, r)
		}
	}
	return rules
}

// parseRule reads one line; ok is false where it says nothing.
func parseRule(line string) (r rule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	r.line = trimSpaces(line)
	r.pattern, r.keeps = strings.CutPrefix(r.line, "!")
	r.pattern, r.folders = strings.CutSuffix(r.pattern, "/")
	r.name = !strings.Contains(r.pattern, "/")
	r.pattern = strings.TrimPrefix(r.pattern, "/")
	if r.pattern == "" {
		return r, false
	}
	if !r.name && strings.HasSuffix(r.pattern, "/**") {
		r.pattern += "/*" // what is below, not the folder itself
	}
	r.pattern = expandClasses(r.pattern)
	return r, true
}

// trimSpaces drops the spaces at the end that no backslash keeps.
func trimSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}

var classes = map[string]string{
	"alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "xdigit": "0-9a-fA-F",
	"space": " \t\n\v\f\r", "blank": " \t", "punct": "!-/:-@\\[-`{-~", "cntrl": "\x01-\x1f\x7f", "print": " -~", "graph": "!-~",
}

// expandClasses writes out "[:alpha:]" and the like within brackets, where "]"
// may stand first, and takes from braces the meaning that they have for
// doublestar.
func expandClasses(pattern string) string {
	var out strings.Builder
	open := -1 // where the bracket's content begins
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			out.WriteByte(c)
			i++
			c = pattern[i]
		case open < 0 && (c == '{' || c == '}'):
			out.WriteByte('\\')
		case open < 0 && c == '[':
			open = i + 1
			if open < len(pattern) && (pattern[open] == '!' || pattern[open] == '^') {
				open++
			}
		case open >= 0 && c == '[':
			name, _, _ := strings.Cut(strings.TrimPrefix(pattern[i:], "[:"), ":]")
			if set := classes[name]; set != "" && strings.HasPrefix(pattern[i:], "[:") {
				out.WriteString(set)
				i += len("[:") + len(name) + len(":]") - 1
				continue
			}
		case open >= 0 && c == ']' && i > open:
			open = -1
		case open >= 0 && c == ']': // the first one is a member
			out.WriteByte('\\')
		}
		out.WriteByte(c)
	}
	return out.String()
}

// match is the rule by which the path is ignored, nil where it is not. The
// folders above it are not ignored.
func (rules ignores) match(path string, folder bool) *rule {
	for i, r := range slices.Backward(rules) {
		if !r.matches(path, folder) {
			continue
		}
		if r.keeps {
			return nil
		}
		return &rules[i]
	}
	return nil
}

func (r *rule) matches(path string, folder bool) bool {
	if r.folders && !folder {
		return false
	}
	if r.dir != "" {
		below, ok := strings.CutPrefix(path, r.dir+"/")
		if !ok {
			return false
		}
		path = below
	}
	if r.name {
		path = name(path)
	}
	ok, err := doublestar.Match(r.pattern, path)
	return ok && err == nil // a pattern that is none matches nothing
}

// String says where the rule stands, for a person.
func (r *rule) String() string {
	if r.dir == "" {
		return ignoreFile + ": " + r.line
	}
	return r.dir + "/" + ignoreFile + ": " + r.line
}
