package block

import (
	"bytes"
	"strings"

	"holdfast/parser/edit"
	"holdfast/parser/source"
)

// element turns <file>, <write_to_file> and their kin into a block.
func (x *extraction) element(r *region) {
	if r.call {
		return
	}
	switch r.element {
	case "file":
		x.fileTag(r)
	case "write_to_file":
		x.writeToFile(r)
	default:
		x.replaceInFile(r)
	}
}

// fileTag reads <file path="…">content</file>.
func (x *extraction) fileTag(r *region) {
	head, body, _ := bytes.Cut(r.content, []byte(">"))
	m := attribute.FindSubmatch(head)
	if m == nil {
		return
	}
	if i := bytes.LastIndex(body, []byte("</file>")); r.closed && i >= 0 {
		body = body[:i]
	}
	x.written(x.start(r), FileTag, string(m[1])+string(m[2]), body)
}

// writeToFile reads <write_to_file><path>…</path><content>…</content>….
func (x *extraction) writeToFile(r *region) {
	path, _ := inner(r.content, "path")
	content, closed := inner(r.content, "content")
	b := x.start(r)
	b.Applied = true
	b.needsEnd("content", closed)
	x.written(b, WriteToFile, string(path), content)
}

// written completes the block of a whole file.
func (x *extraction) written(b Block, by Convention, path string, content []byte) {
	content, tag := unfence(content)
	b.Content, b.Tag = content, tag
	b.Language = source.ForTag(tag)
	b.settle(x.names.judge([]claim{{by: by, path: path}}, tagged{tag: b.Language, content: content, written: true}))
	x.put(b)
}

// replaceInFile reads <replace_in_file><path>…</path><diff>SEARCH/REPLACE…, and
// several <file> of those in <args>.
func (x *extraction) replaceInFile(r *region) {
	files := fileParts(r.content)
	for _, part := range files {
		x.replaceInOne(r, part)
	}
	if len(files) == 0 {
		x.replaceInOne(r, r.content)
	}
}

// fileParts are the <file> elements of a call that names several.
func fileParts(content []byte) (parts [][]byte) {
	if !bytes.Contains(content, []byte("<args>")) {
		return nil
	}
	for {
		_, rest, ok := bytes.Cut(content, []byte("<file>"))
		if !ok {
			return parts
		}
		part, after, _ := bytes.Cut(rest, []byte("</file>"))
		parts = append(parts, part)
		content = after
	}
}

func (x *extraction) replaceInOne(r *region, content []byte) {
	path, _ := inner(content, "path")
	diff, closed := inner(content, "diff")
	b := x.start(r)
	b.Kind, b.Applied = Edit, true
	b.needsEnd("diff", closed)
	v := x.names.judge([]claim{{by: SearchReplace, path: string(path)}}, tagged{})
	read := edit.SearchReplace
	if r.element == "apply_diff" {
		read = edit.ApplyDiff
	}
	changes, err := read("\n" + string(diff))
	if err != nil {
		b.Reasons = append(b.Reasons, err.Error())
	}
	b.settle(v)
	if err == nil {
		for _, c := range changes[1:] {
			changes[0].Join(c)
		}
		x.take(&b, changes[0], v)
	}
	b.Full = b.Full && len(b.Edits) > 0
	x.put(b)
}

// needsEnd makes a block that has an end of its own none where a part of it has no end.
func (b *Block) needsEnd(part string, closed bool) {
	if b.Closed && !closed {
		b.Closed = false
		b.Reasons = append(b.Reasons, "the end of its <"+part+"> is missing")
	}
}

// inner is what stands between <name> and the last </name>, without the line
// ends that only lay out the tags; closed is false if there is no end tag.
func inner(content []byte, name string) (text []byte, closed bool) {
	_, rest, ok := bytes.Cut(content, []byte("<"+name+">"))
	if !ok {
		return nil, false
	}
	if name == "path" { // the content may speak of paths too
		rest, _, closed = bytes.Cut(rest, []byte("</path>"))
		return bytes.TrimSpace(rest), closed
	}
	i := bytes.LastIndex(rest, []byte("</"+name+">"))
	if i < 0 {
		return rest, false
	}
	return rest[:i], true
}

// unfence drops the line end after the opening tag, and the fence or CDATA
// that models wrap content in.
func unfence(content []byte) (out []byte, tag string) {
	text := strings.TrimLeft(string(content), " \t")
	text = strings.TrimPrefix(text, "\n")
	body := strings.TrimSpace(text)
	if in, ok := strings.CutPrefix(body, "<![CDATA["); ok {
		if in, ok = strings.CutSuffix(in, "]]>"); ok {
			return []byte(strings.TrimPrefix(in, "\n")), ""
		}
	}
	if strings.HasPrefix(body, "```") && strings.HasSuffix(body, "\n```") && strings.Count(body, "\n```") == 1 {
		first, rest, _ := strings.Cut(body, "\n")
		if info := strings.TrimSpace(strings.TrimLeft(first, "`")); !strings.ContainsAny(info, "` ") {
			return []byte(strings.TrimSuffix(rest, "```")), info
		}
	}
	// What indents the end tag is layout.
	return []byte(strings.TrimRight(text, " \t")), ""
}
