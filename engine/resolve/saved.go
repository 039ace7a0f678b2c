package resolve

import (
	"bytes"
	"hash/fnv"
	"slices"

	"holdfast/parser/block"
)

// Lines are the lines of a text, white space around them and empty ones left out,
// as sorted hashes.
type Lines []uint64

// LinesOf are the lines of a text.
func LinesOf(text []byte) Lines {
	var list Lines
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			list = append(list, hashOf(line))
		}
	}
	slices.Sort(list)
	return list
}

// Without returns the lines that other lacks, each as often as it lacks it.
func (l Lines) Without(other Lines) (rest Lines) {
	for _, line := range l {
		for len(other) > 0 && other[0] < line {
			other = other[1:]
		}
		if len(other) > 0 && other[0] == line {
			other = other[1:]
			continue
		}
		rest = append(rest, line)
	}
	return rest
}

func hashOf(text []byte) uint64 {
	h := fnv.New64a()
	h.Write(text) // which never fails
	return h.Sum64()
}

// folded is a text by the lines of which it consists, in their order.
func folded(text []byte) uint64 {
	h := fnv.New64a()
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			h.Write(line)
			h.Write([]byte{'\n'})
		}
	}
	return h.Sum64()
}

// Code is what a reply says of code, by its lines: enough to tell whether a file
// became what it is by the reply, wherever and with whatever indentation its client
// has put the lines.
type Code struct {
	lines  map[uint64]bool
	fenced map[uint64]bool // of code that is no edit: none of them is taken away
	wholes map[uint64]bool
}

// CodeOf is the code of a reply's blocks. A line of a diff counts with and without
// its sign.
func CodeOf(blocks []block.Block) Code {
	c := Code{lines: map[uint64]bool{}, fenced: map[uint64]bool{}, wholes: map[uint64]bool{}}
	for i := range blocks {
		if blocks[i].Kind == block.Command {
			continue
		}
		text := blocks[i].Content
		c.wholes[folded(text)] = true
		for line := range bytes.Lines(text) {
			line = bytes.TrimRight(line, " \t\r\n")
			if len(line) == 0 {
				continue
			}
			c.lines[hashOf(bytes.TrimSpace(line))] = true
			if blocks[i].Kind == block.Code {
				c.fenced[hashOf(bytes.TrimSpace(line))] = true
			}
			if line[0] == '+' || line[0] == '-' {
				c.lines[hashOf(bytes.TrimSpace(line[1:]))] = true
			}
		}
	}
	return c
}

// Explains reports whether a file that had the lines before became after by this
// code: it is one of the blocks as a whole, or every line that it gained and every
// line that it lost stands in them. A line that is gone from the file was not taken
// away by code that has it.
func (c Code) Explains(before Lines, after []byte) bool {
	if c.wholes[folded(after)] {
		return true
	}
	now := LinesOf(after)
	gained, lost := now.Without(before), before.Without(now)
	if len(gained)+len(lost) == 0 {
		return false
	}
	for _, line := range slices.Concat(gained, lost) {
		if !c.lines[line] {
			return false
		}
	}
	return !slices.ContainsFunc(lost, func(line uint64) bool {
		_, there := slices.BinarySearch(now, line)
		return !there && c.fenced[line]
	})
}
