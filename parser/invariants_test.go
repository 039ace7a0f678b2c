package parser_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/parser"
	"holdfast/parser/ast"
	"holdfast/parser/source"
)

// check reports the first promise of source.File and source.Symbol that f
// breaks.
func check(f *source.File) error {
	if f.Refused != "" {
		if len(f.Symbols) > 0 {
			return fmt.Errorf("a refused file has symbols")
		}
		return nil
	}
	if len(f.Symbols) == 0 {
		return fmt.Errorf("a file that was not refused has no symbol")
	}
	names := map[string]bool{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if names[s.Name] {
			return fmt.Errorf("%q is there twice", s.Name)
		}
		names[s.Name] = true
		if err := checkSymbol(f, s); err != nil {
			return fmt.Errorf("%q: %w", s.Name, err)
		}
	}
	if err := checkDamage(f); err != nil {
		return err
	}
	return checkDisjoint(f)
}

// checkDamage: faults and the lines that they leave unread stand in order within
// the text, and a text without errors has none.
func checkDamage(f *source.File) error {
	end := 0
	for _, r := range f.Faults {
		if r.Start < end || r.End < r.Start || r.End > len(f.Src) {
			return fmt.Errorf("faults %v of %d bytes", f.Faults, len(f.Src))
		}
		end = r.End
	}
	unread, symbols := f.Damage()
	if f.Errors == 0 && len(f.Faults)+len(unread)+len(symbols) > 0 {
		return fmt.Errorf("no errors, and yet faults %v, unread %v, in doubt %q", f.Faults, unread, symbols)
	}
	last := 0
	for _, l := range unread {
		if l.First <= last || l.Last < l.First || l.Last > bytes.Count(f.Src, []byte{'\n'})+1 {
			return fmt.Errorf("unread lines %v", unread)
		}
		last = l.Last
	}
	return nil
}

func checkSymbol(f *source.File, s *source.Symbol) error {
	whole := s.Name == source.Whole && !s.IsRest()
	switch {
	case s.Name == "" || strings.Contains(s.Name, "::") || strings.ContainsAny(s.Name, "\n\r\t"):
		return fmt.Errorf("a name that is none")
	case whole != (f.Method == source.WholeFile), whole && len(f.Symbols) != 1:
		return fmt.Errorf("a whole file beside symbols")
	case s.IsRest() && (s != &f.Symbols[len(f.Symbols)-1] || !f.Loose):
		return fmt.Errorf("a rest that is none")
	case s.IsRest() && s.Count != 1, !s.IsRest() && s.Count != len(s.Extents), s.Count < 1, len(s.Extents) < 1:
		return fmt.Errorf("%d definitions with %d extents", s.Count, len(s.Extents))
	case s.Hash != source.Sum(s.Canon):
		return fmt.Errorf("the hash is not the canonical text's")
	case s.Nodes < 0 || s.Tokens > s.Nodes || s.Errors > s.Nodes:
		return fmt.Errorf("%d nodes, %d tokens, %d errors", s.Nodes, s.Tokens, s.Errors)
	}
	for _, ranges := range [][]source.Range{s.Extents, s.Own, s.Docs} {
		if err := checkRanges(f.Src, ranges, whole); err != nil {
			return err
		}
	}
	for _, own := range s.Own {
		if !within(own, s.Extents) {
			return fmt.Errorf("own range %v outside the extents", own)
		}
	}
	for _, container := range []bool{false, true} {
		all := []source.Range{{Start: 0, End: len(s.Canon)}}
		if again := source.Canonical(s.Canon, all, container); !container && !bytes.Equal(again, s.Canon) {
			return fmt.Errorf("canonical text %q became %q", s.Canon, again)
		}
	}
	return nil
}

func checkRanges(src []byte, ranges []source.Range, whole bool) error {
	end := 0
	for _, r := range ranges {
		if r.Start < end || r.End > len(src) || r.Start > r.End || r.Start == r.End && !whole {
			return fmt.Errorf("ranges %v of %d bytes", ranges, len(src))
		}
		end = r.End
	}
	return nil
}

func within(r source.Range, all []source.Range) bool {
	for _, e := range all {
		if e.Start <= r.Start && r.End <= e.End {
			return true
		}
	}
	return false
}

