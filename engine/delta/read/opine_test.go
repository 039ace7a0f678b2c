package read

import "testing"

func TestWhatTheUserThinksIsAnIdea(t *testing.T) {
	tellsApart(t, "hypothesis_introduced", func(says string) []string { return []string{aim, "A: The upload hangs now and then.", says} }, []string{
		"U: I think the cache is stale", "U: i believe the limit comes from the router", "U: I think the upload hangs because of the lock file", "U: I think it's the proxy", "U: i guess we could use a queue",
		"U: and i think we should use a queue", "U: i think a queue would be better here", "U: it must be the cache",
	}, []string{
		"U: I think that's great", "U: i think you're right", "U: i think we're done here", "U: i think so", "U: Thanks, I think that looks good", "U: i think about it", "U: i think i'll take json",
	})
	tellsApart(t, "fact_learned", func(says string) []string { return []string{aim, "A: ok", says} }, []string{"U: the server runs on python 3.8"}, []string{
		"U: the server runs on python 3.8 i believe", "U: The server runs on Python 3.8, I think. So please write the parser.", "U: I think the upload hangs because of the lock file",
	})
}

func TestARuleStandsBehindWordsThatInform(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string { return []string{aim, "A: ok", says} }, []string{
		"U: fyi never call the billing api from a test", "U: by the way, never log passwords", "U: one more thing: don't touch the legacy folder", "U: btw no tabs in yaml files",
	}, []string{"U: btw add a test for the parser", "U: fyi the api allows 50 requests per minute"})
}
