package ast

// #include <stdlib.h>
// #include "bounded.h"
import "C"

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
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
	switch C.bounded_parse(languagePointer(g.ts),
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

// languagePointer is the grammar's table, which the binding wraps.
func languagePointer(l *sitter.Language) unsafe.Pointer {
	return reflect.ValueOf(l).Elem().FieldByName("ptr").UnsafePointer()
}
