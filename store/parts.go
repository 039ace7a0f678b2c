package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"

	"holdfast/store/event"
)

// parts finds the contents that are places of an adopted file by their hashes. The
// index holds 8 bytes for a content. It is made when a content is first looked for that
// is no blob of its own, of what was noted until then and of the rest, and then follows
// the Ledger.
type parts struct {
	mu sync.Mutex
	partIndex
}

// partIndex is what parts know.
type partIndex struct {
	upto   int64          // up to which it knows all adoptions
	noted  map[int64]bool // those behind it that it knows as well
	files  []int64
	keys   []partKey // sorted, but for what came last
	sorted int
	// file is the adoption that was read last, with its bytes: texts are read by files.
	file  adoption
	bytes []byte
}

// partKey is the beginning of a hash, and the file of the index that may have its content.
type partKey struct{ hash, file uint32 }

func (k partKey) compare(o partKey) int {
	return cmp.Or(cmp.Compare(k.hash, o.hash), cmp.Compare(k.file, o.file))
}

// keyOf is the beginning of a hash as a number.
func keyOf(hash string) (uint32, bool) {
	if !event.IsHash(hash) {
		return 0, false
	}
	var raw [4]byte
	if _, err := hex.Decode(raw[:], []byte(hash[len("sha256:"):][:8])); err != nil {
		return 0, false
	}
	return binary.BigEndian.Uint32(raw[:]), true
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
	// What is known of a content stays so: only what is not known may have come since.
	content, err := p.known(ctx, q, key, hash)
	if errors.Is(err, event.ErrNotFound) || errors.Is(err, event.ErrCorrupt) {
		if err := p.follow(ctx, q); err != nil {
			return nil, err
		}
		content, err = p.known(ctx, q, key, hash)
	}
	return content, err
}

// known is find for what the index knows. p.mu is held.
func (p *parts) known(ctx context.Context, q *queries, key uint32, hash string) ([]byte, error) {
	at, _ := slices.BinarySearchFunc(p.keys[:p.sorted], key, func(k partKey, key uint32) int { return cmp.Compare(k.hash, key) })
	var damaged error
	for ; at < p.sorted && p.keys[at].hash == key; at++ {
		content, err := p.at(ctx, q, p.files[p.keys[at].file], hash)
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

// note takes in an adoption that is read for something else, so that the first who looks
// for a content need not read all of them again.
func (p *parts) note(a *adoption) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a.seq <= p.upto || p.noted[a.seq] {
		return
	}
	if p.noted == nil {
		p.noted = map[int64]bool{}
	}
	p.noted[a.seq] = true
	p.add(a)
}

// add takes in an adoption that is not known. p.mu is held.
func (p *parts) add(a *adoption) {
	file := uint32(len(p.files))
	p.files = append(p.files, a.seq)
	for i := range a.Symbols {
		sym := &a.Symbols[i]
		sums, ok := sym.Digests()
		if !ok || sym.Again != "" { // it is found where it was first
			continue
		}
		if len(sym.Core) > 0 {
			p.keys = append(p.keys, partKey{binary.BigEndian.Uint32(sums.Hash[:]), file})
		}
		if len(sym.Text) > 0 && (len(sym.Core) == 0 || sums.Text != sums.Hash) {
			p.keys = append(p.keys, partKey{binary.BigEndian.Uint32(sums.Text[:]), file})
		}
	}
}

// follow takes in what was adopted since. p.mu is held.
func (p *parts) follow(ctx context.Context, q *queries) error {
	var err error
	if len(p.noted) > 0 {
		err = p.catchUp(ctx, q)
	} else {
		err = adoptions(ctx, q.streams, `WHERE d.seq > ? ORDER BY d.seq`, []any{p.upto}, func(a *adoption) error {
			p.add(a)
			p.upto = a.seq
			return nil
		})
	}
	if p.sorted < len(p.keys) {
		slices.SortFunc(p.keys, partKey.compare)
		keys := slices.Compact(p.keys)
		p.keys = append(make([]partKey, 0, len(keys)+len(keys)/16), keys...) // it grew to much more
		p.sorted = len(p.keys)
	}
	return err
}

// catchUp takes in the adoptions among which some are known already.
func (p *parts) catchUp(ctx context.Context, q *queries) error {
	var rows []int64
	err := each(ctx, q.readers, "read adopted files", `SELECT seq FROM adopted WHERE seq > ? ORDER BY seq`, []any{p.upto}, func(r *sql.Rows) error {
		var row int64
		err := r.Scan(&row)
		rows = append(rows, row)
		return err
	})
	for _, row := range rows {
		if err == nil && !p.noted[row] {
			err = adoptions(ctx, q.readers, `WHERE d.seq = ?`, []any{row}, func(a *adoption) error {
				p.add(a)
				p.noted[row] = true
				return nil
			})
		}
	}
	if err != nil {
		return err
	}
	if len(rows) > 0 {
		p.upto = rows[len(rows)-1]
	}
	p.noted = nil
	return nil
}

// at is a content that a symbol of a row which has adopted a file may be. p.mu is held.
func (p *parts) at(ctx context.Context, q *queries, row int64, hash string) ([]byte, error) {
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
	err := noBlob(hash) // another hash may begin so
	for i := range p.file.Symbols {
		sym := &p.file.Symbols[i]
		if core, _, text := sym.Hashes(); (len(sym.Core) == 0 || core != hash) && (len(sym.Text) == 0 || text != hash) {
			continue
		}
		for _, content := range p.file.contents(i, p.bytes) {
			if content.Err == nil && event.Hash(content.Bytes) == hash {
				return slices.Clone(content.Bytes), nil
			}
		}
		err = fmt.Errorf("%s, of row %d, is %w: its file does not hold it", hash, row, event.ErrCorrupt)
	}
	return nil, err
}
