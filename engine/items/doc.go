// Package items keeps what was said: the goals, decisions, tasks, constraints, facts and
// hypotheses that a session's conversations hold.
//
// It owns the delta log of a session as far as that is folded (Book), who reads the
// turns that have ended for it (Listener, with the model as a second reader), and what
// the operator sees and does of it (Desk). All of it can be made again from the
// Ledger; what changes it is committed through sessions. The engine holds one of each:
// a turn that has ended wakes the Listener, commands and screens call the Desk, and
// forks, exports and recoveries ask the Book.
package items
