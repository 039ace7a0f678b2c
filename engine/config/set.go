package config

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/pelletier/go-toml/v2"
)

// Set writes a setting whose value is a word into the workspace's configuration
// file, which it makes where there is none, and returns the file's path. All else in
// the file stays as it is. The setting holds from the next start on.
func (w Workspace) Set(key, value string) (path string, err error) {
	path = filepath.Join(w.Folder(), FileName)
	before, err := readBounded(path)
	if err != nil {
		return path, &Error{Origin: Origin{File: path}, Problem: err.Error()}
	}
	after, err := with(path, before, key, value)
	if err != nil {
		return path, err
	}
	if err := os.MkdirAll(w.Folder(), 0o755); err != nil {
		return path, fmt.Errorf("%s cannot be made: %w", w.Folder(), cause(err))
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := renameio.WriteFile(path, after, mode); err != nil {
		return path, fmt.Errorf("%s cannot be written: %w", path, cause(err))
	}
	return path, nil
}

// with is a document with table.name set to a word. It is read again before it is
// returned: a form of TOML that is not understood here is refused, never broken.
func with(path string, text []byte, key, value string) ([]byte, error) {
	table, name, _ := strings.Cut(key, ".")
	was, err := values(path, text)
	if err != nil {
		return nil, err
	}
	line := name + " = " + strconv.Quote(value)
	var out []byte
	switch at := lineOf(text, table, name); {
	case was[key] != nil && at == nil:
		return nil, fmt.Errorf("%s sets %s in a form that holdfast does not rewrite: set it to %q by hand", path, key, value)
	case was[key] != nil:
		written := line
		if bytes.HasPrefix(text[at[0]:at[1]], []byte(table+".")) {
			written = table + "." + line
		}
		out = append(append(bytes.Clone(text[:at[0]]), written...), text[at[1]:]...)
	default:
		if head := regexp.MustCompile(`(?m)^[ \t]*\[[ \t]*` + regexp.QuoteMeta(table) + `[ \t]*\][^\n]*$`).FindIndex(text); head != nil {
			out = append(append(bytes.Clone(text[:head[1]]), "\n"+line...), text[head[1]:]...)
			break
		}
		out = bytes.Clone(text)
		if len(out) > 0 && out[len(out)-1] != '\n' {
			out = append(out, '\n')
		}
		if len(out) > 0 {
			out = append(out, '\n')
		}
		out = append(out, "["+table+"]\n"+line+"\n"...)
	}
	now, err := values(path, out)
	was[key] = value
	if err != nil || !reflect.DeepEqual(was, now) {
		return nil, fmt.Errorf("%s is written in a form that holdfast does not rewrite: set %s = %q by hand", path, key, value)
	}
	return out, nil
}

// lineOf is where a setting stands on a line of its own, without the comment behind it;
// nil where it does not.
func lineOf(text []byte, table, name string) []int {
	word := `[ \t]*=[ \t]*("[^"\n]*"|'[^'\n]*')`
	if at := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(table+"."+name) + word).FindIndex(text); at != nil {
		return at
	}
	head := regexp.MustCompile(`(?m)^[ \t]*\[[ \t]*` + regexp.QuoteMeta(table) + `[ \t]*\]`).FindIndex(text)
	if head == nil {
		return nil
	}
	end := len(text)
	if next := regexp.MustCompile(`(?m)^[ \t]*\[`).FindIndex(text[head[1]:]); next != nil {
		end = head[1] + next[0]
	}
	at := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + word).FindIndex(text[head[1]:end])
	if at == nil {
		return nil
	}
	return []int{head[1] + at[0], head[1] + at[1]}
}

// values are the settings of a document by their names.
func values(path string, text []byte) (map[string]any, error) {
	var document map[string]any
	if err := toml.Unmarshal(text, &document); err != nil {
		return nil, notTOML(path, err)
	}
	out := map[string]any{}
	var flatten func(prefix string, m map[string]any)
	flatten = func(prefix string, m map[string]any) {
		for k, v := range maps.All(m) {
			if t, ok := v.(map[string]any); ok {
				flatten(prefix+k+".", t)
				continue
			}
			out[prefix+k] = v
		}
	}
	flatten("", document)
	return out, nil
}
