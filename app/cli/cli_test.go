package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdfast/app/internal/eval"
	"holdfast/engine/config"
)

func TestFlagsMayStandAnywhereOnTheLine(t *testing.T) {
	for _, args := range [][]string{
		{"reject", "e5", "--reason", "no good"},
		{"--reason", "no good", "reject", "e5"},
		{"reject", "--reason=no good", "e5"},
		{"--reason=no good", "reject", "e5", "--session", "default"},
		{"--session", "default", "reject", "--reason", "no good", "--", "e5"},
	} {
		var l line
		if code := l.run(t, args...); code != 0 || l.engine.did() != `reject e5e5e5e5e5e5 because "no good"` {
			t.Errorf("%q: exit code %d, did %q, %s", args, code, l.engine.did(), l.errout.String())
		}
	}
	for _, args := range [][]string{{"--json", "pending"}, {"pending", "--json"}, {"--json=true", "pending"}} {
		var l line
		if code := l.run(t, args...); code != 0 || !strings.HasPrefix(l.out.String(), "{") {
			t.Errorf("%q: exit code %d, %s", args, code, l.errout.String())
		}
	}
}

func TestArrange(t *testing.T) {
	root := Root(Deps{Open: func(context.Context, *config.Config, OpenOptions) (Engine, error) { return nil, nil }})
	tests := []struct{ line, want string }{
		{"", ""},
		{"recent -n 5", "recent -n 5"},
		{"-n 5 recent", "recent -n 5"},
		{"-n5 recent", "recent -n5"},
		{"--number=5 recent", "recent --number=5"},
		{"paste --path - x", "paste x --path -"},
		{"blocks -", "blocks -"},
		{"--debug serve", "serve --debug"},
		{"--json -n 3 recent", "recent --json -n 3"},
		{"show -- -odd --json", "show -- -odd --json"},
		{"--workspace", "--workspace"},
		{"--nope recent", "recent --nope"},
		{"__complete --json pend", "__complete --json pend"},
	}
	for _, test := range tests {
		if got := strings.Join(arrange(root, strings.Fields(test.line)), " "); got != test.want {
			t.Errorf("%q: %q, want %q", test.line, got, test.want)
		}
	}
}

func TestAFlagMeansTheSameInEveryCommand(t *testing.T) {
	root := Root(Deps{Open: func(context.Context, *config.Config, OpenOptions) (Engine, error) { return nil, nil }})
	kinds := map[string]string{}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if kind, seen := kinds[f.Name]; seen && kind != f.Value.Type() {
				t.Errorf("--%s is a %s in one command and a %s in %s", f.Name, kind, f.Value.Type(), c.CommandPath())
			}
			kinds[f.Name] = f.Value.Type()
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
	if len(kinds) < 10 {
		t.Errorf("only %d flags were compared", len(kinds))
	}
}

func TestWrongUseExitsWithTwoAndOneHelpfulSentence(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"stat"}, `there is no command "stat", perhaps you mean "state"; see holdfast --help`},
		{[]string{"frobnicate"}, `there is no command "frobnicate"; see holdfast --help`},
		{[]string{"help", "pendin"}, `there is no command "pendin", perhaps you mean "pending"; see holdfast --help`},
		{[]string{"state", "--jsn"}, `unknown flag: --jsn; see holdfast state --help`},
		{[]string{"state", "extra"}, `holdfast state does not know what to do with "extra"; see holdfast state --help`},
		{[]string{"show"}, `holdfast show needs an ENTITY; see holdfast show --help`},
		{[]string{"show", "a", "b"}, `holdfast show does not know what to do with "b"; see holdfast show --help`},
		{[]string{"symbols"}, `holdfast symbols needs at least one PATH; see holdfast symbols --help`},
		{[]string{"paste"}, `holdfast paste needs --path FILE, the file that the code belongs to; see holdfast paste --help`},
		{[]string{"recent", "-n", "0"}, `-n takes a number from 1 to 10000, not 0; see holdfast recent --help`},
		{[]string{"recent", "-n", "few"}, `invalid argument "few" for "-n, --number" flag; see holdfast recent --help`},
		{[]string{"state", "--workspace", "/nowhere/at/all"}, `the workspace /nowhere/at/all does not exist; create it or name another with --workspace`},
		{[]string{"state", "--session", "a b"}, `flag --session: session: "a b" is not allowed; give 1 to 64 of A-Z a-z 0-9 . _ -`},
		{[]string{}, `standard output is not a terminal, and the screen needs one; holdfast serve runs the proxy without one`},
		{[]string{"--listen", "0.0.0.0:0", "serve"}, `flag --listen: listen: 0.0.0.0:0 can be reached from other machines: set a token (--token or HOLDFAST_TOKEN), or listen on 127.0.0.1`},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			var l line
			code := l.run(t, test.args...)
			if code != 2 || l.errout.String() != "holdfast: "+test.want+"\n" || l.out.Len() > 0 {
				t.Errorf("exit code %d\ngot  %swant holdfast: %s\nstdout %q", code, l.errout.String(), test.want, l.out.String())
			}
		})
	}
}

