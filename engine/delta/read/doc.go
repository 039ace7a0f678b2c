// Package read is the extractor: it proposes deltas from the prose of one
// turn. It goes by rules only, and by discourse rather than by keywords: what
// a clause does (english), what is open between the speakers (memory.go), and
// which of it the clause answers, settles, changes or ends.
//
// What is decided at a turn uses that turn and those before it, never later
// ones. Proposals, hedges, questions and options stay tentative: only a
// settling act of a speaker makes a decision (zero canonization). Where a
// clause can be read in two ways, nothing is proposed: a spurious delta costs
// more trust than a missed one.
package read
