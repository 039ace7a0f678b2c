package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"holdfast/app/connect"
	"holdfast/engine/gateway/scripted"
)

// clientsModel is the model that the clients are set to: its name holds what
// names of local models hold.
const clientsModel = "qwen/qwen2.5-coder:7b"

// settings are what `holdfast connect CLIENT` prints for the client.
func (s *stage) settings() []connect.Step {
	s.t.Helper()
	c, ok := connect.Find(s.client.connect)
	if !ok {
		s.t.Fatalf("connect knows no %s", s.client.connect)
	}
	return c.For(connect.Target{Listen: strings.TrimPrefix(s.front.URL, "http://"), Model: clientsModel}).Steps
}

// prepare lays out the workspace, and does what connect says as a person does
// who copies it: a file goes where it says, the shell's text is run as it is.
func (s *stage) prepare() {
	s.t.Helper()
	if out, _, err := s.shell("git init -q " + s.dir); err != nil {
		s.t.Fatalf("git init: %v\n%s", err, out)
	}
	s.start, s.quiet = s.client.bin, s.client.quiet
	if s.client.hub != "" {
		s.quiet = append(s.quiet, s.client.hub+"="+freePort(s.t))
	}
	for _, step := range s.settings() {
		text := strings.TrimSuffix(step.Text, "\n")
		switch step.Where {
		case "the shell, once":
			if out, _, err := s.shell(text); err != nil {
				s.t.Fatalf("%s: %v\n%s", text, err, out)
			}
		case "the shell":
			s.start = text
		case "your program":
			s.program(step.Text)
		default:
			_, file, _ := strings.Cut(step.Where, "~/")
			s.atHome(file, step.Text)
		}
	}
	if s.start == "" {
		s.t.Fatalf("nothing says how %s is started", s.client.name)
	}
	for file, text := range s.client.extra {
		s.atHome(file, text)
	}
	if s.client.serves != "" {
		s.serve()
	}
}

// serve starts what the client is run in, and waits until it listens. It ends
// with all else that the client leaves.
func (s *stage) serve() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), clientTime)
	defer cancel()
	cmd := exec.Command("sh", "-c", s.client.serves)
	cmd.Dir, cmd.Env = s.dir, s.environ()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.t.Fatalf("%s: %v", s.client.serves, err)
	}
	listens := make(chan bool, 1)
	s.t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			s.t.Errorf("%s cannot be ended: %v", s.client.serves, err)
		}
		_ = cmd.Wait() // it was killed
		for range listens {
		}
	})
	go func() {
		defer close(listens)
		lines := bufio.NewScanner(out)
		for told := false; lines.Scan(); { // to its end: a full pipe would hold it up
			if !told && strings.Contains(lines.Text(), "listening") {
				told = true
				listens <- true
			}
		}
	}()
	select {
	case <-ctx.Done():
		s.t.Fatalf("%s does not listen", s.client.serves)
	case ready := <-listens:
		if !ready {
			s.t.Fatalf("%s ended before it listened", s.client.serves)
		}
	}
}

// program runs a library's program as it is printed, and has the script that
// plays the story go on from where it has made its client.
func (s *stage) program(text string) {
	s.t.Helper()
	s.atHome(scripts+"/hello.mjs", text)
	if out, _, err := s.shell(`node "$HOME"/` + scripts + "/hello.mjs"); err != nil || !strings.Contains(out, "It says hi.") {
		s.t.Fatalf("the program that is printed: %v\n%s\nprints %s", err, text, out)
	}
	compareWires(s.t, s.front, s.back)
	s.front.forget() // another program's requests, without tools
	s.back.forget()
	made, _, found := strings.Cut(text, "const reply = ")
	if !found {
		s.t.Fatalf("the program makes no reply: %s", text)
	}
	s.atHome(scripts+"/client.mjs", made+"export default client;\nexport const model = \""+clientsModel+"\";\n")
	s.start = `node "$HOME"/` + scripts + "/" + s.client.script
}

// freePort is a port of the loopback that nothing listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// leaveNothing ends what the client left running, which its home tells, and waits
// until it has ended: the home is removed next.
func (s *stage) leaveNothing() {
	mark := []byte("HOME=" + s.home + "\x00")
	for told := map[int]bool{}; ; time.Sleep(time.Millisecond) {
		left := running(mark)
		if len(left) == 0 {
			return
		}
		for _, p := range left {
			if !told[p.Pid] {
				s.t.Logf("%s left process %d running", s.client.name, p.Pid)
			}
			told[p.Pid] = true
			if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				s.t.Errorf("it cannot be ended: %v", err)
				return
			}
		}
	}
}

// running are the processes with these words in their environment, on systems
// that tell it.
func running(words []byte) []*os.Process {
	var list []*os.Process
	entries, _ := os.ReadDir("/proc") // there is none elsewhere
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		environ, err := os.ReadFile(filepath.Join("/proc", e.Name(), "environ"))
		if err != nil || !bytes.Contains(environ, words) {
			continue // another user's, or it has ended
		}
		if p, err := os.FindProcess(pid); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// atHome writes a file of the client's home.
func (s *stage) atHome(file, text string) {
	s.t.Helper()
	path := filepath.Join(s.home, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// amend adds to the end of a file of the client's home.
func (s *stage) amend(file, text string) {
	s.t.Helper()
	was, err := os.ReadFile(filepath.Join(s.home, file))
	if err != nil {
		s.t.Fatal(err)
	}
	s.atHome(file, string(was)+text)
}

// shell runs a text as a person types it, with further words behind it, in the
// workspace.
func (s *stage) shell(text string, words ...string) (string, time.Duration, error) {
	return command(clientTime, s.at(), s.environ(), "sh", append([]string{"-c", text + ` "$@"`, "sh"}, words...)...)
}

// environ is the environment of the client: nothing of the machine's settings for
// such clients reaches it.
func (s *stage) environ() []string {
	return append([]string{
		"PATH=" + s.path, "HOME=" + s.home, "PWD=" + s.at(), "TMPDIR=" + s.home, "TERM=dumb", "LANG=C.UTF-8", "NO_COLOR=1",
		"XDG_CONFIG_HOME=" + s.home + "/.config", "XDG_DATA_HOME=" + s.home + "/.local/share", "XDG_CACHE_HOME=" + s.home + "/.cache",
		"NO_PROXY=127.0.0.1,localhost", "DISABLE_TELEMETRY=1", "DO_NOT_TRACK=1",
	}, s.quiet...)
}

func TestTheCommandThatConnectPrintsForCurlWorks(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	upstream, err := scripted.Start(t.Context(), scripted.Script{Default: scripted.Turn{Reply: "Hello."}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { upstream.Close() })
	e := openAt(t, upstream.URL().String())
	c, _ := connect.Find("curl")
	text := c.For(connect.Target{Listen: e.Status().Listen, Model: clientsModel}).Settings()
	out, _, err := command(clientTime, t.TempDir(), append(os.Environ(), "NO_PROXY=127.0.0.1"), "sh", "-c", text)
	if err != nil || !strings.Contains(out, "Hello.") || e.Activities()[0].Model != clientsModel {
		t.Errorf("%v\n%s\nprints %s", err, text, out)
	}
}
