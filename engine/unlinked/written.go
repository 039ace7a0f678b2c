package unlinked

import (
	"slices"

	"holdfast/parser"
	"holdfast/parser/source"
)

// maxUntagged is the size in bytes up to which it is looked at what code without a
// language is written in: more than that is output, not an answer.
const maxUntagged = 32 << 10

// written is the language of code that a fence does not tag, "" where it is none. It is
// one of those that the known files are written in, and all of the text must be read in
// it without a fault and define more than values: "a = 1" is read in most languages.
// Where several read it, it is the one in which a name is known already, else the one
// that leaves nothing outside its symbols.
func written(text []byte, state Known) source.Language {
	if len(text) > maxUntagged {
		return ""
	}
	best, most := source.Language(""), 0
	for _, lang := range languages(state) {
		f := parser.ParseSnippet("", lang, text)
		if f.Method != source.AST || f.Refused != "" || f.Errors > 0 {
			continue
		}
		if n := worth(f, lang, state); n > most {
			best, most = lang, n
		}
	}
	return best
}

// worth is how much a text speaks for a language that reads it, 0 where it defines
// nothing.
func worth(f *source.File, lang source.Language, state Known) int {
	defines, known := false, false
	for i := range f.Symbols {
		sym := &f.Symbols[i]
		if !isDefined(sym) || sym.Kind == "var" || sym.Kind == "const" {
			continue
		}
		defines = true
		for _, t := range state.Named(sym.Name) {
			known = known || t.Language == string(lang)
		}
	}
	switch {
	case !defines:
		return 0
	case known:
		return 3
	case !f.Loose:
		return 2
	}
	return 1
}

// languages are those of the known files, in order, and all of them where no file is
// known. Only what a grammar reads can be faultless.
func languages(state Known) (list []source.Language) {
	for _, path := range state.Paths() {
		if lang := source.ForPath(path); parser.Defines(lang) && !slices.Contains(list, lang) {
			list = append(list, lang)
		}
	}
	if list == nil {
		for _, d := range source.Languages() {
			if parser.Defines(d.Name) {
				list = append(list, d.Name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// isDefined reports whether a symbol is one that the text itself defines: no rest, and
// no member of what else it defines.
func isDefined(sym *source.Symbol) bool {
	return sym.Name != source.Whole && (sym.Top || sym.Bare)
}
