// Package bench measures the whole program as a user runs it: `holdfast serve`
// in a process of its own, over a workspace whose State Map is empty or large,
// with every turn recorded durably.
//
// It owns the runs and their workspaces, which are thrown away. The command `holdfast
// bench` calls it.
package bench
