package read

import (
	"slices"
	"strings"
	"testing"
)

// list is what the assistant lists behind an introduction.
func list(intro, after string) string {
	return "A: " + intro + "\n\n- a folder on disk\n- an S3 bucket\n- the database\n\n" + after
}

func TestAnIntroductionCallsItsListOptions(t *testing.T) {
	tellsApart(t, "branch_created", func(says string) []string {
		intro, after, _ := strings.Cut(says, "|")
		return []string{aim, list(intro, after)}
	}, []string{
		"For the photos I can think of these places:", "To keep the photos I can imagine the following ways:|How many are there?", "These are the usual ways:|Who runs your server?",
		"Hello! Here are the common approaches:|How many photos are there?", "The usual candidates:", "What to keep them in:|Pick one.", "First the storage:|What do you feel like?", "The storage:|Where do you stand?",
		"Storage of the photos:|Any favourite?", "These solutions come to mind:", "|2 costs money, 3 makes the backups heavy.",
	}, []string{
		"I have now built these ways:", "I'll go through these places:", "These are the common mistakes in your code:", "I looked at these places:", "My plan, with the usual steps:",
		"The photos are now kept in all these places:", "The bot uses these databases:", "|2 is done, 3 comes tomorrow.", "|2 depends on 1, 3 waits for you.", "These are the usual suspects:",
	})
}

func TestATableIsIntroducedAsOptions(t *testing.T) {
	const table = "\n\n| | who runs it | cost |\n|---|---|---|\n| Mailgun | a company | 60 |\n| Listmonk | you | 6 |\n\nHow many members are there?"
	tellsApart(t, "branch_created", func(says string) []string { return []string{aim, "A: " + says + table} },
		[]string{"These are the usual roads:", "Here are the obvious candidates:", "For the mails I can think of these tools:"},
		[]string{"This is what I measured:", "These are the tools that you use today:", "The tables look like this:"})
}

func TestAChoiceStandsBehindAColon(t *testing.T) {
	for _, says := range []string{"For the photos I decided now: the bucket, because it is there.", "I have made up my mind now: the bucket.", "We decided: bucket"} {
		got := lastDeltas(aim, list("I can think of these places:", "How many are there?"), "U: 400", "A: Thanks.", "U: "+says)
		if n := slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "item_superseded") }); !n || strings.Count(strings.Join(got, "\n"), "decision_made") != 1 {
			t.Errorf("%s: %q", says, got)
		}
	}
}
