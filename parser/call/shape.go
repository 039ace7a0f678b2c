package call

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"holdfast/parser/edit"
	"holdfast/parser/elide"
	"holdfast/parser/source"
)

// arguments reads the arguments of a function tool.
func (r *reader) arguments(raw []byte) {
	if s, ok := asText(bytes.TrimSpace(raw)); ok {
		raw = []byte(s) // arguments that were encoded twice, or a patch alone
		if !strings.HasPrefix(strings.TrimSpace(s), "{") {
			r.freeText(s)
			return
		}
	}
	o, ok := readObject(raw)
	if !ok {
		if writes(raw) {
			r.unclear("", "its arguments are no JSON object: they may have been cut", raw)
		}
		return
	}
	r.object(o, "", 0)
}

// writes is a cheap test whether broken arguments were meant to change a file.
func writes(raw []byte) bool {
	for _, sign := range []string{`"content"`, `"contents"`, `"file_text"`, `"old_string"`, `"oldString"`, `"old_str"`, `"old_text"`,
		`"oldText"`, `"new_text"`, `"edits"`, "*** Begin Patch"} {
		if bytes.Contains(raw, []byte(sign)) {
			return true
		}
	}
	return false
}

// object reads one object; path is the file that the object around it names.
func (r *reader) object(o object, path string, depth int) {
	own, clash := o.path()
	if clash {
		if _, _, brings := o.said(contentNames, bodyWords); brings || o.pairs() || o.has(newNames...) {
			r.unclear("", "its arguments name two files", o.raw)
		}
		return
	}
	if own != "" {
		path = own
	}
	if o.flag("dryrun") {
		return // shows what it would do, and does nothing
	}
	switch {
	case r.editorCommand(o, path), r.editList(o, path), r.pair(o, path), r.inMember(o, path), r.insertion(o, path), r.diff(o, path):
	case r.symbol(o, path), r.content(o, path):
	case r.fileList(o, depth), r.script(o, path), r.patchAnywhere(o, path), r.wrapped(o, path, depth):
	default:
		r.read(o, path)
	}
}

// wrapped reads arguments that stand inside another object.
func (r *reader) wrapped(o object, path string, depth int) bool {
	in, ok := o.inner(wrapNames...)
	if !ok || depth >= maxDepth {
		return false
	}
	r.object(in, path, depth+1)
	return true
}

// editorCommand reads the text editor tools that say by a member what they do:
// create, str_replace, insert, view, undo_edit.
func (r *reader) editorCommand(o object, path string) bool {
	command, _, ok := o.text("command")
	if !ok || path == "" {
		return false
	}
	switch command {
	case "view":
		r.read(o, path)
	case "create":
		return r.content(o, path)
	case "insert":
		return r.insertion(o, path)
	case "str_replace":
		old, _, ok := o.old()
		if !ok {
			return false
		}
		now, _, _ := o.now() // left out, it deletes the old text
		r.replace(path, old, now, o.flag(allNames...), o.raw)
	case "undo_edit":
		r.unclear(path, "it takes back an edit, and does not say what the file held before", nil)
	default:
		return false
	}
	return true
}

// pair reads an old text and a new one.
func (r *reader) pair(o object, path string) bool {
	old, _, hasOld := o.old()
	now, _, hasNew := o.now()
	if _, pattern := asText(o.members["regex"]); pattern && hasNew && path != "" {
		hasOld = true
	}
	if !hasOld || !hasNew {
		return false
	}
	switch {
	case path == "":
		r.unclear("", "it replaces a text, and does not say in which file", o.raw)
	case o.regex():
		r.unclear(path, "it replaces by a regular expression", o.raw)
	default:
		r.replace(path, old, now, o.all(), o.raw)
	}
	return true
}

// regex reports whether the old text is a regular expression.
func (o object) regex() bool {
	mode, _, _ := o.text("mode")
	_, pattern := asText(o.members["regex"])
	return pattern || mode == "regex" || o.flag("useregex", "regex", "isregex", "regexpattern")
}

// all reports whether every occurrence of the old text is meant.
func (o object) all() bool {
	if n, ok := o.number("expectedreplacements", "expectedoccurrences"); ok && n > 1 {
		return true
	}
	return o.flag(allNames...)
}

