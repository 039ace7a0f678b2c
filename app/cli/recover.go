package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"holdfast/engine/canon"
	"holdfast/engine/recovery"
	"holdfast/store/event"
)

func checkpointCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "checkpoint",
		Short: "Print the session's CANON_STATE_DELTA",
		Long: `Print the session's last CANON_STATE_DELTA, the block from which holdfast
recover restores the session. If something changed since the last one, or there
is none, a new one is recorded first. Keep a copy.`,
		Example: "  holdfast checkpoint >session.json",
		Args:    atMost(0),
	}
	settingFlags(c, "session")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			text, err := e.Checkpoint(ctx)
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(text)
			return err
		})
	}
	return c
}

// recovered is what `recover --json` prints: a verdict, and the entities by what
// becomes of them.
type recovered struct {
	Valid     bool     `json:"valid"`
	Errors    []string `json:"errors"`
	Restored  []string `json:"restored"`
	Healed    []string `json:"healed"`
	Missing   []string `json:"missing"`
	Dropped   []string `json:"dropped"`
	Unchanged []string `json:"unchanged"`
	// Notes are sentences on what the document does not hold, and on a damaged
	// database.
	Notes []string `json:"notes,omitempty"`
}

func recoveredOf(r recovery.Preview) recovered {
	out := recovered{Valid: len(r.Faults) == 0, Errors: []string{}}
	for _, f := range r.Faults {
		out.Errors = append(out.Errors, f.String())
	}
	for _, note := range []string{r.Kept, r.Beyond} {
		if note != "" {
			out.Notes = append(out.Notes, note)
		}
	}
	for _, list := range []struct {
		into  *[]string
		steps []canon.Step
	}{
		{&out.Restored, r.Plan.Restored}, {&out.Healed, r.Plan.Healed}, {&out.Missing, r.Plan.Missing},
		{&out.Dropped, r.Plan.Dropped}, {&out.Unchanged, r.Plan.Unchanged},
	} {
		*list.into = []string{}
		for _, step := range list.steps {
			*list.into = append(*list.into, step.Key)
		}
	}
	return out
}

func recoverCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "recover FILE|-",
		Short: "Restore the session from a pasted document",
		Long: `Restore the session from a CANON_STATE_DELTA or a SESSION_STATE. The file may
hold other text around it, and - means standard input. You first see what would
happen, symbol by symbol, and then confirm. A symbol comes back only with
exactly its own content, from the Vault or from a file that holds it; any other
is listed as lost and is not shown to the model. Symbols that the document
lacks leave the State Map. No file is written. If the document is refused,
nothing changes and the exit code is 1.

If the record cannot be trusted, holdfast is in read-only mode, and a recovery
ends it. The workspace's other sessions then start empty, until you recover
each from its own block. With --fresh all sessions start empty, without a
document. A damaged database is kept under a name with the date; what its Vault
and Ledger prove is saved into the new one.`,
		Example: `  holdfast recover session.json
  holdfast recover --yes - <session.json
  holdfast recover --fresh`,
	}
	fresh := c.Flags().Bool("fresh", false, "declare a fresh start")
	yes := c.Flags().BoolP("yes", "y", false, "do not ask")
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	c.Args = func(c *cobra.Command, args []string) error {
		if *fresh {
			return atMost(0)(c, args)
		}
		return exactly("a FILE, or - for standard input")(c, args)
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if *fresh {
			return freshStart(p, c, *asJSON)
		}
		text, err := readDocument(p, c, args[0])
		if err != nil {
			return err
		}
		return p.opened(c, OpenOptions{Beside: true, Mend: true, Logger: discard}, func(ctx context.Context, e Engine) error {
			if err := e.Mend(ctx); err != nil {
				return err
			}
			return recoverFrom(p, ctx, c, e, text, confirmation{given: *yes, asJSON: *asJSON, fromStdin: args[0] == "-"})
		})
	}
	return c
}

// freshStart makes a database where one was lost, and nowhere else.
func freshStart(p *program, c *cobra.Command, asJSON bool) error {
	start := func(ctx context.Context, e Engine) error {
		err := e.FreshStart(ctx)
		switch {
		case errors.Is(err, recovery.ErrTrusted):
			return &verdict{err.Error()}
		case err != nil:
			return err
		case asJSON:
			return printJSON(c.OutOrStdout(), recoveredOf(recovery.Preview{}))
		}
		printSentences(c.OutOrStdout(), recovery.FreshStartDone)
		if kept := e.Status().Kept; kept != "" {
			printSentences(c.OutOrStdout(), kept)
		}
		return nil
	}
	err := p.opened(c, OpenOptions{Beside: true, Existing: true, Mend: true, Logger: discard}, start)
	if errors.Is(err, event.ErrLost) {
		err = p.writing(c, start)
	}
	return err
}

// confirmation is how the operator says yes.
type confirmation struct{ given, asJSON, fromStdin bool }

// recoverFrom previews a recovery, has it confirmed and carries it out.
func recoverFrom(p *program, ctx context.Context, c *cobra.Command, e Engine, text []byte, yes confirmation) error {
	plan, err := e.RecoveryPlan(ctx, text)
	if err != nil {
		return err
	}
	out := c.OutOrStdout()
	if len(plan.Faults) > 0 {
		if yes.asJSON {
			err = printJSON(out, recoveredOf(plan))
		} else {
			err = printVerdict(out, recoveredOf(plan).Errors, false)
		}
		if err == nil {
			err = &verdict{}
		}
		return err
	}
	if !yes.asJSON {
		printRecovery(out, plan)
	}
	confirmed := yes.given || !yes.asJSON && !yes.fromStdin && p.asks(c, "Recover?")
	if confirmed {
		if err := e.Recover(ctx, text, plan); err != nil {
			return fmt.Errorf("nothing was recovered: %w", err)
		}
	}
	switch {
	case yes.asJSON:
		err = printJSON(out, recoveredOf(plan))
	case confirmed:
		fmt.Fprintln(out)
		printSentences(out, plan.Done(e.Status().Session, e.LastDelta())...)
	}
	if err == nil && !confirmed {
		err = &verdict{"nothing was recovered: it was not confirmed; --yes confirms it"}
	}
	return err
}

// printRecovery previews a recovery. What stays as it is is counted only.
func printRecovery(w io.Writer, r recovery.Preview) {
	printSentences(w, r.Headline(), r.Total())
	for _, group := range r.Groups() {
		if group.Kind == "unchanged" {
			fmt.Fprintf(w, "\n%s.\n", group.Title)
			continue
		}
		fmt.Fprintln(w)
		printSentences(w, group.Title+":")
		t := &table{}
		for _, step := range group.Steps {
			t.row("  "+step.Key, step.Reason)
		}
		t.print(w)
	}
	fmt.Fprintln(w)
	printSentences(w, r.Means()...)
}

// printSentences prints sentences, each on lines of its own.
func printSentences(w io.Writer, sentences ...string) {
	for _, s := range sentences {
		for _, line := range wrap(clean(s), columns) {
			fmt.Fprintln(w, line)
		}
	}
}
