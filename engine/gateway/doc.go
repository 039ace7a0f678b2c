// Package gateway is the HTTP side of holdfast: it listens, guards the door,
// routes by path, splices bytes into prompts, forwards streams chunk by chunk
// and tells a Pipeline what crossed.
//
// It owns the listener, the connections and what is in flight. The engine starts it, and
// it calls the engine back through the Pipeline alone.
package gateway
