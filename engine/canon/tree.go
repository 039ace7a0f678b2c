package canon

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"holdfast/schemas"
)

// Limits of a foreign text. A CANON_STATE_DELTA is five levels deep.
const (
	MaxBytes   = 32 << 20 // of the text that is searched
	maxDepth   = 32
	maxObjects = 10_000 // that are looked at in one text
)

// maxInteger is the greatest integer that every JSON reader keeps exactly.
const maxInteger = 1<<53 - 1

// object is a JSON object as it was read, strictly by RFC 8259.
type object struct {
	members map[string]any // int64, float64, string, bool, nil, []any, map[string]any
	// faults are duplicate keys and numbers out of range: the object could be
	// read to its end, but nobody can say what it means.
	faults []Fault
	// state is where the object in current_state stands, relative to this
	// object's beginning; of no use where the value is no object.
	state span
	end   int // of the object, relative to its beginning
}

// span is a stretch of a text, in bytes.
type span struct{ from, to int }

// broken is why an object could not be read to its end.
type broken struct {
	path string
	err  error // errCut where the text ends before the object does
	at   int   // where, relative to the object's beginning
	seen map[string]any
}

// treeReader reads one object.
type treeReader struct {
	text  []byte
	d     *jsontext.Decoder
	steps []any
	out   object
}

var (
	errTooDeep = errors.New("too deep")
	errNoKey   = errors.New("a key in double quotes must follow the brace")
	errCut     = errors.New("the text ends before the document does")
)

// space counts the white space at the beginning of a text.
func space(text []byte) int {
	n := 0
	for n < len(text) && (text[n] == ' ' || text[n] == '\n' || text[n] == '\t') {
		n++
	}
	return n
}

// readObject reads the object at the beginning of text; what follows it is not
// looked at. The decoder is only there to be used again.
func readObject(d *jsontext.Decoder, text []byte) (object, *broken) {
	d.Reset(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
	r := &treeReader{text: text, d: d, out: object{members: map[string]any{}}}
	if _, err := r.d.ReadToken(); err != nil {
		return object{}, r.broken(err)
	}
	if err := r.object(r.out.members); err != nil {
		return object{}, r.broken(err)
	}
	r.out.end = int(r.d.InputOffset())
	return r.out, nil
}

func (r *treeReader) broken(err error) *broken {
	b := &broken{path: schemas.Path(r.steps...), err: err, at: int(r.d.InputOffset()), seen: r.out.members}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		b.at = min(int(syntax.ByteOffset), len(r.text))
	}
	// A string that is cut off ends in the last line break.
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || b.at+space(r.text[b.at:]) == len(r.text) {
		b.err = errCut
	}
	return b
}

func (r *treeReader) fault(format string, args ...any) {
	r.out.faults = append(r.out.faults, Fault{Path: schemas.Path(r.steps...), Text: fmt.Sprintf(format, args...)})
}

func (r *treeReader) push(step any) { r.steps = append(r.steps, step) }
func (r *treeReader) pop()          { r.steps = r.steps[:len(r.steps)-1] }

// object reads members up to the closing brace; the opening one is read. After
// an error the steps stay where it happened.
func (r *treeReader) object(into map[string]any) error {
	if r.d.StackDepth() > maxDepth {
		return errTooDeep
	}
	for {
		name, err := r.d.ReadToken()
		if err != nil {
			return err
		}
		if name.Kind() == '}' {
			return nil
		}
		key := name.String()
		r.push(key)
		start := int(r.d.InputOffset())
		value, err := r.value()
		if err != nil {
			return err
		}
		if len(r.steps) == 1 && key == "current_state" {
			r.out.state = span{start + bytes.IndexByte(r.text[start:], '{'), int(r.d.InputOffset())}
		}
		if _, twice := into[key]; twice {
			r.fault("stands twice in its object; which of the two counts cannot be known")
		}
		into[key] = value
		r.pop()
	}
}

func (r *treeReader) array() ([]any, error) {
	if r.d.StackDepth() > maxDepth {
		return nil, errTooDeep
	}
	values := []any{}
	for {
		r.push(len(values))
		if r.d.PeekKind() == ']' {
			r.pop()
			_, err := r.d.ReadToken()
			return values, err
		}
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		values = append(values, value)
		r.pop()
	}
}

func (r *treeReader) value() (any, error) {
	token, err := r.d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		members := map[string]any{}
		return members, r.object(members)
	case '[':
		return r.array()
	case '"':
		return token.String(), nil
	case 't', 'f':
		return token.Bool(), nil
	case '0':
		return r.number(token.String()), nil
	}
	return nil, nil
}

// number is an int64 where the text is an integer, else a float64. What no
// reader would keep exactly is a fault.
func (r *treeReader) number(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n <= maxInteger && n >= -maxInteger {
		return n
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(x) > maxInteger {
		r.fault("%s is beyond the numbers that JSON keeps exactly", clip(text))
		return float64(0)
	}
	return x
}
