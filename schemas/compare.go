package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// rule is what one place of a document is compared with: the part of JSON Schema 2020-12
// that the schemas here are written in. A schema with any other keyword is refused, so
// that none is passed over.
type rule struct {
	Type                 string           `json:"type"`
	Const                *string          `json:"const"`
	Enum                 []string         `json:"enum"`
	Pattern              string           `json:"pattern"`
	Minimum              *json.Number     `json:"minimum"`
	MaxItems             *int             `json:"maxItems"`
	Required             []string         `json:"required"`
	Properties           map[string]*rule `json:"properties"`
	AdditionalProperties *bool            `json:"additionalProperties"`
	Items                *rule            `json:"items"`
	Ref                  string           `json:"$ref"`
	Defs                 map[string]*rule `json:"$defs"`

	// For readers alone.
	Schema      string `json:"$schema"`
	Title       string `json:"title"`
	Description string `json:"description"`

	name    string // of the definition
	least   *big.Rat
	pattern *regexp.Regexp
}

// rules are those of every file and of its definitions, each by what refers to it.
type rules map[string]*rule

// add reads the schema of a file.
func (all rules) add(name string, text []byte) error {
	root := new(rule)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(root); err != nil {
		return err
	}
	all[name] = root
	for def, r := range root.Defs {
		r.name = def
		all[name+"#/$defs/"+def] = r
	}
	return root.prepare(name)
}

// prepare compiles what a rule and those in it compare with, and makes each reference
// name its file.
func (r *rule) prepare(file string) (err error) {
	if r.Pattern != "" {
		if r.pattern, err = regexp.Compile(r.Pattern); err != nil {
			return err
		}
	}
	if r.Minimum != nil {
		r.least, _ = new(big.Rat).SetString(r.Minimum.String()) // a number of JSON is one
	}
	if strings.HasPrefix(r.Ref, "#") {
		r.Ref = file + r.Ref
	}
	for _, inner := range r.inner() {
		if err := inner.prepare(file); err != nil {
			return err
		}
	}
	return nil
}

// inner are the rules that stand in a rule.
func (r *rule) inner() (list []*rule) {
	for _, inner := range r.Properties {
		list = append(list, inner)
	}
	for _, inner := range r.Defs {
		list = append(list, inner)
	}
	if r.Items != nil {
		list = append(list, r.Items)
	}
	return list
}

// check tells of a reference to what is not there.
func (all rules) check() error {
	for _, root := range all {
		for open := []*rule{root}; len(open) > 0; {
			r := open[len(open)-1]
			if r.Ref != "" && all[r.Ref] == nil {
				return fmt.Errorf("no schema has %s", r.Ref)
			}
			open = append(open[:len(open)-1], r.inner()...)
		}
	}
	return nil
}

// comparison is one document that is compared.
type comparison struct {
	rules rules
	found []place
}

func (c *comparison) add(at []string, text string) {
	c.found = append(c.found, place{slices.Clone(at), Fault{pathOf(at), text}})
}

// compare notes what is wrong with a value. One of another type, or that is none of
// those that may stand there, has no further faults.
func (c *comparison) compare(r *rule, v any, at []string) {
	switch {
	case r.Type != "" && !isOf(r.Type, v):
		c.add(at, fmt.Sprintf("must be %s, not %s", article(r.Type), article(typeOf(v))))
		return
	case r.Const != nil && v != any(*r.Const):
		c.add(at, fmt.Sprintf("must be %s, not %s", quote(*r.Const), value(v)))
		return
	case r.Enum != nil:
		if s, ok := v.(string); !ok || !slices.Contains(r.Enum, s) {
			c.add(at, noneOf(v, r.Enum))
			return
		}
	}
	if r.Ref != "" {
		c.compare(c.rules[r.Ref], v, at)
	}
	switch v := v.(type) {
	case map[string]any:
		c.object(r, v, at)
	case []any:
		c.array(r, v, at)
	case string:
		if r.pattern != nil && !r.pattern.MatchString(v) {
			c.add(at, unlike(v, r.Pattern, r.name))
		}
	default:
		if n := number(v); n != nil && r.least != nil && n.Cmp(r.least) < 0 {
			c.add(at, fmt.Sprintf("must be at least %s, not %s", r.least.RatString(), n.RatString()))
		}
	}
}

func (c *comparison) object(r *rule, v map[string]any, at []string) {
	for _, key := range r.Required {
		if _, ok := v[key]; !ok {
			c.add(append(at, key), missing(key))
		}
	}
	for key, inner := range v {
		if known := r.Properties[key]; known != nil {
			c.compare(known, inner, append(at, key))
		} else if r.AdditionalProperties != nil && !*r.AdditionalProperties {
			c.add(append(at, key), "is not a key that may stand here")
		}
	}
}

func (c *comparison) array(r *rule, v []any, at []string) {
	if r.MaxItems != nil && len(v) > *r.MaxItems {
		c.add(at, fmt.Sprintf("must have at most %d items, not %d", *r.MaxItems, len(v)))
	}
	if r.Items == nil {
		return
	}
	for i, inner := range v {
		c.compare(r.Items, inner, append(at, strconv.Itoa(i)))
	}
}

// isOf reports whether a value is of a type of JSON Schema's. A number without a
// fraction is an integer, however it is written.
func isOf(typ string, v any) bool {
	if typ == "integer" {
		n := number(v)
		return n != nil && n.IsInt()
	}
	return typeOf(v) == typ
}

// typeOf is the type of a value of JSON.
func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "number"
}

// number is the exact number that a value is, nil for none.
func number(v any) *big.Rat {
	if typeOf(v) != "number" {
		return nil
	}
	n, _ := new(big.Rat).SetString(fmt.Sprint(v))
	return n
}
