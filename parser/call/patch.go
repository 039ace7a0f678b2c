package call

import (
	"encoding/json"
	"path"
	"strings"

	"holdfast/parser/edit"
)

const beginPatch = "*** Begin Patch"

// freeText reads the input of a custom tool: a patch, or nothing that concerns
// files.
func (r *reader) freeText(text string) {
	if holdsPatch(text) || onlyPatch("", text) {
		r.patch(text, "")
	}
}

// holdsPatch reports whether a text is a patch, perhaps inside a fence, rather
// than a text that speaks of one.
func holdsPatch(text string) bool {
	head := strings.TrimSpace(text)
	if strings.HasPrefix(head, "```") {
		_, head, _ = strings.Cut(head, "\n")
	}
	head = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(head), "apply_patch"))
	head = strings.TrimLeft(head, "\"'")
	return strings.HasPrefix(head, beginPatch) || strings.HasPrefix(head, "diff --git ") ||
		strings.HasPrefix(head, "--- ") && strings.Contains(head, "\n+++ ") || strings.HasPrefix(head, "<<") && heredocPatch(head)
}

// onlyPatch reports whether the content for a file is nothing but an edit of it:
// SEARCH/REPLACE blocks, or a patch where the file is code.
func onlyPatch(file, text string) bool {
	head := strings.TrimSpace(text)
	if isCode(file) && (holdsPatch(text) || strings.HasPrefix(head, "@@ ")) {
		return true
	}
	if strings.HasPrefix(head, "```") {
		_, head, _ = strings.Cut(head, "\n")
	}
	const most = 3 // a path, the first line of the edit, and what tells its format
	if lines := strings.SplitN(head, "\n", most+1); len(lines) > most {
		head = strings.Join(lines[:most], "\n")
	}
	found, ok := edit.Find(head)
	above := strings.Count(head[:found.Start], "\n") // a path, perhaps
	return ok && found.Format == edit.FormatSearchReplace && above <= 1 && (above == 0 || file == "" || isCode(file))
}

// heredocPatch reports whether a text that opens a heredoc has a patch in it.
func heredocPatch(head string) bool {
	_, rest, _ := strings.Cut(head, "\n")
	return strings.HasPrefix(strings.TrimSpace(rest), beginPatch)
}

// diff reads an edit that stands in a member made for it, as text or, with
// Roo's apply_diff, as a list of parts.
func (r *reader) diff(o object, file string) bool {
	text, _, ok := o.text(diffNames...)
	if !ok {
		items, _, isList := o.list("diff")
		if !isList {
			return false
		}
		text = joinParts(items)
	}
	if strings.TrimSpace(text) == "" {
		return false
	}
	r.patch(text, file)
	return true
}

func joinParts(items []json.RawMessage) string {
	var parts []string
	for _, item := range items {
		if o, ok := readObject(item); ok {
			part, _, _ := o.text("content", "diff")
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n")
}

// patchAnywhere reads a patch from any member that is one from its first line.
func (r *reader) patchAnywhere(o object, file string) bool {
	for _, name := range o.names() {
		if text, ok := asText(o.members[name]); ok && (holdsPatch(text) || onlyPatch(file, text)) {
			r.patch(text, file)
			return true
		}
	}
	return false
}

// patch reads an edit in one of the formats that are made for it. file is the
// file that the call names beside it, "" for none. An edit that cannot be read
// as a whole is unclear as a whole: clients apply all of it or nothing.
func (r *reader) patch(text, file string) {
	found, ok := edit.Find(text)
	var changes []edit.Change
	var err error
	shape := UnifiedDiff
	switch {
	case !ok:
		changes, err = bareHunks(text, file)
	case found.Format == edit.FormatV4A:
		shape = V4APatch
		changes, err = edit.V4A(text)
	case found.Format == edit.FormatSearchReplace:
		shape = SearchReplace
		changes, err = searchReplace(text, file)
	default:
		changes, err = edit.Unified(text)
	}
	if err != nil {
		r.unclear(named(changes, file), err.Error(), []byte(text))
		return
	}
	for _, c := range changes {
		if c.Op == edit.Create && shape == V4APatch {
			c.Op = edit.Write // apply_patch overwrites what is there
		}
		if c, ok = r.placed(c, file, len(changes)); !ok {
			r.unclear(file, "its arguments name "+file+", but the patch in them "+c.Path, []byte(text))
			return
		}
		if c.Path == "" {
			r.unclear("", "the edit names no file", []byte(text))
			return
		}
		r.change(shape, c, []byte(text))
	}
}

// named is the file that a broken edit names.
func named(changes []edit.Change, file string) string {
	if n := len(changes); file == "" && n > 0 {
		return changes[n-1].Path
	}
	return file
}

// placed settles which file a change is of: the one its own header names, in
// the folder that the command runs in, or the one that the call names.
func (r *reader) placed(c edit.Change, file string, of int) (edit.Change, bool) {
	switch {
	case file == "":
		c.Path = r.in(c.Path)
		if c.NewPath != "" {
			c.NewPath = r.in(c.NewPath)
		}
	case c.Path == "":
		c.Path = file
	case of > 1 || path.Base(slashed(c.Path)) != path.Base(slashed(file)):
		return c, false
	default:
		c.Path = file
	}
	return c, true
}

func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// in is a path as seen from the workspace, for a command that runs in a folder.
func (r *reader) in(p string) string {
	if r.dir == "" || p == "" || path.IsAbs(p) {
		return p
	}
	return path.Join(r.dir, p)
}

// bareHunks reads a diff without file header, for a file named beside it.
func bareHunks(text, file string) ([]edit.Change, error) {
	hunks, err := edit.Hunks(text)
	if err != nil {
		return nil, err
	}
	return []edit.Change{{Op: edit.Replace, Path: file, Hunks: hunks, AtOnce: true}}, nil
}

// searchReplace reads SEARCH/REPLACE blocks. Where the call names the file, the
// lines above the blocks are no paths.
func searchReplace(text, file string) ([]edit.Change, error) {
	changes, err := edit.SearchReplace("\n" + text)
	if err != nil || file == "" {
		return changes, err
	}
	for _, c := range changes[1:] {
		changes[0].Join(c)
	}
	changes[0].Path = file
	return changes[:1], nil
}
