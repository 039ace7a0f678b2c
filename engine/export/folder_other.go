//go:build !unix

package export

// writable leaves it to the writing to find out.
func writable(string) error { return nil }
