package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/edit"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// edits composes SEARCH/REPLACE blocks, unified diffs and patches in memory:
// the old text must stand in the base exactly once. The result is the artifact.
func (r *resolver) edits(b *block.Block) {
	if len(b.Edits) == 0 {
		if len(b.Reasons) == 0 {
			r.loose(b, "no edit could be read")
			return
		}
		r.loose(b) // the block says why
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
		r.create(b, c)
	case edit.Write:
		r.whole(b, c.Path, c.Content, "writes the whole file")
	case edit.Rename:
		r.rename(b, c)
	case edit.Define:
		r.define(b, c)
	default:
		r.replacement(b, c)
	}
}

// create makes a file. A tool call's must not be there yet: clients refuse it.
func (r *resolver) create(b *block.Block, c edit.Change) {
	if file := r.present(c.Path); b.Convention == block.ToolCall && file != nil {
		if _, err := edit.Compose(file.Src, true, c); err != nil {
			r.loose(b, err.Error())
			return
		}
	}
	r.whole(b, c.Path, c.Content, "creates the file")
}

// deletion proposes a tombstone for every entity of a deleted file; the disk
// settles it when the file is gone. A call that deletes what is not tracked
// brings no code, and says nothing.
func (r *resolver) deletion(b *block.Block, path string) {
	tracked := r.Map.InPath(path)
	if len(tracked) == 0 && b.Convention != block.ToolCall {
		r.loose(b, "the patch deletes "+path+", which is not tracked")
	}
	by := "the patch"
	if b.Convention == block.ToolCall {
		by = "the call"
	}
	r.removeAll(b, tracked, by+" deletes the file")
	r.leave(path, nil)
}

func (r *resolver) removeAll(b *block.Block, tracked []Tracked, why string) {
	for _, t := range tracked {
		r.remove(t, b, event.Confirmed, why, true)
	}
}

// rename moves a file, changed on the way: its entities leave the old path and
// are defined at the new one.
func (r *resolver) rename(b *block.Block, c edit.Change) {
	var failures []error
	for _, base := range r.bases(c.Path) {
		text, err := r.compose(base.text, c)
		if err != nil {
			failures = append(failures, base.missed(err))
			continue
		}
		r.removeAll(b, r.Map.InPath(c.Path), "the file moves to "+c.NewPath)
		r.leave(c.Path, nil)
		r.whole(b, c.NewPath, text, "moves the file from "+c.Path)
		return
	}
	if len(failures) == 0 {
		failures = append(failures, r.noBase(c.Path))
	}
	r.loose(b, misfit(c.Path, failures...))
}

// misfit is why an edit fits none of its bases: of those that lack its old text,
// the one that it fits best.
func misfit(path string, failures ...error) string {
	var nearest *edit.MismatchError
	var reasons []string
	for _, err := range failures {
		var told *edit.MismatchError
		if !errors.As(err, &told) {
			reasons = append(reasons, "the edit of "+path+" does not apply: "+err.Error())
		} else if nearest == nil || told.Nearer(nearest) {
			nearest = told
		}
	}
	if nearest != nil {
		reasons = append(reasons, nearest.Error())
	}
	return strings.Join(reasons, "; ")
}

func (r *resolver) whole(b *block.Block, path string, content []byte, how string) {
	file := r.parse(path, source.ForPath(path), content)
	if file.Refused != "" {
		r.loose(b, file.Refused)
		return
	}
	r.update(update{
		file: file, block: b, confidence: event.Confidence(b.Confidence), resolution: describe(b.Convention) + ", " + how,
		incomplete: openEdit(b), whole: b.Full && b.Closed, composed: true,
	})
	r.leave(path, file)
}

// doubted is a block with a reason why what it makes waits.
func doubted(b *block.Block, reason string) *block.Block {
	c := *b
	c.Reasons, c.Full = append(slices.Clip(c.Reasons), reason), false
	return &c
}

// fits reports whether the old texts of a change, each of which stands once in its
// base, were long enough to be no chance.
func fits(c edit.Change) bool {
	return !slices.ContainsFunc(c.Hunks, func(h edit.Hunk) bool {
		return h.All || h.AtEnd || h.Insert || len(strings.TrimSpace(h.Old)) < tellingOld
	})
}

// tellingOld is the least size of an old text that proves something, in bytes.
const tellingOld = 8

// openEdit is why an edit may not be all of what the model meant.
func openEdit(b *block.Block) []string {
	switch {
	case !b.Closed:
		return []string{"the block was not closed"}
	case !b.Full:
		return b.Reasons
	}
	return nil
}

// replacement applies hunks to the freshest base there is: a whole file that is
// known, or the one entity that holds every old text.
func (r *resolver) replacement(b *block.Block, c edit.Change) {
	var failures []error
	for _, base := range r.bases(c.Path) {
		err := r.onFile(b, c, base)
		if err == nil {
			return
		}
		failures = append(failures, base.missed(err))
	}
	if len(failures) == 0 && r.waits {
		if text, err := edit.Compose(nil, false, c); err == nil {
			r.whole(b, c.Path, text, "creates the file")
			return
		}
	}
	tracked := r.Map.InPath(c.Path)
	if len(tracked) == 0 && len(failures) == 0 || r.removed(c.Path) {
		failures = append(failures, r.noBase(c.Path))
	} else if len(tracked) > 0 {
		err := r.onEntity(b, c, tracked)
		if err == nil {
			return
		}
		failures = append(failures, err)
	}
	r.loose(b, misfit(c.Path, failures...))
}

