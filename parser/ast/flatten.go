package ast

/*
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of tree-sitter's public interface (api.h) that is used below. The
// binding links the library; the header stays inside it.
typedef struct TSTree TSTree;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
TSNode ts_tree_root_node(const TSTree *);
uint32_t ts_node_descendant_count(TSNode);
uint32_t ts_node_start_byte(TSNode);
uint32_t ts_node_end_byte(TSNode);
uint16_t ts_node_symbol(TSNode);
bool ts_node_is_named(TSNode);
bool ts_node_is_missing(TSNode);
TSTreeCursor ts_tree_cursor_new(TSNode);
void ts_tree_cursor_delete(TSTreeCursor *);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
bool ts_tree_cursor_goto_parent(TSTreeCursor *);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *);

// Laid out as the Go type node.
typedef struct {
	uint32_t start, end;
	int32_t next, parent, prev;
	uint16_t kind;
	uint8_t field, flags;
} flat_node;

static uint32_t count_nodes(const TSTree *tree) {
	return ts_node_descendant_count(ts_tree_root_node(tree));
}

static uint32_t inside(uint32_t at, uint32_t offset, uint32_t size) {
	at = at > offset ? at - offset : 0;
	return at < size ? at : size;
}

// flatten writes at most cap nodes of tree to out, parents before children,
// and returns how many. Positions are cut to the size bytes from offset on.
static uint32_t flatten(const TSTree *tree, flat_node *out, uint32_t cap, uint32_t offset, uint32_t size,
                        const uint8_t *fields, uint32_t field_count) {
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
	int32_t parent = -1, prev = -1;
	uint32_t n = 0;
	bool more = true;
	while (more && n < cap) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
		uint16_t field = ts_tree_cursor_current_field_id(&cursor);
		flat_node *at = &out[n];
		*at = (flat_node){
			.start = inside(start, offset, size), .end = inside(end, offset, size),
			.next = (int32_t)n + 1, .parent = parent, .prev = prev,
			.kind = ts_node_symbol(node),
			.field = field < field_count ? fields[field] : 0,
			.flags = (ts_node_is_named(node) ? 1 : 0) | (start == end && ts_node_is_missing(node) ? 2 : 0),
		};
		n++;
		if (ts_tree_cursor_goto_first_child(&cursor)) {
			parent = (int32_t)n - 1, prev = -1;
			continue;
		}
		prev = (int32_t)n - 1;
		while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
			more = ts_tree_cursor_goto_parent(&cursor);
			if (more) {
				out[parent].next = (int32_t)n;
				prev = parent;
				parent = out[parent].parent;
			}
		}
	}
	ts_tree_cursor_delete(&cursor);
	return n;
}
*/
import "C"

import (
	"reflect"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// The layouts on both sides of the border are one.
var _ = [1]struct{}{}[unsafe.Sizeof(node{})-C.sizeof_flat_node]

// flatten copies t into plain data. Positions count from offset on and are cut
// to size bytes: what lies outside, a wrapper or the newline that was added for
// the grammar's sake, has no extent. fields gives the field by the grammar's
// number.
//
// It goes over the tree in C: node by node through the binding takes twice the
// time of the parse itself, and the binding remembers every node it hands out,
// which is 75 MB for a text of 512 KiB at worst.
func flatten(t *sitter.Tree, fields []field, offset, size int) []node {
	c := (*C.TSTree)(reflect.ValueOf(t.BaseTree).Elem().FieldByName("c").UnsafePointer())
	nodes := make([]node, C.count_nodes(c))
	n := C.flatten(c, (*C.flat_node)(unsafe.Pointer(unsafe.SliceData(nodes))), C.uint32_t(len(nodes)),
		C.uint32_t(offset), C.uint32_t(size),
		(*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(fields))), C.uint32_t(len(fields)))
	return nodes[:n]
}
