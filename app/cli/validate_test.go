package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cases are the documents of the canon.
const cases = "../../testdata/canon"

func canonCase(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(cases, name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestValidateSaysValid(t *testing.T) {
	delta, state := canonCase(t, "valid/spec-complete-delta.json"), canonCase(t, "valid/spec-state.json")
	for _, args := range [][]string{
		{"validate", "--delta", delta},
		{"--delta=" + delta, "validate"},
		{"validate", "--state", state},
		{"validate", "--state", state, "--delta", delta},
		{"validate", "--delta", canonCase(t, "valid/terminal-colours.txt")},
		{"validate", "--delta", canonCase(t, "chain/delta-after-delta/2.json"), "--prior", canonCase(t, "chain/delta-after-delta/1.json")},
		{"validate", "--state", canonCase(t, "chain/state-after-delta/2.json"), "--prior", canonCase(t, "chain/state-after-delta/1.json")},
	} {
		var l line
		if code := l.run(t, args...); code != 0 || l.out.String() != "valid\n" || l.errout.Len() > 0 {
			t.Errorf("%v: exit code %d, %q, %q", args, code, l.out.String(), l.errout.String())
		}
		l = line{}
		if code := l.run(t, append(args, "--json")...); code != 0 || l.out.String() != "{\n  \"errors\": [],\n  \"valid\": true\n}\n" {
			t.Errorf("%v --json: exit code %d, %q", args, code, l.out.String())
		}
	}
}

func TestAFileIsValidIfAllOfItsBlocksAre_P8(t *testing.T) {
	good, state := content(t, canonCase(t, "valid/spec-complete-delta.json")), content(t, canonCase(t, "valid/spec-state.json"))
	bad := strings.Replace(good, `"decision"`, `"decisions"`, 1)
	fenced := func(text string) string { return "```json\n" + text + "\n```\n\n" }
	for name, c := range map[string]struct {
		text  string
		valid bool
	}{
		"two that are":                   {fenced(good) + "and\n\n" + fenced(good), true},
		"a delta and a state":            {fenced(state) + fenced(good), true},
		"an invalid one after it":        {fenced(good) + fenced(bad), false},
		"before it":                      {fenced(bad) + fenced(good), false},
		"a broken one beside it":         {fenced(good) + fenced(strings.Replace(good, `:`, `=`, 3)), false},
		"an invalid state beside it":     {fenced(strings.Replace(state, `"state_seq"`, `"state_sequence"`, 1)) + fenced(good), false},
		"other JSON beside it":           {fenced(`{"a":1}`) + fenced(good), true},
		"two bare ones, the first wrong": {bad + "\n" + good, false},
	} {
		path := filepath.Join(t.TempDir(), "blocks.md")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var l line
		if code := l.run(t, "validate", "--delta", path); (code == 0) != c.valid || strings.HasPrefix(l.out.String(), "invalid") == c.valid {
			t.Errorf("%s: exit code %d, %s", name, code, l.out.String())
		}
	}
}

func TestValidateNamesEveryFaultOnALine(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(cases, "invalid", "*.faults"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range paths {
		document := strings.TrimSuffix(path, ".faults")
		if strings.Contains(document, "another-object") || strings.Contains(document, "/state-without") {
			continue // its faults depend on what is asked for
		}
		want := slices.Collect(strings.SplitSeq(strings.TrimSuffix(content(t, path), "\n"), "\n"))
		l := line{stdin: content(t, document)}
		if code := l.run(t, "validate", "--delta", "-"); code != 1 || l.errout.Len() > 0 {
			t.Errorf("%s: exit code %d, %s", document, code, l.errout.String())
		}
		if got := strings.Split(strings.TrimSuffix(l.out.String(), "\n"), "\n- "); got[0] != "invalid" || !slices.Equal(got[1:], want) {
			t.Errorf("%s:\n%s", document, l.out.String())
		}
		l = line{stdin: content(t, document)}
		if code := l.run(t, "validate", "--delta=-", "--json"); code != 1 {
			t.Errorf("%s: exit code %d", document, code)
		}
		var object struct {
			Valid  *bool
			Errors []string
		}
		if err := json.Unmarshal(l.out.Bytes(), &object); err != nil || object.Valid == nil || *object.Valid || !slices.Equal(object.Errors, want) {
			t.Errorf("%s: %v\n%s", document, err, l.out.String())
		}
	}
}

func TestValidateComparesWithThePrior(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"--delta", "chain/prior-was-altered/2.json", "--prior", "chain/prior-was-altered/1.json"}, "- basis.previous_hash: is sha256:"},
		{[]string{"--delta", "chain/a-delta-is-left-out/2.json", "--prior", "chain/a-delta-is-left-out/1.json"}, "- basis.previous_seq: is 5, but the prior's seq is 4"},
		{[]string{"--delta", "chain/order-reversed/2.json", "--prior", "chain/order-reversed/1.json"}, "- seq: is 4, which does not come after the prior's seq, 5"},
		{[]string{"--state", "chain/state-does-not-follow/2.json", "--prior", "chain/state-does-not-follow/1.json"}, "- last_state_hash: is sha256:"},
		{[]string{"--delta", "valid/every-key.json", "--prior", "invalid/truncated.json"}, "- prior.current_state.active_l0_sources[0]: is cut off"},
		{[]string{"--delta", "valid/spec-state.json"}, "- $: is a SESSION_STATE, not a CANON_STATE_DELTA"},
		{[]string{"--state", "valid/every-key.json"}, "- $: is a CANON_STATE_DELTA, not a SESSION_STATE"},
		{[]string{"--state", "invalid/state-without-its-arrays.json"}, "- open_conflicts: is missing"},
		{[]string{"--state", "invalid/another-object.json"}, "- seq: is not a key that may stand here"},
	}
	for _, test := range tests {
		args := []string{"validate"}
		for _, a := range test.args {
			if !strings.HasPrefix(a, "-") {
				a = canonCase(t, a)
			}
			args = append(args, a)
		}
		var l line
		if code := l.run(t, args...); code != 1 || !strings.HasPrefix(l.out.String(), "invalid\n") || !strings.Contains(l.out.String(), test.want) {
			t.Errorf("%v: exit code %d\n%s%s", test.args, code, l.out.String(), l.errout.String())
		}
	}
}

