package adoption

import (
	"cmp"
	"context"
	"iter"
	"runtime"

	"holdfast/engine/ahead"
	"holdfast/engine/etv"
	"holdfast/parser/source"
)

// Loaded is a file that was found, parsed; or why it is left out.
type Loaded struct {
	Path    string
	File    *source.File // nil for one that is left out
	Skipped string
}

// Files reads files and parses them. It is an etv.Verifier, or stands for one.
type Files interface {
	Text(path string, room func(bytes int64) error) etv.Text
	Parse(t etv.Text) (*etv.Version, *source.File)
}

const (
	// readers is how many files are read at once: on a network folder reading is waiting.
	readers = 32
	// most is how much is held of files that wait for their turn, in bytes.
	most = 8 << 20
)

// Load reads the candidates and gives them in their order; on every core one of them is
// parsed at a time. The error, which ends the sequence, is that of the candidates. What
// could not be loaded is tried again behind all others, by itself: beside them it may have
// gone over its limit of time, or have been written just then. When the sequence ends,
// nothing of it runs any more.
func Load(ctx context.Context, found iter.Seq2[etv.Candidate, error], files Files) iter.Seq2[Loaded, error] {
	return func(yield func(Loaded, error) bool) {
		l := loading{files: files, room: ahead.NewRoom(most), cores: make(chan struct{}, runtime.GOMAXPROCS(0))}
		var again []string
		at := 0
		for r := range ahead.Each(ctx, each(found), readers, 2*readers, l.load) {
			l.room.Leave(at)
			at++
			if r.failed {
				again = append(again, r.Path)
				continue
			}
			if !yield(r.Loaded, r.err) || r.err != nil {
				return
			}
		}
		for _, path := range again {
			if !yield(l.one(path, nil).Loaded, nil) {
				return
			}
		}
	}
}

// candidate is what was found, or why no more is.
type candidate struct {
	etv.Candidate
	err error
}

func each(found iter.Seq2[etv.Candidate, error]) iter.Seq[candidate] {
	return func(yield func(candidate) bool) {
		for c, err := range found {
			if !yield(candidate{c, err}) {
				return
			}
		}
	}
}

type loading struct {
	files Files
	room  *ahead.Room
	cores chan struct{} // holds one for each file that is being parsed
}

type result struct {
	Loaded
	err error
	// failed reports whether it was found and could not be loaded, which may go better
	// another time.
	failed bool
}

func (l *loading) load(ctx context.Context, at int, c candidate) result {
	if c.err != nil || c.Skipped != "" {
		return result{Loaded: Loaded{Path: c.Path, Skipped: c.Skipped}, err: c.err}
	}
	return l.one(c.Path, func(bytes int64) error { return l.room.Take(ctx, at, bytes) })
}

func (l *loading) one(path string, room func(bytes int64) error) result {
	text := l.files.Text(path, room)
	l.cores <- struct{}{}
	version, file := l.files.Parse(text)
	<-l.cores
	if file == nil {
		return result{Loaded: Loaded{Path: path, Skipped: cmp.Or(version.Check(etv.Expectation{}).Why, "is not there any more")}, failed: !version.Lasting()}
	}
	return result{Loaded: Loaded{Path: path, File: file}}
}
