package read

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatSettlesNothing(t *testing.T) {
	for _, tt := range []struct{ name, says string }{
		{"a verdict is no knowledge", "the 90 rooms are silly"},
		{"what is going to be asked again is no knowledge", "Lena says the lift of room 12 is from 1931. Let me ask her again."},
		{"how often a display says something is no knowledge", "It says unavailable three times a day."},
		{"that nobody cares is no knowledge", "Nobody asked for 3 rooms with a bath."},
		{"what was said and may not be true is no rule", "The guard says that the rooms must stay locked. I do not know if it is true."},
		{"what never was is no rule", "They have never let a room in Welsh."},
		{"what is not required is no rule", "No second form is required between companies."},
		{"an answer to one's own question is no rule", "Who would look after it? Only me, and a volunteer."},
		{"a choice between two that are both named is none", "Postgres or SQLite, whichever eats less."},
		{"an errand of the speaker is no choice", "I go to her office on Thursday."},
		{"a joke that compares is no knowledge", "40 rooms in a second is faster than our porter finds one key."},
		{"a meeting is no knowledge", "The council meets on the 14th."},
		{"where somebody is for now is no knowledge", "My colleague is in Porto until Thursday."},
		{"an errand before the choice is no rule", "Picking the room: have to try the keys with gloves on first."},
		{"taking time is no choice", "Take the time that is needed."},
		{"a maxim of somebody outside is no rule", "My old mentor says an app must never replace a porter."},
		{"nor is what is said at conferences", "Conference talks say one must rewrite it in Rust altogether."},
		{"nor somebody's opinion", "She also reckoned we must open a second hotel."},
		{"nor what a seller says of everybody", "My baker says that nobody over thirty eats butter and that a hotel must offer oat milk these days."},
		{"what somebody heard is no rule, to its end", "Our porter heard that the big hotels gave up keys and that you must never ask for a card."},
		{"nor what the speaker read", "I read that keys are dead and that you have to use phones."},
		{"a quip about a noise is no knowledge", "The lift of room 12 squeaks loud enough to wake the dead."},
		{"nor one about oneself", "I have learned enough Go to be dangerous."},
		{"nor a pretence", "I'll pretend that was the plan with the attic."},
		{"nor a mood", "My heart is still with the old rooms of 1920."},
		{"how often something happened is no knowledge", "Sunday four times."},
		{"that a trial came out is no knowledge", "The bill matches for rooms 3, 4 and 25!"},
		{"a comparison in two parts is no knowledge", "Moving 40 guests and bags is like herding cats."},
		{"to find the same is no knowledge", "Same on my side, the keys fit for rooms 3, 4 and 25!"},
		{"what the others are going to say is none", "The neighbours will say 40 percent of guests are drunk and that the street must sleep."},
		{"what is put off without a name is no choice", "Waiting for a call from them, ignore for now."},
		{"a story is no choice", "I had decided to rest. Then I put the key on a hook of the cellar."},
		{"what somebody is ashamed of is no knowledge", "The last two menus were photocopied and I was ashamed of them."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lastDeltas(aim, "A: Noted.", "U: "+tt.says); got != nil {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestARuleThatSomebodyInChargeSetsHolds(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string { return []string{aim, "A: Noted.", "U: " + says} }, []string{
		"The fire brigade says that a door must never be locked at night.", "Legal says that names stay inside and that you must never mail them.", "Our auditor says the log must be kept for 90 days.", "These days the rooms must be booked by noon.",
	}, nil)
}

func TestAMoodIsNoPartOfWhatIsSaidBesideIt(t *testing.T) {
	got := lastDeltas(aim, "A: Noted.", "U: By the way, Ana left in May. We are three porters, not four, and my heart is a little broken.")
	if want := "fact_learned: We are three porters, not four"; !slices.Contains(got, want) {
		t.Errorf("%q", got)
	}
}

func TestKnowledgeWithTheWordsOfAQuipStays(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string { return []string{aim, "A: How large is the house?", "U: " + says} }, []string{
		"The hall holds 80 people, that is enough for the choir.", "We have 14 rooms, twice that in August.", "The kitchen buys a lot of tea from one dealer.", "My head office is in Porto.",
	}, nil)
}

func TestAFindingIsNoneWhereTheNextSentenceOnlyGuesses(t *testing.T) {
	pasted := "U: here is the log\n\n```\nroom=0 guest=\n```"
	tellsApart(t, "fact_learned", func(says string) []string { return []string{aim, pasted, "A: " + says} }, []string{
		"The log ends with `room=0`, an empty booking of 14 bytes. I suspect the form.", "The log ends with `room=0`, an empty booking of 14 bytes.",
	}, []string{
		"The log ends with `room=0`, an empty booking of 14 bytes. It may be what blocks the rooms.", "The log ends with `room=0`, an empty booking of 14 bytes. That could be the form.",
	})
}

func TestWhatWouldBeNiceIsASoftRule(t *testing.T) {
	for says, want := range map[string]string{
		"It would be lovely if the page were in the blue of our doors.":       "constraint_added: The page were in the blue of our doors",
		"It would be nice if also the late arrivals are in the plan.":         "constraint_added: The late arrivals are in the plan",
		"It would be great if guests can see the prices in euros.":            "constraint_added: Guests can see the prices in euros",
		"It would be nice if you came by in spring, the garden is open then.": "",
		"If the page were in our blue, nobody would find the door.":           "",
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+says)
		if want == "" && slices.ContainsFunc(got, func(d string) bool {
			return strings.HasPrefix(d, "constraint") || strings.HasPrefix(d, "fact") && strings.Contains(d, "page")
		}) || want != "" && !slices.Contains(got, want) {
			t.Errorf("%q: %q", says, got)
		}
	}
}

func TestTheStoryOfSomebodyGoesOnInItsNextSentence(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string { return []string{aim, "A: Noted.", "U: " + says} }, []string{
		"We bought the house in 2011. The cellar has 4 rooms.",
	}, []string{
		"My uncle ran a hostel in 2011. In his ledger stands `no dogs ever`, and it was full each night.", "Years ago my aunt had a hotel. She has 40 keys of it on a wall.",
	})
}