// checkDisjoint: no byte is two symbols' own, except that names which one
// statement declares share all of it.
func checkDisjoint(f *source.File) error {
	type claim struct {
		source.Range
		name string
	}
	owner := make(map[int]claim)
	for _, s := range f.Symbols {
		for _, r := range s.Own {
			for at := r.Start; at < r.End; at++ {
				if c, taken := owner[at]; taken && c.Range != r {
					return fmt.Errorf("byte %d is both %s's and %s's own", at, c.name, s.Name)
				}
				owner[at] = claim{r, s.Name}
			}
		}
	}
	return nil
}

// sameSymbols compares what is independent of where the text stands.
func sameSymbols(a, b *source.File) error {
	type identity struct {
		name, kind, container, hash, structure string
		top, bare                              bool
		count, nodes, tokens, errors           int
	}
	identify := func(f *source.File) []identity {
		var out []identity
		for _, s := range f.Symbols {
			out = append(out, identity{
				s.Name, s.Kind, s.Container, s.Hash, s.Structure,
				s.Top, s.Bare, s.Count, s.Nodes, s.Tokens, s.Errors,
			})
		}
		return out
	}
	if x, y := identify(a), identify(b); !reflect.DeepEqual(x, y) {
		return fmt.Errorf("%v became %v", x, y)
	}
	if a.Loose != b.Loose || a.Errors != b.Errors || a.Method != b.Method {
		return fmt.Errorf("loose %v, %d errors, %s became loose %v, %d errors, %s",
			a.Loose, a.Errors, a.Method, b.Loose, b.Errors, b.Method)
	}
	return nil
}

// carriageReturns gives LF text the other line ends.
func carriageReturns(src []byte) []byte { return bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")) }

func TestEveryCaseKeepsThePromises(t *testing.T) {
	for _, path := range cases(t) {
		src := read(t, path)
		f := parse(path, src)
		if err := check(f); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if err := sameSymbols(f, parse(path, carriageReturns(src))); err != nil {
			t.Errorf("%s with CRLF: %v", path, err)
		}
		if err := check(parse(path, carriageReturns(src))); err != nil {
			t.Errorf("%s with CRLF: %v", path, err)
		}
		if err := sameSymbols(f, parse(path, append([]byte("\uFEFF"), src...))); err != nil {
			t.Errorf("%s with a byte order mark: %v", path, err)
		}
		if err := sameSymbols(f, parse(path, bytes.TrimRight(src, "\n"))); err != nil {
			t.Errorf("%s without a final newline: %v", path, err)
		}
	}
}

func TestThirteenGrammarsAreLinkedAndParse(t *testing.T) {
	if got := ast.Languages(); len(got) != 13 {
		t.Errorf("%d grammars are linked: %v", len(got), got)
	}
	for _, lang := range ast.Languages() {
		if source.Define(lang) == nil {
			t.Errorf("symbols.json does not know %s", lang)
		}
	}
	if err := parser.CheckGrammars(); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	languages := ast.Languages()
	for _, path := range cases(f) {
		src := read(f, path)
		for i, l := range languages {
			if l == source.ForPath(path) {
				f.Add(uint8(i), src)
			}
		}
	}
	f.Add(uint8(slices.Index(languages, source.Ruby)), []byte("x = <<'"+strings.Repeat("\n", 200)))
	f.Fuzz(func(t *testing.T, index uint8, src []byte) {
		lang := languages[int(index)%len(languages)]
		for name, read := range map[string]func(string, source.Language, []byte) *source.File{
			"Parse": parser.Parse, "ParseSnippet": parser.ParseSnippet, "ParseRest": parser.ParseRest,
		} {
			file := read("x", lang, src)
			if err := check(file); err != nil {
				t.Fatalf("%s %s: %v", name, lang, err)
			}
			if name != "ParseRest" && len(file.Symbols) == 1 && file.Symbols[0].IsRest() {
				t.Fatalf("%s %s: nothing but a rest", name, lang)
			}
			if file.Refused != "" || bytes.IndexByte(src, '\r') >= 0 {
				continue
			}
			crlf := read("x", lang, carriageReturns(src))
			if strings.HasPrefix(crlf.Refused, "over the time limit") {
				continue // which the same text may be in one of two parses
			}
			if err := sameSymbols(file, crlf); err != nil {
				t.Fatalf("%s %s with CRLF: %v", name, lang, err)
			}
		}
	})
}
