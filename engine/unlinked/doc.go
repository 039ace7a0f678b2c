// Package unlinked finds the code of replies that was linked to no file and waits for
// the operator to say what it is (product 19). It is pure: the Ledger tells it what was
// said and what was decided since.
//
// It owns the rule of what waits, and no state. The operator's desk calls it.
package unlinked
