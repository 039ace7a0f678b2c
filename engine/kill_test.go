package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/sessions"
	"holdfast/store"
	"holdfast/store/event"
)

// Environment of a test binary that is an engine to be killed.
const (
	childWorkspace = "HOLDFAST_TEST_WORKSPACE"
	childUpstream  = "HOLDFAST_TEST_UPSTREAM"
	// childRecovers makes it recover from a file, childDies die at a point of what
	// it does.
	childRecovers = "HOLDFAST_TEST_RECOVERS"
	childDies     = "HOLDFAST_TEST_DIES"
)

func TestMain(m *testing.M) {
	if block := os.Getenv(childRecovers); block != "" {
		err := recoverAndDie(os.Getenv(childWorkspace), block, os.Getenv(childDies))
		fmt.Fprintln(os.Stderr, "the recovery came to its end: ", err)
		os.Exit(1)
	}
	if dir := os.Getenv(childWorkspace); dir != "" {
		if err := serveUntilKilled(dir, os.Getenv(childUpstream)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if dir := os.Getenv(childForks); dir != "" {
		fmt.Fprintln(os.Stderr, forkUntilKilled(dir, os.Getenv(childDies)))
		os.Exit(1)
	}
	if dir := os.Getenv(childAdopts); dir != "" {
		fmt.Fprintln(os.Stderr, adoptUntilKilled(dir, os.Getenv(childDies)))
		os.Exit(1)
	}
	if dir := os.Getenv(childActs); dir != "" {
		fmt.Fprintln(os.Stderr, bulkUntilKilled(dir, os.Getenv(childDies)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serveUntilKilled is an engine that prints its address and serves.
func serveUntilKilled(dir, upstream string) error {
	cfg, err := config.Load(config.LoadOptions{
		Workspace: dir, Env: []string{}, Flags: map[string]string{"listen": "127.0.0.1:0", "upstream": upstream},
	})
	if err != nil {
		return err
	}
	e, err := engine.Open(context.Background(), cfg, engine.Options{})
	if err != nil {
		return err
	}
	if err := e.Start(context.Background()); err != nil {
		return err
	}
	fmt.Println(e.Status().Listen)
	select {}
}

// recoverAndDie recovers a workspace, and kills itself at a point of the commit.
func recoverAndDie(dir, block, point string) error {
	ctx := context.Background()
	text, err := os.ReadFile(block)
	if err != nil {
		return err
	}
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: []string{}})
	if err != nil {
		return err
	}
	armed := false
	e, err := engine.Open(ctx, cfg, engine.Options{Failpoint: func(name string) {
		if armed && name == point {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
			select {}
		}
	}})
	if err != nil {
		return err
	}
	plan, err := e.RecoveryPlan(ctx, text)
	if err != nil {
		return err
	}
	armed = true
	return e.Recover(ctx, text, plan)
}

// dieRecovering has a process die at a point of its recovery.
func dieRecovering(t *testing.T, dir, point string, text []byte) {
	t.Helper()
	block := filepath.Join(t.TempDir(), "block.json")
	if err := os.WriteFile(block, text, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childWorkspace+"="+dir, childRecovers+"="+block, childDies+"="+point)
	out, err := cmd.CombinedOutput()
	if err == nil || len(out) > 0 {
		t.Fatalf("it was to be killed at %s: %v, %s", point, err, out)
	}
}

// victim is an engine in a process of its own.
type victim struct {
	cmd *exec.Cmd
	url string
}

func startVictim(t *testing.T, dir, upstream string) *victim {
	t.Helper()
	v := &victim{cmd: exec.Command(os.Args[0])}
	v.cmd.Env = append(os.Environ(), childWorkspace+"="+dir, childUpstream+"="+upstream)
	v.cmd.Stderr = os.Stderr
	out, err := v.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal("the engine did not start: ", err)
	}
	v.url = "http://" + strings.TrimSpace(line) + "/v1/chat/completions"
	return v
}

func (v *victim) kill(t *testing.T) {
	t.Helper()
	if err := v.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = v.cmd.Wait() // says that it was killed
}

// seen collects the episodes whose end a client has read.
type seen struct {
	mu       sync.Mutex
	episodes []string
	count    atomic.Int64
}

// turns sends turns one after the other until the engine dies, or n are done.
func (s *seen) turns(url, client string, n int, reached func(int64)) {
	for i := range n {
		body, _ := json.Marshal(map[string]any{"stream": i%3 != 0, "messages": []message{
			{"system", client}, {"user", fmt.Sprintf("turn %d of %s", i, client)},
		}})
		resp, err := http.Post(url, "application/json", bytes.NewReader(body))
		if err != nil {
			return
		}
		_, err = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.episodes = append(s.episodes, resp.Header.Get("X-Holdfast-Episode"))
		s.mu.Unlock()
		reached(s.count.Add(1))
	}
}

// TestPromise2NoTurnIsLostWhoseEndTheClientSaw kills the engine with SIGKILL
// again and again while eight clients talk through it. HOLDFAST_TURNS sets how
// many turns are to end; the default is small.
func TestPromise2NoTurnIsLostWhoseEndTheClientSaw(t *testing.T) {
	t.Parallel()
	total := int64(200)
	if text := os.Getenv("HOLDFAST_TURNS"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		total = n
	}
	var n atomic.Int64
	m := startModel(t, func(string) reply {
		k := n.Add(1)
		return say(fmt.Sprintf("```go a/f%d.go\nfunc F%d() int { return %d }\n```\n", k%50, k%50, k))
	})
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	var s seen
	for round := 0; s.count.Load() < total; round++ {
		killAt := s.count.Load() + 1 + rng.Int64N(max(total/8, 50))
		s.round(t, dir, m.URL, round, killAt)
		s.check(t, dir)
	}
	t.Logf("%d turns seen to their end", s.count.Load())
}

// round runs one engine until killAt turns have ended, and kills it then.
func (s *seen) round(t *testing.T, dir, upstream string, round int, killAt int64) {
	v := startVictim(t, dir, upstream)
	var clients sync.WaitGroup
	due := make(chan struct{})
	var once sync.Once
	for c := range 8 {
		clients.Go(func() {
			s.turns(v.url, fmt.Sprintf("client %d.%d", round, c), 1<<20, func(n int64) {
				if n >= killAt {
					once.Do(func() { close(due) })
				}
			})
		})
	}
	<-due
	v.kill(t)
	clients.Wait()
}

// check reads the database that the killed engine left behind.
func (s *seen) check(t *testing.T, dir string) {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(dir, ".holdfast"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if why := db.Distrust(); why != "" {
		t.Errorf("the database is distrusted: %s", why)
	}
	episodes, err := db.Episodes(ctx, sessions.Default, 0)
	if err != nil {
		t.Fatal(err)
	}
	status := map[string]string{}
	for _, e := range episodes {
		status[e.ID] = e.Status
	}
	for _, id := range s.episodes {
		if status[id] != event.EpisodeIsClosed {
			t.Errorf("the client saw the end of episode %s, which is %q in the Ledger", id, status[id])
		}
	}
	findings, err := db.Verify(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		t.Errorf("verify: %+v", f)
	}
}
