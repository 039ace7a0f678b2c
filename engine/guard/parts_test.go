package guard

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/guard/excerpt"
	"holdfast/engine/stale"
	"holdfast/parser/call"
	"holdfast/parser/edit"
	"holdfast/parser/source"
)

// realFiles are files of real trees of more than least and less than most bytes, in an
// order that stays the same.
func realFiles(t *testing.T, dice *rand.Rand, least, most int64, trees ...string) (paths []string) {
	t.Helper()
	for _, tree := range trees {
		_ = filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !excerpt.Reads(source.ForPath(path)) {
				return nil
			}
			if info, err := d.Info(); err == nil && info.Size() > least && info.Size() < most {
				paths = append(paths, path)
			}
			return nil
		})
	}
	slices.Sort(paths)
	dice.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	return paths
}

// trap are texts that change how what follows them is read.
var traps = []string{
	"/*", "*/", `"""`, "'''", "`", "\"", "'", "{", "}", "(", ")", "[", "]", "//", "#", "\\", "// ... rest of the code unchanged ...",
	"# ... existing code ...", "func", "class", "def f():", "if (", "else", ";", "\x01", "<", "${", "*/ x /*", `""" x """`, "`x`", "@", "=>", "return",
}

// changed makes one random change to lines of a text.
func changed(text string, dice *rand.Rand) string {
	lines := strings.SplitAfter(text, "\n")
	at := dice.IntN(len(lines))
	n := min(1+dice.IntN(4), len(lines)-at)
	if dice.IntN(4) == 0 {
		n = min(1+dice.IntN(60), len(lines)-at)
	}
	put := func(with ...string) string {
		return strings.Join(slices.Concat(lines[:at], with, lines[at+n:]), "")
	}
	other := dice.IntN(len(lines))
	some := lines[other:min(len(lines), other+1+dice.IntN(12))]
	switch dice.IntN(9) {
	case 0: // gone
		return put()
	case 1: // twice
		return put(slices.Concat(lines[at:at+n], lines[at:at+n])...)
	case 2: // something else of the file
		return put(some...)
	case 3: // with something else of the file
		return put(slices.Concat(lines[at:at+n], some)...)
	case 4: // a word is another
		return put(strings.ReplaceAll(strings.Join(lines[at:at+n], ""), "e", "x"))
	case 5, 6: // something that leaves the parser in doubt, in the midst of a line
		l := lines[at]
		cut := dice.IntN(len(l) + 1)
		return put(append([]string{l[:cut] + traps[dice.IntN(len(traps))] + l[cut:]}, lines[at+1:at+n]...)...)
	case 7: // on a line of its own
		return put(append([]string{traps[dice.IntN(len(traps))] + "\n"}, lines[at:at+n]...)...)
	}
	return put(strings.Repeat("// a comment\n", n))
}

// as is a change as a call makes it, a whole file or an edit of the lines that differ.
func as(before, after, path string, dice *rand.Rand) (call.Action, bool) {
	c := edit.Change{Op: edit.Write, Path: path, Content: []byte(after)}
	if dice.IntN(2) == 0 {
		from, to, end := 0, len(before), len(after)
		for from < min(to, end) && before[from] == after[from] {
			from++
		}
		for to > from && end > from && before[to-1] == after[end-1] {
			to, end = to-1, end-1
		}
		for strings.Count(before, before[from:to]) != 1 || from == to {
			if from == 0 && to == len(before) {
				return call.Action{}, false
			}
			grow := min(40, len(before)-to)
			from, to, end = max(0, from-40), to+grow, end+grow
		}
		c = edit.Change{Op: edit.Replace, Path: path, Hunks: []edit.Hunk{{Old: before[from:to], New: after[from:end]}}}
	}
	return call.Action{Kind: call.Change, Path: path, Change: c}, true
}

// sampled is how many changes of real files a test makes, and of which folders' files:
// HOLDFAST_EDITS, or else so many, and those of HOLDFAST_TREES, between colons, or else
// some of Go's own.
func sampled(most int) (edits int, trees []string) {
	edits = most
	if n, err := strconv.Atoi(os.Getenv("HOLDFAST_EDITS")); err == nil {
		edits = n
	}
	if named := os.Getenv("HOLDFAST_TREES"); named != "" {
		return edits, strings.Split(named, ":")
	}
	if root, err := exec.Command("go", "env", "GOROOT").Output(); err == nil {
		trees = []string{filepath.Join(strings.TrimSpace(string(root)), "src", "net")}
	}
	return edits, trees
}

// What the excerpt of a file lets pass, the whole file lets pass: random changes of real
// files, each judged both ways.
func TestAnExcerptProvesNothingThatTheWholeFileDenies(t *testing.T) {
	edits, trees := sampled(250)
	dice := rand.New(rand.NewPCG(24, 50))
	paths := realFiles(t, dice, excerpt.Least/2, 200_000, trees...)
	if len(paths) == 0 {
		t.Skip("there are no files to change")
	}
	made, short, allowed, refused, alone := 0, 0, 0, 0, 0
	for i := 0; made < edits && i < 20*edits; i++ {
		raw, err := os.ReadFile(paths[i%len(paths)])
		if err != nil || source.Refuse(raw) != "" || bytes.IndexByte(raw, '\r') >= 0 && i%3 > 0 {
			continue
		}
		dir := t.TempDir()
		name := fmt.Sprintf("f%d%s", i, filepath.Ext(paths[i%len(paths)]))
		if err := os.WriteFile(filepath.Join(dir, name), raw, 0o600); err != nil {
			t.Fatal(err)
		}
		disk, err := etv.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			before := string(raw)
			after := changed(before, dice)
			action, ok := as(before, after, name, dice)
			if !ok || after == before {
				continue
			}
			ground := Ground{Disk: stale.NewReading(etv.NewVerifier(disk, time.Now)), Roots: []string{dir}, Limits: gates.DefaultLimits}
			actions := []call.Action{action}
			c, ok := oneChangeOf(actions, ground)
			if !ok {
				continue // its old text overlaps itself, say
			}
			made++
			quick := false
			var part partVerdict
			if pair, ok := excerpt.New(c.lang, c.before, c.after).Excerpt(mostPart); ok {
				part, quick = c.part(pair, ground)
			}
			v := whole(actions, ground, nil)
			if part.sound && part.Decision != Allow {
				if refused++; v.Decision == Allow {
					alone++
					t.Logf("%s: the excerpt alone is refused: %s\n%s", paths[i%len(paths)], part.Summary, differing(before, after))
				}
			}
			if quick {
				short++
			}
			if v.Decision == Allow {
				allowed++
			}
			if quick && v.Decision != Allow {
				t.Errorf("%s: the excerpt passes, and the whole file does not: %s\n%s", paths[i%len(paths)], v.Summary, differing(before, after))
			}
		}
		if err := disk.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d changes of %d files: %d pass, %d of them by an excerpt; of %d that an excerpt alone would refuse, the whole files let %d pass",
		made, min(made/8+1, len(paths)), allowed, short, refused, alone)
	if 4*short < allowed {
		t.Errorf("excerpts prove only %d of %d changes that pass", short, allowed)
	}
}

// differing is the part of two texts in which they differ.
func differing(a, b string) string {
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	from = max(0, from-200)
	return "was:\n" + a[from:min(len(a), from+600)] + "\nis:\n" + b[from:min(len(b), from+600)]
}
