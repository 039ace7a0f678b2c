package store

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	deflater "github.com/klauspost/compress/flate"

	"holdfast/store/event"
)

// MaxBlob is the greatest size of a blob in bytes; it also caps what a
// compressed one may unfold to.
const MaxBlob = 64 << 20

// How the bytes of a blob are kept.
const (
	codecRaw     = "raw"
	codecDeflate = "deflate"
)

// compressFrom is the size in bytes from which compression is tried. Below it
// a blob shares its page with others, and the time weighs more than the room.
const compressFrom = 2 << 10

// blob is a row of the Vault.
type blob struct {
	hash  string
	size  int
	codec string
	bytes []byte
}

// pack makes the Vault row of content with that hash, compressed where that saves a
// quarter.
func pack(hash string, content []byte) (blob, error) {
	b := blob{hash: hash, size: len(content), codec: codecRaw, bytes: content}
	if content == nil {
		b.bytes = []byte{}
	}
	if len(content) > MaxBlob {
		return blob{}, fmt.Errorf("%w: a blob of %d bytes is over the cap of %d", event.ErrInvalid, len(content), MaxBlob)
	}
	if len(content) < compressFrom {
		return b, nil
	}
	packed, err := deflate(content)
	if err != nil {
		return blob{}, fmt.Errorf("compress a blob: %w", err)
	}
	if len(packed) <= len(content)/4*3 {
		b.codec, b.bytes = codecDeflate, packed
	}
	return b, nil
}

// deflate compresses without a state between calls: a flate.Writer takes 1.2
// MB to make and to keep, which a request that must not wait pays for.
func deflate(content []byte) ([]byte, error) {
	out := bytes.NewBuffer(make([]byte, 0, len(content)/2))
	if err := deflater.StatelessDeflate(out, content, true, nil); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// unpack gives the content of a Vault row, proven by its hash. It never
// unfolds more than the size that the row claims, nor more than MaxBlob.
func (b blob) unpack() ([]byte, error) {
	content := b.bytes
	switch b.codec {
	case codecRaw:
	case codecDeflate:
		if b.size < 0 || b.size > MaxBlob {
			return nil, fmt.Errorf("blob %s is %w: it claims a size of %d bytes", b.hash, event.ErrCorrupt, b.size)
		}
		var err error
		if content, err = inflate(b.bytes, b.size); err != nil {
			return nil, fmt.Errorf("blob %s is %w: %v", b.hash, event.ErrCorrupt, err)
		}
	default:
		return nil, fmt.Errorf("blob %s is %w: unknown codec %q", b.hash, event.ErrCorrupt, b.codec)
	}
	if len(content) != b.size {
		return nil, fmt.Errorf("blob %s is %w: it has %d bytes, not %d", b.hash, event.ErrCorrupt, len(content), b.size)
	}
	if got := event.Hash(content); got != b.hash {
		return nil, fmt.Errorf("blob %s is %w: its bytes hash to %s", b.hash, event.ErrCorrupt, got)
	}
	return content, nil
}

// inflaters are kept: each holds 40 KB of tables, more than most blobs.
var inflaters = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// inflate unfolds packed to exactly size bytes.
func inflate(packed []byte, size int) ([]byte, error) {
	r := inflaters.Get().(flate.Resetter)
	defer inflaters.Put(r)
	if err := r.Reset(bytes.NewReader(packed), nil); err != nil {
		return nil, err
	}
	// A claimed size is not believed before that much has really come.
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r.(io.Reader), int64(size)+1))
	switch {
	case err != nil:
		return nil, err
	case n > int64(size):
		return nil, errors.New("it unfolds to more than it claims")
	}
	return out.Bytes(), nil
}

// Blob gives the bytes that the Vault keeps under a hash. ErrNotFound where
// there are none, ErrCorrupt where they no longer have that hash.
//
// A content that is a place of an adopted file is cut out of that.
func (q *queries) Blob(ctx context.Context, hash string) ([]byte, error) {
	content, err := q.blob(ctx, hash)
	if errors.Is(err, event.ErrNotFound) {
		return q.part(ctx, hash)
	}
	return content, err
}

// part is Blob for what is a place of an adopted file.
func (q *queries) part(ctx context.Context, hash string) ([]byte, error) {
	return q.parts.find(ctx, q, hash)
}

// blob is Blob for what is a blob of its own.
func (q *queries) blob(ctx context.Context, hash string) ([]byte, error) {
	b := blob{hash: hash}
	err := q.selectBlob.QueryRowContext(ctx, hash).
		Scan(&b.size, &b.codec, &b.bytes)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, noBlob(hash)
	}
	if err != nil {
		return nil, explain(readingBlob, err)
	}
	return b.unpack()
}

// readingBlob is what Blob and Blobs were doing, in their errors.
const readingBlob = "read a blob of the Vault"

func noBlob(hash string) error {
	return fmt.Errorf("blob %s: %w in the Vault", hash, event.ErrNotFound)
}

// Blobs is Blob for each of the hashes, in their order. Ten together take a third
// of the time of ten by themselves.
func (q *queries) Blobs(ctx context.Context, hashes []string) []event.Content {
	out := make([]event.Content, 0, len(hashes))
	for some := range slices.Chunk(hashes, event.BlobsAtOnce) {
		found, err := q.someBlobs(ctx, some)
		for _, hash := range some {
			c, ok := found[hash]
			switch {
			case err != nil:
				c.Err = explain(readingBlob, err)
			case !ok:
				c.Bytes, c.Err = q.part(ctx, hash)
			}
			out = append(out, c)
		}
	}
	return out
}

// someBlobs reads those of at most event.BlobsAtOnce blobs that are there.
func (q *queries) someBlobs(ctx context.Context, hashes []string) (map[string]event.Content, error) {
	var wanted [event.BlobsAtOnce]any
	for i := range wanted {
		wanted[i] = hashes[min(i, len(hashes)-1)] // one that is asked for twice is one row
	}
	rows, err := q.selectBlobs.QueryContext(ctx, wanted[:]...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[string]event.Content, len(hashes))
	for rows.Next() {
		var b blob
		if err := rows.Scan(&b.hash, &b.size, &b.codec, &b.bytes); err != nil {
			return nil, err
		}
		content, err := b.unpack()
		found[b.hash] = event.Content{Bytes: content, Err: err}
	}
	return found, rows.Err()
}
