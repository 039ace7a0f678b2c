package block

import (
	"holdfast/parser"
	"holdfast/parser/ast"
	"holdfast/parser/source"
)

// tagged is the language that a fence names, and what stands in the fence. Models copy
// the label of an example they were shown, whatever the file.
type tagged struct {
	tag     source.Language
	content []byte
	// written reports whether a format in which files are written names the file: the
	// client takes the path from there and never looks at the label.
	written bool
}

// mostRead is the size up to which a text is read for its language, in bytes.
const mostRead = 64 << 10

// wrong reports whether the label is wrong and the path is right. A format that writes
// files is believed unless the text cannot be in the language of the path; elsewhere it
// must be in that language and cannot be in that of the label.
func (l tagged) wrong(path string, file source.Language) bool {
	if len(l.content) > mostRead {
		return false
	}
	errors, known := misread(path, file, l.content)
	if l.written || errors || !known {
		return l.written && !errors
	}
	errors, _ = misread("", l.tag, l.content)
	return errors
}

// misread reports whether a text has syntax errors in a language, and whether that is
// known: only a grammar tells.
func misread(path string, lang source.Language, content []byte) (errors, known bool) {
	if !ast.Supports(lang) {
		return false, false
	}
	f := parser.ParseSnippet(path, lang, content)
	return f.Errors > 0, f.Refused == ""
}
