package respell

import (
	"bytes"

	"holdfast/parser/pattern"
	"holdfast/parser/source"
	"holdfast/parser/table"
)

// Text is the respelled text, nil where there is nothing to respell.
func Text(lang source.Language, src []byte) []byte {
	respell := spellers[lang]
	if respell == nil {
		return nil
	}
	e := &editor{src: src}
	if lang == source.C || lang == source.CPP {
		e.separators()
	}
	text := src
	switch {
	case lang == source.TSX || lang == source.JavaScript:
		text = e.elements()
	case e.out != nil:
		text = bytes.Clone(e.out)
	}
	if e.mask = table.Mask(lang, text); e.mask == nil {
		return nil
	}
	respell(e)
	return e.out
}

var spellers = map[source.Language]func(*editor){
	source.C:   func(e *editor) { respellC(e, false) },
	source.CPP: func(e *editor) { respellC(e, true) },

	source.Go: respellGo, source.Java: respellJava, source.PHP: respellPHP, source.Python: respellPython,
	source.JavaScript: respellScript, source.TypeScript: respellScript, source.TSX: respellScript,
	source.Rust: respellRust, source.CSharp: respellCSharp, source.Ruby: respellRuby, source.Bash: respellBash,
}

var separated = pattern.New(`\b[0-9][0-9A-Za-z]*(?:'[0-9A-Za-z]+)+`)

// separators writes digits for what separates digits (C23, C++14): what reads strings
// takes it for a quote.
func (e *editor) separators() {
	for _, at := range separated.FindAllIndex(e.src, -1) {
		for i := at[0]; i < at[1]; i++ {
			if e.src[i] == '\'' {
				e.change()
				e.out[i] = '0'
			}
		}
	}
}

// editor makes the respelled text.
type editor struct {
	mask []byte // the text with comments as blanks and literals as filler
	src  []byte
	out  []byte // nil until something changes
	// closes are the brackets by where they open, once they were asked for.
	closes map[int]int
}

// blank makes blanks of what stands there, keeping its lines.
func (e *editor) blank(from, to int) {
	e.change()
	for i := from; i < to; i++ {
		if e.out[i] != '\n' {
			e.out[i] = ' '
		}
	}
}

// put writes word in the place of what stands at from..to, among blanks, where a line of
// it has room.
func (e *editor) put(from, to int, word string) {
	e.blank(from, to)
	for ; from+len(word) <= to; from++ {
		if bytes.IndexByte(e.out[from:from+len(word)], '\n') < 0 {
			copy(e.out[from:], word)
			return
		}
	}
}

func (e *editor) change() {
	if e.out == nil {
		e.out = append(make([]byte, 0, len(e.src)), e.src...)
	}
}
