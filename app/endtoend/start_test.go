package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A client's hook starts the program before each call of a tool (guard.md), so that no
// package of it builds tables before somebody needs them.
// A library may build a little, such as glamour's rules for HTML.
func TestTheProgramsOwnPackagesBuildNothingAtTheStart(t *testing.T) {
	t.Parallel()
	c := exec.Command(binary(t), "--version")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var told bytes.Buffer
	c.Stderr = &told
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	const mostOfAPackage, mostOfALibrary = 200_000, 600_000
	packages := 0
	for line := range strings.Lines(told.String()) {
		// init holdfast/store @19 ms, 0.047 ms clock, 59952 bytes, 60 allocs
		f := strings.Fields(line)
		if len(f) < 8 || f[0] != "init" {
			continue
		}
		most := mostOfALibrary
		if strings.HasPrefix(f[1], "holdfast/") {
			packages++
			most = mostOfAPackage
		}
		if n, err := strconv.Atoi(f[7]); err != nil || n > most {
			t.Errorf("%s allocates %s bytes at the start, %d at most: compile patterns and build tables when they are needed", f[1], f[7], most)
		}
	}
	if packages < 10 {
		t.Fatalf("the start of %d packages is told of:\n%s", packages, told.String())
	}
}

// BenchmarkGuard is the whole of a process that a client's hook starts: p50 and p95 of
// its time by the clock, and the processor time at the median.
func BenchmarkGuard(b *testing.B) {
	holdfast, root := binary(b), b.TempDir()
	env := []string{"HOME=" + b.TempDir(), "PATH=" + os.Getenv("PATH")}
	run := func(stdin []byte, args ...string) (string, *os.ProcessState) {
		c := exec.Command(holdfast, args...)
		c.Dir, c.Env, c.Stdin = root, env, bytes.NewReader(stdin)
		out, err := c.Output()
		if err != nil {
			b.Fatalf("holdfast %v: %v", args, err)
		}
		return string(out), c.ProcessState
	}
	file := func(size int) string {
		var text strings.Builder
		text.WriteString("package some\n")
		for i := 0; text.Len() < size; i++ {
			fmt.Fprintf(&text, "\n// F%d adds.\nfunc F%d(a, b int, names []string) (int, error) {\n\tfor i, n := range names {\n\t\tif len(n) == i+a {\n\t\t\treturn i, nil\n\t\t}\n\t}\n\treturn a + b, nil\n}\n", i, i)
		}
		return text.String()
	}
	sizes := []int{2_000, 20_000, 100_000, 400_000, 1_000_000, 4_000_000}
	path := func(size int) string { return filepath.Join(root, fmt.Sprintf("f%d.go", size)) }
	for _, size := range sizes {
		save(b, path(size), file(size))
	}
	run(nil, "adopt", ".")
	call := func(tool string, input map[string]string) []byte {
		raw, err := json.Marshal(map[string]any{"session_id": "s", "cwd": root, "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input})
		if err != nil {
			b.Fatal(err)
		}
		return raw
	}
	measure := func(name string, raw []byte, says string) {
		b.Run(name, func(b *testing.B) {
			var clock, cpu []time.Duration
			for b.Loop() {
				began := time.Now()
				out, state := run(raw, "guard")
				clock, cpu = append(clock, time.Since(began)), append(cpu, state.UserTime()+state.SystemTime())
				if says != "" && out != says {
					b.Fatalf("it says %q", out)
				}
			}
			slices.Sort(clock)
			slices.Sort(cpu)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(clock[len(clock)/2]), "p50-ms")
			b.ReportMetric(ms(clock[len(clock)*95/100]), "p95-ms")
			b.ReportMetric(ms(cpu[len(cpu)/2]), "cpu-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
	for _, size := range sizes {
		text, kind := file(size), fmt.Sprintf("/%dkB", size/1000)
		measure("edit"+kind, call("Edit", map[string]string{"file_path": path(size), "old_string": "// F1 adds.", "new_string": "// F1 sums."}), "{}\n")
		measure("write"+kind, call("Write", map[string]string{"file_path": path(size), "content": text + "\n// The end.\n"}), "{}\n")
		measure("elided"+kind, call("Write", map[string]string{"file_path": path(size), "content": text[:strings.Index(text, "// F1 ")] + "// ... rest of the code unchanged ...\n"}), "")
	}
	link, binaries, fixed := filepath.Join(root, "link.go"), filepath.Join(root, "binary.go"), filepath.Join(root, "fixed.go")
	if err := os.Symlink(path(2_000), link); err != nil {
		b.Fatal(err)
	}
	save(b, binaries, "package some\n\x00\xff\n")
	save(b, fixed, file(2_000))
	if err := os.Chmod(fixed, 0o400); err != nil {
		b.Fatal(err)
	}
	write := func(path string) []byte {
		return call("Write", map[string]string{"file_path": path, "content": file(3_000)})
	}
	measure("symlink", write(link), "{}\n")
	measure("binary", write(binaries), "{}\n")
	measure("read-only", write(fixed), "")
	measure("outside", write(filepath.Join(b.TempDir(), "plan.go")), "{}\n")
	measure("new", write(filepath.Join(root, "new.go")), "{}\n")
	measure("20MB", call("Write", map[string]string{"file_path": path(2_000), "content": strings.Repeat("x", 20<<20)}), "{}\n")
	measure("no-json", bytes.Repeat([]byte("x"), 3<<20), "{}\n")
}
