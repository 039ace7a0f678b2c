// Package stale holds the State Map against the disk, and changes neither (TSLP 15).
//
// It owns the words for how the two differ, the one reading of the disk on which a
// decision stands, and what the latest looks have found. What is to be done about it
// is for others: decisions ask a Reading, hydration a verdict, the watcher and the
// read models what diverges.
package stale
