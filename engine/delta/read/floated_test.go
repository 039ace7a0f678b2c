package read

import "testing"

func TestAYesToDoItTakesWhatWasOnlyFloated(t *testing.T) {
	for _, floats := range []string{
		"The retention could be limited to four weeks.", "What if the keys lived in a file of their own?", "Only indexing the open bookings might bring that down a lot.", "Then a badge reader might be the way: it knows everybody by name.",
	} {
		tellsApart(t, "decision_made", func(says string) []string {
			return []string{aim, "A: ok.", "U: It has to last.", "A: " + floats, "U: " + says}
		}, []string{"Agreed, as proposed.", "Approved. Is that in the standard library?", "ok, do it", "Fine, let's do that."}, []string{
			"Interesting.", "Would that last?", "Not sure, I'd have to ask.", "I agree that this is hard.", "Exactly how would that work?",
		})
	}
	for _, suspects := range []string{"The reader could be broken.", "The driver may have dropped them.", "At ten bookings a day I'd estimate a year.", "That can't be had this way."} {
		if got := []string{aim, "A: ok.", "U: It has to last.", "A: " + suspects, "U: Agreed."}; yields("decision_made", got...) {
			t.Errorf("%q is taken for a proposal", suspects)
		}
	}
}

func TestAYesNamesWhatItTakes(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: You could offer a waiting list for the hall.", "U: how long would it get?", "A: About twenty names.", "U: " + says}
	}, []string{"Waiting list: yes.", "I slept on it, and yes: a waiting list.", "Yes to that waiting list, then.", "Waiting list, yes please."}, []string{
		"Waiting list: no.", "Waiting list: yes or no?", "I slept badly, and yes: the hall is cold.", "Maybe yes to the waiting list.", "She said yes: her list is long.",
	})
}

func TestAPlanIsApprovedByItsName(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: ok.", "U: when do we begin?", "A: ## Schedule\n\n| week | what |\n|---|---|\n| 1 | doors |\n| 2 | rooms |\n\nShall I send it round?", "U: " + says}
	}, []string{"The schedule is approved.", "Schedule approved as is.", "Our schedule has been agreed on."}, []string{
		"Is the schedule approved?", "The schedule was approved by nobody.", "The schedule is not approved yet.", "Once the schedule is approved we begin.", "They approved the schedule of 2019.",
	})
}

func TestAYesLeavesSomethingOut(t *testing.T) {
	tellsApart(t, "decision_made", func(says string) []string {
		return []string{aim, "A: I'd propose three lists: rooms, guests and keys. Does that fit?", "U: " + says}
	}, []string{"Approved without the keys.", "Yes, without the keys.", "Agreed, not the keys though."}, []string{"Not without the keys.", "I can't approve that without the keys."})
}
