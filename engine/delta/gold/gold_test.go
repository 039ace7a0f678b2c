package gold

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine/delta"
	"holdfast/engine/delta/read"
)

var raise = flag.Bool("raise-floor", false, "write the score as the new floor, if it is higher")

const floorFile = "testdata/floor/floor.json"

// floors are the least scores that the extractor may have, so that one
// conversation never pays for another.
type floors struct {
	F1        map[string]float64 `json:"f1"`
	Canonized int                `json:"canonized"`
}

func conversations(t testing.TB) []Conversation {
	t.Helper()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no labelled conversations", err)
	}
	var out []Conversation
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Parse(src)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		out = append(out, c)
	}
	return out
}

// The extractor is in no conversation worse than it was; -raise-floor keeps
// what it gained, -v tells what it gets wrong.
func TestTheExtractorIsNotWorseThanItWas(t *testing.T) {
	src, err := os.ReadFile(floorFile)
	if err != nil {
		t.Fatal(err)
	}
	var least floors
	if err := json.Unmarshal(src, &least); err != nil {
		t.Fatal(err)
	}
	var all Report
	for _, c := range conversations(t) {
		r := Score(c, read.Conversation(c.Turns, nil, testTime).Accepted)
		t.Logf("%-24s F1 %.3f %+v", c.Name, r.Total.F1(), r.Total)
		all.Add(r)
		now, was := math.Floor(r.Total.F1()*1000)/1000, least.F1[c.Name]
		if *raise && now > was {
			least.F1[c.Name] = now
		} else if was == 0 || now < was {
			t.Errorf("%s: F1 is %.3f, the floor is %.3f (a new conversation gets one by -raise-floor):\n%s", c.Name, now, was, strings.Join(r.Details, "\n"))
		}
	}
	for _, k := range delta.Kinds {
		t.Logf("%-24s F1 %.3f %+v", k, all.Kinds[k].F1(), all.Kinds[k])
	}
	t.Logf("F1 %.4f, %d canonized\n%s", all.Total.F1(), len(all.Canonized), strings.Join(all.Details, "\n"))
	if len(all.Canonized) > least.Canonized {
		t.Errorf("%d canonized, at most %d may be:\n%s", len(all.Canonized), least.Canonized, strings.Join(all.Canonized, "\n"))
	}
	if *raise {
		text, err := json.MarshalIndent(least, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(floorFile, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatTheLabelsForbidIsNotPredicted(t *testing.T) {
	for _, c := range conversations(t) {
		var own []string
		for _, d := range c.Expected {
			own = append(own, string(d.Delta.Kind())+" "+d.Delta.From().SourceTurns[0].TurnID)
		}
		for _, d := range read.Conversation(c.Turns, nil, testTime).Accepted {
			for _, f := range c.Forbidden {
				if f.Kind == d.Kind() && cites(d, f.TurnID) && !strings.Contains(strings.Join(own, "\n"), string(f.Kind)+" "+f.TurnID) {
					t.Errorf("%s: %s, but: %s", c.Name, describe(d), f.Why)
				}
			}
		}
	}
}
