// Package turn takes one request from prompt to verdict.
//
// Begin finds the session and the conversation of a request, who wrote its prompt, what
// the disk says of the code that it asks for, and puts that code before the model (TSLP
// 8.1). The commit that opens the episode is made beside the call. Finish reads the
// reply, judges each artifact in it by evidence that is gathered once, and makes what
// follows durable before the client sees the end (promise 2); then it tells those who
// hear of a turn.
//
// It owns what a conversation's next turn depends on; all of it can be rebuilt
// from the Ledger. It commits through sessions alone. The gateway calls it, by the
// Pipeline that the engine makes.
package turn
