package cli

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/app/internal/eval"
)

// hiddenCommands measure; they are for those who build holdfast.
func hiddenCommands(p *program) []*cobra.Command {
	var list []*cobra.Command
	if p.Bench != nil {
		var scale bool
		bench := &cobra.Command{
			Use:    "bench",
			Short:  "Measure what the proxy adds to a stream",
			Hidden: true,
			Args:   atMost(0),
			RunE: func(c *cobra.Command, _ []string) error {
				if scale {
					return p.BenchScale(c.Context(), c.OutOrStdout())
				}
				return p.Bench(c.Context(), c.OutOrStdout())
			},
		}
		bench.Flags().BoolVar(&scale, "scale", false, "measure how the cost of a code base grows with its size")
		bench.AddCommand(&cobra.Command{
			Use:   "floor UPSTREAM",
			Short: "Run the bare proxy that bench compares with",
			Args:  cobra.ExactArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				ctx, release := untilSignal(c.Context())
				defer release()
				return p.BenchFloor(ctx, c.OutOrStdout(), args[0])
			},
		})
		bench.AddCommand(&cobra.Command{
			Use:   "screen",
			Short: "Measure what a screen costs, idle and while turns come",
			Args:  atMost(0),
			RunE:  func(c *cobra.Command, _ []string) error { return p.BenchScreen(c.Context(), c.OutOrStdout()) },
		})
		list = append(list, bench)
	}
	if p.Evaluate != nil {
		list = append(list, &cobra.Command{
			Use:    "evaluate [GOROOT]",
			Short:  "Measure the parser against go/ast over Go's standard library",
			Hidden: true,
			Args:   atMost(1),
			RunE: func(c *cobra.Command, args []string) error {
				root, err := goRoot(c.Context(), args)
				if err != nil {
					return err
				}
				err = p.Evaluate(c.Context(), c.OutOrStdout(), root)
				if errors.Is(err, eval.ErrBelowTarget) {
					return &verdict{err.Error()}
				}
				return err
			},
		})
	}
	return list
}

// goRoot is the tree that was named, or that of the go command.
func goRoot(ctx context.Context, args []string) (string, error) {
	if len(args) == 1 {
		return args[0], nil
	}
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("the go command, which knows where Go's sources are, failed (%w); name the folder: holdfast evaluate GOROOT", err)
	}
	return strings.TrimSpace(string(out)), nil
}
