package ast

import "bytes"

var bom = []byte("\uFEFF")

// normal is a text as the grammars get it: LF line ends and no byte order mark,
// so that how a file was checked out cannot change what is found in it.
type normal struct {
	text []byte
	// origin maps each offset in text, its end included, to the offset in the
	// text as it was given; nil where both are the same.
	origin []uint32
}

func normalise(src []byte) normal {
	if bytes.IndexByte(src, '\r') < 0 && !bytes.HasPrefix(src, bom) {
		return normal{text: src}
	}
	n := normal{text: make([]byte, 0, len(src)), origin: make([]uint32, 0, len(src)+1)}
	i := 0
	if bytes.HasPrefix(src, bom) {
		i = len(bom)
	}
	for ; i < len(src); i++ {
		c := src[i]
		n.origin = append(n.origin, uint32(i))
		if c == '\r' {
			c = '\n'
			if i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
		}
		n.text = append(n.text, c)
	}
	n.origin = append(n.origin, uint32(len(src)))
	return n
}

// terminated is a text with the newline at its end that every grammar gets.
func terminated(text []byte) []byte {
	if bytes.HasSuffix(text, []byte("\n")) {
		return text
	}
	return append(text[:len(text):len(text)], '\n')
}

// restore moves the nodes to where they stand in the text as it was given.
func (n normal) restore(nodes []node) {
	if n.origin == nil {
		return
	}
	for i := range nodes {
		nodes[i].start = n.origin[nodes[i].start]
		nodes[i].end = n.origin[nodes[i].end]
	}
}
