package block

import (
	"bytes"

	"holdfast/parser/source"
)

// piece is one of several files in a fence.
type piece struct{ start, end int }

// pieces cuts a fence where a comment on a line of its own, behind a blank line,
// names another file: what follows is of that file.
func (x *extraction) pieces(r *region, a around) []piece {
	whole := []piece{{0, len(r.content)}}
	if r.fence.document || useOf(a.info.tag) == forShell || !bytes.Contains(r.content, []byte("\n\n")) {
		return whole
	}
	lang := source.ForTag(a.info.tag)
	current, all := "", whole[:0:0]
	if claims := a.claims(); len(claims) > 0 {
		current = claims[0].path
		if lang == "" {
			lang = source.ForPath(current)
		}
	}
	start, blank := 0, true
	for at := 0; at < len(r.content); {
		line, next := cutLine(r.content, at)
		if blank {
			if c, ok := x.names.fileComment(line, lang); ok && c.path != current {
				if current != "" && at > start && !x.names.same(c.path, current) {
					all = append(all, piece{start, at})
					start = at
				}
				current = c.path
			}
		}
		blank = len(bytes.TrimSpace([]byte(line))) == 0
		at = next
	}
	return append(all, piece{start, len(r.content)})
}

// fileComment reads a comment on a line of its own that names a file of its language.
func (n *names) fileComment(line string, lang source.Language) (claim, bool) {
	if line == "" || line[0] == ' ' || line[0] == '\t' || len(line) > maxPathLine {
		return claim{}, false
	}
	for _, text := range commentTexts(line, lang) {
		c, ok := n.commentPath(text)
		if !ok || !agree(lang, source.ForPath(c.path)) || lang == "" && !hasComment(line, source.ForPath(c.path)) {
			continue
		}
		if clean, err := n.clean(c.path); err == nil && (c.labelled || source.ForPath(clean) != "" || n.known(clean)) {
			return c, true
		}
	}
	return claim{}, false
}

// fences turns a fence into a block for each file in it. Each line of the content is
// one of the fence, whatever indents or quotes it there: that is how the blocks are
// found in the reply.
func (x *extraction) fences(r *region, a around) {
	pieces := x.pieces(r, a)
	line, at := 0, 0
	for i, p := range pieces {
		one, with := *r, a
		one.content = r.content[p.start:p.end:p.end]
		if i > 0 {
			one.span.Start = r.lines.At(line).Start
			with = around{lines: a.lines}
			if source.ForTag(a.info.tag) != "" {
				with.info.tag = a.info.tag
			}
		}
		end := one.span.Start
		for ; line < r.lines.Len() && at < p.end; line++ {
			seg := r.lines.At(line)
			at += len(seg.Value(x.doc.src))
			end = seg.Stop
		}
		if i < len(pieces)-1 {
			one.span.End = end
		}
		x.fence(&one, with)
	}
}
