package app

import "slices"

// stack are the overlays that are open, the topmost last.
type stack []overlay

// top is the topmost overlay, nil for none.
func (s stack) top() overlay {
	if len(s) == 0 {
		return nil
	}
	return s[len(s)-1]
}

// shows reports whether an overlay is on the screen, on top or not.
func (s stack) shows(o overlay) bool { return slices.Contains(s, o) }

func (s *stack) push(o overlay) { *s = append(*s, o) }

// pop removes the topmost overlay.
func (s *stack) pop() {
	if n := len(*s); n > 0 {
		*s = (*s)[:n-1]
	}
}

// close removes an overlay and what lies over it.
func (s *stack) close(o overlay) {
	if at := slices.Index(*s, o); at >= 0 {
		*s = (*s)[:at]
	}
}

// seen are the overlays from the last on that hides all under it.
func (s stack) seen() stack {
	for i := len(s) - 1; i > 0; i-- {
		if s[i].covers() {
			return s[i:]
		}
	}
	return s
}

// opened is the overlay of a kind that is open, the lowest of several; nil for
// none.
func opened[T overlay](s stack) (found T) {
	for _, o := range s {
		if x, ok := o.(T); ok {
			return x
		}
	}
	return found
}
