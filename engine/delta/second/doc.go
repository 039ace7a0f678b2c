// Package second is the optional second reader: a model that is asked, after a
// turn, what the turn changed, and whose answer is worth no more than what can
// be shown in the turn's own words.
//
//	Ask     makes the question: the turn's prose and a shortlist of items
//	Parse   reads proposals out of what the model said
//	Check   refuses what the turn does not bear out, and what is known already
//
// What is left goes through delta.Normalise and State.Reconcile like the rules'
// proposals. A hypothesis or a branch never becomes a decision by a model's word
// (zero canonization): a decision needs words of the turn that settle it, said
// by whoever may settle it.
//
// Everything here is a pure function of its arguments: no network, no database,
// no clock.
//
// It owns the wording of the question. Package items asks the model with it.
package second
