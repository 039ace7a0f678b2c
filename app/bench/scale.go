package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"holdfast/app/internal/load"
)

// scales are the sizes of State Map of which Scale prints a row.
var scales = []int{1_000, 10_000, 50_000, 200_000}

// Scale measures how what a code base costs grows with it, and prints a row for each
// size. Times are of CPU, so that a busy machine tells the same; only the first answer,
// counted from the start of the process, and /state are by the clock.
func Scale(ctx context.Context, w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "entities\tfiles\tsource\tparsed\tadopted\tof parsed\tdatabase\tof source\tverified\tfirst answer\tits CPU\t/state, an entity\tprivate memory\tat rest\tan entity\t")
	for _, n := range scales {
		row, err := scale(ctx, n)
		if err != nil {
			return err
		}
		row.print(table)
		if err := table.Flush(); err != nil { // the next one takes a while
			return err
		}
	}
	return nil
}

// scaleRow is what was measured of a size.
type scaleRow struct {
	entities, files           int
	source, database          int64 // bytes
	memory, rested            int64 // bytes: after /state, and when nothing has happened since
	parsed, adopted, verified time.Duration
	answer, start, state      time.Duration // start is the CPU of answer
}

func (r scaleRow) print(w io.Writer) {
	n := time.Duration(r.entities)
	fmt.Fprintf(w, "%d\t%d\t%.1f MB\t%.1f s\t%.1f s\t%.2f\t%.1f MB\t%.2f\t%.1f s\t%.2f s\t%.2f s\t%.1f µs\t%.0f MB\t%.0f MB\t%d B\t\n", r.entities, r.files, mega(r.source),
		r.parsed.Seconds(), r.adopted.Seconds(), r.adopted.Seconds()/r.parsed.Seconds(), mega(r.database), float64(r.database)/float64(r.source),
		r.verified.Seconds(), r.answer.Seconds(), r.start.Seconds(), float64((r.state/n).Nanoseconds())/1e3, mega(r.memory), mega(r.rested), r.rested/int64(r.entities))
}

func mega(bytes int64) float64 { return float64(bytes) / 1e6 }

func scale(ctx context.Context, entities int) (row scaleRow, err error) {
	row.entities = entities
	dir, err := os.MkdirTemp("", "holdfast-bench-")
	if err != nil {
		return row, fmt.Errorf("making a throw-away workspace: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if row.files, row.source, err = writeShapes(dir, entities); err != nil {
		return row, err
	}
	for _, step := range []struct {
		took *time.Duration
		args []string
	}{
		{&row.parsed, []string{"symbols", "."}},
		{&row.adopted, []string{"adopt", "."}},
		{&row.verified, []string{"verify"}},
	} {
		if *step.took, err = costs(ctx, dir, step.args...); err != nil {
			return row, err
		}
	}
	info, err := os.Stat(filepath.Join(dir, ".holdfast", "holdfast.db"))
	if err != nil {
		return row, fmt.Errorf("looking at the database: %w", err)
	}
	row.database = info.Size()
	if err := row.begin(ctx, dir); err != nil {
		return row, err
	}
	return row, row.serve(ctx, dir)
}

// costs is how much CPU a command of this program takes in a workspace.
func costs(ctx context.Context, dir string, args ...string) (time.Duration, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, self, append(args, "--workspace", dir)...)
	cmd.Dir = dir
	var told strings.Builder
	cmd.Stderr = &told
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("holdfast %s: %w: %s", args[0], err, told.String())
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// begin measures how long it takes from the start of a process until it has answered a
// request that names an entity.
func (r *scaleRow) begin(ctx context.Context, dir string) (err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	model := &http.Server{Handler: load.Stub(), ReadHeaderTimeout: time.Minute}
	go func() { _ = model.Serve(l) }() // until it is closed
	var s server
	defer func() { err = errors.Join(err, s.stop(), model.Close()) }()
	at := time.Now()
	proxy, err := s.start("serve", "--workspace", dir, "--listen", "127.0.0.1:0", "--upstream", "http://"+l.Addr().String())
	if err != nil {
		return err
	}
	if err := load.Send(ctx, proxy.Base, 1, func(int) []byte { return []byte(firstRequest) }); err != nil {
		return err
	}
	r.answer = time.Since(at)
	if err := s.stop(); err != nil {
		return err
	}
	r.start = s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime()
	s = server{}
	return nil
}

const firstRequest = `{"model":"stub","stream":true,"messages":[{"role":"user","content":"Please change Take0_30 so that it returns early."}]}`

// restsFor is how long a process is left alone before its memory at rest is taken: some
// seconds longer than it waits itself before it gives memory back.
const restsFor = 12 * time.Second

// serve measures what is asked of a process that has started.
func (r *scaleRow) serve(ctx context.Context, dir string) (err error) {
	var s server
	defer func() { err = errors.Join(err, s.stop()) }()
	proxy, err := s.start("serve", "--workspace", dir, "--listen", "127.0.0.1:0", "--upstream", "http://127.0.0.1:1") // it is not asked
	if err != nil {
		return err
	}
	for range 3 { // the first reads every file
		at := time.Now()
		if err := ask(ctx, proxy.Base+"/state"); err != nil {
			return err
		}
		r.state = time.Since(at)
	}
	r.memory = load.MemoryOf(proxy.PID).Private
	select {
	case <-time.After(restsFor):
	case <-ctx.Done():
		return ctx.Err()
	}
	r.rested = load.MemoryOf(proxy.PID).Private
	return nil
}

func ask(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, answer.Status)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// Shapes of made-up files, as they are found in code: many constants, some small
// functions, few large ones.
const (
	shapeSymbols = 40
	shapeConsts  = 28
	shapeSmall   = 10
	shapeLines   = 60 // of a large function
)

// writeShapes writes files that define so many entities, and tells how many files of how
// many bytes they are.
func writeShapes(dir string, entities int) (files int, bytes int64, err error) {
	for left := entities; left > 0; files++ {
		n := min(left, shapeSymbols)
		left -= n
		text := shape(files, n)
		name := filepath.Join(dir, fmt.Sprintf("d%03d", files/50), fmt.Sprintf("f%05d.go", files))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return 0, 0, fmt.Errorf("writing the files of the State Map: %w", err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return 0, 0, fmt.Errorf("writing the files of the State Map: %w", err)
		}
		bytes += int64(len(text))
	}
	return files, bytes, nil
}

// shape is file number f, with n symbols.
func shape(f, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package d%03d\n\n", f/50)
	for i := range n {
		switch {
		case i < shapeConsts:
			fmt.Fprintf(&b, "// Limit%d_%d bounds what is kept of kind %d, in bytes.\nconst Limit%d_%d = %d << 10\n\n", f, i, i, f, i, f+i)
		case i < shapeConsts+shapeSmall:
			fmt.Fprintf(&b, "// Take%d_%d takes what comes next.\nfunc Take%d_%d(q []string, at int) (string, error) {\n\tif at >= len(q) {\n\t\treturn \"\", errors.New(\"nothing is left of %d\")\n\t}\n\treturn q[at], nil\n}\n\n", f, i, f, i, i)
		default:
			fmt.Fprintf(&b, "func Work%d_%d(ctx context.Context, in map[string]int) (out []int, err error) {\n", f, i)
			for line := range shapeLines {
				fmt.Fprintf(&b, "\tif v, ok := in[\"key %d of %d\"]; ok && v > %d {\n\t\tout = append(out, v*%d)\n\t}\n", line, f, line, i)
			}
			b.WriteString("\treturn out, ctx.Err()\n}\n\n")
		}
	}
	return b.String()
}
