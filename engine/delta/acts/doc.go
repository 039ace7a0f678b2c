// Package acts reads conversations: what a turn decides, rules, asks for, reports
// and leaves open (delta types, "Delta flow").
//
// A turn is taken apart into units, each one thing said (page.go); a log-linear model
// tells from features of the unit and of what stands around it how likely it does what
// (features.go, model.go). Structure tells the rest: options and answers (options.go,
// answer.go), which item is meant (target.go, pair.go), and what settles nothing
// whatever the model makes of it (veto.go). The weights are learned by the command train
// beside this package, which writes report.md as well. A new wording is a labelled
// conversation, or a line of words.txt, and no code.
//
// It owns the model and its words, and no state: a Reader forgets each turn. Package items
// hands it the turns.
package acts
