// Package event is the vocabulary of the store: the facts of the Ledger (TSLP
// 3.2), the values that are read back of them, and the reasons for which the
// store refuses. It knows the form of a fact, the canonical JSON whose hash the
// chain is made of, and no database: whoever judges or tells of facts imports
// this package, and only the engine imports the store itself.
//
// It owns nothing but names and forms. The facts of artifacts are made in package decide
// alone.
package event
