package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/app/connect"
	"holdfast/engine/config"
)

func connectCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "connect [CLIENT]",
		Short: "Print the settings that point a client at holdfast",
		Long: `Print the settings that point a client at holdfast, ready to copy, with the
address of the holdfast that runs in this workspace, or else the configured
one. With --session the client stays in that session, whichever is active. With
--guard it prints instead the hook that judges the client's writes before they
happen; holdfast help guard explains it. With --guard --write it adds the hook
to the client's settings file, where all else stays as it is.

Clients: ` + strings.Join(wrap(strings.Join(connect.IDs(), ", ")+".", columns-9), "\n         "),
		Args:      atMost(1),
		ValidArgs: connect.IDs(),
	}
	asJSON := jsonFlag(c)
	settingFlags(c, "listen", "model", "session")
	guarded := c.Flags().Bool("guard", false, "print the settings of the client's hook")
	write := c.Flags().Bool("write", false, "with --guard: add the hook to the client's settings")
	c.RunE = func(c *cobra.Command, args []string) error {
		if *write {
			return writeGuard(p, c, args, *guarded, *asJSON)
		}
		if *guarded {
			return connectGuard(c, args, *asJSON)
		}
		chosen := connect.Clients()
		if len(args) > 0 {
			client, ok := connect.Find(args[0])
			if !ok {
				return usage(c, "no settings are known for %q; there are those for %s", args[0], strings.Join(connect.IDs(), ", "))
			}
			chosen = []connect.Client{client}
		}
		cfg, err := p.load(c)
		if err != nil {
			return err
		}
		t := clientTarget(p, c, cfg)
		switch w := c.OutOrStdout(); {
		case *asJSON:
			return printJSON(w, connections(chosen, t))
		case len(args) > 0:
			printConnection(w, chosen[0], t)
		default:
			printClients(w, chosen, t)
		}
		return nil
	}
	return c
}

// connectGuard prints how a client's calls are judged before they run.
func connectGuard(c *cobra.Command, args []string, asJSON bool) error {
	chosen := connect.Guards()
	if len(args) > 0 {
		g, err := namedGuard(c, args[0])
		if err != nil {
			return err
		}
		chosen = []connect.Guard{g}
	}
	program := ownName()
	switch w := c.OutOrStdout(); {
	case asJSON:
		return printJSON(w, guardSettings(chosen, program))
	case len(args) > 0:
		printGuard(w, chosen[0].For(program))
	default:
		t := &table{}
		t.row("CLIENT", "HOOK", "SETTINGS GO INTO")
		for _, g := range chosen {
			where, _, _ := strings.Cut(g.Steps[0].Where, " in the project")
			t.row(g.ID, g.Hook, where)
		}
		t.print(w)
		fmt.Fprintln(w, "\nholdfast connect CLIENT --guard prints the settings to copy.")
	}
	return nil
}

// ownName is by what a shell starts this program: its name, where that is found, or
// else its path.
func ownName() string {
	const name = "holdfast"
	own, err := os.Executable()
	if _, missing := exec.LookPath(name); err != nil || missing == nil || filepath.Base(own) != name {
		return name
	}
	return own
}

func guardSettings(chosen []connect.Guard, program string) map[string]any {
	type hooked struct {
		ID       string           `json:"id"`
		Name     string           `json:"name"`
		Hook     string           `json:"hook"`
		Settings []connectionStep `json:"settings"`
		Note     string           `json:"note,omitempty"`
	}
	list := make([]hooked, 0, len(chosen))
	for _, g := range chosen {
		filled := hooked{ID: g.ID, Name: g.Name, Hook: g.Hook, Note: g.Note}
		for _, s := range g.For(program).Steps {
			filled.Settings = append(filled.Settings, connectionStep(s))
		}
		list = append(list, filled)
	}
	return map[string]any{"guards": list}
}

// printGuard prints the settings as they are copied: nothing indents or wraps them.
func printGuard(w io.Writer, g connect.Guard) {
	fmt.Fprintf(w, "%s asks before a tool runs: %s\n", g.Name, g.Hook)
	for _, s := range g.Steps {
		fmt.Fprintf(w, "\nIn %s:\n\n%s", s.Where, cleanCode(s.Text))
	}
	notes := []string{"Add it to what stands there already. Whatever goes wrong, the call may run."}
	if g.Note != "" {
		notes = append(notes, g.Note)
	}
	fmt.Fprintln(w)
	for _, note := range notes {
		for _, line := range wrap(clean(note), columns) {
			fmt.Fprintln(w, line)
		}
	}
}

// clientTarget is the engine that runs, or the one that would by the configuration.
// A flag says what is wanted, whatever runs.
func clientTarget(p *program, c *cobra.Command, cfg *config.Config) connect.Target {
	t := connect.Target{Listen: cfg.Listen, Model: cfg.Model, Token: cfg.Token != ""}
	if c.Flags().Changed("session") {
		t.Session = cfg.Session
	}
	if p.Served == nil || c.Flags().Changed("listen") {
		return t
	}
	if running := p.Served(c.Context(), cfg); running.Listen != "" {
		t.Listen, t.Token = running.Listen, running.Token
	}
	return t
}

// connection is a client as `connect --json` prints it.
type connection struct {
	ID       string           `json:"id"`
	Name     string           `json:"name"`
	Speaks   string           `json:"speaks"`
	BaseURL  string           `json:"base_url"`
	Settings []connectionStep `json:"settings"`
	Note     string           `json:"note,omitempty"`
}

type connectionStep struct {
	Where  string `json:"where"`
	Syntax string `json:"syntax"`
	Text   string `json:"text"`
}

func connections(clients []connect.Client, t connect.Target) map[string]any {
	list := make([]connection, 0, len(clients))
	for _, client := range clients {
		filled := connection{ID: client.ID, Name: client.Name, Speaks: client.Speaks, BaseURL: client.BaseURL(t), Note: client.Note}
		for _, s := range client.For(t).Steps {
			filled.Settings = append(filled.Settings, connectionStep(s))
		}
		list = append(list, filled)
	}
	return map[string]any{"clients": list, "replace": orEmpty(t.Replace())}
}

func printClients(w io.Writer, clients []connect.Client, t connect.Target) {
	table := &table{}
	table.row("CLIENT", "BASE URL", "SPEAKS")
	for _, c := range clients {
		table.row(c.ID, c.BaseURL(t), c.Speaks)
	}
	table.print(w)
	fmt.Fprintln(w, "\nholdfast connect CLIENT prints the settings to copy.")
	if t.Session == "" {
		fmt.Fprintf(w, "A client stays in one session with /s/SESSION: %s\n", clean(t.In("NAME").Base()))
	}
}

// printConnection prints the settings as they are copied: nothing indents or
// wraps them.
func printConnection(w io.Writer, c connect.Client, t connect.Target) {
	fmt.Fprintf(w, "%s posts to %s under %s\n", c.Name, c.Speaks, clean(c.BaseURL(t)))
	for _, s := range c.For(t).Steps {
		fmt.Fprintf(w, "\nIn %s:\n\n%s", s.Where, cleanCode(s.Text))
	}
	notes := []string{}
	for _, r := range t.Replace() {
		notes = append(notes, "Replace "+r+".")
	}
	if c.Note != "" {
		notes = append(notes, c.Note)
	}
	if t.Session == "" {
		notes = append(notes, "In one session, whichever is active: "+c.BaseURL(t.In("NAME")))
	}
	fmt.Fprintln(w)
	for _, note := range notes {
		for _, line := range wrap(clean(note), columns) {
			fmt.Fprintln(w, line)
		}
	}
}
