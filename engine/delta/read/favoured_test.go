package read

import (
	"slices"
	"strings"
	"testing"
)

// What is said of an option chooses it only where it says no more than that.
func TestAStatementAboutAnOptionChoosesNothing(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: To compare the bills, should we compare bytes, pictures, or the text?", says}
	}, []string{"U: pictures", "U: pictures will do", "U: pictures is fine", "U: the text works", "U: we take the text"}, []string{
		"U: bytes will differ because of the timestamp", "U: pictures would need a renderer", "U: hm the text has no layout", "U: pictures I guess? bytes will differ",
	})
}

func TestFailuresReviseNothing(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Should I leave the bills of May out for now?", "U: leave 2 bills out for now", "A: ok", says}
	}, nil, []string{"U: 2 tests fail now, 0021 and 0090", "U: 3 pages are broken now"})
	if got := lastDeltas(aim, "A: Shall we start with the parser?", "U: yes", "A: Got it. To compare the bills, which tool do you have?"); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

func TestWhatIsLackingRefutesNoSuspicion(t *testing.T) {
	leak := "U: our app leaks memory. help me find it"
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{leak, "A: The `lru_cache` on `load_profile` might keep the profiles.", "U: how large are they?", says}
	}, nil, []string{"A: Up to 4 MB each, and the cache has no limit."})
	tellsApart(t, "fact_learned", func(says string) []string {
		return []string{leak, "A: The `lru_cache` on `load_profile` might keep the profiles.", "U: set its size to 32", "A: Done.", says}
	}, []string{"U: flat since yesterday!! you found it", "U: yep that was it, works now"}, []string{"U: still growing", "U: did you find it?"})
	tellsApart(t, "branch_created", func(says string) []string { return []string{leak, says} }, []string{"A: Should we profile it with memray or with tracemalloc?"}, []string{"A: Which workers: gunicorn or celery?"})
}

func TestAValueReplacesNoneOfAnotherMeasure(t *testing.T) {
	before := []string{aim, "A: How long should backups be kept?", "U: keep 14 days", "A: ok"}
	tellsApart(t, "decision_revised", func(says string) []string { return append(slices.Clip(before), says) }, []string{"U: let's do 25", "U: make that 30"}, []string{
		"U: lets start at 4", "U: hmm make that 3:30, at 4 the reports start", "U: i got 2 mails for paper and glass, make it one mail",
	})
	got := lastDeltas(aim, "A: Should the script send a mail on failure?", "U: only on failure yes, to ops@example.org")
	if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made: The script should send a mail") }) {
		t.Errorf("%q", got)
	}
}
