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

func TestOptionsAreLaidSideBySideInProse(t *testing.T) {
	tellsApart(t, "branch_created", func(says string) []string {
		before := "A: Noted."
		if says[0] == 'A' {
			before = "U: go on"
		}
		return []string{aim, before, says}
	}, []string{
		"A: First, how people pay. Stripe is quick but takes a cut, PayPal is known to everybody, and bank transfer is free but slow. Which of the three suits you?",
		"A: Oak is heavy and lasts for ever. Pine is the usual wood for shelves. A metal frame is the cheapest. Do you have a preference?",
		"A: Postgres is solid, SQLite is one file. What do you feel like?",
		"A: The room names could be colours or four letters. Colours are prettier!", "A: The badge can be square or round. Round is nicer on a phone.", "A: The seats might be numbers or names. Names are funnier.",
		"A: You can paint the icons yourself, or take a free set.", "A: We could keep the old keys, or make new ones for everybody.",
		"A: How often shall the report appear, monthly or every quarter?", "A: Where shall the photos live, on the disk or in a bucket?", "A: What should the reminder be, a mail or a message?",
		"A: To print them there are WeasyPrint and wkhtmltopdf. I'd probably take WeasyPrint, the other one is asleep.", "A: For the map there are Leaflet and OpenLayers. Which one do you prefer?", "A: For that you have Celery and RQ. I'd lean to RQ.",
		"U: Next thing, the keys. Do we convert the old ones or do we leave them?", "U: do we move the photos to the bucket or keep them on disk?", "U: do we rent a server or use the one in the office?",
	}, []string{
		"A: The tests are green on Chrome, they are slow on Safari. Which browser do you use?",
		"A: The photos could be old or new. They are bigger than I thought.", "A: The rooms could be empty or locked when that happens.",
		"A: It is done. You can run it with make, or call the script yourself.", "A: You can open the page with a double click, or from the terminal.",
		"A: How big will the photos be, 5 or 10 MB?", "A: How many guests will come, 20 or 30?", "A: How are the photos sent, by mail or by fax?",
		"A: There are 3 tables and 2 views. I'd start with the views.", "A: There are rooms and keys in the export. I'd take that as the base.", "A: In the log there are timeouts and retries.",
		"U: do we have rooms without a key or not?", "U: do we log to disk or to syslog? I forgot", "U: does it convert jpg or png?",
	})
}

func TestOthersWantDifferentThings(t *testing.T) {
	tellsApart(t, "branch_created", func(says string) []string { return []string{aim, "A: Noted.", "U: " + says} }, []string{
		"For the door now: the porter says maybe 10 minutes, the owner wants 30, I honestly have no preference.", "the colours: my wife wants blue, my son says green, I have no opinion", "The board prefers a map, the guests want a list, we haven't decided yet.",
	}, []string{
		"The board prefers a map, the guests want a list.", "The owner wants 30 minutes, I have no objection.", "My wife wants blue, I want green, so green.",
	})
}
