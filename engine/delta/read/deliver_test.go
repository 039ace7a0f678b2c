package read

import (
	"slices"
	"strings"
	"testing"
)

// closes tells whether the last turn closes a task.
func closes(lines ...string) bool {
	return slices.ContainsFunc(lastDeltas(lines...), func(d string) bool { return strings.HasPrefix(d, "task_closed") })
}

func TestHowTheAskedForThingIsNowClosesItsTask(t *testing.T) {
	for _, tt := range []struct{ asks, says string }{
		{"Please add a retry button to the failed uploads.", "There's a Retry link beside each failed upload; it sends the whole file again."},
		{"Please fix the overlapping labels of the plot.", "The labels of the plot no longer overlap, they are pushed apart."},
		{"Can you add the request id to the log format?", "`$request_id` is appended to the format and shows up after a reload."},
		{"Please strip the dots from the vat ids.", "`normalize_vat()` strips dots and blanks and is wired into the form."},
		{"Please write a reminder letter.", "I wrote it in the tone of the invoices."},
		{"Please put together a roster for the fair.", "Here's the roster with slots of an hour, the link opens without an account."},
		{"Please fix the resizing of the grid.", "Fixed in build 7740, verified against your steps."},
		{"Please add subtitles to the recordings.", "Subtitles follow the voice now, for all the nine recordings."},
	} {
		if !closes(aim, "A: Noted.", "U: "+tt.asks, "A: "+tt.says) {
			t.Errorf("%q does not close %q", tt.says, tt.asks)
		}
	}
}

func TestWhatIsShownPromisedOrAskedClosesNothing(t *testing.T) {
	for _, says := range []string{
		"A retry button it is. Should it resume or start over?", "There could be a retry button beside each failed upload.", "I'll add the retry button tomorrow.", "The failed uploads are kept in the queue. Which of them get a retry button?",
		"The retry button is still missing, the failed uploads are listed.", "Retry buttons are hard to get right.", "The retry button I have not added to the failed uploads.", "The retry button for failed uploads:\n\n```js\nretry()\n```", "The retry button is pushed, first run in progress.",
		"I would put the retry button next to each failed upload.", "To add the retry button I need the ids of the failed uploads.",
	} {
		if closes(aim, "A: Noted.", "U: Please add a retry button to the failed uploads.", "A: "+says) {
			t.Errorf("%q closes the task", says)
		}
	}
}

// closed counts the tasks that the last turn closes.
func closed(lines ...string) int {
	n := 0
	for _, d := range lastDeltas(lines...) {
		if strings.HasPrefix(d, "task_closed") {
			n++
		}
	}
	return n
}

func TestAReportOfSeveralTasksClosesEach(t *testing.T) {
	for says, want := range map[string]int{
		"The table and the suppliers page are in.":                 2,
		"Table and page are finished:\n\n```js\nx()\n```":          2,
		"1 and 3 are finished. 2 isn't yet.":                       2,
		"The first two are done, the mail is not sent yet.":        2,
		"I wrote the table and the page, the mail comes tomorrow.": 2,
		"All three are done.":                                      3,
		"The table and the chairs are ready.":                      1,
		"The page is in.":                                          1,
		"3 of the rows are finished.":                              0,
		"The table and the page are still missing.":                0,
	} {
		if got := closed(aim, "A: Noted.", "U: Please do three more things:\n\n1. a table of the stock\n2. a page for the suppliers\n3. a mail to the dairy", "A: "+says); got != want {
			t.Errorf("%q closes %d", says, got)
		}
	}
}

func TestAReportOfWhatWasClosedLatelyClosesNothingElse(t *testing.T) {
	asked := []string{aim, "A: Noted.", "U: Please do two more things:\n\n1. a table of the stock rows\n2. a page for the suppliers of the stock", "A: The table of the stock rows is in."}
	for says, want := range map[string]int{
		"The stock table with its rows is deployed.": 0,
		"The suppliers page is deployed.":            1,
	} {
		if got := closed(append(slices.Clone(asked), "U: "+says)...); got != want {
			t.Errorf("%q closes %d", says, got)
		}
	}
}

func TestAReportClosesTheOneTaskThatItsSubjectNames(t *testing.T) {
	for _, tt := range []struct {
		asks, says string
		want       bool
	}{
		{"Please write a diagram of the last 12 deliveries. And a cover letter.", "A: The diagram is ready, with bars per lorry, in grey and blue.", true},
		{"Please write a `PriceConverter` class. And a cover letter.", "A: Only euros so far. The converter is finished.", true},
		{"Please write a seating plan. And a half page for the band.", "A: Half page is done:", true},
		{"Please write a seating plan. And a menu.", "A: The menu is finished, the seating plan only half.", true},
		{"Please build a doorbell with a big lamp. And a menu.", "U: wow the lamp! works", true},
		{"Please write a seating plan.", "U: Good, that part is finished. No names on it.", true},
		{"Please write a seating plan.", "A: The tables are at 8 seats, the plan follows them. With that, this part is finished.", true},
		{"Please write a seating plan.", "U: It's perfect, I've hung it up.", true},
		{"Please write a seating plan.", "U: The plan is exactly right. Now the band.", true},

		{"Please write a seating plan. And a menu.", "A: The menu is half done.", false},
		{"Please write a seating plan. And a menu.", "A: Half the menu is written.", false},
		{"Please write a seating plan. And a menu.", "A: The menu works, almost.", false},
		{"Please write a seating plan.", "U: It would be perfect with names.", false},
		{"Please write a seating plan.", "U: It's not perfect.", false},
		{"Please write a seating plan.", "U: Is that part finished?", false},
		{"Please write a seating plan.", "U: The plan is right behind the door.", false},
	} {
		if got := closes(aim, "A: Noted.", "U: "+tt.asks, "A: It is below:\n\n```\nx\n```", "U: Which hall was it?", "A: The small one.", tt.says); got != tt.want && strings.HasPrefix(tt.says, "A") {
			t.Errorf("%q closes %q: %v", tt.says, tt.asks, got)
		}
		if got := closes(aim, "A: Noted.", "U: "+tt.asks, "A: It is below:\n\n```\nx\n```", tt.says); got != tt.want && strings.HasPrefix(tt.says, "U") {
			t.Errorf("%q closes %q: %v", tt.says, tt.asks, got)
		}
	}
}
