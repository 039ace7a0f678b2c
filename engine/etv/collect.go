package etv

import (
	"context"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/parser/source"
)

// Candidate is a file that can be adopted, or a file or folder that is left
// out.
type Candidate struct {
	// Path is canonical, or as it was given where that is not possible.
	Path string
	// Size is that of the file, in bytes.
	Size int64
	// Skipped is why it is left out, in a few words; empty for a file that can
	// be adopted.
	Skipped string
}

// Collect finds the files to adopt (product choice 7) under paths: files,
// folders, or "." for the workspace, relative to it or absolute. It goes by
// folder and name, and tells each file once. Left out, with their reason, are
// what the .gitignore files of the workspace ignore, links, what is not a text,
// and files of more than limit bytes (0, and at most, the parser's own limit).
// A path that is given is not subject to .gitignore, only what is below it:
// naming it is the operator's word. The folders .git and .holdfast are never
// entered.
//
// Each file is read once to see that it is a text, and let go: who adopts it
// loads it, one at a time. The error, which ends the sequence, is the context's.
func (d *Disk) Collect(ctx context.Context, paths []string, limit int64) iter.Seq2[Candidate, error] {
	if limit <= 0 || limit > source.MaxSize {
		limit = source.MaxSize
	}
	return func(yield func(Candidate, error) bool) {
		c := collector{ctx: ctx, disk: d, limit: limit, yield: yield, given: map[string]bool{}}
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
		for _, p := range slices.Compact(canonical) {
			if !c.start(p) {
				return
			}
		}
	}
}

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

// collector walks. Its methods tell whether to go on.
type collector struct {
	ctx   context.Context
	disk  *Disk
	limit int64
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

// start collects under a path that was given.
func (c *collector) start(path string) bool {
	if c.cancelled() {
		return false
	}
	if path == "" {
		c.rules = nil
		return c.folder("")
	}
	probe := prober{disk: c.disk}
	f, err := probe.stat(path)
	if err != nil {
		return c.skip(path, c.failure(path, err))
	}
	if slices.ContainsFunc(strings.Split(path, "/"), isPrivate) {
		return c.skip(path, privateWords)
	}
	if f.kind != directory {
		return c.file(path)
	}
	c.rules = nil
	c.learn("") // the folders above it have their say of what is below it
	for at, char := range path {
		if char == '/' {
			c.learn(path[:at])
		}
	}
	return c.folder(path)
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

// learn adds the rules of a folder.
func (c *collector) learn(dir string) {
	if text, _, err := c.disk.read(path.Join(dir, ignoreFile)); err == nil {
		c.rules = append(c.rules, parseIgnores(dir, string(text))...)
	}
}

// folder collects what is in a folder, by name. Its rules hold while it is
// walked.
func (c *collector) folder(dir string) bool {
	entries, err := c.list(dir)
	if err != nil {
		return c.skip(dir, c.failure(dir, err))
	}
	above := len(c.rules)
	c.learn(dir)
	for _, e := range entries {
		if c.cancelled() || !c.entry(path.Join(dir, e.Name()), e) {
			return false
		}
	}
	c.rules = c.rules[:above]
	return true
}

func (c *collector) list(dir string) ([]fs.DirEntry, error) {
	name := "."
	if dir != "" {
		name = filepath.FromSlash(dir)
	}
	f, err := c.disk.root.OpenFile(name, os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

func (c *collector) entry(path string, e fs.DirEntry) bool {
	switch {
	case c.given[path]:
		return true // it has its own turn
	case !utf8.ValidString(e.Name()):
		return c.skip(path, notUTF8.Error())
	case isPrivate(e.Name()):
		return c.skip(path, privateWords)
	case e.IsDir() && e.Name() == ExportFolder:
		return c.skip(path, "holds an export")
	}
	if r := c.rules.match(path, e.IsDir()); r != nil {
		return c.skip(path, "ignored by "+r.String())
	}
	if e.IsDir() {
		return c.folder(path)
	}
	return c.file(path)
}

// file tells of one file that no rule ignores.
func (c *collector) file(path string) bool {
	if strings.ContainsFunc(path, unicode.IsControl) {
		return c.skip(path, controlled.Error())
	}
	probe := prober{disk: c.disk}
	f, err := probe.stat(path)
	if err != nil {
		return c.skip(path, c.failure(path, err))
	}
	if f.kind == regular && f.size > c.limit {
		return c.skip(path, tooLarge(f.size, c.limit).Error())
	}
	src, _, err := c.disk.read(path)
	if err != nil {
		return c.skip(path, c.failure(path, err))
	}
	if why := source.Refuse(src); why != "" {
		return c.skip(path, why)
	}
	return c.yield(Candidate{Path: path, Size: int64(len(src))}, nil)
}
