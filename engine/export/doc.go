// Package export makes a session into files, for people and for other programs, and
// writes them into a folder.
//
// It owns the names of the files of an export and the rules of the folder that they
// go to: none is replaced that no export has written, and all are replaced or none.
// What a session holds it asks of the others. The operator's commands and screens call
// it; nothing of the database is changed, but for the CANON_STATE_DELTA that is made
// where the last one tells no longer how the session stands.
package export
