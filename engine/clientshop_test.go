package engine_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// shop installs packages, each once, and keeps count of the clients.
type shop struct {
	dir    string
	opened time.Time

	mu       sync.Mutex
	packages map[string]func() (bin string, err error)
	became   map[string][]string // clients by what became of them
}

// note keeps what became of a client, or of a scenario with it.
func (s *shop) note(name string, t *testing.T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.became == nil {
		s.became = map[string][]string{}
	}
	switch {
	case t.Failed():
		s.became["failed"] = append(s.became["failed"], name)
	case t.Skipped():
		s.became["not run"] = append(s.became["not run"], name)
	default:
		s.became["played"] = append(s.became["played"], name)
	}
}

// tally names every client by what became of it.
func (s *shop) tally() string {
	var b strings.Builder
	for _, became := range []string{"played", "failed", "not run"} {
		if names := s.became[became]; len(names) > 0 {
			fmt.Fprintf(&b, "%d %s: %s; ", len(names), became, strings.Join(names, ", "))
		}
	}
	return b.String()
}

// installTime bounds the installation of one package.
const installTime = 4 * time.Minute

// install returns the search path that a client is found with. One that cannot be
// installed here is skipped by its name. Scripts are laid into home, with what
// they import beside them.
func (s *shop) install(t *testing.T, c *realClient, home string) (path string) {
	t.Helper()
	path = os.Getenv("PATH")
	if c.node > nodeVersion() {
		path = s.fetch(t, fmt.Sprintf("node@%d", c.node), s.buy) + string(os.PathListSeparator) + path
	}
	if c.pip != "" {
		return s.fetch(t, c.pip, s.buyOfPython) + string(os.PathListSeparator) + path
	}
	bin := s.fetch(t, c.npm, s.buy)
	if c.script == "" {
		return bin + string(os.PathListSeparator) + path
	}
	if err := errors.Join(
		os.CopyFS(filepath.Join(home, scripts), os.DirFS("../testdata/clients")),
		os.Symlink(filepath.Dir(bin), filepath.Join(home, "node_modules")),
	); err != nil {
		t.Fatal(err)
	}
	return path
}

// scripts is the folder of a home that holds the scripts on SDKs.
const scripts = "scripts"

// fetch returns the folder of a package's programs. The first that asks for it
// installs it.
func (s *shop) fetch(t *testing.T, name string, buy func(name string) (bin string, err error)) string {
	t.Helper()
	s.mu.Lock()
	if s.packages == nil {
		s.packages = map[string]func() (string, error){}
	}
	if s.packages[name] == nil {
		s.packages[name] = sync.OnceValues(func() (string, error) { return buy(name) })
	}
	once := s.packages[name]
	s.mu.Unlock()
	bin, err := once()
	if err != nil {
		t.Skipf("%s cannot be installed here: %v", name, err)
	}
	return bin
}

// buy installs a package, unless it stands there from an earlier time. One whose
// installation was cut short does not.
func (s *shop) buy(npm string) (bin string, err error) {
	prefix := filepath.Join(s.dir, strings.NewReplacer("/", "_", "@", "_").Replace(npm))
	bin = filepath.Join(prefix, "node_modules", ".bin")
	if _, err := os.Stat(prefix); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return bin, err
	}
	part := prefix + ".part"
	if err := os.RemoveAll(part); err != nil {
		return "", err
	}
	out, _, err := command(installTime, s.dir, os.Environ(), "npm", "install", "--prefix", part, "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", npm)
	if err != nil {
		return "", fmt.Errorf("%w\n%.2000s", err, out)
	}
	return bin, os.Rename(part, prefix)
}

// buyOfPython installs a package of Python's index into an environment of its own,
// which cannot be moved: what stands there is whole if its mark was laid last.
func (s *shop) buyOfPython(name string) (bin string, err error) {
	prefix := filepath.Join(s.dir, strings.ReplaceAll(name, "==", "_"))
	bin, mark := filepath.Join(prefix, "bin"), filepath.Join(prefix, "whole")
	if _, err := os.Stat(mark); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return bin, err
	}
	if err := os.RemoveAll(prefix); err != nil {
		return "", err
	}
	python, err := s.python(prefix)
	if err != nil {
		return "", err
	}
	out, _, err := command(installTime, s.dir, os.Environ(), python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", name)
	if err != nil {
		return "", fmt.Errorf("%w\n%.2000s", err, out)
	}
	return bin, os.WriteFile(mark, nil, 0o600)
}

// python makes an environment with the newest Python of this machine that the
// packages run on, and returns its program.
func (s *shop) python(prefix string) (program string, err error) {
	var failed []error
	for _, version := range []string{"python3.12", "python3.11", "python3.10"} {
		out, _, err := command(installTime, s.dir, os.Environ(), version, "-m", "venv", "--clear", prefix)
		if err == nil {
			return filepath.Join(prefix, "bin", "python"), nil
		}
		failed = append(failed, fmt.Errorf("%s: %w %.300s", version, err, out))
	}
	return "", errors.Join(failed...)
}

// nodeVersion is the major version of the machine's Node.js.
func nodeVersion() int {
	out, err := exec.Command("node", "--version").Output()
	if err != nil {
		return 0
	}
	major, _, _ := strings.Cut(strings.TrimPrefix(string(out), "v"), ".")
	n, _ := strconv.Atoi(major)
	return n
}
