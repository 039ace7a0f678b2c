package block

import (
	"bytes"
	"slices"
	"strings"

	"holdfast/parser/edit"
	"holdfast/parser/source"
)

// bareDiff is the format of a diff fence without file header, whose file is
// named outside.
const bareDiff edit.Format = "bare_diff"

// editInside recognises a fence that holds an edit, and the text to read it
// from.
func editInside(content []byte, tag string) (edit.Format, string) {
	head := firstLines(content, 3)
	if len(head) == 0 {
		return "", ""
	}
	text := string(content)
	for i, line := range head {
		after := ""
		if i+1 < len(head) {
			after = head[i+1]
		}
		switch f := edit.Starts(line, after); {
		case f == edit.FormatSearchReplace && i < 2, f != "" && i == 0:
			return f, text
		case f == edit.FormatV4A && useOf(tag) == forShell:
			return f, text
		}
	}
	if diffTag(tag) {
		if found, ok := edit.Find(text); ok {
			return found.Format, text
		}
		return bareDiff, text
	}
	if useOf(tag) == forShell && strings.Contains(head[0], "<<") && patchTool(head[0]) {
		if found, ok := edit.Find(text); ok {
			return found.Format, text[found.Start:found.End]
		}
	}
	return "", ""
}

// diffTag reports whether a fence's label says that it holds a diff.
func diffTag(tag string) bool {
	switch strings.ToLower(tag) {
	case "diff", "patch", "udiff":
		return true
	}
	return false
}

// patchTool reports whether a command line feeds a patch to a tool.
func patchTool(line string) bool {
	return strings.Contains(line, "apply_patch") || strings.Contains(line, "git apply") || strings.HasPrefix(line, "patch ")
}

// firstLines are the first most lines that are not blank.
func firstLines(content []byte, most int) []string {
	var lines []string
	for line := range bytes.Lines(content) {
		if s := strings.TrimRight(string(line), "\r\n"); strings.TrimSpace(s) != "" {
			if lines = append(lines, s); len(lines) == most {
				break
			}
		}
	}
	return lines
}

// conventionOf is how an edit of that format names its file.
func conventionOf(f edit.Format) Convention {
	switch f {
	case edit.FormatSearchReplace:
		return SearchReplace
	case edit.FormatV4A:
		return V4APatch
	}
	return UnifiedDiff
}

// edits turns a region that holds an edit into one block a file.
func (x *extraction) edits(r *region, text string, format edit.Format, a around) {
	base := x.start(r)
	base.Kind, base.Tag = Edit, a.info.tag
	changes, err := readEdit(format, text)
	if err != nil {
		base.Reasons = append(base.Reasons, err.Error())
	}
	if len(changes) == 0 {
		changes = []edit.Change{{}}
	}
	if !a.has {
		a.above, a.has = x.names.nearest(a.lines, x.names.nameOfEdit)
	}
	if format == edit.FormatSearchReplace {
		changes = x.byFile(changes)
	}
	first := len(x.blocks)
	for _, c := range changes {
		b := x.editBlock(base, c, format, a, r)
		b.Full = b.Full && err == nil // an edit is applied as a whole or not at all
		x.put(b)
	}
	if format != edit.FormatSearchReplace {
		asAWhole(x.blocks[first:])
	}
}

// asAWhole makes no block of a patch full where one of them has no edit: git and
// apply_patch apply a patch to all of its files or to none.
func asAWhole(patch []Block) {
	if !slices.ContainsFunc(patch, func(b Block) bool { return len(b.Edits) == 0 }) {
		return
	}
	for i := range patch {
		if b := &patch[i]; b.Full {
			b.Full = false
			b.Reasons = append(b.Reasons, "it is applied with all of its patch or not at all, and a path of the patch cannot be used")
		}
	}
}

// byFile drops the lines above SEARCH blocks that are no paths, and joins the
// blocks that thereby belong to the file before.
func (x *extraction) byFile(changes []edit.Change) []edit.Change {
	var files []edit.Change
	for _, c := range changes {
		named, ok := x.names.nameOfEdit(c.Path)
		c.Path = named.path
		if n := len(files); n > 0 && c.Op != "" && (!ok || files[n-1].Path == c.Path) {
			files[n-1].Join(c)
			continue
		}
		files = append(files, c)
	}
	return files
}

// readEdit parses an edit; a diff without header is one change without path.
func readEdit(format edit.Format, text string) ([]edit.Change, error) {
	switch format {
	case edit.FormatSearchReplace:
		return edit.SearchReplace(text)
	case edit.FormatV4A:
		return edit.V4A(text)
	case bareDiff:
		hunks, err := edit.Hunks(text)
		if err != nil {
			return nil, err
		}
		return []edit.Change{{Op: edit.Replace, Hunks: hunks, AtOnce: true}}, nil
	}
	return edit.Unified(text)
}

// editBlock is the block of one change.
func (x *extraction) editBlock(b Block, c edit.Change, format edit.Format, a around, r *region) Block {
	b.Reasons = b.Reasons[:len(b.Reasons):len(b.Reasons)]
	l := tagged{content: c.Content, written: true} // the old text proves the file, whatever the label says
	if c.Op == edit.Create && useOf(b.Tag) != forShell {
		l.tag = source.ForTag(b.Tag)
	}
	v := x.names.judge(editClaims(c, format, a), l)
	if v.by == NoPath {
		v = x.editHints(a, b)
	}
	if v.path != "" && v.by != ProseBackticks && v.by != Basename && v.by != OnlyFile {
		v.by = conventionOf(format)
	}
	if r.kind == editRegion && v.confidence == Confirmed {
		v.doubt("the edit stands outside a fence")
	}
	b.settle(v)
	x.take(&b, c, v)
	b.Full = b.Full && len(b.Edits) > 0
	if b.Path != "" {
		x.edited = b.Path
	}
	return b
}

// editClaims lists who names the edit's file: its own header settles it, else
// the fence's surroundings do. A line above a patch of several files may speak
// of the first only.
func editClaims(c edit.Change, format edit.Format, a around) []claim {
	if c.Path == "" {
		return a.claims()
	}
	return append([]claim{{by: conventionOf(format), path: c.Path}}, a.info.claims...)
}

// editHints looks for the file of an edit that does not name one.
func (x *extraction) editHints(a around, b Block) verdict {
	v, _ := x.hints(a, b)
	if v.path == "" && x.edited != "" {
		v = verdict{path: x.edited, by: SearchReplace, confidence: Inferred, weak: true}
		v.because("it names no file; the edit before it is of %s", x.edited)
	}
	return v
}

// take puts the change into the block, its paths made canonical. A move to a path
// that is none leaves the block without an edit, as one that could not be read does:
// its own path is still the one that the edit names.
func (x *extraction) take(b *Block, c edit.Change, v verdict) {
	if v.path == "" || c.Op == "" {
		return
	}
	folder := x.names.folder(c.Path, v.path)
	c.Path = v.path
	if c.Op == edit.Rename {
		to, err := x.names.cleanIn(folder, c.NewPath)
		if err != nil {
			b.Full = false
			b.Reasons = append(b.Reasons, "it moves the file, where "+err.Error())
			return
		}
		c.NewPath = to
	}
	b.Edits = []edit.Change{c}
}
