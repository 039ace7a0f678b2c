package hydrate

import (
	"container/list"
	"fmt"
	"slices"
	"strings"
	"sync"

	"holdfast/store/event"
)

// DefaultCacheSize bounds a Cache, in bytes of escaped text.
const DefaultCacheSize = 4 << 20

// Load reads contents from the Vault by their hashes, and gives them in the same
// order. Several together cost little more than one.
type Load func(hashes []string) []event.Content

// Block is the rendered block of one entity (TSLP 8.2). It never changes.
type Block struct {
	// Entity is what the block shows.
	Entity Entity
	// Escaped is the block as the inside of a JSON string. Do not modify it.
	Escaped []byte
	// Size is the length of the block's text in bytes, as the model sees it.
	Size int
	// Signature is how the entity is declared, on one line, without its body.
	Signature string
	// First is the first line of the code that is not blank, without the white space
	// around it: a text without it does not show the code.
	First string
}

// Text is the block as the model sees it. It is made anew at each call.
func (b *Block) Text() string { return unescaped(b.Escaped) }

// Code is what the block shows, without its frame.
func (b *Block) Code() string {
	text := strings.TrimSuffix(b.Text(), stateClose)
	_, code, _ := strings.Cut(text, gap)
	return code
}

// Cache renders the blocks of entities and keeps the ones used last, so that a
// turn concatenates bytes instead of reading, rendering and escaping anew. It
// is safe for concurrent use.
type Cache struct {
	load  Load
	limit int

	mu     sync.Mutex
	size   int
	recent *list.List // of *Block, the one used last in front
	blocks map[blockKey]*list.Element
}

// blockKey is all that a block's bytes depend on.
type blockKey struct {
	key, hash, textHash string
	byUser              bool
}

func keyOf(e Entity) blockKey { return blockKey{e.Key(), e.Hash, e.TextHash, e.ByUser} }

// NewCache returns a cache of at most limit bytes of escaped text, or
// DefaultCacheSize where limit is 0. It reads content through load.
func NewCache(load Load, limit int) *Cache {
	if limit == 0 {
		limit = DefaultCacheSize
	}
	return &Cache{load: load, limit: limit, recent: list.New(), blocks: map[blockKey]*list.Element{}}
}

// Block returns the rendered block of an entity. An error means that its
// content cannot be had: the entity is withheld, the request goes on.
func (c *Cache) Block(e Entity) (*Block, error) {
	if b := c.get(e); b != nil {
		return b, nil
	}
	return c.read([]Entity{e})
}

// readAhead is how many blocks that are missing are read together.
const readAhead = event.BlobsAtOnce

// Ahead is Block for entities that are asked for in the order of list: with one
// whose block is missing, the next ones that miss theirs are read.
func (c *Cache) Ahead(list []Mention) func(Entity) (*Block, error) {
	return func(e Entity) (*Block, error) {
		if b := c.get(e); b != nil {
			return b, nil
		}
		at := slices.IndexFunc(list, func(m Mention) bool { return m.Entity == e })
		missing := []Entity{e}
		for _, m := range list[at+1:] {
			if len(missing) == readAhead {
				break
			}
			if !c.has(m.Entity) {
				missing = append(missing, m.Entity)
			}
		}
		return c.read(missing)
	}
}

// read reads, renders and keeps the blocks of some entities, and gives the first
// one. What is wrong with another is told when that is asked for.
func (c *Cache) read(list []Entity) (*Block, error) {
	hashes := make([]string, len(list))
	for i, e := range list {
		hashes[i] = e.TextHash
	}
	var first *Block
	var failed error
	for i, content := range c.load(hashes) {
		e := list[i]
		switch {
		case content.Err == nil:
			b := rendered(e, string(content.Bytes))
			if c.put(b); i == 0 {
				first = b
			}
		case i == 0:
			failed = fmt.Errorf("reading the content of %s: %w", e.Key(), content.Err)
		}
	}
	return first, failed
}

func rendered(e Entity, content string) *Block {
	text := render(e, content)
	escaped := appendEscaped(make([]byte, 0, len(text)+len(text)/8), text)
	_, _, first := codeLines(content)
	return &Block{Entity: e, Escaped: escaped, Size: len(text), Signature: signature(e.Path, content), First: strings.Clone(first)}
}

func (c *Cache) has(e Entity) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.blocks[keyOf(e)] != nil
}

func (c *Cache) get(e Entity) *Block {
	c.mu.Lock()
	defer c.mu.Unlock()
	el := c.blocks[keyOf(e)]
	if el == nil {
		return nil
	}
	c.recent.MoveToFront(el)
	b := el.Value.(*Block)
	if b.Entity != e { // moved within its file: the bytes are the same
		moved := *b
		moved.Entity = e
		b, el.Value = &moved, &moved
	}
	return b
}

func (c *Cache) put(b *Block) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := keyOf(b.Entity)
	if c.blocks[key] != nil || cost(b) > c.limit {
		return // another request was faster, or it would push out all others
	}
	c.blocks[key] = c.recent.PushFront(b)
	c.size += cost(b)
	for c.size > c.limit {
		el := c.recent.Back()
		last := c.recent.Remove(el).(*Block)
		delete(c.blocks, keyOf(last.Entity))
		c.size -= cost(last)
	}
}

// overhead is what a block occupies besides its text.
const overhead = 512

func cost(b *Block) int { return cap(b.Escaped) + len(b.Signature) + overhead }
