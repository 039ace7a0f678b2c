package read

import "testing"

func TestWhereThingsAreAndWhoseIsKnowledge(t *testing.T) {
	for said, want := range map[string]bool{
		"the gauge sits behind a wooden lid":         true,
		"harbours belong to the county":              true,
		"tide tables come as pdf from the office":    true,
		"olek owns the mailing list":                 true,
		"the charts are stored in the old boathouse": true,
		"the gauge is stuck again right now":         false,
		"should the gauge sit behind a lid?":         false,
		"maybe the gauge sits behind a lid":          false,
		"the gauge could live in the shed":           false,
		"it comes with the territory":                false,
	} {
		got := false
		for _, d := range lastDeltas("U: I want a tide clock.", "A: Noted.", "U: "+said) {
			got = got || len(d) > 4 && d[:4] == "fact"
		}
		if got != want {
			t.Errorf("%s: fact %v, want %v", said, got, want)
		}
	}
}

func TestTheAssistantsFindingsAreKnowledge(t *testing.T) {
	for said, want := range map[string]bool{
		"I counted the entries: 48 are from the county, 12 from the club.":        true,
		"9 of the last 40 builds failed: 7 in the county table, 2 in the club's.": true,
		"The `offset` comes before the filter there. I moved it below.":           true,
		"That's the lock file: `tide.lock` is written anew at every start.":       true,
		"That's the plan: we write `tide.lock` at every start.":                   false,
		"The `offset` could be computed before the filter. Shall I look there?":   false,
	} {
		got := false
		for _, d := range lastDeltas("U: I want a tide clock.", "A: Noted.", "U: page 2 of the tide table is empty", "A: "+said) {
			got = got || len(d) > 4 && d[:4] == "fact"
		}
		if got != want {
			t.Errorf("%s: fact %v, want %v", said, got, want)
		}
	}
}
