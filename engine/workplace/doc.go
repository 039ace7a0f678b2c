// Package workplace finds the folder in which a client works, since that is
// where the relative paths of its calls begin (product.md, choice 2): the folder
// that a request tells, or else the one in which what a call needs is there. It is
// pure: what is on disk comes in by a function.
//
// It owns nothing. A turn calls it for each request with calls in it.
package workplace
