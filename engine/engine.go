// Package engine is the facade over everything that holdfast decides: it owns
// the database, the proxy and the read models, and it is the only package that
// screens and commands talk to.
package engine
