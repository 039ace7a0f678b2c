// Package delta is what a conversation changed: eleven kinds of typed deltas,
// the items that they make and change, and the three representations of both
// (DeltaMind: delta types, persistence model).
//
// A turn goes through three stages that know nothing of each other:
//
//	acts.Read              proposes deltas from the prose of one turn
//	Normalise              drops what is known already, gives ids
//	State.Reconcile        judges each delta; the only one that does
//
// Everything here is a pure function of its arguments: no database, no
// network, no disk, no clock. The same turns give the same items.
//
// It owns no state but what a State holds, which is package items' to keep.
package delta
