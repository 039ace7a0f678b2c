package bridge

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Limits bound the run of a command.
type Limits struct {
	Timeout time.Duration
	// Output is how much of the output is kept, in bytes: half from its head and
	// half from its tail.
	Output int
}

// passed are the variables of holdfast's own environment that a command gets:
// where things are, and how text is written. Whatever may be a secret stays out.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP",
	"GOPATH", "GOROOT", "GOCACHE", "GOMODCACHE", "GOFLAGS", "CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "VIRTUAL_ENV", "NVM_DIR",
	"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "SYSTEMROOT", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
}

// Environment is what a command gets of an environment, and what tells programs
// that nobody watches.
func Environment(own []string) []string {
	var env []string
	for _, v := range own {
		name, _, _ := strings.Cut(v, "=")
		if slices.Contains(passed, strings.ToUpper(name)) {
			env = append(env, v)
		}
	}
	return append(env, "TERM=dumb", "NO_COLOR=1", "CI=1", "PAGER=cat", "GIT_PAGER=cat", "GIT_TERMINAL_PROMPT=0")
}

// errTimeout is why a run is ended that takes too long.
var errTimeout = errors.New("time limit")

// pipesGrace is how long a run is waited for whose pipes are held open by what
// left its process group.
const pipesGrace = 2 * time.Second

// Run runs a command in a folder, in a process group of its own that is killed
// as a whole on time-out and when ctx ends. It reads nothing from holdfast's
// standard input.
func Run(ctx context.Context, dir string, env []string, c Call, l Limits) Result {
	r := Result{Call: c}
	ctx, cancel := context.WithTimeoutCause(ctx, l.Timeout, errTimeout)
	defer cancel()
	out := &capture{most: max(l.Output/2, 1)}
	cmd := shell(ctx, c.Command)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, out, out
	cmd.WaitDelay = pipesGrace
	ownGroup(cmd)
	began := time.Now()
	err := cmd.Start()
	if err != nil {
		r.Status, r.Detail = Failed, "it could not be started: "+err.Error()
		return r
	}
	err = cmd.Wait()
	killGroup(cmd) // what it left running behind itself
	r.Took, r.Output = time.Since(began), out.text()
	var exit *exec.ExitError
	switch {
	case context.Cause(ctx) == errTimeout && err != nil:
		r.Status, r.Detail = Timeout, fmt.Sprintf("it was killed after %s", l.Timeout)
	case ctx.Err() != nil && err != nil:
		r.Status, r.Detail = Stopped, "it was killed before it ended"
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		r.Status = Done
	case errors.As(err, &exit) && exit.Exited():
		r.Status, r.Exit = Done, exit.ExitCode()
	default:
		r.Status, r.Detail = Failed, err.Error()
	}
	return r
}
