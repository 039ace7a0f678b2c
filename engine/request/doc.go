// Package request reads what one request says by itself, whatever the State Map and
// the disk hold: its texts, the folder in which its client works, the calls in it and
// what became of them, and the files that it shows (TSLP 12, product 10 and 11).
//
// It owns nothing: each function reads a request, or its messages, and returns what it
// found. A turn asks it.
package request
