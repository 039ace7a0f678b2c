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

func riskyRuby(src []byte) bool {
	for {
		at := bytes.Index(src, []byte("<<"))
		if at < 0 {
			return false
		}
		src = bytes.TrimLeft(src[at+2:], "~-")
		if rubyWordLength(src) > rubyWord {
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

func riskyBash(src []byte) bool {
	if !bytes.Contains(src, []byte("<<")) {
		return false
	}
	work := 0
	for line := range bytes.Lines(src) {
		if len(line) >= bashLong {
			work += len(line) * len(line)
		}
	}
	return work > bashColumns
}
