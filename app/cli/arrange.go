package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// arrange puts the words of a command line first and its flags last, so that a
// flag may stand anywhere, even before its command. What follows "--" stays as
// it is.
func arrange(root *cobra.Command, args []string) []string {
	if len(args) > 0 && strings.HasPrefix(args[0], "__") {
		return args // the shell asks for completions
	}
	takesValue := valueFlags(root)
	words := []string{} // never nil, which cobra takes for the process's own
	var flags, rest []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			rest = args[i:]
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			words = append(words, arg)
			continue
		}
		flags = append(flags, arg)
		if wantsNext(arg, takesValue) && i+1 < len(args) {
			i++
			flags = append(flags, args[i])
		}
	}
	return append(append(words, flags...), rest...)
}

// wantsNext reports whether a flag's value is the next argument.
func wantsNext(arg string, takesValue map[string]bool) bool {
	if long, ok := strings.CutPrefix(arg, "--"); ok {
		return takesValue[long] // with "=value" it is no name and thus not found
	}
	for i, letter := range arg[1:] {
		if takesValue[string(letter)] {
			return i+len(string(letter)) == len(arg)-1
		}
	}
	return false
}

// valueFlags names the flags of all commands that need a value; a name means
// the same in each of them.
func valueFlags(c *cobra.Command) map[string]bool {
	names := map[string]bool{}
	note := func(f *pflag.Flag) {
		if f.NoOptDefVal == "" {
			names[f.Name] = true
			if f.Shorthand != "" {
				names[f.Shorthand] = true
			}
		}
	}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		c.Flags().VisitAll(note)
		c.PersistentFlags().VisitAll(note)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(c)
	return names
}
