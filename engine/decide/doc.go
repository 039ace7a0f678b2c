// Package decide makes every decision about an artifact: what becomes of it, of the
// entity that it is about and of what waited for that. It is pure. Artifacts, the State
// Map, a reading of the disk and the grant come in; blobs and events come out, for
// whoever commits them.
//
// It owns the order in which a text is judged, the evidence for the gates (whose word is
// the last), and the events of promotion, closing and ending. Turns, the operator's
// verbs and the watcher call it, each with the session's Ground.
package decide
