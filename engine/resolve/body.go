package resolve

import (
	"bytes"

	"holdfast/parser/source"
	"holdfast/parser/table"
)

// unsound tells why a symbol without a syntax error of its own is no full
// definition (TSLP 6, gate A): grammars take much for whole that is not.
func unsound(f, disk *source.File, sym source.Symbol, text []byte) string {
	if f.Method != source.AST {
		return ""
	}
	if f.Language == source.Python && len(members(f, sym)) == 0 && endsInColon(text) {
		return "its body is missing"
	}
	for _, c := range f.Symbols {
		if c.Name != sym.Container || !members(f, c)[sym.Name] || c.Errors == 0 {
			continue
		}
		if disk != nil {
			if old := disk.Find(c.Name); old != nil && old.Errors >= c.Errors {
				continue
			}
		}
		return c.Name + " around it does not parse cleanly, so where it ends is not certain"
	}
	return ""
}

// endsInColon reports whether the last line of Python code opens a block. Comments and
// what strings hold are no code.
func endsInColon(text []byte) bool {
	code := table.Mask(source.Python, text)
	return bytes.HasSuffix(bytes.TrimSpace(code), []byte(":"))
}
