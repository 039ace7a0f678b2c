package cli

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// program is what all commands share.
type program struct {
	Deps
	// tune sets memory limits before an engine is opened.
	tune func()
	// someone reports whether somebody can be asked; nil looks at the terminal.
	someone func() bool
}

// Execute runs one command line and returns the exit code: 0 done, 1 a negative
// verdict, 2 wrong use or a failure.
func Execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	deps := production()
	deps.Stdin, deps.Stdout, deps.Stderr = stdin, stdout, stderr
	if len(args) > 0 && args[0] == "guard" {
		tuneHook()
	}
	return run(ctx, &program{Deps: deps, tune: tuneMemory}, args)
}

func run(ctx context.Context, p *program, args []string) int {
	out := &checkedWriter{w: p.Stdout}
	root := newRoot(p)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completions(p, root) // a walk over every flag of every command
	}
	root.SetIn(p.Stdin)
	root.SetOut(out)
	root.SetErr(p.Stderr)
	root.SetArgs(arrange(root, args))
	err := root.ExecuteContext(ctx)
	if err == nil && out.err != nil {
		err = fmt.Errorf("the output could not be written: %w", out.err)
	}
	if err != nil {
		if s := sentence(err); s != "" {
			fmt.Fprintln(p.Stderr, "holdfast: "+s)
		}
	}
	return exitCode(err)
}

// Root is the tree of commands.
func Root(deps Deps) *cobra.Command { return newRoot(&program{Deps: deps, tune: func() {}}) }

func newRoot(p *program) *cobra.Command {
	if p.Now == nil {
		p.Now = time.Now
	}
	root := screenCommand(p)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SuggestionsMinimumDistance = 2
	root.Version = version()
	root.SetVersionTemplate("holdfast {{.Version}}\n")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		problem, _, _ := strings.Cut(err.Error(), ": strconv.")
		return usage(c, "%s", problem)
	})
	root.PersistentFlags().String("workspace", "", "folder `DIR` of the code (default: found from here)")
	root.AddGroup(
		&cobra.Group{ID: "run", Title: "Run:"},
		&cobra.Group{ID: "look", Title: "Look:"},
		&cobra.Group{ID: "decide", Title: "Decide:"},
		&cobra.Group{ID: "check", Title: "Check:"},
	)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	if p.Open != nil {
		add("run", serveCommand(p))
		add("look", stateCommand(p), pendingCommand(p), staleCommand(p), recentCommand(p), showCommand(p), explainCommand(p),
			inspectCommand(p), changedCommand(p), replayCommand(p), sessionsCommand(p))
		add("decide", acceptCommand(p), rejectCommand(p), adoptCommand(p), keepCommand(p), pasteCommand(p), tombstoneCommand(p), restoreCommand(p),
			undoCommand(p), revertCommand(p), forgetCommand(p),
			importCommand(p), sessionCommand(p), checkpointCommand(p), recoverCommand(p))
		add("check", verifyCommand(p), doctorCommand(p), exportCommand(p))
	}
	if p.Demo != nil {
		add("run", demoCommand(p))
	}
	add("run", connectCommand(p), guardCommand(p))
	add("check", configCommand(p), symbolsCommand(p), blocksCommand(p), validateCommand(p), extractCommand(p))
	add("", hiddenCommands(p)...)
	root.SetHelpCommand(helpCommand())
	return root
}

// helpCommand is "help COMMAND"; cobra's own calls an unknown one a success.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|keys|words|settings]",
		Short: "Help about a command, or: help keys, words, settings",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 && tellTopic(c.OutOrStdout(), args[0]) {
				return nil
			}
			topic, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(c.Root(), args[0])
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}

// unknownCommand names the command that is probably meant.
func unknownCommand(root *cobra.Command, name string) error {
	near := root.SuggestionsFor(name)
	if len(near) == 0 {
		return usage(root, "there is no command %q", name)
	}
	best := max(0, slices.IndexFunc(near, func(n string) bool { return strings.HasPrefix(n, name) }))
	return usage(root, "there is no command %q, perhaps you mean %q", name, near[best])
}

// version is the module's version and revision, as far as the build knows them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	return v + " " + info.GoVersion
}

// checkedWriter remembers the first failed write, which no command looks at.
type checkedWriter struct {
	w   io.Writer
	err error
}

func (c *checkedWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	if err != nil && c.err == nil {
		c.err = err
	}
	return n, err
}
