package edit

import (
	"errors"
	"fmt"
	"strings"
)

// Unified reads unified diffs: git's with their extended headers, plain ones,
// and those of models whose hunks say "@@ ... @@" or count wrongly. The
// prefixes a/ and b/ are taken off where the headers carry both. Text around
// the diffs is passed over. What was read until an error is returned with it,
// the broken Change last.
func Unified(text string) ([]Change, error) {
	r := &unifiedReader{all: lines(text)}
	for r.at < len(r.all) {
		if !r.startsFile() {
			if n := len(r.changes); n > 0 && hunkHead.MatchString(r.line(0)) {
				r.changes[n-1] = Change{Path: r.changes[n-1].Path}
				return r.changes, fmt.Errorf("line %d of the diff begins a hunk behind text that is no diff", r.at+1)
			}
			r.at++
			continue
		}
		c, err := r.file()
		if err != nil {
			return append(r.changes, Change{Path: c.Path}), err
		}
		r.changes = append(r.changes, c)
	}
	if len(r.changes) == 0 {
		return nil, errors.New("there is no diff with a file header in this text")
	}
	return r.changes, nil
}

// Hunks reads the body of a diff without file header: hunks, or bare lines
// with a '+', '-' or ' ' before them, which make one hunk. Blocks use it where
// the file is named outside the diff.
func Hunks(text string) ([]Hunk, error) {
	r := &unifiedReader{all: lines(text)}
	for r.at < len(r.all) && strings.TrimSpace(r.all[r.at]) == "" {
		r.at++
	}
	var hunks []Hunk
	if r.at < len(r.all) && !strings.HasPrefix(r.all[r.at], "@@") {
		h, err := r.body(r.at, 0)
		if err != nil {
			return nil, err
		}
		hunks = append(hunks, h)
	}
	more, err := r.hunks()
	hunks = append(hunks, more...)
	if err != nil {
		return nil, err
	}
	if r.at < len(r.all) {
		return nil, fmt.Errorf("line %d of the diff begins another file", r.at+1)
	}
	changed := hunks[:0]
	for _, h := range hunks {
		if h.Old != h.New {
			changed = append(changed, h)
		}
	}
	if len(changed) == 0 {
		return nil, errors.New("the diff changes nothing")
	}
	return changed, nil
}

type unifiedReader struct {
	all     []string
	at      int
	changes []Change
}

// line is the line at offset n from here, or "".
func (r *unifiedReader) line(n int) string {
	if r.at+n < len(r.all) {
		return r.all[r.at+n]
	}
	return ""
}

// startsFile reports whether a file's part of a diff begins here.
func (r *unifiedReader) startsFile() bool {
	return strings.HasPrefix(r.line(0), "diff --git ") || r.startsNames()
}

// startsNames reports whether the "---" and "+++" lines stand here.
func (r *unifiedReader) startsNames() bool {
	return strings.HasPrefix(r.line(0), "--- ") && strings.HasPrefix(r.line(1), "+++ ")
}

// header is what stands above the hunks of one file.
type header struct {
	git                string // the rest of "diff --git "
	old, new           string
	renameFrom, copyTo string
	renameTo           string
	created, deleted   bool
	named              bool // "---" and "+++" were there
}

// file reads one file's header and hunks.
func (r *unifiedReader) file() (Change, error) {
	start := r.at + 1
	h, err := r.header()
	if err != nil {
		return Change{}, err
	}
	c, err := h.change()
	if err != nil {
		return c, fmt.Errorf("the diff on line %d %w", start, err)
	}
	hunks, err := r.hunks()
	if err != nil {
		return c, err
	}
	return c.withHunks(hunks, start)
}

// header reads up to the first hunk.
func (r *unifiedReader) header() (header, error) {
	var h header
	if rest, ok := strings.CutPrefix(r.line(0), "diff --git "); ok {
		h.git = rest
		r.at++
	}
	for ; r.at < len(r.all); r.at++ {
		line := r.line(0)
		key, rest := extended(line)
		switch {
		case r.startsNames():
			h.named = true
			h.old, h.new = diffName(line[4:]), diffName(r.line(1)[4:])
			r.at += 2
			return h, nil
		case key == "rename from ":
			h.renameFrom = unquote(rest)
		case key == "rename to ":
			h.renameTo = unquote(rest)
		case key == "copy to ":
			h.copyTo = unquote(rest)
		case key == "new file mode ":
			h.created = true
		case key == "deleted file mode ":
			h.deleted = true
		case key == "Binary files ", key == "GIT binary patch":
			return h, fmt.Errorf("line %d of the diff changes a binary file, which cannot be composed", r.at+1)
		case key == "":
			return h, nil
		}
	}
	return h, nil
}

// extended recognises git's header lines.
func extended(line string) (key, rest string) {
	for _, k := range []string{"index ", "old mode ", "new mode ", "similarity index ", "dissimilarity index ",
		"rename from ", "rename to ", "copy from ", "copy to ", "new file mode ", "deleted file mode ",
		"Binary files ", "GIT binary patch"} {
		if rest, ok := strings.CutPrefix(line, k); ok {
			return k, rest
		}
	}
	return "", ""
}

const devNull = "/dev/null"

// change tells from the header what happens to which file.
func (h header) change() (Change, error) {
	if h.copyTo != "" {
		return Change{}, errors.New("copies a file, which cannot be composed")
	}
	if !h.named {
		h.old, h.new = gitNames(h.git)
		if h.old == "" && h.renameFrom == "" {
			return Change{}, errors.New("does not name its file")
		}
	}
	if h.renameFrom != "" && h.renameTo != "" {
		return Change{Op: Rename, Path: h.renameFrom, NewPath: h.renameTo, AtOnce: true}, nil
	}
	old, new := stripPrefixes(h.old, h.new)
	switch {
	case old == devNull && new == devNull:
		return Change{}, errors.New("names no file, only /dev/null")
	case old == devNull || h.created && !h.named:
		return Change{Op: Create, Path: new, AtOnce: true}, nil
	case new == devNull || h.deleted && !h.named:
		return Change{Op: Delete, Path: old, AtOnce: true}, nil
	case old == new, old == new+".orig", old == new+".old", old == new+".bak":
		return Change{Op: Replace, Path: new, AtOnce: true}, nil
	}
	return Change{}, fmt.Errorf("names two files, %q and %q, without saying that one is renamed", clip(old), clip(new))
}

// withHunks completes the change that the header began.
func (c Change) withHunks(hunks []Hunk, line int) (Change, error) {
	switch c.Op {
	case Create:
		if len(hunks) > 1 || len(hunks) == 1 && hunks[0].Old != "" {
			return c, fmt.Errorf("the diff on line %d creates %s, but says that it has lines already", line, clip(c.Path))
		}
		if len(hunks) == 1 {
			c.Content = []byte(hunks[0].New)
		}
	case Replace:
		if len(hunks) == 0 {
			return c, fmt.Errorf("the diff on line %d names %s but changes nothing in it", line, clip(c.Path))
		}
		c.Hunks = hunks
	case Rename:
		c.Hunks = hunks
	}
	return c, nil
}
