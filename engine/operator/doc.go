// Package operator carries out what the operator decides about code: accept, reject,
// link and paste, adopt and keep, tombstone and forget, go back, restore and undo, and the
// fork of a session (TSLP 9, 12 and 15.5). Desk has one method a verb.
//
// It owns what makes several commits one decision, and the row of the Ledger by which a
// decision is found and taken back. The facts that follow come from decide; they are
// committed through sessions, on what the operator saw or not at all. Screens and commands
// call it, through the engine.
package operator
