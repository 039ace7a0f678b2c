// Package words says things as people do. Every room of the engine that words a sentence
// may use it.
package words

// Numbered returns what to say of one thing, or of several.
func Numbered(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
