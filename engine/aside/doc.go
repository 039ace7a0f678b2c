// Package aside asks the model server what no client has asked for: one question
// at a time, in the time that nobody else wants the model. Whoever asks shares
// the one Runner, since a local GPU has one slot. Where the server keeps one prompt, a
// question stands at the end of the conversation that it is about (Prefix), which then
// need not be processed again.
//
// It owns the goroutine that asks and the jobs that wait for it. The shadow audit and the second
// reader ask it.
package aside
