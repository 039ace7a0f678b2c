package parser

import (
	"strings"
	"testing"

	"holdfast/parser/source"
)

func TestATextThatMakesAReaderPanicIsRefused(t *testing.T) {
	broken := func(string, source.Language, []byte) *source.File { panic("index out of range") }
	f := choose("a.go", "", []byte("package a\n"), broken)
	if !strings.Contains(f.Refused, "index out of range") || len(f.Symbols) != 0 || f.Path != "a.go" || f.Language != source.Go {
		t.Errorf("got %+v", f)
	}
}
