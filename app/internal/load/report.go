package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// Report is what a run measured.
type Report struct {
	FirstDelay time.Duration // of the stub
	Bytes      int           // of a request body
	Chunks     int           // of a reply
	Rows       []Row
	Memory     struct {
		Idle, After Memory
		Turns       int   // requests between the two
		Peak        int64 // after the large prompts; 0 where none were sent
	}
}

// Row is what was measured at one number of streams.
type Row struct {
	Streams int
	Targets [targets]Target // direct, direct again, bare reverse proxy, holdfast
}

// Ratio is the throughput of t as a part of going direct.
func (r *Row) Ratio(t Target) float64 {
	if r.Targets[direct].PerSecond == 0 {
		return 0
	}
	return t.PerSecond / r.Targets[direct].PerSecond
}

// Target is what one path took. Added times are differences of the quantiles from
// those of going direct. They hold all that the request is longer by: a stub that
// reads 13 KB of hydration takes some hundredths of a millisecond more for it.
type Target struct {
	FirstP50, FirstP99 time.Duration // to the first content chunk
	AddedP50, AddedP99 time.Duration
	// OverFloor is the median of what a request took more than the bare reverse
	// proxy's of the same round, so that what disturbs the machine for longer
	// than a round does not count.
	OverFloor time.Duration
	LaterP50  time.Duration // added to each later chunk
	PerSecond float64       // replies of an instant upstream
}

// Memory is what a process holds, in bytes; 0 where it cannot be read.
type Memory struct {
	// Private is what no file backs: heaps, stacks and tables, which nobody else
	// can use and which only this process can give back.
	Private int64
	// RSS is all that is resident. It holds Private and the pages of the program
	// file that were touched, of which the kernel maps as many around each as it
	// likes, and which it takes back where memory is short.
	RSS int64
	// Peak is the most that RSS has been.
	Peak int64
}

// String returns the private memory and the resident memory beside it.
func (m Memory) String() string { return mib(m.Private) + " private, " + mib(m.RSS) + " resident" }

// MemoryOf reads the memory of a process; nothing for pid 0.
func MemoryOf(pid int) Memory {
	if pid == 0 {
		return Memory{}
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return Memory{}
	}
	return parseMemory(status)
}

// Looks at a process that works on after its start: holdfast compares all files
// of the State Map with the disk.
const (
	betweenLooks = 500 * time.Millisecond
	mostLooks    = 240
	quietLooks   = 14 // a process that has rested for some seconds gives back memory
)

// settled waits until a process takes no processor time for some looks, for two
// minutes at most; not at all where that cannot be read.
func settled(ctx context.Context, pid int) error {
	last, quiet := processorTime(pid), 0
	for range mostLooks {
		if last == "" {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(betweenLooks):
		}
		now := processorTime(pid)
		if now != last {
			last, quiet = now, 0
		} else if quiet++; quiet == quietLooks {
			return nil
		}
	}
	return nil
}

// processorTime is what a process has taken, as Linux writes it; "" where it
// cannot be read.
func processorTime(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	_, after, _ := strings.Cut(string(stat), ") ") // the name before it may hold spaces
	const user, system = 11, 12                    // counted from there
	fields := strings.Fields(after)
	if len(fields) <= system {
		return ""
	}
	return fields[user] + " " + fields[system]
}

// parseMemory reads text in the form of /proc/PID/status.
func parseMemory(status []byte) Memory {
	var m Memory
	for line := range bytes.Lines(status) {
		field := bytes.Fields(line)
		if len(field) != 3 || string(field[2]) != "kB" {
			continue
		}
		n, err := strconv.ParseInt(string(field[1]), 10, 64)
		if err != nil {
			continue
		}
		switch string(field[0]) {
		case "RssAnon:":
			m.Private = n << 10
		case "VmRSS:":
			m.RSS = n << 10
		case "VmHWM:":
			m.Peak = n << 10
		}
	}
	return m
}

// Print writes the report as a table.
func (r Report) Print(w io.Writer) error {
	fmt.Fprintf(w, "prompt %d bytes, first chunk of the stub after %v, %d chunks; milliseconds\n\n", r.Bytes, r.FirstDelay, r.Chunks)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "streams\ttarget\tfirst p50\tadded p50\tadded p99\tover bare\tlater p50\treplies/s\tof direct\t")
	for _, row := range r.Rows {
		for i, target := range row.Targets {
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%.0f\t%.2f\t\n", row.Streams, targetNames[i],
				ms(target.FirstP50), ms(target.AddedP50), ms(target.AddedP99), ms(target.OverFloor), ms(target.LaterP50), target.PerSecond, row.Ratio(target))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return r.printMemory(w)
}

func (r Report) printMemory(w io.Writer) error {
	if r.Memory.After.RSS == 0 {
		_, err := fmt.Fprintln(w, "\nmemory: not measured, since it is read from /proc/PID/status")
		return err
	}
	fmt.Fprintf(w, "\nmemory: %v idle; %v after %d turns; %s resident at the peak of the streams above",
		r.Memory.Idle, r.Memory.After, r.Memory.Turns, mib(r.Memory.After.Peak))
	if r.Memory.Peak > 0 {
		fmt.Fprintf(w, ", %s with %d large prompts at once", mib(r.Memory.Peak), PeakStreams)
	}
	_, err := fmt.Fprintln(w)
	return err
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }

func mib(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
