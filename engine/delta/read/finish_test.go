package read

import (
	"slices"
	"strings"
	"testing"
)

func TestOnlyWhatIsSaidOfTheWorkItselfClosesIt(t *testing.T) {
	const plan = "A: My plan:\n\n- [ ] `copy.sh` for both harbours\n- [ ] dump of the tide database\n- [ ] restore test\n\nFor the engine I'm taking borg."
	for said, want := range map[string]int{
		"- borg: fine\n- keep 7 daily":             0,
		"the databases are called tide and crew":   0,
		"Dump the database whenever you're ready.": 0,
		"my wife is the one who answers the phone": 0,
		"where I've got to with the dump":          0,
		"copy.sh works on both":                    1,
		"the restore test went through":            1,
		"dump is done, 3 GB":                       1,
	} {
		if got := closed(aim, "U: The boats lie in Kiel and Husum.", plan, "U: "+said); got != want {
			t.Errorf("%q closes %d: %q", said, got, lastDeltas(aim, plan, "U: "+said))
		}
	}
}

func TestWhoConfirmsOneTaskClosesNoOther(t *testing.T) {
	lines := []string{aim, "A: Noted.", "U: Please write the booking form.", "A: Ok.", "U: Also a page with the bookings of the day.", "A: The booking form is finished:\n\n```php\nx();\n```"}
	for said, want := range map[string]int{
		"The form works, bravo!":            0,
		"The page of the day works, bravo!": 1,
	} {
		if got := closed(append(slices.Clone(lines), "U: "+said)...); got != want {
			t.Errorf("%q closes %d", said, got)
		}
	}
}

func TestPeopleAndWordsThatTakeNoWork(t *testing.T) {
	for _, said := range []string{
		"Somebody will send you this sooner or later.", "Everyone will write letters again.", "Back to work.", "it would be nice if nobody had more than five lessons in a row",
	} {
		if got := opened(aim, "A: Noted.", "U: "+said); len(got) > 0 {
			t.Errorf("%q opens %q", said, got)
		}
	}
}

func TestTheTaskThatWasWorkedOnIsTheOneThatIsDone(t *testing.T) {
	plan := "A: My plan:\n\n1. parser for the logs\n2. storage\n3. export to the depot"
	for _, x := range []struct{ said, done, want string }{
		{"The parser reads everything except quotes.", "merged", "parser"},
		{"A first version of the storage:\n\n```go\nx()\n```", "Tests are green, it's merged.", "storage"},
		{"Here is the export, please try it.", "works!", "export"},
	} {
		var got []string
		for _, d := range lastDeltas(aim, "A: Noted.", "U: go", plan, "U: ok", "A: "+x.said, "U: "+x.done) {
			if strings.HasPrefix(d, "task_closed") {
				got = append(got, strings.ToLower(d))
			}
		}
		if len(got) != 1 || !strings.Contains(got[0], x.want) {
			t.Errorf("%q after %q closes %q", x.done, x.said, got)
		}
	}
}

func TestWhatIsStillToBeDoneOrWasDoneByOthersClosesNothing(t *testing.T) {
	for _, said := range []string{
		"Version 5 renamed its options, so each of the labels has to be edited.", "The labels boot, but I wouldn't call them finished before you have seen them.", "The labels have to be printed again.", "The labels I have not written yet.",
	} {
		if got := closed(aim, "A: Noted.", "U: Please write the labels for the boats.", "A: Ok.", "U: fine", "A: "+said); got != 0 {
			t.Errorf("%q closes %d", said, got)
		}
	}
}

func TestWhoHasUnderstoodHasFinishedNothing(t *testing.T) {
	tellsApart(t, "task_closed", func(says string) []string {
		return []string{"U: I want a tide clock.", "A: Fine.", "U: please add an alarm", "A: " + says}
	}, []string{"Got the alarm working.", "The alarm is done."}, []string{"Got it.", "Got it!", "Got that, thanks."})
}

func TestADeedClosesTheTaskOfItsVerb(t *testing.T) {
	tellsApart(t, "task_closed", func(says string) []string {
		return []string{"U: help me plan a fair", "A: Fine.", "U: book the hall, find singers, order flowers", "A: Good.", "U: " + says}
	}, []string{"found 3 singers", "i booked the hall", "we found two singers"}, []string{
		"i found the hall too dark", "did i book the hall?", "i havent found singers", "found almost all singers", "if we found singers i'd be glad", "last year i booked the hall",
	})
}
