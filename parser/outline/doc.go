// Package outline tells the top-level keys of texts that have no symbols:
// configuration, markup, styles, lists. It is how a part of such a file is told
// from the whole (product 8). It reads lines and brackets, and never fails.
//
// It owns nothing. Package resolve asks it.
package outline
