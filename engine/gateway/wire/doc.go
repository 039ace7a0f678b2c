// Package wire reads the wire formats of LLM APIs without re-encoding them: it
// finds what holdfast needs in a request body, tells where text may be spliced
// in, and collects a reply from a copy of its stream. It performs no I/O.
//
// It owns nothing but the bytes of one request or reply while that passes. The gateway and
// the rooms that read requests call it.
package wire
