package adoption

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"

	"holdfast/engine/etv"
	"holdfast/parser/source"
)

func candidates(n int, last error) iter.Seq2[etv.Candidate, error] {
	return func(yield func(etv.Candidate, error) bool) {
		for i := range n {
			c := etv.Candidate{Path: fmt.Sprintf("f%03d.go", i)}
			if i%7 == 3 {
				c.Skipped = "ignored"
			}
			if !yield(c, nil) {
				return
			}
		}
		if last != nil {
			yield(etv.Candidate{}, last)
		}
	}
}

// loader loads files; what is in slow fails at its first attempt, what is in broken at
// every one.
type loader struct {
	mu           sync.Mutex
	tried        map[string]int
	slow, broken string
}

func (l *loader) Text(path string, room func(bytes int64) error) etv.Text {
	if room != nil && room(int64(len(path))) != nil {
		path = l.broken
	}
	return etv.Text{Path: path}
}

func (l *loader) Parse(t etv.Text) (*etv.Version, *source.File) {
	path := t.Path
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tried[path]++
	if path == l.broken || path == l.slow && l.tried[path] == 1 {
		return &etv.Version{}, nil
	}
	return &etv.Version{}, &source.File{Path: path}
}

func TestFilesComeInOrderAndWhatFailsIsTriedAgain(t *testing.T) {
	l := &loader{tried: map[string]int{}, slow: "f005.go", broken: "f009.go"}
	var loaded, skipped []string
	for f, err := range Load(context.Background(), candidates(200, nil), l) {
		switch {
		case err != nil:
			t.Fatal(err)
		case f.File == nil:
			skipped = append(skipped, f.Path)
		default:
			loaded = append(loaded, f.Path)
		}
	}
	if n := len(loaded); n != 200-29-1 || loaded[n-1] != "f005.go" || !slices.IsSorted(loaded[:n-1]) {
		t.Errorf("%d files, the last ones %v", n, loaded[max(0, n-3):])
	}
	if n := len(skipped); n != 30 || skipped[n-1] != "f009.go" || l.tried["f009.go"] != 2 || l.tried["f001.go"] != 1 {
		t.Errorf("%d are left out, the last %s; it was tried %d times", n, skipped[n-1], l.tried["f009.go"])
	}
}

func TestWhatEndsTheCandidatesEndsTheFiles(t *testing.T) {
	broken := errors.New("broken")
	var got error
	for _, err := range Load(context.Background(), candidates(50, broken), &loader{tried: map[string]int{}}) {
		got = err
	}
	if !errors.Is(got, broken) {
		t.Errorf("it ends with %v", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	endless := func(yield func(etv.Candidate, error) bool) {
		for i := 0; ctx.Err() == nil; i++ {
			if !yield(etv.Candidate{Path: fmt.Sprint(i)}, nil) {
				return
			}
		}
		yield(etv.Candidate{}, ctx.Err())
	}
	got = nil
	for _, err := range Load(ctx, endless, &loader{tried: map[string]int{}}) {
		if n++; n == 10 {
			cancel()
		}
		if got = err; n > 10_000 {
			t.Fatal("it does not end")
		}
	}
	if !errors.Is(got, context.Canceled) {
		t.Errorf("with its context it ends with %v", got)
	}
	for range Load(context.Background(), candidates(500, nil), &loader{tried: map[string]int{}}) {
		break // whoever has enough leaves nothing behind
	}
}
