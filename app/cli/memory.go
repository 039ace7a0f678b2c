package cli

import (
	"os"
	"runtime/debug"
	"time"
)

// Limits of the Go heap while serving. Halving the garbage collector's slack
// and a soft limit keep 32 simultaneous prompts of 256 KB at the 64 MB of TSLP
// 13 over a small State Map, for a little processor time. A screen, or a map of
// 10,000 entities, goes above it.
const (
	servingGCPercent   = 50
	servingMemoryLimit = 32 << 20
)

// afterStart is when a screen has drawn all that it draws at first, and when the
// files of a large State Map were compared with the disk, which takes in the
// tables of every grammar.
var afterStart = []time.Duration{2 * time.Second, 20 * time.Second}

// giveBack returns to the system what only the start has needed.
func giveBack() {
	debug.FreeOSMemory()
	releaseProgram()
}

// tuneMemory sets the limits, except where the environment sets its own.
func tuneMemory() {
	mapByPage()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(servingGCPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(servingMemoryLimit)
	}
}
