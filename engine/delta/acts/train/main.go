// Command train learns the weights of package acts from the labelled conversations of
// package gold, and reports how well weights do that have not seen a conversation:
//
//	go run ./engine/delta/acts/train [-folds 10] [-details KIND] [-quick]
//
// Run in the project's root it writes weights.txt and report.md beside the package. It
// does the same each time.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/internal/gold"
)

const (
	talks = "engine/internal/gold/testdata/*.json"
	into  = "engine/delta/acts"
)

func main() {
	details := flag.String("details", "", "also print what is wrong and missed of a kind; all for all")
	n := flag.Int("folds", 10, "parts of the cross-validation")
	flag.Float64Var(&cost, "cost", cost, "how many right items a wrong one outweighs")
	quick := flag.Bool("quick", false, "leave out the learning curve, and the report as it was")
	flag.Parse()
	if err := run(*n, *quick, *details); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(n int, quick bool, details string) error {
	lessons, err := load(talks)
	if err != nil {
		return err
	}
	all, seen := validate(lessons, n, len(lessons))
	var b bytes.Buffer
	score(&b, all, len(lessons), n)
	if !quick {
		curve(&b, lessons, n)
	}
	fmt.Print(b.String())
	for _, d := range all.Details {
		if details == "all" || details != "" && strings.Contains(d, details) {
			fmt.Println(d)
		}
	}
	m := learn(lessons)
	m.Bounds = bound(seen)
	known := (&trial{held: lessons, model: m}).try()
	fmt.Fprintf(&b, "\n"+gold.Known+"\n", known.Total.F1(), len(known.Canonized))
	if !quick {
		if err := os.WriteFile(filepath.Join(into, "report.md"), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(into, "weights.txt"), m.Format(), 0o644)
}

// trial is a part of the talks with a model that has not seen it.
type trial struct {
	held  []*lesson
	model *acts.Model
	seen  []weighed
}

// weighed is something that a model takes for a deed, and whether it is right.
type weighed struct {
	acts.Weighed
	right bool
}

// try reads the talks of a trial and scores them.
func (t *trial) try() gold.Report {
	var all gold.Report
	for _, l := range t.held {
		var taken []acts.Weighed
		t.model.Weigh = func(w acts.Weighed) { taken = append(taken, w) }
		accepted := t.model.Conversation(l.talk.Turns, nil, time.Unix(0, 0)).Accepted
		r := gold.Score(l.talk, accepted)
		for _, w := range taken {
			if slices.Contains(accepted, w.Delta) {
				t.seen = append(t.seen, weighed{w, !r.Wrong[w.Delta]})
			}
		}
		all.Add(r)
	}
	return all
}

// validate scores each part of the talks by weights that were learned from so many of
// the others at most, and by bounds that were picked by how others did. What it returns
// beside that is what there was to bound.
func validate(lessons []*lesson, n, most int) (all gold.Report, seen []weighed) {
	parts := folds(lessons, n)
	trials := make([]*trial, n)
	for i, held := range parts {
		var others []*lesson
		for k, p := range parts {
			if k != i {
				others = append(others, p...)
			}
		}
		trials[i] = &trial{held: held, model: learn(others[:min(most, len(others))])}
		trials[i].model.Bounds = acts.Lowest()
		trials[i].try()
		seen = append(seen, trials[i].seen...)
	}
	for i, t := range trials {
		var others []weighed
		for k, o := range trials {
			if k != i {
				others = append(others, o.seen...)
			}
		}
		t.model.Bounds = bound(others)
		last := &trial{held: t.held, model: t.model}
		all.Add(last.try())
	}
	return all, seen
}

// score writes the figures as a table.
func score(b *bytes.Buffer, r gold.Report, talks, n int) {
	fmt.Fprintf(b, "# How the reader does on talk that it has not seen\n\n%d labelled conversations, cross-validated by conversation in %d parts.\n\n", talks, n)
	fmt.Fprintf(b, "| kind | labels | precision | recall | F1 |\n|---|---|---|---|---|\n")
	line := func(name string, c gold.Count) {
		p, q := float64(c.Right)/float64(max(1, c.Right+c.Wrong)), float64(c.Right)/float64(max(1, c.Right+c.Missed))
		fmt.Fprintf(b, "| %s | %d | %.3f | %.3f | %.3f |\n", name, c.Right+c.Missed, p, q, c.F1())
	}
	for _, k := range delta.Kinds {
		line(string(k), r.Kinds[k])
	}
	line("all", r.Total)
	fmt.Fprintf(b, "\nCanonized: %d, %.1f per 15 conversations.\n", len(r.Canonized), 15*float64(len(r.Canonized))/float64(talks))
	fmt.Fprintf(b, "\n## The commonest errors\n\n| error | times |\n|---|---|\n")
	times := map[string]int{}
	for _, d := range r.Details {
		_, rest, _ := strings.Cut(d, " ")
		what, _, _ := strings.Cut(rest, " at ")
		times[what]++
	}
	var names []string
	for what := range times {
		names = append(names, what)
	}
	sort.Slice(names, func(i, k int) bool {
		return times[names[i]] > times[names[k]] || times[names[i]] == times[names[k]] && names[i] < names[k]
	})
	for _, what := range names[:min(len(names), 12)] {
		fmt.Fprintf(b, "| %s | %d |\n", what, times[what])
	}
}

// curve writes what fewer talks would have come to.
func curve(b *bytes.Buffer, lessons []*lesson, n int) {
	fmt.Fprintf(b, "\n## What more talk brings\n\n| talks to learn from | F1 |\n|---|---|\n")
	for _, most := range []int{25, 50, 75} {
		all, _ := validate(lessons, n, most)
		fmt.Fprintf(b, "| %d | %.3f |\n", most, all.Total.F1())
	}
}

func load(pattern string) ([]*lesson, error) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("there are no conversations at %s; run this in the project's root (%v)", pattern, err)
	}
	slices.Sort(files)
	var out []*lesson
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		c, err := gold.Parse(src)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		out = append(out, lessonOf(c))
	}
	return out, nil
}
