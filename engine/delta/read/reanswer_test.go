package read

import "testing"

func TestAnotherAnswerOfTheSameSort(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Which database?", "U: use redis", "A: Redis it is.", "U: " + says}
	}, []string{
		"sqlite instead", "switch to sqlite", "move to sqlite", "let's go with sqlite", "use sqlite", "ok sqlite then", "not redis, sqlite", "redis was a bad idea. sqlite.", "I want sqlite", "it should be sqlite", "redis -> sqlite",
	}, []string{
		"maybe sqlite", "sqlite?", "is sqlite faster?", "sqlite is what my brother uses", "use sqlite for the tests of the importer and keep the rest", "should we use sqlite?", "I read about sqlite yesterday", "he told me to use sqlite", "don't use sqlite", "move the rooms to the second page",
	})
}

func TestAnotherName(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: What should the table be called?", "U: call it guests", "A: Ok, guests.", "U: " + says}
	}, []string{"call it visitors", "visitors", "no, visitors", "hmm visitors", "visitors please", "rename it to visitors", "name it visitors", "i prefer visitors", "should be visitors", "change the name to visitors"},
		[]string{"thanks", "how many guests are there?", "visitors?", "call me tomorrow", "now the export", "running...", "write the tests", "call it a day"})
}
