// Package respell writes what a grammar cannot read in words that it can, for a second
// attempt at a text that did not parse: what the preprocessor of C makes valid, what
// stands between the tags of JSX, and what a language has learnt since its grammar was
// made. The result is as long as the text, byte for byte, so that what is found in it
// stands in the text at the same place; names, hashes and what is shown are always
// taken from the text itself.
//
// It goes by the shape of the code and by what a language reserves, never by lists of
// known macros. It may be wrong: whoever asks believes it only where fewer errors are
// left, and it must be linear in the text.
//
// It owns nothing. Package ast asks it where a text did not parse.
package respell
