package read

import (
	"slices"
	"testing"
)

// The simplest ways of saying something are understood without anything around
// them.
func TestPlainWordsAreUnderstood(t *testing.T) {
	for said, want := range map[string]string{
		"use redis":                    "decision_made: Use redis",
		"Use port 9090.":               "decision_made: Use port 9090",
		"let's use sqlite":             "decision_made: Use sqlite",
		"sqlite it is":                 "decision_made: Sqlite it is",
		"go with postgres then":        "decision_made: Go with postgres",
		"We go with Hetzner.":          "decision_made: We go with Hetzner",
		"call it ledger":               "decision_made: Call it ledger",
		"Page size 30.":                "decision_made: Page size 30",
		"Timeout: 30 seconds.":         "decision_made: Timeout: 30 seconds",
		"No orm.":                      "constraint_added: No orm",
		"no new dependencies please":   "constraint_added: No new dependencies",
		"only the standard library":    "constraint_added: Only the standard library",
		"Never log passwords.":         "constraint_added: Never log passwords",
		"No external databases.":       "constraint_added: No external databases",
		"must support offline mode":    "constraint_added: Must support offline mode",
		"Budget is $500.":              "constraint_added: Budget is $500",
		"deadline is friday":           "constraint_added: Deadline is friday",
		"add a login page":             "task_opened: Add a login page",
		"The API uses port 3000.":      "fact_learned: The API uses port 3000",
		"We have 14 shops.":            "fact_learned: We have 14 shops",
		"the server runs on port 3000": "fact_learned: The server runs on port 3000",
		"Our CI runs on Jenkins.":      "fact_learned: Our CI runs on Jenkins",
		"maybe redis could do that":    "hypothesis_introduced: Maybe redis could do that",
	} {
		if got := lastDeltas(aim, "A: ok", "U: "+said); !slices.Equal(got, []string{want}) {
			t.Errorf("%q yields %q, want %q", said, got, want)
		}
	}
	for _, said := range []string{
		"no problem", "no idea yet", "No worries, take your time.", "only once", "never mind", "use it", "sqlite it is?", "what use is redis", "the head is on fire", "no",
		"only 3", "they use redis, the fools", "He said to use redis.",
	} {
		if got := lastDeltas(aim, "A: ok", "U: "+said); len(got) > 0 {
			t.Errorf("%q yields %q", said, got)
		}
	}
}

func TestAnOrderToUseOnlySomeThingsIsARule(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{"U: I want a tide clock.", "A: Fine.", "U: " + says}
	}, []string{
		"only use awk", "use awk only", "awk only please", "dont use any libraries", "don't use regex", "you may only use the standard library", "never use sudo",
	}, []string{
		"should i only use awk?", "use awk", "if it is slow, only use awk", "we only use it on sundays", "did you only use awk?", "maybe only use awk",
	})
}
