// Package prompt is what the server did with the prompt of a request.
//
// It owns what is known of each model's tokens, of its context window, of how fast its
// prompts are processed and of who asked last, so that a prompt may be lost. It says
// when a server has read fewer tokens than it was sent: it has cut the prompt, and the
// model did not see its beginning. It performs no I/O: whoever has it learn windows
// gives it the function that asks. A turn asks it before a request goes out, and when
// the reply has come.
package prompt
