package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"holdfast/store/event"
)

type finding struct {
	Check  string `json:"check"`
	Where  string `json:"where"`
	Detail string `json:"detail"`
}

func verifyCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "verify",
		Short: "Prove the database: re-hash, walk the chain, rebuild, compare",
		Long: `Prove the database: hash everything in the Vault again, walk the Ledger's
chain, rebuild the State Map and all else from both, and compare. Prints a line
for each difference; exit code 1 if there is any.`,
		Args: atMost(0),
	}
	asJSON := jsonFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.load(c)
		if err != nil {
			return err
		}
		found, err := p.Verify(c.Context(), cfg, p.progress())
		if err != nil {
			return newcomer(cfg, err)
		}
		return printFindings(c.OutOrStdout(), found, *asJSON)
	}
	return c
}

func printFindings(w io.Writer, found []event.Finding, asJSON bool) error {
	if asJSON {
		list := make([]finding, 0, len(found))
		for _, f := range found {
			list = append(list, finding{f.Check, f.Where, f.Detail})
		}
		if err := printJSON(w, map[string]any{"ok": len(found) == 0, "findings": list}); err != nil {
			return err
		}
	} else if len(found) == 0 {
		fmt.Fprintln(w, "The Vault, the Ledger and everything built from them agree.")
	} else {
		for _, f := range found {
			fmt.Fprintf(w, "%s: %s: %s\n", clean(f.Check), clean(f.Where), clean(f.Detail))
		}
	}
	if len(found) > 0 {
		return &verdict{count(len(found), "difference", "differences") + " between what was recorded and what is there; keep a copy of .holdfast before anything else"}
	}
	return nil
}

// progress tells on a terminal how far a long check is; elsewhere it is silent.
func (p *program) progress() func(stage string, done, total int64) {
	if !isTerminal(p.Stderr) {
		return func(string, int64, int64) {}
	}
	return func(stage string, done, total int64) {
		end := "\x1b[K\r"
		if done >= total {
			end = "\r\x1b[K"
		}
		fmt.Fprintf(p.Stderr, "%s %d/%d%s", clean(stage), done, total, end)
	}
}
