//go:build unix

package cli

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is what the process has taken so far, the system's work for it
// included.
func processorTime() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