// onFile composes the whole file and keeps the symbols that the edit changed.
func (r *resolver) onFile(b *block.Block, c edit.Change, on base) error {
	composed, err := r.compose(on.text, c)
	if err != nil {
		return err
	}
	r.edited(b, c, on, composed)
	return nil
}

// edited keeps of a file what an edit made of its base.
func (r *resolver) edited(b *block.Block, c edit.Change, on base, composed []byte) {
	if on.file == nil { // tracked as a whole, and taken as it is
		file := r.parse(c.Path, source.ForPath(c.Path), composed)
		r.composed(b, file, nil, on.where, fits(c))
		r.leave(c.Path, file)
		return
	}
	file := r.parse(c.Path, on.file.Language, composed)
	changed := map[string]bool{}
	for _, sym := range file.Symbols {
		if old := on.file.Find(sym.Name); old == nil || old.Hash != sym.Hash {
			changed[sym.Name] = true
		}
	}
	if isWhole(file) && !isWhole(on.file) {
		b = doubted(b, fmt.Sprintf("the edit takes away all that %s defines", c.Path))
	}
	r.composed(b, file, changed, on.where, fits(c))
	r.leave(c.Path, file)
	if isWhole(on.file) && !isWhole(file) {
		return // what it defines now is tracked in its stead: an edit keeps what it does not name
	}
	for _, old := range on.file.Symbols {
		if t, ok := r.Map.Has(Key(c.Path, old.Name)); ok && file.Find(old.Name) == nil && file.Refused == "" && sameForm(t.Kind, old) {
			stands := r.stands(t, composed)
			switch {
			case stands && file.Errors > on.file.Errors: // it cannot be read any more, and is not gone
			case stands && t.Kind == source.Rest:
				r.remove(t, b, event.Confidence(b.Confidence), "what it held stands in definitions now", false)
			default:
				r.remove(t, b, event.Confidence(b.Confidence), "the edit removes it", false)
			}
		}
	}
}

// stands reports whether most lines of an entity still stand in a text that does not
// define it any more: the statements of a file that could not be read may be parts of
// definitions by now, and definitions be hidden by an error before them.
func (r *resolver) stands(t Tracked, text []byte) bool {
	was, err := r.Map.Text(t.Key)
	if err != nil {
		return false
	}
	lines, kept := ownLines(was), 0
	for _, l := range lines {
		if bytes.Contains(text, []byte(strings.Trim(l, "{}()[];, "))) {
			kept++
		}
	}
	return 2*kept > len(lines)
}

// onEntity composes inside one entity of those that are tracked of the file:
// exactly one must hold every old text exactly once.
func (r *resolver) onEntity(b *block.Block, c edit.Change, tracked []Tracked) error {
	var target Tracked
	var text []byte
	found := 0
	var last error
	for _, t := range tracked {
		base, err := r.text(t.Key)
		if err != nil {
			return err
		}
		composed, err := r.compose(append(bytes.Clone(base), '\n'), c)
		if err != nil {
			last = nearest(last, err, t.Symbol)
			continue
		}
		found++
		target, text = t, composed
	}
	switch found {
	case 0:
		return last
	case 1:
	default:
		return fmt.Errorf("the old text stands in %d tracked entities of the file", found)
	}
	file := parser.ParseSnippet(c.Path, source.Language(target.Language), text)
	if target.Kind == source.Rest && isWhole(file) {
		file = parser.ParseRest(c.Path, source.Language(target.Language), text)
	}
	if file.Refused != "" {
		return errors.New(file.Refused)
	}
	if target.Kind == source.Rest && isWhole(file) { // nothing but comments is left
		r.remove(target, b, event.Confidence(b.Confidence), "the edit removes it", false)
		return nil
	}
	r.composed(b, file, nil, " on "+target.Key, fits(c))
	r.keep(target.Key, text)
	if !defines(file, target.Symbol) {
		r.remove(target, b, event.Confidence(b.Confidence), "the edit removes it", false)
	}
	return nil
}

// nearest is the failure that says more of the two: of edits that do not fit, the
// one that came further. Where the edit did not even begin to fit one entity, it
// is told of all that is known.
func nearest(before, now error, symbol string) error {
	var mismatch, other *edit.MismatchError
	if !errors.As(now, &mismatch) {
		return now
	}
	if mismatch.Base = symbol; mismatch.Matches == 0 && mismatch.BaseLine == 0 {
		mismatch.Base = "what is known of the file"
	}
	if errors.As(before, &other) && !mismatch.Nearer(other) {
		return before
	}
	return now
}

// defines reports whether the file holds the symbol, by its qualified name or as
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

// composed is what an edit makes. fits reports whether each of its old texts told
// of the base.
func (r *resolver) composed(b *block.Block, file *source.File, only map[string]bool, where string, fits bool) {
	if file.Refused != "" {
		r.loose(b, file.Refused)
		return
	}
	r.update(update{
		file: file, block: b, confidence: event.Confidence(b.Confidence),
		resolution: describe(b.Convention) + where, incomplete: openEdit(b), composed: true, fits: fits, only: only,
	})
}
