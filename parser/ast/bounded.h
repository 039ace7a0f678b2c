// A tree-sitter parse that keeps to a budget, and its result as plain data.
#ifndef HOLDFAST_BOUNDED_H
#define HOLDFAST_BOUNDED_H

#include <stddef.h>
#include <stdint.h>

// One node of the tree, laid out as the Go type node. Nodes stand parents
// before children in the order in which they begin; the indices are -1 for none.
typedef struct {
	uint32_t start, end;
	int32_t next, parent, prev;
	uint16_t kind;
	uint8_t field, flags; // flags: 1 named, 2 missing
} bounded_node;

typedef enum { BOUNDED_OK, BOUNDED_TIME, BOUNDED_MEMORY, BOUNDED_REFUSED } bounded_result;

// bounded_setup directs tree-sitter's allocations here. Call it once, before
// anything else uses the library.
void bounded_setup(void);

// bounded_trim gives back to the system what parses have freed.
void bounded_trim(void);

// bounded_parse parses text and hands out its nodes, which the caller frees
// with free. It gives up, with nothing left behind, when the parse has used
// micros of processor time or holds bytes of memory. Positions count from
// offset on and are cut to size; fields maps the grammar's field numbers.
bounded_result bounded_parse(const void *language, const char *text, uint32_t length, uint32_t offset, uint32_t size,
                             const uint8_t *fields, uint32_t field_count, int64_t micros, size_t bytes,
                             bounded_node **nodes, uint32_t *count);

#endif
