package source

import (
	"bytes"
	_ "embed"
	"encoding/json"
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

type registry struct {
	all    []*Definition
	byName map[Language]*Definition
	byExt  map[string]*Definition
	byFile map[string]*Definition
	byTag  map[string]*Definition
}

var languages = sync.OnceValue(func() *registry {
	var doc struct {
		Languages []*Definition `json:"languages"`
	}
	dec := json.NewDecoder(bytes.NewReader(registryJSON))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		panic("embedded symbols.json: " + err.Error()) // covered by a test
	}
	r := &registry{
		all:    doc.Languages,
		byName: map[Language]*Definition{}, byExt: map[string]*Definition{},
		byFile: map[string]*Definition{}, byTag: map[string]*Definition{},
	}
	for _, d := range doc.Languages {
		inherit(d, r.byName[d.Like])
		r.byName[d.Name] = d
		r.byTag[string(d.Name)] = d
		for _, e := range d.Extensions {
			r.byExt[e] = d
			if tag := strings.TrimPrefix(e, "."); r.byTag[tag] == nil {
				r.byTag[tag] = d
			}
		}
		for _, f := range d.Filenames {
			r.byFile[f] = d
		}
		for _, a := range d.Aliases {
			r.byTag[a] = d
		}
	}
	return r
})

// inherit fills the fields of d that are absent with those of the language
// that it is like.
func inherit(d, like *Definition) {
	if like == nil {
		return
	}
	to, from := reflect.ValueOf(d).Elem(), reflect.ValueOf(like).Elem()
	for _, f := range reflect.VisibleFields(to.Type()) {
		if v := to.FieldByIndex(f.Index); v.IsZero() && !strings.Contains("Name Extensions Filenames Aliases Like", f.Name) {
			v.Set(from.FieldByIndex(f.Index))
		}
	}
}

// Languages lists every language of symbols.json in its order.
func Languages() []*Definition { return languages().all }

// Define returns the definition of a language, or nil.
func Define(l Language) *Definition { return languages().byName[l] }

// ForPath tells a file's language by its base name or extension, "" if unknown.
func ForPath(p string) Language {
	base := path.Base(p)
	if d := languages().byFile[base]; d != nil {
		return d.Name
	}
	if d := languages().byExt[strings.ToLower(path.Ext(base))]; d != nil {
		return d.Name
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
