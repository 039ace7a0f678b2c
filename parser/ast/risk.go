package ast

import "bytes"

// Two scanners among the grammars fail on input that is valid text. What would
// reach those places is left to the patterns of package table.

const (
	// rubyWord is the longest name of a heredoc that Ruby's scanner can keep:
	// it stores the length in one byte and aborts the process when it reads
	// back another.
	rubyWord = 255
	// bashColumns bounds the work of Bash's scanner, which counts the columns
	// of a heredoc's line anew for each of its characters: 20,000 take seconds.
	// It is the sum of the squares of the lengths of long lines.
	bashColumns = 16 << 20
	bashLong    = 512
)

func riskyRuby(text []byte) bool {
	for {
		at := bytes.Index(text, []byte("<<"))
		if at < 0 {
			return false
		}
		text = text[at+1:] // of "<<<", the last two may be one as well
		if rubyWordLength(bytes.TrimLeft(text[1:], "~-")) > rubyWord {
			return true
		}
	}
}

// rubyWordLength is how much of text the scanner would take as a heredoc's
// name: to the closing quote or to the end, or a run of letters.
func rubyWordLength(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	if quote := text[0]; quote == '\'' || quote == '"' || quote == '`' {
		if end := bytes.IndexByte(text[1:], quote); end >= 0 {
			return end
		}
		return len(text) - 1
	}
	n := 0
	for n < len(text) && isWord(text[n]) {
		n++
	}
	return n
}

func riskyBash(text []byte) bool {
	if !bytes.Contains(text, []byte("<<")) {
		return false
	}
	work := 0
	for line := range bytes.Lines(text) {
		if len(line) >= bashLong {
			work += len(line) * len(line)
		}
	}
	return work > bashColumns
}
