// Package thought finds what a model thought aloud in a reply: the stretches
// between the marks that models, their chat templates and servers put around
// reasoning. What stands there was not said to the user. This is the only list of
// such marks in the program.
//
// It owns that list. Whoever reads a reply's words asks it first.
package thought
