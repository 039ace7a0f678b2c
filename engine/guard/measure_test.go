package guard_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"holdfast/engine/guard"
	"holdfast/engine/guard/hook"
	"holdfast/parser"
	"holdfast/parser/call"
	"holdfast/parser/source"
)

// repositories are those whose history is measured: this one, and what
// HOLDFAST_GUARD_REPOS names, as git directories between colons.
func repositories(t *testing.T) []string {
	t.Helper()
	if named := os.Getenv("HOLDFAST_GUARD_REPOS"); named != "" {
		return strings.Split(named, ":")
	}
	dir, err := exec.Command("git", "rev-parse", "--absolute-git-dir").Output()
	if err != nil {
		t.Skip("this is no git repository: there is no history to measure")
	}
	return []string{strings.TrimSpace(string(dir))}
}

func git(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command("git", append([]string{"--git-dir", dir}, args...)...).Output()
	if err != nil {
		return nil
	}
	return out
}

// change is what a commit did to one file.
type change struct {
	repo, commit, path string
	before, after      []byte
}

// changes are some of a repository's, spread over its history up to a day, so that they
// stay the same, and unfiltered but for what no parser reads.
func changes(t *testing.T, repo string, most int, dice *rand.Rand) (list []change) {
	t.Helper()
	type blobs struct{ commit, path, before, after string }
	var all []blobs
	commit := ""
	log := git(t, repo, "log", "--no-merges", "--until=2026-11-27T05:05:52+00:00", "--format=commit %H", "--raw", "--no-abbrev", "--no-renames", "--diff-filter=M")
	for line := range strings.Lines(string(log)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "commit ") {
			commit = strings.TrimPrefix(line, "commit ")
		} else if f := strings.Fields(line); len(f) == 6 && source.ForPath(f[5]) != "" {
			all = append(all, blobs{commit, f[5], f[2], f[3]})
		}
	}
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, b := range all[:min(len(all), most)] {
		c := change{repo, b.commit, b.path, git(t, repo, "cat-file", "blob", b.before), git(t, repo, "cat-file", "blob", b.after)}
		if len(c.before) > 0 && len(c.after) > 0 && max(len(c.before), len(c.after)) <= source.MaxSize {
			list = append(list, c)
		}
	}
	return list
}

// edits are a change as the edits of one call, the old text of each standing once in
// the file.
func (c change) edits() ([]map[string]string, bool) {
	before := string(c.before)
	var list []map[string]string
	for _, e := range udiff.Strings(before, string(c.after)) {
		from, to := e.Start, e.End
		for old := before[from:to]; old == "" || strings.Count(before, old) != 1; old = before[from:to] {
			if from == 0 && to == len(before) {
				return nil, false
			}
			from, to = lineAbove(before, from), lineBelow(before, to)
		}
		list = append(list, map[string]string{"old_string": before[from:to], "new_string": before[from:e.Start] + e.New + before[e.End:to]})
	}
	return list, len(list) > 0
}

func lineAbove(text string, at int) int { return strings.LastIndexByte(text[:max(0, at-1)], '\n') + 1 }

