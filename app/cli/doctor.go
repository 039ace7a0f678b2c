package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/engine/config"
	"holdfast/engine/report"
	"holdfast/views"
)

func doctorCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the database, the disk, the model server and your files",
		Long: `Examine what holdfast needs: the database, free disk space, the grammars, the
model server, the second reader if one is set, files that differ or cannot be
read, and what takes how much room in the database. It only reports and changes
nothing. Beside a running holdfast it asks that one about its model server.
Exit code 1 only if a check fails.`,
		Args: atMost(0),
	}
	asJSON := jsonFlag(c)
	settingFlags(c, "session", "upstream")
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.load(c)
		if err != nil {
			return err
		}
		report, err := p.Doctor(c.Context(), cfg)
		if err != nil {
			return err
		}
		if !c.Flags().Changed("upstream") {
			report = p.besideServing(c.Context(), cfg, report)
		}
		if *asJSON {
			err = printJSON(c.OutOrStdout(), report)
		} else {
			printDoctor(c.OutOrStdout(), report)
		}
		if failed := failures(report); err == nil && report.Status == "failing" {
			err = &verdict{"the doctor finds holdfast failing: " + strings.Join(failed, ", ")}
		}
		return err
	}
	return c
}

// besideServing has the engine that runs in the workspace, if one does, tell what only
// it can. Where it does not answer, the command's own report stands.
func (p *program) besideServing(ctx context.Context, cfg *config.Config, own report.DoctorReport) report.DoctorReport {
	if p.Served == nil {
		return own
	}
	running := p.Served(ctx, cfg)
	if running.Listen == "" {
		return own
	}
	serving, err := report.AskDoctor(ctx, running.Listen, cfg.Token)
	if err != nil {
		return own
	}
	return own.Beside(serving)
}

func failures(r report.DoctorReport) []string {
	var names []string
	for _, check := range r.Checks {
		if check.Status == "fail" {
			names = append(names, check.Name)
		}
	}
	return names
}

func printDoctor(w io.Writer, r report.DoctorReport) {
	t := &table{}
	for _, check := range r.Checks {
		t.row(words(check.Name), strings.ToUpper(check.Status), check.Detail)
	}
	if r.Size != nil {
		tellSize(t, r.Size)
	}
	t.print(w)
	fmt.Fprintln(w)
	if r.Stale > 0 {
		fmt.Fprintf(w, "%s STALE; holdfast stale lists them.\n", count(r.Stale, "symbol is", "symbols are"))
	}
	for _, f := range r.ReadFailures {
		fmt.Fprintf(w, "%s cannot be read: %s\n", clean(f.Path), clean(f.Detail))
	}
	if p := r.Prompts; p != nil {
		fmt.Fprintf(w, "Of the prompts of %s the model server had %d tokens in its cache and processed %d. Of these it had processed before, since holdfast changed what it puts in: %d; the client changed its history: %d; other requests came in between: %d; the server dropped them: %d.\n",
			count(p.Requests, "request", "requests"), p.Cached, p.Processed, p.By["holdfast"], p.By["client"], p.By["other"], p.By["server"])
	}
	fmt.Fprintf(w, "All in all: %s.\n", clean(r.Status))
}

// tellSize adds what the database takes by part, and what would make it smaller.
func tellSize(t *table, s *report.DatabaseSize) {
	bytes := func(n int64) string { return views.Bytes(int(n)) }
	says := fmt.Sprintf("%s: content %s, Ledger %s, rest %s", bytes(s.Bytes), bytes(s.Content), bytes(s.Ledger), bytes(s.Rest+s.Free))
	if len(s.Rows) > 0 {
		says += fmt.Sprintf("; of the Ledger %s are %s of type %s", bytes(s.Rows[0].Bytes), count(int(s.Rows[0].Rows), "row", "rows"), clean(s.Rows[0].Type))
	}
	t.row("size", "", says)
	for _, hint := range s.Smaller {
		t.row("", "", "smaller: "+clean(hint))
	}
}
