// Package conversation tells the conversations of a session apart.
//
// Most clients do not name the conversation that a request belongs to. A Finder
// names it by what the request shows as said before (product 16).
//
// It owns how the latest conversations went, as marks of what was said; after a start
// it learns them from the Ledger, which it reads and never writes. What a
// conversation's next turn depends on is not its business. A turn asks it, once a
// request.
package conversation
