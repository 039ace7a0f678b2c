package schemas

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema names one of the embedded schemas by its file.
type Schema string

// The schemas of the canon (CANON_STATE_DELTA, "Required fields").
const (
	SessionState    Schema = "SESSION_STATE.schema.json"
	CanonStateDelta Schema = "CANON_STATE_DELTA.schema.json"
)

// SecondReader is what a model answers that is asked what a turn changed.
const SecondReader Schema = "SECOND_READER.schema.json"

//go:embed *.json
var files embed.FS

// base is where the compiler takes the files to be; nothing is ever fetched.
const base = "embedded:///"

// Source is the text of a schema, as other tools can use it.
func Source(s Schema) ([]byte, error) {
	text, err := files.ReadFile(string(s))
	if err != nil {
		return nil, fmt.Errorf("there is no schema %q", s)
	}
	return text, nil
}

// Validate compares a document with a schema. The document is what a JSON
// reader yields: map[string]any, []any, string, bool, nil, and for numbers
// int64, float64 or json.Number; a json.Number must have a small exponent,
// since it is computed exactly. The faults are in the order of their paths; no
// fault means that the document is valid. The error is about the schema.
func Validate(s Schema, document any) ([]Fault, error) {
	compiled, err := compile()
	if err != nil {
		return nil, err
	}
	schema, ok := compiled[s]
	if !ok {
		return nil, fmt.Errorf("there is no schema %q", s)
	}
	if err := schema.Validate(document); err != nil {
		return faultsOf(err)
	}
	return nil, nil
}

// compile compiles every schema at the first use and keeps them: a program that
// validates nothing pays nothing.
var compile = sync.OnceValues(func() (map[Schema]*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, fmt.Errorf("list the schemas: %w", err)
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read the schema %s: %w", name, err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("read the schema %s: %w", name, err)
		}
		if err := c.AddResource(base+name, document); err != nil {
			return nil, fmt.Errorf("read the schema %s: %w", name, err)
		}
	}
	compiled := map[Schema]*jsonschema.Schema{}
	for _, name := range names {
		schema, err := c.Compile(base + name)
		if err != nil {
			return nil, fmt.Errorf("compile the schema %s: %w", name, err)
		}
		compiled[Schema(name)] = schema
	}
	return compiled, nil
})
