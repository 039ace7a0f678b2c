package wire_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"holdfast/engine/gateway/wire"
)

func TestASplicedBodyCanBeReadMoreThanOnce(t *testing.T) {
	for _, insert := range []string{"", strings.Repeat(`state\n`, 5000)} {
		r := parse(t, `{"messages":[{"role":"user","content":[{"type":"text","text":"`+strings.Repeat("x", 40000)+`"}]}]}`)
		s := wire.NewSpliced(r, []byte(insert))
		want := wire.Splice(r, []byte(insert))
		if !bytes.Equal(s.Bytes(), want) || s.Len() != int64(len(want)) {
			t.Fatalf("%d bytes, length %d, want %d", len(s.Bytes()), s.Len(), len(want))
		}
		for range 2 {
			body, err := s.Open()
			if err != nil {
				t.Fatal(err)
			}
			if err := iotest.TestReader(body, want); err != nil {
				t.Error(err)
			}
			if err := body.Close(); err != nil {
				t.Error(err)
			}
			var out bytes.Buffer
			body, _ = s.Open() // never fails
			if _, err := io.CopyN(&out, body, 10); err != nil {
				t.Fatal(err)
			}
			if n, err := io.Copy(&out, body); err != nil || n != s.Len()-10 || !bytes.Equal(out.Bytes(), want) {
				t.Errorf("copied %d bytes: %v", n, err)
			}
		}
	}
}
