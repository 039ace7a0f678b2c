package read

import (
	"slices"
	"strings"
	"testing"
)

func TestAListStandsForAChoice(t *testing.T) {
	const items = "\n\n1. a folder on disk\n2. an S3 bucket\n3. the database"
	tellsApart(t, "branch_created", func(says string) []string { return []string{aim, "A: " + says + items} }, []string{
		"Open: how do the photos travel?", "Now to the photos, where do they live?", "And how about the photo store?", "Then it's one of these:", "Possible fixes:", "It has to be one of the following:", "Remedies:",
		"### Photo store", "**2. Storage of the photos**", "**Archive**", "Two things to settle before I go on.\n\n**Photo store**",
	}, []string{
		"Where did the photos go?", "Why are the photos gone?", "Recent fixes:", "I fixed one of these:", "### Status", "## What is left", "### Test results", "**Contents**", "I'm done with it, all tests pass.\n\n### Photo store",
	})
	tellsApart(t, "branch_created", func(says string) []string { return []string{aim, "A: " + says} }, []string{
		"Ideas:\n\n**Parser**\n- **ANTLR**: big, well known\n- **chevrotain**: small, plain code",
	}, []string{
		"Ideas:\n\n**Extras**\n- **Export**: as CSV\n- **Search**: by name", "I'll go in this order:\n\n1. the parser\n2. the printer\n\nWhich would you rather read first?",
		"- names: bigger, done\n- colours: next\n\nWhich screens do you have?",
	})
}

func TestATableNamesItsOptionsInAnyColumn(t *testing.T) {
	const table = "\n\n| # | tool | cost |\n|---|---|---|\n| 1 | Mailgun | 60 |\n| 2 | Listmonk | 6 |"
	for _, says := range []string{"Two tools are possible:", "Where shall the mails come from?", "Two ways to send them:"} {
		if got := optionsIn(says + table); len(got) != 1 || !slices.Equal(got[0], []string{"Mailgun", "Listmonk"}) {
			t.Errorf("%q: %q", says, got)
		}
	}
	for _, says := range []string{"This is what you pay:", "Two bills came in:|", "Where did the money go?"} {
		if got := optionsIn(strings.TrimSuffix(says, "|") + table); len(got) > 0 && !strings.HasSuffix(says, "|") {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestOptionsAreLaidOutForAPurpose(t *testing.T) {
	tellsApart(t, "branch_created", func(says string) []string { return []string{aim, "U: go on", "A: " + says} }, []string{
		"For the cover we could use either linen or card.", "For the map there'd be Leaflet or a plain picture.", "For the key I could take the name, or a running number.", "From here it's either a new plug or a longer cable.",
		"I see three roads: linen, which is dear; card; or plain paper.", "One way is to glue it. The other is to sew it.", "One option would be a timer. The other option would be a sensor.",
	}, []string{
		"For that I could also write a test or two.", "One is broken. The other is fine, too.", "One of them is green. The other was red.", "There was linen or card in the box.",
		"Can you tell me how it is started: by hand, or by a timer?", "While you are there: does the lamp blink or glow?", "Does anything sit between them? A proxy, or a cache?",
	})
	tellsApart(t, "branch_created", func(says string) []string { return []string{aim, "A: Noted.", "U: " + says} }, []string{
		"should we print 20 or 40?", "shall we sew it or glue it?",
	}, []string{
		"should we print 20 or 40, what is usual?", "should the margin be 2 or 3 cm, in your experience?", "would one say colour or hue?",
	})
}

func TestNumbersAnswerEachChoice(t *testing.T) {
	two := []string{aim, "A: **Photo store**\n1. a folder on disk\n2. an S3 bucket\n\n**Image format**\n1. AVIF\n2. WebP\n\nTwo numbers, please."}
	got := lastDeltas(append(slices.Clone(two), "U: 2, 1")...)
	if all := strings.Join(got, "\n"); !strings.Contains(all, "decision_made: An S3 bucket") || !strings.Contains(all, "decision_made: AVIF") {
		t.Errorf("%q", got)
	}
	got = lastDeltas(append(slices.Clone(two), "U: 2. For the format I want to see some first, so not now.")...)
	if all := strings.Join(got, "\n"); !strings.Contains(all, "S3") || strings.Contains(all, "decision_made: WebP") {
		t.Errorf("%q", got)
	}
	for _, says := range []string{"the bucket. my aunt had one and it was cheap. hm, let me think about it", "AVIF. or so they say. I'll sleep on it", "2. I need to think about that"} {
		if got := lastDeltas(append(slices.Clone(two), "U: "+says)...); strings.Contains(strings.Join(got, "\n"), "decision_made") {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestAListIsWeighedBelowOrPosedAbove(t *testing.T) {
	tellsApart(t, "branch_created", func(says string) []string { return []string{aim, "A: " + says} }, []string{
		"For the keys:\n\n- a locker with a code\n- the caretaker\n\nThe second is cheaper.",
		"The keys:\n\n- a locker with a code\n- the caretaker\n\nIf you took the locked one, you'd have to change the code.",
		"## Keys\n\n- a locker with a code\n- the caretaker\n\nThe last one is the least trouble.",
		"For the keys:\n\n- a locker with a code\n- the caretaker\n- a neighbour\n\nI'd go with the second.",
		"The open question is who keeps the keys:\n\n- the caretaker\n- a neighbour",
		"The main question is how the keys get there:\n\n- by post\n- by hand\n\nI can also write the letter.",
		"## How the rooms could be named\n\n- after rivers\n- after trees",
		"With two doors everything is open:\n\n- **Bolt**: plain, cheap\n- **Lock**: dear, safe\n\nWhat feels right to you?",
	}, []string{
		"The remaining steps:\n\n- the locker\n- the letter\n\nThe last one is the most urgent.",
		"What I changed:\n\n- a code of four digits\n- a longer letter\n\nThe first is easier for guests.",
		"Three costs are known:\n\n- locker 300\n- letters 20\n\nThe first is the biggest.",
		"The question is answered:\n\n- the locker\n- the letter",
		"The main question is why the key was gone:\n\n- the locker\n- the letter",
		"Open tasks:\n\n- locker company\n- letter\n\nI'd start with the second.",
		"## How it works\n\n- the guest books\n- the code comes",
	})
	four := []string{aim, "A: For the keys:\n\n- a locker for 14 guests\n- the caretaker\n\nThe second is cheaper."}
	for _, says := range []string{"locker! no wait, then I'd have 14 guests in the hall, ugh", "the locker. hold on, then I would have 14 codes"} {
		if got := lastDeltas(append(slices.Clone(four), "U: "+says)...); strings.Contains(strings.Join(got, "\n"), "decision_made") {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestOneOfTwoCoursesCouldBeTaken(t *testing.T) {
	tellsApart(t, "branch_created", func(says string) []string { return []string{aim, "U: go on", "A: " + says} }, []string{
		"One could change the lock, or leave the door open altogether.", "One can print the list, or read it out.",
		"Does the cellar have to be booked, or could it stay open?", "Does the list have to be printed or sent?",
	}, []string{
		"Does anybody have the key?", "One could call the landlord.", "Did the cellar have to be booked or not?",
	})
}
