package resolve

import (
	"bytes"
	"strings"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/edit"
	"holdfast/parser/pattern"
	"holdfast/parser/source"
)

// define gives a symbol of a file another text, as tools do that are called with a
// symbol's name. A text that defines another symbol comes to stand beside it: where
// exactly makes no difference to any entity.
func (r *resolver) define(b *block.Block, c edit.Change) {
	name := symbolPath(c.Symbol)
	why := r.noBase(c.Path).Error()
	for _, base := range r.bases(c.Path) {
		if base.file == nil {
			continue
		}
		sym, reason := named(base.file, name)
		if reason != "" {
			why = reason
			continue
		}
		r.edited(b, c, base, placed(base.file, sym, c.Content))
		return
	}
	r.loose(b, why)
}

// placed is a file with another text for a symbol, or beside it.
func placed(f *source.File, sym *source.Symbol, text []byte) []byte {
	at := sym.Extents[0]
	text = bytes.Trim(text, "\r\n")
	if says := parser.ParseSnippet(f.Path, f.Language, text); says.Refused == "" && !isWhole(says) && !defines(says, sym.Name) {
		at.Start = at.End
		text = append([]byte("\n\n"), text...)
	} else if lead, opens := source.Indentation(f.Src, at.Start); opens { // a text with or without its first line's indentation
		text = bytes.TrimPrefix(text, lead)
	}
	return bytes.Join([][]byte{f.Src[:at.Start], text, f.Src[at.End:]}, nil)
}

// overload is the number behind a name that is not the only one.
var overload = pattern.New(`\[\d+\]$`)

// symbolPath is the qualified name of a symbol that a tool names: "/Pool/close",
// "Pool::close", "Pool#close".
func symbolPath(name string) string {
	name = overload.ReplaceAllString(strings.TrimSpace(name), "")
	name = strings.NewReplacer("::", ".", "/", ".", "#", ".").Replace(name)
	return strings.Trim(strings.TrimSuffix(name, "()"), ".")
}

// named is the symbol of a file that a name means: its own, or that of the one
// member that ends in it.
func named(f *source.File, name string) (sym *source.Symbol, reason string) {
	if sym = f.Find(name); sym == nil {
		for i := range f.Symbols {
			if strings.HasSuffix(f.Symbols[i].Name, "."+name) {
				if sym != nil {
					return nil, "several symbols of " + f.Path + " are called " + clip(name)
				}
				sym = &f.Symbols[i]
			}
		}
	}
	switch {
	case sym == nil || sym.Name == source.Whole:
		return nil, f.Path + " defines no " + clip(name)
	case len(sym.Extents) != 1:
		return nil, f.Path + " defines " + clip(name) + " more than once"
	}
	return sym, ""
}
