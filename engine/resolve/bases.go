package resolve

import (
	"bytes"
	"errors"
	"fmt"

	"holdfast/parser"
	"holdfast/parser/edit"
	"holdfast/parser/source"
)

// base is a whole file that an edit may apply to.
type base struct {
	text []byte
	// file is text parsed, of which only what the edit changes is kept; nil
	// where the file is tracked as a whole.
	file  *source.File
	where string // for a person: " on the file on disk"
	name  string // for a person: "the file on disk"
}

// missed has the reason why an edit does not fit name the base.
func (b base) missed(err error) error {
	var told *edit.MismatchError
	if errors.As(err, &told) && told.Base == "" {
		told.Base = b.name
	}
	return err
}

// removed reports whether a block before has removed a file, or moved it away.
func (r *resolver) removed(path string) bool {
	file, changed := r.after[path]
	return changed && file == nil
}

// present is a file as the blocks before have left it on disk, nil where there is
// none that can be read.
func (r *resolver) present(path string) *source.File {
	if file, changed := r.after[path]; changed || r.Disk == nil {
		return file
	}
	if file := r.Disk.File(path); file != nil && file.Refused == "" {
		return file
	}
	return nil
}

// noBase is why nothing is known of a file that an edit could apply to.
func (r *resolver) noBase(path string) error {
	switch {
	case r.removed(path):
		return fmt.Errorf("no base: the change before it removes %s", path)
	case r.Disk == nil:
		return fmt.Errorf("no base: %s is not tracked as a whole", path)
	case len(r.Map.InPath(path)) > 0:
		return fmt.Errorf("no base: %s is not tracked as a whole, and the disk has no such file that can be read", path)
	}
	return fmt.Errorf("no base: %s is not tracked, and the disk has no such file that can be read", path)
}

// bases lists what is known of a whole file, what an edit applies to first. What
// the blocks before made of it outranks everything. A client applies its calls
// to the disk; text that nobody applies was written for what the map holds.
func (r *resolver) bases(path string) []base {
	if file, ok := r.after[path]; ok {
		if file == nil {
			return nil
		}
		return []base{{text: file.Src, file: file, where: " after the change before it", name: "the file after the change before it"}}
	}
	var all []base
	if t, ok := r.Map.Has(Key(path, source.Whole)); ok && t.whole() {
		if text, err := r.Map.Text(t.Key); err == nil {
			all = append(all, base{text: text, name: "the file as it is tracked"})
		}
	}
	if r.Disk != nil && (r.waits || len(all) == 0) {
		if disk := r.Disk.File(path); disk != nil && disk.Refused == "" {
			all = append([]base{{text: disk.Src, file: disk, where: " on the file on disk", name: "the file on disk"}}, all...)
		}
	}
	if read, ok := r.Reads[path]; ok {
		if file := parser.Parse(path, "", read); file.Refused == "" {
			all = append(all, base{text: read, file: file, where: " on the file as it was read", name: "the file as it was read"})
		}
	}
	return all
}

// leave notes what a block made of a file, nil for none left.
func (r *resolver) leave(path string, file *source.File) {
	if r.after == nil {
		r.after = map[string]*source.File{}
	}
	if file == nil || file.Refused == "" {
		r.after[path] = file
	}
}

// text is an entity as the blocks before have left it.
func (r *resolver) text(key string) ([]byte, error) {
	if text, ok := r.texts[key]; ok {
		return text, nil
	}
	return r.Map.Text(key)
}

// keep notes what an edit made of an entity.
func (r *resolver) keep(key string, text []byte) {
	if r.texts == nil {
		r.texts = map[string][]byte{}
	}
	r.texts[key] = bytes.TrimSuffix(text, []byte("\n"))
}

// compose applies a change. Of a list of replacements some clients apply each to
// what the one before left, others all of them to the file as it was: the one
// that fits is meant, and where both fit they must mean the same.
func (r *resolver) compose(text []byte, c edit.Change) ([]byte, error) {
	inTurn, err := edit.Compose(text, true, c)
	if !r.waits || c.AtOnce || len(c.Hunks) < 2 {
		return inTurn, err
	}
	c.AtOnce = true
	atOnce, otherErr := edit.Compose(text, true, c)
	switch {
	case otherErr != nil:
		return inTurn, err
	case err != nil:
		return atOnce, nil
	case !bytes.Equal(inTurn, atOnce):
		return nil, errors.New("its parts mean one thing one after the other, and another all at once")
	}
	return inTurn, nil
}
