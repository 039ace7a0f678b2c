// Package gates decides which artifacts may advance state (TSLP 6, 7, 15.5).
// A decision is a pure function of the artifact, its base and the evidence at
// hand; it returns a report of every check with its numbers, and performs
// nothing.
//
// It owns the order of the checks and the words of their reasons. Package decide asks it
// for every artifact; nobody changes its report.
package gates
