package read

import (
	"strings"
	"testing"

	"holdfast/engine/delta/english"
)

// Of what somebody corrects in the same breath the last word counts.
func TestALastWordCounts(t *testing.T) {
	for said, want := range map[string]string{
		"Use port 8080. Actually make it 9090.":                "Use port 9090",
		"at most 5 MB per upload. hm, no, make it 10":          "at most 10 MB per upload",
		"Keep 30 days. Sorry, make that 6 weeks. Then deploy.": "Keep 6 weeks. Then deploy.",
		"let's use redis. hm no, sqlite.":                      "let's use sqlite.",
		"go with the blue one. Scratch that, green.":           "go with the blue one. Scratch that, green.",
		"Add a button. Make it red.":                           "Add a button. Make it red.",
		"The old limit was 50. Make it 30.":                    "The old limit was 50. Make it 30.",
		"Page size 50? Make it 30.":                            "Page size 50? Make it 30.",
		"Retry 3 times after 5 s. No, make that 10.":           "Retry 3 times after 5 s. No, make that 10.",
		"Use port 8080. Make it 2 workers.":                    "Use port 8080. Make it 2 workers.",
		"Use port 8080. No, wait.":                             "Use port 8080. No, wait.",
		"use tabs no wait use spaces":                          "use spaces",
		"postgres. Oh wait, no, sqlite.":                       "sqlite.",
		"set the limit to 30 oh wait no make it 50":            "set the limit to 50",
		"Yes. No wait, sqlite.":                                "Yes. No wait, sqlite.",
		"there is no wait between polls":                       "there is no wait between polls",
		"clear the scratch space first":                        "clear the scratch space first",
		"No. Actually":                                         "No. Actually",
	} {
		if got := repaired(said, english.Sentences(said)); strings.TrimRight(got, ".") != strings.TrimRight(want, ".") {
			t.Errorf("%q is read as %q, want %q", said, got, want)
		}
	}
}

func TestUseIsAnOrder(t *testing.T) {
	for said, want := range map[string]bool{"use redis for the queue": true, "Please use tabs everywhere.": true, "use case diagrams": false, "use of tabs": false} {
		if c := english.Sentences(said)[0].Clauses[0]; c.Command != want {
			t.Errorf("%q is an order: %v", said, c.Command)
		}
	}
}