func TestAConfigurationFaultStopsEveryCommandThatNeedsIt(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, ".holdfast"), 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, ".holdfast", "config.toml")
	if err := os.WriteFile(path, []byte("debug = true\nlisen = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"state"}, {"serve"}, {"config"}, {"accept", "e5"}, {"verify"}} {
		l := line{workspace: root}
		code := l.run(t, args...)
		if want := "holdfast: " + path + ":2: lisen: there is no such key; did you mean listen?\n"; code != 2 || l.errout.String() != want {
			t.Errorf("%v: exit code %d, %s", args, code, l.errout.String())
		}
	}
}

func TestFlagsAndEnvironmentReachTheEngine(t *testing.T) {
	l := line{env: []string{"HOLDFAST_MODEL=from-env", "HOLDFAST_THEME=light"}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // serve ends as soon as it serves
	l.ctx = ctx
	if code := l.run(t, "serve", "--listen", "127.0.0.1:0", "--theme=dark", "--debug"); code != 0 {
		t.Fatalf("exit code %d: %s", code, l.errout.String())
	}
	c := l.engine.cfg
	if c.Listen != "127.0.0.1:0" || c.Model != "from-env" || c.Theme != "dark" || !c.Debug || c.Workspace.Root != l.workspace {
		t.Errorf("%+v", c)
	}
}

func TestConfigShowsEachValueWithItsOrigin(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, ".holdfast"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, ".holdfast", "config.toml"), []byte("[limits]\nbody_mib = 5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{"config": {"config"}, "config.json": {"config", "--json"}} {
		l := line{workspace: root, env: []string{"HOLDFAST_TOKEN=hush"}}
		if code := l.run(t, append(args, "--theme", "dark")...); code != 0 {
			t.Fatal(l.errout.String())
		}
		golden(t, name, strings.ReplaceAll(l.out.String(), root, "/w"))
	}
}

func TestCommandsWithoutTheirDependencyAreNotOffered(t *testing.T) {
	var names []string
	for _, c := range Root(Deps{}).Commands() {
		names = append(names, c.Name())
	}
	if slices.Contains(names, "demo") || slices.Contains(names, "bench") || slices.Contains(names, "state") || !slices.Contains(names, "symbols") {
		t.Errorf("%v", names)
	}
}

// brokenWriter is a full disk.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestOutputThatCannotBeWrittenIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"state"}, {"state", "--json"}, {"show", "Acquire"}, {"config"}} {
		l := line{deps: func(d *Deps) { d.Stdout = brokenWriter{} }}
		code := l.run(t, args...)
		if code != 2 || !strings.Contains(l.errout.String(), "no space left on device") {
			t.Errorf("%v: exit code %d, %s", args, code, l.errout.String())
		}
	}
}

func TestDemoPassesOnHowItIsToBeTold(t *testing.T) {
	var told DemoOptions
	demo := func(d *Deps) {
		d.Demo = func(_ context.Context, o DemoOptions) error { told = o; return nil }
	}
	l := line{deps: demo}
	if code := l.run(t, "--headless", "demo"); code != 0 || told.Screen != nil || told.Listen != "127.0.0.1:0" {
		t.Errorf("exit code %d, %+v, %s", code, told, l.errout.String())
	}
	l = line{deps: demo}
	if code := l.run(t, "demo"); code != 2 || l.errout.String() != "holdfast: standard output is not a terminal, and the screen needs one; holdfast demo --headless tells the story without one\n" {
		t.Errorf("exit code %d, %s", code, l.errout.String())
	}
}

func TestCompletionOffersCommands(t *testing.T) {
	var l line
	if code := l.run(t, "__complete", "pen"); code != 0 || !strings.HasPrefix(l.out.String(), "pending\t") {
		t.Errorf("exit code %d, %q", code, l.out.String())
	}
}

func TestTheParserBelowItsTargetIsAVerdict(t *testing.T) {
	for result, want := range map[error]int{nil: 0, fmt.Errorf("go: %w", eval.ErrBelowTarget): 1, errors.New("no such folder"): 2} {
		var named string
		l := line{deps: func(d *Deps) {
			d.Evaluate = func(_ context.Context, _ io.Writer, root string) error { named = root; return result }
		}}
		if code := l.run(t, "evaluate", "/go"); code != want || named != "/go" {
			t.Errorf("%v: exit code %d, folder %q", result, code, named)
		}
	}
}

// A flag's help names what it wants, not of which type that is.
func TestTheHelpSaysWhatAFlagWants(t *testing.T) {
	root := Root(Deps{Open: func(context.Context, *config.Config, OpenOptions) (Engine, error) { return nil, nil }})
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if usage := c.LocalFlags().FlagUsages(); strings.Contains(usage, " string ") || strings.Contains(usage, " value ") {
			t.Errorf("%s --help says\n%s", c.CommandPath(), usage)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
}
