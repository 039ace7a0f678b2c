package parser

import (
	"container/list"
	"crypto/sha256"
	"sync"

	"holdfast/parser/source"
)

// Cache keeps parsed files by what they hold, so that a verification does not
// parse again what it has seen (TSLP 15.4). It is safe for concurrent use, and
// holds no more than its bound of bytes, the least recently used leaving first.
type Cache struct {
	mu     sync.Mutex
	bound  int
	size   int
	recent *list.List // of *entry, the most recently used in front
	byKey  map[key]*list.Element
}

type key struct {
	content [sha256.Size]byte
	lang    source.Language
	either  bool // a header, of which the content tells the language
}

type entry struct {
	key
	file *source.File
	size int
}

// NewCache returns a cache that holds about bound bytes.
func NewCache(bound int) *Cache {
	return &Cache{bound: bound, recent: list.New(), byKey: map[key]*list.Element{}}
}

// Parse is parser.Parse. The file that it returns may be shared: nobody may
// change it or src. A refused text is not kept, the next attempt may succeed.
func (c *Cache) Parse(path string, lang source.Language, src []byte) *source.File {
	if lang == "" {
		lang = source.ForPath(path)
	}
	k := key{sha256.Sum256(src), lang, Header(path, lang)}
	f := c.get(k)
	if f == nil {
		f = Parse(path, lang, src)
		c.put(k, f)
	}
	if f.Path == path {
		return f
	}
	renamed := *f
	renamed.Path = path
	return &renamed
}

func (c *Cache) get(k key) *source.File {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.byKey[k]
	if at == nil {
		return nil
	}
	c.recent.MoveToFront(at)
	return at.Value.(*entry).file
}

func (c *Cache) put(k key, f *source.File) {
	e := &entry{key: k, file: f, size: weight(f)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.Refused != "" || e.size > c.bound || c.byKey[k] != nil {
		return
	}
	c.byKey[k] = c.recent.PushFront(e)
	c.size += e.size
	for c.size > c.bound {
		last := c.recent.Remove(c.recent.Back()).(*entry)
		delete(c.byKey, last.key)
		c.size -= last.size
	}
}

// weight is about what a file holds in memory, in bytes.
func weight(f *source.File) int {
	const perSymbol = 512
	n := len(f.Src) + perSymbol
	for i := range f.Symbols {
		n += len(f.Symbols[i].Canon) + perSymbol
	}
	return n
}
