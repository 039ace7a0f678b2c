package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"holdfast/engine/canon"
)

func validateCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "validate [--state FILE] [--delta FILE]",
		Short: "Check a SESSION_STATE or a CANON_STATE_DELTA",
		Long: `Check a SESSION_STATE or a CANON_STATE_DELTA. The file may hold other text
around it: prose, a code fence, the output of a terminal. If a file has several
blocks, all must be valid. FILE may be - for standard input. Prints valid, or
invalid and a line for each fault; exit code 1 if any.`,
		Args: atMost(0),
	}
	files := []checked{
		{kind: canon.SessionState, name: c.Flags().String("state", "", "`FILE` with a SESSION_STATE")},
		{kind: canon.StateDelta, name: c.Flags().String("delta", "", "`FILE` with a CANON_STATE_DELTA")},
	}
	prior := c.Flags().String("prior", "", "`FILE` with the state or delta before it, to check the chain")
	asJSON := jsonFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		given, standardInputs := files[:0:0], 0
		for _, f := range append(files, checked{name: prior}) {
			if *f.name == "-" {
				standardInputs++
			}
			if *f.name != "" && f.kind != canon.Any {
				given = append(given, f)
			}
		}
		if len(given) == 0 {
			return usage(c, "%s needs --state FILE or --delta FILE", c.CommandPath())
		}
		if standardInputs > 1 {
			return usage(c, "standard input can be only one of the files")
		}
		faults, err := validateGiven(p, c, given, *prior)
		if err != nil {
			return err
		}
		return printVerdict(c.OutOrStdout(), faults, *asJSON)
	}
	return c
}

// checked is a file that validate was given and what it should hold.
type checked struct {
	kind canon.Kind
	name *string
}

// validateGiven finds every fault of the files that were given, each on a line.
func validateGiven(p *program, c *cobra.Command, given []checked, priorName string) ([]string, error) {
	var prior *canon.Document
	var ofPrior []canon.Fault
	if priorName != "" {
		text, err := readDocument(p, c, priorName)
		if err != nil {
			return nil, err
		}
		var faults []canon.Fault
		prior, faults = canon.Read(text, canon.Any)
		ofPrior = canon.OfPrior(faults)
	}
	lines := []string{}
	for _, f := range given {
		text, err := readDocument(p, c, *f.name)
		if err != nil {
			return nil, err
		}
		document, faults := canon.Read(text, f.kind)
		if len(faults) == 0 {
			faults = append(canon.Validate(document, prior), ofOthers(text, document)...)
		}
		for _, fault := range faults {
			line := fault.String()
			if len(given) > 1 {
				line = *f.name + ": " + line
			}
			lines = append(lines, line)
		}
	}
	for _, fault := range ofPrior {
		lines = append(lines, fault.String())
	}
	return lines, nil
}

// ofOthers are the faults of the other blocks in a file: it is valid if all of them
// are, since who takes one out of it may take any.
func ofOthers(text []byte, chosen *canon.Document) []canon.Fault {
	others, faults := canon.Others(text, chosen)
	for i := range faults {
		faults[i].Text += ", in another block of the file"
	}
	for _, d := range others {
		for _, f := range canon.Validate(d, nil) {
			f.Text += fmt.Sprintf(", in another block of the file (line %d)", d.Line)
			faults = append(faults, f)
		}
	}
	return faults
}

// readDocument reads a file, or standard input for "-". What is too large for a
// document is read just far enough for canon.Read to say so.
func readDocument(p *program, c *cobra.Command, name string) ([]byte, error) {
	in := c.InOrStdin()
	if name != "-" {
		f, err := os.Open(p.at(name))
		if err != nil {
			return nil, unreadable(name, err)
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, canon.MaxBytes+1))
	if err != nil {
		return nil, unreadable(name, err)
	}
	return text, nil
}

// printVerdict prints what is wrong, and a verdict that is negative if anything
// is.
func printVerdict(w io.Writer, faults []string, asJSON bool) error {
	switch {
	case asJSON:
		if err := printJSON(w, map[string]any{"valid": len(faults) == 0, "errors": faults}); err != nil {
			return err
		}
	case len(faults) == 0:
		fmt.Fprintln(w, "valid")
	default:
		fmt.Fprintln(w, "invalid")
		for _, fault := range faults {
			fmt.Fprintln(w, "- "+clean(fault))
		}
	}
	if len(faults) > 0 {
		return &verdict{} // the output has said it
	}
	return nil
}
