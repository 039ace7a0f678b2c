package block

import (
	"strings"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

var (
	quotedName = pattern.New("`([^`\n]{1,300})`|\\*\\*([^*\n]{1,300})\\*\\*|\\[([^\\[\\]\n]{1,300})\\]\\(([^()\n]*)\\)")
	// Words by which prose announces output rather than code.
	outputWords = pattern.New(`(?i)\b(?:outputs?|prints?|printed|results?|logs?|logged|errors?|traceback|terminal|console|` +
		`you(?:'ll| will| should) see|looks like this)\b|输出|运行|结果|日志|报错|终端`)
)

// mentioned reads the only path that the paragraph above a block mentions:
// in backticks, bold or a link, or a bare word that has a folder and a known
// extension or that the workspace knows. The line nearest to the block goes first. Several paths name none.
func (n *names) mentioned(lines []string) (path, paragraph string) {
	var text []string
	for i, line := range lines {
		if blankLine(line) {
			if i > 0 {
				break
			}
			continue
		}
		if len(line) > 4*maxPathLine {
			break
		}
		text = append(text, line)
	}
	if len(text) == 0 {
		return "", ""
	}
	paragraph = strings.Join(text, "\n")
	if found := n.pathsIn(text[0]); len(found) > 0 {
		return only(found), paragraph
	}
	return only(n.pathsIn(paragraph)), paragraph
}

// section reads the path that the nearest heading above a block holds.
func (n *names) section(lines []string) string {
	for _, line := range lines {
		s := strings.TrimSpace(line)
		heading := strings.HasPrefix(s, "#")
		bold := strings.HasPrefix(s, "**") && (strings.HasSuffix(s, "**") || strings.HasSuffix(s, "**:"))
		if !heading && !bold {
			continue
		}
		c, _ := n.pathOnLine(line)
		return c.path
	}
	return ""
}

// pathsIn lists the different paths that a text mentions.
func (n *names) pathsIn(text string) []string {
	seen := map[string]bool{}
	var found []string
	add := func(p string) {
		if n.isPath(p, false) && !seen[p] {
			seen[p] = true
			found = append(found, p)
		}
	}
	rest := quotedName.ReplaceAllStringFunc(text, func(m string) string {
		g := quotedName.FindStringSubmatch(m)
		if g[3] != "" {
			g[3] = n.linked(g[3], g[4])
		}
		p := strings.Trim(g[1]+g[2]+g[3], "`* :")
		if add(p); g[2] != "" && !n.isPath(p, false) {
			return " " + p + " " // a sentence in bold
		}
		return " "
	})
	for _, w := range strings.Fields(rest) {
		w = strings.Trim(w, `.,:;!?()"'*`)
		if !strings.ContainsAny(w, "./") {
			continue
		}
		clean, err := n.clean(w)
		if err != nil {
			continue
		}
		plain := strings.Contains(clean, "/") && source.ForPath(clean) != ""
		if plain || n.known(clean) || len(n.based(clean)) == 1 {
			add(w)
		}
	}
	return found
}

// only is the one element of a list of one.
func only(s []string) string {
	if len(s) == 1 {
		return s[0]
	}
	return ""
}
