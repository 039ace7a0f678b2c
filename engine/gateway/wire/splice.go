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

// NewSpliced puts text into r.Body at some places, which are in the order of the
// body, and leaves out what the window has cut. With nothing to insert, or no place
// for it, and nothing cut, it is the body.
func NewSpliced(r *Request, insertions ...Insertion) Spliced {
	segments := make([][]byte, 0, segmentsOf(r, insertions))
	from := 0
	for _, in := range insertions {
		if in.At < max(from, 1) || in.At > len(r.Body) || in.Len() == 0 {
			continue
		}
		segments = append(r.outside(segments, from, in.At), []byte(in.Before))
		segments = append(append(segments, in.Parts...), []byte(in.After))
		from = in.At
	}
	return joined(r.outside(segments, from, len(r.Body)))
}

// segmentsOf is how many segments there are at most.
func segmentsOf(r *Request, insertions []Insertion) int {
	n := 1 + len(r.cuts)
	for _, in := range insertions {
		n += len(in.Parts) + 3
	}
	return n
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

// Splice returns r.Body with escaped put in at the newest genuine user message:
// NewSpliced as one slice.
func Splice(r *Request, escaped ...[]byte) []byte {
	return NewSpliced(r, Insertion{r.Newest(), escaped}).Bytes()
}
