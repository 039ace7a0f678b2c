package edit

import (
	"errors"
	"fmt"
	"strings"
)

// Headers of the V4A patch format.
const (
	beginPatch = "*** Begin Patch"
	endPatch   = "*** End Patch"
	addFile    = "*** Add File: "
	updateFile = "*** Update File: "
	deleteFile = "*** Delete File: "
	moveTo     = "*** Move to: "
	endOfFile  = "*** End of File"
)

// V4A reads the patch format of apply_patch ("*** Begin Patch" to "*** End
// Patch"). Text around patches, such as a shell heredoc, is passed over. A
// patch without its end is an error: it may have been cut, and its last file
// with it. What was read until an error is returned, the broken Change last.
func V4A(text string) ([]Change, error) {
	r := &v4aReader{all: lines(text)}
	for ; r.at < len(r.all); r.at++ {
		if !strings.HasSuffix(strings.TrimSpace(r.all[r.at]), beginPatch) {
			continue
		}
		r.at++
		if err := r.patch(); err != nil {
			return r.changes, err
		}
	}
	if len(r.changes) == 0 {
		return nil, errors.New("there is no patch in this text")
	}
	return r.changes, nil
}

type v4aReader struct {
	all     []string
	at      int
	changes []Change
}

// peek is the line here, and whether there is one.
func (r *v4aReader) peek() (string, bool) {
	if r.at >= len(r.all) {
		return "", false
	}
	return r.all[r.at], true
}

// patch reads the files of one patch, up to its end line.
func (r *v4aReader) patch() error {
	first := len(r.changes)
	for {
		line, ok := r.peek()
		line = strings.TrimSpace(line)
		switch {
		case !ok:
			if n := len(r.changes); n > first {
				r.changes[n-1] = Change{Path: r.changes[n-1].Path}
			}
			return fmt.Errorf("the patch has no %q: it may have been cut", endPatch)
		case strings.HasPrefix(line, endPatch):
			return nil
		case line == "":
			r.at++
			continue
		}
		c, err := r.file(line)
		if err != nil {
			r.changes = append(r.changes, Change{Path: c.Path})
			return err
		}
		r.changes = append(r.changes, c)
	}
}

// file reads one file's part of a patch.
func (r *v4aReader) file(head string) (Change, error) {
	r.at++
	if path, ok := strings.CutPrefix(head, addFile); ok {
		content, err := r.added()
		return Change{Op: Create, Path: strings.TrimSpace(path), Content: content, AtOnce: true}, err
	}
	if path, ok := strings.CutPrefix(head, deleteFile); ok {
		return Change{Op: Delete, Path: strings.TrimSpace(path), AtOnce: true}, nil
	}
	path, ok := strings.CutPrefix(head, updateFile)
	if !ok {
		return Change{}, fmt.Errorf("line %d of the patch is %q; a file header such as %q was expected", r.at, clip(head), updateFile+"…")
	}
	c := Change{Op: Replace, Path: strings.TrimSpace(path), AtOnce: true}
	if line, _ := r.peek(); strings.HasPrefix(line, moveTo) {
		c.Op, c.NewPath = Rename, strings.TrimSpace(line[len(moveTo):])
		r.at++
	}
	hunks, err := r.hunks()
	if err != nil {
		return c, err
	}
	if len(hunks) == 0 && c.Op == Replace {
		return c, fmt.Errorf("the patch names %s but changes nothing in it", clip(c.Path))
	}
	c.Hunks = hunks
	return c, nil
}

// added reads the lines of a new file.
func (r *v4aReader) added() ([]byte, error) {
	var content strings.Builder
	blanks := 0
	for ; ; r.at++ {
		line, ok := r.peek()
		switch {
		case !ok || strings.HasPrefix(line, "*** "):
			return []byte(content.String()), nil
		case line == "":
			blanks++ // part of the file only if more of it follows
			continue
		case line[0] != '+':
			return nil, fmt.Errorf("line %d of the patch has no '+' before it: %q", r.at+1, clip(line))
		}
		content.WriteString(strings.Repeat("\n", blanks))
		content.WriteString(line[1:])
		content.WriteByte('\n')
		blanks = 0
	}
}

// hunks reads the hunks of one file, up to the next header.
func (r *v4aReader) hunks() ([]Hunk, error) {
	var all []Hunk
	for {
		line, ok := r.peek()
		switch {
		case !ok:
			return all, nil
		case strings.TrimSpace(line) == "" && len(all) > 0:
			r.at++
			continue
		case strings.HasPrefix(line, "*** "):
			return all, nil
		}
		h, err := r.hunk()
		if err != nil {
			return all, err
		}
		if h.Old != h.New {
			all = append(all, h)
		}
	}
}

// hunk reads the anchors and the body of one hunk.
func (r *v4aReader) hunk() (Hunk, error) {
	var anchors []string
	line0 := 0
	for {
		line, ok := r.peek()
		if !ok || !strings.HasPrefix(line, "@@") {
			break
		}
		if m := hunkHead.FindStringSubmatch(line); m != nil {
			line0 = number(m[1]) // a unified header in a V4A patch
		} else if a := anchor(line); a != "" {
			anchors = append(anchors, a)
		}
		r.at++
	}
	var t hunkText
	atEnd := false
	for {
		line, ok := r.peek()
		if !ok || strings.HasPrefix(line, "@@") || strings.HasPrefix(line, "*** ") {
			if ok && strings.HasPrefix(line, endOfFile) {
				atEnd = true
				r.at++
			}
			break
		}
		if !t.add(line) {
			return Hunk{}, fmt.Errorf("line %d of the patch has no ' ', '+' or '-' before it: %q", r.at+1, clip(line))
		}
		r.at++
	}
	h := t.hunk()
	h.Anchors, h.Line = anchors, line0
	// Lines added without context and without anchor go to the end of the
	// file: that is how the format is defined.
	h.AtEnd = atEnd || h.Old == "" && len(anchors) == 0 && line0 == 0
	return h, nil
}

// anchor is the text of an "@@" line.
func anchor(line string) string {
	a := strings.TrimSpace(strings.TrimPrefix(line, "@@"))
	return strings.TrimSpace(strings.TrimSuffix(a, "@@"))
}
