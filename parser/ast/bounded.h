// What of tree-sitter is used beside the binding, and why (everything is in this
// file and its caller, bounded.go).
//
// tree-sitter looks at its time limit and its cancellation flag between steps
// only, and one step can copy the whole stack for every way to read an
// unfinished text: with the flag raised by the allocation that goes over the
// budget, 1,500 bytes of "%w(" still take 110 MiB, and the texts of
// TestAParseKeepsToItsBudget more than 12 GB. A limit on the size of texts that
// stops those stops every real file too, and how deep a text nests only its
// grammar knows. So every allocation of a parse is counted here, and the one that
// goes over the budget leaves the parse by longjmp. What the parse held is on a
// list and freed at once, whether it ended well or not.
//
// That leans on two things: that a parse keeps nothing but what it allocates
// through ts_set_allocator, and that the library's interface is as it is
// declared below, since the binding links the library but keeps its header to
// itself. Tests hold both: TestTheLibraryIsAsItIsDeclaredHere compares with the
// header of the linked release, TestAParseKeepsToItsBudget and
// TestMemoryStaysBoundedOverTenThousandParses try what happens.
#ifndef HOLDFAST_BOUNDED_H
#define HOLDFAST_BOUNDED_H

#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef _WIN32
#include <windows.h>
static int64_t ticks(FILETIME t) { return (int64_t)t.dwHighDateTime << 32 | t.dwLowDateTime; }
static int64_t thread_micros(void) {
	FILETIME created, ended, kernel, user;
	GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
	return (ticks(kernel) + ticks(user)) / 10;
}
#else
#include <time.h>
static int64_t thread_micros(void) {
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}
#endif

// tree-sitter's interface, as far as it is used here.
typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct TSNode { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct TSTreeCursor { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *);
bool ts_parser_set_language(TSParser *, const TSLanguage *);
void ts_parser_set_timeout_micros(TSParser *, uint64_t);
TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
void ts_tree_delete(TSTree *);
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

// The tables of the grammars, each by the name that every release gives it.
const TSLanguage *tree_sitter_go(void);
const TSLanguage *tree_sitter_python(void);
const TSLanguage *tree_sitter_javascript(void);
const TSLanguage *tree_sitter_typescript(void);
const TSLanguage *tree_sitter_tsx(void);
const TSLanguage *tree_sitter_rust(void);
const TSLanguage *tree_sitter_java(void);
const TSLanguage *tree_sitter_c(void);
const TSLanguage *tree_sitter_cpp(void);
const TSLanguage *tree_sitter_c_sharp(void);
const TSLanguage *tree_sitter_ruby(void);
const TSLanguage *tree_sitter_php(void);
const TSLanguage *tree_sitter_bash(void);

// One node of the tree, laid out as the Go type node. Nodes stand parents
// before children in the order in which they begin; the indices are -1 for none.
typedef struct {
	uint32_t start, end;
	int32_t next, parent, prev;
	uint16_t kind;
	uint8_t field, flags; // flags: 1 named, 2 missing
} bounded_node;

typedef enum { BOUNDED_OK, BOUNDED_TIME, BOUNDED_MEMORY, BOUNDED_REFUSED } bounded_result;

// A block of memory, in the list of the parse that holds it.
typedef struct block {
	struct block *next, *prev; // NULL outside a parse
	size_t size;
	size_t pad; // keeps what follows aligned for any type
} block;

typedef struct {
	jmp_buf stop;
	block held; // the list's sentinel
	size_t used, peak, bytes;
	size_t unchecked; // bytes and calls since the clock was read
	int64_t deadline;
} budget;

// The budget of the parse that runs on this thread.
static _Thread_local budget *current;

enum {
	CALL = 4096,         // what one allocation weighs towards reading the clock
	CHECK = 1024 * CALL, // how much may pass between two readings
	WALL = 8,            // how many times its processor time a parse may last
	HOARD = 4 << 20,     // what a C library may keep of the memory of parses
};

#ifdef __GLIBC__
// The peaks of the parses since memory was last given back: what they freed may
// lie in different places, and so all of it may still be held.
static atomic_size_t hoarded;
#endif

static block *keep(block *b, size_t size) {
	if (!b) {
		fputs("out of memory\n", stderr);
		abort();
	}
	b->size = size;
	b->next = b->prev = NULL;
	budget *own = current;
	if (!own) return b;
	b->next = own->held.next;
	b->prev = &own->held;
	b->next->prev = own->held.next = b;
	own->used += size;
	if (own->used > own->peak) own->peak = own->used;
	if (own->used > own->bytes) longjmp(own->stop, BOUNDED_MEMORY);
	own->unchecked += size + CALL;
	if (own->unchecked > CHECK) {
		own->unchecked = 0;
		if (thread_micros() > own->deadline) longjmp(own->stop, BOUNDED_TIME);
	}
	return b;
}

static void drop(block *b) {
	if (!b->next) return;
	b->next->prev = b->prev;
	b->prev->next = b->next;
	if (current) current->used -= b->size;
}

static void *bounded_malloc(size_t size) { return keep(malloc(sizeof(block) + size), size) + 1; }

static void *bounded_calloc(size_t count, size_t size) {
	if (size && count > SIZE_MAX / 2 / size) abort();
	return keep(calloc(1, sizeof(block) + count * size), count * size) + 1;
}

static void bounded_free(void *p) {
	if (!p) return;
	block *b = (block *)p - 1;
	drop(b);
	free(b);
}

static void *bounded_realloc(void *p, size_t size) {
	if (!p) return bounded_malloc(size);
	block *b = (block *)p - 1;
	drop(b);
	return keep(realloc(b, sizeof(block) + size), size) + 1;
}

// bounded_setup directs tree-sitter's allocations here. Call it once, before
// anything else uses the library.
static void bounded_setup(void) { ts_set_allocator(bounded_malloc, bounded_calloc, bounded_realloc, bounded_free); }

#ifdef __GLIBC__
// Every thread would have an arena of its own, and each keep what its limits,
// which grow with what was freed, let it keep: tens of megabytes in all. And
// malloc_trim leaves the last megabyte of every arena but the main one. So there
// is the main one alone, from before the first thread begins.
__attribute__((constructor)) static void one_arena(void) {
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_TRIM_THRESHOLD, HOARD / 4);
	mallopt(M_MMAP_THRESHOLD, HOARD / 4);
}
#endif

