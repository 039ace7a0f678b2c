package coming

import (
	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/source"
)

// maxRead bounds the text that is looked through, in bytes.
const maxRead = 256 << 10

// Found is an entity that a reply brings, or a file that it edits.
type Found struct {
	// Entity is "path::symbol"; a path alone for an edit, and a symbol alone where no
	// path was named.
	Entity string
	// Known reports whether there is such an entity, or such a file, already.
	Known bool
	// Whole reports whether the code of it has ended.
	Whole bool
}

// Map is what the code is.
type Map struct {
	HasFile   func(path string) bool
	HasEntity func(key string) bool
}

// Read returns what the text of a reply brings so far, in its order, each entity once.
func Read(text string, m Map) []Found {
	if len(text) > maxRead {
		text = text[:maxRead]
	}
	var list []Found
	at := map[string]int{}
	add := func(f Found) {
		if i, ok := at[f.Entity]; ok {
			list[i] = f
			return
		}
		at[f.Entity] = len(list)
		list = append(list, f)
	}
	for _, b := range block.Extract(text, block.Options{Known: m.HasFile}) {
		switch b.Kind {
		case block.Edit:
			for _, c := range b.Edits {
				add(Found{Entity: c.Path, Known: m.HasFile(c.Path), Whole: b.Closed})
			}
		case block.Code:
			symbols := parser.ParseSnippet(b.Path, b.Language, b.Content).Symbols
			for i, s := range symbols {
				if s.Name == source.Whole && !b.Closed {
					continue // what is only begun is no file yet
				}
				f := Found{Entity: s.Name, Whole: b.Closed || i < len(symbols)-1}
				if b.Path != "" {
					f.Entity = b.Path + "::" + s.Name
					f.Known = m.HasEntity(f.Entity)
				}
				add(f)
			}
		}
	}
	return list
}
