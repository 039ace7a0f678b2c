package cli

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"holdfast/engine/report"
	"holdfast/store/event"
)

func TestReadViewsPrintWhatIsThere(t *testing.T) {
	views := map[string][]string{
		"state":           {"state"},
		"pending":         {"pending"},
		"recent":          {"recent"},
		"stale":           {"stale"},
		"doctor":          {"doctor"},
		"help-keep":       {"help", "keep"},
		"help-words":      {"help", "words"},
		"help-adopt":      {"help", "adopt"},
		"recent-one":      {"recent", "-n", "1"},
		"recent-all":      {"recent", "-v"},
		"stale-all":       {"stale", "-v"},
		"show":            {"show", "Acquire"},
		"explain":         {"explain", "pool.go::Pool.Acquire"},
		"explain-id":      {"explain", "c3c3c3c3c"},
		"explain-new":     {"explain", "Open"},
		"verify":          {"verify"},
		"connect":         {"connect"},
		"connect-pi":      {"connect", "pi", "--model", "qwen2.5-coder:7b"},
		"help-connect":    {"help", "connect"},
		"help-guard":      {"help", "guard"},
		"connect-guard":   {"connect", "--guard"},
		"connect-codex":   {"connect", "codex", "--guard"},
		"help":            {"--help"},
		"help-paste":      {"help", "paste"},
		"help-config":     {"config", "--help"},
		"help-serve":      {"serve", "--help"},
		"help-validate":   {"validate", "--help"},
		"inspect":         {"inspect"},
		"changed":         {"changed", "--since", "1"},
		"replay":          {"replay"},
		"explain-item":    {"explain", "item-2"},
		"help-inspect":    {"help", "inspect"},
		"help-changed":    {"help", "changed"},
		"help-explain":    {"help", "explain"},
		"help-import":     {"help", "import"},
		"sessions":        {"sessions"},
		"help-session":    {"session", "--help"},
		"help-fork":       {"help", "session", "fork"},
		"help-recover":    {"recover", "--help"},
		"help-checkpoint": {"checkpoint", "--help"},
		"recover":         {"recover", "--yes", "-"},
	}
	for name, args := range views {
		t.Run(name, func(t *testing.T) {
			var l line
			if code := l.run(t, args...); code != 0 || l.errout.Len() > 0 {
				t.Fatalf("exit code %d, %s", code, l.errout.String())
			}
			golden(t, name, l.out.String())
			for text := range strings.Lines(l.out.String()) {
				if width := ansi.StringWidth(strings.TrimRight(text, "\n")); width > 80 {
					t.Errorf("%d columns: %s", width, text)
				}
			}
		})
	}
}

func TestReadViewsAsOneJSONObject(t *testing.T) {
	views := map[string][]string{
		"state":    {"state"},
		"pending":  {"pending"},
		"recent":   {"recent"},
		"stale":    {"stale"},
		"doctor":   {"doctor"},
		"connect":  {"connect", "claude-code", "--session", "api"},
		"show":     {"show", "Acquire"},
		"explain":  {"explain", "Acquire"},
		"verify":   {"verify"},
		"sessions": {"session", "list"},
		"inspect":  {"inspect"},
		"changed":  {"changed", "--since", "1"},
		"replay":   {"replay"},

		"explain-item": {"explain", "item-2"},
		"recover":      {"recover", "--yes", "-"},
	}
	for name, args := range views {
		t.Run(name, func(t *testing.T) {
			var l line
			if code := l.run(t, append(args, "--json")...); code != 0 || l.errout.Len() > 0 {
				t.Fatalf("exit code %d, %s", code, l.errout.String())
			}
			golden(t, name+".json", l.out.String())
			d := json.NewDecoder(&l.out)
			var object map[string]any
			if err := d.Decode(&object); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Token(); err != io.EOF {
				t.Errorf("more than one object: %v", err)
			}
		})
	}
}

