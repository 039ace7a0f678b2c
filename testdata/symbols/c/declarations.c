/* File comment. */
#include <stdio.h>
#include "ring.h"

#define LIMIT 10
#define EMPTY
#define SQUARE(x) \
	((x) * (x))

#ifndef RING_C
#define RING_C

typedef struct node {
	int value;
	struct { int a; } inner;
	struct node *next;
} node;

typedef struct { int x; } Point, *PointRef;
typedef int (*callback)(int, void *);
typedef unsigned long size_type;

struct ring {
	struct slot { int used; } slots[4];
};

enum state { OPEN, CLOSED };
union value { int i; float f; };
struct forward;
enum { ANON_A, ANON_B };

int prototype(int a);
extern int elsewhere;

/* A table. */
static const int table[] = {
	1, 2,
};
int counter, *cursor = 0;
static int (*handler)(int) = 0;
struct ring the_ring = { 0 };
struct tagged { int t; } tagged_instance;

/* Opens
 * the ring. */
static inline struct ring *ring_open(int size)
{
	return 0;
}

int (*choose(int which))(int) { return handler; }

#ifdef _WIN32
void pause_ms(int ms) { Sleep(ms); }
#elif defined(__linux__)
void pause_ms(int ms) { usleep(ms * 1000); }
#else
void pause_ms(int ms) { }
#endif

#if 0
int disabled(void) { return 0; }
#endif

int old_style(a, b)
	int a; char b;
{
	return a + b;
}

#endif
