package cli

import (
	"runtime"

	"github.com/spf13/cobra"
)

// hiddenCommands measure; they are for those who build holdfast.
func (p *program) hiddenCommands() []*cobra.Command {
	var list []*cobra.Command
	if p.Bench != nil {
		list = append(list, &cobra.Command{
			Use:    "bench",
			Short:  "Measure what the proxy adds to a stream",
			Hidden: true,
			Args:   atMost(0),
			RunE:   func(c *cobra.Command, _ []string) error { return p.Bench(c.Context(), c.OutOrStdout()) },
		})
	}
	if p.Evaluate != nil {
		list = append(list, &cobra.Command{
			Use:    "evaluate [GOROOT]",
			Short:  "Measure the parser against go/ast over Go's standard library",
			Hidden: true,
			Args:   atMost(1),
			RunE: func(c *cobra.Command, args []string) error {
				root := runtime.GOROOT()
				if len(args) == 1 {
					root = args[0]
				}
				return p.Evaluate(c.Context(), c.OutOrStdout(), root)
			},
		})
	}
	return list
}
