package store

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"strings"
	"testing"

	"holdfast/store/event"
)

func TestTheVaultKeepsBytesUnderTheirHash_3_1(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	code := strings.Repeat("func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {\n", 200)
	noise := make([]byte, 64<<10)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	for _, c := range []struct {
		name, codec string
		content     []byte
	}{
		{"nothing", codecRaw, nil},
		{"one byte", codecRaw, []byte{0}},
		{"a small block", codecRaw, []byte(code[:compressFrom-1])},
		{"a file", codecDeflate, []byte(code)},
		{"noise", codecRaw, noise},
	} {
		h.must(Batch{Session: session, Blobs: [][]byte{c.content, c.content}})
		hash := event.Hash(c.content)
		got, err := h.db.Blob(context.Background(), hash)
		if err != nil || !bytes.Equal(got, c.content) {
			t.Errorf("%s comes back as %d bytes (%v), want %d", c.name, len(got), err, len(c.content))
		}
		var codec string
		if err := h.db.readers.QueryRow(`SELECT codec FROM vault WHERE hash = ?`, hash).Scan(&codec); err != nil || codec != c.codec {
			t.Errorf("%s is kept as %q (%v), want %q", c.name, codec, err, c.codec)
		}
	}
	if _, err := h.db.Blob(context.Background(), event.Hash([]byte("never kept"))); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("an unknown hash: %v, want ErrNotFound", err)
	}
}

func TestTheVaultGivesSeveralBlobsInTheOrderAskedFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var hashes []string
	var want []string
	for i := range 3*event.BlobsAtOnce + 1 {
		content := []byte(strings.Repeat("line\n", 100*i))
		h.must(Batch{Session: session, Blobs: [][]byte{content}})
		hashes, want = append(hashes, event.Hash(content)), append(want, string(content))
	}
	hashes[20], want[20] = hashes[1], want[1]
	hashes[40] = event.Hash([]byte("never kept"))
	h.tamper(`UPDATE vault SET bytes = x'00' WHERE hash = '` + hashes[30] + `'`)
	got := h.db.Blobs(context.Background(), hashes)
	if len(got) != len(want) {
		t.Fatalf("%d blobs for %d hashes", len(got), len(want))
	}
	for i, c := range got {
		switch i {
		case 30:
			if !errors.Is(c.Err, event.ErrCorrupt) {
				t.Errorf("a changed blob: %v, want ErrCorrupt", c.Err)
			}
		case 40:
			if !errors.Is(c.Err, event.ErrNotFound) {
				t.Errorf("an unknown hash: %v, want ErrNotFound", c.Err)
			}
		default:
			if c.Err != nil || string(c.Bytes) != want[i] {
				t.Errorf("blob %d: %d bytes, %v, want %d", i, len(c.Bytes), c.Err, len(want[i]))
			}
		}
	}
	if got := h.db.Blobs(context.Background(), nil); len(got) != 0 {
		t.Errorf("%d blobs for no hash", len(got))
	}
}

func TestTheVaultRefusesABlobOverTheCap(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(Batch{Session: session, Blobs: [][]byte{make([]byte, MaxBlob+1)}}, event.ErrInvalid)
}

func TestTheVaultNeverGivesBytesThatAreNotTheHashs_3_1(t *testing.T) {
	packed := func(content string) []byte {
		var out bytes.Buffer
		w, err := flate.NewWriter(&out, flate.BestCompression)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	bomb := strings.Repeat("\x00", 1<<20)
	for name, b := range map[string]blob{
		"changed bytes":           {hash: event.Hash([]byte("a")), size: 1, codec: codecRaw, bytes: []byte("b")},
		"another size":            {hash: event.Hash([]byte("a")), size: 2, codec: codecRaw, bytes: []byte("a")},
		"an unknown codec":        {hash: event.Hash([]byte("a")), size: 1, codec: "zip", bytes: []byte("a")},
		"no deflate":              {hash: event.Hash([]byte("a")), size: 1, codec: codecDeflate, bytes: []byte("a")},
		"more than it claims":     {hash: event.Hash([]byte(bomb)), size: 10, codec: codecDeflate, bytes: packed(bomb)},
		"less than it claims":     {hash: event.Hash([]byte("a")), size: 9, codec: codecDeflate, bytes: packed("a")},
		"a claim over the cap":    {hash: event.Hash([]byte(bomb)), size: MaxBlob + 1, codec: codecDeflate, bytes: packed(bomb)},
		"a claim below zero":      {hash: event.Hash([]byte("a")), size: -1, codec: codecDeflate, bytes: packed("a")},
		"other bytes that unfold": {hash: event.Hash([]byte("a")), size: 1, codec: codecDeflate, bytes: packed("b")},
	} {
		if content, err := b.unpack(); !errors.Is(err, event.ErrCorrupt) {
			t.Errorf("%s: %d bytes, %v, want ErrCorrupt", name, len(content), err)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add("deflate", 3, []byte{0x4b, 0x4c, 0x4a, 0x06, 0x00})
	f.Add("raw", 1, []byte("a"))
	f.Fuzz(func(t *testing.T, codec string, size int, packed []byte) {
		b := blob{hash: event.Hash(packed), size: size, codec: codec, bytes: packed}
		content, err := b.unpack()
		if err == nil && event.Hash(content) != b.hash {
			t.Errorf("%d bytes with another hash were given", len(content))
		}
	})
}

func FuzzPack(f *testing.F) {
	f.Add([]byte(strings.Repeat("abc", 4000)))
	f.Fuzz(func(t *testing.T, content []byte) {
		b, err := pack(event.Hash(content), content)
		if err != nil {
			t.Fatal(err)
		}
		back, err := b.unpack()
		if err != nil || !bytes.Equal(back, content) {
			t.Errorf("%d bytes come back as %d (%v)", len(content), len(back), err)
		}
	})
}
