// Package guard judges what a client's tool call would write before it runs.
//
// A client's hook hands over the call's arguments. They are read by their shape as
// any tool call is, the file is composed as it would be, and the gates say of it
// what they would say once it were written. The ground is the disk as it is at this
// moment: nothing else is lost by a write. Whatever is not certain is allowed.
//
// It owns the verdict, and changes nothing: reading the database, recording the decision
// and answering the client are for others. The process that a client's hook starts calls
// it.
package guard
