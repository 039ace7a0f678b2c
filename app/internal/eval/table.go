package eval

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"
)

// write prints the report for a person.
func (r *Report) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, row := range [][2]string{
		{"measure", "value\ttarget"},
		{"precision (name and range)", fmt.Sprintf("%.5f\t≥ %.4f", r.Precision(), Target)},
		{"recall (name and range)", fmt.Sprintf("%.5f\t≥ %.4f", r.Recall(), Target)},
		{"definitions", fmt.Sprintf("%d of %d exact, %d found", r.Exact, r.Expected, r.Found)},
		{"files", fmt.Sprintf("%d (%.1f MB); left out: %d not valid Go, %d too large", r.Files, float64(r.Bytes)/1e6, r.Invalid, r.Large)},
		{"files with errors of the grammar", fmt.Sprintf("%d (%.3f %%)", r.Errors, 100*share(r.Errors, r.Files))},
		{"files refused", fmt.Sprint(r.Refused)},
		{"parse p50, p99, max", fmt.Sprintf("%v, %v, %v", round(r.P50), round(r.P99), round(r.Max))},
		{"peak memory of the process", megabytes(r.PeakRSS)},
	} {
		fmt.Fprintf(t, "%s\t%s\n", row[0], row[1])
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, miss := range r.Misses {
		if _, err := fmt.Fprintln(w, "  "+miss); err != nil {
			return err
		}
	}
	return nil
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }

func megabytes(n int64) string {
	if n == 0 {
		return "unknown on this system"
	}
	return fmt.Sprintf("%.0f MB", float64(n)/1e6)
}

// peakRSS asks Linux for the process's high-water mark, in bytes; 0 elsewhere.
func peakRSS() int64 {
	status, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer status.Close()
	lines := bufio.NewScanner(status)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			var kb int64
			if _, err := fmt.Sscanf(rest, "%d kB", &kb); err == nil {
				return kb << 10
			}
		}
	}
	return 0
}
