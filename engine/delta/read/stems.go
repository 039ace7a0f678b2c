package read

import (
	"slices"

	"holdfast/engine/delta/english"
)

// union adds the stems of b that a lacks. Neither holds one twice.
func union(a, b []string) []string {
	if len(a) == 0 {
		return slices.Clip(b)
	}
	for _, w := range b {
		if !english.Holds(a, w) {
			a = append(a, w)
		}
	}
	return a
}

// minus lists the stems of a that b lacks.
func minus(a, b []string) []string {
	return those(a, func(w string) bool { return !english.Holds(b, w) })
}

// without lists the stems that a set lacks.
func without(stems []string, set english.WordSet) []string {
	return those(stems, func(w string) bool { return !set.Holds(w) })
}

// those lists the stems that are so. Where they stand together they are a part of
// those that there are: like all stems they are not changed.
func those(stems []string, so func(string) bool) []string {
	from := slices.IndexFunc(stems, so)
	if from < 0 {
		return nil
	}
	to := from + 1
	for to < len(stems) && so(stems[to]) {
		to++
	}
	out := stems[from:to:to]
	for i := to; i < len(stems); i++ {
		if so(stems[i]) {
			out = append(out, stems[i])
		}
	}
	return out
}
