// Package scripted is a model server that answers from a script, over a real
// loopback listener and in the real wire formats of the APIs that holdfast
// understands. It is the embedded demo model, and the upstream of tests: it can
// be told to misbehave.
//
// It owns its listener and its script. The demo and tests start it.
package scripted
