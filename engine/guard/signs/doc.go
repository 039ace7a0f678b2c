// Package signs tells from the words and brackets of a text that is too large to be
// parsed in time what is wrong with it for certain (guard.md).
//
// It owns what a text does not close. Package guard asks it of both versions of a file.
package signs
