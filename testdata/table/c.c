#include <stdio.h>
#define LIMIT 10
#define MAX(a, b) \
	((a) > (b) ? (a) : (b))
#ifdef DEBUG
#define EMPTY
#endif

/* A node. */
struct node {
	struct node *next;
	char text[LIMIT];
};

typedef struct {
	int x, y;
} point_t;

typedef int (*compare_fn)(const void *, const void *);
typedef unsigned long size;
enum color { RED, GREEN = '}' };
union both { int i; float f; };

static int prototype(int a, char *b);
extern int elsewhere;
static const char *names[] = { "a }", "b" };
int counter = 0;

/* Adds. */
static inline int __attribute__((unused)) add(int a, int b)
{
	char c = '{';
	if (a) { return "}"[0]; }
	return a + b;
}

#ifdef WIDE
int width(struct node *n, int k) {
#else
int width(struct node *n) {
#endif
	return n != NULL ? sizeof(int) : 0; /* } */
}

struct node *find(struct node *head, compare_fn f) { return head; }
int main(int argc, char **argv) { return add(1, 2); }
