// Package gold scores the extractor against conversations that people have
// labelled, so that its quality is a number that only rises. A labelled
// conversation is a file in testdata; a new case is a new file.
//
// A predicted delta agrees with a labelled one if they are of the same kind,
// share a source turn and at least half of the content words of the shorter
// text, and, where they have a target, the targets agree. Labels marked
// optional are neither rewarded nor punished.
//
// It owns the labelled conversations. The trainer and tests call it.
package gold
