package views

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"early.holdfast/later"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

// Each file that chroma has is one lexer or style in the end, and a name means what it
// means to chroma: the last that registers it.
func TestEveryLexerAndStyleIsThereWhenSomethingIsDrawn(t *testing.T) {
	loadColours()
	paths, err := fs.Glob(later.Lexers, "embedded/*.xml")
	if err != nil || len(paths) < 200 {
		t.Fatalf("%d lexers are in files (%v)", len(paths), err)
	}
	all := lexers.GlobalLexerRegistry.Lexers
	for i, p := range paths {
		l, err := chroma.NewXMLLexer(later.Lexers, p)
		if err != nil {
			t.Fatal(err)
		}
		if name := l.Config().Name; all[i].Config().Name != name {
			t.Errorf("lexer %d is that of %s, not %s as in %s", i, all[i].Config().Name, name, p)
		}
	}
	for _, l := range all[len(paths):] {
		if got := lexerOf(l.Config().Name); got != l {
			t.Errorf("%s is not what the lexer written in Go is found by", l.Config().Name)
		}
	}
	files, err := later.Styles.ReadDir(".")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d styles are in files (%v)", len(files), err)
	}
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), path.Ext(f.Name())); styles.Registry[name] == nil && name != "rpgle" { // its name is RPGLE
			t.Errorf("the style %s is missing", name)
		}
	}
	for _, name := range []string{"go", "python", "rust", "typescript", "markdown", "dns", "mysql", "html"} {
		if lexerOf(name) == nil {
			t.Errorf("%s has no lexer", name)
		}
	}
	if styles.Fallback == nil {
		t.Error("there is no style to fall back on")
	}
}
