package cli

import (
	"syscall"
	"time"
)

// processorTime is what the process has taken so far, the system's work for it
// included.
func processorTime() time.Duration {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, ended, system, user syscall.Filetime
	if syscall.GetProcessTimes(self, &created, &ended, &system, &user) != nil {
		return 0
	}
	ticks := func(t syscall.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(ticks(system)+ticks(user)) * 100 // ticks of 100 ns
}
