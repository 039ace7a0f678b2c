// Package watch is what the engine does when the disk moved: look, learn, settle, alert
// (TSLP 15).
//
// It owns the looks at the disk, the watch over the files that matter, and the replies
// whose code a client may yet save. What a look finds it records through sessions: that
// the disk came to hold an artifact, and the disk grant, by which the client that applied
// a proposal has settled it with the user's consent. Turns look before they show an
// entity and after they promoted one, the operator's verbs after each decision; nobody
// else compares a session with the disk and keeps what was found.
package watch
