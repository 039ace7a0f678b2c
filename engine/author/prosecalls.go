package author

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"holdfast/parser/pattern"
)

// ProseCall is a call of a tool that a model wrote into its text, as models do
// whose client offers no tools in the request.
type ProseCall struct {
	Name string
	// Arguments is a JSON object, or else the text that stands for it.
	Arguments string
}

// Bounds on the search for calls in one reply: hostile text must stay linear.
const (
	maxProseCalls = 256
	maxCallSize   = 1 << 20 // bytes of a call in JSON
	maxCallDepth  = 4       // of elements
)

// ProseCalls returns the calls that a reply makes in its text, by their form
// alone: an element that begins a line and holds nothing but elements, or a JSON
// object ("<new_task><message>…"); a JSON object that names something and gives it
// values, at the start of a line or behind a mark; a line that calls a function with
// named texts; and what follows "Action Input:". Elements in fences are code that the reply shows.
func ProseCalls(text string) []ProseCall {
	if !strings.ContainsAny(text, "<{(") && !strings.Contains(text, "nput:") {
		return nil
	}
	f := callFinder{text: text, vain: map[string]bool{}}
	fence, label := "", ""
	for i := 0; i < len(text) && f.tried < maxProseCalls; {
		next := lineEnd(text, i)
		line := strings.TrimSpace(text[i:next])
		switch {
		case fence == "" && (strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")):
			fence, label = line[:3], strings.TrimLeft(line, "`~")
		case fence != "" && strings.HasPrefix(line, fence):
			fence = ""
		case line != "":
			if end := f.at(i+strings.Index(text[i:next], line), line, fence != ""); end > next {
				next = end
			}
			if fence == "" || strings.HasPrefix(label, "tool") {
				f.function(line)
			}
		}
		i = next
	}
	return f.calls
}

type callFinder struct {
	text  string
	calls []ProseCall
	tried int
	vain  map[string]bool // closing tags of which none comes any more
}

// at looks for a call in the line that begins at i and returns where it ends, 0 for
// none.
func (f *callFinder) at(i int, line string, fenced bool) int {
	if line[0] == '<' && !fenced {
		if end := f.element(i); end > 0 {
			return end
		}
	}
	if m := actionInput.FindStringIndex(line); m != nil {
		f.tried++
		rest := f.text[i+m[1]:]
		if n := strings.Index(rest, "\nObservation"); n >= 0 {
			rest = rest[:n]
		}
		f.calls = append(f.calls, ProseCall{Arguments: strings.TrimSpace(rest)})
		return i + m[1] + len(rest)
	}
	if at := opensJSON(line); at >= 0 {
		return f.json(i + at)
	}
	return 0
}

// function takes the call in a line that is one of a function with named texts, as
// models write it that were taught so.
func (f *callFinder) function(line string) {
	m := functionCall.FindStringSubmatch(line)
	if m == nil {
		return
	}
	f.tried++
	var texts []string
	for _, q := range quotedText.FindAllString(m[2], -1) {
		texts = append(texts, strings.TrimSpace(q[1:len(q)-1]))
	}
	if all := strings.Join(texts, "\n"); strings.ContainsAny(all, " \n") {
		f.calls = append(f.calls, ProseCall{Name: m[1], Arguments: all})
	}
}

var (
	functionCall = pattern.New(`^\[?([A-Za-z_][\w.]*)\((\s*[A-Za-z_]\w*\s*=.*)\)\]?$`)
	quotedText   = pattern.New(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`)
)

// actionInput is the line by which models that think and act in turn give a tool
// its input.
var actionInput = pattern.New(`(?i)^[*\s]*action[ _]input[*\s]*:[*\s]*`)

// opensJSON returns where in a line an object or a list of some begins that may be
// a call: at its start or behind a mark, which no prose is; -1 for nowhere.
func opensJSON(line string) int {
	at := strings.IndexAny(line, "{")
	if at < 0 {
		return -1
	}
	switch before := strings.TrimRight(line[:at], " ["); {
	case before == "":
	case strings.IndexByte(">|]:", before[len(before)-1]) < 0:
		return -1
	}
	return at
}

// json takes the call in the JSON object that begins at i and returns where it ends.
func (f *callFinder) json(i int) int {
	f.tried++
	d := json.NewDecoder(strings.NewReader(f.text[i:min(len(f.text), i+maxCallSize)]))
	var object map[string]json.RawMessage
	if d.Decode(&object) != nil {
		return 0
	}
	end := i + int(d.InputOffset())
	if call, ok := callOf(object); ok {
		f.calls = append(f.calls, call)
	}
	return end
}

// callOf reads an object as a call: one member is a word that names something,
// another one an object, or a text of more than a word, for it.
func callOf(object map[string]json.RawMessage) (call ProseCall, ok bool) {
	var given, text string // the largest object, and the longest text
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]
		var said string
		var inner map[string]json.RawMessage
		switch {
		case json.Unmarshal(value, &said) == nil && !isName(said):
			if strings.ContainsAny(said, " \n") && len(said) > len(text) {
				text = said
			}
		case said != "" && call.Name == "":
			call.Name = said
		case json.Unmarshal(value, &inner) == nil && inner != nil:
			if key == "function" { // {"function": {"name": …, "arguments": …}}
				return callOf(inner)
			}
			if len(value) > len(given) {
				given = string(value)
			}
		}
	}
	call.Arguments = cmp.Or(given, text)
	return call, call.Name != "" && call.Arguments != ""
}

func isName(text string) bool {
	for _, r := range text {
		if r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("_-.:/", r) {
			continue
		}
		return false
	}
	return text != ""
}

// element takes the call in the element that opens at i and returns where it ends,
// 0 where it is none.
func (f *callFinder) element(i int) int {
	name, open := callTag(f.text[i:])
	if name == "" {
		return 0
	}
	f.tried++
	inside, end := f.inside(name, i+open)
	if inside == "" {
		return 0
	}
	args, ok := elements(inside, maxCallDepth)
	if !ok {
		return 0
	}
	if args == nil { // JSON
		f.json(i + open + strings.IndexByte(f.text[i+open:], '{'))
		return end
	}
	object := make(map[string]string, len(args))
	for n, a := range args {
		if _, twice := object[a.name]; twice {
			a.name += "#" + strconv.Itoa(n)
		}
		object[a.name] = a.value
	}
	text, _ := json.Marshal(object) // texts always marshal
	f.calls = append(f.calls, ProseCall{Name: name, Arguments: string(text)})
	return end
}

// inside returns what an element holds from i on, and where it ends: at the end of
// the text, where it is not closed any more.
func (f *callFinder) inside(name string, i int) (inside string, end int) {
	closing := "</" + name + ">"
	if !f.vain[closing] {
		if n := strings.Index(f.text[i:], closing); n >= 0 {
			return f.text[i : i+n], i + n + len(closing)
		}
		f.vain[closing] = true
	}
	if begins := strings.TrimLeft(f.text[i:], " \t\r\n"); begins == "" || begins[0] != '<' {
		return "", 0
	}
	return f.text[i:], len(f.text)
}

type parameter struct{ name, value string }

// elements reads what holds nothing but elements; nil is a JSON object. What holds
// anything else is no call. The last element may be cut.
func elements(text string, deep int) (args []parameter, ok bool) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return nil, true
	}
	for text != "" {
		name, open := callTag(text)
		if name == "" {
			return nil, false
		}
		value, rest, closed := strings.Cut(text[open:], "</"+name+">")
		var inner []parameter
		if deep > 0 {
			inner, _ = elements(value, deep-1)
		}
		if inner != nil {
			args = append(args, inner...)
		} else {
			args = append(args, parameter{parameterName(text[1 : open-1]), strings.Trim(value, "\n")})
		}
		if text = strings.TrimSpace(rest); !closed {
			break
		}
	}
	return args, len(args) > 0
}

// parameterName is the name of a parameter in its tag: "path", "parameter=path",
// `parameter name="path"`.
func parameterName(tag string) string {
	if _, name, ok := strings.Cut(tag, "="); ok {
		return strings.Trim(name, `"' `)
	}
	return tag
}

// callTag returns the name by which an opening tag is closed, and its length; ""
// and 0 where text begins with none.
func callTag(text string) (name string, length int) {
	n := strings.IndexByte(text[:min(len(text), maxTag)], '>')
	if n < 2 || text[0] != '<' {
		return "", 0
	}
	name = text[1:n]
	if at := strings.IndexAny(name, " =\t"); at > 0 {
		name = name[:at]
	}
	if !isName(name) || strings.HasSuffix(name, "/") || strings.HasPrefix(name, "/") {
		return "", 0
	}
	return name, n + 1
}

// maxTag bounds an opening tag, in bytes.
const maxTag = 400
