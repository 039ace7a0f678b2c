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

// A block of memory. What a parse holds is of its own: small blocks are cut from
// chunks, and one that is freed serves the next of its class, so that a parse asks the
// C library a few times for each megabyte instead of a few times for each byte of
// text. Large ones come from the library, and stand in a list.
typedef struct {
	size_t size;  // as it was asked for
	size_t class; // of small blocks; OUTSIDE or LARGE
} block;

enum {
	OUTSIDE = 1000, // of no parse
	LARGE,
	FINE = 64,                // classes of 16 bytes each, up to 1 KiB
	CLASSES = FINE + 5,       // and of powers of two, up to 32 KiB
	FIRST = 32 << 10,         // the first chunk; each next is twice as large,
	LAST = (1 << 20) - 4096,  // up to this
};

// A list of what the C library gave.
typedef struct piece {
	struct piece *next, *prev;
} piece;

// A freed block of a class.
typedef struct spare {
	struct spare *next;
} spare;

typedef struct {
	jmp_buf stop;
	piece held; // the sentinel of the chunks and large blocks
	char *at, *end;
	size_t chunk; // the size of the next
	spare *spares[CLASSES];
	size_t used, peak, bytes;
	size_t taken; // from the C library
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

static void *must(void *p) {
	if (!p) {
		fputs("out of memory\n", stderr);
		abort();
	}
	return p;
}

// hold takes memory from the C library for a parse.
static void *hold(budget *own, size_t size) {
	piece *p = must(malloc(sizeof(piece) + size));
	p->next = own->held.next;
	p->prev = &own->held;
	p->next->prev = own->held.next = p;
	own->taken += size;
	if (own->taken > own->peak) own->peak = own->taken;
	return p + 1;
}

static size_t class_of(size_t size) {
	if (size <= FINE * 16) return size ? (size - 1) / 16 : 0;
	size_t class = FINE;
	for (size_t most = FINE * 32; class < CLASSES && size > most; most *= 2) class++;
	return class < CLASSES ? class : LARGE;
}

static size_t room_of(size_t class) { return class < FINE ? (class + 1) * 16 : (size_t)FINE * 32 << (class - FINE); }

// charge counts what a parse asks for, and ends one that has had enough.
static void charge(budget *own, size_t size) {
	own->used += size;
	if (own->used > own->bytes || own->taken > 2 * own->bytes) longjmp(own->stop, BOUNDED_MEMORY);
	own->unchecked += size + CALL;
	if (own->unchecked > CHECK) {
		own->unchecked = 0;
		if (thread_micros() > own->deadline) longjmp(own->stop, BOUNDED_TIME);
	}
}

static void *bounded_malloc(size_t size) {
	budget *own = current;
	block *b;
	if (!own) {
		b = must(malloc(sizeof(block) + size));
		*b = (block){size, OUTSIDE};
		return b + 1;
	}
	size_t class = class_of(size);
	charge(own, size);
	if (class == LARGE) {
		b = hold(own, sizeof(block) + size);
	} else if (own->spares[class]) {
		b = (block *)own->spares[class] - 1;
		own->spares[class] = own->spares[class]->next;
	} else {
		size_t room = sizeof(block) + room_of(class);
		if ((size_t)(own->end - own->at) < room) {
			if (own->chunk < LAST) own->chunk = own->chunk * 2 < LAST ? own->chunk * 2 : LAST;
			own->at = hold(own, own->chunk);
			own->end = own->at + own->chunk;
		}
		b = (block *)own->at;
		own->at += room;
	}
	*b = (block){size, class};
	return b + 1;
}

static void *bounded_calloc(size_t count, size_t size) {
	if (size && count > SIZE_MAX / 2 / size) abort();
	return memset(bounded_malloc(count * size), 0, count * size);
}

static void bounded_free(void *p) {
	if (!p) return;
	block *b = (block *)p - 1;
	budget *own = current;
	if (b->class == OUTSIDE) {
		free(b);
		return;
	}
	own->used -= b->size;
	if (b->class == LARGE) {
		piece *large = (piece *)b - 1;
		large->next->prev = large->prev;
		large->prev->next = large->next;
		own->taken -= sizeof(block) + b->size;
		free(large);
		return;
	}
	spare *s = p;
	s->next = own->spares[b->class];
	own->spares[b->class] = s;
}

static void *bounded_realloc(void *p, size_t size) {
	if (!p) return bounded_malloc(size);
	block *b = (block *)p - 1;
	if (b->class < CLASSES && size <= room_of(b->class)) {
		charge(current, size);
		current->used -= b->size;
		b->size = size;
		return p;
	}
	void *larger = bounded_malloc(size);
	memcpy(larger, p, b->size < size ? b->size : size);
	bounded_free(p);
	return larger;
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
		piece *p = own->held.next;
		own->held.next = p->next;
		free(p);
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
	budget own = {.bytes = bytes, .chunk = FIRST / 2, .deadline = thread_micros() + micros};
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
		}
	}
	ts_parser_delete(parser); // for what a scanner allocates for itself
	release(&own); // and the tree at once, rather than node by node
	return result;
}

#endif
