package event

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The Ledger's JSON is in the canonical form of RFC 8785. Its values are Go
// structs of known types, so it is written in one pass from fields that were
// sorted once, instead of marshalling, parsing, sorting and writing again; a
// test and a fuzz target hold it to the bytes of gowebpki/jcs.

// maxInteger is the greatest integer that every JSON reader keeps exactly.
const maxInteger = 1<<53 - 1

// canonical is a JSON text under construction.
type canonical struct {
	bytes []byte
	// lossy reports whether a string was no valid UTF-8 and was written with U+FFFD
	// in place of what was not, as encoding/json does.
	lossy bool
}

// encoder appends a value of one type.
type encoder func(out *canonical, v reflect.Value) error

// encoderFor compiles the encoder of a type. A type that the Ledger cannot
// hold (floats, maps, interfaces, pointers) gets an encoder that says so.
func encoderFor(t reflect.Type) encoder {
	switch t.Kind() {
	case reflect.String:
		return func(out *canonical, v reflect.Value) error { out.string(v.String()); return nil }
	case reflect.Bool:
		return func(out *canonical, v reflect.Value) error {
			out.bytes = strconv.AppendBool(out.bytes, v.Bool())
			return nil
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return encodeInteger
	case reflect.Slice:
		return sliceEncoder(t)
	case reflect.Struct:
		return structEncoder(t)
	}
	return func(*canonical, reflect.Value) error {
		return fmt.Errorf("the Ledger cannot hold a value of type %s", t)
	}
}

func encodeInteger(out *canonical, v reflect.Value) error {
	n := v.Int()
	if n > maxInteger || n < -maxInteger {
		return fmt.Errorf("%d is beyond the integers that JSON keeps exactly", n)
	}
	out.bytes = strconv.AppendInt(out.bytes, n, 10)
	return nil
}

func sliceEncoder(t reflect.Type) encoder {
	item := encoderFor(t.Elem())
	return func(out *canonical, v reflect.Value) error {
		if v.IsNil() {
			out.bytes = append(out.bytes, "null"...)
			return nil
		}
		out.bytes = append(out.bytes, '[')
		for i := range v.Len() {
			if i > 0 {
				out.bytes = append(out.bytes, ',')
			}
			if err := item(out, v.Index(i)); err != nil {
				return err
			}
		}
		out.bytes = append(out.bytes, ']')
		return nil
	}
}

// field is one member of an object.
type field struct {
	name      string
	key       string // quoted, with its colon
	index     int
	omitEmpty bool
	encode    encoder
}

func structEncoder(t reflect.Type) encoder {
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		fields = append(fields, field{
			name: name, key: strconv.Quote(name) + ":", index: i,
			omitEmpty: options == "omitempty", encode: encoderFor(f.Type),
		})
	}
	// Keys are ASCII, whose order by bytes is that of RFC 8785 by UTF-16.
	slices.SortFunc(fields, func(a, b field) int { return cmp.Compare(a.name, b.name) })
	return func(out *canonical, v reflect.Value) error {
		return encodeStruct(out, v, fields)
	}
}

func encodeStruct(out *canonical, v reflect.Value, fields []field) error {
	out.bytes = append(out.bytes, '{')
	first := true
	for i := range fields {
		f := &fields[i]
		value := v.Field(f.index)
		if f.omitEmpty && isEmpty(value) {
			continue
		}
		if !first {
			out.bytes = append(out.bytes, ',')
		}
		first = false
		out.bytes = append(out.bytes, f.key...)
		if err := f.encode(out, value); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	out.bytes = append(out.bytes, '}')
	return nil
}

// isEmpty is encoding/json's idea of what omitempty leaves out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

const hexDigits = "0123456789abcdef"

// string appends s in quotes: only what must be escaped is, in the shortest
// way (RFC 8785 3.2.2.2).
func (c *canonical) string(s string) {
	c.bytes = append(c.bytes, '"')
	start := 0
	for i := 0; i < len(s); {
		b := s[i]
		if b >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				c.bytes = append(c.bytes, s[start:i]...)
				c.bytes = append(c.bytes, "\uFFFD"...)
				c.lossy = true
				start = i + 1
			}
			i += size
			continue
		}
		if b >= ' ' && b != '"' && b != '\\' {
			i++
			continue
		}
		c.bytes = append(c.bytes, s[start:i]...)
		c.escape(b)
		i++
		start = i
	}
	c.bytes = append(c.bytes, s[start:]...)
	c.bytes = append(c.bytes, '"')
}

// escape appends an ASCII character that cannot stand in a string as it is.
func (c *canonical) escape(b byte) {
	switch b {
	case '"', '\\':
		c.bytes = append(c.bytes, '\\', b)
	case '\b':
		c.bytes = append(c.bytes, '\\', 'b')
	case '\t':
		c.bytes = append(c.bytes, '\\', 't')
	case '\n':
		c.bytes = append(c.bytes, '\\', 'n')
	case '\f':
		c.bytes = append(c.bytes, '\\', 'f')
	case '\r':
		c.bytes = append(c.bytes, '\\', 'r')
	default:
		c.bytes = append(c.bytes, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
	}
}