// replace is one replacement. An empty old text creates the file: clients
// refuse it where the file is there already.
func (r *reader) replace(path, old, now string, all bool, evidence []byte) {
	old, now = listing(path, old), listing(path, now)
	switch {
	case old == "":
		r.change(OldNew, edit.Change{Op: edit.Create, Path: path, Content: []byte(now)}, evidence)
	case old == now:
		r.unclear(path, "its old text and its new text are the same", evidence)
	default:
		r.change(OldNew, edit.Change{Op: edit.Replace, Path: path, Hunks: []edit.Hunk{{Old: old, New: now, All: all}}}, evidence)
	}
}

// editList reads several replacements, in one file or in several.
func (r *reader) editList(o object, path string) bool {
	items, _, ok := o.list(editLists...)
	if !ok {
		return false
	}
	var changes []edit.Change
	for _, item := range items {
		c, reason := listed(item, path)
		if reason != "" {
			r.unclear(path, reason, o.raw)
			return true
		}
		if n := len(changes); n > 0 && changes[n-1].Path == c.Path {
			changes[n-1].Hunks = append(changes[n-1].Hunks, c.Hunks...)
			continue
		}
		changes = append(changes, c)
	}
	for _, c := range changes {
		r.change(EditList, c, o.raw)
	}
	return len(changes) > 0
}

// inMember reads replacements that stand in a member of any other name: an object
// that holds an old text and a new one, or a list of nothing but such objects.
func (r *reader) inMember(o object, path string) bool {
	for _, name := range o.names() {
		if slices.Contains(wrapNames, name) {
			continue
		}
		var items []json.RawMessage
		if value := o.members[name]; value[0] == '{' {
			items = append(items, value)
		} else if value[0] != '[' || json.Unmarshal(value, &items) != nil || len(items) == 0 {
			continue
		}
		pairs := func(item json.RawMessage) bool { in, ok := readObject(item); return ok && in.pairs() }
		if !slices.ContainsFunc(items, func(item json.RawMessage) bool { return !pairs(item) }) {
			list, err := json.Marshal(items)
			edits := object{members: map[string]json.RawMessage{editLists[0]: list}, raw: o.raw}
			return err == nil && r.editList(edits, path)
		}
	}
	return false
}

// listed is one element of a list of edits.
func listed(item json.RawMessage, path string) (c edit.Change, reason string) {
	o, ok := readObject(item)
	if !ok {
		return c, "one of its edits is no object"
	}
	own, clash := o.path()
	old, _, hasOld := o.old()
	now, _, hasNew := o.now()
	if own != "" {
		path = own
	}
	old, now = listing(path, old), listing(path, now)
	switch {
	case clash:
		return c, "one of its edits names two files"
	case path == "":
		return c, "it replaces texts, and does not say in which file"
	case !hasOld || !hasNew:
		return c, "one of its edits has no old text, or no new one"
	case o.regex():
		return c, "one of its edits replaces by a regular expression"
	}
	return edit.Change{Op: edit.Replace, Path: path, Hunks: []edit.Hunk{{Old: old, New: now, All: o.all()}}}, ""
}

// insertion reads a text and the line that it goes to. The text editor tools,
// which name a command, count the lines above it; the others name the line that
// it comes to stand at.
func (r *reader) insertion(o object, path string) bool {
	line, ok := o.number("insertline")
	if !ok || path == "" {
		return false
	}
	text, _, ok := o.now()
	if !ok {
		if text, _, ok = o.text(contentNames...); !ok {
			return false
		}
	}
	if old, _, has := o.old(); has && old != "" {
		r.unclear(path, "it names both an old text and a line to insert at", o.raw)
		return true
	}
	if !o.has("command") {
		line--
	}
	if line < 0 {
		r.unclear(path, "it inserts before the first line of the file", o.raw)
		return true
	}
	h := edit.Hunk{New: text + "\n", Insert: true, InsertLine: line}
	r.change(InsertLine, edit.Change{Op: edit.Replace, Path: path, Hunks: []edit.Hunk{h}}, o.raw)
	return true
}

// symbol reads a path, a symbol of the file, and a text: the symbol's new one, or
// one that comes to stand beside it.
func (r *reader) symbol(o object, path string) bool {
	named, _, ok := o.said(nil, symbolWords)
	if !ok || path == "" || named == "" {
		return false
	}
	text, _, ok := o.said(nil, symbolBody)
	if !ok {
		if text, _, ok = o.said(contentNames, bodyWords); !ok {
			return false
		}
	}
	r.change(SymbolBody, edit.Change{Op: edit.Define, Path: path, Symbol: named, Content: []byte(listing(path, text))}, []byte(text))
	return true
}

