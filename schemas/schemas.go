package schemas

import (
	"embed"
	"fmt"
	"sync"
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
	rule, ok := compiled[string(s)]
	if !ok {
		return nil, fmt.Errorf("there is no schema %q", s)
	}
	c := comparison{rules: compiled}
	c.compare(rule, document, nil)
	return inOrder(c.found), nil
}

// compile reads every schema at the first use and keeps them: a program that
// validates nothing pays nothing.
var compile = sync.OnceValues(func() (rules, error) {
	all := rules{}
	for _, name := range []Schema{SessionState, CanonStateDelta, SecondReader} {
		text, err := Source(name)
		if err == nil {
			err = all.add(string(name), text)
		}
		if err != nil {
			return nil, fmt.Errorf("read the schema %s: %w", name, err)
		}
	}
	return all, all.check()
})
