package call

import (
	"bytes"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strings"

	"holdfast/parser/aside"
	"holdfast/parser/pattern"
)

// object is the JSON object of a call's arguments. Its members go by their
// plain names (see plain), so that filePath, file_path and FilePath are one.
// Members that are null are left out: models fill optional ones with it.
type object struct {
	members map[string]json.RawMessage
	sorted  []string // the names of the members; nil where they were not sorted yet
	raw     []byte
}

// readObject reads an object; ok is false where raw is none.
func readObject(raw []byte) (o object, ok bool) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] != '{' {
		return object{}, false
	}
	var members map[string]json.RawMessage
	short, held := aside.Take(raw)
	if json.Unmarshal(short, &members) != nil {
		return object{}, false
	}
	o = object{members: map[string]json.RawMessage{}, raw: raw}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names) // two spellings of one name: the same one wins each time
	for _, name := range names {
		if value := members[name]; string(value) != "null" {
			o.members[plain(name)] = held.Back(value)
		}
	}
	o.sorted = o.names()
	return o, true
}

// plain is a member's name in lower case, without what separates its words.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// names lists the members in a fixed order.
func (o object) names() []string {
	if o.sorted != nil {
		return o.sorted
	}
	all := make([]string, 0, len(o.members))
	for name := range o.members {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// has reports whether any of the members is there.
func (o object) has(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return o.members[n] != nil })
}

// text is the first of the members that is a string.
func (o object) text(names ...string) (value, name string, ok bool) {
	for _, n := range names {
		if s, is := asText(o.members[n]); is {
			return s, n, true
		}
	}
	return "", "", false
}

func asText(raw json.RawMessage) (s string, ok bool) { return aside.Text(raw) }

// number is the first of the members that is a whole number, be it written as
// a string.
func (o object) number(names ...string) (int, bool) {
	for _, name := range names {
		raw := o.members[name]
		if s, ok := asText(raw); ok {
			raw = json.RawMessage(strings.TrimSpace(s))
		}
		var f float64
		if len(raw) == 0 || json.Unmarshal(raw, &f) != nil {
			continue
		}
		if f == math.Trunc(f) && math.Abs(f) <= 1<<31-1 {
			return int(f), true
		}
	}
	return 0, false
}

// flag reports whether one of the members is true, be it written as a string.
func (o object) flag(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		raw := string(o.members[n])
		return raw == "true" || strings.EqualFold(raw, `"true"`)
	})
}

// list is the first of the members that is an array, or a string that holds
// one: small models write nested arguments as text.
func (o object) list(names ...string) (items []json.RawMessage, name string, ok bool) {
	for _, n := range names {
		raw := o.members[n]
		if s, is := asText(raw); is {
			raw = json.RawMessage(strings.TrimSpace(s))
		}
		if len(raw) > 0 && raw[0] == '[' && json.Unmarshal(raw, &items) == nil {
			return items, n, true
		}
	}
	return nil, "", false
}

// inner is the first of the members that is an object.
func (o object) inner(names ...string) (object, bool) {
	for _, n := range names {
		if in, ok := readObject(o.members[n]); ok {
			return in, true
		}
	}
	return object{}, false
}

// path is the one file that the object names. clash tells that its members
// name two.
func (o object) path() (path string, clash bool) {
	for _, name := range o.names() {
		if !namesPath(name) {
			continue
		}
		s, ok := asText(o.members[name])
		if s = ofURI(s); !ok || s == "" {
			continue
		}
		if path != "" && s != path {
			return "", true
		}
		path = s
	}
	return path, false
}

// ofURI is the path of a file's URI, and any other text as it is.
func ofURI(s string) string {
	path, isURI := strings.CutPrefix(s, "file://")
	if !isURI {
		return s
	}
	path = strings.TrimPrefix(path, "localhost")
	if plain, err := url.PathUnescape(path); err == nil {
		return plain
	}
	return path
}

// namesPath reports whether a member names a file.
func namesPath(name string) bool {
	return slices.Contains(pathNames, name) || matches(pathWords, name)
}

// maxWorded is how many members of an object are read by the words of their names.
const maxWorded = 64

// maxName is how long a member's name is that anybody would give it, in bytes.
const maxName = 40

func matches(words *pattern.Regexp, name string) bool {
	return len(name) <= maxName && words.MatchString(name)
}

// old is the text that an edit replaces, now the one that it puts there.
func (o object) old() (text, name string, ok bool) { return o.said(oldNames, oldWords) }
func (o object) now() (text, name string, ok bool) { return o.said(newNames, newWords) }

// pairs reports whether it holds both.
func (o object) pairs() bool {
	_, _, hasOld := o.old()
	_, _, hasNew := o.now()
	return hasOld && hasNew
}

// said is the first of the members that is a string, or else the first whose name
// is made of such words.
func (o object) said(names []string, words *pattern.Regexp) (text, name string, ok bool) {
	if text, name, ok = o.text(names...); ok {
		return text, name, true
	}
	for _, n := range o.names()[:min(len(o.members), maxWorded)] {
		if matches(words, n) {
			if text, ok = asText(o.members[n]); ok {
				return text, n, true
			}
		}
	}
	return "", "", false
}
