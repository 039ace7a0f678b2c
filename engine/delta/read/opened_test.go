package read

import (
	"strings"
	"testing"
)

// A rule is told by where it begins to say something, whatever opens it.
func TestAnOpeningHidesNoRule(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The oven is from 2009.", "A: Noted.", "U: " + says}
	}, []string{
		"So only admins may delete an order.", "And nobody may open the flour log.", "And no prices get printed on the labels.", "And no order leaves the shop unpaid.", "A tray may carry only one kind of bread.",
		"A label may never show the supplier.", "A customer may never be named.", "Also nobody but the owner can delete an order.",
	}, []string{
		"So only bakers know that.", "So we have to write a manual.", "First I should like a list of the breads.", "And nobody answers there.", "And no prices came back.", "May only the owner see it?", "Then I should like to see the labels.",
		"It may never happen, who knows.", "She will never let me live that down.",
	})
}

// What is forbidden may bring a word that looks like a verb, say how long it holds,
// or name what was.
func TestAProhibitionBringsMoreThanItsThing(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The oven is from 2009.", "A: Noted.", "U: " + says}
	}, []string{
		"No palm oil used in recipes, ever.", "And no video calls, ever.", "No new suppliers on the list as long as I run this bakery.", "No deliveries to the shop while the street is closed.", "The till is fine. Never raw egg.",
		"An invoice never gets deleted.", "Recipes printed last year must not change.", "Addresses must not leave the shop once we have moved.", "It must not ever lose an order my boss would explode.", "The label is fine. And no ads on it.",
	}, []string{
		"No comment.", "No delays anymore.", "Never a dull moment.", "Never again.", "He never gets paid.", "I never get invited.", "Last year we must not have paid.", "It would have to be on paper.",
		"At my old bakery you must not touch the dough.", "Once I must have tried that.", "No idea ever.", "No bread is left, as ever.",
	})
}

func TestAWishMayBringItsBoundAndADayMayBeFixed(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The oven is from 2009.", "A: Noted.", "U: The list is fine. " + says}
	}, []string{
		"And I want the script below 300 lines.", "The dough needs at least four hours.", "We want the start under 5 seconds.", "The market is on May 4th and that can't be moved.", "The fair is on June 12, that's fixed.", "The bank wants no more than 3 files a day.",
	}, []string{
		"The header wrapped, that's fixed.", "I might want it below 300 lines.", "Do we want it below 300 lines?", "I wanted at most 3 files.", "The 2nd oven was late, that is set right.",
	})
}

func TestABareDayTakesUpWhatWasGranted(t *testing.T) {
	tellsApart(t, "constraint_revised", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The fair is on the 12th and that can't be moved.", "A: Noted.", "U: " + says}
	}, []string{
		"The mayor says we may have until the 19th. So the 19th.", "They gave us until the 19th. The 19th then.",
	}, []string{
		"We do a tasting, on October 7th, upstairs.", "The oven man comes on the 14th. So the 14th.", "The 19th?", "On the 21st we do bake.",
	})
}

// What tells how far a thing goes, or what is made of it, neither bounds nor changes a
// rule.
func TestADescriptionBoundsNothing(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The oven is from 2009.", "A: Noted.", "U: " + says}
	}, []string{
		"It may heat up to 900 degrees.", "The deadline is june 2.", "At most 20 ms per label.",
	}, []string{
		"It heats up to 900 degrees.", "Some of the shelves hold up to nine loaves.", "The lookup is like 20 ms max.", "My licence is at the town hall and expires on june 2.", "And please make a list of the bakers who are only here on Sundays.",
		"My sister always booked it there.", "They bake up to 40 loaves.",
	})
	tellsApart(t, "constraint_revised", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The oven must be off between 20:00 and 4:00. The labels must be done before the 6 December.", "A: Noted.", "U: " + says}
	}, []string{
		"Make it 19:00.",
	}, []string{
		"Make it a separate oven button.", "Make it please for the small oven first.", "Leave the invoices until January.", "We make it a series.",
		"Write labels.sh, three wide, with the batch number and the baker in the margin.",
	})
}

// What only a comma joins to a rule says more of it.
func TestARuleGoesOnAfterAComma(t *testing.T) {
	for says, want := range map[string]int{
		"But every bill it wants to send has to be shown to me first, the program may not send one on its own.": 1,
		"The price sheet is off limits, we may only write into the second one.":                                 1,
		"It must work offline, prices may not leave the shop, and I would prefer not to print anything.":        3,
		"It must work offline. And nobody but the owner may see the prices.":                                    2,
		"It must work offline, and nobody but the owner may see the prices.":                                    2,
	} {
		got := 0
		for _, d := range lastDeltas("U: I want a program for our bakery.", "A: Fine.", "U: The oven is from 2009.", "A: Noted.", "U: "+says) {
			if strings.HasPrefix(d, "constraint_added") {
				got++
			}
		}
		if got != want {
			t.Errorf("%q sets %d rules", says, got)
		}
	}
}

func TestAHeadingSaysHowFarWhatIsUnderItBinds(t *testing.T) {
	for says, want := range map[string]int{
		"Help me plan the bakery's fair.\n\nFixed:\n- opens on 1 June\n- 900 euros all in\n\nNice to have:\n- a brass band": 3,
		"Help me plan the bakery's fair.\n\nFixed bugs:\n- the oven clock":                                                  0,
		"Help me plan the bakery's fair.\n\nFixed:\n- the clock was late":                                                   0,
	} {
		got := 0
		for _, d := range lastDeltas("U: " + says) {
			if strings.HasPrefix(d, "constraint_added") {
				got++
			}
		}
		if got != want {
			t.Errorf("%q sets %d rules", says, got)
		}
	}
}

func TestARuleMayStandBehindWhoseItIsOrWhatItIsOf(t *testing.T) {
	tellsApart(t, "constraint_added", func(says string) []string {
		return []string{"U: I want a program for our bakery.", "A: Fine.", "U: The oven is from 2009.", "A: Noted.", "U: The list is fine. " + says}
	}, []string{
		"From the bank: every bill needs a printed number.", "From legal: everything needs a second signature.", "Tone: dry, no jokes.",
	}, []string{
		"From the bank: every bill came back.", "From the sky: rain.", "From legal: maybe every bill needs a number?",
	})
}