func TestFaultsOfTwoFilesAreToldApart(t *testing.T) {
	root := tree(t, map[string]string{"s.json": `{"state_seq":1,"protocol":"x"}`, "d.json": "nothing"})
	l := line{workspace: root}
	if code := l.run(t, "validate", "--delta", "d.json", "--state", "s.json"); code != 1 {
		t.Errorf("exit code %d, %s", code, l.errout.String())
	}
	for _, want := range []string{"- d.json: $: holds no JSON object", `- s.json: protocol: must be "canon-boundary-guard:gpt-project-adapter", not "x"`} {
		if !strings.Contains(l.out.String(), want) {
			t.Errorf("%q is not in\n%s", want, l.out.String())
		}
	}
}

func TestWrongUseOfValidateIsAFailure(t *testing.T) {
	file := canonCase(t, "valid/every-key.json")
	for _, test := range []struct {
		args []string
		said string
	}{
		{nil, "needs --state FILE or --delta FILE"},
		{[]string{"--prior", file}, "needs --state FILE or --delta FILE"},
		{[]string{file}, "does not know what to do with"},
		{[]string{"--delta", "-", "--prior", "-"}, "standard input can be only one of the files"},
		{[]string{"--delta", "not-there.json"}, "not-there.json cannot be read"},
		{[]string{"--delta", file, "--prior", "not-there.json"}, "not-there.json cannot be read"},
		{[]string{"--delta", t.TempDir()}, "cannot be read"},
	} {
		var l line
		if code := l.run(t, append([]string{"validate"}, test.args...)...); code != 2 || !strings.Contains(l.errout.String(), test.said) || l.out.Len() > 0 {
			t.Errorf("%v: exit code %d, %q, %q", test.args, code, l.out.String(), l.errout.String())
		}
	}
}

// A document is checked anywhere, also where a workspace is broken.
func TestValidateOpensNoWorkspace(t *testing.T) {
	root := tree(t, map[string]string{".holdfast/config.toml": "nonsense", "d.json": content(t, canonCase(t, "valid/every-key.json"))})
	l := line{workspace: root, engine: &fakeEngine{}}
	if code := l.run(t, "validate", "--delta", "d.json"); code != 0 || len(l.engine.calls) > 0 || l.engine.cfg != nil {
		t.Errorf("exit code %d, %v, %s", code, l.engine.calls, l.errout.String())
	}
	entries, err := os.ReadDir(filepath.Join(root, ".holdfast"))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
}

func TestFaultsCannotSteerTheTerminal(t *testing.T) {
	l := line{stdin: `{"type":"CANON_STATE_DELTA","seq\u001b[2J":1,"basis":{"previous_hash":"\u202ex\u009b"}}`}
	if code := l.run(t, "validate", "--delta", "-"); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if out := l.out.String(); strings.ContainsAny(out, "\x1b\u202e\u009b") {
		t.Errorf("%q", out)
	}
}
