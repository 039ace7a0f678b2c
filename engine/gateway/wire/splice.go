package wire

import (
	"bytes"
	"io"
	"net"
)

// Spliced is a body with text put into it, without a copy of either: clients
// send 256 KB prompts, and 32 of them at once must fit into memory.
type Spliced struct {
	segments [][]byte
	length   int64
}

// NewSpliced puts the parts of escaped, the inside of a JSON string, into
// r.Body at r.InsertAt, and leaves out what the window has cut. With nothing to
// insert, or no place for it, and nothing cut, it is the body.
func NewSpliced(r *Request, escaped ...[]byte) Spliced {
	inserted := 0
	for _, part := range escaped {
		inserted += len(part)
	}
	if inserted == 0 || r.InsertAt < 0 {
		return joined(r.outside(0, len(r.Body)))
	}
	before, after := r.outside(0, r.InsertAt), r.outside(r.InsertAt, len(r.Body))
	segments := make([][]byte, 0, len(before)+len(escaped)+len(after)+2)
	segments = append(append(segments, before...), []byte(r.Before))
	segments = append(segments, escaped...)
	return joined(append(append(segments, []byte(r.After)), after...))
}

func joined(segments [][]byte) Spliced {
	s := Spliced{segments: segments}
	for _, part := range segments {
		s.length += int64(len(part))
	}
	return s
}

// Len is the length in bytes.
func (s Spliced) Len() int64 { return s.length }

// Open returns a new reader over all of it, from the start. The error is nil;
// it is there for http.Request.GetBody.
func (s Spliced) Open() (io.ReadCloser, error) {
	return &splicedReader{rest: append([][]byte(nil), s.segments...)}, nil
}

// splicedReader reads segments one after the other. io.MultiReader would do,
// but it allocates 32 KiB where net/http looks for bytes after the last.
type splicedReader struct{ rest [][]byte }

// Read implements io.Reader.
func (r *splicedReader) Read(p []byte) (n int, err error) {
	for len(r.rest) > 0 && n < len(p) {
		k := copy(p[n:], r.rest[0])
		n += k
		if r.rest[0] = r.rest[0][k:]; len(r.rest[0]) == 0 {
			r.rest = r.rest[1:]
		}
	}
	if n == 0 && len(r.rest) == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// WriteTo implements io.WriterTo: to a connection with one system call.
func (r *splicedReader) WriteTo(w io.Writer) (int64, error) {
	rest := net.Buffers(r.rest)
	n, err := rest.WriteTo(w)
	r.rest = rest
	return n, err
}

// Len is the length of what is left, in bytes.
func (r *splicedReader) Len() (n int64) {
	for _, part := range r.rest {
		n += int64(len(part))
	}
	return n
}

// Close implements io.Closer.
func (*splicedReader) Close() error { return nil }

// Bytes returns it as one slice, the request's own body where nothing was put
// in.
func (s Spliced) Bytes() []byte {
	if len(s.segments) == 1 {
		return s.segments[0]
	}
	return bytes.Join(s.segments, nil)
}

// Splice returns r.Body with escaped put in: NewSpliced as one slice.
func Splice(r *Request, escaped ...[]byte) []byte {
	return NewSpliced(r, escaped...).Bytes()
}
