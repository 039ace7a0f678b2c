// Package pool is a case: every form of a Go declaration.
package pool

import (
	"fmt"
	"sync"
)

// Pool holds idle connections.
// Its zero value is ready.
type Pool[T any] struct {
	mu   sync.Mutex
	idle []T
}

// Put gives one back.
func (p *Pool[T]) Put(v T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, v)
}

func (p Pool[_]) Len() int { return len(p.idle) }

func (*Pool[T]) Close() error { return nil }

func (p *(Pool[T])) paren() {}

// A comment that is not the next one's.

const Limit = 10

const (
	// First of the colours.
	Red Colour = iota
	Green
	_
	Blue, Indigo Colour = iota, iota + 1
)

var (
	registry = map[string]int{
		"a": 1,
	}
	left, right = 1, 2 // both
)

var single int

var _ fmt.Stringer = Colour(0)

type (
	// Colour is a colour.
	Colour int
	Alias  = Colour
	Doer   interface {
		Do() error
	}
	pair struct{ a, b int }
)

type Number interface{ ~int | ~float64 }

func (c Colour) String() string { return fmt.Sprint(int(c)) }

func init() { registry["b"] = 2 }

func Map[K comparable, V any](m map[K]V, f func(V) V) map[K]V {
	type local struct{ k K }
	inner := func() {}
	inner()
	return m
}

func init() {
	registry["c"] = 3
}

func _() {}

type last int
