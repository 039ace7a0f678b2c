package etv

import (
	"context"
	"io/fs"
	"iter"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/engine/ahead"
)

// Candidate is a file that can be adopted, or a file or folder that is left
// out.
type Candidate struct {
	// Path is canonical, or as it was given where that is not possible.
	Path string
	// Skipped is why it is left out, in a few words; empty for a file that is to be
	// read.
	Skipped string
}

// Collect finds the files to adopt (product choice 7) under paths: files,
// folders, or "." for the workspace, relative to it or absolute. It goes by
// folder and name, and tells each file once. Left out, with their reason, are
// what the .gitignore files of the workspace ignore, and what has a name that
// cannot be shown; whether it is a text is seen by who reads it.
// A path that is given is not subject to .gitignore, only what is below it:
// naming it is the operator's word. The folders .git and .holdfast are never
// entered.
//
// Folders are listed ahead, so that a slow disk is waited for once and not once a
// folder. The error, which ends the sequence, is the context's.
func (d *Disk) Collect(ctx context.Context, paths []string) iter.Seq2[Candidate, error] {
	return func(yield func(Candidate, error) bool) {
		c := collector{ctx: ctx, disk: d, yield: yield, given: map[string]bool{}}
		var canonical []string
		for _, given := range paths {
			p, err := d.canonical(given)
			if err != nil {
				if !yield(Candidate{Path: given, Skipped: err.Error()}, nil) {
					return
				}
				continue
			}
			p = d.Spelled(p)
			canonical = append(canonical, p)
			c.given[p] = true
		}
		slices.Sort(canonical)
		starts := slices.Values(slices.Compact(canonical))
		for at := range ahead.Each(ctx, starts, foldersAhead, foldersAhead, c.find) {
			if !c.start(at) {
				return
			}
		}
	}
}

// foldersAhead is how many folders are listed ahead of the one that is gone through.
const foldersAhead = 16

// canonical is the path of something in the workspace, "" for its root.
func (d *Disk) canonical(given string) (string, error) {
	p := given
	if filepath.IsAbs(p) {
		rel, err := filepath.Rel(d.path, p)
		if err != nil {
			return "", refusal("leaves the workspace")
		}
		p = rel
	}
	p = path.Clean(filepath.ToSlash(p))
	switch {
	case p == ".":
		return "", nil
	case !utf8.ValidString(p):
		return "", notUTF8
	case !fs.ValidPath(p):
		return "", refusal("leaves the workspace")
	}
	return p, nil
}

// collector walks. Its methods report whether to go on.
type collector struct {
	ctx   context.Context
	disk  *Disk
	yield func(Candidate, error) bool
	given map[string]bool
	rules ignores
}

func (c *collector) skip(path, why string) bool {
	return c.yield(Candidate{Path: path, Skipped: why}, nil)
}

// cancelled ends the sequence where the context has ended.
func (c *collector) cancelled() bool {
	err := c.ctx.Err()
	if err != nil {
		c.yield(Candidate{}, err)
	}
	return err != nil
}

// start is a path that was given, and what is there.
type start struct {
	path   string
	folder bool
	listing
	err error
}

func (c *collector) find(_ context.Context, _ int, path string) start {
	s := start{path: path, folder: path == ""}
	if path != "" {
		f, err := (&prober{disk: c.disk}).stat(path)
		s.folder, s.err = err == nil && f.kind == directory, err
	}
	if s.folder && !private(path) {
		s.listing = c.list(path)
	}
	return s
}

// private reports whether a part of a path is no part of the code.
func private(path string) bool { return slices.ContainsFunc(strings.Split(path, "/"), isPrivate) }

// start collects under a path that was given.
func (c *collector) start(at start) bool {
	switch {
	case c.cancelled():
		return false
	case at.err != nil:
		return c.skip(at.path, c.failure(at.path, at.err))
	case private(at.path):
		return c.skip(at.path, privateWords)
	case !at.folder:
		return c.file(at.path)
	}
	c.rules = nil
	for i, char := range at.path { // the folders above it have their say of what is below it
		if i == 0 {
			c.rules = append(c.rules, c.learn("")...)
		}
		if char == '/' {
			c.rules = append(c.rules, c.learn(at.path[:i])...)
		}
	}
	return c.folder(at.path, at.listing)
}

