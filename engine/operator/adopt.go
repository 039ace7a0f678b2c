package operator

import (
	"context"
	"fmt"
	"strings"

	"holdfast/engine/adoption"
	"holdfast/engine/decide"
	"holdfast/engine/events"
	"holdfast/engine/sessions"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
)

// AdoptPaths makes files and folders AUTHORITATIVE as the disk holds them: how an
// existing code base enters the State Map. Folders are searched as Collect
// does; paths are canonical or absolute. What was adopted before an error, or
// before the context ended, stays, and one delta tells of all of it. progress may be
// nil.
func (o *Desk) AdoptPaths(ctx context.Context, paths []string, progress func(events.AdoptProgress)) (events.Adoption, error) {
	if err := o.means.Sessions.Deciding(ctx); err != nil {
		return events.Adoption{}, err
	}
	a := &adopter{session: o.active(), progress: progress, most: adoptAtOnce, knownAs: o.knownAs()}
	defer a.EmitLeftOver(context.WithoutCancel(ctx))
	ctx = sessions.Untold(asOne(ctx))
	for f, err := range adoption.Load(ctx, o.means.Disk.Collect(ctx, paths), o.means.Disk) {
		switch {
		case err != nil:
			return a.done, err
		case f.File == nil:
			a.skip(f.Path, f.Skipped)
			continue
		}
		if err := a.add(ctx, f.File); err != nil {
			return a.done, err
		}
	}
	return a.done, a.flush(ctx)
}

// knownAs returns the paths by which files are tracked that the disk names otherwise, each
// by the name that it has there: where the disk folds case, git may have renamed Foo.go to
// foo.go, and both name the one file.
func (o *Desk) knownAs() func(path string) string {
	if !o.means.Disk.Folds() {
		return func(string) string { return "" }
	}
	tracked := map[string][]string{} // by the path in lower case
	for _, p := range o.active().Map.Paths() {
		tracked[strings.ToLower(p)] = append(tracked[strings.ToLower(p)], p)
	}
	speller := o.means.Disk.Speller()
	return func(path string) string {
		for _, p := range tracked[strings.ToLower(path)] {
			if p != path && speller(p) == path {
				return p
			}
		}
		return ""
	}
}

// adoptFiles commits the adoption of files that are read already.
func (s *adopter) adoptFiles(ctx context.Context, files []*source.File) (events.Adoption, error) {
	var a *decide.Batch
	err := sessions.Retry(func() error {
		a = s.Ground.Batch(s.desk.means.NewID())
		for _, f := range files {
			if known := s.knownAs(f.Path); known != "" {
				a.Respelled(f, known)
			} else {
				a.File(f)
			}
		}
		events := a.Adopted()
		if len(events) == 0 {
			return nil
		}
		return s.decided(ctx, verbAdopt, a.Blobs, events)
	})
	if err != nil {
		return events.Adoption{}, fmt.Errorf("adopting %d files: %w", len(files), err)
	}
	return a.Result, nil
}

// adoptAtOnce is how many entities one commit adopts, so that a large folder
// neither waits for its first result nor holds all of its code in memory; the first
// ones come sooner.
const (
	adoptAtOnce = 300
	adoptMost   = 4000
	adoptBytes  = 4 << 20 // of files
)

// adopter adopts files as they are found, some at a time.
type adopter struct {
	*session
	progress func(events.AdoptProgress)
	done     events.Adoption
	files    []*source.File
	symbols  int
	bytes    int
	most     int // of symbols in the next commit
	// knownAs returns the path by which a file is tracked that the disk names otherwise, ""
	// for every other.
	knownAs func(path string) string
}

func (a *adopter) skip(path, why string) {
	a.done.Skipped = append(a.done.Skipped, events.SkippedFile{Path: path, Why: why})
	a.tell(path)
}

func (a *adopter) tell(path string) {
	if a.progress != nil {
		a.progress(events.AdoptProgress{
			Files: a.done.Files + len(a.files), Entities: a.done.Adopted + a.done.Unchanged + a.symbols,
			Skipped: len(a.done.Skipped), Path: path,
		})
	}
}

func (a *adopter) add(ctx context.Context, file *source.File) error {
	a.files = append(a.files, file)
	a.symbols += len(file.Symbols)
	a.bytes += len(file.Src)
	a.tell(file.Path)
	if a.symbols < a.most && a.bytes < adoptBytes {
		return nil
	}
	return a.flush(ctx)
}

// flush commits what was found so far.
func (a *adopter) flush(ctx context.Context) error {
	if len(a.files) == 0 {
		return nil
	}
	batch, err := a.adoptFiles(ctx, a.files)
	if err != nil {
		return err
	}
	a.done.Add(batch)
	var entries []*statemap.Entry
	for _, f := range a.files {
		entries = append(entries, a.Map.InFile(f.Path)...)
	}
	a.desk.means.Disk.Verify(a.Session, entries)
	a.files, a.symbols, a.bytes, a.most = nil, 0, 0, min(adoptMost, 2*a.most)
	a.desk.means.Hub.Changed()
	return nil
}
