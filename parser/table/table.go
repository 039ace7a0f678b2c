package table

import (
	"sort"

	"holdfast/parser/source"
)

// Parse finds the symbols of src by the rules of lang. It returns nil where
// the language has no rules: such a file is one entity. It never fails: a text
// that is not read has Refused set and no symbols. A text in which no rule
// matched holds one symbol, source.Whole, by the method source.WholeFile.
//
// Symbol.Errors counts what is not balanced within a symbol: brackets and block
// words without their counterpart, literals that never close. File.Errors
// counts them for the whole text. Doubts turns both into the verdict of TSLP
// 4.1.
func Parse(path string, lang source.Language, src []byte) *source.File {
	return parse(path, lang, src, false)
}

// ParseRest is Parse for the source.Rest of a file: its statements stay one, though
// they stand beside no symbol.
func ParseRest(path string, lang source.Language, src []byte) *source.File {
	return parse(path, lang, src, true)
}

func parse(path string, lang source.Language, src []byte, rest bool) *source.File {
	if lang == "" {
		lang = source.ForPath(path)
	}
	l := languageOf(lang)
	if l == nil {
		return nil
	}
	f := &source.File{Path: path, Language: lang, Method: source.Table, Src: src}
	if f.Refused = source.Refuse(src); f.Refused != "" {
		return f
	}
	w := &walker{text: newText(l, src)}
	w.run()
	sort.Ints(w.faults)
	f.Errors, f.Loose = len(w.faults), w.loose
	for _, at := range w.faults {
		f.Faults = append(f.Faults, source.Range{Start: at, End: at})
	}
	if len(w.found) == 0 && !(rest && len(w.rest) > 0) {
		f.Method = source.WholeFile
		f.Symbols = []source.Symbol{source.WholeSymbol(lang, src)}
		return f
	}
	if f.Refused = w.crowded(); f.Refused == "" {
		f.Symbols = w.symbols()
	}
	return f
}

// Bounds that keep time and memory linear: on the bytes between definitions
// and the starts of their lines, since a canonical text depends on its line's
// indentation; and on the bytes that several names of one statement share.
const (
	maxLookBack = 32 << 20
	maxShared   = 16 << 20
)

// crowded says why the definitions of a text are too many for their place, ""
// if they are not.
func (w *walker) crowded() string {
	line, at, lookBack, shared := 0, 0, 0, 0
	for i, f := range w.found {
		if i > 0 && f.extent == w.found[i-1].extent {
			shared += f.extent.Len()
		}
		for ; at < f.extent.Start; at++ {
			if w.src[at] == '\n' {
				line = at + 1
			}
		}
		lookBack += max(0, f.extent.Start-line)
	}
	switch {
	case lookBack > maxLookBack:
		return "too many definitions stand on one line: the text looks minified"
	case shared > maxShared:
		return "a statement declares too many names"
	}
	return ""
}
