// Package undo tells what it takes to take a decision of the operator back. It is
// pure: from what the decision did to what was so before it. Nothing is ever taken
// out of the Ledger; an undo is a decision too, and can be taken back in turn.
//
// It owns nothing. The operator's undo asks it, and package decide makes the facts.
package undo