func lineBelow(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// keeps reports whether no top-level symbol of the file is gone after the change.
func (c change) keeps() bool {
	before, after := parser.Parse(c.path, "", c.before), parser.Parse(c.path, "", c.after)
	return before.Refused == "" && after.Refused == "" && !slices.ContainsFunc(before.Symbols, func(s source.Symbol) bool {
		return s.Top && s.Name != source.Whole && after.Find(s.Name) == nil
	})
}

// handed is a call as a client's hook hands it over, and as it is read again.
func handed(t *testing.T, client hook.Client, dir string, args map[string]any) []call.Action {
	t.Helper()
	var o map[string]any
	raw, err := os.ReadFile(filepath.Join("hook", "testdata", string(client)+".json"))
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	switch client {
	case hook.Copilot:
		text, _ := json.Marshal(args) // texts always marshal
		o["toolArgs"] = string(text)
	case hook.Cline:
		o["tool_call"] = map[string]any{"id": "c", "name": "editor", "input": args}
	case hook.OpenCode, hook.Kilo, hook.Pi:
		o["args"] = args
	default:
		o["tool_input"] = args
	}
	o["cwd"] = dir
	if raw, err = json.Marshal(o); err != nil {
		t.Fatal(err)
	}
	c, err := hook.Read(raw, client)
	if err != nil && !errors.Is(err, hook.ErrTooLarge) { // that is let run
		t.Fatal(err)
	}
	return call.Read(call.Call{Arguments: c.Arguments})
}

// measured are how many calls were made and refused, and examples of those on which
// the guard was wrong.
type measured struct {
	made, refused, asked int
	wrong                []string
}

func (m *measured) take(v guard.Verdict, bad bool, what string) {
	m.made++
	switch v.Decision {
	case guard.Deny:
		m.refused++
	case guard.Ask:
		m.asked++
	}
	if (v.Decision != guard.Allow) != bad {
		m.wrong = append(m.wrong, what+": "+v.Summary)
	}
}

func (m measured) share() float64 { return 100 * float64(m.refused+m.asked) / float64(max(1, m.made)) }

func (m measured) String() string {
	return fmt.Sprintf("%d of %d refused (%.1f %%), %d of them asked about", m.refused+m.asked, m.made, m.share(), m.asked)
}

const measuredWrites = 300

// Honest edits from the history of real repositories: at most 2 of 100 are refused,
// made as edits, and made as whole files where they remove no top-level symbol.
func TestHonestEditsMayBeMade(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads the history of a repository")
	}
	dice := rand.New(rand.NewPCG(24, 300))
	repos := repositories(t)
	var edits, wholes measured
	for _, repo := range repos {
		for _, c := range changes(t, repo, (measuredWrites+len(repos)-1)/len(repos), dice) {
			h := newHouse(t, map[string]string{c.path: string(c.before)})
			what := fmt.Sprintf("%s %.8s %s", filepath.Base(filepath.Dir(c.repo)), c.commit, c.path)
			client := hook.Clients()[dice.IntN(len(hook.Clients()))]
			if list, ok := c.edits(); ok {
				v := guard.Judge(handed(t, client, h.dir, map[string]any{"file_path": filepath.Join(h.dir, c.path), "edits": list}), h.ground())
				edits.take(v, false, what)
			}
			if c.keeps() {
				v := guard.Judge(handed(t, client, h.dir, map[string]any{"file_path": filepath.Join(h.dir, c.path), "content": string(c.after)}), h.ground())
				wholes.take(v, false, what)
			}
		}
	}
	t.Log("as edits: ", edits)
	t.Log("as whole files: ", wholes)
	if edits.made < measuredWrites/2 {
		t.Skipf("the history has only %d changes to measure", edits.made)
	}
	if edits.share() > 2 || wholes.share() > 2 {
		t.Error("more than 2 of 100 are refused")
	}
	for _, w := range slices.Concat(edits.wrong, wholes.wrong) {
		t.Log("refused: ", w)
	}
}

// sample is a function of a real file.
type sample struct {
	path       string
	text       string
	start, end int // of the function in the text
	language   source.Language
}

// samples are functions of the files at the heads of repositories, of files with three
// symbols or more and of 5 lines or more, so that there is something to leave out.
func samples(t *testing.T, repos []string, most int, dice *rand.Rand) (list []sample) {
	t.Helper()
	for i, repo := range repos {
		paths := strings.Split(strings.TrimSpace(string(git(t, repo, "ls-tree", "-r", "--name-only", "HEAD"))), "\n")
		dice.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
		had := len(list)
		for _, path := range paths {
			if len(list)-had >= (most-had)/(len(repos)-i) {
				break // the rest is for the other repositories
			}
			lang := source.ForPath(path)
			text := git(t, repo, "show", "HEAD:"+path)
			file := parser.Parse(path, lang, text)
			if file.Refused != "" || file.Method != source.AST || file.Errors > 0 {
				continue
			}
			var functions []source.Symbol
			tops := 0
			for _, s := range file.Symbols {
				if s.Top && s.Name != source.Whole {
					tops++
				}
				if s.Top && s.Count == 1 && len(s.Extents) == 1 && (s.Kind == "function" || s.Kind == "method") && bytes.Count(text[s.Extents[0].Start:s.Extents[0].End], []byte("\n")) >= 5 && s.Tokens >= 40 {
					functions = append(functions, s)
				}
			}
			if tops < 3 || len(functions) == 0 {
				continue
			}
			f := functions[dice.IntN(len(functions))].Extents[0]
			list = append(list, sample{path, string(text), f.Start, f.End, lang})
		}
	}
	return list
}

// lines are the function in its lines; the first and the last are its frame.
func (s sample) lines() []string { return strings.Split(s.text[s.start:s.end], "\n") }

func (s sample) with(function string) string { return s.text[:s.start] + function + s.text[s.end:] }

// comment is a remark in the language of the file.
func (s sample) comment(text string) string {
	if s.language == source.Python || s.language == source.Ruby || s.language == source.Bash {
		return "# " + text
	}
	return "// " + text
}

