package excerpt

import (
	"slices"

	"holdfast/parser/source"
)

// languages are those whose definitions stand side by side in a file, so that what
// stands above one and below it does not change how it is read.
var languages = []source.Language{
	source.Go, source.Python, source.JavaScript, source.TypeScript, source.TSX, source.Rust, source.Java, source.CSharp, source.C, source.CPP,
}

// Reads reports whether excerpts of a language are made.
func Reads(lang source.Language) bool { return slices.Contains(languages, lang) }

// Proves reports whether an excerpt that passes the gates shows that its file does.
// Each version parses without an error, the statements outside of all symbols are the
// same, and no symbol is missing, has fewer definitions or falls below the limits. What
// the rest of the file may add to a symbol of the same name is in both versions, and can
// but bring their sizes nearer to each other; the limits are held here without regard to
// how small the first version is, which the rest may change.
func (p Pair) Proves(before, after *source.File, nodePercent, tokenPercent int) bool {
	for _, f := range []*source.File{before, after} {
		if f.Refused != "" || f.Method != source.AST || f.Errors > 0 {
			return false
		}
	}
	for i := range before.Symbols {
		was := &before.Symbols[i]
		now := after.Find(was.Name)
		switch {
		case now == nil || now.IsRest() != was.IsRest() || now.Count < was.Count:
			return false
		case now.Hash == was.Hash:
		case was.IsRest(): // the gates judge all of the file's together
			return false
		case p.outside(was):
			return false // the change reaches further than the lines that differ
		case now.Nodes*100 < was.Nodes*nodePercent || now.Tokens*100 < was.Tokens*tokenPercent:
			return false
		}
	}
	rest := after.Find(source.Whole)
	return !p.open && (rest == nil || before.Find(source.Whole) != nil)
}

// outside reports whether all of a symbol stands where nothing was changed.
func (p Pair) outside(s *source.Symbol) bool {
	return !slices.ContainsFunc(s.Extents, func(r source.Range) bool {
		return slices.ContainsFunc(p.Changed, func(c source.Range) bool { return r.End > c.Start && r.Start < c.End })
	})
}
