package table

import (
	"bytes"

	"holdfast/parser/source"
)

// canonical is the text by which a symbol is compared with the disk: line ends
// are LF, the first line's indentation is taken from the later ones, and one
// newline stands at the end. The shell of a container has no blank lines, so
// that a member that comes or goes does not change it.
func canonical(src []byte, own []source.Range, container bool) []byte {
	var out []byte
	for _, r := range own {
		start := r.Start
		for start > 0 && (src[start-1] == ' ' || src[start-1] == '\t') {
			start--
		}
		indent := src[start:r.Start]
		if start > 0 && src[start-1] != '\n' && src[start-1] != '\r' {
			indent = nil
		}
		text := bytes.TrimPrefix(r.Of(src), []byte("\ufeff"))
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
		for i, line := range bytes.Split(text, []byte("\n")) {
			if i > 0 {
				line = bytes.TrimPrefix(line, indent)
			}
			if container && len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			out = append(append(out, line...), '\n')
		}
	}
	return append(bytes.TrimRight(out, "\n"), '\n')
}
