package views

import (
	"io/fs"
	"sync"

	"early.holdfast/later"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

// lexerFor is the lexer of a file, nil where there is none.
func lexerFor(path string) chroma.Lexer {
	loadColours()
	return lexers.Match(path)
}

// lexerOf is the lexer of a language, nil where there is none.
func lexerOf(language string) chroma.Lexer {
	loadColours()
	return lexers.Get(language)
}

// loadColours gives chroma the lexers and styles that package later has kept from its
// initialisers, in the order in which these would have read them. Whatever colours code
// calls it first.
var loadColours = sync.OnceFunc(func() {
	old, all := lexers.GlobalLexerRegistry.Lexers, chroma.NewLexerRegistry()
	paths, _ := fs.Glob(later.Lexers, "embedded/*.xml") // the pattern is one
	for _, path := range paths {
		if later.Kept(path) {
			all.Register(old[0])
			old = old[1:]
		} else if l, err := chroma.NewXMLLexer(later.Lexers, path); err == nil { // else its code stays without colours
			all.Register(l)
		}
	}
	for _, l := range old { // those that are written in Go
		all.Register(l)
	}
	lexers.GlobalLexerRegistry = all
	entries, _ := later.Styles.ReadDir(".")
	for _, e := range entries {
		if f, err := later.Styles.Open(e.Name()); err == nil {
			if s, err := chroma.NewXMLStyle(f); err == nil && styles.Registry[s.Name] == nil {
				styles.Register(s)
			}
			_ = f.Close() // it is in memory
		}
	}
})
