package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"holdfast/parser"
	"holdfast/parser/source"
)

// Parser finds the symbols of a source text, as parser.Parse does.
type Parser func(path string, lang source.Language, src []byte) *source.File

// Target is the precision and the recall below which Run fails.
const Target = .9999

// ErrBelowTarget is returned by Run when the parser is less true than it was
// when it was built.
var ErrBelowTarget = errors.New("symbols are less exact than the target")

// Report is the outcome of a measurement.
type Report struct {
	Files   int   // valid Go files that were compared
	Bytes   int64 // their size
	Invalid int   // files that Go's own parser refuses, left out
	Errors  int   // files in which the grammar saw an error
	Large   int   // files over source.MaxSize, left out
	Refused int   // files that were not parsed, their symbols all missed

	Expected int // definitions by the oracle
	Found    int // definitions by the parser
	Exact    int // of Found, those with the oracle's name and range

	P50, P99, Max time.Duration // of one parse
	PeakRSS       int64         // of this process in bytes, 0 where unknown

	// Misses are the first few definitions that one side lacks.
	Misses []string
}

// Precision is the share of what was found that is exact.
func (r *Report) Precision() float64 { return share(r.Exact, r.Found) }

// Recall is the share of what is there that was found exactly.
func (r *Report) Recall() float64 { return share(r.Exact, r.Expected) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Run measures Go's standard library below goroot, writes a table to w, and
// returns ErrBelowTarget where precision or recall fall short of Target.
func Run(ctx context.Context, w io.Writer, goroot string) error {
	root := filepath.Join(goroot, "src")
	r, err := Measure(ctx, os.DirFS(root), parser.Parse)
	if err != nil {
		return fmt.Errorf("measure the Go files below %s: %w", root, err)
	}
	if err := r.write(w); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	if r.Precision() < Target || r.Recall() < Target {
		return ErrBelowTarget
	}
	return nil
}

// Measure compares what parse finds in every valid Go file of tree. Files below
// testdata folders are read too: they hold the rarest forms.
func Measure(ctx context.Context, tree fs.FS, parse Parser) (*Report, error) {
	m := measurement{parse: parse}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if !entry.Type().IsRegular() || path.Ext(name) != ".go" {
			return nil
		}
		src, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		m.file(name, src)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if m.Files == 0 {
		return nil, errors.New("no valid Go file is there")
	}
	m.finish()
	return &m.Report, nil
}

type measurement struct {
	Report
	parse Parser
	times []time.Duration
}

func (m *measurement) file(name string, src []byte) {
	if len(src) > source.MaxSize {
		m.Large++
		return
	}
	want, err := oracle(name, src)
	if err != nil {
		m.Invalid++
		return
	}
	start := time.Now()
	f := m.parse(name, source.Go, src)
	m.times = append(m.times, time.Since(start))
	m.Files++
	m.Bytes += int64(len(src))
	if f.Errors > 0 {
		m.Errors++
	}
	if f.Refused != "" {
		m.Refused++
		m.miss(name, "refused: "+f.Refused)
	}
	m.compare(name, want, definitions(f))
}

// definitions lists what the parser found, one entry for each extent.
func definitions(f *source.File) []Definition {
	var out []Definition
	for _, s := range f.Symbols {
		if s.Name == source.Whole {
			continue
		}
		for _, e := range s.Extents {
			out = append(out, Definition{s.Name, e.Start, e.End})
		}
	}
	return out
}

func (m *measurement) compare(name string, want, got []Definition) {
	m.Expected += len(want)
	m.Found += len(got)
	missing := map[Definition]int{}
	for _, d := range want {
		missing[d]++
	}
	for _, d := range got {
		if missing[d] > 0 {
			missing[d]--
			m.Exact++
		} else {
			m.miss(name, fmt.Sprintf("found %s [%d,%d)", d.Name, d.Start, d.End))
		}
	}
	for d, n := range missing {
		if n > 0 {
			m.miss(name, fmt.Sprintf("missed %s [%d,%d)", d.Name, d.Start, d.End))
		}
	}
}

func (m *measurement) miss(file, what string) {
	const enough = 20
	if len(m.Misses) < enough {
		m.Misses = append(m.Misses, file+": "+what)
	}
}

func (m *measurement) finish() {
	slices.Sort(m.times)
	last := len(m.times) - 1
	m.P50, m.P99, m.Max = m.times[last/2], m.times[last*99/100], m.times[last]
	m.PeakRSS = peakRSS()
}
