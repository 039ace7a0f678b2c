package schemas

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// An implementation of all of JSON Schema finds the same faults at the same places, in
// each document that one change makes of one with every key.
func TestAnImplementationOfAllOfJSONSchemaFindsTheSame(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	for _, s := range []Schema{SessionState, CanonStateDelta, SecondReader} {
		text, err := Source(s)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = c.AddResource("embedded:///"+string(s), v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	second := map[string]any{"deltas": []any{map[string]any{
		"kind": "goal_set", "quote": "q", "summary": "s", "target": "t", "alternatives": []any{"1", "2", "3", "4", "5", "6", "7", "8"},
		"hard": true, "mode": "relaxed", "resolution": "completed", "confidence": "low",
	}}}
	crowded := map[string]any{"deltas": []any{map[string]any{"kind": "goal_set", "quote": "q", "alternatives": make([]any, 9)}}}
	tried := 0
	for s, documents := range map[Schema][]map[string]any{
		CanonStateDelta: {document(t, "every-key.json")},
		SessionState:    {document(t, "every-key.json")["current_state"].(map[string]any)},
		SecondReader:    {second, crowded},
	} {
		compiled, err := c.Compile("embedded:///" + string(s))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range documents {
			list := append(mutations(d, nil), mutation{name: "nothing", apply: func() {}, undo: func() {}})
			for i, m := range list {
				m.apply()
				other := list[(i*7+3)%len(list)] // and a second one beside it, which may stand in what the first took away
				other.apply()
				got := faults(t, s, d)
				want := places(compiled.Validate(d))
				other.undo()
				m.undo()
				for k := range got {
					got[k] = got[k][:strings.Index(got[k], ": ")]
				}
				if got = slices.Compact(got); !slices.Equal(got, want) {
					t.Errorf("%s and %s: got %q, want %q", m.name, other.name, got, want)
				}
				tried++
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d documents were tried", tried)
	}
}

// places are the paths of what the library finds.
func places(err error) []string {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return nil
	}
	var found []place
	var collect func(e *jsonschema.ValidationError)
	collect = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			collect(cause)
		}
		if len(e.Causes) > 0 {
			return
		}
		var keys []string
		switch k := e.ErrorKind.(type) {
		case *kind.Required:
			keys = k.Missing
		case *kind.AdditionalProperties:
			keys = k.Properties
		default:
			found = append(found, place{e.InstanceLocation, Fault{Path: pathOf(e.InstanceLocation)}})
		}
		for _, key := range keys {
			at := append(slices.Clone(e.InstanceLocation), key)
			found = append(found, place{at, Fault{Path: pathOf(at)}})
		}
	}
	collect(invalid)
	var paths []string
	for _, f := range inOrder(found) {
		paths = append(paths, f.Path)
	}
	return paths
}

func TestASchemaWithAnUnknownKeywordIsRefused(t *testing.T) {
	for _, text := range []string{`{"minLength": 1}`, `{"properties": {"a": {"uniqueItems": true}}}`, `{"pattern": "("}`, `{"items": {"enum": [1]}}`} {
		if err := (rules{}).add("s", []byte(text)); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
	all := rules{}
	if err := all.add("s", []byte(`{"items": {"$ref": "#/$defs/none"}}`)); err != nil || all.check() == nil {
		t.Errorf("a reference to nothing is taken: %v", err)
	}
}
