package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/engine/report"
	"holdfast/views"
)

func doctorCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Examine what holdfast stands on, and change nothing",
		Long: `Examine what holdfast stands on: the database, the room on the disk, the
grammars, the model server, the second reader where one is set, which files
disagree or cannot be read, and how much room the database takes by part. It
reports and never fixes or deletes. Exit code 1 only if it is failing.`,
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
		t.row(check.Name, strings.ToUpper(check.Status), check.Detail)
	}
	if r.Size != nil {
		tellSize(t, r.Size)
	}
	t.print(w)
	fmt.Fprintln(w)
	if r.Stale > 0 {
		fmt.Fprintf(w, "%s STALE; holdfast stale tells which.\n", count(r.Stale, "entity is", "entities are"))
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