// content reads a path and its content.
func (r *reader) content(o object, path string) bool {
	text, name, ok := o.said(contentNames, bodyWords)
	if !ok {
		if path != "" && o.has("codeedit", "changes") {
			r.unclear(path, "it sketches a change, and another model works it out", o.raw)
			return true
		}
		if path != "" && o.has("content", "contents", "filetext") {
			r.unclear(path, "its content is no text", o.raw)
			return true
		}
		return r.newOnly(o, path)
	}
	mode, _, _ := o.text("mode")
	old, beside, _ := o.old()
	plain, first := unlisted(path, text)
	switch {
	case path == "":
		return false // a message, a thought
	case onlyPatch(path, text):
		r.patch(text, path)
	case o.has("before", "after", "anchor"):
		r.unclear(path, "it puts a text beside another one", o.raw)
	case old != "" && !strings.HasPrefix(beside, "prev"): // beside the text that it replaces
		r.replace(path, old, text, o.all(), o.raw)
	case first > 1:
		r.unclear(path, "its lines are numbered from "+strconv.Itoa(first)+" on: they are a part of the file", o.raw)
	case o.flag("append", "isappend"), mode == "append", mode == "a":
		r.change(WholeFile, appended(path, text), o.raw)
	case o.has(placeNames...):
		r.unclear(path, "it puts a text at a line number, which tools count in different ways", o.raw)
	case name == "code" && len(elide.FindIn(path, source.ForPath(path), []byte(text), nil)) > 0:
		r.unclear(path, "its code leaves parts of the file out", o.raw)
	default:
		r.change(WholeFile, edit.Change{Op: edit.Write, Path: path, Content: []byte(plain)}, []byte(plain))
	}
	return true
}

// appended adds a text at the end of a file, which it makes where it is missing.
func appended(path, text string) edit.Change {
	return edit.Change{Op: edit.Replace, Path: path, Hunks: []edit.Hunk{{New: text, AtEnd: true}}}
}

// newOnly reads a new text for which no old one is named: it makes the file.
func (r *reader) newOnly(o object, path string) bool {
	now, name, ok := o.text(newNames...)
	if !ok || path == "" || name == "replace" || name == "new" {
		return false
	}
	if o.has(placeNames...) {
		r.unclear(path, "it puts a text at a line number, which tools count in different ways", o.raw)
		return true
	}
	r.change(WholeFile, edit.Change{Op: edit.Create, Path: path, Content: []byte(now)}, o.raw)
	return true
}

// fileList reads a list of files: names to read, or objects of their own.
func (r *reader) fileList(o object, depth int) bool {
	items, _, ok := o.list(fileLists...)
	if !ok || depth >= maxDepth {
		return false
	}
	if !onlyHarmless(o, fileLists) {
		return false
	}
	for _, item := range items {
		if name, ok := asText(item); ok {
			if name != "" {
				r.add(Action{Kind: Show, Shape: PathOnly, Path: name})
			}
		} else if in, ok := readObject(item); ok {
			r.object(in, "", depth+1)
		}
	}
	return true
}

// read reads a path without any content: the call shows the file. An argument
// that is not known to belong to a read makes it something else, such as a
// search.
func (r *reader) read(o object, path string) {
	if path == "" || !onlyHarmless(o, nil) {
		return
	}
	a := Action{Kind: Show, Shape: PathOnly, Path: path}
	if n, ok := o.number(startNames...); ok {
		a.First, a.Partial = max(n, 1), n > 1
	}
	if n, ok := o.number("offset"); ok && n > 1 {
		a.Partial = true // counted from 0 or from 1
	}
	if ends, _, ok := o.list("viewrange", "linerange"); ok && len(ends) > 0 {
		first := object{members: map[string]json.RawMessage{"n": ends[0]}}
		a.First, _ = first.number("n")
	}
	a.Partial = a.Partial || o.has(partNames...) && !o.flag("shouldreadentirefile")
	r.add(a)
}

// onlyHarmless reports whether an object holds nothing but the members given and
// those that belong to any read.
func onlyHarmless(o object, names []string) bool {
	for _, name := range o.names() {
		if !slices.Contains(names, name) && !namesPath(name) && !slices.Contains(startNames, name) && !slices.Contains(partNames, name) &&
			!slices.Contains(idleNames, name) {
			return false
		}
	}
	return true
}
