package resolve

import (
	"strings"

	"holdfast/parser/source"
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

// endsInColon tells whether the last line of code opens a block.
func endsInColon(text []byte) bool {
	lines := strings.Split(string(text), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		code, _, _ := strings.Cut(lines[i], " #")
		code = strings.TrimSpace(code)
		if code != "" && !strings.HasPrefix(code, "#") {
			return strings.HasSuffix(code, ":")
		}
	}
	return false
}
