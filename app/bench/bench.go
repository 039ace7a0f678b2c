package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"holdfast/app/internal/load"
	"holdfast/app/internal/replay"
	"holdfast/engine"
	"holdfast/engine/config"
)

// Sizes of the measured prompts, in bytes.
const (
	promptSize = 2 << 10
	largeSize  = 256 << 10
)

// Run measures with an empty and with a large State Map and prints a table of
// each.
func Run(ctx context.Context, w io.Writer) error {
	for _, entities := range []int{0, 10_000} {
		fmt.Fprintf(w, "State Map of %d entities, %d of them hydrated; synchronous=FULL\n", entities, min(entities, 10))
		if err := measure(ctx, w, entities); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return processed(ctx, w)
}

// processed prints what a model server with one slot processes of conversations.
func processed(ctx context.Context, w io.Writer) error {
	const turns = 12
	fmt.Fprintf(w, "bytes of prompt that a server with one slot processes in %d turns\n", turns)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "client\tcode\tdirect\tholdfast\tof it put in\tplacement = newest\t")
	for _, c := range replay.Clients() {
		for _, edits := range []replay.Edits{replay.Never, replay.Returning, replay.EachTurn} {
			script := replay.Script{Client: c, Turns: turns, Edits: edits}
			var cost [3]replay.Played
			for i, placement := range []string{"", config.PlacementSticky, config.PlacementNewest} {
				var err error
				if cost[i], err = replay.Play(ctx, script, placement); err != nil {
					return err
				}
			}
			fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t\n", c.Name, edits, cost[0].Processed(), cost[1].Processed(), cost[1].Inserted(), cost[2].Processed())
		}
	}
	return table.Flush()
}

func measure(ctx context.Context, w io.Writer, entities int) (err error) {
	dir, err := os.MkdirTemp("", "holdfast-bench-")
	if err != nil {
		return fmt.Errorf("making a throw-away workspace: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := fill(ctx, dir, entities); err != nil {
		return err
	}
	var s, floor server
	defer func() { err = errors.Join(err, s.stop(), floor.stop()) }()
	report, err := load.Run(ctx, load.Options{
		Connect: func(_ context.Context, upstream *url.URL) (load.Proxy, error) {
			return s.start("serve", "--workspace", dir, "--listen", "127.0.0.1:0", "--upstream", upstream.String())
		},
		Floor: func(_ context.Context, upstream *url.URL) (load.Proxy, error) {
			return floor.start("bench", "floor", upstream.String())
		},
		Prompt: func(n int) []byte { return load.Body(n, entities, promptSize) },
		Large:  func(n int) []byte { return load.Body(n, entities, largeSize) },
	})
	if err != nil {
		return err
	}
	return report.Print(w)
}

// fill makes a State Map of that many entities by adopting files, which stay on
// disk: every entity that is hydrated is verified against its file, and all
// files are watched.
func fill(ctx context.Context, dir string, entities int) (err error) {
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: []string{}})
	if err != nil {
		return err
	}
	e, err := engine.Open(ctx, cfg, engine.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	for path, text := range load.Files(entities) {
		name := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return fmt.Errorf("writing the files of the State Map: %w", err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return fmt.Errorf("writing the files of the State Map: %w", err)
		}
	}
	if entities == 0 {
		return nil
	}
	a, err := e.AdoptPaths(ctx, []string{"."}, nil)
	if err != nil {
		return fmt.Errorf("filling the State Map: %w", err)
	}
	if a.Adopted != entities {
		return fmt.Errorf("filling the State Map: %d of %d entities were adopted", a.Adopted, entities)
	}
	return nil
}

// Floor is a bare reverse proxy in front of upstream: what any proxy in Go
// costs. It greets with its address as serve does, and ends with ctx.
func Floor(ctx context.Context, w io.Writer, upstream string) error {
	target, err := url.Parse(upstream)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "a bare proxy listens on http://%s/v1\n", l.Addr())
	s := &http.Server{Handler: load.BareProxy(target), ReadHeaderTimeout: time.Minute}
	stop := context.AfterFunc(ctx, func() { _ = s.Close() }) // it holds nothing
	defer stop()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// server is a command of this program in a process of its own.
type server struct {
	cmd *exec.Cmd
	out io.ReadCloser
}

func (s *server) start(args ...string) (load.Proxy, error) {
	self, err := os.Executable()
	if err != nil {
		return load.Proxy{}, err
	}
	s.cmd = exec.Command(self, args...)
	if s.out, err = s.cmd.StdoutPipe(); err != nil {
		return load.Proxy{}, err
	}
	if err := s.cmd.Start(); err != nil {
		return load.Proxy{}, err
	}
	greeting, err := bufio.NewReader(s.out).ReadString('\n')
	if err != nil {
		return load.Proxy{}, fmt.Errorf("holdfast %s did not start: %w", args[0], err)
	}
	at := strings.Index(greeting, "http://")
	if at < 0 {
		return load.Proxy{}, fmt.Errorf("holdfast %s greets with %q, which names no address", args[0], greeting)
	}
	base := strings.TrimSuffix(strings.TrimSpace(greeting[at:]), "/v1")
	return load.Proxy{Base: base, PID: s.cmd.Process.Pid}, nil
}

func (s *server) stop() error {
	if s.cmd == nil || s.cmd.Process == nil {
		return nil
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.cmd.Wait()
}
