// Command holdfast is an LLM proxy that keeps a provable record of what the
// code is, beside an editor, for people who code with small local models.
package main

import (
	"context"
	"os"

	"holdfast/app/cli"
)

func main() {
	os.Exit(cli.Execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
