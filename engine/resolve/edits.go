package resolve

import (
	"errors"
	"fmt"
	"strings"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/edit"
	"holdfast/parser/source"
	"holdfast/store"
)

// edits composes SEARCH/REPLACE blocks, unified diffs and patches in memory:
// the old text must stand in the base exactly once. The result is the artifact.
func (r *resolver) edits(b *block.Block) {
	if len(b.Edits) == 0 {
		r.loose(b, "no edit could be read")
		return
	}
	for _, c := range b.Edits {
		path := c.Path
		if path == "" {
			path = b.Path
		}
		if path == "" {
			r.loose(b, "the edit names no file")
			continue
		}
		c.Path = path
		r.change(b, c)
	}
}

func (r *resolver) change(b *block.Block, c edit.Change) {
	switch c.Op {
	case edit.Delete:
		r.deletion(b, c.Path)
	case edit.Create:
		r.whole(b, c.Path, c.Content, "creates the file")
	default:
		r.replacement(b, c)
	}
}

// deletion proposes a tombstone for every entity of a deleted file; the disk
// settles it when the file is gone.
func (r *resolver) deletion(b *block.Block, path string) {
	tracked := r.Map.InPath(path)
	if len(tracked) == 0 {
		r.loose(b, "the patch deletes "+path+", which is not tracked")
	}
	for _, t := range tracked {
		r.remove(t, b, store.Confirmed, "the patch deletes the file", true)
	}
}

func (r *resolver) whole(b *block.Block, path string, content []byte, how string) {
	file := parser.Parse(path, source.ForPath(path), content)
	if file.Refused != "" {
		r.loose(b, file.Refused)
		return
	}
	r.update(update{
		file: file, block: b, confidence: store.Confidence(b.Confidence), resolution: describe(b.Convention) + ", " + how,
		incomplete: openEdit(b), whole: b.Full && b.Closed, composed: true,
	})
}

// openEdit is why an edit may not be all of what the model meant.
func openEdit(b *block.Block) []string {
	if b.Closed {
		return nil
	}
	return []string{"the block was not closed"}
}

// replacement applies hunks to the freshest base there is: a file tracked as a
// whole, the file on disk, or the one entity that holds every old text.
func (r *resolver) replacement(b *block.Block, c edit.Change) {
	var failures []error
	if t, ok := r.Map.Has(Key(c.Path, source.Whole)); ok {
		err := r.onWhole(b, c, t)
		if err == nil {
			return
		}
		failures = append(failures, err)
	} else if r.Disk != nil {
		if disk := r.Disk.File(c.Path); disk != nil {
			err := r.onDisk(b, c, disk)
			if err == nil {
				return
			}
			failures = append(failures, err)
		}
	}
	if err := r.onEntity(b, c); err != nil {
		failures = append(failures, err)
		r.loose(b, "the edit of "+c.Path+" does not apply: "+errors.Join(failures...).Error())
	}
}

func (r *resolver) onWhole(b *block.Block, c edit.Change, t Tracked) error {
	base, err := r.Map.Text(t.Key)
	if err != nil {
		return err
	}
	composed, err := edit.Compose(base, true, c)
	if err != nil {
		return err
	}
	r.composed(b, parser.Parse(c.Path, source.ForPath(c.Path), composed), nil, "")
	return nil
}

// onDisk composes the whole file and keeps the symbols that the edit changed.
func (r *resolver) onDisk(b *block.Block, c edit.Change, disk *source.File) error {
	composed, err := edit.Compose(disk.Src, true, c)
	if err != nil {
		return err
	}
	file := parser.Parse(c.Path, disk.Language, composed)
	changed := map[string]bool{}
	for _, sym := range file.Symbols {
		if old := disk.Find(sym.Name); old == nil || old.Hash != sym.Hash {
			changed[sym.Name] = true
		}
	}
	r.composed(b, file, changed, " on the file on disk")
	for _, old := range disk.Symbols {
		if t, ok := r.Map.Has(Key(c.Path, old.Name)); ok && file.Find(old.Name) == nil {
			r.remove(t, b, store.Confidence(b.Confidence), "the edit removes it", false)
		}
	}
	return nil
}

// onEntity composes inside one tracked entity: exactly one of the file's
// entities must hold every old text exactly once.
func (r *resolver) onEntity(b *block.Block, c edit.Change) error {
	var target Tracked
	var text []byte
	found := 0
	var last error
	for _, t := range r.Map.InPath(c.Path) {
		base, err := r.Map.Text(t.Key)
		if err != nil {
			return err
		}
		composed, err := edit.Compose(append(base, '\n'), true, c)
		if err != nil {
			last = err
			continue
		}
		found++
		target, text = t, composed
	}
	switch {
	case found == 1:
	case found > 1:
		return fmt.Errorf("the old text stands in %d entities of the file", found)
	case last != nil:
		return last
	default:
		return fmt.Errorf("no base: %s is neither tracked nor on disk", c.Path)
	}
	file := parser.ParseSnippet(c.Path, source.ForPath(c.Path), text)
	if file.Refused != "" {
		return errors.New(file.Refused)
	}
	r.composed(b, file, nil, " on "+target.Key)
	if !defines(file, target.Symbol) {
		r.remove(target, b, store.Confidence(b.Confidence), "the edit removes it", false)
	}
	return nil
}

// defines tells whether the file holds the symbol, by its qualified name or as
// a method without its container.
func defines(f *source.File, symbol string) bool {
	if f.Find(symbol) != nil {
		return true
	}
	for _, s := range f.Symbols {
		if s.Bare && strings.HasSuffix(symbol, "."+s.Name) {
			return true
		}
	}
	return false
}

func (r *resolver) composed(b *block.Block, file *source.File, only map[string]bool, where string) {
	if file.Refused != "" {
		r.loose(b, file.Refused)
		return
	}
	r.update(update{
		file: file, block: b, confidence: store.Confidence(b.Confidence),
		resolution: describe(b.Convention) + where, incomplete: openEdit(b), composed: true, only: only,
	})
}