// bounded_trim gives back to the system what parses have freed.
static void bounded_trim(void) {
#ifdef __GLIBC__
	atomic_store(&hoarded, 0);
	malloc_trim(0);
#endif
}

static void release(budget *own) {
	while (own->held.next != &own->held) {
		block *b = own->held.next;
		own->held.next = b->next;
		free(b);
	}
	current = NULL;
#ifdef __GLIBC__
	if (atomic_fetch_add(&hoarded, own->peak) + own->peak > HOARD) bounded_trim();
#endif
}

static uint32_t inside(uint32_t at, uint32_t offset, uint32_t size) {
	at = at > offset ? at - offset : 0;
	return at < size ? at : size;
}

// flatten writes at most cap nodes of the tree to out and returns how many.
static uint32_t flatten(TSNode root, bounded_node *out, uint32_t cap, uint32_t offset, uint32_t size,
                        const uint8_t *fields, uint32_t field_count) {
	TSTreeCursor cursor = ts_tree_cursor_new(root);
	int32_t parent = -1, prev = -1;
	uint32_t n = 0;
	for (bool more = true; more && n < cap;) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
		uint16_t field = ts_tree_cursor_current_field_id(&cursor);
		out[n] = (bounded_node){
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
			if (!more) break;
			out[parent].next = (int32_t)n;
			prev = parent;
			parent = out[parent].parent;
		}
	}
	ts_tree_cursor_delete(&cursor);
	return n;
}

// bounded_parse parses text and hands out its nodes, which the caller frees
// with free. It gives up, with nothing left behind, when the parse has used
// micros of processor time or holds bytes of memory. Positions count from
// offset on and are cut to size; fields maps the grammar's field numbers.
static bounded_result bounded_parse(const TSLanguage *language, const char *text, uint32_t length, uint32_t offset, uint32_t size,
                             const uint8_t *fields, uint32_t field_count, int64_t micros, size_t bytes,
                             bounded_node **nodes, uint32_t *count) {
	budget own = {.bytes = bytes, .deadline = thread_micros() + micros};
	own.held.next = own.held.prev = &own.held;
	bounded_node *volatile out = NULL;
	current = &own;
	int stopped = setjmp(own.stop);
	if (stopped) {
		// A scanner that allocates for itself leaves its few bytes behind.
		free(out);
		release(&own);
		return stopped;
	}
	bounded_result result = BOUNDED_REFUSED;
	TSParser *parser = ts_parser_new();
	ts_parser_set_timeout_micros(parser, (uint64_t)micros * WALL);
	if (ts_parser_set_language(parser, language)) {
		TSTree *tree = ts_parser_parse_string(parser, NULL, text, length);
		result = BOUNDED_TIME;
		if (tree) {
			TSNode root = ts_tree_root_node(tree);
			uint32_t cap = ts_node_descendant_count(root);
			result = BOUNDED_MEMORY;
			out = malloc(cap * sizeof(bounded_node));
			if (out) {
				*count = flatten(root, out, cap, offset, size, fields, field_count);
				*nodes = out;
				result = BOUNDED_OK;
			}
			ts_tree_delete(tree);
		}
	}
	ts_parser_delete(parser);
	release(&own);
	return result;
}

#endif
