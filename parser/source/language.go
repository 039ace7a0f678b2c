package source

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"strings"
	"sync"
)

// Language is a language's lower-case name ("go", "csharp"); empty is unknown.
type Language string

// Languages with a linked grammar. Others exist in symbols.json only.
const (
	Go         Language = "go"
	Python     Language = "python"
	JavaScript Language = "javascript"
	TypeScript Language = "typescript"
	TSX        Language = "tsx"
	Rust       Language = "rust"
	Java       Language = "java"
	C          Language = "c"
	CPP        Language = "cpp"
	CSharp     Language = "csharp"
	Ruby       Language = "ruby"
	PHP        Language = "php"
	Bash       Language = "bash"
)

//go:embed symbols.json
var registryJSON []byte

// registry finds definitions by what names a language.
type registry struct {
	all    []*Definition
	byName map[Language]*Definition
	byExt  map[string]*Definition
	byFile map[string]*Definition
	byTag  map[string]*Definition
}

var languages = sync.OnceValue(func() *registry {
	r, err := readRegistry(registryJSON)
	if err != nil {
		panic("embedded symbols.json: " + err.Error()) // covered by a test
	}
	return r
})

// readRegistry reads a symbols.json. A language's own name goes before another's
// alias, and an alias before an extension.
func readRegistry(text []byte) (*registry, error) {
	var doc struct {
		Languages []*Definition `json:"languages"`
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return nil, err
	}
	r := &registry{
		all:    doc.Languages,
		byName: map[Language]*Definition{}, byExt: map[string]*Definition{},
		byFile: map[string]*Definition{}, byTag: map[string]*Definition{},
	}
	for _, d := range doc.Languages {
		if d.Like != "" && r.byName[d.Like] == nil {
			return nil, fmt.Errorf("%s is like %s, which is not defined before it", d.Name, d.Like)
		}
		inherit(d, r.byName[d.Like])
		if err := r.add(d); err != nil {
			return nil, err
		}
	}
	for _, d := range doc.Languages {
		for _, a := range d.Aliases {
			setDefault(r.byTag, a, d)
		}
	}
	for _, d := range doc.Languages {
		for _, e := range d.Extensions {
			setDefault(r.byTag, strings.TrimPrefix(e, "."), d)
		}
	}
	return r, nil
}

// add enters what must be unique.
func (r *registry) add(d *Definition) error {
	if r.byName[d.Name] != nil {
		return fmt.Errorf("%s is defined twice", d.Name)
	}
	r.byName[d.Name], r.byTag[string(d.Name)] = d, d
	for _, e := range d.Extensions {
		if other := setDefault(r.byExt, e, d); other != d {
			return fmt.Errorf("%s and %s both have the extension %s", other.Name, d.Name, e)
		}
	}
	for _, f := range d.Filenames {
		if other := setDefault(r.byFile, f, d); other != d {
			return fmt.Errorf("%s and %s both have the file name %s", other.Name, d.Name, f)
		}
	}
	return nil
}

// setDefault enters d unless the key is taken, and returns what it stands for.
func setDefault(m map[string]*Definition, key string, d *Definition) *Definition {
	if m[key] == nil {
		m[key] = d
	}
	return m[key]
}

// identity are the fields of a definition that no other inherits.
var identity = map[string]bool{"Name": true, "Extensions": true, "Filenames": true, "Aliases": true, "Like": true}

// inherit fills the fields of d that are absent with those of the language
// that it is like.
func inherit(d, like *Definition) {
	if like == nil {
		return
	}
	to, from := reflect.ValueOf(d).Elem(), reflect.ValueOf(like).Elem()
	for i := range to.NumField() {
		if to.Field(i).IsZero() && !identity[to.Type().Field(i).Name] {
			to.Field(i).Set(from.Field(i))
		}
	}
}

// Languages lists every language of symbols.json in its order.
func Languages() []*Definition { return languages().all }

// Define returns the definition of a language, or nil.
func Define(l Language) *Definition { return languages().byName[l] }

// ForPath tells a file's language by its base name, its extension, or its base
// name before the first dot ("Dockerfile.dev"); "" if unknown.
func ForPath(p string) Language {
	r, base := languages(), path.Base(p)
	stem, _, _ := strings.Cut(base, ".")
	for _, d := range []*Definition{r.byFile[base], r.byExt[strings.ToLower(path.Ext(base))], r.byFile[stem]} {
		if d != nil {
			return d.Name
		}
	}
	return ""
}

// ForTag tells the language that a fence's first word names, "" if unknown.
func ForTag(tag string) Language {
	if d := languages().byTag[strings.ToLower(tag)]; d != nil {
		return d.Name
	}
	return ""
}
