// Package elide finds the places where a model left code out: comments such as
// "... rest unchanged ..." and "existing code here", and "..." in the place of
// a statement. A block that holds one is no full definition (TSLP 6, gate A).
//
// It owns the phrases of every language that it knows. Resolve and call ask it.
package elide
