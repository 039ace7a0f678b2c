// Package words says things as people do.
//
// It owns nothing. Every room of the engine that words a sentence may use it.
package words
