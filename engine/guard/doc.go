// Package guard judges what a client's tool call would write before it runs.
//
// A client's hook hands over the call's arguments. They are read by their shape as
// any tool call is, the file is composed as it would be, and the gates say of it
// what they would say once it were written. The ground is the disk as it is at this
// moment: nothing else is lost by a write. The package decides and changes nothing;
// reading the database, recording the decision and answering the client are for
// others. Whatever is not certain is allowed.
package guard
