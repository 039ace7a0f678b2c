package words

// Numbered returns what to say of one thing, or of several.
func Numbered(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
