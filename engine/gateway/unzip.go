package gateway

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
)

// unzipper decompresses a stream that is pushed into it chunk by chunk. The
// decoder wants to pull, so it runs as a coroutine that yields nil when it has
// used up its input.
type unzipper struct {
	next func() ([]byte, bool)
	stop func()
	in   []byte
	err  error
}

func newUnzipper() *unzipper {
	u := new(unzipper)
	u.next, u.stop = iter.Pull(u.decode)
	return u
}

// feed decompresses chunk and calls out with what it yields. Chunks after an
// error yield nothing.
func (u *unzipper) feed(chunk []byte, out func([]byte)) error {
	u.in = chunk
	for u.err == nil {
		b, more := u.next()
		if !more || b == nil {
			break
		}
		out(b)
	}
	return u.err
}

func (u *unzipper) decode(yield func([]byte) bool) {
	z, err := gzip.NewReader(hungry{u, yield})
	if err == nil {
		z.Multistream(false) // else the last bytes wait for a next member
	}
	buf := make([]byte, 16<<10)
	for err == nil {
		var n int
		n, err = z.Read(buf)
		if n > 0 && !yield(buf[:n]) {
			return
		}
	}
	if err != io.EOF && err != errStopped {
		u.err = fmt.Errorf("the reply is not valid gzip: %w", err)
	}
}

var errStopped = errors.New("stopped")

// hungry is the decoder's input: it asks for the next chunk when the last one
// is used up.
type hungry struct {
	*unzipper
	yield func([]byte) bool
}

// Read implements io.Reader.
func (h hungry) Read(p []byte) (int, error) {
	for len(h.in) == 0 {
		if !h.yield(nil) {
			return 0, errStopped
		}
	}
	n := copy(p, h.in)
	h.in = h.in[n:]
	return n, nil
}
