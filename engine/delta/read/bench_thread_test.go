//go:build linux || darwin || freebsd

package read

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is what the thread has used of a processor.
func threadTime() time.Duration {
	var used unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used) != nil {
		return 0
	}
	return time.Duration(used.Nano())
}
