// Package later keeps chroma from reading its lexers and styles at the start of every
// command.
//
// The package initialisers of chroma's lexers and styles parse three hundred XML files,
// which takes longer than all else that a short command does; a client's hook starts
// one before each call of a tool. Only the screen draws colours. So this package leaves
// those initialisers the few files that they cannot do without, and hands out the rest
// for when something is drawn.
//
// It works by order, as package background does: "early.holdfast/later" imports nothing
// that the others do not, and sorts before "github.com/alecthomas/chroma": it runs
// first. The variables that it shortens are chroma's own embedded files, filled by the
// linker. A test of package views holds that everything is found that chroma would have.
package later

import (
	"embed"
	"unsafe"
)

//go:linkname lexerFiles github.com/alecthomas/chroma/v2/lexers.embedded
var lexerFiles embed.FS

//go:linkname styleFiles github.com/alecthomas/chroma/v2/styles.embedded
var styleFiles embed.FS

// Lexers and Styles are all of chroma's files, as its initialisers would have seen them.
var Lexers, Styles embed.FS

// kept are the files without which an initialiser panics: it asks for their lexers by
// name. And the style that chroma falls back on.
var kept = map[string]bool{
	"embedded/common_lisp.xml": true, "embedded/emacslisp.xml": true, "embedded/go_template.xml": true, "embedded/html.xml": true,
	"embedded/dns.xml": true, "embedded/mysql.xml": true, "embedded/zed.xml": true,
	"swapoff.xml": true,
}

// Kept reports whether an initialiser of chroma's has read a file.
func Kept(path string) bool { return kept[path] }

// file is laid out as the files of an embed.FS are, which is one pointer to them.
type file struct {
	name, data string
	hash       [16]byte
}

func init() {
	Lexers, Styles = lexerFiles, styleFiles
	shorten(&lexerFiles)
	shorten(&styleFiles)
}

func shorten(fs *embed.FS) {
	files := (**[]file)(unsafe.Pointer(fs))
	if *files == nil {
		return
	}
	var short []file
	for _, f := range **files {
		if kept[f.name] || f.name[len(f.name)-1] == '/' {
			short = append(short, f)
		}
	}
	*files = &short
}

var _ = [1]struct{}{}[unsafe.Sizeof(embed.FS{})-unsafe.Sizeof(uintptr(0))]
