package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// largest is the size of the largest configuration file that is read, in bytes.
const largest = 1 << 20

// setting is a key with its value, not yet checked, and its place in a layer.
type setting struct {
	key    key
	value  any
	origin Origin
}

// readFile yields the settings of a configuration file in their order, none
// where there is no such file.
func readFile(path string) ([]setting, error) {
	data, err := readBounded(path)
	if err != nil {
		return nil, &Error{Origin: Origin{File: path}, Problem: err.Error()}
	}
	return parse(path, data)
}

func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", cause(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", cause(err))
	}
	if len(data) > largest {
		return nil, errors.New("is larger than 1 MiB, which no configuration is; look at what it holds")
	}
	return bytes.TrimPrefix(data, []byte("\uFEFF")), nil // the mark that some editors write
}

// parse reads a TOML document. The library's decoder judges it and yields the
// values; its scanner, walked beside, tells on which line each key stands.
func parse(path string, data []byte) ([]setting, error) {
	var document map[string]any
	if err := toml.Unmarshal(data, &document); err != nil {
		return nil, notTOML(path, err)
	}
	var settings []setting
	for _, place := range places(data) {
		origin := Origin{File: path, Line: place.line}
		name := strings.Join(place.path, ".")
		if place.table {
			if !isTable(name) {
				return nil, &Error{Origin: origin, Key: name, Problem: "there is no such table; the tables are " + enumerate(tables())}
			}
			continue
		}
		k, known := named(name)
		if !known {
			return nil, &Error{Origin: origin, Key: name, Problem: unknown("key", name, key.inFile)}
		}
		value, found := lookUp(document, place.path)
		if !found {
			return nil, &Error{Origin: origin, Key: name, Problem: "stands in a list of tables; write its table once, as [" + place.path[0] + "]"}
		}
		settings = append(settings, setting{k, value, origin})
	}
	return settings, nil
}

func notTOML(path string, err error) error {
	origin := Origin{File: path}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		origin.Line, _ = decode.Position()
	}
	return &Error{Origin: origin, Problem: "is not valid TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
}

// place is where a table or a key with a value stands in a document.
type place struct {
	path  []string
	line  int
	table bool
}

// places lists the tables and keys of a valid document in their order.
func places(data []byte) []place {
	var list []place
	var table []string
	var parser unstable.Parser
	parser.Reset(data)
	for parser.NextExpression() {
		e := parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			p := placeOf(&parser, nil, e)
			table, p.table = p.path, true
			list = append(list, p)
		case unstable.KeyValue:
			list = append(list, leaves(&parser, table, e)...)
		}
	}
	return list
}

// leaves lists a key with its value, or the keys of an inline table.
func leaves(parser *unstable.Parser, table []string, e *unstable.Node) []place {
	p := placeOf(parser, table, e)
	if e.Value().Kind != unstable.InlineTable {
		return []place{p}
	}
	p.table = true
	list := []place{p}
	for entries := e.Value().Children(); entries.Next(); {
		list = append(list, leaves(parser, p.path, entries.Node())...)
	}
	return list
}

func placeOf(parser *unstable.Parser, table []string, e *unstable.Node) place {
	p := place{path: slices.Clone(table)}
	for names := e.Key(); names.Next(); {
		if p.line == 0 {
			p.line = parser.Shape(names.Node().Raw).Start.Line
		}
		p.path = append(p.path, string(names.Node().Data))
	}
	return p
}

func lookUp(document map[string]any, path []string) (any, bool) {
	var value any = document
	for _, name := range path {
		table, ok := value.(map[string]any)
		if !ok {
			return nil, false
		}
		if value, ok = table[name]; !ok {
			return nil, false
		}
	}
	return value, true
}

// tables lists the tables that keys stand in.
func tables() []string {
	var list []string
	for _, k := range keys {
		if table, _, ok := strings.Cut(k.name, "."); ok && !slices.Contains(list, table) {
			list = append(list, table)
		}
	}
	return list
}

func isTable(name string) bool { return slices.Contains(tables(), name) }