// ExportFolder is what a folder is named that exports are written to. What is in
// it is adopted only by its own path: it changes with every export.
const ExportFolder = ".deltamind"

// notUTF8 and controlled are why a file is left out for its name: it would stand in
// prompts, in documents and on the screen.
const (
	notUTF8    = refusal("its name is not UTF-8: rename it")
	controlled = refusal("its name holds a control character: rename it")
)

const privateWords = "belongs to git or holdfast"

// isPrivate tells a folder, or git's file in its place, that is no part of the
// code. File systems may fold case.
func isPrivate(name string) bool {
	return strings.EqualFold(name, ".git") || strings.EqualFold(name, ownFolder)
}

// failure is why something cannot be read, in words.
func (c *collector) failure(path string, err error) string {
	v := c.disk.failed(path, err)
	if v.Missing() {
		return "does not exist"
	}
	return v.why
}

// learn reads the rules of a folder.
func (c *collector) learn(dir string) ignores {
	text, _, err := c.disk.read(path.Join(dir, ignoreFile))
	if err != nil {
		return nil
	}
	return parseIgnores(dir, string(text))
}

// listing is what a folder holds.
type listing struct {
	entries []fs.DirEntry // by name
	rules   ignores
	failed  error
}

// list reads a folder. It is called ahead of the walk, and by many at once.
func (c *collector) list(dir string) listing {
	entries, err := c.disk.entries(dir)
	if err != nil {
		return listing{failed: err}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	l := listing{entries: entries}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), ignoreFile) }) {
		l.rules = c.learn(dir)
	}
	return l
}

// folder collects what is in a folder, by name. Its rules hold while it is
// walked.
func (c *collector) folder(dir string, l listing) bool {
	if l.failed != nil {
		return c.skip(dir, c.failure(dir, l.failed))
	}
	above := len(c.rules)
	c.rules = append(c.rules, l.rules...)
	next, stop := iter.Pull(c.below(dir, l.entries))
	defer stop()
	for _, e := range l.entries {
		if c.cancelled() || !c.entry(path.Join(dir, e.Name()), e, next) {
			return false
		}
	}
	c.rules = c.rules[:above]
	return true
}

// below lists the folders in a folder that are gone through, some of them ahead.
func (c *collector) below(dir string, entries []fs.DirEntry) iter.Seq[listing] {
	var folders []string
	for _, e := range entries {
		if p := path.Join(dir, e.Name()); e.IsDir() && !c.given[p] && c.leavesOut(p, e) == "" {
			folders = append(folders, p)
		}
	}
	return ahead.Each(c.ctx, slices.Values(folders), foldersAhead, foldersAhead, func(_ context.Context, _ int, dir string) listing {
		return c.list(dir)
	})
}

// leavesOut returns why the walk leaves out what it finds, "" for nothing.
func (c *collector) leavesOut(path string, e fs.DirEntry) string {
	switch {
	case !utf8.ValidString(e.Name()):
		return notUTF8.Error()
	case isPrivate(e.Name()):
		return privateWords
	case e.IsDir() && e.Name() == ExportFolder:
		return "holds an export"
	}
	if r := c.rules.match(path, e.IsDir()); r != nil {
		return "ignored by " + r.String()
	}
	return ""
}

// entry collects what is found in a folder. Folders take their listing from next.
func (c *collector) entry(path string, e fs.DirEntry, next func() (listing, bool)) bool {
	if c.given[path] {
		return true // it has its own turn
	}
	if why := c.leavesOut(path, e); why != "" {
		return c.skip(path, why)
	}
	if !e.IsDir() {
		return c.file(path)
	}
	l, _ := next()
	return c.folder(path, l)
}

// file tells of one file that no rule ignores.
func (c *collector) file(path string) bool {
	if strings.ContainsFunc(path, unicode.IsControl) {
		return c.skip(path, controlled.Error())
	}
	return c.yield(Candidate{Path: path}, nil)
}
