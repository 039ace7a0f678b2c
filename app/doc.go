// Package app is the screen of holdfast: a bubbletea program that shows what the
// engine knows, live, and hands it the operator's decisions.
//
// A key means a binding of one table, and a binding an action. What an action asks
// of the engine is a command that runs beside Update, and each answer is news that
// knows what it changes; views turn what came back into lines. Bytes from the
// terminal pass an input reader of its own, events from the engine a bridge that
// never holds a request up.
//
// It owns the state of the screen: what is selected, typed and shown. The command line
// starts it; everything that it knows or does it asks of the Engine that it is given.
package app
