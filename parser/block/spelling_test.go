package block

import (
	"slices"
	"testing"
)

func TestSpelled_FindsTheFileThatSpellsItsLettersInAnotherWay(t *testing.T) {
	const composed, decomposed = "src/gr\u00f6sse.py", "src/gro\u0308sse.py"
	for _, c := range []struct {
		name, path   string
		tracked, has []string
		want         string
	}{
		{"composed, tracked decomposed", composed, []string{"a.py", decomposed}, nil, decomposed},
		{"decomposed, tracked composed", decomposed, []string{composed}, nil, composed},
		{"both are there", composed, []string{decomposed}, []string{composed, decomposed}, composed},
		{"only the disk has it", composed, nil, []string{decomposed}, decomposed},
		{"only the disk has it, composed", decomposed, nil, []string{composed}, composed},
		{"nobody has it", composed, []string{"src/grosse.py"}, nil, composed},
		{"another letter", "src/grôsse.py", []string{decomposed}, []string{composed}, "src/grôsse.py"},
		{"a folder spelled one way, its file another", "gro\u0308sse/\u00fc.py", []string{"gr\u00f6sse/u\u0308.py"}, nil, "gr\u00f6sse/u\u0308.py"},
		{"Hangul", "\u1112\u1161\u11ab.py", []string{"\ud55c.py"}, nil, "\ud55c.py"},
		{"plain", "a.py", []string{"A.py"}, nil, "a.py"},
	} {
		known := func(p string) bool { return slices.Contains(c.has, p) }
		if got := Spelled(c.path, c.tracked, known); got != c.want {
			t.Errorf("%s: %+q, want %+q", c.name, got, c.want)
		}
	}
}
