package diag

import (
	"log/slog"
	"runtime/debug"
)

// Contained logs a panic that ended with what it was about: what was being read, and
// the id of it.
func Contained(log *slog.Logger, what, id string, panicked any) {
	log.Error("reading "+what+" made holdfast panic; nothing of it is taken in", "of", id, "panic", panicked, "stack", string(debug.Stack()))
}
