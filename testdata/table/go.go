// Package relay shows what the table reads.
package relay

import (
	"fmt"
	"net/http"
)

// Server has a doc comment.
//
// Of two paragraphs.
type Server[T any] struct {
	handler func(map[string]struct{ a int }) error // a "brace }
	text    string `json:"text"`
}

type (
	// ID names a thing.
	ID string
	Handler interface {
		Handle(w http.ResponseWriter) struct{ n int }
	}
)

const Limit, Depth = 10, '}'

const (
	First = iota
	second // not a doc comment

	// Third stands alone.
	Third = `raw }
	} text`
)

var _ fmt.Stringer = nil

func init() { println("}") }

func init() {
	/* } */
}

func (s *Server[T]) Close() struct{ ok bool } {
	r := '{'
	f := func() { _ = r }
	f()
	return struct{ ok bool }{true}
}

func (Server[T]) String() string { return "func fake() {" }

func Map[K comparable, V any](
	in map[K]V,
	f func(V) V,
) map[K]V {
	type local struct{}
	return in
}
