package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/engine"
)

// Exit codes of every command.
const (
	exitDone    = 0 // what was asked is done
	exitVerdict = 1 // the answer is no: invalid, drift, refused
	exitFailure = 2 // wrong use, or something failed
)

// verdict is a negative answer that is no failure. Where the output has said it
// already the sentence is empty.
type verdict struct{ sentence string }

func (v *verdict) Error() string { return v.sentence }

// usage is a sentence about a wrong command line, for the command c.
func usage(c *cobra.Command, format string, args ...any) error {
	return fmt.Errorf("%s; see %s --help", fmt.Sprintf(format, args...), c.CommandPath())
}

// exitCode tells how a command's error ends the process.
func exitCode(err error) int {
	var no *verdict
	var refused *engine.RefusedError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &no), errors.As(err, &refused), errors.Is(err, engine.ErrChanged), errors.Is(err, engine.ErrReadOnly):
		return exitVerdict
	default:
		return exitFailure
	}
}

// sentence is an error on one line, free of what could steer a terminal.
func sentence(err error) string {
	var parts []string
	for line := range strings.Lines(err.Error()) { // errors.Join puts each on a line
		if part := strings.Join(strings.Fields(line), " "); part != "" {
			parts = append(parts, part)
		}
	}
	return clean(strings.Join(parts, "; "))
}

// exactly refuses any other number of arguments, naming what is missing.
func exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return usage(c, "%s needs %s", c.CommandPath(), names[len(args)])
		}
		return atMost(len(names))(c, args)
	}
}

// atMost refuses more arguments than n.
func atMost(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > n {
			return usage(c, "%s does not know what to do with %q", c.CommandPath(), args[n])
		}
		return nil
	}
}
