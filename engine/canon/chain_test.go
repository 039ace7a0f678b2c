package canon

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// commits makes the deltas of n random commits, one JSON text a line, as their
// engine would: each knows only the Link to the state before.
func commits(t *testing.T, n int) (lines []byte, last string) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 8))
	prior := Link{Hash: Facts{Updated: noon}.Hash()}
	f := Facts{}
	for seq := int64(1); seq <= int64(n); seq++ {
		if r.IntN(10) == 0 {
			f = anyFacts(r)
		}
		var changes []Change
		for i := range f.Entities {
			if r.IntN(8) == 0 {
				e := &f.Entities[i]
				e.Hash, e.Seq, e.Persisted, e.Stale = hashOf(r.IntN(1000)), 100*seq+int64(i), r.IntN(2) == 0, ""
				changes = append(changes, Change{Verb: Promoted, Target: strings.ToValidUTF8(e.Key(), "\uFFFD"), Grant: "parity"})
			}
		}
		if len(changes) == 0 { // without a change no delta would be emitted
			changes = append(changes, Change{Verb: Rejected, Target: "a.go::A"})
		}
		f.Seq, f.Updated, f.LastHash = seq, noon.Add(time.Duration(seq)*time.Second), prior.Hash
		text, err := json.Marshal(NewDelta(prior, Project(f), Decide(changes), f.Updated))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, text...), '\n')
		prior = Link{Seq: seq, Hash: f.Hash()}
	}
	return lines, prior.Hash
}

// A program that shares no code with holdfast finds the same hashes in a chain
// of a thousand commits, and sees where one was altered.
func TestAnIndependentProgramRecomputesTheChain(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	lines, last := commits(t, 1_000)
	check := func(lines []byte) (string, error) {
		c := exec.CommandContext(t.Context(), python, filepath.Join(cases, "check_chain.py"))
		c.Stdin = bytes.NewReader(lines)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := check(lines); err != nil || out != fmt.Sprintf("1000 deltas of 1 sessions, 0 of them forks, 0 faults, the last state is %s\n", last) {
		t.Fatalf("%v: %s", err, out)
	}
	altered := bytes.Replace(lines, []byte(`"status":"persisted"`), []byte(`"status":"revoked"`), 1)
	if out, err := check(altered); err == nil || !strings.Contains(out, "previous_hash is not the hash of the state before") {
		t.Errorf("an altered chain passes: %s", out)
	}
}

// Validate finds nothing to fault in it.
func TestCommitsAreAValidChain(t *testing.T) {
	lines, _ := commits(t, 200)
	var prior *Document
	for i, line := range bytes.Split(bytes.TrimSuffix(lines, []byte("\n")), []byte("\n")) {
		d, faults := Read(line, StateDelta)
		if len(faults) > 0 {
			t.Fatal(i, faults)
		}
		if faults := Validate(d, prior); len(faults) > 0 {
			t.Fatalf("delta %d: %v", i+1, faults)
		}
		prior = d
	}
}
