package read

import "testing"

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
