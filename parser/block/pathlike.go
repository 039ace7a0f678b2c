package block

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

// names answers questions about the names in a reply.
type names struct {
	o      Options
	byBase map[string][]string // Files by base name
	asked  map[string]bool     // what Known answered: it may look at the disk
	// What info strings and lines said, which are read more than once.
	infos map[string]infoString
	lines map[string]pathLine
}

// pathLine is what a line says of a path.
type pathLine struct {
	claim claim
	ok    bool
}

func newNames(o Options) *names {
	return &names{o: o, asked: map[string]bool{}, infos: map[string]infoString{}, lines: map[string]pathLine{}}
}

// known reports whether a canonical path is tracked or exists.
func (n *names) known(p string) bool {
	if slices.Contains(n.based(path.Base(p)), p) {
		return true
	}
	if n.o.Known == nil {
		return false
	}
	if _, ok := n.asked[p]; !ok {
		n.asked[p] = n.o.Known(p)
	}
	return n.asked[p]
}

// clean makes a path canonical: that of a file in the writer's folder if there is
// one, else that of one in the workspace.
func (n *names) clean(p string) (string, error) {
	clean, err := n.cleaned(p)
	if err == nil && placeholder(clean) && !n.known(clean) {
		return "", fmt.Errorf("the path %q is a placeholder, and there is no such file", clean)
	}
	return clean, err
}

// cleaned is clean, whatever the path says.
func (n *names) cleaned(p string) (string, error) {
	clean, err := n.cleanIn("", p)
	if n.o.Folder == "" || rooted(p) {
		return clean, err
	}
	here, hereErr := n.cleanIn(n.o.Folder, p)
	if hereErr == nil && (err != nil || n.known(here)) {
		return here, nil
	}
	return clean, err
}

// cleanIn is CleanPathIn, with the path as the workspace spells it.
func (n *names) cleanIn(folder, p string) (string, error) {
	clean, err := CleanPathIn(folder, p, n.o.Roots...)
	if err == nil && n.o.Spelled != nil && !ascii(clean) {
		clean = n.o.Spelled(clean)
	}
	return clean, err
}

// placeholder reports whether a canonical path only shows where one would stand, as
// prompts do and the replies that echo them: path/to/a.py, your_project/a.py,
// filename.js, src/.../a.py, a.ext.
func placeholder(p string) bool {
	if strings.Contains("/"+p, "/path/to/") {
		return true
	}
	for s := range strings.SplitSeq(p, "/") {
		stem, ext := strings.TrimSuffix(s, path.Ext(s)), path.Ext(s)
		if s == "..." || s == "…" || ext == ".ext" || yours.MatchString(stem) || ext != "" && plainName.MatchString(stem) {
			return true
		}
	}
	return false
}

var (
	yours     = pattern.New(`^(?:your|YOUR|Your)(?:[A-Z_-]|$)|^your(?:file|project|app|module|component|folder|path)$`)
	plainName = pattern.New(`^(?i:file[_-]?name)$`)
)

// place puts a file that is not there yet into the writer's folder.
func (n *names) place(v *verdict) {
	if n.o.Folder != "" && v.path != "" && !v.rooted && !n.known(v.path) && !strings.HasPrefix(v.path, n.o.Folder+"/") {
		v.path = path.Join(n.o.Folder, v.path)
	}
}

// folder returns where a path as written begins, given what it means.
func (n *names) folder(written, canonical string) string {
	if here, err := n.cleanIn(n.o.Folder, written); err == nil && here == canonical {
		return n.o.Folder
	}
	return ""
}

