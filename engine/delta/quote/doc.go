// Package quote finds in a turn the sentence that a delta came from, so that an
// item can be explained by the words that were said.
//
// It owns nothing. Package items asks it where somebody wants to know why an item is
// there.
package quote
