// Package fate tells what has become of the artifacts of a turn by now: whether each
// waits, is current, or is neither any more. It is pure: it is computed from the
// artifacts of an entity as they stand, and stored nowhere.
//
// It owns the rule, and no state. The operator's desk calls it for the screen.
package fate