// rooted reports whether a path is written as an absolute one.
func rooted(p string) bool { return path.IsAbs(strings.ReplaceAll(strings.TrimSpace(p), `\`, "/")) }

// based lists the files of that base name.
func (n *names) based(base string) []string {
	if n.byBase == nil {
		n.byBase = make(map[string][]string, len(n.o.Files))
		for _, f := range n.o.Files {
			b := Composed(path.Base(f))
			n.byBase[b] = append(n.byBase[b], f)
		}
	}
	return n.byBase[Composed(base)]
}

// products look like file names and are none.
var products = map[string]bool{
	"node.js": true, "vue.js": true, "next.js": true, "nuxt.js": true, "react.js": true, "express.js": true,
	"three.js": true, "d3.js": true, "chart.js": true, "angular.js": true, "ember.js": true, "backbone.js": true,
	"alpine.js": true, "socket.io": true, "moment.js": true, "nest.js": true, "vanilla.js": true, "p5.js": true,
}

// textFiles are base names of text files, where symbols.json does not list them
// or takes the name for a language's.
var textFiles = map[string]bool{
	".gitignore": true, ".dockerignore": true, "LICENSE": true, "Procfile": true, "Jenkinsfile": true, "Vagrantfile": true,
	"Justfile": true, "justfile": true, "Brewfile": true, "Caddyfile": true, "Pipfile": true,
	"go.mod": true, "go.sum": true, "go.work": true, "Cargo.lock": true, "poetry.lock": true, "yarn.lock": true,
	"Gemfile.lock": true, "composer.lock": true, "application.properties": true, "gradle.properties": true,
}

// textExtensions are extensions of text files that symbols.json does not list.
var textExtensions = func() map[string]bool {
	m := map[string]bool{}
	for _, e := range strings.Fields(`.astro .bat .cmake .cmd .csproj .csv .edn .ejs .erl .fish .fs .gradle .gql .graphql
		.groovy .hbs .hcl .hs .ipynb .j2 .jinja .jl .ksh .mdx .ml .nim .nix .plist .pl .pm .prisma .proto .ps1 .psm1 .pug
		.rst .sln .sol .tex .tf .tfvars .tmpl .tpl .tres .tscn .tsv .vb .wgsl .xaml .zsh`) {
		m[e] = true
	}
	return m
}()

var extension = pattern.New(`^\.[A-Za-z][A-Za-z0-9]{0,9}$`)

// isPath reports whether s, a whole line or word, is a path by its looks: a name
// of a kind of file that exists, or one that the workspace knows. With
// labelled, something around it said that it is one ("File:", "filename="), so
// that any word will do.
func (n *names) isPath(s string, labelled bool) bool {
	if s == "" || len(s) > 4*maxPath || strings.Contains(s, "://") || strings.HasSuffix(s, ".") {
		return false
	}
	if looksLikePath(s, labelled) {
		return true
	}
	if strings.Contains(s, " ") && !strings.Contains(s, ".") { // a sentence
		return false
	}
	clean, err := n.clean(s)
	return err == nil && n.known(clean)
}

// looksLikePath is the part of isPath that the text alone decides.
func looksLikePath(s string, labelled bool) bool {
	if strings.ContainsAny(s, " \t\n<>|\"*?;,=`!（）【】，。：；、") || strings.HasSuffix(s, "/") || strings.HasSuffix(s, ")") {
		return false
	}
	base := path.Base(strings.ReplaceAll(s, `\`, "/"))
	switch {
	case products[strings.ToLower(s)]:
		return false
	case labelled:
		return strings.ContainsFunc(s, letter) && (strings.ContainsAny(s, `./\`) || source.ForPath(base) != "" || textFiles[base])
	case strings.HasPrefix(base, ".") && strings.Count(base, ".") == 1: // an extension alone is no name, but .gitignore is
		return textFiles[base] || len(base) > 4 && source.ForTag(base[1:]) == "" || base == ".env"
	case textFiles[base] || strings.HasPrefix(base, ".env.") || source.ForPath(base) != "" || textExtensions[strings.ToLower(path.Ext(base))]:
		return true
	}
	return strings.ContainsAny(s, `/\`) && extension.MatchString(path.Ext(base))
}

var (
	spacedForm = pattern.New(`^[\w.-]+(?:[ /][\w.-]+){1,9}$`)
	smallWord  = pattern.New(`(?:^| )(?:an?|the|to|in|of|for|and|with|this|from|your|on|at|is|by|as|or|into)(?: |$)`)
)

// spacedPath reports whether a whole line is a path with blanks in its folders, or
// in its folders and its name: a word of it goes on in the next folder, which no
// word of a sentence does.
func spacedPath(s string) bool {
	at := strings.LastIndexByte(s, ' ')
	if at < 0 || strings.IndexByte(s[:at], '/') < 0 || !spacedForm.MatchString(s) || smallWord.MatchString(strings.ToLower(s)) {
		return false
	}
	first, _, _ := strings.Cut(s, " ")
	sentence := first[0] >= 'A' && first[0] <= 'Z' && !strings.Contains(first, "/")
	return !sentence && strings.Count(s, " ") < maxSpaced && looksLikePath(strings.ReplaceAll(s, " ", "_"), false)
}

var oneName = pattern.New(`^[\w@+-][\w@.+-]*(?:/[\w@.+-]+)*\.[A-Za-z]\w{0,11}$`)

// nameOfEdit reads the line above an edit, which the format wants to hold only a
// path, whatever its suffix.
func (n *names) nameOfEdit(line string) (claim, bool) {
	if c, ok := n.pathOnLine(line); ok {
		return c, true
	}
	s := strings.Trim(undress(line), "`*: ")
	if len(s) > maxPath || !oneName.MatchString(s) || products[strings.ToLower(s)] {
		return claim{}, false
	}
	return claim{by: LineAbove, path: s}, true
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 }

// families are languages that a model does not keep apart in its tags.
var families = map[source.Language]string{
	source.JavaScript: "js", source.TypeScript: "js", source.TSX: "js",
	source.C: "c", source.CPP: "c",
	"css": "css", "scss": "css", "html": "html", "xml": "html", "text": "",
}

// agree reports whether a fence's language and its path's language can be of one
// file. What is not known does not disagree.
func agree(tag, file source.Language) bool {
	if tag == "" || file == "" || tag == file || tag == "text" {
		return true
	}
	return families[tag] != "" && families[tag] == families[file]
}
