package guard

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/guard/excerpt"
	"holdfast/engine/stale"
	"holdfast/parser"
	"holdfast/parser/call"
	"holdfast/parser/edit"
	"holdfast/parser/source"
)

var word = regexp.MustCompile(`[a-z]\w{2,}`)

// rewritten is a text that is another on most of its lines: a word that names no
// definition has become another, wherever it stands, and the lines are indented in
// another way.
func rewritten(file *source.File, dice *rand.Rand) string {
	text := string(file.Src)
	named := map[string]bool{"func": true, "def": true, "class": true, "function": true, "return": true, "import": true, "const": true}
	for _, s := range file.Symbols {
		for _, part := range strings.Split(s.Name, ".") {
			named[part] = true
		}
	}
	if file.Language != source.Python && dice.IntN(2) == 0 {
		text = strings.ReplaceAll(text, "\n\t", "\n \t")
		return strings.ReplaceAll(text, "\n  ", "\n   ")
	}
	all := word.FindAllString(text, -1)
	for range 40 {
		if w := all[dice.IntN(len(all))]; !named[w] {
			named[w] = true
			text = regexp.MustCompile(`\b`+w+`\b`).ReplaceAllString(text, w+"2")
		}
	}
	return text
}

// spoilt makes one of the faults of a lazy or cut reply in a text.
func spoilt(file *source.File, text string, dice *rand.Rand) string {
	lines := strings.SplitAfter(text, "\n")
	at := dice.IntN(len(lines))
	sign := "//"
	if file.Language == source.Python {
		sign = "#"
	}
	switch dice.IntN(6) {
	case 0:
		return strings.Join(lines[:at], "")
	case 1:
		return strings.Join(lines[:at], "") + sign + " ... rest of the code unchanged ...\n"
	case 2:
		to := min(len(lines), at+10+dice.IntN(200))
		return strings.Join(lines[:at], "") + strings.Join(lines[to:], "")
	case 3:
		to := min(len(lines), at+10+dice.IntN(200))
		return strings.Join(lines[:at], "") + "\t" + sign + " ... existing code ...\n" + strings.Join(lines[to:], "")
	case 4: // a definition becomes a stub
		for range 20 {
			s := file.Symbols[dice.IntN(len(file.Symbols))]
			was := string(file.Src[s.Extents[0].Start:s.Extents[0].End])
			l := strings.SplitAfter(was, "\n")
			if len(l) > 8 && s.Name != source.Whole {
				stub := l[0] + l[1] + l[len(l)-1]
				return strings.Replace(string(file.Src), was, stub, 1)
			}
		}
	}
	return lines[min(at, len(lines)-1)] + strings.Join(lines[len(lines)/2:], "")
}

// Of a large file that a call changes all over, nothing is refused that all of it, were
// there time to parse it, would let pass.
func TestWhatChangesAllOverIsRefusedOnlyWhereTheWholeFileIs(t *testing.T) {
	edits, trees := sampled(12)
	dice := rand.New(rand.NewPCG(24, 51))
	paths := realFiles(t, dice, mostWhole, source.MaxSize-20_000, trees...)
	if len(paths) == 0 {
		t.Skip("there are no files to change")
	}
	honest, passed, bad, denied, caught := 0, 0, 0, 0, 0
	for i := 0; honest+bad < edits && i < 20*edits; i++ {
		path := paths[i%len(paths)]
		raw, err := os.ReadFile(path)
		if err != nil || source.Refuse(raw) != "" {
			continue
		}
		name := fmt.Sprintf("f%d%s", i, filepath.Ext(path))
		file := parser.Parse(name, "", raw)
		if file.Refused != "" || file.Errors > 0 || len(file.Symbols) < 5 {
			continue
		}
		after := rewritten(file, dice)
		spoils := i%2 == 1
		if spoils {
			after = spoilt(file, after, dice)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), raw, 0o600); err != nil {
			t.Fatal(err)
		}
		disk, err := etv.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		ground := Ground{Disk: stale.NewReading(etv.NewVerifier(disk, time.Now)), Roots: []string{dir}, Limits: gates.DefaultLimits}
		actions := []call.Action{{Kind: call.Change, Path: name, Change: edit.Change{Op: edit.Write, Path: name, Content: []byte(after)}}}
		c, ok := oneChangeOf(actions, ground)
		if !ok {
			t.Fatalf("%s: it is not one change", path)
		}
		v := c.bySigns(excerpt.New(c.lang, c.before, c.after), ground)
		all := whole(actions, ground, nil)
		if v.Decision != Allow && all.Decision == Allow && !(spoils && v.Faults[0].Kind == Incomplete) {
			t.Errorf("%s: refused by signs alone: %s\n%s", path, v.Summary, differing(string(raw), after))
		}
		if spoils {
			bad++
			if all.Decision != Allow {
				denied++
				if v.Decision != Allow {
					caught++
				} else {
					t.Logf("%s: the whole file tells %s", path, all.Summary)
				}
			}
		} else {
			honest++
			if v.Decision == Allow {
				passed++
			} else {
				t.Logf("%s: an honest rewrite is refused: %s", path, v.Summary)
			}
		}
		if err := disk.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d honest rewrites pass; of %d spoilt ones the whole file refuses %d, and signs %d of these", passed, honest, bad, denied, caught)
	if passed < honest || 4*caught < 3*denied {
		t.Error("signs tell too little, or what is not so")
	}
}
