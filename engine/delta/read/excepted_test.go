package read

import "testing"

func TestSomeAreLetOffARule(t *testing.T) {
	tellsApart(t, "constraint_revised", func(says string) []string {
		return []string{"U: Build me the booking page. No animation at all.", "A: Understood, no animation.", "U: " + says}
	}, []string{"a short fade between the steps is ok though", "except for the lobby screen", "the lobby screen is exempt"}, []string{
		"the page is fine though", "is a fade ok?", "that is ok", "a fade is not ok", "my coffee is fine", "besides, it rains", "apart from that it works",
	})
	tellsApart(t, "constraint_revised", func(says string) []string {
		return []string{"U: Build me the booking page. A guest may book at most 5 rooms.", "A: Enforced in the form.", "U: " + says}
	}, []string{"kids only 3", "for agencies it may use 20", "max 8", "make the maximum 4", "the lobby screen is exempt", "sorry, 6 rooms"}, []string{
		"only 3 of them work", "3 guests arrived", "is 3 enough?", "the kids are 3", "room 3 is blue",
	})
}

func TestAPartOfARuleGoes(t *testing.T) {
	tellsApart(t, "constraint_revised", func(says string) []string {
		return []string{"U: Build me the booking page. Only cash and cheques, nothing else.", "A: Noted.", "U: " + says}
	}, []string{"cheques are out"}, []string{"the cheques arrived", "are cheques out?", "drop the cash rule"})
}

func TestWhatWasDecidedIsTurnedDown(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "A: Fine.", "U: use redis", "A: Redis it is.", "U: " + says}
	}, []string{"no redis", "take that back, no redis", "no redis after all", "take redis out again", "we don't want redis anymore", "revert the redis decision"}, []string{"no redis error today, or?", "there is no redis here", "no, redis is fine", "no idea", "no redis here yet"})
}

func TestTheAssistantReportsTheChangeOfAValue(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: page size 20", "A: Set.", "U: hm that shows little", "A: " + says}
	}, []string{"I bumped the page size to 50 as you asked.", "I've raised the page size to 50."}, []string{"I bumped the version to 50.", "I could raise the page size to 50.", "The page size is 20.", "I raised the page size to 20."})
}

func TestATopicGetsAnotherValue(t *testing.T) {
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: default tab is History", "A: ok", "U: " + says}
	}, []string{"default tab: Today", "make the default tab the calendar"}, []string{"the default tab is slow today, why?", "how do I test the default tab: by hand?"})
	tellsApart(t, "decision_revised", func(says string) []string {
		return []string{aim, "A: Fine.", "U: What shall the key be, let us use the room number as the key", "A: ok", "U: " + says}
	}, []string{"make the key the booking number"}, []string{"make the page the start page", "is the key the booking number?"})
}
