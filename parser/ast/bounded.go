package ast

// #include "bounded.h"
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"time"
	"unsafe"

	// The grammars are linked, and found by their names in C.
	_ "github.com/smacker/go-tree-sitter/bash"
	_ "github.com/smacker/go-tree-sitter/c"
	_ "github.com/smacker/go-tree-sitter/cpp"
	_ "github.com/smacker/go-tree-sitter/csharp"
	_ "github.com/smacker/go-tree-sitter/golang"
	_ "github.com/smacker/go-tree-sitter/java"
	_ "github.com/smacker/go-tree-sitter/javascript"
	_ "github.com/smacker/go-tree-sitter/php"
	_ "github.com/smacker/go-tree-sitter/python"
	_ "github.com/smacker/go-tree-sitter/ruby"
	_ "github.com/smacker/go-tree-sitter/rust"
	_ "github.com/smacker/go-tree-sitter/typescript/tsx"
	_ "github.com/smacker/go-tree-sitter/typescript/typescript"

	"holdfast/parser/source"
)

// Grammars are C code, bounded against measured failures: gigabytes on a huge
// array, minutes on NUL bytes, crashes on a text that ends in mid-sentence.
// source.Refuse keeps out what is no text; a text that gets here may use:
const (
	// TimeLimit is the processor time of one parse. The wall clock is no
	// measure, it also runs while a local model has every core.
	TimeLimit = 250 * time.Millisecond
	// memoryLimit is the memory of one parse, in bytes.
	memoryLimit = 48 << 20
	// parallel is how many parses may run at once.
	parallel = 2
)

var (
	errOverTime   = fmt.Errorf("over the time limit: not parsed within %v", TimeLimit)
	errOverMemory = fmt.Errorf("over the memory limit: not parsed within %d MiB", memoryLimit>>20)
	errGrammar    = errors.New("the grammar does not fit the parser")
)

var (
	slots = make(chan struct{}, parallel)
	setup = sync.OnceFunc(func() { C.bounded_setup() })
)

// The layouts on both sides of the border are one.
var _ = [1]struct{}{}[unsafe.Sizeof(node{})-C.sizeof_bounded_node]

// ReleaseMemory gives back to the system what parses have left behind.
func ReleaseMemory() { C.bounded_trim() }

// parseNodes runs a grammar over text, which must not be empty, and returns the
// tree's nodes. Positions count from offset on and are cut to size.
//
// The tree is made and copied in one call: going over it node by node through
// the binding takes twice the time of the parse itself.
func parseNodes(g *grammar, text []byte, offset, size int) ([]node, error) {
	setup()
	slots <- struct{}{}
	defer func() { <-slots }()

	var out *C.bounded_node
	var count C.uint32_t
	switch C.bounded_parse(tableOf(g.name),
		(*C.char)(unsafe.Pointer(unsafe.SliceData(text))), C.uint32_t(len(text)), C.uint32_t(offset), C.uint32_t(size),
		(*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(g.fields))), C.uint32_t(len(g.fields)),
		C.int64_t(TimeLimit/time.Microsecond), memoryLimit, &out, &count) {
	case C.BOUNDED_OK:
	case C.BOUNDED_TIME:
		return nil, errOverTime
	case C.BOUNDED_MEMORY:
		return nil, errOverMemory
	default:
		return nil, errGrammar
	}
	defer C.free(unsafe.Pointer(out))
	nodes := make([]node, count)
	copy(nodes, unsafe.Slice((*node)(unsafe.Pointer(out)), count))
	return nodes, nil
}

// tableOf returns the table of a language's grammar, nil where none is linked.
func tableOf(lang source.Language) *C.TSLanguage {
	switch lang {
	case source.Go:
		return C.tree_sitter_go()
	case source.Python:
		return C.tree_sitter_python()
	case source.JavaScript:
		return C.tree_sitter_javascript()
	case source.TypeScript:
		return C.tree_sitter_typescript()
	case source.TSX:
		return C.tree_sitter_tsx()
	case source.Rust:
		return C.tree_sitter_rust()
	case source.Java:
		return C.tree_sitter_java()
	case source.C:
		return C.tree_sitter_c()
	case source.CPP:
		return C.tree_sitter_cpp()
	case source.CSharp:
		return C.tree_sitter_c_sharp()
	case source.Ruby:
		return C.tree_sitter_ruby()
	case source.PHP:
		return C.tree_sitter_php()
	case source.Bash:
		return C.tree_sitter_bash()
	}
	return nil
}
