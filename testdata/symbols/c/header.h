#ifndef RING_H
#define RING_H

struct ring;
struct ring *ring_open(int size);
void ring_close(struct ring *r);

#endif
