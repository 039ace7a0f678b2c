// Package hook speaks with the hooks that clients run before a tool: it reads what a
// client hands over on standard input, and writes an answer in the client's own form.
//
// Clients change these forms, so that they are told apart by what stands in them, and
// a client's name only decides where that is not enough. An answer that lets a call
// run never says more than that: the client's own rules for permissions go on as if
// there were no hook.
//
// It owns the forms of the clients, and nothing else. The process that a client's hook
// starts calls it, before and after the guard has judged.
package hook
