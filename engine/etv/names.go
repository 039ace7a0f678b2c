package etv

import (
	"hash/maphash"
	"sync"
)

// names are the paths of tracked files and folders, as far as it takes to tell that an event
// is about none of them: a log that nobody tracks grows a thousand times a second beside
// files that are. Of each path a hash is kept, so that one in four billion or so is taken for
// another, which costs a look at what was not asked for and nothing else.
// It is safe for concurrent use.
type names struct {
	seed maphash.Seed
	mu   sync.RWMutex
	n    map[uint32]int32
}

func newNames() *names { return &names{seed: maphash.MakeSeed(), n: map[uint32]int32{}} }

func (n *names) hash(path string) uint32 { return uint32(maphash.String(n.seed, path)) }

func (n *names) add(path string) {
	h := n.hash(path)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.n[h]++
}

func (n *names) remove(path string) {
	h := n.hash(path)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.n[h]--; n.n[h] <= 0 {
		delete(n.n, h)
	}
}

// may reports whether a path may be one of them; if not, it is none.
func (n *names) may(path string) bool {
	h := n.hash(path)
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.n[h] > 0
}
