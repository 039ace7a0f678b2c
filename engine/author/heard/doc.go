// Package heard keeps what the model said in a workspace, so that its words are known
// again wherever a prompt holds them (product 13).
//
// It owns the memory of those words, also of replies that are still coming. What is
// new in a reply it returns for the Ledger, from which it recalls all of them after a
// start. A turn asks it about a prompt, and has it take in each reply.
package heard
