package read

import (
	"slices"
	"strings"
	"testing"

	"holdfast/engine/delta/english"
)

// canonical tells deltas that settle something.
func canonical(got []string) []string {
	return slices.DeleteFunc(slices.Clone(got), func(d string) bool {
		return !strings.HasPrefix(d, "decision_made") && !strings.HasPrefix(d, "constraint_added") && !strings.HasPrefix(d, "fact_learned")
	})
}

// What is somebody else's, a story, held up, given away or not meant settles
// nothing, also as an answer.
func TestOnlyTheSpeakersOwnWordSettles(t *testing.T) {
	asks := "A: Where do the keys hang: in the hall, or at the porter's desk?"
	for _, said := range []string{
		"The porter is convinced that keys must hang at the desk.",
		"My aunt swears by the hall.",
		"The hall used to be full of keys, which is how Tom lost his.",
		"The hall is how we lost forty of them in 2012.",
		"So what you're saying is that the hall is safe and the desk isn't?",
		"You're the expert, pick one.",
		"The hall or the desk, surprise me.",
		"Our last landlord banned keys in the hall.",
		"The inspector says keys must hang in the hall. He also sells hooks.",
		"The inspector says keys must hang in the hall. Is that a law or a hunch?",
		"Nobody may hang keys in the hall. In his dreams.",
		"The hall is a swamp with a roof.",
		"Keys are the astrology of hotels.",
		"The hall, if the council ever answers.",
		"Nobody can find the keys.",
		"My flatmate is a fan of the hall.",
		"The cleaners want the hall.",
		"The tenants swear the hall is haunted. They also sell candles.",
		"An agency says everybody hangs them at the desk. Their fee is what the tenants call robbery.",
		"Keys in the hall before rain, as they say.",
		"There goes my weekend.",
		"Story of this house.",
		"Umbrellas are the stray cats of hotels.",
		"Don't quote me on the hall.",
		"The last porter, Ruiz, maintained that keys must hang in the hall.",
		"The caretaker argued in the corridor that keys hang in the hall because desks rot.",
		"Dogs go into the hall twice a day if I remember correctly.",
		"According to Bea the hall.",
		"Oh, then I take it all back.",
		"In case you forgot the hall.",
		"Everybody at the desk stares at keys like a cow at a train.",
		"The hall it is 🙄",
		"One of the maids insists that no key may ever hang in the hall. Opinions are split on it.",
	} {
		if got := canonical(lastDeltas(aim, asks, "U: "+said)); len(got) > 0 {
			t.Errorf("%q yields %q", said, got)
		}
	}
	for said, want := range map[string]string{
		"In the hall, please.":                                 "decision_made: ",
		"The inspector says keys must hang in the hall.":       "constraint_added: ",
		"In the hall. The porter's opinion is his own affair.": "decision_made: ",
		"At the desk, if you like.":                            "decision_made: ",
		"The hall was dark in 2012. The desk it is.":           "decision_made: ",
	} {
		if got := canonical(lastDeltas(aim, asks, "U: "+said)); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, want) }) {
			t.Errorf("%q yields %q", said, got)
		}
	}
}

func TestAPictureIsNoneOfWhatTheTalkIsAbout(t *testing.T) {
	for said, want := range map[string]bool{"The 14 menus of the hotel are a circus.": true, "The 14 menus of the hotel are a list.": false} {
		c := &english.Sentences(said)[0].Clauses[0]
		if got := new(reader).pictured(c); got != want {
			t.Errorf("%q is a picture: %v", said, got)
		}
	}
	got := lastDeltas("U: Write an app for our circus.", "A: What do you sell?", "U: The 14 shows of the summer are a circus for children.")
	if len(canonical(got)) == 0 {
		t.Errorf("a circus in the talk of a circus is no picture: %q", got)
	}
}

func TestAReasonPicksNoOption(t *testing.T) {
	for _, said := range []string{"The old hall is the reason we lock up.", "Keys: half of us say hall.", "The sign begins with \"only the hall\" and ends in a threat."} {
		for _, d := range lastDeltas(aim, "A: Where do the keys hang: in the hall, or at the porter's desk?", "U: "+said) {
			if strings.HasPrefix(d, "decision_made") {
				t.Errorf("%q yields %q", said, d)
			}
		}
	}
}

func TestAWholeKindIsNoFinding(t *testing.T) {
	for said, want := range map[string]bool{
		"Ledgers are plain text files.":                        true,
		"The zip files of your hotels hold no directory.":      false,
		"Your zip files were cut off at 4 GB.":                 false,
		"All zip files of the hotel hold a list of the rooms.": false,
	} {
		if got := ofAKind(&english.Sentences(said)[0]); got != want {
			t.Errorf("%q is of a kind: %v", said, got)
		}
	}
}

func TestAnExactlyThatCountsConfirmsNothing(t *testing.T) {
	for _, d := range lastDeltas(aim, "A: The porter might be the cause.", "U: I trust exactly one porter and he sings") {
		if strings.HasPrefix(d, "fact_learned") {
			t.Error(d)
		}
	}
}

// What only looks, cites, judges a figure or measures a change settles nothing; nor
// does the price of what was proposed, or the option that a no points at.
func TestRemarksAndPricesSettleNothing(t *testing.T) {
	for _, said := range []string{
		"I looked into two of the rooms.", `There's a sign in the hall, "all dogs must wait".`, "40 is tiny on my phone.", "Breakfast time: +4 minutes", "Every June I lose a month of my life to the rooms.", "My aunt has brought me to you.",
	} {
		if got := canonical(lastDeltas(aim, "A: Noted.", "U: Where were we?", "A: At the rooms.", "U: "+said)); len(got) > 0 {
			t.Errorf("%q yields %q", said, got)
		}
	}
	for _, offer := range []string{"I suppose it costs around 10 euros a month.", "A rewrite would take two days."} {
		if got := canonical(lastDeltas(aim, "A: "+offer, "U: yes")); len(got) > 0 {
			t.Errorf("a yes to %q yields %q", offer, got)
		}
	}
	if got := canonical(lastDeltas(aim, "A: Keys in the hall, or at the desk?", "U: Is the hall dry? so not that one")); len(got) > 0 {
		t.Errorf("%q", got)
	}
	if got := lastDeltas(aim, "A: The branch is pushed. Shall I open the pull request?", "U: yes"); len(got) != 1 || got[0] != "task_opened: Open the pull request (The branch is pushed)" && got[0] != "task_opened: Open the pull request" {
		t.Errorf("%q", got)
	}
}
