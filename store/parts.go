package store

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"

	"holdfast/store/event"
)

// parts finds the contents that are places of an adopted file by their hashes. The
// index holds 16 bytes for a content, is made when a content is first looked for that
// is no blob of its own, and then follows the Ledger.
type parts struct {
	mu sync.Mutex
	partIndex
}

// partIndex is what parts know.
type partIndex struct {
	upto   int64 // the last adoption that it knows
	files  []int64
	keys   []partKey // sorted, but for what came last
	sorted int
	// file is the adoption that was read last, with its bytes: texts are read by files.
	file  adoption
	bytes []byte
}

// partKey is the beginning of a hash, and where its content is: a file of the index, and
// the symbol in it.
type partKey struct {
	hash   uint64
	file   uint32
	symbol uint16
}

// keyOf is the beginning of a hash as a number.
func keyOf(hash string) (uint64, bool) {
	if !event.IsHash(hash) {
		return 0, false
	}
	var raw [8]byte
	if _, err := hex.Decode(raw[:], []byte(hash[len("sha256:"):][:16])); err != nil {
		return 0, false
	}
	return binary.BigEndian.Uint64(raw[:]), true
}

// forget lets go of what was known of a database in whose place another is.
func (p *parts) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.partIndex = partIndex{}
}

// find is a content that is a place of an adopted file, proven by its hash;
// ErrNotFound where there is none, ErrCorrupt where its file does not hold it any more.
func (p *parts) find(ctx context.Context, q *queries, hash string) ([]byte, error) {
	key, ok := keyOf(hash)
	if !ok {
		return nil, noBlob(hash)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.follow(ctx, q); err != nil {
		return nil, err
	}
	at, _ := slices.BinarySearchFunc(p.keys, key, func(k partKey, key uint64) int { return cmp.Compare(k.hash, key) })
	var damaged error
	for ; at < len(p.keys) && p.keys[at].hash == key; at++ {
		content, err := p.at(ctx, q, p.files[p.keys[at].file], int(p.keys[at].symbol), hash)
		if err == nil {
			return content, nil
		}
		if !errors.Is(err, event.ErrNotFound) && !errors.Is(err, event.ErrCorrupt) {
			return nil, err
		}
		damaged = errors.Join(damaged, err)
	}
	if damaged != nil && !errors.Is(damaged, event.ErrNotFound) {
		return nil, damaged
	}
	return nil, noBlob(hash)
}

// follow takes in what was adopted since. p.mu is held.
func (p *parts) follow(ctx context.Context, q *queries) error {
	err := adoptions(ctx, q.streams, `WHERE d.seq > ? ORDER BY d.seq`, []any{p.upto}, func(a *adoption) error {
		file := uint32(len(p.files))
		p.files, p.upto = append(p.files, a.seq), a.seq
		for i := range a.Symbols {
			sym := &a.Symbols[i]
			hash, _, text := sym.Hashes()
			if key, ok := keyOf(hash); ok && len(sym.Core) > 0 {
				p.keys = append(p.keys, partKey{key, file, uint16(i)})
			}
			if key, ok := keyOf(text); ok && len(sym.Text) > 0 {
				p.keys = append(p.keys, partKey{key, file, uint16(i)})
			}
		}
		return nil
	})
	if p.sorted < len(p.keys) {
		slices.SortFunc(p.keys, func(a, b partKey) int {
			return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.file, b.file), cmp.Compare(a.symbol, b.symbol))
		})
		p.sorted = len(p.keys)
	}
	return err
}

// at is a content of a symbol that a row has adopted. p.mu is held.
func (p *parts) at(ctx context.Context, q *queries, row int64, i int, hash string) ([]byte, error) {
	if p.file.seq != row || p.bytes == nil {
		p.file, p.bytes = adoption{}, nil
		err := adoptions(ctx, q.readers, `WHERE d.seq = ?`, []any{row}, func(a *adoption) error {
			p.file = *a
			return nil
		})
		if err != nil {
			return nil, err
		}
		if p.bytes, err = q.blob(ctx, p.file.Block); err != nil {
			return nil, err
		}
	}
	for _, content := range p.file.contents(i, p.bytes) {
		if content.Err == nil && event.Hash(content.Bytes) == hash {
			return slices.Clone(content.Bytes), nil
		}
	}
	return nil, fmt.Errorf("%s, of row %d, is %w: its file does not hold it", hash, row, event.ErrCorrupt)
}