func TestEmptyViewsSayWhatIsMissingAndKeepTheirShape(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"state"}, "No code is known yet. holdfast adopt . takes in the files of this folder.\n"},
		{[]string{"pending"}, "Nothing waits for a decision.\n"},
		{[]string{"recent"}, "No request has come through holdfast in this session yet.\n"},
		{[]string{"stale"}, "Your files and the State Map agree.\n"},
		{[]string{"stale", "--json"}, "{\n  \"stale\": []\n}\n"},
		{[]string{"inspect"}, "No conversation has changed anything yet.\n"},
		{[]string{"inspect", "--kind", "open_question"}, "There is no open question in this session.\n"},
		{[]string{"inspect", "--json"}, "{\n  \"items\": []\n}\n"},
		{[]string{"changed", "--since", "1", "--json"}, "{\n  \"changes\": [],\n  \"items\": []\n}\n"},
		{[]string{"replay"}, "There is no such event in the log of deltas.\n"},
		{[]string{"replay", "--json"}, "{\n  \"events\": []\n}\n"},
		{[]string{"pending", "--json"}, "{\n  \"pending\": []\n}\n"},
		{[]string{"recent", "--json"}, "{\n  \"episodes\": []\n}\n"},
		{[]string{"verify", "--json"}, "{\n  \"findings\": [],\n  \"ok\": true\n}\n"},
	}
	for _, test := range tests {
		l := line{engine: &fakeEngine{}}
		if code := l.run(t, test.args...); code != 0 || l.out.String() != test.want {
			t.Errorf("%v: exit code %d, %q %q", test.args, code, l.out.String(), l.errout.String())
		}
	}
}

func TestViewsOpenTheEngineBesideARunningOneAndCloseIt(t *testing.T) {
	for _, args := range [][]string{{"state"}, {"pending"}, {"show", "Acquire"}, {"stale"}, {"accept", "e5"}, {"keep", "README.md"}, {"restore", "Drain"}} {
		var l line
		if code := l.run(t, args...); code != 0 {
			t.Fatalf("%v: exit code %d, %s", args, code, l.errout.String())
		}
		if !l.engine.options.Beside || slices.Contains(l.engine.calls, "start") || l.engine.calls[len(l.engine.calls)-1] != "close" {
			t.Errorf("%v: beside %v, calls %v", args, l.engine.options.Beside, l.engine.calls)
		}
	}
}

func TestVerifyExitsWithAVerdictAndNamesEachDifference(t *testing.T) {
	l := line{engine: &fakeEngine{findings: []event.Finding{{Check: "vault", Where: "sha256:ab", Detail: "the bytes hash to\nsha256:cd"}}}}
	if code := l.run(t, "verify"); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if got := l.out.String(); got != "vault: sha256:ab: the bytes hash to sha256:cd\n" {
		t.Errorf("stdout %q", got)
	}
	if got := l.errout.String(); got != "holdfast: 1 difference between what was recorded and what is there; keep a copy of .holdfast before anything else\n" {
		t.Errorf("stderr %q", got)
	}
}

func TestNamesCannotSteerTheTerminal(t *testing.T) {
	f := &fakeEngine{entities: []report.Entity{{Key: "a.go::\x1b[2Jx\u202e", Version: 1, Updated: now}}}
	l := line{engine: f}
	if code := l.run(t, "state"); code != 0 {
		t.Fatal(l.errout.String())
	}
	if out := l.out.String(); strings.ContainsAny(out, "\x1b\u202e") || !strings.Contains(out, `a.go::\u001b[2Jx\u202e`) {
		t.Errorf("%q", out)
	}
}

func TestExplainTakesANameBeforeTheBeginningOfAnID(t *testing.T) {
	f := story()
	f.pending[0].ID = "add00add00ad"
	f.entities = append(f.entities, report.Entity{Key: "math.go::add", Path: "math.go", Symbol: "add"})
	f.details["math.go::add"] = report.Detail{Entity: report.Entity{Key: "math.go::add"}}
	for arg, want := range map[string]string{"add": "math.go::add", "add0": "store/pool.go::Pool.Acquire", "add00add00ad": "store/pool.go::Pool.Acquire"} {
		l := line{engine: f}
		if code := l.run(t, "explain", arg); code != 0 || !strings.HasPrefix(l.out.String(), want+"\n") {
			t.Errorf("%s: exit code %d, %q, %s", arg, code, l.out.String(), l.errout.String())
		}
	}
}
