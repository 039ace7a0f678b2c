package second

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/parser/thought"
	"holdfast/schemas"
)

// Proposal is one delta that a model proposes. Of one with a Fault only Raw and
// Kind count.
type Proposal struct {
	Kind         delta.Kind       `json:"kind"`
	Quote        string           `json:"quote"`
	Summary      string           `json:"summary"`
	Target       string           `json:"target"`
	Alternatives []string         `json:"alternatives"`
	Hard         *bool            `json:"hard"`
	Mode         delta.Mode       `json:"mode"`
	Resolution   delta.Resolution `json:"resolution"`
	Confidence   delta.Confidence `json:"confidence"`

	Fault string          `json:"-"` // why it is none, one sentence
	Raw   json.RawMessage `json:"-"`
}

// What makes an answer useless as a whole.
var (
	ErrNoJSON   = errors.New("the answer holds no JSON object with deltas")
	ErrCut      = errors.New("the answer ends in the middle of its JSON")
	ErrDeep     = errors.New("the answer's JSON nests deeper than deltas do")
	ErrTwice    = errors.New("a key stands twice in the answer, and what it means is open")
	ErrDisagree = errors.New("the answer holds several lists of deltas, and they differ")
	ErrHuge     = errors.New("the answer is far longer than deltas are")
)

// Bounds on what a model says.
const (
	// MaxSaid is how much text is read, in bytes; more is ErrHuge.
	MaxSaid = 64 << 10
	// maxDeltas is how many deltas of an answer count: of a longer list the
	// beginning is taken.
	maxDeltas = 16
	// maxDepth is far more than an answer needs: a schema that is repeated nests.
	maxDepth = 32
	// maxTries bounds the places at which JSON is looked for.
	maxTries = 256
	// maxRaw is how much of a faulty delta is kept, in bytes.
	maxRaw = 1 << 10
)

// Parse reads the proposals out of what a model said. Around the one JSON object
// there may be prose, reasoning and code fences; an object that is repeated is
// one. An error is of the answer as a whole; a single delta that is none comes
// with its fault.
func Parse(said string) ([]Proposal, error) {
	if len(said) > MaxSaid {
		return nil, ErrHuge
	}
	said, spoken := thought.Without(said)
	if !spoken {
		return nil, ErrCut
	}
	var found []json.RawMessage
	first := ""
	for rest, tries := said, 0; tries < maxTries; {
		at := strings.IndexByte(rest, '{')
		if at < 0 {
			break
		}
		rest = rest[at:]
		length, err := object(rest)
		switch {
		case err == nil:
			if deltas, ok := listed(rest[:length]); ok && !slices.ContainsFunc(found, func(l json.RawMessage) bool { return bytes.Equal(l, deltas) }) {
				found, first = append(found, deltas), cmp.Or(first, rest[:length])
			}
			rest = rest[length:]
		case errors.Is(err, io.ErrUnexpectedEOF) && !strings.HasPrefix(first, strings.TrimSpace(rest)):
			return nil, ErrCut
		case errors.Is(err, io.ErrUnexpectedEOF): // the same again, up to the limit of tokens
			rest = ""
		case errors.Is(err, ErrDeep), errors.Is(err, ErrTwice):
			return nil, err
		default:
			rest, tries = rest[1:], tries+1
		}
	}
	switch len(found) {
	case 0:
		return nil, ErrNoJSON
	case 1:
		return proposals(found[0])
	}
	return nil, ErrDisagree
}

// object reads the JSON object that begins a text: how long it is, or why it is
// none. io.ErrUnexpectedEOF tells that the text ends before it does.
func object(text string) (int, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	type level struct {
		keys map[string]bool // nil in a list
		key  bool            // a key comes next
	}
	var open []level
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		if n := len(open); n > 0 && open[n-1].key {
			if key, ok := token.(string); ok {
				if open[n-1].keys[key] {
					return 0, ErrTwice
				}
				open[n-1].keys[key], open[n-1].key = true, false
				continue
			}
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			if len(open) == maxDepth {
				return 0, ErrDeep
			}
			l := level{}
			if token == json.Delim('{') {
				l = level{keys: map[string]bool{}, key: true}
			}
			open = append(open, l)
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			return int(d.InputOffset()), nil
		}
		if l := &open[len(open)-1]; l.keys != nil {
			l.key = true
		}
	}
}

// listed is the list of an object that is an answer.
func listed(object string) (json.RawMessage, bool) {
	var answer map[string]json.RawMessage
	if json.Unmarshal([]byte(object), &answer) != nil || len(answer) != 1 {
		return nil, false
	}
	list := answer["deltas"]
	if len(list) == 0 || list[0] != '[' {
		return nil, false
	}
	var small bytes.Buffer
	if json.Compact(&small, list) != nil {
		return nil, false
	}
	return small.Bytes(), true
}

// proposals reads a list of deltas, each for itself.
func proposals(list json.RawMessage) ([]Proposal, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(list, &raw); err != nil {
		return nil, ErrNoJSON
	}
	var out []Proposal
	for _, text := range raw[:min(len(raw), maxDeltas)] {
		p, err := proposal(text)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// proposal holds one delta to the schema. No number has a place in an answer, so
// that none need be read exactly.
func proposal(text json.RawMessage) (Proposal, error) {
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return faulty(text, "", "it cannot be read: "+err.Error())
	}
	faults, err := schemas.Validate(schemas.SecondReader, map[string]any{"deltas": []any{document}})
	if err != nil {
		return Proposal{}, err
	}
	kind := kindOf(document)
	if kind != "" && !slices.Contains(delta.Kinds, kind) {
		return faulty(text, kind, fmt.Sprintf("unknown kind %q", cut(string(kind), maxName)))
	}
	if len(faults) > 0 {
		return faulty(text, kind, "it is not what was asked for: "+strings.TrimPrefix(faults[0].String(), "deltas[0]."))
	}
	p := Proposal{Raw: text}
	if err := json.Unmarshal(text, &p); err != nil {
		return faulty(text, kind, "it cannot be read: "+err.Error())
	}
	return p, nil
}

// faulty keeps a delta that is none, or no more than its kind where it is long.
func faulty(text json.RawMessage, kind delta.Kind, fault string) (Proposal, error) {
	p := Proposal{Raw: text, Kind: delta.Kind(cut(string(kind), maxName)), Fault: fault}
	if len(text) <= maxRaw {
		return p, nil
	}
	var err error
	p.Raw, err = json.Marshal(struct {
		Kind delta.Kind `json:"kind"`
	}{p.Kind})
	return p, err
}

// maxName is how much of a foreign name is kept, in bytes.
const maxName = 60

func kindOf(document any) delta.Kind {
	fields, _ := document.(map[string]any)
	kind, _ := fields["kind"].(string)
	return delta.Kind(kind)
}
