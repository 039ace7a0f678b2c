// Package prompt is what the server did with the prompt of a request.
//
// It owns what is known of each model's tokens, and says when a server has read fewer
// of them than it was sent: it has cut the prompt, and the model did not see its
// beginning. It performs no I/O. A turn asks it when the reply has come.
package prompt
