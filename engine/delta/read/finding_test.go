package read

import (
	"slices"
	"strings"
	"testing"
)

// What the assistant saw when it looked is knowledge, whatever the words in which
// it says that it looked; what it made, what things of a kind do and what could be
// is none.
func TestWhatTheAssistantSawIsKnown(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string {
		return []string{"U: I want to clean up our booking system.", "A: Fine.", "U: have a look at the code then", "A: " + says}
	}, []string{
		"I checked `rooms.csv`: it lists two floors, `ground` and `attic`.",
		"I went through the cron table. It has 12 jobs, five of them for a host that is gone.",
		"Along the way I noticed that `RoomList` asks the price service twice.",
		"Looking at `Booking.java`, the date is parsed with the locale of the server.",
		"Your invoice page runs **31 queries per request**.",
		"There are **64 disabled checks**, most of them in `test/legacy`.",
		"17 of the last 40 nights have no backup in `/srv/dump`.",
		"According to `nginx.conf`, uploads above 2 MB are refused.",
	}, []string{
		"I checked everything again.", "I ran the suite and all tests pass.", "Let me look at the cron table first.", "I'd check whether the table has 3 columns.",
		"A hash map has about 3 ways to resolve collisions.", "`malloc` returns a pointer to the block.", "There are three ways to do this.",
		"I've written the importer. It has 3 functions and `parse` handles empty lines.", "On 2: `rsync` copies one file after the other.",
		"Your page might run 31 queries per request.", "If your page runs 31 queries per request, it is slow.",
	})
}

func TestAListOfFindingsIsOneFactEach(t *testing.T) {
	got := lastDeltas("U: Look through our guest list and tell me what sticks out.",
		"A: Here's what I found:\n\n- **Twins:** 41 guests are in it twice\n- **No mail:** the `mail` column is empty in 9% of the rows\n\nWant me to clean it up?")
	if want := []string{"fact_learned: Twins: 41 guests are in it twice", "fact_learned: No mail: the `mail` column is empty in 9% of the rows"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// What may be behind a fault, or was taken for granted, is a guess each, in a list
// as in a sentence.
func TestWhatMayBeBehindItIsAGuessEach(t *testing.T) {
	for said, want := range map[string]int{
		"A few things could cause this:\n\n- **A stale lock** in `/tmp`\n- **The new time-out**\n- **Name resolution**": 3,
		"That's odd. It could be the cable, a dirty contact, or the driver. Can you send me the log?":                   3,
		"Either another process holds the lock, or the clock of the host runs late.":                                    2,
		"Assumptions I made:\n- all times are in UTC\n- prices are in cents":                                            2,
	} {
		n := 0
		for _, d := range lastDeltas("U: Find out why our printer server hangs every morning.", "A: "+said) {
			if strings.HasPrefix(d, "hypothesis") {
				n++
			} else {
				t.Errorf("%q yields %q", said, d)
			}
		}
		if n != want {
			t.Errorf("%q yields %d guesses", said, n)
		}
	}
}

func TestChaptersAreNoOptions(t *testing.T) {
	if got := optionsIn("Here's how I'd go about it:\n\n## 1. Content\nMove the pages.\n\n## 2. Layout\nRewrite the frames.\n\nShall I start?"); len(got) > 0 {
		t.Errorf("%q", got)
	}
	for _, said := range []string{"**How it works**\n\n1. It logs in\n2. It looks for a slot\n3. It books it", "Here is a possible outline:\n\n1. The old rules\n2. The new rules"} {
		if got := optionsIn(said); len(got) > 0 {
			t.Errorf("%q lays out %q", said, got)
		}
	}
	got := optionsIn("**Option A – one class each**\nEasy to test.\n\n**Option B – a table of functions**\nLess to write.\n\nI'd take A.")
	if len(got) != 1 || len(got[0]) != 2 {
		t.Errorf("%q", got)
	}
}

func TestTheAssistantReportsWorkByItsPlaceOrItsVerb(t *testing.T) {
	for said, want := range map[string]string{
		"Both files are in the repo: `bot.service` and `README.md`.":  "task_closed",
		"They're ready in `docs/`.":                                   "task_closed",
		"Both files are in the way of the build. Which one shall go?": "",
		"They may be in the repo.":                                    "",
	} {
		got := lastDeltas("U: Help me run a bot on my server.", "A: Fine.", "U: write the systemd unit and a readme", "A: "+said)
		if want == "" && slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "task_closed") }) || want != "" && (len(got) != 2 || !strings.HasPrefix(got[0], want)) {
			t.Errorf("%q yields %q", said, got)
		}
	}
	if got := lastDeltas("U: Make our dashboard faster.", "A: Fine.", "U: cache the grades query", "A: Cached! It is quick now."); len(got) != 1 || !strings.HasPrefix(got[0], "task_closed") {
		t.Errorf("%q", got)
	}
}

// What is judged best is a proposal where somebody asked what to take.
func TestABestChoiceIsAProposalWhereItWasAskedFor(t *testing.T) {
	const advice = "A: For a log of a few hives, SQLite is more than enough."
	if got := lastDeltas("U: help me choose a database for my hives", advice); len(got) != 1 || !strings.HasPrefix(got[0], "hypothesis") {
		t.Errorf("%q", got)
	}
	if got := lastDeltas("U: I keep a log of my hives in SQLite.", "A: Good.", "U: the import is finished", advice); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

func TestWhatTheAssistantOnlySaysInPassingIsNoKnowledge(t *testing.T) {
	settles := func(says string) []string {
		return slices.DeleteFunc(lastDeltas(aim, "A: The valve may be wired the wrong way round.", "U: I'm not sure that my valve is right. Is it wrong?", "A: "+says), func(d string) bool {
			return strings.HasPrefix(d, "hypothesis")
		})
	}
	for _, says := range []string{
		"It's the most common wrong valve in the trade, so you're in good company.", "That's a classic wrong valve.",
		"For the pump there are two delicate places, the seal with its 4 screws and the valve, both of plastic.", "There are three risky spots in `pump.py`, lines 4, 9 and 12.",
		"A pressure of 61 smells of a wrong valve.", "That would fit, though I cannot prove that the valve is wrong.",
		"I took the pressure from the plate on your photo, that may be an older valve.", "I chose the thread from your sketch, it could be outdated.",
	} {
		if got := settles(says); len(got) > 0 {
			t.Errorf("%q settles %q", says, got)
		}
	}
	settles = func(says string) []string {
		return lastDeltas(aim, "A: Fine.", "U: Have a look at it then.", "A: "+says)
	}
	for _, says := range []string{
		"I chose brass over plastic, that may save you a second trip.", "I used 4 bar as the default for the valve.",
		"Your most common valve runs at **3 pressures per day**.", "There are **64 broken calls**, most of them in `pump.py`.", "I checked `valves.csv`: it lists two popular sizes, `half` and `full`.",
	} {
		if got := settles(says); len(got) == 0 {
			t.Errorf("%q settles nothing", says)
		}
	}
}