func TestAChoiceThatWaitsIsNone(t *testing.T) {
	open := []string{aim, "A: Which ledger shall it be?\n\n- a paper book\n- a spreadsheet"}
	tellsApart(t, "decision_made", func(says string) []string { return append(slices.Clone(open), "U: "+says) }, []string{
		"The book. Let me see it once it's there.", "The book. The rooms get numbers, let me sleep on the colours.", "The spreadsheet, I asked my wife first.",
	}, []string{
		"The book. I like it. Let me sleep on it.", "Can I ask the porter first what he wants? Leave it for the moment.", "I want to hear first what the guests say, leave that for now.",
	})
}

func TestAReasonBelongsToItsRule(t *testing.T) {
	got := lastDeltas(aim, "A: Noted.", "U: The bot must answer within 20 ms or they're banned, they voted on it.")
	if len(got) != 1 || got[0] != "constraint_added: The bot must answer within 20 ms" {
		t.Errorf("%q", got)
	}
}

func TestTheAssistantLearnsNothingThatAnybodyCouldTell(t *testing.T) {
	for _, talk := range [][2]string{
		{"May I ask what means the |> ? I know only the other one.", "`%>%` comes from the package magrittr, `|>` is part of R itself since 4.1."},
		{"My porter gets killed.\n\n```\nReason: OOMKilled\n```", "Without an `-Xmx` a JVM sizes its heap by the memory it sees, and that is the limit of 1 container."},
	} {
		if got := lastDeltas(aim, "A: Noted.", "U: "+talk[0], "A: "+talk[1]); slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "fact_learned") }) {
			t.Errorf("%q", got)
		}
	}
}

func TestCrossingOffChoosesNothing(t *testing.T) {
	got := lastDeltas(aim, "A: There are three ways to pick a room:\n\n- a map\n- a plain numbered list\n- a search box\n\nWhich one?", "U: list works, closing that one")
	if slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made") }) {
		t.Errorf("%q", got)
	}
}

func TestTheAssistantLearnsNothingFromWhatItAdvises(t *testing.T) {
	for _, says := range []string{
		"Measure the wheel: a tyre of 68 mm where the file says 66 would give you precisely that over 13 metres.",
		"The parts come to 3.10 of the 4 by my rough reckoning, so there is some air.",
	} {
		if got := lastDeltas(aim, "U: The log: ```\n66\n```", "A: "+says); got != nil {
			t.Errorf("%q", got)
		}
	}
}

func TestAQuestionWhetherThereIsAnythingLikeItAsksForNoWish(t *testing.T) {
	got := lastDeltas(aim, "A: Five days is tight. Is there anything like a test?", "U: mysql functions, 311 calls.")
	if slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "decision_made") }) {
		t.Errorf("%q", got)
	}
	got = lastDeltas(aim, "A: How many rooms would you like on a page?", "U: 12")
	if len(got) != 1 || !strings.HasPrefix(got[0], "decision_made: 12") {
		t.Errorf("%q", got)
	}
}

func TestWordsThatAreNotMeantSettleNothing(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string { return []string{aim, "A: Which rules apply?", says} }, []string{"U: the rules are in docs/adr.md"}, []string{
		"U: there's a page about it somewhere, one moment", "U: our treasurer has heard something about 70 years", "U: nobody on earth reads such rules", "U: our admin claims the box reboots daily. take that with a grain of salt",
		"U: According to her the whole staff reads them. I'll believe it when I see it.", "U: everybody and his dog reads them",
	})
	tellsApart(t, "constraint_added", func(says string) []string { return []string{aim, "A: Would you like a search field as well?", says} }, []string{"U: no search field without a label"}, []string{
		"U: Somebody sent me this: \"Companies must move to the cloud.\" For entertainment only.", "U: the api gives JSON, is free, but only accepts 60 requests per minute",
		"U: no search thank you and what is a view model somebody wrote you must always have one", "U: no search field, thanks", "U: Next we must surely port it to twelve pods.",
		"U: According to him every page must have one. I'll believe that when I see it.",
	})
}
