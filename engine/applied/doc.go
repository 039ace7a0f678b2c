// Package applied is what a client may come to make of a reply, and what the disk then
// shows that it made of it, with the user's consent (product.md, choice 10).
//
// It owns how the files that a reply is about were before, and compares: it decides
// about nothing and records nothing. A turn notes what may come; whoever looks at the
// disk asks for it.
package applied
