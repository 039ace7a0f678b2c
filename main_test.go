package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// binary builds holdfast once for a test.
func binary(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs the binary")
	}
	path := filepath.Join(t.TempDir(), "holdfast")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
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
