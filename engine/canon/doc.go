// Package canon makes, finds, checks and compares the documents by which a
// session goes on elsewhere: SESSION_STATE and CANON_STATE_DELTA.
//
// Everything here is a pure function of its arguments. The documents are
// projections: what they say is in the Ledger, and Project makes the same
// document from the same facts whenever it is asked.
//
// It owns the form of both documents and their order of fields. Chain, export and
// recovery call it, and whoever shows a document.
package canon
