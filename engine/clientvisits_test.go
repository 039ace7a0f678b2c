package engine_test

import (
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// visit is one client that plays the base story, or a scenario.
type visit struct {
	client   *realClient
	scenario *scenario // nil = the base story
}

func (v visit) name() string {
	if v.scenario == nil {
		return v.client.name
	}
	return v.client.name + ": " + v.scenario.name
}

// visits are the base story with every client, then the scenarios with every
// client that can play them.
func visits(further []*scenario) (list []visit) {
	for _, c := range realClients {
		list = append(list, visit{client: c})
	}
	for _, sc := range further {
		for _, c := range realClients {
			if sc.has(c) {
				list = append(list, visit{c, sc})
			}
		}
	}
	return list
}

// lead has one client play, and notes what became of it.
func (s *shop) lead(t *testing.T, v visit) {
	defer func() { s.note(v.name(), t) }()
	if spent := time.Since(s.opened); spent > allClientsTime && os.Getenv("HOLDFAST_SCENARIOS") == "" {
		t.Skipf("%s is not run: those before it took %s on this machine", v.client.name, spent.Round(time.Second))
	}
	playWith(t, v, s)
}

// allClientsTime is the time after which no further client is begun, unless
// scenarios were asked for: on two processors that do nothing else all of them
// take half of it. Those that take longest stand last in the table.
const allClientsTime = 8 * time.Minute

// chosen are the scenarios to be played: those whose names hold what
// HOLDFAST_SCENARIOS says, "all", "none", or, so that they come in turn, one by the
// commit.
func chosen(t *testing.T) (list []*scenario, why string) {
	t.Helper()
	want := os.Getenv("HOLDFAST_SCENARIOS")
	switch want {
	case "none":
		return nil, want
	case "all":
		return scenarios, want
	case "":
		commit, err := exec.Command("git", "rev-parse", "HEAD").Output()
		if err != nil {
			return scenarios[:1], "the first, since no commit chooses one"
		}
		sum := fnv.New32a()
		sum.Write(commit) // which never fails
		n := int(sum.Sum32() % uint32(len(scenarios)))
		return scenarios[n : n+1], fmt.Sprintf("number %d of %d, by the commit", n+1, len(scenarios))
	}
	for _, sc := range scenarios {
		if strings.Contains(sc.name, want) {
			list = append(list, sc)
		}
	}
	if len(list) == 0 {
		t.Fatalf("HOLDFAST_SCENARIOS is %q, which no scenario is called", want)
	}
	return list, "named"
}

func TestEveryScenarioHasAClientAndEveryClientAScenario(t *testing.T) {
	for _, sc := range scenarios {
		if !slices.ContainsFunc(realClients, sc.has) {
			t.Errorf("no client plays %q", sc.name)
		}
	}
	for _, c := range realClients {
		if !slices.ContainsFunc(scenarios, func(sc *scenario) bool { return sc.has(c) }) {
			t.Errorf("%s plays no scenario", c.name)
		}
	}
}
