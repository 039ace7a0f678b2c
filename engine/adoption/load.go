package adoption

import (
	"cmp"
	"context"
	"iter"
	"runtime"

	"holdfast/engine/etv"
	"holdfast/parser/source"
)

// Loaded is a file that was found, parsed; or why it is left out.
type Loaded struct {
	Path    string
	File    *source.File // nil for one that is left out
	Skipped string
}

// ahead is how many files are read ahead for each core.
const ahead = 8

// Load reads the candidates with load and gives them in their order. The error, which
// ends the sequence, is that of the candidates. What could not be loaded is tried again
// behind all others, by itself: beside them it may have gone over its limit of time, or
// have been written just then. When the sequence ends, nothing of it runs any more.
func Load(ctx context.Context, found iter.Seq2[etv.Candidate, error], load func(path string) (*etv.Version, *source.File)) iter.Seq2[Loaded, error] {
	return func(yield func(Loaded, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		cores := runtime.GOMAXPROCS(0)
		// Each file that is under way has a place in order, from which it is taken.
		order := make(chan chan result, cores*ahead)
		work := make(chan task)
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer close(order)
			defer close(work)
			collect(ctx, found, order, work)
		}()
		var workers []chan struct{}
		for range cores {
			ended := make(chan struct{})
			workers = append(workers, ended)
			go func() {
				defer close(ended)
				for t := range work {
					t.into <- read(t.path, load)
				}
			}()
		}
		defer func() {
			stop()
			for range order { // whoever waits for room in it goes on, and ends
			}
			<-done
			for _, ended := range workers {
				<-ended
			}
		}()
		var again []string
		for place := range order {
			r := <-place
			if r.failed {
				again = append(again, r.Path)
				continue
			}
			if !yield(r.Loaded, r.err) || r.err != nil {
				return
			}
		}
		for _, path := range again {
			if !yield(read(path, load).Loaded, nil) {
				return
			}
		}
	}
}

type task struct {
	path string
	into chan result
}

type result struct {
	Loaded
	err error
	// failed reports whether it was found, and could not be loaded.
	failed bool
}

// collect hands candidates out until they, or the context, end.
func collect(ctx context.Context, found iter.Seq2[etv.Candidate, error], order chan<- chan result, work chan<- task) {
	for c, err := range found {
		place := make(chan result, 1)
		settled := err != nil || c.Skipped != ""
		if settled {
			place <- result{Loaded: Loaded{Path: c.Path, Skipped: c.Skipped}, err: err}
		}
		select {
		case order <- place:
		case <-ctx.Done():
			if err == nil { // that it ended is to be told
				place = make(chan result, 1)
				place <- result{err: ctx.Err()}
			}
			order <- place
			return
		}
		if !settled {
			work <- task{c.Path, place}
		}
		if err != nil {
			return
		}
	}
}

func read(path string, load func(path string) (*etv.Version, *source.File)) result {
	version, file := load(path)
	if file == nil {
		return result{Loaded: Loaded{Path: path, Skipped: cmp.Or(version.Check(etv.Expectation{}).Why, "is not there any more")}, failed: true}
	}
	return result{Loaded: Loaded{Path: path, File: file}}
}
