// Package call reads what a tool call does to files, and what a client reports
// of it. Clients name their tools as they like: a call is recognised by the
// shape of its arguments alone, a path with content, an old text with a new
// one, a patch, a shell command that holds one of them.
//
// Nothing here touches a disk, and nothing is guessed: arguments that fit two
// meanings yield an action that says why it was not understood.
//
// It owns nothing. Turns call it for the calls of requests and replies.
package call
