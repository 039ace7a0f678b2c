// Package ahead begins pieces of work before their results are asked for: on a network
// folder each look takes milliseconds, in which nothing is worked, so that many of them
// have to be under way at once.
//
// It owns the goroutines that work, for as long as a sequence is taken from, and knows
// nothing of what they do.
package ahead
