// Package coming tells what of a reply that is still on its way can be recognised.
//
// It owns no state: a text as far as it has come goes in, the entities that it
// defines come out. The report calls it while somebody looks at a live request;
// nothing is decided by it, since only a reply that has ended is judged.
package coming
