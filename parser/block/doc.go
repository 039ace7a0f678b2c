// Package block finds the code, edits and commands in a model's reply, and the
// path that each of them names (TSLP 4.1: the symbols come later, the path
// comes first). Markdown is read by CommonMark's rules; prose is never code.
//
// What is proven here is only where a block belongs. Each Block says by which
// convention its path was found, how far that can be trusted (TSLP 4), and in
// plain sentences what keeps it from more.
//
// It owns nothing. Turns call it for replies and pastes, through resolve for the most part.
package block
