package endtoend

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "holdfast-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built = sync.OnceValues(func() (string, error) {
		path := filepath.Join(dir, "holdfast")
		out, err := exec.Command("go", "build", "-o", path, "holdfast").CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%w: %s", err, out)
		}
		return path, nil
	})
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// built builds holdfast, once for all tests: linking it takes seconds.
var built func() (path string, err error)

// binary is the path of the program under test.
func binary(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs the binary")
	}
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheBinaryAnswersOnItsStreamsAndByItsExitCode(t *testing.T) {
	t.Parallel()
	holdfast := binary(t)
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.go"), []byte("package a\n\nfunc F() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args           []string
		code           int
		stdout, stderr string // beginnings
	}{
		{[]string{"--version"}, 0, "holdfast ", ""},
		{[]string{"symbols", "a.go"}, 0, "a.go (go)\n  F  function  3-3\n", ""},
		{[]string{"config"}, 0, "# workspace ", ""},
		{[]string{"nonsense"}, 2, "", `holdfast: there is no command "nonsense"; see holdfast --help` + "\n"},
		{[]string{"--workspace", "nowhere", "config"}, 2, "", "holdfast: the workspace "},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			c := exec.Command(holdfast, test.args...)
			c.Dir = root
			c.Env = []string{"HOME=" + root, "PATH=" + os.Getenv("PATH")}
			var stdout, stderr bytes.Buffer
			c.Stdout, c.Stderr = &stdout, &stderr
			err := c.Run()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if c.ProcessState.ExitCode() != test.code {
				t.Errorf("exit code %d", c.ProcessState.ExitCode())
			}
			for stream, want := range map[*bytes.Buffer]string{&stdout: test.stdout, &stderr: test.stderr} {
				if got := stream.String(); !strings.HasPrefix(got, want) || want == "" && got != "" {
					t.Errorf("printed %q, want %q", got, want)
				}
			}
		})
	}
}