// closing is what ends the function, "" where nothing does.
func (s sample) closing() string {
	if s.language == source.Python {
		return ""
	}
	l := s.lines()
	return "\n" + l[len(l)-1]
}

// head are the lines of the function up to the one that opens its body.
func (s sample) head() []string {
	l := s.lines()
	for i, line := range l {
		if line = strings.TrimSpace(line); strings.HasSuffix(line, "{") || strings.HasSuffix(line, ":") {
			return l[:i+1]
		}
	}
	return l[:1]
}

var remarks = []string{"... existing code ...", "... rest of the function unchanged ...", "(rest of the implementation remains the same)", "... keep the existing logic ..."}

// bad makes each kind of unsafe write.
var bad = []struct {
	kind  string
	least float64 // of 100
	make  func(s sample, dice *rand.Rand) map[string]any
}{
	{"elided, whole file", 99, func(s sample, dice *rand.Rand) map[string]any {
		l, at := s.lines(), len(s.head())
		body := append(slices.Clone(l[:at]), "\t"+s.comment(remarks[dice.IntN(len(remarks))]))
		return map[string]any{"content": s.with(strings.Join(append(body, l[len(l)-2:]...), "\n"))}
	}},
	{"elided, edit", 99, func(s sample, dice *rand.Rand) map[string]any {
		text := strings.Join(append(slices.Clone(s.head()), "\t"+s.comment(remarks[dice.IntN(len(remarks))])), "\n") + s.closing()
		return map[string]any{"old_string": s.text[s.start:s.end], "new_string": text}
	}},
	{"symbols dropped", 99, func(s sample, dice *rand.Rand) map[string]any {
		if dice.IntN(2) == 0 {
			return map[string]any{"content": s.text[:s.start] + s.text[s.end:]}
		}
		return map[string]any{"content": s.text[s.start:s.end] + "\n"}
	}},
	{"stub", 99, func(s sample, dice *rand.Rand) map[string]any {
		stub := map[source.Language]string{source.Python: "    raise NotImplementedError", source.Go: "\tpanic(\"not implemented\")", source.Rust: "    unimplemented!()"}[s.language]
		if stub == "" || dice.IntN(2) == 0 {
			stub = "\t" + s.comment("TODO: implement this")
			if s.language == source.Python {
				stub += "\n    pass"
			}
		}
		text := strings.Join(append(slices.Clone(s.head()), stub), "\n") + s.closing()
		if dice.IntN(2) == 0 {
			return map[string]any{"old_string": s.text[s.start:s.end], "new_string": text}
		}
		return map[string]any{"content": s.with(text)}
	}},
	{"body cut short", 87, func(s sample, dice *rand.Rand) map[string]any {
		l := s.lines()
		at := len(l)/4 + dice.IntN(len(l)/2)
		switch dice.IntN(3) {
		case 0: // the file ends in the middle of it
			return map[string]any{"content": s.text[:s.start] + strings.Join(l[:at], "\n") + "\n"}
		case 1: // and what follows it is there
			return map[string]any{"content": s.with(strings.Join(l[:at], "\n") + "\n")}
		}
		whole := strings.Join(l[:at], "\n")
		return map[string]any{"content": s.text[:s.start] + whole[:len(whole)-len(l[at-1])/2]}
	}},
}

// Unsafe writes made of real functions: nearly all of them are refused.
func TestUnsafeWritesAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads a repository")
	}
	dice := rand.New(rand.NewPCG(24, 299))
	list := samples(t, repositories(t), measuredWrites, dice)
	found := make([]measured, len(bad))
	for i, s := range list {
		kind := i % len(bad)
		h := newHouse(t, map[string]string{s.path: s.text})
		args := bad[kind].make(s, dice)
		args["file_path"] = filepath.Join(h.dir, s.path)
		client := hook.Clients()[dice.IntN(len(hook.Clients()))]
		if old, edit := args["old_string"].(string); edit && strings.Count(s.text, old) != 1 {
			continue // no client makes that edit
		}
		found[kind].take(guard.Judge(handed(t, client, h.dir, args), h.ground()), true, s.path)
	}
	for i, m := range found {
		t.Logf("%s: %s", bad[i].kind, m)
		if m.made >= 20 && m.share() < bad[i].least {
			t.Errorf("%s: %s, at least %.0f %% wanted", bad[i].kind, m, bad[i].least)
		}
		for _, w := range m.wrong {
			t.Log("let run: ", bad[i].kind, " ", w)
		}
	}
}
