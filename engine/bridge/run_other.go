//go:build !unix

package bridge

import (
	"context"
	"os/exec"
)

func shell(ctx context.Context, command string) *exec.Cmd {
	return exec.CommandContext(ctx, "cmd", "/C", command)
}

// ownGroup does nothing here: there are no process groups, and the command
// itself is killed by its context.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
