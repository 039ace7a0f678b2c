package gateway

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
)

// FuzzUnzipper checks the push decoder against the pull decoder it is made of:
// however the bytes are cut, the same text comes out.
func FuzzUnzipper(f *testing.F) {
	zip := func(flush bool) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		for range 3 {
			io.WriteString(z, "data: {}\n\n") // a bytes.Buffer takes everything
			if flush {
				z.Flush()
			}
		}
		z.Close()
		return b.Bytes()
	}
	f.Add(zip(true), uint8(1))
	f.Add(zip(false), uint8(9))
	f.Add(zip(true)[:20], uint8(3))
	f.Add([]byte("no gzip"), uint8(2))
	f.Fuzz(func(t *testing.T, stream []byte, size uint8) {
		var want []byte
		z, wantErr := gzip.NewReader(bytes.NewReader(stream))
		if wantErr == nil {
			z.Multistream(false)
			want, wantErr = io.ReadAll(io.LimitReader(z, 1<<20))
		}
		if len(want) == 1<<20 {
			return
		}
		u := newUnzipper()
		defer u.stop()
		var got []byte
		var err error
		for rest := stream; len(rest) > 0; {
			n := min(int(size)+1, len(rest))
			if e := u.feed(rest[:n], func(b []byte) { got = append(got, b...) }); e != nil {
				err = e
			}
			rest = rest[n:]
		}
		if wantErr == nil && (err != nil || !bytes.Equal(got, want)) {
			t.Fatalf("got %q, %v; want %q", got, err, want)
		}
		if !bytes.HasPrefix(want, got) {
			t.Fatalf("got %q, which is no prefix of %q", got, want)
		}
	})
}

// FuzzListeningInodes reads tables of any form without failing.
func FuzzListeningInodes(f *testing.F) {
	f.Add([]byte("  sl  local_address rem_address   st\n   0: 0100007F:102D 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 31415 1\n"), 4141)
	f.Add([]byte("0: :zz 0 0A 0 0 0 0 0 7"), 0)
	f.Fuzz(func(t *testing.T, table []byte, port int) {
		for _, inode := range listeningInodes(table, port) {
			if !bytes.Contains(table, []byte(inode)) {
				t.Fatalf("inode %q is not in the table", inode)
			}
		}
	})
}

func TestTheTableOfSocketsIsRead(t *testing.T) {
	const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:102D 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 31415 1 0
   1: 0100007F:102D 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 92653 1 0
   2: 0100007F:102E 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 58979 1 0
`
	if got := listeningInodes([]byte(table), 4141); len(got) != 1 || got[0] != "31415" {
		t.Errorf("%v", got)
	}
}

func TestAnAddressOnePortUpIsProposed(t *testing.T) {
	for addr, want := range map[string]string{"127.0.0.1:4141": "127.0.0.1:4142", "[::1]:9": "[::1]:10", "127.0.0.1:65535": "127.0.0.1:4142", "x": "127.0.0.1:4142"} {
		if got := nextAddr(addr); got != want {
			t.Errorf("%s: %s", addr, got)
		}
	}
}
